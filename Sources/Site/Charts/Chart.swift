import Records

/// What a chart shows: figures by category, in panels that each have an axis of their own.
///
/// Figures of one unit share a panel. Amounts of several currencies are never added together, so each currency has
/// its own.
package struct Chart: Sendable {
  /// How the figures are drawn.
  package enum Kind: String, Sendable {
    /// The words of a query block's `as`.
    case bar, line
  }

  /// What the categories are.
  package enum Scale: Sendable {
    /// Names, none of which may be left out.
    case names
    /// Days, of which an axis may name every second one only.
    case days
    /// Steps of time, which also keep their places if they have no figures.
    case steps
  }

  /// Figures that belong together: a line, the bars of one colour.
  package struct Series: Sendable {
    /// What it is called.
    package var name: String
    /// The number of its colour, texture and marker, from 0, the same in all panels.
    package var style: Int
    /// The figure of each category; nil if there is none.
    package var values: [Decimal?]
    /// The sum of the figures, if they are added up.
    package var total: Decimal?
    /// Whether they are those of the previous year, to compare with.
    package var isEarlier = false

    /// Makes a series.
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

  /// The label below a category, if that is shorter than its name: `Mar`, and `2026` in a line below.
  package struct Tick: Sendable {
    /// The short name.
    package var name: String
    /// The year that it is of, shown below the first name of each year.
    package var year: String?

    /// Makes a short name.
    package init(name: String, year: String? = nil) {
      self.name = name
      self.year = year
    }
  }

  /// The figures of one unit.
  package struct Panel: Sendable {
    /// The categories in their order.
    package var categories: [String]
    /// The label below each category; empty if that is its name.
    package var ticks: [Tick] = []
    /// What is shown, if the series are the values of a key: `Sum`.
    package var figure: String?
    /// The currency of the figures; nil for plain numbers.
    package var currency: Currency?
    /// Whether the figures are shares in per cent, 12.5 for an eighth.
    package var isPercent = false
    /// The series, at least one.
    package var series: [Series]
    /// The sum of all series' figures, if they are added up.
    package var total: Decimal?

    /// Makes a panel.
    package init(
      categories: [String], figure: String? = nil, currency: Currency? = nil, series: [Series],
      total: Decimal? = nil
    ) {
      self.categories = categories
      self.figure = figure
      self.currency = currency
      self.series = series
      self.total = total
    }

    /// Whether the series are the values of a key, so that bars are stacked.
    package var isKeyed: Bool { figure != nil }

    /// Whether each series is named, because there are several or the only one is not what the chart is about.
    var namesSeries: Bool { isKeyed || series.count > 1 || series.contains(where: \.isEarlier) }
  }

  /// How it is drawn.
  package var kind: Kind
  /// What it is called.
  package var title: String
  /// What the categories are: `Month`.
  package var category: String
  /// What the categories are like.
  package var scale: Scale
  /// The panels, at least one.
  package var panels: [Panel]
  /// Whether lines continue over categories without figures, such as days between two readings.
  package var joinsOverGaps = false
  /// The categories of a time line that have no place in it, such as records without a date.
  package var timeless: Set<Int> = []
  /// The categories of a time line that stand for a stretch of time too long to be shown.
  package var breaks: Set<Int> = []

  /// Makes a chart.
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
