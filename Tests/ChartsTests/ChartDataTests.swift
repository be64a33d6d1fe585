import Charts
import Diagnostics
import Formatting
import Locale
import Query
import Records
import ResultFixtures
import Testing

/// What a chart takes from a result.
struct ChartDataTests {
  private static let months = [
    ChartFixture.item("2026-01-05", "10 EUR", text: "Ann"),
    ChartFixture.item("2026-01-20", "5 USD", text: "bob"),
    ChartFixture.item("2026-04-01", "1.50 EUR", "2 USD", text: "Ann"),
    ChartFixture.item("2026-04-02", "0 EUR", text: "Zoe"),
  ]

  private static func decimals(_ texts: String?...) -> [Decimal?] {
    texts.map { $0.flatMap { ChartFixture.decimal($0) } }
  }

  @Test func currenciesAreNeverAddedUp() throws {
    let chart = try #require(
      try ChartFixture.chart(Self.months, columns: "date.month, @sum.money", group: "date.month"))
    #expect(chart.panels.map { $0.currency?.code } == ["EUR", "USD"])
    #expect(chart.panels[0].series.map(\.values) == [Self.decimals("10", nil, nil, "1.5")])
    #expect(chart.panels[1].series.map(\.values) == [Self.decimals("5", nil, nil, "2")])
    #expect(chart.panels.map { $0.series[0].total } == Self.decimals("11.5", "7"))
  }

  /// The last week of a long year has none a year later: 2027 has 52.
  @Test(arguments: [("2026-W52", true), ("2026-W53", false)])
  func aWeekHasOneAYearLaterIfThatYearHasIt(week: String, isThere: Bool) throws {
    let result = try ExportFixture.result([ChartFixture.item("2026-12-31")], columns: "date.week, @count") {
      $0.group = [SourceText("date.week", name: "group")]
    }
    let today = try #require(CivilDate("2030-01-01"))
    #expect((result.plan.yearLater(.text(week), today: today) != nil) == isThere)
  }

  @Test func stepsOfTimeWithoutRowsKeepTheirPlace() throws {
    let chart = try #require(
      try ChartFixture.chart(Self.months, columns: "date.month, @sum.money", group: "date.month"))
    #expect(chart.panels[0].categories == ["Jan 2026", "Feb 2026", "Mar 2026", "Apr 2026"])
    #expect(chart.scale == .steps)
  }

  @Test func aRunningTotalGoesOnThroughThem() throws {
    let chart = try #require(
      try ChartFixture.chart(
        Self.months, columns: "date.month, cumulative(sum(money))", group: "date.month", kind: .line))
    #expect(chart.panels[0].series.map(\.values) == [Self.decimals("10", "10", "10", "11.5")])
  }

  @Test func aLineOfSumsIsZeroInThem() throws {
    func values(_ columns: String, group: String = "date.month", kind: Chart.Kind = .line) throws
      -> [[Decimal?]]
    {
      let chart = try #require(
        try ChartFixture.chart(Self.months, columns: columns, group: group, kind: kind))
      return chart.panels.flatMap { $0.series.map(\.values) }
    }
    #expect(
      try values("date.month, @sum.money, count()") == [
        Self.decimals("10", "0", "0", "1.5"), Self.decimals("5", "0", "0", "2"),
        Self.decimals("2", "0", "0", "2"),
      ])
    #expect(
      try values("date.month, text, count()", group: "date.month, text")
        == [
          Self.decimals("1", "0", "0", "1"), Self.decimals("1", "0", "0", "0"),
          Self.decimals("0", "0", "0", "1"),
        ])
    #expect(
      try values("date.month, change(count())").allSatisfy { $0[1] == nil }, "nothing changed by no share")
    #expect(
      try values("date.month, @avg.money").allSatisfy { $0[1] == nil && $0[2] == nil },
      "there is no average of nothing")
    #expect(try values("date.month, @sum.money", kind: .bar)[0] == Self.decimals("10", nil, nil, "1.5"))
  }

  @Test(arguments: [
    ("date.year", ["2024", "2025", "2026"]),
    ("date.quarter", ["Q4 2024", "Q1 2025", "Q2 2025", "Q3 2025", "Q4 2025", "Q1 2026"]),
    (
      "date.month",
      ["Dec 2024"]
        + "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(separator: " ").map { $0 + " 2025" }
        + ["Jan 2026"]
    ),
  ])
  func fillsEveryKindOfStep(key: String, names: [String]) throws {
    let items = ["2024-12-30", "2026-01-01"].map { ChartFixture.item($0, "1 EUR") }
    let chart = try #require(try ChartFixture.chart(items, columns: "\(key), @count", group: key))
    #expect(chart.panels[0].categories == names)
  }

  @Test func weeksGoOnOverTheNewYear() throws {
    let items = ["2026-12-21", "2027-01-12"].map { ChartFixture.item($0) }
    let chart = try #require(try ChartFixture.chart(items, columns: "date.week, @count", group: "date.week"))
    #expect(chart.panels[0].categories == ["2026-W52", "2026-W53", "2027-W01", "2027-W02"])
  }

  @Test func aMistypedYearDoesNotEmptyTheChart() throws {
    let items = ["0026-01-01", "2026-01-01", "2026-03-01"].map { ChartFixture.item($0) }
    let chart = try #require(
      try ChartFixture.chart(items, columns: "date.month, @count", group: "date.month"))
    #expect(chart.panels[0].categories == ["Jan 26", "…", "Jan 2026", "Feb 2026", "Mar 2026"])
    #expect(chart.panels[0].series[0].values == Self.decimals("1", nil, "1", nil, "1"))
  }

  @Test func aLineEndsBeforeABreak() throws {
    let items = ["2020-01-01", "2026-01-01", "2026-01-02"].map { ChartFixture.item($0, "1 EUR") }
    let chart = try #require(try ChartFixture.chart(items, columns: "date, money", kind: .line))
    #expect(chart.panels[0].categories == ["Jan 1, 2020", "…", "Jan 1, 2026", "Jan 2, 2026"])
    #expect(ChartFixture.draw(chart).panels[0].lines.flatMap(\.parts).map(\.count) == [2])
  }

  @Test func daysWithoutRowsKeepTheirPlace() throws {
    let items = ["2026-02-27", "2026-02-28", "2026-03-03"].map { ChartFixture.item($0, "1 EUR") }
    let chart = try #require(try ChartFixture.chart(items, columns: "date, money", kind: .line))
    #expect(
      chart.panels[0].categories == [
        "Feb 27, 2026", "Feb 28, 2026", "Mar 1, 2026", "Mar 2, 2026", "Mar 3, 2026",
      ])
    #expect(chart.scale == .steps)
    #expect(chart.joinsOverGaps)
  }

  /// More days than a chart would fill are all there, and have nothing between them.
  @Test(arguments: [Chart.Kind.bar, .line])
  func consecutiveDaysHaveNoBreaks(kind: Chart.Kind) throws {
    let first = try #require(CivilDate("2023-01-01"))
    let days = (0..<1100).compactMap { first.adding(days: $0)?.description }
    let chart = try #require(
      try ChartFixture.chart(days.map { ChartFixture.item($0, "1 EUR") }, columns: "date, money", kind: kind))
    #expect(chart.panels[0].categories.count == 1100 && !chart.panels[0].categories.contains("…"))
  }

  @Test func daysThatAreThereTwiceStandSideBySide() throws {
    let days = ["2026-01-01", "2026-01-01", "2026-01-03"]
    let chart = try #require(
      try ChartFixture.chart(days.map { ChartFixture.item($0, "1 EUR") }, columns: "date, money"))
    #expect(chart.panels[0].categories.count == days.count)
    #expect(chart.scale == .days)
  }

  @Test func theYearBeforeStandsBesideItsMonths() throws {
    let items = [
      ChartFixture.item("2025-01-05", "7 EUR"), ChartFixture.item("2025-02-05", "8 EUR"),
      ChartFixture.item("2026-01-05", "10 EUR"), ChartFixture.item("2026-03-05", "3 EUR"),
    ]
    let now = try ExportFixture.result(items, columns: "date.month, @sum.money") {
      $0.group = [SourceText("date.month", name: "group")]
    }
    let chart = try #require(
      Chart(
        now, try ChartColumns(now.plan), kind: .bar, title: nil, earlier: now,
        formatter: ChartFixture.english
      ) { _, _ in "" })
    let panel = chart.panels[0]
    #expect(
      panel.categories.count == 15, "every month from the first to the last, and none of the year to come")
    #expect(panel.series.map(\.name) == ["Money, a year before", "Money"])
    #expect(panel.series[0].values.suffix(3) == Self.decimals("7", "8", nil)[...])
    #expect(panel.series[1].values.suffix(3) == Self.decimals("10", nil, "3")[...])
    #expect(panel.series[0].total == nil && panel.series[1].total == ChartFixture.decimal("28"))
  }

  /// Alone in a panel, they are not taken for those of this year.
  @Test func figuresOfTheYearBeforeAloneAreNamed() throws {
    func result(_ items: [ExportedItem]) throws -> FetchResult {
      try ExportFixture.result(items, columns: "date.month, @sum.money") {
        $0.group = [SourceText("date.month", name: "group")]
      }
    }
    let now = try result([ChartFixture.item("2026-01-05", "10 USD")])
    let before = try result([
      ChartFixture.item("2025-01-05", "7 EUR"), ChartFixture.item("2025-01-06", "8 USD"),
    ])
    for kind in [Chart.Kind.bar, .line] {
      let chart = try #require(
        Chart(
          now, try ChartColumns(now.plan), kind: kind, title: nil, earlier: before,
          formatter: ChartFixture.english
        ) { _, _ in "" })
      #expect(chart.panels.map { $0.currency?.code } == ["EUR", "USD"], "each currency of either year")
      #expect(chart.panels.map { $0.series.map(\.isEarlier) } == [[true], [true, false]])
      let drawing = ChartFixture.draw(chart)
      #expect(drawing.panels.map(\.heading) == ["EUR", "USD"])
      #expect(
        drawing.panels.map { $0.keys.map(\.name) } == [
          ["Money, a year before"], ["Money, a year before", "Money"],
        ])
      #expect(
        drawing.panels.flatMap { $0.groups.map(\.title) } == [
          "Jan 2026\nMoney, a year before: €7.00", "Jan 2026\nMoney, a year before: $8.00\nMoney: $10.00",
        ])
      #expect(drawing.description.contains(". Money, a year before. Jan 2026: €7.00. "))
    }
  }

  @Test func whatHasNoDateIsOutsideOfTime() throws {
    let items = [nil, "2026-01-05", "2026-02-05"].map { ChartFixture.item($0, "1 EUR") }
    let chart = try #require(
      try ChartFixture.chart(items, columns: "date.month, @sum.money", group: "date.month", kind: .line))
    #expect(chart.panels[0].categories == ["None", "Jan 2026", "Feb 2026"])
    #expect(chart.timeless == [0])
    #expect(!chart.joinsOverGaps)
  }

  @Test func aSecondKeyNamesTheSeries() throws {
    let chart = try #require(
      try ChartFixture.chart(Self.months, columns: "date.month, text, @sum.money", group: "date.month, text"))
    #expect(chart.panels.map(\.isKeyed) == [true, true])
    #expect(chart.panels[0].series.map(\.name) == ["Ann", "Zoe"])
    #expect(chart.panels[0].series.map(\.style) == [0, 2], "a series has one colour in all panels")
    #expect(chart.panels[1].series.map(\.name) == ["Ann", "bob"])
    #expect(chart.panels[0].total == ChartFixture.decimal("11.5"))
  }

  @Test func aNumberMayBeTheSecondKey() throws {
    let chart = try #require(
      try ChartFixture.chart(
        Self.months + [ChartFixture.item("2025-01-01")], columns: "date.day, date.year, @count",
        group: "date.day, date.year"))
    #expect(chart.panels[0].series.map(\.name) == ["2025", "2026"])
  }

  @Test func figuresOfOneNameAreNotAddedUp() throws {
    let items = [
      ChartFixture.item("2026-01-01", "1 EUR", number: "7"),
      ChartFixture.item("2026-02-01", "2 EUR", number: "7"),
    ]
    let chart = try #require(
      try ChartFixture.chart(items, columns: "number, date.quarter, @sum.money", group: "number, date"))
    #expect(chart.panels[0].series.map(\.name) == ["Q1 2026", "Q1 2026"])
    #expect(chart.panels[0].series.map(\.values) == [Self.decimals("1"), Self.decimals("2")])
  }

  @Test func figuresOfDifferentUnitsHaveAnAxisEach() throws {
    let chart = try #require(
      try ChartFixture.chart(
        Self.months, columns: "date.month, @count, @sum.money, sum(money * 2)", group: "date.month"))
    #expect(chart.panels.map { $0.currency?.code } == [nil, "EUR", "USD"])
    #expect(chart.panels.map { $0.series.map(\.style) } == [[0], [0, 1], [0, 1]])
  }

  @Test func recordsOfAnotherCurrencyLeaveNoGap() throws {
    let chart = try #require(try ChartFixture.chart(Self.months, columns: "text, money"))
    #expect(chart.panels[0].categories == ["Ann", "Ann", "Zoe"])
    #expect(chart.panels[1].categories == ["bob", "Ann"])
  }

  @Test func aMissingCategoryIsNone() throws {
    var items = [
      ChartFixture.item(nil, "1 EUR"), ChartFixture.item("2026-01-01", "1 EUR", text: "two\nlines"),
    ]
    items[1].other = "acme"
    let chart = try #require(try ChartFixture.chart(items, columns: "text, money"))
    #expect(chart.panels[0].categories == ["None", "two lines"])
    let records = try #require(try ChartFixture.chart(items, columns: "other, money"))
    #expect(records.panels[0].categories == ["None", "record 1.0"])
  }

  @Test func nothingToDrawIsNoChart() throws {
    #expect(try ChartFixture.chart([], columns: "date, money") == nil)
    #expect(try ChartFixture.chart([ChartFixture.item("2026-01-01")], columns: "date, money") == nil)
    #expect(try ChartFixture.chart([ChartFixture.item("2026-01-01", "0 USD")], columns: "date, money") != nil)
  }

  @Test(arguments: [
    ("text", nil, ChartColumns.Unfit.noFigure), ("text, date", nil, .notNumber(column: 1)),
    ("text, money, flag", nil, .notNumber(column: 2)), ("date.month, text", "date.month, text", .noFigure),
    ("date.month, text, date.year, @count", "date.month, text, date.year", .notNumber(column: 2)),
  ])
  func aChartNeedsNumbers(columns: String, group: String?, expected: ChartColumns.Unfit) throws {
    #expect(throws: expected) { try ChartFixture.chart([], columns: columns, group: group) }
  }

  // MARK: In words

  @Test func describesExtremesAndTotal() throws {
    let items = [
      ChartFixture.item("2026-01-05", "10 EUR"), ChartFixture.item("2026-02-05", "-2.50 EUR"),
      ChartFixture.item("2026-03-05", "1234 EUR"),
    ]
    let chart = try #require(
      try ChartFixture.chart(items, columns: "date.month, @sum.money", group: "date.month", title: "By month")
    )
    let drawing = ChartFixture.draw(chart)
    #expect(drawing.title == "By month")
    let highest = "Highest: Mar 2026, €1,234.00. Lowest: Feb 2026, -€2.50."
    #expect(drawing.description == "Bar chart: Month, Money. \(highest) Total: €1,241.50")
  }

  @Test func speaksTheSitesLanguage() throws {
    let words = [
      "lineChart": "Liniendiagramm", "highest": "Höchster Wert", "lowest": "Niedrigster Wert",
      "total": "Summe",
    ]
    let german = ValueFormatter(locale: SiteLocale(language: "de"), home: .euro, words: words)
    let items = ["2026-01-05", "2026-02-05"].map { ChartFixture.item($0, "1234.5 EUR", number: "2") }
    let chart = try #require(
      try ChartFixture.chart(items, columns: "date, money", kind: .line, formatter: german))
    let drawing = ChartLayout.draw(chart, formatter: german)
    #expect(drawing.title == "Money – Date")
    #expect(
      drawing.description
        == "Liniendiagramm: Date, Money. Höchster Wert: 05.01.2026, 1.234,50\u{a0}€. Niedrigster Wert: 05.01.2026, 1.234,50\u{a0}€. Summe: 2.469,00\u{a0}€"
    )
    #expect(drawing.panels.flatMap(\.ticks).contains("1.500"))
  }

  @Test func oneFigureIsItsOwnExtreme() throws {
    let chart = try #require(
      try ChartFixture.chart([ChartFixture.item("2026-01-05", "10 EUR")], columns: "date, money"))
    #expect(ChartFixture.draw(chart).description == "Bar chart: Date, Money. Jan 5, 2026: €10.00")
  }
}
