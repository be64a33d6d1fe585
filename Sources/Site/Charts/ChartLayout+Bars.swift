import Records

/// A bar along its axis.
struct AxisBar {
  /// From where to where it reaches, from the axis' start.
  let range: Range<Int>
  /// Which of the bars side by side it is, from 0.
  let lane: Int
  /// Its colour and texture.
  let style: ChartDrawing.Style
}

extension ChartLayout {
  /// The number of bars side by side in a category.
  func lanes(of panel: Chart.Panel) -> Int { chart.isStacked(panel) ? 1 : panel.series.count }

  /// The bars of a category: stacked away from zero on both its sides, or side by side.
  /// - Parameter position: the place of a figure on the axis.
  func bars(ofCategory category: Int, of panel: Chart.Panel, at position: (Double) -> Int) -> [AxisBar] {
    var above = 0.0
    var below = 0.0
    var bars: [AxisBar] = []
    let isStacked = chart.isStacked(panel)
    for (lane, series) in panel.series.enumerated() {
      guard let value = series.values[category] else { continue }
      let size = value.double
      var start = 0.0
      if isStacked {
        start = size < 0 ? below : above
        if size < 0 { below += size } else { above += size }
      }
      let from = position(start)
      var to = position(start + size)
      // A figure too small to be drawn stays visible.
      if from == to, size != 0, !isStacked { to += size < 0 ? -10 : 10 }
      bars.append(
        AxisBar(
          range: min(from, to)..<max(from, to), lane: isStacked ? 0 : lane, style: series.drawnStyle))
    }
    return bars
  }
}
