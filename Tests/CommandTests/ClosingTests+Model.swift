import TestSupport
import Testing

/// What `check` says of closed years when model.yml gives other values to records that do not write them.
extension ClosingTests {
  private static let model = """
    entities:
      Order:
        attributes:
          vat: {type: decimal, default: 0.19}
          gross: {type: money, derived: total * (1 + vat)}
      RowOfOrder:
        attributes:
          quantity: {type: decimal, default: 1}
          fee: {type: money, formula: sum * 0.1}

    """

  /// Three orders of a closed year, of which the second writes what the others leave out.
  private static func closedWithDefaults() async throws -> TemporaryFolder {
    func order(_ lines: String, _ row: String) -> String {
      "---\ndate: 2025-02-01\n\(lines)rows:\n  - {\(row)}\n---\n"
    }
    let folder = try TemporaryFolder([
      "Content/model.yml": model, "Content/orders/o1.md": order("", "price: 100"),
      "Content/orders/o2.md": order("vat: 0.07\n", "quantity: 2, price: 100, fee: 5"),
      "Content/orders/o3.md": order("", "price: 50"),
    ])
    let run = try await folder.docket("close", "2025")
    try #require(run.status == 0, "\(run.error)")
    return folder
  }

  @Test func anotherDefaultIsOneErrorWithWhatFollowsFromIt() async throws {
    let folder = try await Self.closedWithDefaults()
    try folder.replace("0.19", with: "0.21", in: "Content/model.yml")
    let run = try await folder.docket("check")
    #expect(
      run.output.hasPrefix(
        "Content/model.yml:4:37: error: Order.vat, where it is left out, has another value than when 2025 was closed: "
          + "in order o1 it was '0.19' and is '0.21'; it differs in 1 more record [closed-record]\n"),
      "\(run.output)")
    #expect(run.output.contains("note: order o3 as it was\n"), "\(run.output)")
    #expect(
      run.output.contains(
        "Content/model.yml:5:37: note: Order.gross follows from it: in order o1 it was '119.00 EUR' and is "
          + "'121.00 EUR'; it differs in 1 more record\n"), "\(run.output)")
    #expect(run.error.contains("1 error"), "\(run.output)")
    // What was changed besides is told at its record.
    try folder.replace("price: 100", with: "price: 90", in: "Content/orders/o1.md")
    let two = try await folder.docket("check")
    #expect(two.error.contains("2 errors"), "\(two.output)")
    #expect(two.output.contains("o1.md:4:13: error: row of order o1#1 was changed"), "\(two.output)")
  }

  /// Another type of an attribute is one error in the model, not one in each record that has a value.
  @Test func anotherTypeIsOneError() async throws {
    let model = """
      entities:
        RowOfOrder:
          attributes:
            tip: money

      """
    func order(_ tip: String) -> String {
      "---\ndate: 2025-02-01\nrows:\n  - {sum: 100, tip: \(tip)}\n---\n"
    }
    let folder = try TemporaryFolder([
      "Content/model.yml": model, "Content/orders/o1.md": order("5"), "Content/orders/o2.md": order("7.50"),
    ])
    let closed = try await folder.docket("close", "2025")
    try #require(closed.status == 0, "\(closed.error)")
    try folder.replace("tip: money", with: "tip: decimal", in: "Content/model.yml")
    let run = try await folder.docket("check")
    #expect(
      run.output.contains(
        "model.yml:4:7: error: RowOfOrder.tip has another type than when 2025 was closed: in row of order o1#1 it was "
          + "'5.00 EUR' and is '5'; it differs in 1 more record [closed-record]"), "\(run.output)")
    #expect(run.error.contains("1 error"), "\(run.output)")
  }

  /// A renamed customer is the same one; two that became one have lost what each had ordered.
  @Test func customersOfAClosedYearAreNotMerged() async throws {
    func order(_ customer: String) -> String {
      "---\ndate: 2025-02-01\ncustomer: \(customer)\nrows: [{sum: 100}]\n---\n"
    }
    let folder = try TemporaryFolder([
      "Content/customers/ann.md": "---\nname: Ann\n---\n",
      "Content/customers/bob.md": "---\nname: Bob\n---\n",
      "Content/customers/cy.md": "---\nname: Cy\n---\n", "Content/orders/o1.md": order("ann"),
      "Content/orders/o2.md": order("bob"), "Content/orders/o3.md": order("cy"),
    ])
    let closed = try await folder.docket("close", "2025")
    try #require(closed.status == 0, "\(closed.error)")
    #expect(try await folder.docket("rename", "cy", "cyril").status == 0)
    #expect(try await folder.docket("check").status == 0)
    try folder.remove("Content/customers/bob.md")
    try folder.put("Content/customers/ann.md", "---\nname: Ann\nwas: [bob]\n---\n")
    let run = try await folder.docket("check", "--fix")
    #expect(run.status == 1)
    #expect(
      run.output.contains("order o2 was changed after 2025 was closed: 'customer' was 'bob' and is 'ann'"),
      "\(run.output)")
    #expect(run.error.contains("1 error"), "\(run.error)")
  }

  /// A computed amount of several currencies is a value of its type; what changed is the row.
  @Test func anAmountOfSeveralCurrenciesIsNoOtherType() async throws {
    let folder = try TemporaryFolder([
      "Content/model.yml": """
      entities:
        Order:
          attributes: {tax: {type: money, derived: rows.@sum.sum * 0.19}, total: {derived: rows.@sum.sum + tax}}

      """,
      "Content/orders/o1.md":
        "---\ndate: 2025-01-02\nmade: true\npaidOn: 2025-02-01\nrows:\n  - {sum: 100}\n  - {sum: 50 CHF}\n---\n",
    ])
    let closed = try await folder.docket("close", "2025")
    try #require(closed.status == 0, "\(closed.error)")
    let run = try await folder.docket("set", "o1#1", "sum=90")
    #expect(run.status == 1 && !run.error.contains("another type"), "\(run.error)")
    #expect(
      run.error.contains("'sum' was '100.00 EUR' and is '90.00 EUR'") && run.error.contains("\n1 error;"),
      "\(run.error)")
  }

  /// What a new row with an error adds to its order is not taken for a change of the model.
  @Test func aNewRowWithAnErrorIsOneError() async throws {
    let folder = try await Self.closedWithDefaults()
    try folder.replace("50}\n", with: "50}\n  - {text: x}\n", in: "Content/orders/o3.md")
    let run = try await folder.docket("check")
    #expect(run.output.contains("o3.md:5:6: error: 'sum' is missing"), "\(run.output)")
    #expect(run.error.contains("1 error"), "\(run.output)")
  }

  /// What is derived follows from a row of an entity that had no records when the year was closed.
  @Test func theFirstRowOfItsKindIsOneError() async throws {
    let model = """
      extends: none
      entities:
        Rental:
          folder: rentals
          attributes:
            date: {type: date, required: true}
            damage: {type: money, derived: damages.@sum.cost}
          relationships:
            damages: {to: Damage, many: true, inverse: rental, delete: cascade}
        Damage:
          inside: Rental.damages
          attributes:
            cost: {type: money, required: true}
          relationships:
            rental: {to: Rental, inverse: damages}

      """
    let rental = "---\ndate: 2025-12-30\n"
    let folder = try TemporaryFolder([
      "Content/model.yml": model, "Content/rentals/r1.md": rental + "---\n",
    ])
    #expect(try await folder.docket("close", "2025").status == 0)
    try folder.put("Content/rentals/r1.md", rental + "damages:\n  - {cost: 20}\n---\n")
    let run = try await folder.docket("check")
    #expect(run.output.hasPrefix("Content/rentals/r1.md:4:6: error: damage r1#1 was added"), "\(run.output)")
    #expect(run.error.contains("1 error"), "\(run.output)")
    // So does a rental that is new as a whole.
    try folder.put("Content/rentals/r1.md", rental + "---\n")
    try folder.put("Content/rentals/r2.md", rental + "damages:\n  - {cost: 20}\n---\n")
    let new = try await folder.docket("check")
    #expect(new.output.hasPrefix("Content/rentals/r2.md:2:1: error: rental r2 was added"), "\(new.output)")
    #expect(new.error.contains("1 error"), "\(new.output)")
  }

  /// The sum of a row is a formula of the built-in model, which is what it was.
  @Test func anotherDefaultOfRowsIsOneError() async throws {
    let folder = try await Self.closedWithDefaults()
    try folder.replace("default: 1}", with: "default: 3}", in: "Content/model.yml")
    let run = try await folder.docket("check")
    #expect(
      run.output.hasPrefix(
        "Content/model.yml:8:42: error: RowOfOrder.quantity, where it is left out, has another value than when 2025 "
      ),
      "\(run.output)")
    for name in ["RowOfOrder.sum", "RowOfOrder.fee", "Order.total", "Order.gross"] {
      #expect(run.output.contains("note: \(name) follows from it: "), "\(run.output)")
    }
    #expect(run.error.contains("1 error"), "\(run.output)")
  }

  @Test func anotherFormulaIsOneError() async throws {
    let folder = try await Self.closedWithDefaults()
    try folder.replace("sum * 0.1", with: "sum * 0.2", in: "Content/model.yml")
    let run = try await folder.docket("check")
    #expect(
      run.output.hasPrefix(
        "Content/model.yml:9:35: error: RowOfOrder.fee, where it is left out, has another value than when 2025 "
      ),
      "\(run.output)")
    #expect(run.output.contains("it was '10.00 EUR' and is '20.00 EUR'; it differs in 1 more record"))
    #expect(run.error.contains("1 error"), "\(run.output)")
  }

  /// Whether the formula or the record changed is not known, so both places are named.
  @Test func anotherFormulaOfOneRecordIsAnErrorThere() async throws {
    let folder = try TemporaryFolder([
      "Content/model.yml":
        "entities:\n  Order:\n    attributes:\n      reminder: {type: date, formula: due + 14}\n",
      "Content/orders/o1.md": "---\ndate: 2025-02-01\ndue: 2025-02-08\nrows: [{sum: 1}]\n---\n",
      "Content/orders/o2.md": "---\ndate: 2025-02-01\nrows: [{sum: 2}]\n---\n",
      "Content/orders/o3.md": "---\ndate: 2025-02-01\nrows: [{sum: 3}]\n---\n",
    ])
    try #require(try await folder.docket("close", "2025").status == 0)
    try folder.replace("due + 14", with: "due + 15", in: "Content/model.yml")
    let run = try await folder.docket("check")
    #expect(
      run.output.hasPrefix(
        "Content/orders/o1.md:2:1: error: Order.reminder, where it is left out, has another value than when 2025 "
      ),
      "\(run.output)")
    #expect(run.output.contains("Content/model.yml:4:39: note: it is declared here"), "\(run.output)")
    #expect(run.error.contains("1 error"), "\(run.output)")
  }

  @Test func aRecordThatLosesAValueIsNamed() async throws {
    let folder = try await Self.closedWithDefaults()
    try folder.replace("vat: 0.07\n", with: "", in: "Content/orders/o2.md")
    let run = try await folder.docket("check")
    #expect(
      run.output.contains(
        "Content/orders/o2.md:2:1: error: Order.vat, where it is left out, has another value than when 2025 was "
          + "closed: in order o2 it was '0.07' and is '0.19' [closed-record]\n"), "\(run.output)")
    #expect(run.output.contains("Content/model.yml:4:37: note: it is declared here"), "\(run.output)")
    #expect(run.output.contains("note: Order.gross follows from it: in order o2 it was"), "\(run.output)")
    #expect(run.error.contains("1 error"), "\(run.output)")
  }

  @Test func aDefaultThatIsGoneIsOneError() async throws {
    let folder = try await Self.closedWithDefaults()
    try folder.replace(", default: 0.19}", with: "}", in: "Content/model.yml")
    let run = try await folder.docket("check")
    #expect(
      run.output.hasPrefix(
        "Content/model.yml:4:7: error: Order.vat, where it is left out, has another value than when 2025 was closed: "
          + "in order o1 it was '0.19' and is empty; it differs in 1 more record [closed-record]\n"),
      "\(run.output)")
    #expect(run.error.contains("1 error"), "\(run.output)")
  }

  /// Two orders without a currency of their own and one with; a deposit that never has one.
  private static func closedWithCurrency() async throws -> TemporaryFolder {
    func order(_ lines: String) -> String { "---\ndate: 2025-02-01\n\(lines)rows:\n  - {price: 100}\n---\n" }
    let folder = try TemporaryFolder([
      "Content/model.yml": """
      entities:
        Order:
          attributes:
            currency: {type: currency, default: CHF}
        Deposit:
          folder: deposits
          attributes: {date: date, amount: money}

      """,
      "Content/orders/o1.md": order(""), "Content/orders/o2.md": order(""),
      "Content/orders/o3.md": order("currency: USD\n"),
      "Content/deposits/d1.md": "---\ndate: 2025-03-01\namount: 7\n---\n",
    ])
    let run = try await folder.docket("close", "2025")
    try #require(run.status == 0, "\(run.error)")
    return folder
  }

  @Test func anotherDefaultCurrencyIsOneError() async throws {
    let folder = try await Self.closedWithCurrency()
    try folder.replace("default: CHF", with: "default: GBP", in: "Content/model.yml")
    let run = try await folder.docket("check")
    #expect(
      run.output.hasPrefix(
        "Content/model.yml:4:43: error: amounts that name no currency were in CHF when 2025 was closed and are in "
          + "GBP: in order o1 'currency' was 'CHF' and is 'GBP'; it differs in 3 more records [closed-record]\n"
      ),
      "\(run.output)")
    #expect(run.error.contains("1 error"), "\(run.output)")
  }

  @Test func aDefaultCurrencyThatIsGoneIsOneError() async throws {
    let folder = try await Self.closedWithCurrency()
    try folder.replace("{type: currency, default: CHF}", with: "currency", in: "Content/model.yml")
    let run = try await folder.docket("check")
    #expect(
      run.output.hasPrefix(
        "Content/model.yml:4:7: error: amounts that name no currency were in CHF when 2025 was closed and are in EUR"
      ),
      "\(run.output)")
    #expect(run.error.contains("1 error"), "\(run.output)")
  }

  /// The site's currency and that of the records which have an attribute for it are told apart.
  @Test func anotherCurrencyOfTheSiteLeavesRecordsWithADefaultAlone() async throws {
    let folder = try await Self.closedWithCurrency()
    try folder.save("Content/site.yml", "currency: SEK\n")
    let run = try await folder.docket("check")
    #expect(
      run.output.contains(
        "Content/site.yml:1:11: error: amounts that name no currency were in EUR when 2025 was closed and are in "
          + "SEK: in deposit d1 'amount' was '7.00 EUR' and is '7.00 SEK' [closed-record]\n"), "\(run.output)"
    )
    #expect(run.error.contains("1 error"), "\(run.output)")
  }
}
