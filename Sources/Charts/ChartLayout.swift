import Formatting
import Locale
import Records
import Templates

/// Lays out a chart: panels one below another, each with a heading, a legend and a plot.
///
/// Bars are columns if each category's name fits below; otherwise they are horizontal, one per row, below
/// their names.
package struct ChartLayout {
  /// The chart to draw.
  let chart: Chart
  /// Formats figures, days and words in the site's language.
  let formatter: ValueFormatter

  package static func draw(_ chart: Chart, formatter: ValueFormatter) -> ChartDrawing {
    let layout = ChartLayout(chart: chart, formatter: formatter)
    let hasRows = chart.kind == .bar && !hasRoomForColumns(chart)
    return ChartDrawing(
      title: chart.title, description: ChartDescription(chart: chart, formatter: formatter).text,
      panels: chart.panels.flatMap { hasRows ? layout.rows(of: $0) : [layout.columns(of: $0)] })
  }

  // MARK: Above the plot

  /// The label of the axis: `Sum, EUR × 1,000`.
  func heading(of panel: Chart.Panel, _ axis: ChartAxis?) -> String? {
    let name = panel.figure ?? (panel.namesSeries ? nil : panel.series.first?.name)
    var unit = panel.currency?.code ?? (panel.percent == nil ? "" : "%")
    if let axis, axis.hiddenPower > 0 {
      unit += (unit.isEmpty ? "× " : " × ") + number("1" + String(repeating: "0", count: axis.hiddenPower))
    }
    let heading = [name ?? "", unit].filter { !$0.isEmpty }.joined(separator: ", ")
    return heading.isEmpty ? nil : heading
  }

  /// The legend of the series.
  func keys(of panel: Chart.Panel) -> [ChartDrawing.Key] {
    guard panel.namesSeries else { return [] }
    return panel.series.map { ChartDrawing.Key(name: $0.name, style: $0.drawnStyle) }
  }

  // MARK: Parts of plots

  /// An axis for a panel's figures.
  func axis(of panel: Chart.Panel) -> ChartAxis {
    let range = chart.range(of: panel)
    return ChartAxis(low: range.lowerBound, high: range.upperBound, scale: panel.scale, maximumTicks: 5)
  }

  /// A tick's label in the site's language.
  func label(ofStep step: Int, of axis: ChartAxis) -> String { number(axis.plainLabel(ofStep: step)) }

  private func number(_ plain: String) -> String {
    var bytes: [UInt8] = []
    formatter.locale.appendNumber(plain.utf8.span, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text for a category: `Jan: €3.00`, with a line for each series if they are named.
  func title(ofCategory category: Int, in panel: Chart.Panel) -> String {
    let figures = panel.series.compactMap { series in
      series.values[category].map { (series.name, formatter.text(of: $0, in: panel)) }
    }
    guard panel.namesSeries else {
      return figures.reduce(panel.categories[category]) { formatter.labelled($0, $1.1) }
    }
    return ([panel.categories[category]] + figures.map { formatter.labelled($0.0, $0.1) })
      .joined(separator: "\n")
  }
}

extension Chart.Series {
  var drawnStyle: ChartDrawing.Style { .init(number: style, isEarlier: isEarlier) }
}

extension ValueFormatter {
  /// A figure of a panel in the site's language.
  func text(of number: Decimal, in panel: Chart.Panel) -> String {
    if let percent = panel.percent, let share = number.divided(by: Decimal(100)) {
      var output = Output(escaping: false)
      append(percent: share, scale: percent == .share ? 1 : nil, to: &output)
      return String(decoding: output.bytes, as: UTF8.self)
    }
    let value = panel.currency.map { Value.money(Money(number, $0)) } ?? .number(number)
    return text(of: value)
  }
}

extension Chart {
  /// Whether bars of a series are stacked on those of the previous one.
  func isStacked(_ panel: Panel) -> Bool { kind == .bar && panel.isKeyed && !panel.overlaps }

  /// The range that an axis must cover, which includes zero unless that would flatten the lines.
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
    // A bar's length shows its figure. A line shows changes, which may be small and far from zero.
    let distance = max(low, -high)
    if kind == .line, high - low < distance / 4, high - low > distance / 10_000 { return low...high }
    return min(0, low)...max(0, high)
  }
}

extension Chart.Panel {
  /// The maximum number of digits after the point of a figure, without trailing zeros.
  var scale: Int {
    series.lazy.flatMap(\.values).compactMap { $0?.withoutTrailingZeros.scale }.max() ?? 0
  }
}

extension Decimal {
  /// The nearest binary number, used only for a position in a picture.
  var double: Double { Double(description) ?? 0 }
}
