import Records

// Plots with horizontal bars, each below its name and its figure. They need no axis, and fit on a phone.

extension ChartLayout {
  /// The maximum widths of a name on a screen and a phone, as a figure is on the same line.
  private static let nameRoom = (wide: 3500, narrow: 2400)

  /// The maximum number of rows of one plot: pages of paper break between plots.
  private static let maximumRows = 16

  /// The panels of a plot with horizontal bars.
  func rows(of panel: Chart.Panel) -> [ChartDrawing.Panel] {
    let count = panel.categories.count
    let range = chart.range(of: panel)
    return stride(from: 0, to: count, by: Self.maximumRows).map { first in
      rows(first..<min(count, first + Self.maximumRows), of: panel, range)
    }
  }

  /// Some of the rows of a panel.
  private func rows(
    _ categories: Range<Int>, of panel: Chart.Panel, _ range: ClosedRange<Double>
  ) -> ChartDrawing.Panel {
    let (low, high) = (min(0, range.lowerBound), max(0, range.upperBound))
    let length = high > low ? high - low : 1
    func position(_ value: Double) -> Int {
      Int(((value - low) / length * Double(ChartDrawing.width)).rounded())
    }
    let lanes = lanes(of: panel)
    let thickness = lanes > 1 ? 70 : 100
    let pitch = 180 + thickness * lanes + 100
    var drawn = ChartDrawing.Panel()
    if categories.lowerBound == 0 {
      drawn.heading = heading(of: panel, nil)
      drawn.keys = keys(of: panel)
    }
    drawn.height = pitch * categories.count
    drawn.fullHeight = drawn.height
    for category in categories {
      let top = (category - categories.lowerBound) * pitch
      drawn.labels += names(panel.categories[category], at: .init(x: 0, y: top + 120))
      if let figure = figure(ofCategory: category, in: panel) {
        drawn.labels.append(.init(figure, at: .init(x: ChartDrawing.width, y: top + 120), .end))
      }
      let marks = bars(ofCategory: category, of: panel, at: position).map { bar in
        ChartDrawing.Mark.bar(
          ChartDrawing.Box(
            x: bar.range.lowerBound, y: top + 180 + bar.lane * thickness, width: bar.range.count,
            height: lanes > 1 ? thickness - 10 : thickness),
          bar.style)
      }
      drawn.groups.append(
        .init(
          title: title(ofCategory: category, in: panel),
          band: .init(x: 0, y: top, width: ChartDrawing.width, height: pitch - 40), marks: marks))
    }
    if low < 0 {
      // Beside the bars alone: the names are above them, and a line through a name is hard to read.
      let x = position(0)
      drawn.rules = categories.map { category in
        let top = (category - categories.lowerBound) * pitch + 160
        return .init(
          from: .init(x: x, y: top), to: .init(x: x, y: top + 40 + thickness * lanes), isZero: true)
      }
    }
    return drawn
  }

  /// A name above its bars; one that only a wide page has room for is truncated on a phone.
  private func names(_ name: String, at place: ChartDrawing.Point) -> [ChartDrawing.Label] {
    let wide = ChartDrawing.Label(name, at: place, room: .wide, limit: Self.nameRoom.wide)
    let narrow = ChartDrawing.Label(name, at: place, room: .narrow, limit: Self.nameRoom.narrow)
    return wide.text == narrow.text ? [.init(name, at: place)] : [wide, narrow]
  }

  /// The sum of a row's bars; nil if the bars cannot be added up.
  private func figure(ofCategory category: Int, in panel: Chart.Panel) -> String? {
    let values = panel.series.compactMap { $0.values[category] }
    guard let first = values.first, !panel.namesSeries || chart.isStacked(panel) else { return nil }
    var sum: Decimal? = first
    for value in values.dropFirst() { sum = sum?.adding(value) }
    return sum.map { formatter.text(of: $0, in: panel) }
  }
}
