import TestSupport
import Testing

/// Cells that list records.
struct ListedRecordTests {
  private static let expected = ["services/oil.html": "Oil", "services/wax.html": "Wax"]

  /// A book of an order with two services and, above it, enough others for a list with data.
  private func files(_ more: [String: String]) -> [String: String] {
    var files = [
      "Content/customers/c.md": "---\nname: C\n---\n",
      "Content/services/oil.md": "---\nname: Oil\n---\n",
      "Content/services/wax.md": "---\nname: Wax\n---\n",
      "Content/orders/a.md": """
      ---
      date: 2026-05-05
      customer: c
      rows:
        - {service: wax, sum: 1}
        - {text: By hand, sum: 2}
        - {service: oil, sum: 3}
        - {service: wax, sum: 4}
      ---

      """,
    ]
    for number in 0..<120 {
      files["Content/orders/o\(number).md"] =
        "---\ndate: 2026-01-05\nrows: [{text: T, sum: \(number)}]\n---\n"
    }
    return files.merging(more) { $1 }
  }

  /// Each record is a link, in an index, in a block, and in the list of a record's page.
  @Test(arguments: [
    ("orders/index.html", ["Content/orders/index.md": "---\ncolumns: id, rows.service.@distinct\n---\n"]),
    (
      "index.html",
      ["Content/index.md": "```query\nfrom: Customer\ncolumns: name, orders.rows.service.@distinct\n```\n"]
    ),
    (
      "customers/c.html",
      [
        "Content/model.yml": """
        extends: orders
        entities:
          Customer:
            lists: {orders: {columns: "id, rows.service.@distinct"}}

        """
      ]
    ),
  ])
  func leadToTheirPages(path: String, more: [String: String]) async throws {
    let page = try await SiteFixture(files(more)).write().page(path)
    let links = page.all("td").filter { $0.attributes["class"] == "list" }.map { $0.all("a") }
    let found = try #require(links.first { !$0.isEmpty })
    #expect(
      found.map(\.text) == ["Wax", "Oil"]
        && found.allSatisfy { link in
          Self.expected.contains {
            link.attributes["href"]?.hasSuffix($0.key) == true && link.text == $0.value
          }
        }, "\(found.map(\.attributes))")
  }

  @Test func leadToTheirPagesInData() async throws {
    let site = try await SiteFixture(
      files(["Content/orders/index.md": "---\nsorts: total\ncolumns: id, rows.service.@distinct\n---\n"])
    ).write()
    let rows = site.files.keys.filter { $0.hasPrefix("orders/index/rows-") }.map { site.text($0) }.joined()
    #expect(
      rows.contains(
        #"[["a","orders/a.html"],[["Wax","services/wax.html"],["Oil","services/oil.html"]]]"#),
      "\(rows.prefix(300))")
    #expect(rows.contains(#"[["o7","orders/o7.html"],""]"#), "\(rows.prefix(300))")
  }
}
