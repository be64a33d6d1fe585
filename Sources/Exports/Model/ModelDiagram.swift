import Records

/// A diagram of a model as in Core Data's editor: a box for each entity with its attributes and
/// relationships, and a line for each relationship and its inverse, with a single arrowhead for to-one and a
/// double one for to-many. A hollow arrowhead points to a parent.
///
/// The layout depends only on the model.
package struct ModelDiagram: Sendable {
  /// A line of a box.
  struct Line: Sendable {
    /// The name of the attribute or relationship.
    let name: String
    /// The type, or the destination.
    let type: String
  }

  /// An entity.
  struct Box: Sendable {
    /// The entity's name.
    let title: String
    /// Whether it has no records of its own.
    let isAbstract: Bool
    /// Its own attributes; a parent's are in the parent's box.
    let attributes: [Line]
    let relationships: [Line]
    /// Its position and size, in pixels.
    var frame: LayeredLayout.Frame
  }

  /// The end of a line.
  enum Head: Sendable {
    /// No head, a single arrowhead, a double one, a hollow one.
    case none, one, many, parent
  }

  /// A line between two boxes, or from a box to itself.
  struct Connector: Sendable {
    /// The path from gap to gap; see ``LayeredLayout/Route``. For a loop, two points on the box's right.
    let points: [LayeredLayout.Point]
    /// Whether it is a loop.
    let isLoop: Bool
    /// The head at the first point.
    let start: Head
    /// The head at the last point.
    let end: Head
  }

  /// The boxes, in the model's order.
  let boxes: [Box]
  /// The lines.
  let connectors: [Connector]
  /// The size, in pixels.
  let width: Int
  /// The height including margins.
  let height: Int

  /// The limits beyond which lines would be unreadable, and are left out.
  private static let maximumEntities = 200
  private static let maximumLinks = 1000

  /// Draws a model.
  package init(_ model: Model) {
    let sized = model.entities.map { Box($0) }
    let found = DiagramLink.links(of: model)
    let isTooMuch = sized.count > Self.maximumEntities || found.count > Self.maximumLinks
    let links = isTooMuch ? [] : found
    let spans = links.filter { !$0.isLoop }
    func y(_ end: DiagramLink.End) -> Int { sized[end.entity].y(of: end) }
    let layout = LayeredLayout(
      sized.enumerated().map { index, box in
        .init(
          width: box.frame.width, height: box.frame.height,
          hasLoop: links.contains { $0.isLoop && $0.left.entity == index })
      },
      spans.map { link in
        .init(
          from: link.left.entity, to: link.right.entity, fromY: y(link.left), toY: y(link.right))
      })
    boxes = zip(sized, layout.frames).map { box, frame in
      var box = box
      box.frame = frame
      box.frame.x += Self.margin
      box.frame.y += Self.margin
      return box
    }
    let lines = zip(spans, layout.routes).map { link, route in
      Connector(
        points: route.points.map { .init(x: $0.x + Self.margin, y: $0.y + Self.margin) }, isLoop: false,
        start: route.isReversed ? link.right.head : link.left.head,
        end: route.isReversed ? link.left.head : link.right.head)
    }
    let loops = links.filter(\.isLoop).map { [boxes] link in
      let frame = boxes[link.left.entity].frame
      return Connector(
        points: [link.left, link.right].map { .init(x: frame.x + frame.width, y: frame.y + y($0)) },
        isLoop: true, start: link.left.head, end: link.right.head)
    }
    connectors = lines + loops
    width = layout.width + 2 * Self.margin
    height = layout.height + 2 * Self.margin
  }
}

// MARK: Measures, in pixels

extension ModelDiagram {
  /// The margin around the drawing.
  static let margin = 12
  /// The height of the part with the entity's name.
  static let titleHeight = 30
  /// The distance between lines of a box.
  static let lineHeight = 19
  /// The space above and below the lines of attributes, and of relationships.
  static let padding = 7
  /// The font size of titles.
  static let titleSize = 14
  /// The font size of lines.
  static let lineSize = 13
  /// The space to the left and right of texts.
  static let inset = 10
  /// The space between a name and its type.
  static let typeGap = 20
}

extension ModelDiagram.Box {
  /// Measures an entity's box.
  fileprivate init(_ entity: Entity) {
    title = entity.name
    isAbstract = entity.isAbstract
    attributes = entity.ownAttributes.map { .init(name: $0.name.text, type: $0.type.rawValue) }
    relationships = entity.ownRelationships.map {
      .init(name: $0.name, type: $0.declaration.destination.text)
    }
    let titleWidth = TextWidth.thousandths(of: title) * 11 / 10 * ModelDiagram.titleSize / 1000
    let lineWidths = (attributes + relationships).map {
      (TextWidth.thousandths(of: $0.name) + TextWidth.thousandths(of: $0.type)) * ModelDiagram.lineSize / 1000
        + ModelDiagram.typeGap
    }
    let width = max(120, titleWidth, lineWidths.max() ?? 0) + 2 * ModelDiagram.inset
    let sections = [attributes.count, relationships.count].filter { $0 > 0 }
    let height = sections.reduce(ModelDiagram.titleHeight) {
      $0 + 2 * ModelDiagram.padding + $1 * ModelDiagram.lineHeight
    }
    frame = LayeredLayout.Frame(
      x: 0, y: 0, width: width, height: sections.isEmpty ? height + ModelDiagram.padding : height)
  }

  /// The distance of the relationships from the box's top.
  var relationshipsTop: Int {
    guard !attributes.isEmpty else { return ModelDiagram.titleHeight }
    return ModelDiagram.titleHeight + 2 * ModelDiagram.padding + attributes.count * ModelDiagram.lineHeight
  }

  /// The vertical position of a link's end: at its relationship's line, or at the title.
  func y(of end: DiagramLink.End) -> Int {
    if let line = end.line {
      return relationshipsTop + ModelDiagram.padding + line * ModelDiagram.lineHeight + ModelDiagram
        .lineHeight / 2
    }
    return ModelDiagram.titleHeight / 3 * (end.head == .one || end.head == .many ? 2 : 1)
  }
}
