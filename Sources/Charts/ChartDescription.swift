import Formatting
import Records

/// A description of a chart in words, for screen readers.
///
///     Bar chart: Month, Sum. Highest: 2026-03, €1,234.50. Lowest: 2026-01, €3.00. Total: €5,000.00
struct ChartDescription {
  /// The described chart.
  let chart: Chart
  /// Formats figures, days and words in the site's language.
  let formatter: ValueFormatter

  var text: String {
    let kind =
      switch chart.kind {
      case .bar: formatter.word("barChart", "Bar chart")
      case .line: formatter.word("lineChart", "Line chart")
      }
    var facts = [formatter.labelled(kind, "\(chart.category), \(figures)")]
    for panel in chart.panels {
      if panel.isKeyed {
        facts += self.facts(of: panel.series, in: panel, total: panel.total)
      } else {
        for series in panel.series {
          let name = panel.namesSeries ? [series.name] : []
          facts += name + self.facts(of: [series], in: panel, total: series.total)
        }
      }
    }
    return facts.joined(separator: ". ")
  }

  private var figures: String {
    var names: [String] = []
    for name in chart.panels.flatMap({ panel in panel.figure.map { [$0] } ?? panel.series.map(\.name) })
    where !names.contains(name) { names.append(name) }
    return names.joined(separator: ", ")
  }

  /// The greatest and the least figure (the first of equal ones), and the total.
  private func facts(of series: [Chart.Series], in panel: Chart.Panel, total: Decimal?) -> [String] {
    var highest: (name: String, value: Decimal)?
    var lowest = highest
    var count = 0
    for category in panel.categories.indices {
      for series in series {
        guard let value = series.values[category] else { continue }
        let name = panel.categories[category] + (panel.isKeyed ? ", " + series.name : "")
        if highest.map({ value > $0.value }) ?? true { highest = (name, value) }
        if lowest.map({ value < $0.value }) ?? true { lowest = (name, value) }
        count += 1
      }
    }
    guard let highest, let lowest else { return [] }
    func text(_ value: Decimal) -> String { formatter.text(of: value, in: panel) }
    func fact(_ word: String, _ figure: (name: String, value: Decimal)) -> String {
      formatter.labelled(word, "\(figure.name), \(text(figure.value))")
    }
    guard count > 1 else { return [formatter.labelled(highest.name, text(highest.value))] }
    return [
      fact(formatter.word("highest", "Highest"), highest), fact(formatter.word("lowest", "Lowest"), lowest),
    ]
      + (total.map { [formatter.labelled(formatter.word("total", "Total"), text($0))] } ?? [])
  }
}
