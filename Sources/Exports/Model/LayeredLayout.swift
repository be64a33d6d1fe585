/// Places boxes in columns so that links run through the gaps between columns and past the boxes within them.
///
/// This is the layered drawing of Sugiyama, Tagawa and Toda (1981), from left to right. Each connected part
/// is laid out separately (``LayeredComponent``); the parts are then placed next to each other in rows.
struct LayeredLayout {
  /// A point, in pixels from the top left.
  struct Point: Equatable {
    /// The distance from the left, in pixels.
    var x: Int
    /// The distance from the top, in pixels.
    var y: Int
  }

  /// A box to place.
  struct Box {
    /// The width of its content, in pixels.
    let width: Int
    /// The height of its content, in pixels.
    let height: Int
    /// Whether it has a link to itself on its right side.
    let hasLoop: Bool
  }

  /// A link between two boxes, from left to right if possible; in a cycle, one link must run backwards.
  struct Link {
    /// The start, an index into the boxes.
    let from: Int
    /// The destination, an index into the boxes.
    let to: Int
    /// The position of its start, in pixels below the top of the box `from`.
    let fromY: Int
    /// The position of its end, in pixels below the top of the box `to`.
    let toY: Int
  }

  /// A placed box, as wide as its column.
  struct Frame: Equatable {
    /// The horizontal position of its left side, in pixels.
    var x: Int
    /// The vertical position of its top, in pixels.
    var y: Int
    /// The width of its column, in pixels.
    let width: Int
    /// The requested height, in pixels.
    let height: Int
  }

  /// The path of a link from its left end to its right end: alternately through a gap between columns, from
  /// one point to the next, and straight through a column.
  struct Route {
    /// The points at which it enters and leaves the gaps, from left to right.
    var points: [Point]
    /// Whether the left end is the link's `to`.
    let isReversed: Bool
  }

  /// The boxes.
  private(set) var frames: [Frame]
  /// The links.
  private(set) var routes: [Route]
  /// The total width, in pixels.
  private(set) var width = 0
  /// The total height, in pixels.
  private(set) var height = 0

  /// The maximum width of a row of parts.
  private static let rowWidth = 1100
  /// The space between parts.
  private static let gap = 48

  /// Lays out boxes.
  /// - Complexity: O(*n* · *m*) in boxes and links.
  init(_ boxes: [Box], _ links: [Link]) {
    frames = boxes.map { Frame(x: 0, y: 0, width: $0.width, height: $0.height) }
    routes = links.map { _ in Route(points: [], isReversed: false) }
    var (x, y, rowHeight) = (0, 0, 0)
    for (part, members) in Self.parts(boxes.count, links) {
      let component = LayeredComponent(part, boxes: boxes, links: members.map { links[$0] })
      if x > 0, x + component.width > Self.rowWidth {
        (x, y, rowHeight) = (0, y + rowHeight + Self.gap, 0)
      }
      for (box, frame) in zip(part, component.frames) {
        frames[box] = frame
        frames[box].x += x
        frames[box].y += y
      }
      for (link, route) in zip(members, component.routes) {
        routes[link] = route
        for index in route.points.indices {
          routes[link].points[index].x += x
          routes[link].points[index].y += y
        }
      }
      rowHeight = max(rowHeight, component.height)
      width = max(width, x + component.width)
      height = max(height, y + component.height)
      x += component.width + Self.gap
    }
  }

  /// The connected parts with the links between their boxes, ordered by their first box.
  private static func parts(_ count: Int, _ links: [Link]) -> [(boxes: [Int], links: [Int])] {
    var first = Array(0..<count)
    var isStable = false
    while !isStable {
      isStable = true
      for link in links where first[link.from] != first[link.to] {
        let minimum = min(first[link.from], first[link.to])
        (first[link.from], first[link.to]) = (minimum, minimum)
        isStable = false
      }
    }
    var parts = [(boxes: [Int], links: [Int])](repeating: ([], []), count: count)
    for box in 0..<count { parts[first[box]].boxes.append(box) }
    for (index, link) in links.enumerated() { parts[first[link.from]].links.append(index) }
    return parts.filter { !$0.boxes.isEmpty }
  }
}
