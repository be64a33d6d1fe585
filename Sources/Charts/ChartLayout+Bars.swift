/// A bar along its axis.
struct AxisBar {
  /// The range that the bar covers on the axis.
  let range: Range<Int>
  /// The 0-based number of its lane, for bars side by side.
  let lane: Int
  /// Its colour and texture.
  let style: ChartDrawing.Style
}

extension ChartLayout {
  /// The number of bars side by side in a category.
  func lanes(of panel: Chart.Panel) -> Int { chart.isStacked(panel) ? 1 : panel.series.count }

  /// The bars of a category: stacked away from zero in both directions, or side by side.
  /// - Parameter position: the position of a figure on the axis.
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
      // A figure too small to draw stays visible.
      if from == to, size != 0, !isStacked { to += size < 0 ? -10 : 10 }
      bars.append(
        AxisBar(
          range: min(from, to)..<max(from, to), lane: isStacked ? 0 : lane, style: series.drawnStyle))
    }
    return bars
  }
}
