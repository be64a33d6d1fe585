/// Lays out a connected set of boxes: first columns, then the order within columns, then vertical positions.
struct LayeredComponent {
  /// A link between two boxes, by their indices.
  typealias Link = LayeredLayout.Link

  /// A box, or the point where a link crosses a column.
  private struct Node {
    let height: Int
    var column: Int
    var y = 0.0
    /// The segments to its left and to its right.
    var left: [Int] = []
    var right: [Int] = []
  }

  /// The part of a link between adjacent columns.
  private struct Segment {
    let from: Int
    let to: Int
    let fromY: Int
    let toY: Int
  }

  private var nodes: [Node]
  private var segments: [Segment] = []
  /// The segments of each link, from left to right.
  private var chains: [[Int]] = []
  private var isReversed: [Bool] = []
  private var columns: [[Int]] = []
  private let boxes: [LayeredLayout.Box]

  /// The boxes, in the order given.
  private(set) var frames: [LayeredLayout.Frame] = []
  /// The links, in the order given.
  private(set) var routes: [LayeredLayout.Route] = []
  /// The total width.
  private(set) var width = 0
  /// The total height, in pixels.
  private(set) var height = 0

  /// Makes the layout.
  /// - Parameters:
  ///   - part: the indices of the boxes.
  ///   - links: the links between boxes of the part.
  init(_ part: [Int], boxes: [LayeredLayout.Box], links: [Link]) {
    self.boxes = part.map { boxes[$0] }
    let local = Dictionary(uniqueKeysWithValues: zip(part, part.indices))
    let inner = links.compactMap { link -> Link? in
      guard let from = local[link.from], let to = local[link.to] else { return nil }
      return Link(from: from, to: to, fromY: link.fromY, toY: link.toY)
    }
    nodes = self.boxes.map { Node(height: $0.height, column: 0) }
    let directed = direct(inner)
    assignColumns(directed)
    addSegments(directed)
    sortColumns()
    placeVertically()
    placeHorizontally()
  }

  // MARK: Columns

  private enum VisitState {
    case untouched, open, done
  }

  /// Reverses links until there is no cycle.
  private mutating func direct(_ links: [Link]) -> [Link] {
    var outgoing = nodes.map { _ in [Int]() }
    for (index, link) in links.enumerated() { outgoing[link.from].append(index) }
    isReversed = links.map { _ in false }
    var states = nodes.map { _ in VisitState.untouched }
    let targets = Set(links.map(\.to))
    let sources = nodes.indices.filter { !targets.contains($0) }
    // Depth-first search: a link to a box on the current path closes a cycle.
    for start in sources + Array(nodes.indices) where states[start] == .untouched {
      var path = [(node: start, next: 0)]
      states[start] = .open
      while let (node, next) = path.last {
        guard next < outgoing[node].count else {
          states[node] = .done
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let link = outgoing[node][next]
        let target = links[link].to
        switch states[target] {
        case .untouched:
          states[target] = .open
          path.append((target, 0))
        case .open: isReversed[link] = true
        case .done: break
        }
      }
    }
    return links.indices.map { index in
      let link = links[index]
      guard isReversed[index] else { return link }
      return Link(from: link.to, to: link.from, fromY: link.toY, toY: link.fromY)
    }
  }

  /// Assigns each box to the first column after those of boxes that link to it, if not full, then moves it to
  /// where its links are shortest.
  private mutating func assignColumns(_ links: [Link]) {
    // Columns contain about as many boxes as there are columns, since boxes are wider than high.
    let limit = max(3, Int((2 * Double(nodes.count)).squareRoot().rounded(.up)))
    var counts: [Int] = []
    var waiting = nodes.map { _ in 0 }
    for link in links { waiting[link.to] += 1 }
    var ready = nodes.indices.filter { waiting[$0] == 0 }
    var order: [Int] = []
    while let node = ready.min() {
      ready.removeAll { $0 == node }
      order.append(node)
      var column = links.lazy.filter { $0.to == node }.map { [nodes] in nodes[$0.from].column + 1 }.max() ?? 0
      while column < counts.count, counts[column] >= limit { column += 1 }
      while counts.count <= column { counts.append(0) }
      counts[column] += 1
      nodes[node].column = column
      for link in links where link.from == node {
        waiting[link.to] -= 1
        if waiting[link.to] == 0 { ready.append(link.to) }
      }
    }
    for _ in 0..<4 {
      for node in order {
        let before = links.filter { $0.to == node }.map { nodes[$0.from].column }
        let after = links.filter { $0.from == node }.map { nodes[$0.to].column }
        let first = before.max().map { $0 + 1 } ?? 0
        let last = after.min().map { $0 - 1 } ?? counts.count - 1
        func length(_ column: Int) -> Int { (before + after).reduce(0) { $0 + abs($1 - column) } }
        let current = nodes[node].column
        guard first < last else { continue }
        let free = (first...last).filter { $0 == current || counts[$0] < limit }
        guard let best = free.min(by: { length($0) < length($1) }), length(best) < length(current) else {
          continue
        }
        counts[current] -= 1
        counts[best] += 1
        nodes[node].column = best
      }
    }
    // Empty columns are removed.
    let kept = counts.indices.filter { counts[$0] > 0 }
    for node in nodes.indices { nodes[node].column = kept.firstIndex(of: nodes[node].column) ?? 0 }
    columns = kept.map { _ in [] }
  }

  /// Splits links into segments between adjacent columns.
  private mutating func addSegments(_ links: [Link]) {
    for link in links {
      var ends = [link.from]
      for column in nodes[link.from].column + 1..<nodes[link.to].column {
        ends.append(nodes.count)
        nodes.append(Node(height: 0, column: column))
      }
      ends.append(link.to)
      chains.append(Array(segments.count..<segments.count + ends.count - 1))
      for (from, to) in zip(ends, ends.dropFirst()) {
        nodes[from].right.append(segments.count)
        nodes[to].left.append(segments.count)
        segments.append(
          Segment(
            from: from, to: to, fromY: from == link.from ? link.fromY : 0, toY: to == link.to ? link.toY : 0))
      }
    }
    for node in nodes.indices { columns[nodes[node].column].append(node) }
  }

  // MARK: Order

  /// Sorts each column by the positions of linked nodes, in both directions, and keeps the best order.
  private mutating func sortColumns() {
    var best = columns
    var fewest = crossings()
    for sweep in 0..<(segments.count > 400 ? 2 : 16) where fewest > 0 {
      let isForward = sweep.isMultiple(of: 2)
      for column in isForward ? Array(columns.indices) : columns.indices.reversed() {
        let places = self.places()
        var keys: [Int: Double] = [:]
        for node in columns[column] {
          let ends = (isForward ? nodes[node].left : nodes[node].right).map { index in
            let segment = segments[index]
            let (other, y) = isForward ? (segment.from, segment.fromY) : (segment.to, segment.toY)
            return Double(places[other]) + Double(y) / Double(nodes[other].height + 1)
          }
          keys[node] = ends.isEmpty ? Double(places[node]) : ends.reduce(0, +) / Double(ends.count)
        }
        columns[column] = columns[column].enumerated().sorted {
          let (a, b) = (keys[$0.element] ?? 0, keys[$1.element] ?? 0)
          return a == b ? $0.offset < $1.offset : a < b
        }.map(\.element)
      }
      let count = crossings()
      if count < fewest { (fewest, best) = (count, columns) }
    }
    columns = best
  }

  /// The position of each node in its column.
  private func places() -> [Int] {
    var places = nodes.map { _ in 0 }
    for column in columns {
      for (place, node) in column.enumerated() { places[node] = place }
    }
    return places
  }

  private func crossings() -> Int {
    let places = self.places()
    var byColumn: [Int: [(from: Int, to: Int)]] = [:]
    for segment in segments {
      // More precise than the order of nodes: of two links of a box, the lower one starts lower.
      let from = places[segment.from] << 16 + min(segment.fromY, 0xFFFF)
      let to = places[segment.to] << 16 + min(segment.toY, 0xFFFF)
      byColumn[nodes[segment.from].column, default: []].append((from, to))
    }
    return byColumn.values.reduce(0) { count, ends in
      var count = count
      for index in ends.indices {
        for other in ends[..<index] where (ends[index].from - other.from) * (ends[index].to - other.to) < 0 {
          count += 1
        }
      }
      return count
    }
  }

  // MARK: Places

  /// Repeatedly moves nodes towards the height of linked nodes, as far as their neighbours allow.
  private mutating func placeVertically() {
    for column in columns { place(column, desired: column.map { _ in 0 }, weights: column.map { _ in 1 }) }
    for sweep in 0..<12 {
      for column in sweep.isMultiple(of: 2) ? columns : columns.reversed() {
        var desired: [Double] = []
        var weights: [Double] = []
        for node in column {
          let ends =
            nodes[node].left.map { segments[$0] }.map { nodes[$0.from].y + Double($0.fromY - $0.toY) }
            + nodes[node].right.map { segments[$0] }.map { nodes[$0.to].y + Double($0.toY - $0.fromY) }
          desired.append(ends.isEmpty ? nodes[node].y : ends.reduce(0, +) / Double(ends.count))
          weights.append(Double(max(1, ends.count)))
        }
        place(column, desired: desired, weights: weights)
      }
    }
    let top = nodes.map(\.y).min() ?? 0
    for node in nodes.indices { nodes[node].y = (nodes[node].y - top).rounded() }
    height = nodes.map { Int($0.y) + $0.height }.max() ?? 0
  }

  /// Places a column's nodes as close as possible to their desired positions, keeping order and distances:
  /// least squares by pooling adjacent violators (Ayer and others, 1955).
  private mutating func place(_ column: [Int], desired: [Double], weights: [Double]) {
    var offset = 0.0
    var offsets: [Double] = []
    var blocks: [(mean: Double, weight: Double, count: Int)] = []
    for (index, node) in column.enumerated() {
      offsets.append(offset)
      var block = (mean: desired[index] - offset, weight: weights[index], count: 1)
      while let last = blocks.last, last.mean > block.mean {
        blocks.removeLast()
        let weight = last.weight + block.weight
        block = (
          (last.mean * last.weight + block.mean * block.weight) / weight, weight, last.count + block.count
        )
      }
      blocks.append(block)
      offset += Double(nodes[node].height)
      if index + 1 < column.count { offset += distance(node, column[index + 1]) }
    }
    var index = 0
    for block in blocks {
      for _ in 0..<block.count {
        nodes[column[index]].y = block.mean + offsets[index]
        index += 1
      }
    }
  }

  /// The distance between adjacent nodes of a column: larger between boxes than between passing links.
  private func distance(_ a: Int, _ b: Int) -> Double {
    let areBoxes = (a < boxes.count, b < boxes.count)
    return areBoxes == (true, true) ? 32 : areBoxes == (false, false) ? 12 : 20
  }

  private mutating func placeHorizontally() {
    frames = boxes.map { LayeredLayout.Frame(x: 0, y: 0, width: $0.width, height: $0.height) }
    var starts: [Int] = []
    var widths: [Int] = []
    var x = 0
    for (number, column) in columns.enumerated() {
      let inColumn = column.filter { $0 < boxes.count }
      let wide = inColumn.map { boxes[$0].width }.max() ?? 0
      starts.append(x)
      widths.append(wide)
      for box in inColumn {
        frames[box] = LayeredLayout.Frame(
          x: x, y: Int(nodes[box].y), width: wide, height: boxes[box].height)
      }
      let loop = inColumn.contains { boxes[$0].hasLoop } ? 44 : 0
      width = x + wide + loop
      let passing = segments.count { nodes[$0.from].column == number }
      x += wide + loop + 84 + min(60, 5 * passing)
    }
    routes = chains.indices.map { index in
      var points: [LayeredLayout.Point] = []
      for segment in chains[index].map({ segments[$0] }) {
        let (left, right) = (nodes[segment.from], nodes[segment.to])
        points.append(
          .init(x: starts[left.column] + widths[left.column], y: Int(left.y) + segment.fromY))
        points.append(.init(x: starts[right.column], y: Int(right.y) + segment.toY))
      }
      return LayeredLayout.Route(points: points, isReversed: isReversed[index])
    }
  }
}
