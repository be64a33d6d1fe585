import Diagnostics
import Editing
import Testing

/// Setting keys of many records at once, and to what is computed.
struct BatchTests {
  private static let files = [
    "services/chain.md": "---\nname: Chain\nprice: 39.99 # list\n---\n",
    "services/brake.md": "---\nname: Brake\nprice: 0.14\n---\n",
    "services/advice.md": "---\nname: Advice\n---\n",
    "customers/ann.md": "---\nname: Ann\n---\n", "customers/bob.md": "---\nname: Bob\n---\n",
    "orders/o1.md":
      "---\ndate: 2026-01-31\ncustomer: ann\nrows:\n  - {service: chain, price: 39.99}\n  - {sum: 5}\n---\n",
    "orders/o2.md":
      "---\ndate: 2026-02-01\ncustomer: bob\ncurrency: JPY\nrows:\n  - {text: a, sum: 500}\n  - {text: b, sum: 7}\n---\n",
    "model.yml": """
    entities:
      Order: {attributes: {currency: currency, words: tags}}
      Service: {attributes: {price: {type: money, digits: 2}, unit: string}}
    """,
  ]

  private static func edit(
    _ book: EditedBook, _ entity: String, _ predicate: String, _ assignments: [String],
    _ computed: [String] = [], keepsWritten: Bool = false
  ) throws -> Edit {
    book.editor.set(
      SourceText(entity, name: "entity"), where: SourceText(predicate, name: "--where"),
      try Assignment.of(assignments), try computed.map { try #require(ComputedAssignment(SourceText($0))) },
      keepsWritten: keepsWritten)
  }

  /// Each case: what is typed for a list, and what the file then has.
  @Test(arguments: [
    ("[ball, jugend]", "[ball, jugend]"), ("ball,jugend", "[ball, jugend]"), (" [ball] ", "[ball]"),
    ("[\"a, b\", c]", "[\"a, b\", c]"), ("\"[a]\"", "[\"[a]\"]"), ("[", "[\"[\"]"),
  ])
  func aListMayBeTypedAsInFiles(typed: String, written: String) async throws {
    let book = try await EditedBook(Self.files)
    let edit = book.editor.set(SourceText("o1"), try Assignment.of(["words=" + typed]))
    #expect(edit.diagnostics.map(\.summary) == [])
    #expect(
      book.text("orders/o1.md", after: edit)?.contains("\nwords: \(written)\n") == true,
      "\(book.text("orders/o1.md", after: edit) ?? "")")
  }

  @Test func recordsInNoFileAreNamed() async throws {
    var files = Self.files
    files["orders/o3.md"] =
      "---\ndate: 2026-02-01\npaidOn: 2026-02-03\nrows: [{sum: 5}]\npayments: [{date: 2026-02-02, sum: 2}]\n---\n"
    files["orders/o4.md"] = "---\ndate: 2026-02-01\npaidOn: 2026-02-03\nrows: [{sum: 5}]\n---\n"
    let book = try await EditedBook(files)
    let edit = try Self.edit(book, "Payment", "sum > 1", ["note=x"])
    #expect(edit.lines.map { "\($0.record): \($0.text)" } == ["payments/o3#1: note: x"])
    #expect(
      edit.unchanged.map { "\($0.record): \($0.text)" } == [
        "o4#paid: follows from its record and is in no file; and so it is with 1 more record"
      ])
  }

  /// An implied payment may lack its day, which hides nothing of the others.
  @Test func anImpliedPaymentWithoutADayIsNoMissingValue() async throws {
    var files = Self.files
    files["orders/o3.md"] = "---\ndate: 2026-02-01\npaid: true\nrows: [{sum: 5}]\n---\n"
    files["orders/o4.md"] =
      "---\ndate: 2026-02-01\nrows: [{sum: 5}]\npayments: [{date: 2026-02-02, sum: 2}]\n---\n"
    let book = try await EditedBook(files)
    let noted = try Self.edit(book, "Payment", "date > '2026-01-01'", [], ["note:=CAST(date, 'String')"])
    #expect(noted.lines.map { "\($0.record): \($0.text)" } == ["payments/o4#1: note: 2026-02-02"])
    let due = try Self.edit(book, "Order", "ANY payments.date != nil", [], ["due:=payments.@max.date + 30"])
    #expect(due.lines.map { "\($0.record): \($0.text)" } == ["o4: due: 2026-03-04"])
  }

  /// As `docket query` does, a predicate and an expression leave drafts out, except of a draft itself.
  @Test(arguments: [
    (false, ["ann: words: 1", "bob: words: 1"], ["o1: due: 2026-02-01"]),
    (true, ["ann: words: 2", "bob: words: 1"], ["o1: due: 2026-02-01", "o3: due: 2026-03-01"]),
  ])
  func draftsAreLeftOut(withDrafts: Bool, words: [String], due: [String]) async throws {
    var files = Self.files
    files["model.yml"]? += "\n  Customer: {attributes: {words: integer}}\n"
    files["orders/o3.md"] = "---\ndate: 2026-02-28\ndraft: true\ncustomer: ann\nrows: [{sum: 5}]\n---\n"
    let book = try await EditedBook(files)
    var editor = book.editor
    if !withDrafts { editor.published = await book.workspace.published(editor.book) }
    func lines(_ entity: String, _ predicate: String, _ computed: String) throws -> [String] {
      let computed = try #require(ComputedAssignment(SourceText(computed)))
      let edit = editor.set(SourceText(entity), where: SourceText(predicate), [], [computed])
      #expect(edit.diagnostics.map(\.summary) == [])
      return edit.lines.map { "\($0.record): \($0.text)" }
    }
    #expect(try lines("Customer", "orders.@count > 0", "words:=orders.@count") == words)
    #expect(try lines("Order", "customer = 'ann'", "due:=date + 1") == due)
    let draft = editor.set(
      SourceText("o3"), [], [try #require(ComputedAssignment(SourceText("due:=date + 1")))])
    #expect(draft.lines.map(\.text) == ["due: 2026-03-01"])
  }

  /// An error that disappears does not make room for another of the same words, nor a warning.
  @Test func anErrorOfTheSameWordsIsNew() async throws {
    let order = "---\ndate: 2026-02-01\nrows:\n  - {sum: 1, n: 0}\n  - {sum: 1, n: 2}\n---\n"
    let book = try await EditedBook([
      "model.yml": "entities: {RowOfOrder: {attributes: {n: {type: integer, min: 1}}}}\n",
      "orders/o1.md": order,
    ])
    func found(_ row: String, _ value: String) async throws -> [String] {
      await book.diagnosticLines(
        of: book.editor.set(SourceText("o1#\(row)"), try Assignment.of(["n=" + value])))
    }
    #expect(try await found("1", "5") == [])
    #expect(try await found("1", "-1") == ["out-of-range: 'n' is at least 1"])
    let both = try Self.edit(book, "RowOfOrder", "TRUEPREDICATE", [], ["n:=TERNARY(n = 0, 5, -3)"])
    #expect(await book.diagnosticLines(of: both) == ["out-of-range: 'n' is at least 1"])
  }

  /// What is computed as it is stays as it is written.
  @Test func equalFiguresAreNotRewritten() async throws {
    var files = Self.files
    files["services/brake.md"] = "---\nname: Brake\nprice: 10 EUR\n---\n"
    let book = try await EditedBook(files)
    #expect(try Self.edit(book, "Service", "price != nil", [], ["price:=price"]).changes.isEmpty)
  }

  /// The zeros before the digits of an endless quotient are none of them.
  @Test func anEndlessQuotientIsWritten() async throws {
    var files = Self.files
    files["model.yml"]? += "\n  Customer: {attributes: {share: decimal}}\n"
    let book = try await EditedBook(files)
    let edit = try Self.edit(book, "Customer", "id = 'ann'", [], ["share:=1/30000"])
    #expect(await book.diagnosticLines(of: edit) == [])
    #expect(book.text("customers/ann.md", after: edit)?.contains("share: 0.0000333333") ?? false)
  }

  /// What a record has written stays, even if another value would be computed for it.
  @Test func onlyWhatIsMissingIsSet() async throws {
    let book = try await EditedBook(Self.files)
    let edit = try Self.edit(
      book, "Service", "TRUEPREDICATE", ["unit=hour"], ["price:=10"], keepsWritten: true)
    #expect(await book.diagnosticLines(of: edit) == [])
    let lines = edit.lines.map { "\($0.record): \($0.text)" }
    #expect(lines.contains("advice: price: 10.00") && lines.contains("chain: unit: hour"), "\(lines)")
    #expect(!lines.contains { $0.hasPrefix("chain: price") }, "\(lines)")
  }

  /// Each case: entity, predicate, assignments, computed; the lines, and a text of a file afterwards.
  @Test(arguments: [
    (
      "Service", "TRUEPREDICATE", [], ["price:=price * 1.03"],
      ["chain: price: 41.19"], "services/chain.md", "price: 41.19 # list\n"
    ),
    (
      "Service", "price = nil", ["unit=hour"], ["price := 10"],
      ["advice: unit: hour", "advice: price: 10.00"], "services/advice.md", "price: 10.00\n"
    ),
    (
      "orders", "customer = 'bob'", [], ["customer:=TERNARY(rows.@count > 5, NIL, customer)"],
      [], "orders/o2.md", "customer: bob"
    ),
    (
      "RowOfOrder", "order.customer = 'bob'", ["text="], ["sum:=sum * 1.5"],
      ["o2#1: text: nothing", "o2#1: sum: 750", "o2#2: text: nothing", "o2#2: sum: 11"], "orders/o2.md",
      "  - {sum: 750}\n  - {sum: 11}\n"
    ),
    (
      "RowOfOrder", "service = 'chain'", ["service=brake"], [],
      ["o1#1: service: brake", "o1#1: price: 0.14"], "orders/o1.md", "{service: brake, price: 0.14}"
    ),
    (
      "Order", "id = 'o1'", [], ["due:=date + 30"], ["o1: due: 2026-03-02"], "orders/o1.md",
      "due: 2026-03-02\n"
    ),
    (
      "Order", "TRUEPREDICATE", [], ["words:=rows.text.@distinct"], ["o2: words: a, b"], "orders/o2.md",
      "words: [a, b]\n"
    ),
    ("Order", "FALSEPREDICATE", ["made=yes"], [], [], "orders/o1.md", "customer: ann"),
  ])
  func whatMeetsThePredicateIsChanged(
    entity: String, predicate: String, assignments: [String], computed: [String], lines: [String],
    path: String,
    text: String
  ) async throws {
    let book = try await EditedBook(Self.files)
    let edit = try Self.edit(book, entity, predicate, assignments, computed)
    #expect(edit.lines.map { "\($0.record): \($0.text)" } == lines)
    #expect(await book.diagnosticLines(of: edit) == [])
    #expect((book.text(path, after: edit) ?? "").contains(text))
  }

  @Test func oneRecordIsComputedToo() async throws {
    let book = try await EditedBook(Self.files)
    let computed = try #require(ComputedAssignment(SourceText("due := date + 14")))
    let edit = book.editor.set(SourceText("o1"), try Assignment.of(["made=yes"]), [computed])
    #expect(edit.lines.map(\.text) == ["made: yes", "due: 2026-02-14"])
  }

  @Test(arguments: [
    ("Servic", "price > 1", "price:=1", "unknown entity 'Servic'; did you mean 'Service'?"),
    ("Service", "pric > 1", "price:=1", "Service has no key 'pric'; did you mean 'price'?"),
    ("Service", "price > 1", "pric:=1", "unknown key 'pric' in Service; did you mean 'price'?"),
    ("Service", "price > 1", "price:=nme", "Service has no key 'nme'; did you mean 'name'?"),
    (
      "Service", "price > 1", "price:=name",
      "'price' of Service is of type money, but the expression gives a text"
    ),
    (
      "Order", "TRUEPREDICATE", "customer:=rows.@count",
      "'customer' refers to a record of Customer, and the expression gives none"
    ),
    (
      "Order", "TRUEPREDICATE", "rows:=1",
      "'rows' cannot be computed; attributes and references to one record can"
    ),
    ("Order", "TRUEPREDICATE", "total:=1", "'total' is computed and cannot be written"),
  ])
  func anErrorChangesNothing(entity: String, predicate: String, computed: String, summary: String)
    async throws
  {
    let book = try await EditedBook(Self.files)
    let edit = try Self.edit(book, entity, predicate, [], [computed])
    #expect(edit.diagnostics.map(\.summary) == [summary])
    #expect(edit.changes.isEmpty)
  }

  @Test func anEntityNeedsAPredicate() async throws {
    let book = try await EditedBook(Self.files)
    let edit = book.editor.set(SourceText("Service"), try Assignment.of(["price=1"]))
    #expect(edit.diagnostics.map(\.summary) == ["unknown record 'Service'"])
    #expect(edit.diagnostics.first?.notes.first?.text.contains("--where") ?? false)
  }

  @Test func aKeyIsSetOnce() async throws {
    let book = try await EditedBook(Self.files)
    let edit = try Self.edit(book, "Service", "TRUEPREDICATE", ["price=1"], ["price:=2", "price:=3"])
    #expect(
      edit.diagnostics.map(\.summary).allSatisfy { $0.contains("twice") } && edit.diagnostics.count == 2)
  }

  /// A link of a many-to-many relationship may be listed by the other side alone.
  @Test(arguments: ["tuners=", "tuners=t1"])
  func aListSetForManyIsTheirWholeList(assignment: String) async throws {
    let book = try await EditedBook([
      "model.yml": """
      extends: none
      entities:
        Instrument: {folder: instruments, relationships: {tuners: {to: Tuner, many: true, inverse: instruments}}}
        Tuner: {folder: tuners, relationships: {instruments: {to: Instrument, many: true, inverse: tuners}}}
      """,
      "instruments/i1.md": "---\ntuners: [t1]\n---\n", "instruments/i2.md": "---\n---\n",
      "tuners/t1.md": "---\n---\n", "tuners/t2.md": "---\ninstruments: [i1, i2]\n---\n",
    ])
    let edit = try Self.edit(book, "Instrument", "TRUEPREDICATE", [assignment])
    #expect(await book.diagnosticLines(of: edit) == [])
    #expect(book.text("tuners/t2.md", after: edit) == "---\n---\n")
  }
}
