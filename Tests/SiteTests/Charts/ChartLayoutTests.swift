import Records
import Site
import TestSupport
import Testing

/// Where things stand in a picture.
struct ChartLayoutTests {
  // MARK: Properties

  /// Charts of all kinds with names from one letter to a paragraph, in several scripts, and figures of every size.
  static let charts = {
    var random = SeededGenerator(seed: 7)
    return (0..<100).map { _ in randomChart(&random) }
  }()

  @Test func labelsNeverLeaveThePictureNorTouch() {
    for (index, chart) in Self.charts.enumerated() {
      let drawing = ChartFixture.draw(chart)
      let boxes = drawing.labels.map(\.box)
      for (number, box) in boxes.enumerated() {
        let isInside =
          box.x >= 0 && box.y >= 0 && box.x + box.width <= ChartDrawing.width
          && box.y + box.height <= drawing.height
        #expect(isInside, "chart \(index): '\(drawing.labels[number].text)'")
        for other in boxes.indices.dropFirst(number + 1) where box.overlaps(boxes[other]) {
          Issue.record("chart \(index): '\(drawing.labels[number].text)', '\(drawing.labels[other].text)'")
        }
      }
    }
  }

  @Test func figuresNeverLeaveThePictureNorCoverLabels() {
    for (index, chart) in Self.charts.enumerated() {
      let drawing = ChartFixture.draw(chart)
      let samples = drawing.labels.filter { $0.role != .legend }.map(\.box)
      for bar in drawing.bars {
        #expect(bar.box.width >= 0 && bar.box.height >= 0)
        #expect(bar.box.x >= 0 && bar.box.x + bar.box.width <= ChartDrawing.width, "chart \(index)")
        #expect(bar.box.y >= 0 && bar.box.y + bar.box.height <= drawing.height, "chart \(index)")
        #expect(!samples.contains { $0.overlaps(bar.box) }, "chart \(index): \(bar.title)")
      }
      for (number, bar) in drawing.bars.enumerated() {
        #expect(
          !drawing.bars.dropFirst(number + 1).contains { $0.box.overlaps(bar.box) },
          "chart \(index): \(bar.title)")
      }
      for marker in drawing.markers {
        #expect(
          (0...ChartDrawing.width).contains(marker.point.x) && (0...drawing.height).contains(marker.point.y))
      }
    }
  }

  @Test func everyFigureIsThereOnceWithItsExactValue() {
    for chart in Self.charts {
      let drawing = ChartFixture.draw(chart)
      let figures = chart.panels.flatMap { panel in panel.series.flatMap { $0.values.compactMap(\.self) } }
      let titles = chart.kind == .bar ? drawing.bars.map(\.title) : drawing.markers.map(\.title)
      #expect(titles.count == figures.count)
      let values = titles.map { String($0.split(separator: ": ").last ?? "").filter { $0 != "," } }
      #expect(values.sorted() == figures.map(\.description).sorted())
    }
  }

  private static func randomChart(_ random: inout SeededGenerator) -> Chart {
    let words = [
      "A", "il", "Workshop hour", "2026-03", "WWWWWWWWWWWWWWWWWWWW", "Мастерская", "株式会社日本自転車修理", "Ünïcode",
      "Kay & Sons, of the Long Meadow beyond the River, Dealers in Bicycles and Tricycles since 1887",
      "👩‍🔧 repairs",
    ]
    let count = [1, 2, 3, 7, 12, 24, 25, 36, 90].randomElement(using: &random) ?? 1
    let categories = (0..<count).map { "\(words.randomElement(using: &random) ?? "")\($0)" }
    let size = (0..<Int.random(in: 0...14, using: &random)).reduce(10) { size, _ in size * 10 }
    let least = Bool.random(using: &random) ? 0 : -size
    let isKeyed = Bool.random(using: &random)
    let panels = (0..<Int.random(in: 1...2, using: &random)).map { _ in
      let series = (0..<Int.random(in: 1...9, using: &random)).map { index in
        Chart.Series(
          name: words.randomElement(using: &random) ?? "", style: index,
          values: categories.map { _ in
            Int.random(in: 0..<5, using: &random) == 0
              ? nil : Decimal(Int.random(in: least...size, using: &random))
          })
      }
      return Chart.Panel(categories: categories, figure: isKeyed ? "Sum" : nil, series: series)
    }
    return Chart(
      kind: Bool.random(using: &random) ? .bar : .line, title: "Title", category: "Category",
      scale: [.names, .days, .steps].randomElement(using: &random) ?? .names, panels: panels)
  }

  // MARK: Bars

  @Test func barsAreAsLongAsTheirFigures() {
    let drawing = ChartFixture.draw(ChartFixture.chart(.bar, ["a", "b", "c"], [[100, 50, -25]]))
    #expect(drawing.texts(.tick) == ["-50", "0", "50", "100"])
    let bars = drawing.bars.map(\.box)
    #expect(bars.map(\.height) == [1600, 800, 400])
    #expect(bars[0].y + bars[0].height == bars[2].y, "both stand on zero")
    #expect(Set(bars.map(\.width)) == [480], "few bars are not wider than that")
  }

  @Test func partsOfAStackStandOnEachOther() {
    let chart = ChartFixture.chart(.bar, ["a"], figure: "Sum", [[30], [-10], [10], [-20]])
    let bars = ChartFixture.draw(chart).bars.map(\.box)
    #expect(Set(bars.map(\.x)).count == 1)
    #expect(bars[0].y == bars[2].y + bars[2].height)
    #expect(bars[1].y + bars[1].height == bars[3].y)
    #expect(bars[0].y + bars[0].height == bars[1].y, "what is negative hangs below zero")
    #expect(bars.map(\.height) == [3, 1, 1, 2].map { bars[1].height * $0 })
  }

  @Test func severalFiguresStandSideBySide() {
    let bars = ChartFixture.draw(ChartFixture.chart(.bar, ["a", "b"], [[3, 1], [2, 2]])).bars
    #expect(bars.map(\.style) == [0, 1, 0, 1])
    #expect(bars.map(\.box.x) == bars.map(\.box.x).sorted())
  }

  @Test func aSmallFigureIsStillSeen() {
    let bars = ChartFixture.draw(ChartFixture.chart(.bar, ["a", "b", "c", "d"], [[1_000_000, 1, -1, 0]])).bars
    #expect(bars[1].box.height > 0 && bars[2].box.height > 0)
    #expect(bars[3].box.height == 0, "but nothing is nothing")
  }

  @Test(arguments: [
    (["Jan", "Feb"], Chart.Scale.names, false), ((1...24).map(String.init), .names, false),
    ((1...25).map(String.init), .names, true),
    (["A very long name, longer than a fifth of it", "b", "c", "d", "e"], .names, true),
    ((1...36).map { "2026-W\($0)" }, .steps, false), ((1...121).map { "2026-W\($0)" }, .steps, true),
  ])
  func barsLieWhereNamesHaveNoRoomBelow(names: [String], scale: Chart.Scale, lie: Bool) {
    let chart = ChartFixture.chart(.bar, names, scale: scale, [names.map { _ in 5 }])
    let bars = ChartFixture.draw(chart).bars.map(\.box)
    #expect((Set(bars.map(\.x)).count == 1) == lie)
  }

  @Test func aCutNameKeepsItsWholeText() throws {
    let name = String(repeating: "Donaudampfschiff ", count: 5)
    let label = try #require(
      ChartFixture.draw(ChartFixture.chart(.bar, [name], [[1]])).labels.first { $0.fullText != nil })
    #expect(label.text.hasSuffix("…") && name.hasPrefix(label.text.dropLast()))
    #expect(label.fullText == name)
  }

  // MARK: Lines

  @Test func aLineBreaksWhereAFigureIsMissing() {
    let drawing = ChartFixture.draw(
      ChartFixture.chart(.line, ["a", "b", "c", "d", "e"], [[1, 2, nil, 3, 4]]))
    let parts = drawing.shapes.flatMap { shape -> [[ChartDrawing.Point]] in
      if case .line(let parts, _) = shape { parts } else { [] }
    }
    #expect(parts.map(\.count) == [2, 2])
  }

  /// How many points each part of a chart's only line joins.
  private func partLengths(_ chart: Chart) -> [Int] {
    ChartFixture.draw(chart).shapes.flatMap { shape -> [Int] in
      if case .line(let parts, _) = shape { parts.map(\.count) } else { [] }
    }
  }

  @Test func aLineOfReadingsGoesOnOverDaysWithoutOne() {
    var chart = ChartFixture.chart(
      .line, ["a", "b", "c", "d", "e"], scale: .steps, [[nil, 1, nil, nil, 4]])
    #expect(partLengths(chart) == [])
    chart.joinsOverGaps = true
    #expect(partLengths(chart) == [2])
  }

  @Test func noLineLeadsToWhatHasNoDate() {
    var chart = ChartFixture.chart(.line, ["unknown", "a", "b", "unknown"], scale: .steps, [[9, 1, 2, 9]])
    chart.timeless = [0, 3]
    chart.joinsOverGaps = true
    #expect(partLengths(chart) == [2])
    #expect(ChartFixture.draw(chart).markers.count == 4)
  }

  @Test func manyPointsShowUnderThePointerOnly() {
    let names = (1...100).map(String.init)
    let values = names.indices.map { $0 == 50 || $0 == 52 ? nil : Optional($0) }
    let markers = ChartFixture.draw(ChartFixture.chart(.line, names, [values])).markers
    #expect(markers.count == 98)
    #expect(markers.filter(\.isShown).map(\.title) == ["52: 51"], "one without neighbours has no line")
  }

  @Test(arguments: [
    ([3, 4], ["0", "1", "2", "3", "4"]), ([1000, 1004], ["1,000", "1,001", "1,002", "1,003", "1,004"]),
  ])
  func linesFarFromZeroAreNotFlattened(values: [Int], ticks: [String]) {
    #expect(ChartFixture.draw(ChartFixture.chart(.line, ["a", "b"], [values])).texts(.tick) == ticks)
  }

  @Test func namesAreThinnedEvenly() {
    let names = (1...36).map { "20\(24 + ($0 - 1) / 12)-\($0 % 12)" }
    #expect(
      ChartFixture.draw(ChartFixture.chart(.line, names, [names.map { _ in 1 }])).texts(.category).count == 12
    )
  }

  // MARK: Headings

  @Test func largeFiguresAreCountedInThousands() throws {
    let chart = try #require(
      try ChartFixture.chart([ChartFixture.item("2026-01-01", "2500000 USD")], columns: "date, money"))
    let drawing = ChartFixture.draw(chart)
    #expect(drawing.texts(.heading) == ["Money, USD × 1,000"])
    #expect(drawing.texts(.tick).last == "2,500")
    #expect(drawing.bars.map(\.title) == ["Jan 1, 2026: $2,500,000.00"], "the figure itself stays exact")
  }

  @Test func aLegendNamesSeveralSeries() {
    #expect(ChartFixture.draw(ChartFixture.chart(.bar, ["a"], [[1]])).texts(.legend) == [])
    #expect(
      ChartFixture.draw(ChartFixture.chart(.bar, ["a"], figure: "Sum", [[1]])).texts(.legend) == ["Series 1"])
    #expect(
      ChartFixture.draw(ChartFixture.chart(.line, ["a"], [[1], [2]])).texts(.legend) == [
        "Series 1", "Series 2",
      ])
  }
}
