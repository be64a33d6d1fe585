import Records

// Plots whose categories stand side by side: columns, and lines.

extension ChartLayout {
  /// The height of a plot, and the room for the axis on its left, at most.
  private static let plotHeight = 2400
  private static let mostAxisRoom = 1000
  /// The least distance between two names.
  private static let gap = 40
  /// The most columns: of any names, and of steps of time, which need not all be named.
  private static let mostNames = 24
  private static let mostSteps = 120

  /// Whether bars stand as columns: every name has room below its own, and no bar is thinner than two units.
  static func hasRoomForColumns(_ chart: Chart) -> Bool {
    chart.panels.allSatisfy { panel in
      let count = panel.categories.count
      guard count <= (chart.scale == .names ? mostNames : mostSteps) else { return false }
      let slot = (ChartDrawing.width - mostAxisRoom) / max(1, count)
      let bars = chart.isStacked(panel) ? 1 : panel.series.count
      return slot * 7 / 10 / bars >= 20
        && (chart.scale != .names || panel.categories.allSatisfy { LabelWidth.width(of: $0) + gap <= slot })
    }
  }

  /// The plot of a panel: what the axis' labels leave of the width.
  func plotOfColumns(of panel: Chart.Panel) -> Plot {
    Plot(axis: columnAxis(of: panel), x: axisRoom, width: ChartDrawing.width - axisRoom)
  }

  /// The axis of a panel whose categories stand side by side.
  func columnAxis(of panel: Chart.Panel) -> ChartAxis { axis(of: panel, maximumTicks: 5) }

  /// The room that an axis' labels take.
  func roomForLabels(of axis: ChartAxis) -> Int {
    let widths = axis.steps.map { LabelWidth.width(of: label(ofStep: $0, of: axis)) }
    return min(Self.mostAxisRoom, (widths.max() ?? 0) + 80)
  }

  /// Adds a plot with an axis on its left and the categories below.
  mutating func addColumns(of panel: Chart.Panel, _ plot: Plot) {
    let frame = ChartDrawing.Box(x: plot.x, y: y + 80, width: plot.width, height: Self.plotHeight)
    let bottom = frame.y + frame.height
    for step in plot.axis.steps {
      let y = bottom - plot.axis.position(ofStep: step, in: frame.height)
      drawing.shapes.append(
        .rule(from: .init(x: plot.x, y: y), to: .init(x: ChartDrawing.width, y: y), isZero: step == 0))
      let text = label(ofStep: step, of: plot.axis)
      add(text, .tick, .init(x: plot.x - 80, y: y + 40), .end, limit: plot.x - 80)
    }
    switch chart.kind {
    case .bar: addBars(of: panel, plot.axis, in: frame)
    case .line: addLines(of: panel, plot.axis, in: frame)
    }
    addCategories(of: panel, below: frame)
    y = bottom + 240
  }

  /// The left end of a category's room; that of the one after the last is the right end of the plot.
  private func start(ofCategory category: Int, of panel: Chart.Panel, in frame: ChartDrawing.Box) -> Int {
    frame.x + frame.width * category / max(1, panel.categories.count)
  }

  private func middle(ofCategory category: Int, of panel: Chart.Panel, in frame: ChartDrawing.Box) -> Int {
    (start(ofCategory: category, of: panel, in: frame) + start(ofCategory: category + 1, of: panel, in: frame))
      / 2
  }

  // MARK: Categories

  /// Names the categories: each, or every second, third … where names would touch.
  private mutating func addCategories(of panel: Chart.Panel, below frame: ChartDrawing.Box) {
    let baseline = frame.y + frame.height + 200
    let labels = panel.categories.indices.map { category -> ChartDrawing.Label in
      var label = ChartDrawing.Label(
        panel.categories[category], .category,
        at: .init(x: middle(ofCategory: category, of: panel, in: frame), y: baseline), .middle, limit: 1600)
      // A name at the edge moves inwards rather than out of the picture.
      let box = label.box
      label.place.x += max(0, -box.x) - max(0, box.x + box.width - ChartDrawing.width)
      return label
    }
    let strides = [1, 2, 3, 4, 6] + Array(stride(from: 12, through: max(12, labels.count + 11), by: 12))
    let step = strides.first { step in
      let shown = stride(from: 0, to: labels.count, by: step).map { labels[$0].box }
      return zip(shown, shown.dropFirst()).allSatisfy { $0.x + $0.width + Self.gap <= $1.x }
    }
    for index in stride(from: 0, to: labels.count, by: step ?? max(1, labels.count)) {
      drawing.shapes.append(.label(labels[index]))
    }
  }

  // MARK: Bars

  private mutating func addBars(of panel: Chart.Panel, _ axis: ChartAxis, in frame: ChartDrawing.Box) {
    let bottom = frame.y + frame.height
    for category in panel.categories.indices {
      let slot =
        start(ofCategory: category + 1, of: panel, in: frame)
        - start(ofCategory: category, of: panel, in: frame)
      let lanes = chart.isStacked(panel) ? 1 : panel.series.count
      let width = max(1, min(slot * 7 / 10 / lanes, 480))
      let left = middle(ofCategory: category, of: panel, in: frame) - width * lanes / 2
      for bar in bars(ofCategory: category, of: panel, axis, length: frame.height) {
        let box = ChartDrawing.Box(
          x: left + bar.lane * width, y: bottom - bar.range.upperBound,
          width: lanes > 1 ? max(10, width - 10) : width, height: bar.range.count)
        drawing.shapes.append(.bar(box, style: bar.style, title: bar.title))
      }
    }
  }

  // MARK: Lines

  private mutating func addLines(of panel: Chart.Panel, _ axis: ChartAxis, in frame: ChartDrawing.Box) {
    let slot = frame.width / max(1, panel.categories.count)
    var markers: [ChartDrawing.Shape] = []
    for series in panel.series {
      let joined = lineParts(of: series)
      let parts = joined.map { part in
        part.map { (category, value) in
          ChartDrawing.Point(
            x: middle(ofCategory: category, of: panel, in: frame),
            y: frame.y + frame.height - axis.position(of: value.double, in: frame.height))
        }
      }
      for (part, points) in zip(joined, parts) {
        for ((category, value), point) in zip(part, points) {
          markers.append(
            .marker(
              point, style: series.style, isShown: slot >= 100 || part.count == 1,
              title: title(ofCategory: category, series, value, in: panel)))
        }
      }
      drawing.shapes.append(.line(parts.filter { $0.count > 1 }, style: series.style))
    }
    // Above all lines, so that the pointer finds them.
    drawing.shapes += markers
  }

  /// The figures of a series that a line joins, part by part: it ends where a figure is missing, unless it is one of
  /// readings by the day, and what has no place in time is joined to nothing.
  private func lineParts(of series: Chart.Series) -> [[(category: Int, value: Decimal)]] {
    var parts: [[(category: Int, value: Decimal)]] = []
    var isOpen = false
    for (category, value) in series.values.enumerated() {
      let isTimeless = chart.timeless.contains(category)
      if let value {
        if isOpen, !isTimeless {
          parts[parts.count - 1].append((category, value))
        } else {
          parts.append([(category, value)])
        }
      }
      isOpen = !isTimeless && (value != nil || isOpen && chart.joinsOverGaps)
    }
    return parts
  }
}
