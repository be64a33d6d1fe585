import TestSupport
import Testing

/// A value reads the same wherever a site shows it.
@Suite struct ValueStyleTests {
  private static let orders = [
    // 2026-01-04 is a Sunday.
    "Content/orders/o1.md": "---\ndate: 2026-01-04\nsize: 1200\npaid: true\nrows: [{sum: 5}]\n---\n",
    "Content/orders/o2.md": "---\ndate: 2026-02-02\ndue: 2026-11-20\nmade: true\nrows: [{sum: 7}]\n---\n",
    "Content/model.yml": "entities: {Order: {attributes: {size: integer}}}\n",
  ]
  private static let columns = ["date.month", "date.quarter", "date.weekday", "date.year", "size", "state"]

  private static func site(_ files: [String: String], settings: String = "") async throws -> FileTree {
    try await SiteFixture(
      orders.merging(files.merging(["Content/site.yml": "title: Book\n\(settings)\n"]) { $1 }) { $1 }
    ).write()
  }

  private static func block(_ lines: String...) -> String {
    "```query\nfrom: Order\n\(lines.joined(separator: "\n"))\n```\n\n"
  }

  @Test(arguments: [
    ("o1", ["Jan 2026", "Q1 2026", "Sunday", "2026", "1200", "Paid"]),
    ("o2", ["Feb 2026", "Q1 2026", "Monday", "2026", "", "Overdue by 1 day"]),
  ])
  func aTileReadsAsTheCell(order: String, words: [String]) async throws {
    let list = Self.columns.joined(separator: ", ")
    let one = "limit: 1\nwhere: id = '\(order)'\ncolumns: "
    let tiles = Self.columns.map { Self.block("as: number", one + $0) }
    let all = one + list
    let page = try await Self.site([
      "Content/report.md": tiles.joined() + Self.block("as: number", all) + Self.block(all)
    ]).page("report.html")
    #expect(page.all("tbody").first?.rows == [words])
    let figures = page.all("div").filter { $0.attributes["class"] == "number" }
    #expect(figures.dropLast().map { $0.all("b")[0].text } == words.map { $0.isEmpty ? "No entries" : $0 })
    #expect(figures.last?.all("em").map(\.text) == words.dropFirst().map { $0.isEmpty ? "–" : $0 })
  }

  @Test(arguments: [("en", "2026-W01"), ("de", "KW 01 2026"), ("fr", "S01 2026"), ("ja", "2026年第01週")])
  func aWeekReadsAsPeopleSayIt(language: String, week: String) async throws {
    let block = Self.block("where: id = 'o1'", "columns: date.week, @count", "group: date.week")
    let page = try await Self.site(
      ["Content/report.md": block, "Content/index.md": "# Home\n"], settings: "language: \(language)"
    ).page("report.html")
    #expect(page.all("tbody").first?.rows.first?.first == week)
  }

  /// Only a figure of others that is zero is a dash.
  @Test func aKeyOfZeroIsItself() async throws {
    let page = try await SiteFixture([
      "Content/model.yml": "entities: {RowOfOrder: {attributes: {rate: decimal, fee: money}}}\n",
      "Content/orders/o1.md":
        "---\ndate: 2026-01-02\nrows: [{sum: 5, rate: 0%, fee: 0}, {sum: 6, rate: 0}, {sum: 7, rate: 19%}]\n---\n",
      "Content/report.md":
        "```query\nfrom: RowOfOrder\ngroup: rate\ncolumns: rate, @count, @sum.fee\n```\n",
    ]).write().page("report.html")
    #expect(page.all("tbody").first?.rows == [["0.00", "2", "–"], ["0.19", "1", "–"]])
  }

  @Test(arguments: [
    ("state", ["Overdue", "Paid"]), ("size", ["1200", "None"]), ("date.month", ["Jan 2026", "Feb 2026"]),
    ("date.year", ["2026"]), ("date.quarter", ["Q1 2026"]), ("paid", ["No", "Yes"]),
  ])
  func aHeadingOfASectionReadsAsTheCell(section: String, headings: [String]) async throws {
    let site = try await Self.site([
      "Content/orders/index.md": "---\nsection: \(section)\ncolumns: id\n---\n",
      "Content/report.md": Self.block("section: \(section)", "columns: id")
        + Self.block("as: list", "section: \(section)", "columns: id"),
    ])
    for path in ["orders/index.html", "report.html"] {
      let heads = try site.page(path).all("th").filter { $0.attributes["scope"] == "rowgroup" }
      // The count of its records follows.
      let words = heads.map { $0.text.split(separator: " ").dropLast().joined(separator: " ") }
      #expect(Set(words) == Set(headings), "\(path)")
    }
  }

  @Test(arguments: [
    ("en", "state = 'overdue'", "State: Overdue"), ("fr", "state = 'overdue'", "État\u{a0}: En retard"),
    ("de", "state = 'paid' AND size = 1200", "Status: Bezahlt · Size: 1200"),
    ("fr", "due <= '2026-11-20'", "Échéance\u{a0}: jusqu’au 20 nov. 2026"),
  ])
  func theNoteOfATableReadsAsTheCell(language: String, filter: String, note: String) async throws {
    let site = try await Self.site(
      ["Content/report.md": Self.block("columns: id", "where: \"\(filter)\"")],
      settings: "language: \(language)")
    let notes = try site.page("report.html").all("p").filter { $0.attributes["class"] == "note" }
    #expect(notes.first?.text == note)
  }

  @Test func anEntryOfAFeedReadsAsTheCell() async throws {
    let site = try await Self.site(
      ["Content/orders/index.md": "---\nfeed: true\ncolumns: \(Self.columns.joined(separator: ", "))\n---\n"],
      settings: "base-url: https://example.com\nlanguage: fr")
    let feed = try XMLReader.read(site.files["orders/feed.xml"])
    let summary = try #require(feed.texts("summary").last)
    #expect(summary.contains("janv. 2026;") && summary.contains("dimanche;"), "\(summary)")
    #expect(summary.contains("\u{a0}: 1200; État\u{a0}: Payée"), "\(summary)")
  }

  @Test func pagesForEachValueReadAsTheCell() async throws {
    let site = try await Self.site([
      "Content/sizes.md": "---\neach: size\nfrom: Order\ntitle: Size $each\n---\n"
        + Self.block("columns: id", "where: size = $each")
    ])
    #expect(try site.page("sizes/1200.html").all("h1").map(\.text) == ["Size 1200"])
  }
}
