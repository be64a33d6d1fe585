import Content
import Diagnostics
import Testing

/// Figures whose formula is a value of the service, which new rows copy.
@Suite struct CopiedFigureTests {
  private static let warning = "model.yml:8:36 foreign-money"

  /// A row that writes none follows the service, unless a written value stands for it or the service has none.
  @Test(arguments: [
    ("{service: a, cost: 7, quantity: 2}", "", []), ("{service: a, quantity: 2}", "", [warning]),
    ("{service: a, margin: 3}", "", []), ("{service: b, quantity: 2}", "", []),
    ("{text: Tea, sum: 9}", "", []), ("{service: a, quantity: 2}", ", derived: list * 0.5", [warning]),
  ])
  func aRowWithoutTheFigureIsWarnedOf(row: String, computed: String, found: [String]) async throws {
    let isWritten = computed.isEmpty
    let site = try await LoadedSite([
      "model.yml": """
      entities:
        Service:
          attributes:
            list: money
            purchase: {type: money\(computed)}
        RowOfOrder:
          attributes:
            cost: {type: money, formula: service.purchase}
            margin: {type: money, formula: sum - cost}

      """,
      "services/a.md": "---\nname: A\nprice: 12\nlist: 14\n\(isWritten ? "purchase: 7\n" : "")---\n",
      "services/b.md": "---\nname: B\nprice: 12\n---\n",
      "orders/1.md": "---\ndate: 2026-03-14\nrows:\n  - \(row.replacing("}", with: ", price: 12}"))\n---\n",
    ])
    #expect(site.diagnosticLines == found)
  }

  /// What is written wrongly, or under a former name, is not missing.
  @Test(arguments: [("cost: 8,1", "decimal-comma"), ("oldCost: 8", "unknown-key")])
  func aWrongFigureIsNoMissingOne(written: String, error: String) async throws {
    let site = try await LoadedSite([
      "model.yml": """
      entities:
        Service: {attributes: {purchase: money}}
        RowOfOrder:
          attributes:
            cost: {type: money, was: oldCost, formula: service.purchase}

      """,
      "services/a.md": "---\nname: A\nprice: 12\npurchase: 7\n---\n",
      "orders/1.md":
        "---\ndate: 2026-03-14\nrows:\n  - {service: a, price: 12, \(written.replacing("8,1", with: "\"8,1\""))}\n---\n",
    ])
    #expect(site.content.diagnostics.map(\.id.rawValue) == [error])
  }

  /// An order copies from its customer, too; what has no day, such as a service, goes on following its category.
  @Test(arguments: [("discount: 10%", [String]()), ("memo: x", ["model.yml:12:42 foreign-money"])])
  func anOrderWithoutTheFigureIsWarnedOf(written: String, found: [String]) async throws {
    let site = try await LoadedSite([
      "model.yml": """
      entities:
        Category:
          folder: categories
          attributes: {margin: decimal}
        Customer:
          attributes: {discount: decimal}
        Service:
          attributes: {margin: {type: decimal, formula: category.margin}}
          relationships: {category: {to: Category}}
        Order:
          attributes:
            discount: {type: decimal, formula: customer.discount}
            memo: string

      """,
      "categories/parts.md": "---\nmargin: 0.3\n---\n",
      "customers/ann.md": "---\nname: Ann\ndiscount: 10%\n---\n",
      "services/a.md": "---\nname: A\ncategory: parts\n---\n",
      "orders/1.md": "---\ndate: 2026-03-14\ncustomer: ann\n\(written)\n---\n",
    ])
    let diagnostics = site.diagnosticLines
    #expect(diagnostics.filter { $0.hasPrefix("model.yml:12") } == found)
    #expect(diagnostics.filter { !$0.hasPrefix("model.yml:12") } == ["model.yml:8:51 foreign-money"])
  }
}
