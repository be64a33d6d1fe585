import Diagnostics
import Testing

/// `lints` in a record's front matter: one record's exception.
@Suite struct RecordLintTests {
  @Test func oneRecordCanExceptItself() async throws {
    let paid = "paid: true"
    let site = LintedSite(
      .book.adding([
        "orders/2026-0001.md": .order(paid, "lints: {paid-not-made: false, paid-without-day: no}"),
        "orders/2026-0002.md": .order(
          paid, "lints: {paid-not-made: true, paid-without-day: false, same-record: false}"),
      ]))
    #expect(try await site.diagnosticLines() == ["orders/2026-0002.md:4 [paid-not-made] true"])
  }

  @Test func anExceptionHoldsForTheRecordsInside() async throws {
    let rows = ["{service: repair, sum: 3.00}", "{service: repair, text: nothing, sum: 0}"]
    let order = LintedSite(.book(order: .order("lints: {zero-sum: false}", rows: rows)))
    #expect(try await order.diagnosticLines() == [])
    #expect(
      try await LintedSite(.book(order: .order(rows: rows))).diagnosticLines()
        == ["orders/2026-0001.md:6 [zero-sum] 0"])
  }

  /// Twice as much may be meant, and is written so: 200%.
  @Test(arguments: [("1.99", false), ("2", true), ("-2", true), ("200%", false)])
  func aPercentageOfTwoOrMoreHasItsSign(markup: String, isFound: Bool) async throws {
    let site = LintedSite(
      .book.adding([
        "model.yml": "entities: {Customer: {attributes: {markup: {type: decimal, percent: true}}}}\n",
        "customers/z.md": "---\nname: Z\nmarkup: \"\(markup)\"\nlints: {unreferenced-record: false}\n---\n",
      ]))
    #expect(try await site.diagnostics().map(\.id) == (isFound ? [.unlikelyPercentage] : []))
  }

  @Test func namesAndGapsCanBeExcepted() async throws {
    let site = LintedSite(
      .book.adding([
        "customers/acme2.md": "---\nname: ACME\nlints: {same-name: false}\n---\n",
        "orders/2026-0004.md": .order("made: true", "lints: {gap-in-ids: false}"),
      ]))
    #expect(try await site.diagnosticLines() == [])
  }

  @Test(arguments: ["acme2", "acme3"])
  func eitherOfTwoEqualNamesCanBeExcepted(id: String) async throws {
    var files: [String: String] = .book
    for other in ["acme2", "acme3"] { files["customers/\(other).md"] = "---\nname: Zed\n---\n" }
    #expect(try await LintedSite(files).diagnostics().map(\.id) == [.sameName])
    files["customers/\(id).md"] = "---\nname: Zed\nlints: {same-name: false}\n---\n"
    #expect(try await LintedSite(files).diagnosticLines() == [])
  }

  /// A price below zero is told as such where its sum is none.
  @Test(arguments: [
    ("{service: repair, price: -10.00, quantity: -2}", "the row's price -10.00 EUR is below zero"),
    ("{service: repair, price: -10.00}", "the row's sum -10.00 EUR is below zero"),
  ])
  func aNegativeFigureIsTheOneThatIsTold(row: String, summary: String) async throws {
    let files = [String: String].book(
      order: "---\ndate: 2026-03-14\nrows:\n  - {sum: 50.00}\n  - \(row)\n---\n")
    let found = try await LintedSite(files).diagnostics().filter { $0.id == .negativeSum }
    #expect(found.map(\.summary) == ["\(summary), and the order is not a credit note"])
  }

  @Test(arguments: [
    (["20", "30", "50"], []), (["1", "2", "3", "5"], ["services/keg-5.md"]),
  ])
  func sizesAreNoSeries(numbers: [String], found: [String]) async throws {
    var files: [String: String] = .book
    for number in numbers { files["services/keg-\(number).md"] = "---\nname: Keg of \(number) l\n---\n" }
    #expect(
      try await LintedSite(files).diagnosticLines().filter { $0.contains("gap-in-ids") }.map {
        String($0.prefix { $0 != ":" })
      }
        == found)
  }

  /// The first number of a year follows any of the year before: 26-01 after 25-38.
  @Test(arguments: [
    (["2537", "2538", "2601", "2602"], []), (["2537", "2538", "2602"], ["orders/2602.md"]),
    (["25037", "26001", "26003"], ["orders/26003.md"]), (["2537", "2701"], ["orders/2701.md"]),
    (["2026-0099", "2026-0101"], ["orders/2026-0101.md"]),
    (["2026-0062", "2026-0101"], ["orders/2026-0101.md"]),
    (["197", "198", "201"], ["orders/201.md"]), (["2499", "2501"], ["orders/2501.md"]),
    (["B2B-2537", "B2B-2538", "B2B-2601"], []),
  ])
  func aYearBeginsANewSeries(numbers: [String], found: [String]) async throws {
    var files: [String: String] = [:]
    for number in numbers { files["orders/\(number).md"] = "---\ndate: 2026-01-05\n---\n" }
    #expect(
      try await LintedSite(files).diagnosticLines().filter { $0.contains("gap-in-ids") }.map {
        String($0.prefix { $0 != ":" })
      }
        == found)
  }

  /// A price that the model has a formula for may be written, too.
  @Test func whatIsWrittenIsCheckedDespiteItsFormula() async throws {
    let files = [String: String].book(order: .order(rows: ["{service: repair, price: 1.250}"])).adding([
      "model.yml": "entities: {RowOfOrder: {attributes: {price: {formula: service.price}}}}\n",
      "services/repair.md": "---\nname: Repair\nprice: 1.125\n---\n",
      "orders/2026-0002.md": .order(rows: ["{service: repair, quantity: 2}"]),
    ])
    #expect(
      try await LintedSite(files).diagnosticLines().filter { $0.contains("three-decimals") } == [
        "orders/2026-0001.md:5 [three-decimals] 1.250", "services/repair.md:3 [three-decimals] 1.125",
      ])
  }

  @Test func anErrorInItIsLocated() async throws {
    let site = LintedSite(.book(order: .order("lints: {paid-not-maid: false, overpaid: maybe}")))
    #expect(
      try await site.diagnosticLines() == [
        "orders/2026-0001.md:4 [unknown-key] paid-not-maid", "orders/2026-0001.md:4 [invalid-boolean] maybe",
      ])
  }

  /// Slips where most rows name a service; a house that names none has no habit to break.
  @Test func aRowWithoutServiceIsAnException() async throws {
    let none = LintedSite(.book(order: .order(rows: ["{text: a, sum: 1}", "{text: b, sum: 2}"])))
    #expect(try await none.diagnosticLines() == [])
    let rare = ["{service: repair, sum: 1}", "{service: repair, sum: 2}", "{text: b, sum: 2}"]
    #expect(
      try await LintedSite(.book(order: .order(rows: rare))).diagnosticLines()
        == ["orders/2026-0001.md:7 [row-without-service] b"])
  }

  /// An order copied and never changed, in whatever order its keys and those of its rows stand.
  @Test func theSameOrderIsFoundHoweverItIsWritten() async throws {
    let twin = """
      ---
      # the same again
      rows:
        - quantity: 2.0
          price: 1.5
          service: repair
      made: no
      customer: "acme"
      date: 2026-03-14
      ---
      Another body.

      """
    func found(_ other: String, customer: String = "acme") async throws -> [String] {
      try await LintedSite(
        .book(order: .order(rows: ["{service: repair, price: 1.50, quantity: 2}"])).adding([
          "orders/2026-0002.md": other, "customers/acme2.md": "---\nname: Other\n---\n",
        ])
      ).diagnosticLines()
    }
    #expect(try await found(twin) == ["orders/2026-0002.md:3 [same-record] rows"])
    for (old, new) in [
      ("2.0", "3"), ("1.5", "1.51"), ("03-14", "03-15"), ("made: no", "made: yes"), ("acme", "acme2"),
      ("service: repair", "service: repair\n    text: left"), ("rows:", "due: 2026-04-01\nrows:"),
      ("rows:\n", "rows:\n  - {service: repair, sum: 1}\n"), ("date:", "lints: {same-record: false}\ndate:"),
    ] {
      #expect(try await found(twin.replacing(old, with: new)) == [], "\(new)")
    }
  }

  /// A time sheet that was imported twice.
  @Test func theSameRecordOfADayIsFoundWithItsBody() async throws {
    let model = """
      entities:
        Entry: {folder: entries, attributes: {date: {type: date, required: true}, hours: decimal}}
        Place: {folder: places, attributes: {hours: decimal}}

      """
    func entry(_ hours: String, _ body: String = "") -> String {
      "---\ndate: 2026-03-14\nhours: \(hours)\n---\n\(body)"
    }
    let site = LintedSite(
      .book.adding([
        "model.yml": model, "entries/e1.md": entry("2"), "entries/e2.md": entry("2.0"),
        "entries/e3.md": entry("2", "Drawings\n"), "entries/e4.md": entry("3"),
        "places/a.md": "---\nhours: 1\n---\n", "places/b.md": "---\nhours: 1\n---\n",
      ]))
    #expect(
      try await site.diagnosticLines().filter { $0.contains("same-record") }.map {
        String($0.prefix { $0 != ":" })
      }
        == ["entries/e2.md"])
  }

  /// An order that follows to be paid needs no day of payment; only a key of its own counts, however it is written.
  @Test(arguments: [
    ("made: true", false), ("made: true\npaid: true", true), ("made: true\npaid: 'true'", true),
    ("made: true\npaid: # so far", false), ("made: true\n\"paid\": yes", true),
  ])
  func onlyAWrittenKeyNeedsADayOfPayment(keys: String, isFound: Bool) async throws {
    let row = "{text: \"two lines\npaid: true\", sum: 3.00}"
    var files = [String: String].book(order: .order(keys, rows: [row]))
    files["model.yml"] = "entities: {Order: {attributes: {paid: {formula: made = true}}}}\n"
    let found = try await LintedSite(files).diagnostics().map(\.id)
    #expect(found.contains(.paidWithoutDay) == isFound)
    #expect(!found.contains { $0 != .paidWithoutDay })
  }

  /// Twenty of each entity are shown, and each entity's last one counts its rest.
  @Test func sameNamesAreCountedByEntity() async throws {
    var files: [String: String] = .book
    for number in 1...24 {
      files["customers/c\(number).md"] = "---\nname: Twin\n---\n"
      files["services/s\(number).md"] = "---\nname: Double\n---\n"
    }
    files["services/s25.md"] = "---\nname: Double\n---\n"
    let found = try await LintedSite(files).diagnostics()
    #expect(found.filter { $0.range.file.path.contains("/customers/") }.count == 20)
    #expect(found.filter { $0.range.file.path.contains("/services/") }.count == 20)
    #expect(
      Set(found.flatMap(\.notes).map(\.text).filter { $0.hasPrefix("and ") }) == [
        "and 3 more of Customer; 'lints: {same-name: false}' in site.yml turns them off",
        "and 4 more of Service; 'lints: {same-name: false}' in site.yml turns them off",
      ])
  }

  @Test func theRecordsOfSubentitiesAreToldOfOnce() async throws {
    let site = LintedSite(
      .book.adding([
        "model.yml": """
        entities:
          Firm: {parent: Customer, folder: firms}
          Order: {relationships: {payer: {to: Firm}}}
        """,
        "firms/f1.md": "---\nname: Bau\n---\n", "firms/f2.md": "---\nname: bau\n---\n",
      ]))
    #expect(try await site.diagnosticLines() == ["firms/f2.md:2 [same-name] bau"])
  }

  @Test func midnightHasNoLint() async throws {
    let site = LintedSite(.book(order: .order("paidOn: 2026-03-14", "made: true")))
    #expect(try await site.diagnosticLines() == [])
  }
}
