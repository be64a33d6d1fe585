import Content
import Diagnostics
import Testing

/// What is computed from what is written.
@Suite struct DerivationTests {
  private func order(_ frontMatter: String, _ attributes: String, site: String? = nil) async throws
    -> LoadedSite
  {
    let model =
      "entities:\n  Order:\n    attributes:\n      " + attributes.replacing("\n", with: "\n      ") + "\n"
    return try await .order("date: 2026-03-14\n" + frontMatter, model: model, site: site)
  }

  @Test func valuesAreComputedAfterThoseTheyRead() async throws {
    let site = try await order(
      "rows: [{quantity: 2, price: 10}]",
      """
      a: {type: money, derived: b + 1}
      b: {type: money, derived: c * 2}
      c: {type: money, derived: total + 0.50}
      """)
    #expect(site.diagnosticLines == [])
    #expect(try site("Order", "o1", "a") == "42.00 EUR")
    #expect(try site("Order", "o1", "b") == "41.00 EUR")
  }

  /// Compared with something, the language's word is the value beside a key of that name, in docket's own formulas too.
  @Test func aKeyMayBeCalledAsAValueIs() async throws {
    let site = try await order(
      "paidOn: 2026-03-14\nnil: 7\ntrue: no\nrows: [{sum: 10}]",
      """
      nil: integer
      true: boolean
      false: string
      isSettled: {type: boolean, derived: paidOn != nil}
      isSeven: {type: boolean, derived: "#nil = 7 AND #true = false"}
      """)
    #expect(site.diagnosticLines == [])
    #expect(try site("Order", "o1", "paid") == "true")
    #expect(try site("Order", "o1", "state") == "paid")
    #expect(try site("Order", "o1", "isSettled") == "true")
    #expect(try site("Order", "o1", "isSeven") == "true")
  }

  /// A word that stands alone may have been meant as the key of that name.
  @Test(arguments: ["false", "nil", "self", "falsepredicate"])
  func aWordForAValueAloneIsNotTakenForAKey(word: String) async throws {
    let site = try await order(
      "rows: [{sum: 10}]", "\(word): boolean\nisSo: {type: boolean, derived: \(word)}")
    #expect(site.diagnosticLines.count == 1, "\(site.diagnosticLines)")
    #expect(site.content.diagnostics.first?.summary.contains("#\(word)") == true)
  }

  @Test func aFormulaGivesWayToWhatIsWritten() async throws {
    let site = try await LoadedSite.order(
      "date: 2026-03-14\npaid: true\nrows:\n  - {quantity: 3, price: 2}\n  - {quantity: 3, price: 2, sum: 5}\n  - {sum: 0}"
    )
    #expect(site.diagnosticLines == [])
    #expect(try site("Order", "o1", "rows.sum") == "[6.00 EUR, 5.00 EUR, 0.00 EUR]")
    #expect(try site("Order", "o1", "total") == "11.00 EUR")
    #expect(try site("Order", "o1", "open") == "0.00 EUR")
  }

  @Test func paymentsMakeAnOrderPaid() async throws {
    func order(_ payments: String) async throws -> LoadedSite {
      try await .order("date: 2026-03-14\nrows: [{sum: 10}]\npayments: [\(payments)]")
    }
    let part = try await order("{date: 2026-03-20, sum: 4}")
    #expect(try part("Order", "o1", "paid") == "false")
    #expect(try part("Order", "o1", "open") == "6.00 EUR")
    let all = try await order("{date: 2026-03-20, sum: 4}, {date: 2026-03-21, sum: 6}")
    #expect(try all("Order", "o1", "paid") == "true")
    #expect(try all("Order", "o1", "open") == "0.00 EUR")
    #expect(try all("Order", "o1", "received") == "10.00 EUR")
  }

  @Test(arguments: [
    ("1", "0.125", "0", "0.13 EUR"), ("1", "-0.125", "0", "-0.13 EUR"), ("1", "0.124999", "0", "0.12 EUR"),
    ("3", "0.333333", "0", "1.00 EUR"), ("1", "0.005", "50%", "0.00 EUR"), ("1", "0.01", "50%", "0.01 EUR"),
    ("7", "0.65 USD", "0.5", "2.28 USD"), ("0.5", "5 JPY", "0", "3 JPY"), ("0.5", "-5 JPY", "0", "-3 JPY"),
    ("0.5", "0.001 BHD", "0", "0.001 BHD"),
  ])
  func anAmountRoundsOnceAtItsEndHalfAwayFromZero(
    quantity: String, price: String, discount: String, sum: String
  )
    async throws
  {
    let site = try await LoadedSite.order(
      "date: 2026-03-14\nrows:\n  - {quantity: \(quantity), price: \(price), discount: \(discount)}")
    #expect(site.diagnosticLines == [])
    #expect(try site("RowOfOrder", "o1#1", "sum") == sum)
  }

  @Test func anAmountRoundsToTheDigitsOfItsAttribute() async throws {
    let site = try await order(
      "rows: [{sum: 10}]",
      "rate: {type: money, digits: 4, derived: total / 3}\nthird: {type: money, derived: rate}")
    #expect(try site("Order", "o1", "rate") == "3.3333 EUR")
    #expect(try site("Order", "o1", "third") == "3.33 EUR")
  }

  @Test func aTotalIsTheSumOfItsRoundedParts() async throws {
    let site = try await LoadedSite.order(
      "date: 2026-03-14\nrows:\n  - {price: 0.333}\n  - {price: 0.333}\n  - {price: 0.333}")
    #expect(try site("Order", "o1", "total") == "0.99 EUR")
  }

  @Test func currenciesAreNeverAddedTogether() async throws {
    let site = try await LoadedSite.order(
      "date: 2026-03-14\nrows:\n  - {sum: 5 USD}\n  - {quantity: 2, price: 1.005}\n  - {sum: 7 JPY}")
    #expect(try site("Order", "o1", "total") == "2.01 EUR; 7 JPY; 5.00 USD")
    #expect(try site("Order", "o1", "paid") == "false")
  }

  @Test func aPlainNumberIsInTheRecordsCurrency() async throws {
    #expect(
      try await order("currency: USD", "fee: {type: money, derived: 2 * 3}")("Order", "o1", "fee")
        == "6.00 USD")
    #expect(
      try await order("", "fee: {type: money, derived: 2.5}", site: "currency: JPY\n")("Order", "o1", "fee")
        == "3 JPY")
  }

  /// A sum of nothing, or of zeros, has no currency of its own: with a plain number it is in the record's, whether the
  /// sum has a name or not.
  @Test(arguments: [
    "", "rows: [{text: free, sum: 0}]", "rows: [{text: free, sum: 0 USD}]", "rows: [{sum: 400}]",
  ])
  func aPlainNumberBesideASumIsInTheRecordsCurrency(rows: String) async throws {
    let derived = """
      goods: {type: money, derived: rows.@sum.sum}
      named: {type: money, derived: goods + 500}
      plain: {type: money, derived: rows.@sum.sum + 500}
      left: {type: money, derived: 500 - payments.@sum.sum}
      chosen: {type: money, derived: "TERNARY(made = true, goods, 0) + 5"}
      negative: {type: money, derived: "SUBQUERY(rows, $r, $r.sum < 0).@sum.sum + 7"}
      """
    let site = try await order("currency: JPY\n\(rows)", derived)
    #expect(site.diagnosticLines.filter { !$0.contains("[zero-sum]") } == [])
    let named = try site("Order", "o1", "named")
    #expect(named == (rows.contains("400") ? "900 JPY" : "500 JPY"))
    #expect(try site("Order", "o1", "plain") == named)
    #expect(try site("Order", "o1", "left") == "500 JPY")
    #expect(try site("Order", "o1", "chosen") == "5 JPY")
    #expect(try site("Order", "o1", "negative") == "7 JPY")
  }

  /// Entities side by side share a table, and each has its own attribute of type currency.
  @Test func aPlainNumberIsInTheCurrencyOfItsOwnEntity() async throws {
    let site = try await LoadedSite([
      "model.yml": """
      extends: none
      entities:
        Doc:
          abstract: true
          attributes: {n: {type: decimal, default: 2}, whole: {type: money, derived: rows.@sum.sum}}
          relationships: {rows: {to: Row, many: true, inverse: doc}}
        Offer: {parent: Doc, folder: offers, attributes: {offered: currency, sum: {type: money, derived: n * 3}}}
        Bill: {parent: Doc, folder: bills, attributes: {billed: currency, sum: {type: money, derived: n * 3}}}
        Note: {parent: Doc, folder: notes, attributes: {sum: {type: money, derived: n * 3}}}
        Row:
          inside: Doc.rows
          attributes: {sum: {type: money, derived: doc.n * 4}}
          relationships: {doc: {to: Doc, inverse: rows}}
      """,
      "offers/o.md": "---\noffered: USD\nrows: [{}]\n---\n",
      "bills/b.md": "---\nbilled: JPY\nrows: [{}, {}]\n---\n",
      "notes/n.md": "---\nrows: [{}]\n---\n",
    ])
    #expect(site.diagnosticLines == [])
    #expect(try site("Offer", "o", "sum") == "6.00 USD")
    #expect(try site("Bill", "b", "sum") == "6 JPY")
    #expect(try site("Note", "n", "sum") == "6.00 EUR")
    #expect(try site("Offer", "o", "whole") == "8.00 USD")
    #expect(try site("Bill", "b", "whole") == "16 JPY")
    #expect(try site("Note", "n", "whole") == "8.00 EUR")
  }

  @Test func tagsAreComputed() async throws {
    let site = try await order(
      "labels: [a, b]\nrows: [{text: x, sum: 1}, {text: y, sum: 1}]",
      """
      labels: tags
      own: {type: tags, derived: labels}
      texts: {type: tags, formula: rows.text}
      notes: {type: tags, derived: payments.note}
      count: {type: integer, derived: texts.@count + own.@count}
      """)
    #expect(site.diagnosticLines == [])
    #expect(try site("Order", "o1", "own") == "[a, b]")
    #expect(try site("Order", "o1", "texts") == "[x, y]")
    #expect(try site("Order", "o1", "notes") == "[]")
    #expect(try site("Order", "o1", "#count") == "4")
    let written = try await order(
      "texts: z\nrows: [{text: x, sum: 1}]", "texts: {type: tags, formula: rows.text}")
    #expect(try written("Order", "o1", "texts") == "[z]")
  }

  @Test func aValueThatReadsItselfIsOneError() async throws {
    var site = try await order(
      "rows: [{sum: 1}]",
      "a: {type: money, derived: b - c}\nb: {type: money, derived: a + c}\nc: {type: money, derived: a * 2}")
    #expect(site.diagnosticLines == ["model.yml:4:33 formula-cycle"])
    site = try await order("", "a: {type: decimal, formula: a + 1}")
    #expect(site.diagnosticLines == ["model.yml:4:35 formula-cycle"])
  }

  @Test func aValueThroughARelationshipMayReadItselfToo() async throws {
    let site = try await order("", "a: {type: decimal, derived: customer.orders.@sum.a}")
    #expect(site.diagnosticLines.filter { $0.hasSuffix("formula-cycle") } == ["model.yml:4:35 formula-cycle"])
  }

  @Test(arguments: [
    ("rate: {type: money, digits: 6, derived: customer.rate}", ["model.yml:8:47 foreign-money"]),
    ("hours: {type: decimal, derived: customer.hours * 2}", ["model.yml:8:39 foreign-money"]),
    ("until: {type: date, derived: customer.since + 30}", ["model.yml:8:36 foreign-money"]),
    (
      "n: {type: integer, derived: length(customer.name)}\n      fee: {type: money, derived: total * n}",
      ["model.yml:9:35 foreign-money"]
    ),
    (
      "s: {type: string, derived: customer.name}\n      b: {type: boolean, derived: s = 'A'}\n      fee: {type: money, derived: \"TERNARY(b, total, 0)\"}",
      ["model.yml:10:36 foreign-money"]
    ), ("n: {type: integer, derived: length(customer.name)}\n      m: {type: integer, derived: n + 1}", []),
    ("who: {type: string, derived: customer.name}", []),
    ("mine: {type: money, derived: rows.@sum.sum}", []),
  ])
  func aFigureThatReadsAnotherDocumentIsWarnedOf(attribute: String, diagnosticLines: [String]) async throws {
    let model = """
      entities:
        Customer:
          attributes: {rate: money, hours: decimal, since: date}
        Order:
          attributes:
            note: text
            late: {type: boolean, derived: due < today()}
            \(attribute)
      """
    let site = try await LoadedSite.order("date: 2026-03-14\ncustomer: acme", model: model)
    #expect(site.diagnosticLines == diagnosticLines)
  }

  @Test func recordsStandInTheirEntitysOrder() async throws {
    var files = LoadedSite.base
    for (id, date, customer) in [
      ("a", "2026-03-02", "zoe"), ("b", "2026-03-01", "zoe"), ("c", "2026-03-02", "acme"),
      ("d", "2026-03-02", "acme"),
    ] {
      files["orders/\(id).md"] = "---\ndate: \(date)\ncustomer: \(customer)\n---\n"
    }
    files["customers/zoe.md"] = "---\nname: Zoe\n---\n"
    #expect(try await LoadedSite(files).ids("Order") == ["b", "c", "d", "a"])
    files["model.yml"] = "entities:\n  Order:\n    sort: -total, -date\n"
    #expect(try await LoadedSite(files).ids("Order") == ["a", "c", "d", "b"])
  }

  /// Whether amounts have a least and a greatest is no matter of their order.
  @Test(arguments: [
    (["0 USD", "5 EUR", "7 USD"], "nil", "nil"), (["-5 EUR", "0 USD", "7 USD"], "nil", "nil"),
    (["0 USD", "5 EUR", "7 EUR"], "0.00 EUR", "7.00 EUR"),
    (["-5 EUR", "0 USD", "-7 EUR"], "-7.00 EUR", "0.00 EUR"),
    (["0 USD", "0 EUR", "0 JPY"], "0.00 EUR", "0.00 EUR"),
    (["3 USD", "1 USD", "2 USD"], "1.00 USD", "3.00 USD"),
  ])
  func theLeastAndGreatestAmount(sums: [String], least: String, greatest: String) async throws {
    let model = """
      entities:
        Order:
          attributes:
            low: {type: money, derived: rows.@min.sum}
            high: {type: money, derived: rows.@max.sum}
      """
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      let rows = order.map { "  - {sum: \(sums[$0])}" }.joined(separator: "\n")
      let site = try await LoadedSite.order("date: 2026-03-14\nrows:\n\(rows)", model: model)
      #expect(try site("Order", "o1", "low") == least, "\(rows)")
      #expect(try site("Order", "o1", "high") == greatest, "\(rows)")
    }
  }
}
