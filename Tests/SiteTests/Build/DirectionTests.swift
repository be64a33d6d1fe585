import TestSupport
import Testing

/// Names that are written in the other direction than the page.
@Suite struct DirectionTests {
  private static let name = "כהן (ABC 123)"

  private static func site() async throws -> FileTree {
    func block(_ lines: String) -> String { "```query\nfrom: Order\n\(lines)\n```\n\n" }
    return try await SiteFixture([
      "Content/customers/cohen.md": "---\nname: \(name)\n---\n",
      "Content/orders/o1.md": "---\ndate: 2026-03-04\ncustomer: cohen\nrows: [{sum: 5}]\n---\n",
      "Content/orders/index.md": "---\nfilters: customer\nsection: customer\ncolumns: id, date\n---\n",
      "Content/report.md": block("where: \"customer = 'cohen' AND date.year = 2026\"\ncolumns: id")
        + block("as: list\nsection: customer\ncolumns: customer, date"),
    ]).write()
  }

  /// A count or a day after such a name would else be shown before it.
  @Test func aNameIsIsolatedFromWhatFollows() async throws {
    let site = try await Self.site()
    func isolated(_ path: String) throws -> Int {
      try site.page(path).all("bdi").count { $0.text == Self.name }
    }
    #expect(try isolated("orders/index.html") == 2, "in the filter and above the section")
    #expect(try isolated("report.html") == 2, "above the section and in the entry")
  }

  @Test func aNameInATextIsIsolatedFromWhatFollows() async throws {
    let site = try await Self.site()
    let notes = try site.page("report.html").all("p").filter { $0.attributes["class"] == "note" }
    #expect(notes.first?.text == "Customer: \u{2068}\(Self.name)\u{2069} · 2026")
    let path = "orders/where/customer/cohen.html"
    let title = try site.page(path).all("title").first?.text
    #expect(title?.contains("customer: \u{2068}\(Self.name)\u{2069}") == true)
  }
}
