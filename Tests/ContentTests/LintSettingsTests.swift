import Content
import Diagnostics
import Testing

/// What turns lints off: the site, another model, errors that weigh more, and their own number.
@Suite struct LintSettingsTests {
  @Test(arguments: Lint.ids) func isTurnedOffByItsID(id: DiagnosticID) async throws {
    // Whatever is the matter, it is not told.
    var files: [String: String] = .book(
      order: .order(
        "date: 2026-07-01", "due: 2026-01-01", "paid: true", "payments: [{date: 2026-03-20, sum: 0}]"))
    files["orders/2026-0001.md"] = files["orders/2026-0001.md"]?.replacing("date: 2026-03-14\n", with: "")
    files["orders/2026-0003.md"] = .order("paid: true", customer: nil, rows: [])
    files["orders/2026-0004.md"] = .order(
      "made: true", "payments: [{date: 2026-03-20, sum: 9}]", rows: ["{price: 1, sum: 2}"])
    files["customers/other.md"] = "---\nname: acme\n---\n"
    files["model.yml"] = """
      entities:
        RowOfOrder:
          attributes:
            cost: {type: money, formula: service.price}
            rate: decimal
            vat: {type: decimal, percent: true}
            tax: {type: money, derived: sum * rate, total: true}
      """
    for number in 1...20 { files["services/s\(number)x.md"] = "---\nname: Service \(number)\n---\n" }
    files["orders/2026-0005.md"] = .order(rows: (1...19).map { "{service: s\($0)x, sum: 1}" })
    files["services/wax.md"] = "---\nname: Wax\nprice: 1.499\n---\n"
    files["customers/other.md"] = "---\nname: acme\nphone: null\ninfo: “pays late”\n---\n"
    files["orders/2026-0006.md"] = .order("due: 2062-01-01", rows: ["{service: wax, price: 20}"])
    files["orders/2026-0007.md"] = .order("made: true", "paidOn: 2026-02-01")
    files["orders/2026-0008.md"] = .order(
      "made: true", "paidOn: 2026-08-01",
      rows: ["{service: repair, sum: 9, vat: 19}", "{service: repair, sum: -1}"])
    files["orders/2026-0011.md"] = .order("made: true", "paid: false", "paidOn: 2026-03-20")
    files["orders/2026-0009.md"] = .order() + "![front](Foto 1.JPG)\n"
    files["orders/2026-0010.md"] = .order() + "due: 2026-04-01\n"
    files["orders/2025-0001.md"] = .order("made: true")
    files["orders/2026-0012.docx"] = "PK"
    files["orders/2026-0013.md"] = .order("draft: true", "paid: true")
    let all = try await LintedSite(files).diagnostics()
    #expect(Set(all.map(\.id)) == Set(Lint.ids))
    let others = try await LintedSite(files.adding(["site.yml": "lints: {\(id.rawValue): no}\n"]))
      .diagnostics()
    #expect(others.map(\.summary) == all.filter { $0.id != id }.map(\.summary))
  }

  @Test func staysOnWhereItIsTrue() async throws {
    let files: [String: String] = .book(order: .order(rows: []))
    let site = LintedSite(files.adding(["site.yml": "lints: {order-without-rows: true}\n"]))
    #expect(try await site.diagnostics().map(\.id) == [.orderWithoutRows])
  }

  @Test func knowsItsIDs() async throws {
    let site = LintedSite(
      .book.adding(["site.yml": "lints:\n  paid-not-maid: false\n  zero-sum: perhaps\n  raw-html: false\n"]))
    let diagnostics = try await site.diagnostics()
    #expect(diagnostics.map(\.id) == [.unknownKey, .invalidBoolean, .unknownKey])
    #expect(
      diagnostics.first?.summary == "unknown key 'paid-not-maid' in 'lints'; did you mean 'paid-not-made'?")
    #expect(diagnostics.allSatisfy { $0.severity == .error })
  }

  @Test func saysNothingOfAModelWithOtherNames() async throws {
    let site = LintedSite([
      "model.yml": """
      extends: none
      entities:
        Order:
          folder: orders
          attributes: {date: string, due: integer, paid: string, sum: money}
      """,
      "orders/1.md": "---\ndate: soon\ndue: 3\npaid: later\nsum: 0\n---\n",
    ])
    #expect(try await site.diagnosticLines() == [])
  }

  @Test func appliesToAModelThatKeepsTheNames() async throws {
    let site = LintedSite([
      "model.yml": """
      extends: none
      entities:
        Order: {folder: orders, attributes: {date: date, due: date}}
      """,
      "orders/1.md": "---\ndate: 2026-03-14\ndue: 2026-03-01\n---\n",
    ])
    #expect(try await site.diagnosticLines() == ["orders/1.md:3 [due-before-date] 2026-03-01"])
  }

  @Test func comparesAnyFormulaOfMoneyThatReadsItsOwnDocument() async throws {
    let site = LintedSite([
      "model.yml": """
      extends: none
      entities:
        Rate: {folder: rates, attributes: {price: money}}
        Job:
          folder: jobs
          attributes:
            hours: decimal
            pay: {type: money, formula: hours * 20}
            fee: {type: money, formula: rate.price}
            end: {type: decimal, formula: hours + 1}
            currency: currency
          relationships: {rate: {to: Rate}}
      """,
      "rates/a.md": "---\nprice: 7\n---\n",
      "jobs/b.md": "---\nhours: 1.5\npay: 31\nfee: 5\nend: 9\nrate: a\n---\n",
      "jobs/c.md": "---\nhours: 1.5\npay: 30\ncurrency: USD\n---\n",
    ])
    #expect(
      try await site.diagnosticLines() == [
        "jobs/b.md:3 [sum-differs] 31", "model.yml:9 [foreign-money] rate.price",
      ])
  }

  @Test func saysNothingOfWhatIsInvalid() async throws {
    let site = LintedSite(
      .book.adding([
        "orders/2026-0002.md": .order("made: true", "paid: true", "payments: 5"),
        "orders/2026-0003.md": .order("paid: maybe", "due: soon", rows: []),
        "customers/bad.md": "---\nname: Acme\nzip: 1\n---\n",
        "orders/2026-0004.md": .order(customer: "nobody"),
      ]))
    let diagnosticLines = try await site.diagnosticLines()
    #expect(
      diagnosticLines == [
        "customers/bad.md:2 [same-name] Acme", "customers/bad.md:3 [unknown-key] zip",
        "orders/2026-0002.md:6 [wrong-shape] 5", "orders/2026-0003.md:2 [order-without-rows] date",
        "orders/2026-0003.md:4 [invalid-boolean] maybe", "orders/2026-0003.md:5 [invalid-date] soon",
        "orders/2026-0004.md:3 [unknown-reference] nobody",
      ])
  }

  @Test func countsWhatItDoesNotTell() async throws {
    var files: [String: String] = .series
    for number in 2...46 { files["orders/2026-\(1000 + number)x.md"] = .order("made: true", "paid: true") }
    let diagnostics = try await LintedSite(files).diagnostics()
    #expect(diagnostics.count == 20)
    #expect(diagnostics.dropLast().allSatisfy { $0.notes.isEmpty })
    #expect(
      diagnostics.last?.notes.map(\.text) == [
        "and 25 more of Order; 'lints: {paid-without-day: false}' in site.yml turns them off"
      ])
  }
}
