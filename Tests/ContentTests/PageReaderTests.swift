import Content
import Diagnostics
import Query
import Records
import TestSupport
import Testing

/// Pages and the fetch requests of index pages.
@Suite struct PageReaderTests {
  private func page(_ frontMatter: String, at path: String = "orders/index.md") async throws -> (
    Page, [String]
  ) {
    let site = try await LoadedSite([path: "---\n" + frontMatter + "\n---\nText\n"])
    return (try #require(site.content.pages.first), site.diagnosticLines)
  }

  @Test func frontMatterIsOptional() async throws {
    let site = try await LoadedSite(["about.md": "# About\n", "empty.md": ""])
    #expect(site.diagnosticLines == [])
    #expect(site.content.pages.map(\.title?.text) == [nil, nil])
    #expect(site.content.pages.map(\.file.body) == [0..<8, 0..<0])
  }

  @Test func aPageHasItsKeys() async throws {
    let (page, diagnosticLines) = try await page(
      "title: Über uns\ndescription: Wer wir sind\ntemplate: wide\nprivate: no\nas-of: 2026-01-31\nparams: {a: [1, true, {b: }]}",
      at: "about.md")
    #expect(diagnosticLines == [])
    #expect(
      page.title?.text == "Über uns" && page.description?.text == "Wer wir sind"
        && page.template?.text == "wide")
    #expect(!page.isPrivate && page.asOf?.description == "2026-01-31")
    #expect(page.params.map(\.key) == ["a"])
    guard case .list(let values)? = page.params.first?.value else { throw Unexpected("no list") }
    #expect(values.prefix(2) == [.text("1"), .boolean(true)])
    guard case .mapping(let pairs)? = values.last else { throw Unexpected("no mapping") }
    #expect(pairs.map(\.key) == ["b"] && pairs.map(\.value) == [.null])
  }

  @Test func anIndexHasAHundredFiltersAtMost() async throws {
    for (count, lines) in [(100, []), (101, ["orders/index.md:2:1310 invalid-request"])] {
      let filters = (0..<count).map { "total + \(100 + $0)" }.joined(separator: ", ")
      let (page, diagnosticLines) = try await page("filters: " + filters)
      #expect(diagnosticLines == lines)
      #expect(page.filters.count == 100)
    }
  }

  @Test func anIndexPageIsAFetchRequest() async throws {
    let (page, diagnosticLines) = try await page(
      """
      where: made = true
      sort: -date, round(total)
      columns: [id, {value: round(total), label: Sum, total: true}]
      sorts: date, total
      filters: [made, customer]
      limit: 10
      page-size: 5
      filter-limit: 3
      feed: true
      exports: false
      """)
    #expect(diagnosticLines == [])
    #expect(page.request.predicate?.text == "made = true")
    #expect(page.request.sort.map(\.text) == ["-date", "round(total)"])
    #expect(page.request.columns.map(\.value.text) == ["id", "round(total)"])
    #expect(page.request.columns.last?.label?.text == "Sum" && page.request.columns.last?.isTotal == true)
    #expect(
      page.sorts.map(\.value.text) == ["date", "total"]
        && page.filters.map(\.value.text) == ["made", "customer"])
    #expect(page.request.limit == 10 && page.pageSize == 5 && page.filterLimit == 3)
    #expect(page.feedRange != nil && !page.request.exports)
  }

  @Test func aColumnWithALabelMayStandAlone() async throws {
    let (page, diagnosticLines) = try await page("columns: {value: total, label: Sum}")
    #expect(diagnosticLines == [])
    #expect(
      page.request.columns.map(\.value.text) == ["total"] && page.request.columns.first?.label?.text == "Sum")
  }

  @Test(arguments: [
    ("from: Order", "2:1 unknown-key"), ("page-size: 0", "2:12 invalid-integer"),
    ("limit: -1", "2:8 invalid-integer"),
    ("columns: [round(total, 2), date]", "2:11 invalid-request"),
    ("columns: [{label: Sum}]", "2:11 invalid-request"),
    ("columns: 'id, {value: total, label: Sum}'", "2:15 invalid-request"),
    ("as-of: 2026-02-30", "2:8 invalid-date"), ("where: made # yes", "2:13 unquoted-text"),
    ("columns: [{value: TERNARY(made = true, 1, 0), label: Sum}]", "2:19 unquoted-text"),
    ("params: {a: b, c}", "2:13 unquoted-text"),
    ("where: [made]", "2:8 wrong-shape"),
    ("feed: perhaps", "2:7 invalid-boolean"), ("params: wide", "2:9 wrong-shape"),
  ])
  func locatesEachError(line: String, diagnosticLine: String) async throws {
    #expect(try await page(line).1 == ["orders/index.md:" + diagnosticLine])
  }

  /// A record in a folder that is no entity's: one error, not one for each of its keys.
  @Test(arguments: ["Bestellungen/a.md", "Aufträge/a.md", "orders/2026/index.md", "a.md"])
  func aRecordInAWrongPlaceIsOneError(path: String) async throws {
    let site = try await LoadedSite([path: "---\ndate: 2026-03-14\ncustomer: acme\nrows:\n  - sum: 1\n---\n"])
    #expect(site.diagnosticLines == ["\(path):2:1 unknown-key"])
    let summary = try #require(site.content.diagnostics.first?.summary)
    #expect(summary.contains("it is one of Order"))
    #expect(summary.contains(path.hasSuffix("index.md") ? "not named 'index.md'" : "lie in 'orders'"))
  }

  /// A name alone does not tell of which entity it is: all are named, and references to either are no errors.
  @Test func aRecordInAWrongPlaceMayBeOfSeveralEntities() async throws {
    let site = try await LoadedSite([
      "kunden/acme.md": "---\nname: Acme\n---\n",
      "orders/a.md": "---\ndate: 2026-03-14\ncustomer: acme\nrows: [{service: acme, sum: 1}]\n---\n",
    ])
    #expect(site.diagnosticLines == ["kunden/acme.md:2:1 unknown-key"])
    let summary = try #require(site.content.diagnostics.first?.summary)
    #expect(summary.contains("it is one of Customer and Service"))
    #expect(summary.contains("lie in 'customers' and 'services'"))
  }

  @Test func whatRefersToARecordInAWrongPlaceIsNoError() async throws {
    let site = try await LoadedSite([
      "kunden/acme.md": "---\nname: Acme\n---\n",
      "orders/a.md": "---\ndate: 2026-03-14\ncustomer: acme\n---\n",
      "orders/b.md": "---\ndate: 2026-03-14\ncustomer: bear\n---\n",
    ])
    #expect(site.diagnosticLines == ["kunden/acme.md:2:1 unknown-key", "orders/b.md:3:11 unknown-reference"])
  }

  @Test(arguments: ["about.md", "site.yml"])
  func whatYAMLWouldLoseInParamsIsAnError(path: String) async throws {
    let params = "params:\n  a: b #c\n  d: [x, {e: one\n    two}]\n  f: [1, 2]\n  g: \"a #b\""
    let isPage = path.hasSuffix(".md")
    let site = try await LoadedSite([path: isPage ? "---\n\(params)\n---\n" : params + "\n"])
    #expect(site.content.diagnostics.map(\.id) == [.unquotedText, .unquotedText])
    #expect(site.content.diagnostics.map(\.range.text) == ["b #c", "one\n    two"])
  }
}
