/// A chart as shapes with positions, before it is printed: one panel below the other.
///
/// A plot takes the width that the page has: a place across it is a share of the width, in tenths of a 720th, and a
/// place down it is in tenths of a pixel. Texts keep their size at any width. Positions are whole numbers:
/// nothing in them depends on the machine.
package struct ChartDrawing: Sendable {
  /// The width of every plot.
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

    /// Makes a rectangle.
    package init(x: Int, y: Int, width: Int, height: Int) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// Whether two boxes intersect.
    package func overlaps(_ other: Box) -> Bool {
      x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }
  }

  /// At which widths of a page something is shown: names are closer where there is room.
  package enum Room: Sendable {
    /// The words of the classes in the style sheet, `w` and `n`.
    case any, wide, narrow
  }

  /// A text on one line.
  package struct Label: Sendable {
    /// Which point of the text is at its place.
    package enum Anchor: String, Sendable {
      /// The words of SVG's `text-anchor`.
      case start, middle, end
    }

    /// The text as shown.
    package var text: String
    /// The whole text, if it was cut.
    package var fullText: String?
    /// The place of its anchor on its base line.
    package var place: Point
    /// Its anchor.
    package var anchor: Anchor
    /// Where it is shown.
    package var room: Room

    /// A label, cut if it is wider than a limit.
    init(_ text: String, at place: Point, _ anchor: Anchor = .start, room: Room = .any, limit: Int = width) {
      self.text = LabelWidth.cut(text, to: limit)
      fullText = self.text == text ? nil : text
      self.place = place
      self.anchor = anchor
      self.room = room
    }
  }

  /// A bar or a point: a figure of a category.
  package enum Mark: Sendable {
    /// A bar.
    case bar(Box, Style)
    /// A point of a line; one that is not shown appears under the pointer.
    case point(Point, Style, isShown: Bool)
  }

  /// The figures of a category, which a pointer or a key picks together.
  package struct Group: Sendable {
    /// The text for the reader: the category, then a line for each figure.
    package var title: String
    /// Its part of the plot.
    package var band: Box
    /// Its figures.
    package var marks: [Mark]
  }

  /// The colour, texture and dashes of a series.
  package struct Style: Sendable, Hashable {
    /// The number of the series, from 0.
    package var number: Int
    /// Whether the figures are those of the year before: in the same colour, with less ink.
    package var isEarlier = false

    /// Makes a style.
    package init(number: Int, isEarlier: Bool = false) {
      (self.number, self.isEarlier) = (number, isEarlier)
    }
  }

  /// A name in the legend.
  package struct Key: Sendable {
    /// The name of the series.
    package var name: String
    /// What it looks like.
    package var style: Style
  }

  /// A line of the grid; the one at zero is drawn stronger.
  package struct Rule: Sendable {
    /// Where it begins and ends.
    package var from, to: Point
    /// Whether it is the line at zero.
    package var isZero: Bool
  }

  /// A line in parts, where figures are missing between them.
  package struct Line: Sendable {
    /// The points of each part.
    package var parts: [[Point]]
    /// What it looks like.
    package var style: Style
  }

  /// The figures of one unit.
  package struct Panel: Sendable {
    /// What the axis measures: `Sum, EUR × 1,000`; nil if that is shown elsewhere.
    package var heading: String?
    /// The names of the series; empty for a lone one.
    package var keys: [Key] = []
    /// The figures on the axis from the top, at even distances; empty if figures are beside their bars.
    package var ticks: [String] = []
    /// Where the plot begins, from the top, and its height.
    package var top = 0, height = 0
    /// The height with the names of the categories.
    package var fullHeight = 0
    /// The grid.
    package var rules: [Rule] = []
    /// The lines.
    package var lines: [Line] = []
    /// The figures by category.
    package var groups: [Group] = []
    /// The names of the categories.
    package var labels: [Label] = []
  }

  /// The picture's title.
  package var title: String
  /// What it shows, in words.
  package var description: String
  /// The panels from the top.
  package var panels: [Panel] = []
}
