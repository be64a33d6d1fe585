import Foundation
import TestSupport
import Testing

/// Charts beside the same request a year before.
extension ChartBlockTests {
  /// A year that does not follow today shuts the year before out.
  @Test(arguments: [
    ("date.year = 2026", true, true), ("date >= '2026-01-01' AND made = false", true, true),
    ("date.year >= 2025", true, false), ("made = false", false, false),
    ("date.year = today().year", false, false),
  ])
  func aComparisonWithNothingIsSaid(predicate: String, withLastYear: Bool, isSaid: Bool) async throws {
    let (_, diagnosticLines) = try await Self.page(
      "from: Order\nwhere: \"\(predicate)\"\ngroup: date.month\ncolumns: date.month, @sum.total\nas: bar\ncompare: year",
      withLastYear: withLastYear)
    let said =
      "3:9 '\(predicate)' 'where' leaves out the year before, so 'compare' shows nothing of it; make its days "
      + "depend on today, as in 'date.year = today().year' [invalid-request]"
    #expect(diagnosticLines == (isSaid ? [said] : []))
  }

  @Test func aChartComparesWithTheYearBeforeAlsoInItsTable() async throws {
    let (html, diagnosticLines) = try await Self.page(
      "from: Order\nwhere: date > today() - 90\ngroup: date.month\ncolumns: date.month, @sum.total\nas: bar\ncompare: year",
      withLastYear: true)
    #expect(diagnosticLines == [])
    let rows = HTMLPage(Data(html.utf8)).root.all("tbody").flatMap(\.rows)
    #expect(rows == [["Jan 2026", "€10.00", "€4.00"], ["Feb 2026", "€5.50", ""]])
    #expect(html.contains(", a year before: €4.00\n"))
    #expect(html.contains("Mar 2026") == false, "no month is made up at the end")
  }

  /// A site whose page shows a block, in a book of January to March 2025 and of the next year without its February.
  private static func compared(_ request: String) async throws -> FileTree {
    try await SiteFixture([
      "Content/a.md": "```query\nfrom: Order\nname: months\n\(request)\nas: bar\ncompare: year\n```\n",
      "Content/orders/o1.md": "---\ndate: 2025-01-10\nrows: [{sum: 100}]\n---\n",
      "Content/orders/o2.md": "---\ndate: 2025-02-10\nrows: [{sum: 30}]\n---\n",
      "Content/orders/o3.md": "---\ndate: 2025-03-10\nrows: [{sum: 50}]\n---\n",
      "Content/orders/o4.md": "---\ndate: 2026-01-10\nrows: [{sum: 7}]\n---\n",
      "Content/orders/o5.md": "---\ndate: 2026-03-10\nrows: [{sum: 8}]\n---\n",
    ]).write()
  }

  /// The texts of the rows below the heading of a block's table.
  private static func figures(_ request: String) async throws -> [[String]] {
    let table = try #require(try await compared(request).page("a.html").all("table").first)
    return table.all("tr").dropFirst().map { $0.all("th").map(\.text) + $0.all("td").map(\.text) }
  }

  /// A month that the year before alone has is a row, and in the total.
  @Test func theTableHasTheStepsOfTheYearBefore() async throws {
    let rows = try await Self.figures(
      "where: date.year = today().year\ngroup: date.month\ncolumns: date.month, @count, @sum.total")
    #expect(
      rows == [
        ["Jan 2026", "1", "€7.00", "1", "€100.00"], ["Feb 2026", "", "", "1", "€30.00"],
        ["Mar 2026", "1", "€8.00", "1", "€50.00"], ["Total", "2", "€15.00", "3", "€180.00"],
      ])
  }

  /// A share and a running total of the year before are of what is shown of it, and go on in the order of the rows.
  @Test(arguments: [
    ("", "2026-01,0.25,24.00,0.75,90.00 2026-02,,24.00,0.25,120.00 2026-03,0.25,32.00,,120.00"),
    (
      "sort: -date.month\n",
      "2026-03,0.25,8.00,, 2026-02,,8.00,0.25,30.00 2026-01,0.25,16.00,0.75,120.00"
    ),
  ])
  func whatFollowsFromOtherRowsIsOfThoseShown(sort: String, rows: String) async throws {
    let sums = ["2025-01": 90, "2025-02": 30, "2025-05": 16, "2026-01": 8, "2026-03": 8]
    var files = [
      "Content/a.md": """
      ```query
      name: q
      from: Order
      where: date.month > addMonths(today(), -12).month
      group: date.month
      columns: date.month, share(sum(total)), cumulative(sum(total))
      \(sort)as: bar
      compare: year
      ```

      """
    ]
    for (month, sum) in sums {
      files["Content/orders/o\(month).md"] = "---\ndate: \(month)-10\nrows: [{sum: \(sum)}]\n---\n"
    }
    let site = try await SiteFixture(files, today: "2026-03-31").write()
    let shown = site.text("a/q.csv").split(separator: "\r\n").dropFirst().filter { $0.hasPrefix("2026") }
    #expect(shown.joined(separator: " ") == rows)
  }

  /// Without days in the request, the year before goes up to today's step, too, and no further.
  @Test func theYearBeforeEndsWithTodaysStep() async throws {
    let files = ["2025-01": 100, "2025-02": 30, "2025-05": 50, "2026-01": 7, "2026-05": 9].map { month, sum in
      ("Content/orders/o\(month).md", "---\ndate: \(month)-10\nrows: [{sum: \(sum)}]\n---\n")
    }
    for condition in ["", "where: date.year >= today().year - 1\n"] {
      let block = "group: date.quarter\ncolumns: date.quarter, @sum.total\nas: bar\ncompare: year"
      let site = try await SiteFixture(
        Dictionary(uniqueKeysWithValues: files)
          .merging(["Content/a.md": "```query\nname: q\nfrom: Order\n\(condition)\(block)\n```\n"]) { $1 },
        today: "2026-03-31"
      ).write()
      #expect(
        site.text("a/q.csv").split(separator: "\r\n").dropFirst().joined(separator: " ")
          == "2025-Q1,130.00, 2025-Q2,50.00, 2026-Q1,7.00,130.00 2026-Q2,9.00,", "\(condition)")
    }
  }

  /// A running total is what it was in a month without orders, in each of the years.
  @Test func runningTotalsGoOnThroughTheStepsOfTheOtherYear() async throws {
    let rows = try await Self.figures(
      "where: date.year = today().year AND total != 50\ngroup: date.month\ncolumns: date.month, cumulative(@sum.total)"
    )
    #expect(
      rows.prefix(3) == [
        ["Jan 2026", "€7.00", "€100.00"], ["Feb 2026", "€7.00", "€130.00"],
        ["Mar 2026", "€15.00", "€130.00"],
      ])
  }

  @Test func exportsHaveTheFiguresOfTheYearBefore() async throws {
    let site = try await Self.compared(
      """
      where: date.year = today().year
      group: date.month
      columns: [date.month, '@count', {value: '@sum.total', label: Sales}]
      """)
    let lines = [
      "date.month,@count,Sales,@count a year before,Sales a year before", "2026-01,1,7.00,1,100.00",
      "2026-02,,,1,30.00", "2026-03,1,8.00,1,50.00", "",
    ]
    #expect(site.text("a/months.csv") == lines.joined(separator: "\r\n"))
    let row =
      "{\"date.month\": \"2026-02\", \"@count\": null, \"Sales\": null, \"@count a year before\": 1, "
      + "\"Sales a year before\": 30.00},\n"
    #expect(site.text("a/months.json").contains(row))
  }

  /// A month between that the year before alone has is a row without any day in the request, too; those that follow
  /// the last are not.
  @Test(arguments: [
    (
      "", [["Jan 2026", "€7.00", "€100.00"], ["Feb 2026", "", "€30.00"], ["Mar 2026", "€8.00", "€50.00"]],
      "€180.00"
    ),
    (
      "sort: -date.month\n",
      [["Mar 2026", "€8.00", "€50.00"], ["Feb 2026", "", "€30.00"], ["Jan 2026", "€7.00", "€100.00"]],
      "€180.00"
    ),
    (
      "sort: -date.month\nlimit: 2\n", [["Mar 2026", "€8.00", "€50.00"], ["Jan 2026", "€7.00", "€100.00"]],
      "€150.00"
    ),
  ])
  func theTableHasTheStepsThatTheChartHas(request: String, rows: [[String]], total: String) async throws {
    let texts = try await Self.figures("group: date.month\n\(request)columns: date.month, @sum.total")
    #expect(texts.filter { $0[0].hasSuffix("2026") } == rows)
    #expect(texts.last?.last == total)
  }

  /// Twelve months end with this one, also where a year has 366 days.
  @Test func theRevenueOfTwelveMonthsIsCompared() async throws {
    func order(_ day: String, _ sum: Int) -> String { "---\ndate: \(day)\nrows: [{sum: \(sum)}]\n---\n" }
    let site = try await SiteFixture(
      [
        "Content/orders/o1.md": order("2022-05-15", 100), "Content/orders/o2.md": order("2023-05-15", 200),
        "Content/orders/o3.md": order("2023-06-15", 300), "Content/orders/o4.md": order("2024-04-15", 400),
      ], today: "2024-04-30"
    ).write()
    let tables = try site.page("index.html").all("table").map { table in
      table.all("tr").map { $0.all("th").map(\.text) + $0.all("td").map(\.text) }
    }
    #expect(
      tables.contains {
        $0.contains(["May 2023", "€200.00", "€100.00"]) && $0.last == ["Total", "€900.00", "€100.00"]
      })
  }

  @Test func theHomePageSaysWhatIsOfTheYearBefore() async throws {
    let site = try await SiteFixture(
      ["Content/orders/o1.md": "---\ndate: 2025-07-16\nrows: [{sum: 6234.48}]\n---\n"], today: "2026-05-25"
    ).write()
    let page = try site.page("index.html")
    #expect(page.all("svg").flatMap { $0.all("title").map(\.text) }.contains("Jul 2025: €6,234.48"))
    let later = try await SiteFixture(
      ["Content/orders/o1.md": "---\ndate: 2025-07-16\nrows: [{sum: 6234.48}]\n---\n"], today: "2026-11-25"
    ).write().page("index.html")
    #expect(later.all("li").map(\.text).contains("Revenue, a year before"))
    #expect(
      later.all("svg").flatMap { $0.all("title").map(\.text) }
        .contains("Jul 2026 Revenue, a year before: €6,234.48"))
  }
}
