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

  /// The sections of a table and the bars of a chart say the same as its cells.
  @Test func onlyAMissingRecordIsUnknownInSectionsAndCharts() async throws {
    let keys = ["customer", "customer.name", "customer.address", "due"]
    let blocks = keys.flatMap { key in
      [
        "```query\nfrom: Order\nsection: \(key)\ncolumns: id, total\n```\n",
        "```query\nfrom: Order\nas: bar\ngroup: \(key)\ncolumns: \(key), @count\nname: by-\(key)\n```\n",
      ]
    }
    let site = try await SiteFixture([
      "Content/orders/o1.md": "---\ndate: 2026-01-05\nrows:\n  - {sum: 1.00}\n---\n",
      "Content/report.md": blocks.joined(separator: "\n"),
    ]).write()
    let page = try site.page("report.html")
    let headings = page.all("th").filter { $0.attributes["scope"] == "rowgroup" }.map(\.text)
    let names = ["-- Unknown --", "-- Unknown --", "None", "None"]
    #expect(headings == names.map { $0 + " 1" })
    let bars = page.all("svg").flatMap { $0.all("text").map(\.text).filter { names.contains($0) }.prefix(1) }
    #expect(bars == names)
  }
}
