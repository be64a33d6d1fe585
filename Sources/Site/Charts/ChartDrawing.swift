/// A chart as shapes with their places, before it is printed.
///
/// Places and lengths are whole numbers, tenths of a unit of the picture: nothing of them depends on a machine.
package struct ChartDrawing: Sendable {
  /// The width of every picture.
  package static let width = 7200

  /// A place.
  package struct Point: Sendable, Equatable {
    /// The distance from the left and from the top.
    package var x, y: Int
  }

  /// A rectangle.
  package struct Box: Sendable, Equatable {
    /// The distance of its corner from the left and from the top.
    package var x, y: Int
    /// Its lengths.
    package var width, height: Int

    /// Whether two boxes have a place in common.
    package func overlaps(_ other: Box) -> Bool {
      x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }
  }

  /// A text on one line.
  package struct Label: Sendable {
    /// Which point of the text stands at its place.
    package enum Anchor: String, Sendable {
      /// The words of SVG's `text-anchor`.
      case start, middle, end
    }

    /// What it is for.
    package enum Role: Sendable {
      /// A panel's name, a figure on an axis, what a bar or point stands for, what a colour stands for.
      case heading, tick, category, legend
    }

    /// The text as shown.
    package var text: String
    /// The whole text, where it was cut.
    package var fullText: String?
    /// What it is for.
    package var role: Role
    /// The place of its anchor on its base line.
    package var place: Point
    /// Its anchor.
    package var anchor: Anchor

    /// A label, cut where it is wider than a limit.
    init(_ text: String, _ role: Role, at place: Point, _ anchor: Anchor = .start, limit: Int = width) {
      self.text = LabelWidth.cut(text, to: limit)
      fullText = self.text == text ? nil : text
      self.role = role
      self.place = place
      self.anchor = anchor
    }

    /// The box that the text lies in.
    package var box: Box {
      let width = LabelWidth.width(of: text)
      let offset =
        switch anchor {
        case .start: 0
        case .middle: width / 2
        case .end: width
        }
      return Box(
        x: place.x - offset, y: place.y - LabelWidth.ascent, width: width,
        height: LabelWidth.ascent + LabelWidth.descent)
    }
  }

  /// A part of the picture.
  package enum Shape: Sendable {
    /// A text.
    case label(Label)
    /// A line of the grid; the one at zero is drawn stronger.
    case rule(from: Point, to: Point, isZero: Bool)
    /// A bar, or the sample of its colour in a legend, which has no title.
    case bar(Box, style: Int, title: String?)
    /// A line in parts, where figures are missing between them.
    case line([[Point]], style: Int)
    /// A figure on a line; one that is not shown appears under the pointer.
    case marker(Point, style: Int, isShown: Bool, title: String?)
  }

  /// What the picture is called.
  package var title: String
  /// What it shows, in words.
  package var description: String
  /// The height of the picture.
  package var height = 0
  /// The shapes, the hindmost first.
  package var shapes: [Shape] = []

  /// The labels.
  package var labels: [Label] {
    shapes.compactMap { if case .label(let label) = $0 { label } else { nil } }
  }
}
