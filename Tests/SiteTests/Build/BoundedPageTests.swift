import Foundation
import TestSupport
import Testing

/// No page grows without bound: lists and filter bars show their first and lead to the whole.
@Suite struct BoundedPageTests {
  /// Orders of two customers, the last two of them of the second, each with a row of one service.
  private static func orders(_ count: Int) -> [String: String] {
    var files = [
      "Content/customers/acme.md": "---\nname: Acme\n---\n",
      "Content/customers/zoe.md": "---\nname: Zoë\n---\n",
      "Content/services/repair.md": "---\nname: Repair\nprice: 2\n---\n",
    ]
    for number in 1...count {
      files["Content/orders/o\(number).md"] = """
        ---
        date: 2026-01-05
        customer: \(number > count - 2 ? "zoe" : "acme")
        made: true
        rows: [{service: repair, sum: \(number)}]
        ---

        """
    }
    return files
  }

  private func table(_ name: String, of path: String, _ site: FileTree) throws -> HTMLElement {
    try #require(
      try site.page(path).all("table").first { table in
        table.all("caption").contains { $0.text.contains(name) }
      })
  }

  @Test func warnsOfVeryManyRowsOnOnePage() async throws {
    let rows = String(repeating: "  - {sum: 1, text: a}\n", count: 2001)
    let files = [
      "Content/customers/acme.md": "---\nname: Acme\n---\n",
      "Content/orders/o1.md": "---\ndate: 2026-01-05\ncustomer: acme\nrows:\n\(rows)---\n",
      "Content/all.md": "```query\nfrom: RowOfOrder\n```\n\n```query\nfrom: RowOfOrder\nlimit: 2000\n```\n",
    ]
    #expect(
      try await SiteFixture(files).diagnosticLines == [
        "Content/all.md:1: the block shows 2001 rows on one page; 'limit: 100' shows the first, and 'group' sums them up [long-table]"
      ])
    let off = files.merging(["Content/site.yml": "lints: {long-table: false}\n"]) { $1 }
    #expect(try await SiteFixture(off).diagnosticLines == [])
  }

  @Test func warnsOfAChartOrAStatementOfAsMany() async throws {
    let rows = String(repeating: "  - {sum: 1, text: a}\n", count: 2001)
    let payments = String(repeating: "  - {date: 2026-01-05, sum: 1}\n", count: 2001)
    let files = [
      "Content/customers/acme.md": "---\nname: Acme\n---\n",
      "Content/orders/o1.md":
        "---\ndate: 2026-01-05\ncustomer: acme\nrows:\n\(rows)payments:\n\(payments)---\n",
      "Content/all.md": """
      ```query
      as: line
      from: RowOfOrder
      columns: id, sum
      ```

      ```query
      as: statement
      from: Order
      ```

      ```query
      as: statement
      from: Order
      period: 2025
      ```

      ```query
      as: bar
      from: RowOfOrder
      group: text
      columns: text, @sum.sum
      ```

      """,
    ]
    #expect(
      try await SiteFixture(files).diagnosticLines == [
        "Content/all.md:1: the block draws 2001 figures in one chart; 'group' by fewer values, such as months, or narrow "
          + "'where' [long-table]",
        "Content/all.md:7: the block shows 2002 movements on one page; a shorter 'period', such as a month, shows fewer "
          + "[long-table]",
      ])
  }

  /// Figures of so many values would take memory before anyone reads that there are too many.
  @Test func refusesMoreColumnsThanATableHas() async throws {
    var files = Self.orders(101)
    files["Content/wide.md"] =
      "```query\nfrom: Order\ngroup: customer\npivot: id\ncolumns: customer, @count\n```\n"
    #expect(
      try await SiteFixture(files).diagnosticLines == [
        "Content/wide.md:4: 'id' makes 102 columns, and a table has at most 100; group by it instead [invalid-request]"
      ])
    files["Content/wide.md"] = files["Content/wide.md"]?.replacing("pivot", with: "where: total > 2\npivot")
    #expect(try await SiteFixture(files).diagnosticLines == [])
  }

  @Test func aPageShowsTheFirstRelatedRecordsAndLeadsToAll() async throws {
    let site = try await SiteFixture(Self.orders(232)).write()
    let shown = try table("Orders", of: "customers/acme.html", site)
    #expect(shown.all("tbody").flatMap(\.rows).count == 100)
    // 1 + 2 + … + 230.
    #expect(shown.all("tfoot").flatMap(\.rows).first?.first == "Total of 230")
    #expect(shown.all("tfoot").flatMap(\.rows).joined().contains("€26,565.00"))
    let links = try site.links("customers/acme.html")
    for link in [
      "All 230 → ../customers/acme/orders.html", "CSV → ../customers/acme/orders.csv",
      "JSON → ../customers/acme/orders.json",
    ] {
      #expect(links.contains(link), "\(links)")
    }

    let paths = [
      "customers/acme/orders.html", "customers/acme/orders/page/2.html", "customers/acme/orders/page/3.html",
    ]
    #expect(site.pages.filter { $0.hasPrefix("customers/acme/") } == paths)
    let rows = try paths.map { try site.page($0).all("tbody").flatMap(\.rows) }
    #expect(rows.map(\.count) == [100, 100, 30])
    let ids = Set(rows.joined().compactMap(\.first))
    #expect(ids == Set((1...230).map { "o\($0)" }))
    for path in paths {
      #expect(try site.page(path).all("tfoot").flatMap(\.rows).joined().contains("€26,565.00"))
      #expect(try site.links(path).contains { $0.hasSuffix("/orders/o1.html") } || path != paths[0])
    }
    #expect(try site.page(paths[0]).all("nav").contains { $0.text.contains("Acme") }, "the way back")
    let csv = try #require(site.files["customers/acme/orders.csv"])
    #expect(csv.split(separator: UInt8(ascii: "\n")).count == 231)
    #expect(await SiteCheck(site).errors == [])
  }

  @Test func aListThatFitsIsShownWhole() async throws {
    let site = try await SiteFixture(Self.orders(102)).write()
    let shown = try table("Orders", of: "customers/acme.html", site)
    #expect(shown.all("tbody").flatMap(\.rows).count == 100)
    #expect(shown.all("tfoot").flatMap(\.rows).first?.first == "Total")
    #expect(!site.pages.contains { $0.hasPrefix("customers/acme/") || $0.hasPrefix("customers/zoe/") })
    #expect(try site.links("customers/zoe.html").contains { $0.hasPrefix("CSV") } == false)
  }

  @Test func rowsOfOrdersAreListedBesideTheirService() async throws {
    let site = try await SiteFixture(Self.orders(150)).write()
    let shown = try #require(try site.page("services/repair.html").all("table").first)
    #expect(shown.all("thead").flatMap(\.rows).first?.prefix(3) == ["Date", "Order", "Customer"])
    #expect(shown.all("tbody").flatMap(\.rows).count == 100)
    #expect(site.pages.filter { $0.hasPrefix("services/repair/") }.count == 2)
    let last = try site.page("services/repair/rows/page/2.html").all("tbody").flatMap(\.rows)
    #expect(last.count == 50)
    // 1 + 2 + … + 150.
    #expect(try site.page("services/repair.html").text.contains("€11,325.00"))
    #expect(await SiteCheck(site).errors == [])
  }

  @Test func anOrderShowsAllOfItsRows() async throws {
    let rows = (1...130).map { "{sum: \($0)}" }.joined(separator: ", ")
    let site = try await SiteFixture([
      "Content/orders/o1.md": "---\ndate: 2026-01-05\nmade: true\nrows: [\(rows)]\n---\n"
    ]).write()
    let table = try #require(try site.page("orders/o1.html").all("table").first)
    #expect(table.all("tbody").first?.rows.count == 130)
    #expect(!site.pages.contains { $0.hasPrefix("orders/o1/") })
  }

  @Test func aThemeWithoutListsGetsNoPagesOfThem() async throws {
    let plain = ["layout": "x", "home": "x", "index": "x", "page": "x", "record": "{{record.title}}\n"]
    var files = Self.orders(150)
    for (name, text) in plain { files["Themes/bare/\(name).mustache"] = text }
    let site = try await SiteFixture(files, theme: "bare").write()
    #expect(!site.files.keys.contains { $0.hasPrefix("customers/acme/") })
  }

  @Test func aBarShowsTheCommonestValuesAndLeadsToAll() async throws {
    var files: [String: String] = [:]
    for customer in 1...30 {
      files["Content/customers/c\(customer).md"] = "---\nname: Customer \(customer)\n---\n"
      // The customer with the greatest number has the most orders.
      for order in 1...customer {
        files["Content/orders/o\(customer)-\(order).md"] =
          "---\ndate: 2026-01-05\ncustomer: c\(customer)\nmade: true\n---\n"
      }
    }
    files["Content/orders/index.md"] = "---\nfilters: customer, made\n---\n"
    let site = try await SiteFixture(files).write()
    func bar(_ path: String) throws -> [String] {
      let group = try site.page(path).all("div").first { $0.attributes["data-filter"] == "customer" }
      return try #require(group).all("a").map(\.text)
    }
    let shown = try bar("orders/index.html")
    #expect(shown.count == 1 + 24 + 1)
    #expect(shown.first == "All")
    #expect(shown.last == "All 30")
    #expect(Set(shown.dropFirst().dropLast()) == Set((7...30).map { "Customer \($0) \($0)" }))
    // A page of a rarer value shows that value as well.
    #expect(try bar("orders/where/customer/c1.html").contains("Customer 1 1"))
    let all = try site.links("orders/where/customer/index.html").filter { $0.hasPrefix("Customer") }
    #expect(all.count == 30)
    #expect(all.contains { $0.hasSuffix("orders/where/customer/c1.html") })
    #expect(await SiteCheck(site).errors == [])
  }
}
