import Charts
import Records
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

  /// How wide a plot is on a screen and on a phone, in tenths of a pixel.
  @Test(arguments: [(ChartDrawing.Room.wide, 6000), (.narrow, 2600)])
  func namesOfCategoriesNeverLeaveThePictureNorTouch(room: ChartDrawing.Room, width: Int) {
    for (index, chart) in Self.charts.enumerated() {
      for panel in ChartFixture.draw(chart).panels where !panel.ticks.isEmpty {
        let boxes = panel.labels.filter { $0.room == room || $0.room == .any }.map { label in
          let own = LabelWidth.width(of: label.text)
          let place = label.place.x * width / ChartDrawing.width
          let left =
            switch label.anchor {
            case .start: place
            case .middle: place - own / 2
            case .end: place - own
            }
          return (label.text, ChartDrawing.Box(x: left, y: label.place.y - 110, width: own, height: 140))
        }
        for (number, (text, box)) in boxes.enumerated() {
          #expect(box.y + box.height <= panel.fullHeight, "chart \(index): '\(text)'")
          for (other, next) in boxes.dropFirst(number + 1) where box.overlaps(next) {
            Issue.record("chart \(index): '\(text)', '\(other)'")
          }
        }
      }
    }
  }

  @Test func figuresNeverLeaveThePictureNorCoverEachOther() {
    for (index, chart) in Self.charts.enumerated() {
      for panel in ChartFixture.draw(chart).panels {
        var boxes: [ChartDrawing.Box] = []
        for mark in panel.groups.flatMap(\.marks) {
          switch mark {
          case .bar(let box, _):
            #expect(box.width >= 0 && box.height >= 0)
            #expect(box.x >= 0 && box.x + box.width <= ChartDrawing.width, "chart \(index)")
            #expect(box.y >= 0 && box.y + box.height <= panel.height, "chart \(index)")
            boxes.append(box)
          case .point(let point, _, _):
            #expect((0...ChartDrawing.width).contains(point.x) && (0...panel.height).contains(point.y))
          }
        }
        for (number, box) in boxes.enumerated() {
          #expect(!boxes.dropFirst(number + 1).contains { $0.overlaps(box) }, "chart \(index)")
        }
      }
    }
  }

  @Test func everyFigureIsThereOnceWithItsExactValue() {
    for chart in Self.charts {
      let drawing = ChartFixture.draw(chart)
      let figures = chart.panels.flatMap { panel in panel.series.flatMap { $0.values.compactMap(\.self) } }
      #expect((chart.kind == .bar ? drawing.bars.count : drawing.points.count) == figures.count)
      let lines = drawing.panels.flatMap(\.groups).flatMap { $0.title.split(separator: "\n") }
      let values = lines.filter { $0.contains(": ") }.map {
        String($0.split(separator: ": ").last ?? "").filter { $0 != "," }
      }
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
    #expect(drawing.panels[0].ticks == ["100", "50", "0", "-50"])
    let bars = drawing.bars.map(\.box)
    #expect(bars.map(\.height) == [1600, 800, 400])
    #expect(bars[0].y + bars[0].height == bars[2].y, "both stand on zero")
    #expect(Set(bars.map(\.width)) == [320], "few bars are not wider than that")
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
    #expect(bars.map(\.style) == [0, 1, 0, 1].map { ChartDrawing.Style(number: $0) })
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
    let drawing = ChartFixture.draw(chart)
    #expect((Set(drawing.bars.map(\.box.x)).count == 1) == lie)
    #expect(
      drawing.panels.allSatisfy { $0.ticks.isEmpty == lie }, "a lying bar has its figure beside its name")
  }

  @Test func longRowsOfBarsArePartedForPaper() {
    let names = (1...50).map { "A customer of the house, number \($0)" }
    let drawing = ChartFixture.draw(
      ChartFixture.chart(.bar, names, [names.map { _ in 5 }, names.map { _ in 6 }]))
    #expect(drawing.panels.map(\.groups.count) == [16, 16, 16, 2])
    #expect(drawing.panels.map(\.keys.isEmpty) == [false, true, true, true])
  }

  @Test func aCutNameKeepsItsWholeText() throws {
    let name = String(repeating: "Donaudampfschiff ", count: 5)
    let label = try #require(
      ChartFixture.draw(ChartFixture.chart(.bar, [name], [[1]])).panels[0].labels.first { $0.fullText != nil }
    )
    #expect(label.text.hasSuffix("…") && name.hasPrefix(label.text.dropLast()))
    #expect(label.fullText == name)
  }

  @Test func aNameIsCutOnAPhoneBeforeItIsOnAScreen() {
    let names = ["Jana", "A customer of the house, and of its neighbours, too"]
    let drawing = ChartFixture.draw(ChartFixture.chart(.bar, names, [[3, 5]]))
    #expect(drawing.names() == [names[0], "3", names[1], "5"])
    #expect(drawing.names(.narrow).map { $0.hasSuffix("…") } == [false, false, true, false])
  }

  // MARK: Lines

  @Test func aLineBreaksWhereAFigureIsMissing() {
    #expect(
      partLengths(ChartFixture.chart(.line, ["a", "b", "c", "d", "e"], [[1, 2, nil, 3, 4]])) == [2, 2])
  }

  /// How many points each part of a chart's only line joins.
  private func partLengths(_ chart: Chart) -> [Int] {
    ChartFixture.draw(chart).panels.flatMap(\.lines).flatMap { $0.parts.map(\.count) }
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
    #expect(ChartFixture.draw(chart).points.count == 4)
  }

  @Test func manyPointsShowUnderThePointerOnly() {
    let names = (1...100).map(String.init)
    let values = names.indices.map { $0 == 50 || $0 == 52 ? nil : Optional($0) }
    let points = ChartFixture.draw(ChartFixture.chart(.line, names, [values])).points
    #expect(points.count == 98)
    #expect(points.filter(\.isShown).map(\.title) == ["52: 51"], "one without neighbours has no line")
  }

  @Test(arguments: [
    ([3, 4], ["4", "3", "2", "1", "0"]), ([1000, 1004], ["1,004", "1,003", "1,002", "1,001", "1,000"]),
  ])
  func linesFarFromZeroAreNotFlattened(values: [Int], ticks: [String]) {
    #expect(ChartFixture.draw(ChartFixture.chart(.line, ["a", "b"], [values])).panels[0].ticks == ticks)
  }

  /// Categories on both sides of a break are no neighbours, however few of them are named.
  @Test(arguments: [Chart.Kind.bar, .line]) func breaksAreMarkedOnEveryWidth(kind: Chart.Kind) throws {
    let days = ["1999-01-01", "2026-01-05", "2026-02-05", "2026-03-05", "2026-05-31", "2026-06-30"]
    let chart = try #require(
      try ChartFixture.chart(
        days.map { ChartFixture.item($0) }, columns: "date, @count", group: "date", kind: kind))
    #expect(chart.breaks == [1, 3, 5, 7, 9])
    for room in [ChartDrawing.Room.wide, .narrow] {
      let names = ChartFixture.draw(chart).names(room)
      let marks = names.joined().count { $0 == "…" }
      #expect(marks >= names.count { $0 != "…" } - 1 && marks > 1, "\(names)")
    }
    // One break among many days: its place is below a name.
    let many = ["1999-01-01"] + (0..<40).compactMap { CivilDate("2026-03-01")?.adding(days: $0)?.description }
    let items = many.map { ChartFixture.item($0) }
    let long = try #require(
      try ChartFixture.chart(items, columns: "date, @count", group: "date", kind: kind))
    for room in [ChartDrawing.Room.wide, .narrow] {
      let names = ChartFixture.draw(long).names(room)
      #expect(names.first == "Jan 1, 1999 …", "\(names)")
    }
  }

  @Test func namesAreThinnedEvenlyAndMoreSoOnAPhone() {
    let names = (1...36).map { "20\(24 + ($0 - 1) / 12)-\($0 % 12)" }
    let drawing = ChartFixture.draw(ChartFixture.chart(.line, names, [names.map { _ in 1 }]))
    #expect(drawing.names().count == 9)
    #expect(drawing.names(.narrow).count == 3)
  }

  @Test func aYearStandsBelowTheFirstOfItsMonths() throws {
    let items = ["2025-11-01", "2026-02-01"].map { ChartFixture.item($0, "1 EUR") }
    let chart = try #require(
      try ChartFixture.chart(items, columns: "date.month, @count", group: "date.month"))
    #expect(ChartFixture.draw(chart).names() == ["Nov", "2025", "Dec", "Jan", "2026", "Feb"])
    #expect(ChartFixture.draw(chart).bars.map(\.title) == ["Nov 2025: 1", "Feb 2026: 1"])
  }

  // MARK: Headings

  @Test func largeFiguresAreCountedInThousands() throws {
    let chart = try #require(
      try ChartFixture.chart([ChartFixture.item("2026-01-01", "2500000 USD")], columns: "date, money"))
    let drawing = ChartFixture.draw(chart)
    #expect(drawing.panels[0].heading == "Money, USD × 1,000")
    #expect(drawing.panels[0].ticks.first == "2,500")
    #expect(drawing.bars.map(\.title) == ["Jan 1, 2026: $2,500,000.00"], "the figure itself stays exact")
  }

  @Test func aLegendNamesSeveralSeries() {
    func keys(_ chart: Chart) -> [String] { ChartFixture.draw(chart).panels[0].keys.map(\.name) }
    #expect(keys(ChartFixture.chart(.bar, ["a"], [[1]])) == [])
    #expect(keys(ChartFixture.chart(.bar, ["a"], figure: "Sum", [[1]])) == ["Series 1"])
    #expect(keys(ChartFixture.chart(.line, ["a"], [[1], [2]])) == ["Series 1", "Series 2"])
  }
}
