import Records

/// The data of a chart: figures by category, in panels that each have their own axis.
///
/// Figures of one unit share a panel. Amounts in different currencies are never added together, so each
/// currency has its own panel.
package struct Chart: Sendable {
  /// How the figures are drawn.
  package enum Kind: String, Sendable {
    /// The words of a query block's `as`.
    case bar, line
  }

  /// The kind of the categories.
  package enum Scale: Sendable {
    /// Names, all of which must be shown.
    case names
    /// Days; an axis may name only some of them.
    case days
    /// Steps of time, which keep their places even without figures.
    case steps
  }

  /// Figures that belong together: a line, or the bars of one colour.
  package struct Series: Sendable {
    package var name: String
    /// The 0-based number of its colour, texture and marker, the same in all panels.
    package var style: Int
    /// The figure of each category; nil if there is none.
    package var values: [Decimal?]
    /// The sum of the figures, if they are added up.
    package var total: Decimal?
    /// Whether the figures are from the previous year, for comparison.
    package var isEarlier = false

    package init(
      name: String, style: Int, values: [Decimal?], total: Decimal? = nil, isEarlier: Bool = false
    ) {
      self.name = name
      self.style = style
      self.values = values
      self.total = total
      self.isEarlier = isEarlier
    }
  }

  /// The label below a category if it is shorter than the name: `Mar`, with `2026` on a second line.
  struct Tick: Sendable {
    /// The short name.
    var name: String
    /// The year, shown below the first tick of each year.
    var year: String?
  }

  /// Percentages as tables print them: shares of a sum with one digit after the point, rates with all that they have.
  package enum Percent: Sendable {
    case share, rate
  }

  /// The figures of one unit.
  package struct Panel: Sendable {
    /// The categories, in order.
    package var categories: [String]
    /// The label below each category; empty if it is the category's name.
    var ticks: [Tick] = []
    /// The name of the figure, if the series are the values of a key: `Sum`.
    var figure: String?
    /// The currency of the figures; nil for plain numbers.
    package var currency: Currency?
    /// The kind of the figures that are percentages, 12.5 for an eighth; nil for others.
    var percent: Percent?
    /// The series, at least one.
    package var series: [Series]
    /// The sum of all series' figures, if they are added up.
    package var total: Decimal?
    /// Whether a record may count in several series, whose sum would count it several times.
    var overlaps = false

    package init(
      categories: [String], figure: String? = nil, currency: Currency? = nil, percent: Percent? = nil,
      series: [Series], total: Decimal? = nil
    ) {
      self.categories = categories
      self.figure = figure
      self.currency = currency
      self.percent = percent
      self.series = series
      self.total = total
    }

    /// Whether the series are the values of a key, so that bars are stacked unless they overlap.
    package var isKeyed: Bool { figure != nil }

    /// Whether to name the series: if there are several, or the only one is not the chart's subject.
    var namesSeries: Bool { isKeyed || series.count > 1 || series.contains(where: \.isEarlier) }
  }

  /// How the chart is drawn.
  package var kind: Kind
  var title: String
  /// The name of the categories: `Month`.
  var category: String
  /// The kind of the categories.
  package var scale: Scale
  /// The panels, at least one.
  package var panels: [Panel]
  /// Whether lines continue over categories without figures, such as days between two readings.
  package var joinsOverGaps = false
  /// The categories of a timeline without a place in time, such as records without a date.
  package var timeless: Set<Int> = []
  /// The categories of a timeline that stand for a period too long to show.
  package var breaks: Set<Int> = []

  package init(
    kind: Kind, title: String, category: String, scale: Scale = .names, panels: [Panel]
  ) {
    self.kind = kind
    self.title = title
    self.category = category
    self.scale = scale
    self.panels = panels
  }
}
