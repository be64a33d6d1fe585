/// A chart as shapes with positions, before printing: one panel below another.
///
/// A plot has the width of the page. Horizontal positions are shares of the width, in tenths of a 720th;
/// vertical positions are tenths of a pixel. Texts keep their size at any width. Positions are integers, so
/// that the result is the same on every machine.
package struct ChartDrawing: Sendable {
  /// The width of every plot.
  package static let width = 7200

  /// A position.
  package struct Point: Sendable, Equatable {
    /// The distance from the left and from the top.
    package var x, y: Int
  }

  /// A rectangle.
  package struct Box: Sendable, Equatable {
    /// The distance of its top left corner from the left and from the top.
    package var x, y: Int
    /// Its size.
    package var width, height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  /// The page widths at which something is shown: wide pages have room for more names.
  package enum Room: Sendable {
    /// The class names in the style sheet are `w` and `n`.
    case any, wide, narrow
  }

  /// A text on one line.
  package struct Label: Sendable {
    /// The point of the text at the label's position.
    package enum Anchor: String, Sendable {
      /// The values of SVG's `text-anchor`.
      case start, middle, end
    }

    /// The visible text.
    package var text: String
    /// The full text, if it was truncated.
    package var fullText: String?
    /// The position of its anchor on its baseline.
    package var place: Point
    package var anchor: Anchor
    /// The page widths at which it is shown.
    package var room: Room

    /// Makes a label, truncated if it exceeds a width.
    init(_ text: String, at place: Point, _ anchor: Anchor = .start, room: Room = .any, limit: Int = width) {
      self.text = LabelWidth.cut(text, to: limit)
      fullText = self.text == text ? nil : text
      self.place = place
      self.anchor = anchor
      self.room = room
    }
  }

  /// A bar or a point that shows a figure of a category.
  package enum Mark: Sendable {
    case bar(Box, Style)
    /// A point of a line; a hidden one appears under the pointer.
    case point(Point, Style, isShown: Bool)
  }

  /// The figures of a category, selected together by pointer or keyboard.
  package struct Group: Sendable {
    /// The text shown to the reader: the category, then a line for each figure.
    package var title: String
    /// Its area of the plot.
    var band: Box
    /// Its figures.
    package var marks: [Mark]
  }

  /// The colour, texture and dashes of a series.
  package struct Style: Sendable, Hashable {
    /// The 0-based number of the series.
    var number: Int
    /// Whether the figures are from the previous year, drawn in the same colour, but lighter.
    var isEarlier = false

    package init(number: Int, isEarlier: Bool = false) {
      (self.number, self.isEarlier) = (number, isEarlier)
    }
  }

  /// An entry of the legend.
  package struct Key: Sendable {
    /// The name of the series.
    package var name: String
    /// The style of the series.
    var style: Style
  }

  /// A grid line; the line at zero is stronger.
  struct Rule: Sendable {
    /// The start and the end.
    var from, to: Point
    /// Whether it is the line at zero.
    var isZero: Bool
  }

  /// A line in segments, interrupted where figures are missing.
  package struct Line: Sendable {
    /// The points of each segment.
    package var parts: [[Point]]
    /// The style of the series.
    var style: Style
  }

  /// The figures of one unit.
  package struct Panel: Sendable {
    /// The label of the axis: `Sum, EUR × 1,000`; nil if it is shown elsewhere.
    package var heading: String?
    /// The legend; empty for a single series.
    package var keys: [Key] = []
    /// The labels of the axis from the top, evenly spaced; empty if figures are beside their bars.
    package var ticks: [String] = []
    /// The position of the plot from the top, and its height.
    package var top = 0, height = 0
    /// The height including the names of the categories.
    package var fullHeight = 0
    /// The grid.
    var rules: [Rule] = []
    package var lines: [Line] = []
    /// The figures by category.
    package var groups: [Group] = []
    /// The names of the categories.
    package var labels: [Label] = []
  }

  /// The picture's title.
  package var title: String
  /// A description in words.
  package var description: String
  /// The panels, from top to bottom.
  package var panels: [Panel] = []
}
