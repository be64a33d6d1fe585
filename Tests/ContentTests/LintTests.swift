import Content
import Diagnostics
import Testing

@Suite struct LintTests {
  @Test func saysNothingOfAnOrdinaryBook() async throws {
    #expect(try await LintedSite(.book).diagnosticLines() == [])
  }

  /// An order, and what is found in it.
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let order: String
    let diagnosticLines: [String]

    init(_ name: String, _ order: String, _ diagnosticLines: String...) {
      (testDescription, self.order, self.diagnosticLines) = (name, order, diagnosticLines)
    }
  }

  static let cases: [Case] = [
    Case("paid before it is made", .order("paid: true", "paidOn: 2026-03-20"), ":4 [paid-not-made] true"),
    Case("paid by a day alone", .order("paidOn: 2026-03-20"), ":4 [paid-not-made] 2026-03-20"),
    Case("made and paid", .order("made: true", "paidOn: 2026-03-20")),
    Case("paid without a day", .order("made: true", "paid: true"), ":5 [paid-without-day] true"),
    Case(
      "paid in part on a day",
      .order("made: true", "paid: true", "payments: [{date: 2026-03-20, sum: 1.00}]"),
      ":5 [paid-without-day] true"),
    Case("a payment has a day", .order("made: true", "payments: [{date: 2026-03-20, sum: 3.00}]")),
    Case(
      "overpaid", .order("made: true", "payments:", "- {date: 2026-03-20, sum: 3.01}"),
      ":6 [overpaid] - {date: 2026-03-20, sum: 3.01}"),
    Case("a credit note", .order(rows: ["{sum: -3.00}"])),
    Case(
      "a credit note that is paid back in part",
      .order("made: true", "payments: [{date: 2026-03-20, sum: -2.00}]", rows: ["{sum: -3.00}"])),
    Case(
      "a credit note whose rest is owed",
      .order(
        "made: true", "paid: false", "payments: [{date: 2026-03-20, sum: -2.00}]", rows: ["{sum: -3.00}"])),
    Case(
      "a credit note whose rest is paid back on a day",
      .order(
        "made: true", "paidOn: 2026-03-21", "payments: [{date: 2026-03-20, sum: -2.00}]",
        rows: ["{sum: -3.00}"])),
    Case(
      "all paid back, and not paid",
      .order(
        "made: true", "paid: false", "payments: [{date: 2026-03-20, sum: -3.00}]", rows: ["{sum: -3.00}"]),
      ":5 [paid-contradicted] false"),
    Case(
      "paid, and paid back in part",
      .order("made: true", "paidOn: 2026-03-20", "payments: [{date: 2026-03-25, sum: -1.00}]"),
      ":6 [paid-contradicted] [{date: 2026-03-25, sum: -1.00}]"),
    Case(
      "paid, and paid back what a row credits",
      .order(
        "made: true", "paidOn: 2026-03-20", "payments: [{date: 2026-03-25, sum: -1.00}]",
        rows: ["{sum: 3.00}", "{sum: -1.00}"]),
      ":6 [paid-contradicted] [{date: 2026-03-25, sum: -1.00}]", ":9 [negative-sum] -1.00"),
    Case(
      "a payment that came back, and was made again",
      .order(
        "made: true", "paidOn: 2026-03-26",
        "payments: [{date: 2026-03-20, sum: 3.00}, {date: 2026-03-25, sum: -3.00}]")),
    Case(
      "paid back in part, and every payment written",
      .order(
        "made: true", "payments: [{date: 2026-03-20, sum: 4.00}, {date: 2026-03-25, sum: -1.00}]",
        rows: ["{sum: 3.00}"])),
    Case(
      "a draft with a payment", .order("draft: true", "payments: [{date: 2026-03-20, sum: 1.00}]"),
      ":5 [paid-draft] payments"),
    Case("a draft that is paid", .order("draft: true", "paid: yes"), ":5 [paid-draft] paid"),
    Case(
      "a draft with a day of payment", .order("draft: true", "paidOn: 2026-03-20"), ":5 [paid-draft] paidOn"),
    Case("a draft for which nothing was paid", .order("draft: true", "paid: false", "payments: []")),
    Case(
      "a row below the front matter", .order("made: true") + "\n  - {text: Tea, sum: 9.00}\n",
      ":9 [key-in-text] text"),
    Case(
      "a payment below the notes",
      .order("made: true") + "Called.\n\n  - date: 2026-03-20\n    sum: 3.00\n", ":11 [key-in-text] sum"),
    Case("a list in the notes", .order("made: true") + "- {made: true}\n- due: soon\n- note: ring twice\n"),
    Case(
      "a day of payment, and not paid", .order("made: true", "paid: false", "paidOn: 2026-03-20"),
      ":5 [paid-contradicted] false"),
    Case(
      "all received, and not paid",
      .order("made: true", "paid: false", "payments: [{date: 2026-03-20, sum: 3.00}]"),
      ":5 [paid-contradicted] false"),
    Case(
      "all received in two currencies, and not paid",
      .order(
        "made: true", "paid: false",
        "payments: [{date: 2026-03-20, sum: 3.00}, {date: 2026-03-20, sum: 5 USD}]",
        rows: ["{sum: 3.00}", "{sum: 5 USD}"]),
      ":5 [paid-contradicted] false"),
    Case(
      "more than all received of one currency, of another as much",
      .order(
        "made: true", "payments: [{date: 2026-03-20, sum: 4.00}, {date: 2026-03-20, sum: 5 USD}]",
        rows: ["{sum: 3.00}", "{sum: 5 USD}"]),
      ":5 [overpaid] [{date: 2026-03-20, sum: 4.00}, {date: 2026-03-20, sum: 5 USD}]"),
    Case(
      "one of two currencies received, and not paid",
      .order(
        "made: true", "paid: false", "payments: [{date: 2026-03-20, sum: 3.00}]",
        rows: ["{sum: 3.00}", "{sum: 5 USD}"])),
    Case(
      "a part received, and not paid",
      .order("made: true", "paid: false", "payments: [{date: 2026-03-20, sum: 2.99}]")),
    Case(
      "a credit note of which too much is paid back",
      .order("made: true", "payments: [{date: 2026-03-20, sum: -4.00}]", rows: ["{sum: -3.00}"]),
      ":5 [overpaid] [{date: 2026-03-20, sum: -4.00}]"),
    Case(
      "paid in another currency, which is too much of that and too little of its own",
      .order("made: true", "payments: [{date: 2026-03-20, sum: 9.00 USD}]"),
      ":5 [overpaid] [{date: 2026-03-20, sum: 9.00 USD}]"),
    Case(
      "paid back what never came in",
      .order("made: true", "payments: [{date: 2026-03-20, sum: -1.00}]"),
      ":5 [overpaid] [{date: 2026-03-20, sum: -1.00}]"),
    Case(
      "a payment on a day to come", .order("payments: [{date: 2028-03-20, sum: 1.00}]"),
      ":4 [paid-in-future] 2028-03-20"),
    Case("no rows", .order(rows: []), ":2 [order-without-rows] date"),
    Case("an empty list of rows", .order("rows: []", rows: []), ":4 [order-without-rows] []"),
    Case("no customer", .order(customer: nil), ":2 [order-without-customer] date"),
    Case("due before its date", .order("due: 2026-03-13"), ":4 [due-before-date] 2026-03-13"),
    Case("due on its date", .order("due: 2026-03-14")),
    Case("a row of nothing", .order(rows: ["{sum: 1}", "{sum: 0.00}"]), ":6 [zero-sum] 0.00"),
    Case("none of something", .order(rows: ["{quantity: 0, price: 2}"]), ":5 [zero-sum] 0"),
    Case("a row given away", .order(rows: ["{sum: 1}", "{price: 5, discount: 100%}"])),
    Case(
      "a payment of nothing", .order("payments: [{date: 2026-03-20, sum: 0}]"), ":4 [zero-sum] 0"),
    Case(
      "a sum unlike its formula", .order(rows: ["{quantity: 3, price: 1.85, sum: 5.50}"]),
      ":5 [sum-differs] 5.50"),
    Case("a sum like its formula", .order(rows: ["{quantity: 3, price: 1.1150, sum: 3.35}"])),
    Case("a sum that no formula gives", .order(rows: ["{quantity: 3, sum: 5.50}"])),
  ]

  @Test(arguments: cases) func tellsWhatIsStrange(about item: Case) async throws {
    let diagnosticLines = try await LintedSite(.book(order: item.order)).diagnosticLines()
    #expect(diagnosticLines == item.diagnosticLines.map { "orders/2026-0001.md" + $0 })
  }

  @Test func looksAheadFromToday() async throws {
    let site = LintedSite(
      .book.adding([
        "orders/2026-0002.md": "---\ndate: 2026-06-30\ncustomer: acme\nrows: [{sum: 1}]\n---\n",
        "orders/2026-0003.md": "---\ndate: 2026-07-01\ncustomer: acme\nrows: [{sum: 1}]\n---\n",
      ]))
    #expect(try await site.diagnosticLines() == ["orders/2026-0003.md:2 [date-after-today] 2026-07-01"])
  }

  @Test func namesTheFigures() async throws {
    let site = LintedSite(
      .book(
        order: .order("made: true", "payments: [{date: 2026-03-20, sum: 5}]", rows: ["{price: 1, sum: 3}"])))
    #expect(
      try await site.diagnostics().map(\.summary) == [
        "5.00 EUR were received, more than the total of 3.00 EUR",
        "'sum' is 3.00 EUR, and its formula quantity * price * (1 - discount) gives 1.00 EUR",
      ])
  }

  @Test func everyWarningIsALint() async throws {
    let site = LintedSite(.book(order: .order(customer: nil, rows: [])))
    let diagnostics = try await site.diagnostics()
    #expect(diagnostics.count == 2)
    #expect(diagnostics.allSatisfy { $0.severity == .warning && Lint.ids.contains($0.id) })
  }

  // MARK: Names

  /// Nobody sees a no-break space.
  @Test func findsTwoOfOneNameButForItsSpaces() async throws {
    let files = ["m.md": "Otto Maier", "n.md": "Otto\u{A0}Maier"].map {
      ("customers/" + $0, "---\nname: \($1)\n---\n")
    }
    let found = try await LintedSite(.book.adding(Dictionary(uniqueKeysWithValues: files))).diagnostics()
    #expect(found.map(\.id) == [.sameName])
  }

  @Test func findsTwoOfOneName() async throws {
    let site = LintedSite(
      .book.adding([
        "customers/muller-2.md": "---\nname: MULLER\n---\n",
        "customers/muller.md": "---\nname: Müller\n---\n",
      ]))
    let diagnostics = try await site.diagnostics()
    #expect(diagnostics.map(\.id) == [.sameName])
    #expect(diagnostics.first?.summary == "'Müller' is also the name of 'muller-2'")
    #expect(diagnostics.first?.range.text == "Müller")
    #expect(diagnostics.first?.notes.first?.range?.text == "MULLER")
  }

  @Test func leavesNamesAloneThatNobodyRefersTo() async throws {
    let site = LintedSite(
      .book.adding([
        "model.yml":
          "entities:\n  Task:\n    folder: tasks\n    title: what\n    attributes: {what: string}\n",
        "tasks/a.md": "---\nwhat: sweep\n---\n", "tasks/b.md": "---\nwhat: sweep\n---\n",
      ]))
    #expect(try await site.diagnosticLines() == [])
  }

  /// A customer that could not be read is no order without one.
  @Test(arguments: ["---\nname: Acme\nemail: *x\n---\n", "no front matter\n"])
  func whatCouldNotBeReadIsNotMissing(customer: String) async throws {
    let site = LintedSite(.book.adding(["customers/acme.md": customer]))
    #expect(try await site.diagnostics().map(\.id).count == 1)
  }

  // MARK: References

  @Test(arguments: [(9, false), (10, false), (11, true)])
  func findsTheOneThatNobodyRefersTo(count: Int, isTold: Bool) async throws {
    var files: [String: String] = .book
    for number in 2...count {
      files["customers/c\(number)x.md"] = "---\nname: Customer \(number)\n---\n"
      if number > 2 { files["orders/n\(number)x.md"] = .order(customer: "c\(number)x") }
    }
    let diagnosticLines = try await LintedSite(files).diagnosticLines()
    #expect(diagnosticLines == (isTold ? ["customers/c2x.md:2 [unreferenced-record] name"] : []))
  }

  /// A record that names its links itself is not one that nobody refers to.
  @Test func doesNotWarnOfWhatMayNameItsLinksItself() async throws {
    var files: [String: String] = [
      "model.yml": """
      entities:
        Person: {folder: people, title: name, attributes: {name: string}, relationships:
          {jobs: {to: Task, many: true, inverse: staff}}}
        Task: {folder: tasks, title: what, attributes: {what: string}, relationships:
          {staff: {to: Person, many: true, inverse: jobs}}}

      """,
      "people/bob.md": "---\nname: Bob\n---\n", "tasks/t31.md": "---\nwhat: rest\n---\n",
    ]
    for number in 10...30 {
      files["tasks/t\(number).md"] = "---\nwhat: task \(number)\nstaff: bob\n---\n"
    }
    let diagnosticLines = try await LintedSite(.book.adding(files)).diagnosticLines()
    #expect(diagnosticLines == [])
  }

  // MARK: Series

  @Test func findsGapsInNumbers() async throws {
    var files: [String: String] = .series
    for id in ["2025/2025-0998", "2025/2025-1001", "2026/2026-0003", "2026/2026-0104", "2026/2026-0206"] {
      files["orders/\(id).md"] = .order()
    }
    let diagnostics = try await LintedSite(files).diagnostics()
    #expect(
      diagnostics.map(\.summary) == [
        "'2025-0999' to '2025-1000' are missing between '2025-0998' and this id",
        "'2026-0002' is missing between '2026-0001' and this id",
        "'2026-0004' to '2026-0103' are missing between '2026-0003' and this id",
        "101 numbers are missing between '2026-0104' and this id",
      ])
    #expect(diagnostics.first?.range.file.path.hasSuffix("orders/2025/2025-1001.md") == true)
  }

  @Test func aYearMayStandInFrontOfTheNumberWithoutAMark() async throws {
    var files: [String: String] = .series
    files["orders/2026-0001.md"] = nil
    for id in ["2025001", "2025002", "2026001", "2026003"] { files["orders/\(id).md"] = .order() }
    #expect(
      try await LintedSite(files).diagnostics().map(\.summary) == [
        "'2026002' is missing between '2026001' and this id"
      ])
  }

  @Test(arguments: [["2026-0002-1", "2026-0002-2"], ["2026-0002a", "2026-0002b"], ["2026-0002.1"]])
  func theNumberOfASplitOrderIsNotMissing(parts: [String]) async throws {
    var files: [String: String] = .series.adding(["orders/2026-0003.md": .order()])
    for id in parts { files["orders/\(id).md"] = .order() }
    #expect(try await LintedSite(files).diagnosticLines() == [])
  }

  @Test func theFormerNumberOfARenamedOrderIsNotMissing() async throws {
    let site = LintedSite(
      .series.adding(["orders/2026-0003.md": .order(), "orders/early.md": .order("was: 2026-0002")]))
    #expect(try await site.diagnosticLines() == [])
  }

  @Test func whatIsMissingBesideASplitOrderIsTold() async throws {
    var files: [String: String] = .series
    for id in ["2026-0002-1", "2026-0005"] { files["orders/\(id).md"] = .order() }
    #expect(
      try await LintedSite(files).diagnostics().map(\.summary) == [
        "'2026-0003' to '2026-0004' are missing between '2026-0001' and this id"
      ])
  }

  @Test func aDraftHasItsNumber() async throws {
    let site = LintedSite(
      .series.adding(["orders/2026-0002.md": .order("draft: true"), "orders/2026-0003.md": .order()]))
    #expect(try await site.diagnosticLines() == [])
  }

  @Test func aFileWithAWrongNameIsNoGap() async throws {
    let site = LintedSite(
      .series.adding(["orders/2026-0002.MD": .order(), "orders/2026-0003.md": .order()]))
    #expect(try await site.diagnostics().map(\.id) == [.nearMissFileName])
  }

  @Test(arguments: [
    ["2026-03-14", "2026-03-16", "2026-03-20"], ["9999999999999999", "10000000000000099"],
    ["a", "b", "c", "d-1", "d-3"], ["20260314", "20260316", "20260320"],
    ["1767225600", "1767229200", "1767312000"],
  ]) func takesOnlyNumbersForNumbers(ids: [String]) async throws {
    var files: [String: String] = .series
    files["orders/2026-0001.md"] = nil
    for id in ids { files["orders/\(id).md"] = .order() }
    #expect(try await LintedSite(files).diagnosticLines() == [])
  }

  /// A default or a bound is that of many records.
  @Test func aPercentageOfTheModelWithoutItsSignIsFound() async throws {
    let model = """
      entities:
        Customer:
          attributes: {markup: {type: decimal, percent: true, default: 8.1, max: 900%, min: 0}}

      """
    let found = try await LintedSite(.book.adding(["model.yml": model])).diagnostics()
    #expect(found.map(\.summary) == ["'markup' is 810% here; did you mean '8.1%'?"])
    #expect(found.map(\.range.text) == ["8.1"])
  }

  /// A bound of the model takes the place of the guess that nothing was before 1970.
  @Test(arguments: [("date", true), ("{type: date, min: 1900-01-01}", false)])
  func aDayLongAgoIsMeantWhereTheModelSaysSo(type: String, isFound: Bool) async throws {
    let files = [String: String].book(order: .order("made: true", "born: 1952-03-01")).adding([
      "model.yml": "entities: {Order: {attributes: {born: \(type)}}}\n"
    ])
    let found = try await LintedSite(files).diagnostics().map(\.id)
    #expect(found == (isFound ? [.unlikelyDate] : []))
  }

  /// The payment that follows from it has the same day.
  @Test func anUnlikelyDayOfPaymentIsFoundOnce() async throws {
    let order = String.order("made: true", "paidOn: 2062-03-14")
    let found = try await LintedSite(.book(order: order)).diagnostics().filter { $0.id == .unlikelyDate }
    #expect(found.map(\.range.text) == ["2062-03-14"])
  }

  /// Percentages that are meant, however many, do not hide one that is not.
  @Test func aPercentageWithoutItsSignIsFoundAmongOthers() async throws {
    var files: [String: String] = .book.adding([
      "model.yml": "entities: {Customer: {attributes: {markup: {type: decimal, percent: true}}}}\n",
      "site.yml": "lints: {unreferenced-record: false}\n",
      "customers/z.md": "---\nname: Z\nmarkup: \"19\"\n---\n",
    ])
    for number in 1...25 {
      files["customers/c\(number).md"] = "---\nname: C\(number)\nmarkup: 300%\n---\n"
    }
    #expect(
      try await LintedSite(files).diagnostics().map(\.summary) == [
        "'markup' is 1900% here; did you mean '19%'?"
      ])
  }

  /// A link to a file whose name has a space stays text; a remark in parentheses is none.
  @Test func linksWithSpacesAreText() async throws {
    let text = """
      See [the map](yard map.pdf), ![it](my pic.jpg) and [x](../customers/club example.md).
      [![a](b c.png)](d e.pdf) and ![f](g h.png "Front")
      But [this](as he said) and [that](e.g. so), `[a](b c.pdf)`, \\[a](b c.pdf) and [ok](<b c.pdf>) are not.

      """
    let files = [String: String].book(order: .order() + text)
    let found = try await LintedSite(files).diagnostics().filter { $0.id == .imageAsText }
    #expect(
      found.map(\.range.text) == [
        "yard map.pdf", "my pic.jpg", "../customers/club example.md", "b c.png", "d e.pdf", "g h.png",
      ])
    #expect(found.map { $0.summary.contains("not a link") } == [true, false, true, false, true, false])
  }

  /// A word processor's file beside records, whatever it made of the name.
  @Test(arguments: ["2026-0012.docx", "2026-0012.md.odt", "2026-0012.md.rtf"])
  func aRecordOfAWordProcessorIsTold(name: String) async throws {
    let files = [String: String].book.adding(["orders/\(name)": "PK"])
    let found = try await LintedSite(files).diagnostics().filter { $0.id == .unreadRecord }
    #expect(found.map { $0.summary.hasSuffix("as '2026-0012.md'") } == [true])
  }
}
