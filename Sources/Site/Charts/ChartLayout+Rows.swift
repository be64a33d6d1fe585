import Records

// Plots whose bars lie, a category under the other, with its name in front.

extension ChartLayout {
  /// The room for names before the plot, at most.
  private static let nameRoom = 2400

  /// The plot of a panel: what the longest name leaves of the width, with the finest axis whose labels do not touch.
  func plotOfRows(of panel: Chart.Panel) -> Plot {
    let names = panel.categories.map(LabelWidth.width)
    let nameWidth = min(Self.nameRoom, names.max() ?? 0)
    var ticks = 6
    while true {
      let axis = axis(of: panel, maximumTicks: ticks)
      let widths = axis.steps.map { LabelWidth.width(of: label(ofStep: $0, of: axis)) }
      // The labels of the first and the last tick reach beyond the plot.
      let left = max(nameWidth + 80, (widths.first ?? 0) / 2 + 10)
      let width = ChartDrawing.width - left - (widths.last ?? 0) / 2 - 10
      let places = axis.steps.map { axis.position(ofStep: $0, in: width) }
      let fits = widths.indices.dropFirst().allSatisfy { index in
        places[index] - places[index - 1] >= (widths[index] + widths[index - 1]) / 2 + 80
      }
      if fits || ticks == 1 { return Plot(axis: axis, x: left, width: width) }
      ticks -= 1
    }
  }

  /// Adds a plot with the axis above.
  mutating func addRows(of panel: Chart.Panel, _ plot: Plot) {
    let lanes = chart.isStacked(panel) ? 1 : panel.series.count
    let thickness = lanes > 1 ? 100 : 140
    let pitch = thickness * lanes + 80
    let height = pitch * panel.categories.count
    let top = y + 200
    for step in plot.axis.steps {
      let x = plot.x + plot.axis.position(ofStep: step, in: plot.width)
      drawing.shapes.append(
        .rule(from: .init(x: x, y: top), to: .init(x: x, y: top + height), isZero: step == 0))
      add(label(ofStep: step, of: plot.axis), .tick, .init(x: x, y: y + LabelWidth.ascent), .middle)
    }
    for category in panel.categories.indices {
      let top = top + category * pitch + 40
      let baseline = top + thickness * lanes / 2 + 40
      add(
        panel.categories[category], .category, .init(x: plot.x - 80, y: baseline), .end, limit: Self.nameRoom)
      for bar in bars(ofCategory: category, of: panel, plot.axis, length: plot.width) {
        let box = ChartDrawing.Box(
          x: plot.x + bar.range.lowerBound, y: top + bar.lane * thickness, width: bar.range.count,
          height: lanes > 1 ? thickness - 10 : thickness)
        drawing.shapes.append(.bar(box, style: bar.style, title: bar.title))
      }
    }
    y = top + height + 20
  }
}
