import Site
import TestSupport
import Testing

/// What query blocks show beside their figures: links, headings and names.
@Suite struct BlockDisplayTests {
  private static let book = [
    "Content/customers/ann.md": "---\nname: Ann\n---\n", "Content/customers/bob.md": "---\nname: Bob\n---\n",
    "Content/orders/o1.md": "---\ndate: 2026-01-05\ncustomer: ann\nmade: true\nrows:\n  - {sum: 10}\n---\n",
    "Content/orders/o2.md": "---\ndate: 2026-02-06\ncustomer: bob\nrows:\n  - {sum: 20}\n---\n",
  ]

  private static func site(_ block: String) async throws -> SiteFixture {
    try await SiteFixture(
      book.merging(["Content/a.md": "# A\n\n```query\nfrom: Order\n\(block)\n```\n"]) { $1 })
  }

  /// The main part of the page of a block.
  private static func page(_ block: String) async throws -> HTMLElement {
    try #require(try await site(block).write().page("a.html").all("main").first)
  }

  /// A running total is one of a record's row, which leads to it as without the total.
  @Test(arguments: ["", "as: list\n", "section: made\n"])
  func rowsWithARunningTotalLinkToTheirRecords(style: String) async throws {
    let page = try await Self.page(style + "columns: [id, customer, total, cumulative(total), share(total)]")
    let links = page.all("a").map { "\($0.text) \($0.attributes["href"] ?? "")" }
    #expect(links.contains("o1 orders/o1.html") && links.contains("Bob customers/bob.html"), "\(links)")
    #expect(page.text.contains("€30.00") && page.text.contains("66.7%"))
  }

  /// The least year is a year.
  @Test func theLeastOfDatesIsShownAsADate() async throws {
    let page = try await Self.page(
      """
      group: made
      section: min(date.year)
      sort: made
      columns: [made, min(date.year), min(date.month), max(date.quarter), max(date.weekday), "@max.date.weekday"]
      """)
    #expect(page.all("th").filter { $0.attributes["scope"] == "rowgroup" }.map(\.text) == ["2026 2"])
    let cells = page.all("td").map(\.text)
    #expect(
      cells.prefix(5) == ["2026", "Feb 2026", "Q1 2026", "Friday", "Friday"], "\(cells)")
  }

  /// The theme's text of that name is about the way to a page.
  @Test func theColumnOfPathsIsCalledByThat() async throws {
    let page = try await Self.page("columns: [id, path]")
    #expect(page.all("th").filter { $0.attributes["scope"] == "col" }.map(\.text) == ["ID", "Path"])
  }

  @Test func aListHasNoColumnsOfAPivot() async throws {
    let lines = try await Self.site(
      "as: list\ngroup: customer\npivot: made\ncolumns: [customer, \"@sum.total\"]"
    ).diagnosticLines
    #expect(lines.count == 1 && lines[0].contains("'pivot' makes columns with headings"), "\(lines)")
  }

  /// A number without a title is called by its label, and a link has a name to click.
  @Test(arguments: [
    ("columns: [{value: total, label: Revenue}]", "Revenue"),
    ("link: orders/index.md\ncolumns: total", "Total"), ("link: orders/index.md", "Orders"),
    ("title: All\ncolumns: [{value: total, label: Revenue}]", "All"), ("columns: total", ""),
  ])
  func aNumberIsCalledByItsLabel(block: String, name: String) async throws {
    let page = try await Self.page("as: number\n" + block)
    #expect(
      page.all("div").filter { $0.attributes["class"] == "number" }.flatMap { $0.all("p") }.first?.text
        == name)
  }

  /// What cannot be added up is not advised to be.
  @Test func theAdviceAboutANumberCanBeFollowed() async throws {
    let lines = try await Self.site(
      "as: number\ngroup: made\ncolumns: [{value: share(@sum.total), total: true}]"
    ).diagnosticLines
    #expect(lines.count == 1 && !lines[0].contains("total: true"), "\(lines)")
  }

  /// Without a last day the balance is that of the last movement's day; the file has none.
  @Test func aStatementWithoutALastDayEndsWithItsLastMovement() async throws {
    let tree = try await Self.site("as: statement\nsince: 2026-02-01").write()
    let dates = try tree.page("a.html").all("tr").compactMap { $0.all("th").first?.text }
    #expect(dates == ["Date", "Feb 1, 2026", "Feb 6, 2026", "Feb 6, 2026", "Total"], "\(dates)")
    #expect(tree.text("a/1.csv").contains("\r\n,,Closing balance,,,30.00\r\n"))
  }
}
