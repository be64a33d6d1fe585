import Content
import Diagnostics
import Foundation
import Records
import Site
import TestSupport
import Testing

/// Query blocks shown as charts, numbers and lists, on the pages of a site.
struct ChartBlockTests {
  private static let orders = [
    "Content/customers/ann.md": "---\nname: Ann\n---\n",
    "Content/orders/o1.md": "---\ndate: 2026-01-05\ncustomer: ann\nrows: [{sum: 10}]\n---\n",
    "Content/orders/o2.md": "---\ndate: 2026-02-05\nrows: [{sum: 5.50}]\n---\n",
  ]
  private static let lastYear = [
    "Content/orders/o0.md": "---\ndate: 2025-01-15\ncustomer: ann\nrows: [{sum: 4}]\n---\n"
  ]

  /// A page with one query block, and what is wrong with it.
  static func page(_ query: String, withLastYear: Bool = false) async throws -> (
    html: String, diagnosticLines: [String]
  ) {
    var files = orders.merging(withLastYear ? lastYear : [:]) { $1 }
    files["Content/report.md"] = "```query\n\(query)\n```\n"
    let folder = try TemporaryFolder(files)
    let today = try #require(CivilDate(year: 2026, month: 3, day: 31))
    let content = await ContentLoader(
      source: WorkingTree(folder.path("Content")), includesDrafts: false, today: today
    ).load()
    let (site, diagnostics) = await SitePipeline(
      themes: WorkingTree(folder.path("Themes"), isRequired: false), today: today
    ).site(of: content)
    let all = content.diagnostics + diagnostics
    let sentences = all.map { diagnostic in
      let place = diagnostic.range.file.location(of: diagnostic.range.bytes.lowerBound)
      return
        "\(place.line):\(place.column) '\(diagnostic.range.text)' \(diagnostic.summary) [\(diagnostic.id.rawValue)]"
    }
    guard !all.hasErrors else { return ("", sentences) }
    _ = try await site.publish(to: folder.path("Site"), verify: false)
    return (try folder.text("Site/report.html"), sentences)
  }

  @Test func aChartStandsOnThePageWithItsFigures() async throws {
    let (html, diagnosticLines) = try await Self.page(
      "from: Order\ngroup: date.month\ncolumns: date.month, @sum.total\nas: bar\ntitle: By month")
    #expect(diagnosticLines == [])
    #expect(html.contains("<div class=\"chart\" dir=\"ltr\">") && html.contains("<svg role=\"img\""))
    #expect(html.contains("<title>Jan 2026: €10.00</title>"))
    #expect(html.contains("<details>"))
  }

  /// Else the figures of one month and several services would stand side by side as if they were months.
  @Test(arguments: [
    ("date.month, customer", "date.month, @sum.total"),
    ("date.year, customer, made", "date.year, customer, @sum.total"),
  ])
  func showsEachKeyOfItsGroups(group: String, columns: String) async throws {
    let (_, diagnosticLines) = try await Self.page(
      "from: Order\ngroup: \(group)\ncolumns: \(columns)\nas: bar")
    #expect(
      diagnosticLines.count == 1
        && diagnosticLines[0].contains("a chart with several keys in 'group' shows each of them; add '"),
      "\(diagnosticLines)")
  }

  @Test func sharesAreDrawnInPercent() async throws {
    let (html, diagnosticLines) = try await Self.page(
      "from: Order\ngroup: date.month\ncolumns: date.month, share(sum(total))\nas: bar", withLastYear: true)
    #expect(diagnosticLines == [])
    #expect(html.contains("Jan 2026: 51.3%"))
    #expect(!html.contains("0.51"))
  }

  @Test func aSparklineDrawsEachGroup() async throws {
    let (html, diagnosticLines) = try await Self.page(
      "from: Order\ngroup: customer\ncolumns:\n  - customer\n  - {label: Trend, value: '@sum.total', by: date.month, as: sparkline}\n  - '@sum.total'",
      withLastYear: true)
    #expect(diagnosticLines == [])
    let page = HTMLPage(Data(html.utf8))
    #expect(page.errors == [])
    #expect(page.root.all("thead").flatMap(\.rows) == [["Customer", "Trend", "Total"]])
    let pictures = page.root.all("svg").map { $0.all("title").map(\.text).joined() }
    #expect(pictures == ["Feb 2026: €5.50", "Jan 2025: €4.00 – Jan 2026: €10.00"])
  }

  /// What is no sum is nothing in a month without rows, and not zero.
  @Test func aSparklineOfAnAverageLeadsOnToTheNext() async throws {
    let (html, diagnosticLines) = try await Self.page(
      "from: Order\ngroup: customer\ncolumns:\n  - customer\n  - {value: max(total), by: date.quarter, as: sparkline}",
      withLastYear: true)
    #expect(diagnosticLines == [])
    let paths = HTMLPage(Data(html.utf8)).root.all("path").compactMap { $0.attributes["d"] }
    #expect(paths.map { $0.count { $0 == "L" } } == [0, 1], "\(paths)")
  }

  /// Currencies are never added together: each has a line of its own, and a group of one currency is drawn in that.
  @Test func aSparklineIsOfEachCurrency() async throws {
    func order(_ customer: String, _ date: String, _ sum: String) -> String {
      "---\ndate: \(date)\ncustomer: \(customer)\nrows:\n  - {sum: \(sum)}\n---\n"
    }
    let site = try await SiteFixture([
      "Content/customers/a.md": "---\nname: A\n---\n", "Content/customers/b.md": "---\nname: B\n---\n",
      "Content/orders/o1.md": order("a", "2026-01-05", "1.00 USD"),
      "Content/orders/o2.md": order("a", "2026-02-05", "0.00"),
      "Content/orders/o3.md": order("a", "2026-03-05", "3.00 USD"),
      "Content/orders/o4.md": order("b", "2026-01-05", "5.00 USD"),
      "Content/orders/o5.md": order("b", "2026-02-05", "6.00"),
      "Content/orders/o6.md": order("b", "2026-03-05", "7.00 USD"),
      "Content/trend.md": "```query\nfrom: Order\ngroup: customer\ncolumns:\n  - customer\n"
        + "  - {label: Trend, value: '@sum.total', by: date.month, as: sparkline}\n  - '@sum.total'\n```\n",
    ])
    let rows = try await site.write().page("trend.html").all("tbody").flatMap { $0.all("tr") }
    #expect(
      rows.map { $0.all("svg").map { $0.all("title").map(\.text).joined() } } == [
        ["Jan 2026: $1.00 – Mar 2026: $3.00"],
        ["EUR, Feb 2026: €6.00", "USD, Jan 2026: $5.00 – Mar 2026: $7.00"],
      ])
  }

  @Test(arguments: [
    (
      "columns: total, total\nas: table\ncompare: year",
      "5:10 'year' 'compare' is for charts: 'as: bar' or 'as: line'"
    ),
    (
      "group: customer\ncolumns: customer, @count\nas: bar\ncompare: year",
      "6:10 'year' 'compare: year' needs a step of time as 'group' and first column, such as 'date.month'"
    ),
    (
      "group: date.month, customer\ncolumns: date.month, customer, @count\nas: bar\ncompare: year",
      "6:10 'year' 'compare' leaves no room for a second key of 'group'"
    ),
    (
      "group: date.month\ncolumns: date.month, @count\nas: bar\ncompare: yaer",
      "6:10 'yaer' 'compare' is one of year, not 'yaer'; did you mean 'year'?"
    ),
    (
      "columns:\n  - {value: total, as: sparkline, by: date.month}",
      "4:24 'sparkline' a sparkline needs 'group': it draws how a figure of each group moved"
    ),
    (
      "group: customer\ncolumns:\n  - {value: '@count', as: sparkline}",
      "5:27 'sparkline' a sparkline needs 'by' with a step of time, such as 'by: date.month'"
    ),
    (
      "group: customer\ncolumns:\n  - {value: '@count', as: sparkline, by: paid}",
      "5:42 'paid' 'by' of a sparkline is a step of time such as 'date.month'; 'paid' is not one"
    ),
    (
      "group: customer\ncolumns:\n  - {value: '@count', as: sparklines, by: date.month}",
      "5:27 'sparklines' a column's 'as' is percent or sparkline, not 'sparklines'; did you mean 'sparkline'?"
    ),
    (
      "group: customer\ncolumns:\n  - {value: '@count', by: date.month}",
      "5:27 'date.month' 'by' is for a column with 'as: sparkline'"
    ),
    (
      "group: customer\ncolumns:\n  - {value: cumulative(@count), as: sparkline, by: date.month}",
      "5:13 'cumulative(@count)' 'cumulative' goes through the rows of all groups, and a sparkline shows those of one"
    ),
    (
      "group: date.month, customer\ncolumns: date.month, customer, change(@count)\nas: line",
      "4:39 '@count' 'change' goes through the rows of all series; leave it out, or the second key of 'group'"
    ),
    (
      "group: customer\nas: bar\ncolumns:\n  - customer\n  - {value: '@count', as: sparkline, by: date.month}",
      "7:27 'sparkline' a sparkline goes in a table, not in 'as: bar'"
    ),
  ])
  func wrongPicturesAreErrorsAtTheirPlaces(request: String, diagnosticLine: String) async throws {
    let diagnosticLines = try await Self.page("from: Order\n\(request)").diagnosticLines
    #expect(diagnosticLines.count == 1 && diagnosticLines[0].hasPrefix(diagnosticLine), "\(diagnosticLines)")
  }

  @Test(arguments: ["bar", "line"])
  func anEmptyChartIsASentence(style: String) async throws {
    let (html, diagnosticLines) = try await Self.page(
      "from: Order\nwhere: id = 'x'\ncolumns: date, total\nas: \(style)".replacing(
        "id = 'x'", with: "total > 99"))
    #expect(diagnosticLines == [])
    #expect(!html.contains("<svg") && !html.contains("<details>"))
    #expect(html.contains("No entries"))
  }

  @Test(arguments: ["bar", "line"])
  func aChartWithoutFiguresShowsItsGroups(style: String) async throws {
    let (html, diagnosticLines) = try await Self.page(
      "from: Order\ngroup: id\ncolumns: id, avg(total / 0)\nas: \(style)")
    #expect(diagnosticLines == [])
    #expect(!html.contains("<svg") && !html.contains("<details>") && !html.contains("No entries"))
    let rows = HTMLPage(Data(html.utf8)).root.all("tbody").flatMap(\.rows)
    #expect(rows == [["o1", ""], ["o2", ""]])
  }

  @Test func aColumnThatIsNoNumberIsAnErrorAtItsPlace() async throws {
    let diagnosticLines = try await Self.page("from: Order\ncolumns: date, total, customer\nas: line")
      .diagnosticLines
    #expect(
      diagnosticLines == [
        "3:23 'customer' 'as: line' needs a number column; 'customer' is none [invalid-request]"
      ])
  }

  @Test func aChartWithoutNumbersIsAnErrorAtItsStyle() async throws {
    let grouped = try await Self.page("from: Order\ngroup: customer\ncolumns: customer\nas: bar")
      .diagnosticLines
    #expect(
      grouped == [
        "5:5 'bar' 'as: bar' needs a number column after the first one, as in 'columns: customer, @count' [invalid-request]"
      ])
    let plain = try await Self.page("from: Order\nas: bar").diagnosticLines
    #expect(plain.count == 1)
    #expect(plain[0].hasPrefix("3:5 'bar' 'as: bar' needs a number column"))
  }

  @Test(arguments: [
    ("columns: total", "€15.50"), ("columns: total\nlimit: 1\nsort: -total", "€10.00"),
    ("group: customer\ncolumns: '@count'", "2"), ("", "2"), ("where: paid = true", "0"),
    ("columns: date\nsort: -date", "Feb 5, 2026"), ("where: paid = true\ncolumns: date", "No entries"),
  ])
  func aNumberIsTheTotalElseTheFirstValue(request: String, number: String) async throws {
    let (html, diagnosticLines) = try await Self.page(
      "from: Order\n\(request)\nas: number".replacing("\n\n", with: "\n"))
    #expect(diagnosticLines == [])
    #expect(html.contains("<b>\(number)</b>"), "\(html)")
  }

  @Test(arguments: [
    ("columns: total * 2", "'total * 2' is not added up"),
    ("columns: [{value: total, total: false}]", "'total' is not added up"),
    ("columns: [{value: total, total: false}]\nlimit: 1", nil), ("columns: total * 2\nsort: -total", nil),
    ("group: customer\ncolumns: '@avg.total'", "'@avg.total' is not added up"), ("columns: date", nil),
    (
      "columns: date.weekday",
      "'date.weekday' is not added up, so the number is the first row's; write 'sort'"
    ),
    ("group: customer\ncolumns: '\"@count\"'", "\"@count\" is a text, the same in each row"),
    ("group: customer\ncolumns: '\"sum(total)\"'", "\"sum(total)\" is a text, the same in each row"),
    (
      "group: customer\ncolumns: \"'share(@sum.total)'\"",
      "'share(@sum.total)' is a text, the same in each row"
    ),
    ("group: customer\ncolumns: '\"all (new)\"'", nil),
    ("columns: '\"total / 2\"'\nlimit: 1", "\"total / 2\" is a text, the same in each row"),
    ("columns: '\"customer.name\"'\nlimit: 1", "\"customer.name\" is a text, the same in each row"),
    ("columns: '\"total\"'\nlimit: 1", nil), ("columns: '\"24/7\"'\nlimit: 1", nil),
  ])
  func aNumberOfWhicheverRowComesFirstIsAWarning(request: String, warning: String?) async throws {
    let (_, diagnosticLines) = try await Self.page("from: Order\n\(request)\nas: number")
    #expect(diagnosticLines.count == (warning == nil ? 0 : 1), "\(diagnosticLines)")
    #expect(warning.map { diagnosticLines.first?.contains($0) ?? false } ?? true, "\(diagnosticLines)")
  }

  @Test func aNumberMayBeComparedWithOthers() async throws {
    let (html, diagnosticLines) = try await Self.page(
      "from: Order\nas: number\ncolumns: [total, {value: @avg.total, label: Mean}]"
        .replacing("@avg.total", with: "total * 2"))
    #expect(diagnosticLines == [])
    #expect(html.contains("<b>€15.50</b>\n<span>Mean <em>"), "\(html)")
  }

  @Test func aListShowsRecordsAndGroups() async throws {
    let records = try await Self.page("from: Order\ncolumns: id, customer, total\nas: list").html
    #expect(records.contains("<a href=\"orders/o1.html\">o1</a>") && records.contains("-- Unknown --"))
    let groups = try await Self.page("from: Order\ngroup: customer\ncolumns: customer, @count\nas: list").html
    #expect(groups.contains("<a href=\"customers/ann.html\">Ann</a>"))
  }
}
