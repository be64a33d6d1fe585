import Content
import Records
import Testing

/// What a list inside its owner has without its being written: the payment that settles a paid order.
@Suite struct ImpliedRecordTests {
  private func order(_ frontMatter: String, model: String? = nil) async throws -> LoadedSite {
    try await .order("date: 2026-03-14\n" + frontMatter, model: model)
  }

  @Test(arguments: [
    ("paid: true\nrows: [{sum: 84.90}]", "[o1#paid]", "84.90 EUR", "0.00 EUR"),
    ("paidOn: 2026-03-20\nrows: [{sum: 84.90}]", "[o1#paid]", "84.90 EUR", "0.00 EUR"),
    (
      "paidOn: 2026-03-20\nrows: [{sum: 84.90}]\npayments: [{date: 2026-03-15, sum: 50}]", "[o1#1, o1#paid]",
      "84.90 EUR", "0.00 EUR"
    ),
    ("rows: [{sum: 84.90}]\npayments: [{date: 2026-03-15, sum: 84.90}]", "[o1#1]", "84.90 EUR", "0.00 EUR"),
    ("rows: [{sum: 84.90}]\npayments: [{date: 2026-03-15, sum: 50}]", "[o1#1]", "50.00 EUR", "34.90 EUR"),
    ("rows: [{sum: 84.90}]", "[]", "0.00 EUR", "84.90 EUR"),
    // What is received beyond the total stays open below zero.
    (
      "paid: true\nrows: [{sum: 84.90}]\npayments: [{date: 2026-03-15, sum: 90}]", "[o1#1]", "90.00 EUR",
      "-5.10 EUR"
    ),
    // A credit note is settled by what is paid back.
    ("paid: true\nrows: [{sum: -20}]", "[o1#paid]", "-20.00 EUR", "0.00 EUR"),
    (
      "paidOn: 2026-03-20\nrows: [{sum: -50}]\npayments: [{date: 2026-03-16, sum: -20}]", "[o1#1, o1#paid]",
      "-50.00 EUR", "0.00 EUR"
    ),
    (
      "rows: [{sum: -50}]\npayments: [{date: 2026-03-16, sum: -20}]", "[o1#1]", "-20.00 EUR", "-30.00 EUR"
    ),
    // What is paid back beyond it stays open above zero.
    (
      "paid: true\nrows: [{sum: -50}]\npayments: [{date: 2026-03-16, sum: -60}]", "[o1#1]", "-60.00 EUR",
      "10.00 EUR"
    ),
    (
      "paid: true\nrows: [{sum: -50}, {sum: -5 USD}]\npayments: [{date: 2026-03-16, sum: -50}]",
      "[o1#paid, o1#1]", "-50.00 EUR; -5.00 USD", "0.00 EUR"
    ),
    ("paid: true\nrows: [{sum: 0}]", "[]", "0.00 EUR", "0.00 EUR"),
    ("paid: true", "[]", "0.00 EUR", "0.00 EUR"),
    // Paid in another currency: nobody knows what that is worth, and nothing is made up.
    (
      "paidOn: 2026-03-20\nrows: [{sum: 100}]\npayments: [{date: 2026-03-15, sum: 108 USD}]", "[o1#1]",
      "108.00 USD", "100.00 EUR; -108.00 USD"
    ),
    ("currency: JPY\npaid: true\nrows: [{sum: 700}]", "[o1#paid]", "700 JPY", "0 JPY"),
    (
      "paid: true\nrows: [{sum: 5 USD}, {sum: 7}]\npayments: [{date: 2026-03-15, sum: 7}]", "[o1#paid, o1#1]",
      "7.00 EUR; 5.00 USD", "0.00 EUR"
    ),
  ])
  func receivedIsTheSumOfPaymentsAndOpenTheRest(
    frontMatter: String, payments: String, received: String, open: String
  ) async throws {
    let site = try await order(frontMatter)
    #expect(site.diagnosticLines == [])
    #expect(try site("Order", "o1", "payments.id") == payments)
    #expect(try site("Order", "o1", "received") == received)
    #expect(try site("Order", "o1", "payments.@sum.sum") == received)
    #expect(try site("Order", "o1", "open") == open)
  }

  /// What is derived of a payment is derived of the implied one, also where that one is found by it.
  @Test func whatIsDerivedOfItIsThere() async throws {
    let model = """
      entities:
        Order:
          relationships:
            payments:
              implied:
                when: paid = true AND payments.@sum.net < total
                date: paidOn
                sum: total - payments.@sum.net
        Payment: {attributes: {net: {type: money, derived: sum * 1}}}

      """
    let site = try await order(
      "paid: true\nrows: [{sum: 9}]\npayments: [{date: 2026-03-15, sum: 4}]", model: model)
    #expect(site.diagnosticLines == [])
    #expect(try site("Order", "o1", "payments.@count") == "2")
    #expect(try site("Order", "o1", "payments.@sum.net") == "9.00 EUR")
  }

  @Test(arguments: [
    ("rows: [{sum: 7}]\npayments: [{date: 2026-03-15, sum: 7}]", true),
    ("rows: [{sum: 7}]\npayments: [{date: 2026-03-15, sum: 6.99}]", false),
    ("rows: [{sum: 7}]\npayments: [{date: 2026-03-15, sum: 7 USD}]", false),
    ("rows: [{sum: 7}]", false),
    ("rows: [{sum: 0}]", false),
    ("rows: [{sum: -7}]\npayments: [{date: 2026-03-15, sum: -6.99}]", false),
    ("rows: [{sum: -7}]\npayments: [{date: 2026-03-15, sum: -7}]", true),
    ("rows: [{sum: -7}]\npayments: [{date: 2026-03-15, sum: -8}]", true),
    ("rows: [{sum: -7}, {sum: -5 USD}]\npayments: [{date: 2026-03-15, sum: -7}]", false),
    ("rows: [{sum: 5 USD}, {sum: 7}]\npayments: [{date: 2026-03-15, sum: 7}]", false),
    (
      "rows: [{sum: 5 USD}, {sum: 7}]\npayments: [{date: 2026-03-15, sum: 7}, {date: 2026-03-15, sum: 4.99 USD}]",
      false
    ),
    (
      "rows: [{sum: 5 USD}, {sum: 7}]\npayments: [{date: 2026-03-15, sum: 7}, {date: 2026-03-15, sum: 5 USD}]",
      true
    ),
    (
      "rows: [{sum: 5 USD}, {sum: 7}]\npayments: [{date: 2026-03-15, sum: 7}, {date: 2026-03-15, sum: 6 USD}]",
      true
    ),
  ])
  func anOrderIsPaidOnceNothingOfItIsOpen(frontMatter: String, isPaid: Bool) async throws {
    let site = try await order(frontMatter)
    #expect(site.diagnosticLines == [])
    #expect(try site("Order", "o1", "paid") == (isPaid ? "true" : "false"))
  }

  @Test(arguments: [
    // Paid to the cent in both, and more than that in one: nothing is missing.
    (
      "[{sum: 7}, {sum: 5 USD}]", "[{date: 2026-03-15, sum: 7}, {date: 2026-03-15, sum: 5 USD}]", 2,
      "0.00 EUR"
    ),
    (
      "[{sum: 7}, {sum: 5 USD}]", "[{date: 2026-03-15, sum: 8}, {date: 2026-03-15, sum: 5 USD}]", 2,
      "-1.00 EUR"
    ),
    ("[{sum: 7}]", "[{date: 2026-03-15, sum: 7}, {date: 2026-03-15, sum: 5 USD}]", 2, "-5.00 USD"),
    ("[{sum: 7}, {sum: -5 USD}]", "[{date: 2026-03-15, sum: 7}]", 1, "-5.00 USD"),
  ])
  func nothingIsImpliedWhereNothingIsMissing(
    rows: String, payments: String, count: Int, open: String
  ) async throws {
    let site = try await order("rows: \(rows)\npayments: \(payments)")
    #expect(site.diagnosticLines == [])
    #expect(try site("Order", "o1", "payments.@count") == "\(count)")
    #expect(try site("Order", "o1", "paid") == "true")
    #expect(try site("Order", "o1", "open") == open)
  }

  @Test func anImpliedPaymentIsARecordLikeAnyOther() async throws {
    let site = try await LoadedSite(
      LoadedSite.base.merging([
        "orders/a.md":
          "---\ndate: 2026-01-02\npaid: true\nrows: [{sum: 10}]\npayments: [{date: 2026-01-03, sum: 4}]\n---\n",
        "orders/b.md": "---\ndate: 2026-02-02\npaidOn: 2026-04-05\nrows: [{sum: 20}]\n---\n",
        "orders/c.md":
          "---\ndate: 2026-02-02\nrows: [{sum: 30}]\npayments: [{date: 2026-02-03, sum: 1}, {date: 2026-02-04, sum: 2}]\n---\n",
      ]) { $1 })
    #expect(site.diagnosticLines == [])
    #expect(try site.ids("Payment") == ["a#paid", "a#1", "c#1", "c#2", "b#paid"])
    #expect(try site("Payment", "b#paid", "date") == "2026-04-05")
    #expect(try site("Payment", "b#paid", "date.quarter") == "2026-Q2")
    #expect(try site("Payment", "b#paid", "order") == "b")
    #expect(try site("Payment", "b#paid", "implied") == "true")
    #expect(try site("Payment", "a#paid", "date") == "nil")
    #expect(try site("Payment", "a#paid", "position") == "2")
    #expect(try site("Payment", "c#2", "implied") == "false")
    #expect(try site("Payment", "c#2", "sum") == "2.00 EUR")
    #expect(try site("Order", "c", "payments") == "[c#1, c#2]")
    let payments = try #require(site.content.graph.model.entity(named: "Payment"))
    let table = site.content.graph.model.entities[payments].table
    #expect(site.content.graph.row(withID: "a#2", in: table) == nil)
    #expect(site.content.graph.row(withID: "c#paid", in: table) == nil)
  }

  @Test func linksToWrittenRecordsFollowThemBehindImpliedOnes() async throws {
    let model = """
      entities:
        Receipt:
          folder: receipts
          attributes: {name: string}
          relationships:
            payment: {to: Payment}
            several: {to: Payment, many: true}
      """
    let site = try await LoadedSite(
      LoadedSite.base.merging([
        "model.yml": model,
        "orders/a.md": "---\ndate: 2026-01-02\npaid: true\nrows: [{sum: 10}]\n---\n",
        "orders/b.md":
          "---\ndate: 2026-02-02\nrows: [{sum: 30}]\npayments: [{date: 2026-02-03, sum: 1}, {date: 2026-02-04, sum: 2}]\n---\n",
        "receipts/r.md": "---\npayment: b#2\nseveral: [b#1, b#2]\n---\n",
      ]) { $1 })
    #expect(site.diagnosticLines == [])
    #expect(try site("Receipt", "r", "payment.sum") == "2.00 EUR")
    #expect(try site("Receipt", "r", "several.sum") == "[1.00 EUR, 2.00 EUR]")
  }

  @Test func anyListInsideItsOwnerMayImplyARecord() async throws {
    let model = """
      entities:
        Order:
          relationships:
            rows: {implied: {when: made = true AND rows.@count > 0, text: "'Postage'", price: 4.5}}
        RowOfOrder:
          attributes:
            kind: {type: string, default: goods}
            tax: {type: currency}
      """
    let site = try await order("currency: USD\nmade: true\nrows: [{sum: 10, kind: work}]", model: model)
    #expect(site.diagnosticLines == [])
    #expect(try site("Order", "o1", "rows.text") == "[nil, Postage]")
    // Formulas and defaults hold for it as for any other.
    #expect(try site("Order", "o1", "rows.sum") == "[10.00 USD, 4.50 USD]")
    #expect(try site("Order", "o1", "rows.kind") == "[work, goods]")
    #expect(try site("Order", "o1", "rows.tax") == "[USD, USD]")
    #expect(try site("Order", "o1", "total") == "14.50 USD")
  }

  @Test(arguments: [
    ("Customer: {relationships: {orders: {implied: {when: TRUEPREDICATE}}}}", "invalid-model"),
    ("Order: {relationships: {rows: {implied: {text: \"'x'\"}}}}", "invalid-model"),
    ("Order: {relationships: {rows: {implied: {when: TRUEPREDICATE, txt: \"'x'\"}}}}", "unknown-key"),
    ("Order: {relationships: {rows: {implied: {when: TRUEPREDICATE, text: 5}}}}", "type-mismatch"),
    ("Order: {relationships: {rows: {implied: {when: maid = true}}}}", "unknown-key-path"),
    ("Order: {relationships: {rows: {implied: {when: date < today()}}}}", "invalid-model"),
    // The total would count the row, and the row be implied by the total.
    (
      "Order: {relationships: {rows: {implied: {when: total > 100, text: \"'x'\", sum: 0}}}}", "formula-cycle"
    ),
    ("Payment: {attributes: {implied: boolean}}", "reserved-name"),
    // A payment without a sum would leave the order paid and open.
    ("Order: {relationships: {payments: {implied: {when: paid = true, date: paidOn}}}}", "invalid-model"),
    ("Payment: {attributes: {method: {type: string, required: true}}}", "invalid-model"),
    ("Payment: {relationships: {into: {to: Customer, required: true}}}", "invalid-model"),
  ])
  func anErrorInWhatIsImpliedIsLocated(entity: String, id: String) async throws {
    let site = try await order("rows: [{sum: 10}]", model: "entities:\n  \(entity)\n")
    #expect(site.diagnosticLines.count == 1)
    let line = try #require(site.diagnosticLines.first)
    #expect(line.hasPrefix("model.yml:2:") && line.hasSuffix(" " + id))
  }

  /// The values of an implied record are checked as if they were written, at its owner.
  @Test(arguments: [
    (
      "method: {type: string, choices: [bank, cash], required: true}", ", method: \"'chash'\"",
      "unknown-choice"
    ),
    ("fee: {type: money, default: 1.50}", "", "too-many-digits"),
    ("part: {type: money, required: true}", ", part: total / z", "missing-value"),
    ("part: {type: money, max: 5}", ", part: total", "out-of-range"),
  ])
  func aValueOfAnImpliedRecordIsChecked(attribute: String, value: String, id: String) async throws {
    let site = try await order(
      "currency: JPY\npaidOn: 2026-03-11\nrows: [{sum: 10}]",
      model: """
        entities:
          Order:
            attributes: {z: decimal}
            relationships:
              payments: {implied: {when: paid = true, date: paidOn, sum: total\(value)}}
          Payment: {attributes: {\(attribute)}}
        """)
    #expect(site.diagnosticLines == ["orders/o1.md:2:1 \(id)"])
  }

  @Test func modelYmlMayTakeImpliedPaymentsAway() async throws {
    let site = try await order(
      "paid: true\nrows: [{sum: 10}]",
      model: "entities: {Order: {relationships: {payments: {implied: null}}}}")
    #expect(site.diagnosticLines == [])
    #expect(try site("Order", "o1", "payments.@count") == "0")
    #expect(try site("Order", "o1", "open") == "10.00 EUR")
  }
}
