import Records

// Plots with categories side by side: columns and lines.

extension ChartLayout {
  /// The height of a plot, the space above it for half a label of the axis, and the space below it for names.
  private static let plotHeight = 2400
  private static let headRoom = 80
  private static let footRoom = 240
  /// The height of a second line of names.
  private static let secondLine = 150
  /// The maximum width of a bar.
  private static let maximumBarWidth = 320
  /// The maximum number of columns: with names, and with steps of time, which need not all be named.
  private static let maximumNames = 24
  private static let maximumSteps = 120
  /// The widths of a plot on a screen and a phone, in tenths of a pixel, for choosing categories to name.
  private static let wideWidth = 6000
  private static let narrowWidth = 2600

  /// Whether bars are drawn as columns: every name fits, and no bar is thinner than two units.
  static func hasRoomForColumns(_ chart: Chart) -> Bool {
    chart.panels.allSatisfy { panel in
      let count = panel.categories.count
      guard count <= (chart.scale == .names ? maximumNames : maximumSteps) else { return false }
      let slot = wideWidth / max(1, count)
      let bars = chart.isStacked(panel) ? 1 : panel.series.count
      return slot * 7 / 10 / bars >= 20
        && (chart.scale != .names
          || panel.categories.allSatisfy { LabelWidth.width(of: $0) + CategoryNames.gap <= slot })
    }
  }

  /// The panel of a plot with an axis on the left and the categories below.
  func columns(of panel: Chart.Panel) -> ChartDrawing.Panel {
    let axis = axis(of: panel)
    var drawn = ChartDrawing.Panel(heading: heading(of: panel, axis), keys: keys(of: panel))
    drawn.ticks = axis.steps.reversed().map { label(ofStep: $0, of: axis) }
    drawn.top = Self.headRoom
    drawn.height = Self.plotHeight
    drawn.rules = axis.steps.map { step in
      let y = Self.plotHeight - axis.position(ofStep: step, in: Self.plotHeight)
      return .init(from: .init(x: 0, y: y), to: .init(x: ChartDrawing.width, y: y), isZero: step == 0)
    }
    drawn.groups = panel.categories.indices.map { category in
      let (left, right) = (start(ofCategory: category, of: panel), start(ofCategory: category + 1, of: panel))
      return .init(
        title: title(ofCategory: category, in: panel),
        band: .init(x: left, y: 0, width: right - left, height: Self.plotHeight), marks: [])
    }
    switch chart.kind {
    case .bar: addBars(of: panel, axis, to: &drawn)
    case .line: addLines(of: panel, axis, to: &drawn)
    }
    let baseline = drawn.top + drawn.height + 180
    drawn.labels = labels(of: panel, below: baseline)
    let hasSecondLine = drawn.labels.contains { $0.place.y > baseline }
    drawn.fullHeight = drawn.top + drawn.height + Self.footRoom + (hasSecondLine ? Self.secondLine : 0)
    return drawn
  }

  /// The left end of a category's area; one after the last category gives the right end of the plot.
  private func start(ofCategory category: Int, of panel: Chart.Panel) -> Int {
    ChartDrawing.width * category / max(1, panel.categories.count)
  }

  private func middle(ofCategory category: Int, of panel: Chart.Panel) -> Int {
    (start(ofCategory: category, of: panel) + start(ofCategory: category + 1, of: panel)) / 2
  }

  // MARK: Categories

  /// The names of categories, fewer on a phone. The year is shown below the first name of each year.
  private func labels(of panel: Chart.Panel, below baseline: Int) -> [ChartDrawing.Label] {
    let wide = labels(of: panel, below: baseline, width: Self.wideWidth, room: .wide)
    let narrow = labels(of: panel, below: baseline, width: Self.narrowWidth, room: .narrow)
    func isSame(_ pair: (ChartDrawing.Label, ChartDrawing.Label)) -> Bool {
      pair.0.text == pair.1.text && pair.0.place == pair.1.place && pair.0.anchor == pair.1.anchor
    }
    guard wide.count == narrow.count, zip(wide, narrow).allSatisfy(isSame) else { return wide + narrow }
    return wide.map { label in
      var label = label
      label.room = .any
      return label
    }
  }

  /// The names that fit into a plot of a given width.
  private func labels(
    of panel: Chart.Panel, below baseline: Int, width: Int, room: ChartDrawing.Room
  ) -> [ChartDrawing.Label] {
    let names = CategoryNames(
      ticks: panel.categories.indices.map { panel.tick(ofCategory: $0) }, breaks: chart.breaks, width: width
    ).names
    var labels: [ChartDrawing.Label] = []
    var year: String?
    for name in names {
      let x =
        switch name.anchor {
        case .start: 0
        case .middle: middle(ofCategory: name.category, of: panel)
        case .end: ChartDrawing.width
        }
      labels.append(
        .init(
          name.text, at: .init(x: x, y: baseline), name.anchor, room: room, limit: CategoryNames.maximumWidth)
      )
      guard let own = name.year, own != year else { continue }
      labels.append(.init(own, at: .init(x: x, y: baseline + Self.secondLine), name.anchor, room: room))
      year = own
    }
    return labels
  }

  // MARK: Bars

  private func addBars(of panel: Chart.Panel, _ axis: ChartAxis, to drawn: inout ChartDrawing.Panel) {
    let lanes = lanes(of: panel)
    for category in panel.categories.indices {
      let slot = drawn.groups[category].band.width
      let width = max(1, min(slot * 7 / 10 / lanes, Self.maximumBarWidth))
      let left = middle(ofCategory: category, of: panel) - width * lanes / 2
      drawn.groups[category].marks = bars(ofCategory: category, of: panel) {
        axis.position(of: $0, in: Self.plotHeight)
      }.map { bar in
        let box = ChartDrawing.Box(
          x: left + bar.lane * width, y: Self.plotHeight - bar.range.upperBound,
          width: lanes > 1 ? max(10, width - 10) : width, height: bar.range.count)
        return .bar(box, bar.style)
      }
    }
  }

  // MARK: Lines

  private func addLines(of panel: Chart.Panel, _ axis: ChartAxis, to drawn: inout ChartDrawing.Panel) {
    let slot = ChartDrawing.width / max(1, panel.categories.count)
    for series in panel.series {
      let parts = lineParts(of: series)
      let points = parts.map { part in
        part.map { (category, value) in
          ChartDrawing.Point(
            x: middle(ofCategory: category, of: panel),
            y: Self.plotHeight - axis.position(of: value.double, in: Self.plotHeight))
        }
      }
      for (part, points) in zip(parts, points) {
        for ((category, _), point) in zip(part, points) {
          drawn.groups[category].marks.append(
            .point(point, series.drawnStyle, isShown: slot >= 100 || part.count == 1))
        }
      }
      let joined = points.filter { $0.count > 1 }
      if !joined.isEmpty { drawn.lines.append(.init(parts: joined, style: series.drawnStyle)) }
    }
  }

  /// The figures of a series in connected segments: a segment ends at a missing figure, unless the chart
  /// shows daily readings. Categories without a place in time are not connected.
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

extension Chart.Panel {
  /// The label below a category.
  func tick(ofCategory category: Int) -> Chart.Tick {
    ticks.isEmpty ? Chart.Tick(name: categories[category]) : ticks[category]
  }
}
