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

  @Test func aMissingCustomerIsUnknownAndAReferenceOfTheModelNone() async throws {
    let machine = """
      entities:
        Machine:
          folder: machines
          title: name
          attributes: {name: string}
          relationships: {part: {to: Machine}, customer: {to: Customer}}
      """
    let queries = ["customer", "customer.name", "part", "customer.phone"].map {
      "```query\nfrom: Machine\ngroup: \($0)\n```\n"
    }
    let site = try await SiteFixture([
      "Content/model.yml": machine, "Content/machines/drill.md": "---\nname: Drill\n---\n",
      "Content/machines/index.md": "---\ncolumns: part, customer, part.customer.name, part.name\n---\n",
      "Content/report.md": queries.joined(separator: "\n"),
    ]).write()
    let index = try site.page("machines/index.html").all("tbody").flatMap(\.rows)
    #expect(index == [["None", "-- Unknown --", "-- Unknown --", ""]])
    let record = try site.page("machines/drill.html")
    #expect(record.all("dt").map(\.text) == ["Customer"])
    #expect(record.all("dd").map(\.text) == ["-- Unknown --"])
    let groups = try site.page("report.html").all("tbody").flatMap(\.rows).map(\.first)
    #expect(groups == ["-- Unknown --", "-- Unknown --", "None", "None"])
  }
}
