import Formatting
import Query
import Records

extension Chart {
  /// Makes a chart from a result.
  /// - Parameters:
  ///   - title: the chart's title; nil for a description of the data.
  ///   - earlier: the result of the same request a year before, for comparison; nil for none.
  /// - Returns: the chart, or nil if there are no figures.
  package init?(
    _ result: FetchResult, _ columns: ChartColumns, kind: Kind, title: String?, earlier: FetchResult? = nil,
    formatter: ValueFormatter, recordTitle: @escaping (_ table: Int, _ row: Int) -> String
  ) {
    let reader = ChartReader(
      result, columns, kind: kind, earlier: earlier, formatter: formatter, recordTitle: recordTitle)
    var panels = reader.panels
    guard !panels.isEmpty else { return nil }
    let timeline = reader.timeline
    if timeline.scale != .steps { Self.removeCategoriesOfOthers(from: &panels) }
    let category = result.plan.columns[0].label
    let figures = columns.figures.map { result.plan.columns[$0].label }.joined(separator: ", ")
    self.init(
      kind: kind, title: title ?? figures + " – " + category, category: category, scale: timeline.scale,
      panels: panels)
    guard timeline.scale == .steps else { return }
    breaks = timeline.breaks
    joinsOverGaps = timeline.isOfDays
    timeless = Set(timeline.categories.indices.filter { timeline.categories[$0] == .null })
    // A line ends at categories without a time.
    if joinsOverGaps { timeless.formUnion(timeline.breaks) }
  }

  /// Removes from each panel the categories with figures only in other panels, such as orders in another
  /// currency.
  private static func removeCategoriesOfOthers(from panels: inout [Panel]) {
    let shown = panels.map { panel in
      panel.categories.indices.map { category in panel.series.contains { $0.values[category] != nil } }
    }
    for index in panels.indices {
      let kept = panels[index].categories.indices.filter { category in
        shown[index][category] || !shown.contains { $0[category] }
      }
      panels[index].categories = kept.map { panels[index].categories[$0] }
      for series in panels[index].series.indices {
        panels[index].series[series].values = kept.map { panels[index].series[series].values[$0] }
      }
    }
  }
}
