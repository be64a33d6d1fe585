import Locale
import Records

/// Draws a chart: panel under panel, each with a heading, a legend and a plot.
///
/// Bars stand as columns where every category has room for its name below; else they lie, a row each, with the names
/// before them.
package struct ChartLayout {
  /// What is drawn.
  let chart: Chart
  /// Writes figures, days and words in the site's language.
  let formatter: ValueFormatter
  /// Whether bars lie.
  let hasRows: Bool
  /// The room on the left that the axes' labels take where categories stand side by side, the same in all panels.
  private(set) var axisRoom = 0
  /// What has been drawn so far.
  var drawing: ChartDrawing
  /// Where the next part begins.
  var y = 0

  /// The axis of a panel, and where its plot begins and ends from left to right.
  struct Plot {
    /// The axis of the figures.
    let axis: ChartAxis
    /// Where the plot begins, in tenths of a unit from the left.
    let x: Int
    /// How far it goes from there, in tenths of a unit.
    let width: Int
  }

  /// The distance between two lines of text.
  private static let lineHeight = 180
  /// The distance between panels.
  private static let panelGap = 240

  /// The drawing of a chart.
  package static func draw(_ chart: Chart, formatter: ValueFormatter) -> ChartDrawing {
    var layout = ChartLayout(chart: chart, formatter: formatter)
    for (index, panel) in chart.panels.enumerated() {
      if index > 0 { layout.y += panelGap }
      layout.add(panel)
    }
    layout.drawing.height = layout.y
    return layout.drawing
  }

  private init(chart: Chart, formatter: ValueFormatter) {
    self.chart = chart
    self.formatter = formatter
    hasRows = chart.kind == .bar && !Self.hasRoomForColumns(chart)
    drawing = ChartDrawing(
      title: chart.title, description: ChartDescription(chart: chart, formatter: formatter).text)
    axisRoom = chart.panels.map { roomForLabels(of: columnAxis(of: $0)) }.max() ?? 0
  }

  private mutating func add(_ panel: Chart.Panel) {
    let plot = hasRows ? plotOfRows(of: panel) : plotOfColumns(of: panel)
    addHeading(of: panel, plot.axis)
    addLegend(of: panel)
    if hasRows { addRows(of: panel, plot) } else { addColumns(of: panel, plot) }
  }

  // MARK: Above the plot

  /// Names what the axis measures: `Sum, EUR × 1,000`.
  private mutating func addHeading(of panel: Chart.Panel, _ axis: ChartAxis) {
    let name = panel.figure ?? (panel.series.count == 1 ? panel.series[0].name : nil)
    var unit = panel.currency?.code ?? ""
    if axis.hiddenPower > 0 {
      unit += (unit.isEmpty ? "× " : " × ") + number("1" + String(repeating: "0", count: axis.hiddenPower))
    }
    let heading = [name ?? "", unit].filter { !$0.isEmpty }.joined(separator: ", ")
    guard !heading.isEmpty else { return }
    add(heading, .heading, ChartDrawing.Point(x: 10, y: y + LabelWidth.ascent))
    y += Self.lineHeight
  }

  /// Names the series, in as many lines as that takes.
  private mutating func addLegend(of panel: Chart.Panel) {
    guard panel.series.count > 1 || panel.isKeyed else { return }
    var x = 0
    for series in panel.series {
      let label = ChartDrawing.Label(
        series.name, .legend, at: .init(x: x + 180, y: y + LabelWidth.ascent), limit: 2400)
      if x > 0, label.box.x + label.box.width > ChartDrawing.width {
        x = 0
        y += Self.lineHeight
      }
      addSample(of: series, at: .init(x: x, y: y + 70))
      add(series.name, .legend, .init(x: x + 180, y: y + LabelWidth.ascent), limit: 2400)
      x += 180 + label.box.width + 240
    }
    y += Self.lineHeight
  }

  private mutating func addSample(of series: Chart.Series, at middle: ChartDrawing.Point) {
    switch chart.kind {
    case .bar:
      let box = ChartDrawing.Box(x: middle.x, y: middle.y - 50, width: 120, height: 100)
      drawing.shapes.append(.bar(box, style: series.style, title: nil))
    case .line:
      let end = ChartDrawing.Point(x: middle.x + 140, y: middle.y)
      drawing.shapes.append(.line([[middle, end]], style: series.style))
      drawing.shapes.append(
        .marker(.init(x: middle.x + 70, y: middle.y), style: series.style, isShown: true, title: nil))
    }
  }

  // MARK: Parts of plots

  /// Adds a text.
  /// - Parameters:
  ///   - place: the place of its anchor on its base line.
  ///   - limit: the width, in tenths of a unit, at which it is cut.
  mutating func add(
    _ text: String, _ role: ChartDrawing.Label.Role, _ place: ChartDrawing.Point,
    _ anchor: ChartDrawing.Label.Anchor = .start, limit: Int = ChartDrawing.width
  ) {
    drawing.shapes.append(.label(ChartDrawing.Label(text, role, at: place, anchor, limit: limit)))
  }

  /// An axis with at most so many steps for a panel's figures.
  func axis(of panel: Chart.Panel, maximumTicks: Int) -> ChartAxis {
    let range = chart.range(of: panel)
    return ChartAxis(
      low: range.lowerBound, high: range.upperBound, scale: panel.scale, maximumTicks: maximumTicks)
  }

  /// A tick's label in the site's language.
  func label(ofStep step: Int, of axis: ChartAxis) -> String { number(axis.plainLabel(ofStep: step)) }

  private func number(_ plain: String) -> String {
    var bytes: [UInt8] = []
    formatter.locale.appendNumber(plain.utf8.span, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What a reader is told of a figure under the pointer.
  func title(ofCategory category: Int, _ series: Chart.Series, _ value: Decimal, in panel: Chart.Panel)
    -> String
  {
    let isNamed = panel.isKeyed || panel.series.count > 1
    let name = panel.categories[category] + (isNamed ? ", " + series.name : "")
    return name + ": " + formatter.text(of: value, in: panel)
  }
}

extension ValueFormatter {
  /// A figure of a panel in the site's language.
  func text(of number: Decimal, in panel: Chart.Panel) -> String {
    let value = panel.currency.map { Value.money(Money(number, $0)) } ?? .number(number)
    return text(of: value) { _, _ in "" }
  }
}

extension Chart {
  /// Whether bars of a series stand on those of the one before.
  func isStacked(_ panel: Panel) -> Bool { kind == .bar && panel.isKeyed }

  /// The figures that an axis must hold, zero among them unless lines would be flattened by it.
  func range(of panel: Panel) -> ClosedRange<Double> {
    if isStacked(panel) {
      let sums = panel.categories.indices.map { category in
        panel.series.compactMap { $0.values[category]?.double }.reduce((low: 0.0, high: 0.0)) { sum, value in
          value < 0 ? (sum.low + value, sum.high) : (sum.low, sum.high + value)
        }
      }
      return (sums.map(\.low).min() ?? 0)...(sums.map(\.high).max() ?? 0)
    }
    let values = panel.series.flatMap(\.values).compactMap { $0?.double }
    guard let low = values.min(), let high = values.max() else { return 0...0 }
    // A bar's length is its figure. A line shows how figures move, which close to each other they do far from zero.
    let distance = max(low, -high)
    if kind == .line, high - low < distance / 4, high - low > distance / 10_000 { return low...high }
    return min(0, low)...max(0, high)
  }
}

extension Chart.Panel {
  /// The most digits that a figure has after the mark, zeros at the end aside.
  var scale: Int {
    series.lazy.flatMap(\.values).compactMap { $0?.withoutTrailingZeros.scale }.max() ?? 0
  }
}

extension Decimal {
  /// The nearest binary number, for a place in a picture and nothing else.
  var double: Double { Double(description) ?? 0 }
}
