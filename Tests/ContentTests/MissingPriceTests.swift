import Diagnostics
import Testing

/// A row that names a service and no price: what is missing comes with the service's price of today.
@Suite struct MissingPriceTests {
  private func found(_ rows: [String], _ lines: String = "", service: String = "price: 48") async throws
    -> [Diagnostic]
  {
    try await LintedSite(
      .book.adding([
        "services/repair.md": "---\nname: Repair\n\(service)\n---\n",
        "orders/2026-0001.md": .order(lines, rows: rows),
      ])
    ).diagnostics().filter { $0.severity == .error }
  }

  private func fixed(_ diagnostics: [Diagnostic]) throws -> String {
    let plan = FixPlan(diagnostics) { _ in true }
    let change = try #require(plan.changes.first)
    return String(decoding: change.bytes, as: UTF8.self)
  }

  @Test func itIsWrittenInTheStyleOfTheRow() async throws {
    let found = try await found([
      "{service: repair, quantity: 2}", "{service: repair, sum: 5}", "service: repair\n    text: left",
    ])
    #expect(found.map(\.id) == [.missingValue, .missingValue])
    #expect(found.allSatisfy { $0.summary.hasSuffix("; 'repair' has the price 48.00 today") })
    let text = try fixed(found)
    #expect(text.contains("  - {service: repair, quantity: 2, price: 48.00}\n"))
    #expect(text.contains("  - {service: repair, sum: 5}\n"))
    #expect(text.contains("  - service: repair\n    text: left\n    price: 48.00\n"))
  }

  /// A figure that the formula can do without is not asked for.
  @Test func onlyWhatTheFormulaNeedsIsNamed() async throws {
    let formula = "quantity * TERNARY(days = nil, 1, days) * price"
    let site = LintedSite(
      .book.adding([
        "model.yml":
          "entities:\n  RowOfOrder:\n    attributes:\n      days: decimal\n      sum: {formula: '\(formula)'}\n",
        "orders/2026-0001.md": .order(rows: ["{text: x, quantity: 2}"]),
      ]))
    #expect(
      try await site.diagnostics().filter { $0.severity == .error }.map(\.summary) == [
        "'sum' is missing; write it or 'price', which its formula \(formula) needs"
      ])
  }

  @Test func itKeepsItsCurrency() async throws {
    let dollars = try await found(["{service: repair}"], service: "price: 48.00 USD")
    #expect(try fixed(dollars).contains("{service: repair, price: 48.00 USD}"))
    let order = try await found(["{service: repair}"], "currency: USD")
    #expect(try fixed(order).contains("{service: repair, price: 48.00 EUR}"))
  }

  /// A row whose keys are not indented has them all the same, and no price of today is put over its own.
  @Test(arguments: [
    ("price: 55", "'price' is a key of a RowOfOrder; indent it below 'service'"),
    ("quantity: 2\nprice: 55", "'quantity', 'price' are keys of a RowOfOrder; indent them below 'service'"),
  ])
  func nothingIsOfferedBesideKeysOnTheWrongIndent(keys: String, summary: String) async throws {
    for more in ["", "payments:\n  - date: 2026-03-14\n    sum: 1.00\n"] {
      let order = "---\ndate: 2026-03-14\nrows:\n- service: repair\n\(keys)\n\(more)---\n"
      let found = try await LintedSite(
        .book.adding([
          "services/repair.md": "---\nname: Repair\nprice: 48\n---\n", "orders/2026-0001.md": order,
        ])
      ).diagnostics().filter { $0.severity == .error }
      #expect(found.map(\.summary) == [summary])
      #expect(found.flatMap(\.fixIts).isEmpty)
    }
  }

  @Test func aKeyThatIsWrittenAboveTheRowsIsUnknown() async throws {
    let found = try await found(["{service: repair}"], "price: 55")
    #expect(found.map(\.id) == [.unknownKey])
    #expect(found.allSatisfy { $0.summary.hasPrefix("unknown key 'price' in Order") && $0.fixIts.isEmpty })
  }

  @Test func whatTheFormulaLacksIsNamed() async throws {
    let found = try await found(["{text: left}"])
    #expect(
      found.map(\.summary) == [
        "'sum' is missing; write it or 'price', which its formula quantity * price * (1 - discount) needs"
      ])
  }

  @Test func nothingIsOfferedWhereThereIsNone() async throws {
    for (row, service) in [
      ("{service: repair}", "info: none"), ("{text: x}", "price: 48"), ("{service: repair}", "price: 4,8"),
    ] {
      let found = try await found([row], service: service).filter { $0.id == .missingValue }
      #expect(found.map(\.fixIts.count) == [0], "\(row) \(service)")
    }
  }

  /// So many rows of one file cost a look at each of them, not of each at all.
  @Test func offersOfOneFileAreBounded() async throws {
    let found = try await found(Array(repeating: "{service: repair}", count: 150))
    #expect(found.count == 150)
    #expect(found.count { !$0.fixIts.isEmpty } == 100)
  }
}
