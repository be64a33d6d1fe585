import TestSupport
import Testing

/// What stands above a query's result.
@Suite struct FilterDescriptionTests {
  private static let files = [
    "Content/model.yml": """
    entities:
      Order:
        attributes:
          place: string
          size: integer
          urgent: boolean

    """,
    "Content/customers/acme.md": "---\nname: Acme Ltd\n---\n",
    "Content/services/tune.md": "---\nname: Tune\n---\n",
    "Content/orders/o1.md": order("2026-01-04", "made: true", "place: Wien", "size: 1200"),
    "Content/orders/o2.md": order("2026-11-20", "made: true", "due: 2026-11-20"),
    "Content/orders/o3.md": order("2025-06-30", "paid: true", "urgent: true"),
  ]

  private static func order(_ date: String, _ lines: String...) -> String {
    "---\ndate: \(date)\ncustomer: acme\n" + lines.map { $0 + "\n" }.joined()
      + "rows:\n  - {service: tune, sum: 5.00}\n---\n"
  }

  /// The summaries of blocks; nil for one without.
  private static func summaries(_ blocks: [String], language: String = "en") async throws -> [String?] {
    let page = blocks.map { "```query\n\($0)\n```\n" }.joined(separator: "\n")
    let site = try await SiteFixture(
      files.merging(["Content/report.md": page, "Content/site.yml": "language: \(language)\n"]) { $1 }
    ).write()
    return try site.page("report.html").all("table").map { table in
      table.all("caption").flatMap { $0.all("p") }.first { $0.attributes["class"] == "note" }?.text
    }
  }

  /// Filters of orders, and how they read. Of others nothing is said.
  private static let readings: [(filter: String, words: String?)] = [
    ("made == true AND paid == false", "Made and not paid"),
    ("made AND NOT paid", "Made and not paid"),
    ("made != false", "Made"),
    ("NOT made", "Not made"),
    ("made = true OR paid = true", "Made or paid"),
    ("made = true AND (paid = true OR due = nil)", nil),
    ("urgent = true", "Urgent"),
    ("customer = 'acme'", "Customer: Acme Ltd"),
    ("customer.name = 'Acme Ltd'", "Customer: Acme Ltd"),
    ("customer = nil", "Customer: -- Unknown --"),
    ("made = true AND customer = 'acme'", "Made · Customer: Acme Ltd"),
    ("place = 'Wien'", "Place: Wien"),
    ("place =[c] 'wien'", nil),
    ("size = 1200", "Size: 1200"),
    ("date BETWEEN {'2026-01-01', '2026-03-31'}", "Jan 1, 2026 – Mar 31, 2026"),
    ("date >= '2026-01-01' AND date <= '2026-03-31'", "Jan 1, 2026 – Mar 31, 2026"),
    ("date > '2025-12-31' AND date < '2026-04-01'", "Jan 1, 2026 – Mar 31, 2026"),
    ("date >= '2026-01-01'", "from Jan 1, 2026"),
    ("date = '2026-01-04'", "Jan 4, 2026"),
    ("date.year = 2026", "2026"),
    ("date.quarter = '2026-Q1' AND made = true", "Made · Q1 2026"),
    ("due.month = '2026-11'", "Due: Nov 2026"),
    ("due <= today()", "Due: until Nov 21, 2026"),
    ("due < today() - 30", "As of Nov 21, 2026"),
    ("total > 100", nil),
    ("ANY rows.sum > 1", nil),
    ("customer.email = nil", nil),
    ("date.weekday = 7", "Sunday"),
    ("NOT (made = true AND paid = true)", nil),
    ("made = true AND total > 1", nil),
  ]

  @Test func saysTheFilterInWordsWhereTheReadingIsSure() async throws {
    let blocks = Self.readings.map { "from: Order\ncolumns: id\nwhere: \"\($0.filter)\"" }
    let found = try await Self.summaries(blocks)
    try #require(found.count == blocks.count)
    for (reading, found) in zip(Self.readings, found) { #expect(found == reading.words, "\(reading.filter)") }
  }

  @Test func whatMayBeNilIsNotCalledNot() async throws {
    // Two of three orders say nothing of it, and 'not urgent' would promise that they are none.
    #expect(try await Self.summaries(["from: Order\ncolumns: id\nwhere: urgent = false"]) == [nil])
  }

  @Test func theWordsAreThoseOfTheLanguage() async throws {
    let filters = [
      "made = true AND paid = false", "made OR paid", "date >= '2026-01-01'", "due <= '2026-12-01'",
    ]
    let blocks = filters.map { "from: Order\ncolumns: id\nwhere: \"\($0)\"" }
    #expect(
      try await Self.summaries(blocks, language: "de") == [
        "Erledigt und nicht bezahlt",
        "Erledigt oder bezahlt",
        "ab 01.01.2026", "Fälligkeit: bis 01.12.2026",
      ])
  }

  @Test(arguments: ["en", "de", "fr", "es", "it", "nl", "pt", "pl", "ru", "ja"])
  func everyLanguageOfTheThemeHasTheWords(language: String) async throws {
    let found = try await Self.summaries(
      ["from: Order\ncolumns: id\nwhere: made = true AND paid = false"], language: language)
    let text = try #require(found.first ?? nil)
    #expect(!text.contains("{"))
    for word in ["Made", " and not ", "paid"] {
      #expect(text.contains(word) == (language == "en"), "\(text)")
    }
  }

  @Test func saysTheDayOfAResultThatUsedIt() async throws {
    let site = try await SiteFixture(
      Self.files.merging([
        "Content/report.md":
          "---\nas-of: 2026-11-19\n---\n```query\ntitle: Late\nfrom: Order\ncolumns: id\nwhere: due < today()\n```\n"
      ]) { $1 }
    ).write()
    let caption = try #require(site.page("report.html").all("caption").first)
    #expect(caption.all("strong").map(\.text) == ["Late"])
    #expect(caption.all("p").map(\.text) == ["Due: until Nov 18, 2026", "As of Nov 19, 2026"])
  }

  /// The request below a result, written as a block, has the same rows: a limit applies before sections.
  @Test(arguments: [
    "sort: -date\nsection: date.year\nlimit: 2", "sort: -date\nsection: -date.year\nlimit: 2",
    "sort: -date.year, id\nsection: date.year\noffset: 1", "section: made\nlimit: 2",
  ])
  func theRequestBelowAResultIsTheOneThatRan(keys: String) async throws {
    func build(_ request: String) async throws -> (rows: String, request: String) {
      let site = try await SiteFixture(
        Self.files.merging(["Content/report.md": "```query\nname: found\n\(request)\n```\n"]) { $1 }
      ).write()
      let rows = try site.page("report.html").all("table").flatMap { $0.all("tr") }.map(\.text)
      let html = String(decoding: try #require(site.files["report.html"]), as: UTF8.self)
      let text = try #require(html.firstMatch(of: /<pre>(from: [\s\S]*?)<\/pre>/)).1
      return (rows.joined(separator: "\n"), String(text))
    }
    let written = try await build("from: Order\ncolumns: id\n\(keys)")
    let printed = try await build(written.request)
    #expect(printed.rows == written.rows && printed.request == written.request, "\(written.request)")
  }
}
