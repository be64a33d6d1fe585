import TestSupport
import Testing

/// The markup of tables in the built-in theme.
@Suite struct TableMarkupTests {
  private static let orders = [
    "Content/orders/o1.md": "---\ndate: 2026-01-05\nrows: [{sum: 5}]\n---\n",
    "Content/orders/o2.md": "---\ndate: 2027-01-05\nrows: [{sum: 7}]\n---\n",
  ]

  /// The table of an index page of orders.
  private func table(_ frontMatter: String, orders: [String: String] = orders) async throws -> HTMLElement {
    let index = ["Content/orders/index.md": "---\n\(frontMatter)\n---\n"]
    let site = try await SiteFixture(orders.merging(index) { $1 }).write()
    return try #require(try site.page("orders/index.html").all("table").first)
  }

  @Test func headingsOfSectionsSpanTheColumns() async throws {
    let table = try await table("columns: id, date, total\nsection: date.year")
    let headings = table.all("th").filter { $0.attributes["scope"] == "rowgroup" }
    #expect(headings.map { $0.attributes["colspan"] } == ["3", "3"])
  }

  @Test func theWordsOfAnEmptyTableSpanTheColumns() async throws {
    let table = try await table("columns: id, date", orders: [:])
    #expect(table.all("td").map { $0.attributes["colspan"] } == ["2"])
  }

  @Test(arguments: ["", "\nsection: date.year"])
  func onlyWhatIsAddedUpHasTotals(section: String) async throws {
    let without = try await table("columns: id, date" + section)
    #expect(without.all("tfoot").isEmpty)
    #expect(without.tableRows.allSatisfy { !$0.isEmpty })
    let with = try await table("columns: id, total" + section)
    #expect(with.all("tfoot").flatMap(\.rows) == [["Total", "€12.00"]])
    let sums = with.all("tr").filter { $0.attributes["class"] == "sum" }
    #expect(sums.count == (section.isEmpty ? 1 : 3))
  }
}
