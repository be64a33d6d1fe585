import Content
import Diagnostics
import Editing
import Records
import Testing

/// Which record a command changes: never another than the one that is named.
struct TargetTests {
  private static let files = [
    "customers/hanna-berg.md": "---\nname: Hanna Berg\n---\n",
    "customers/bo.md": "---\nname: Bo Li\n---\n",
    "orders/o1.md": """
    ---
    date: 2026-03-14
    customer: hanna-berg
    rows:
      - {text: a, sum: 10}
    payments:
      - {date: 2026-03-15, sum: 4}
      - {date: 2026-03-16, sum: 5}
    ---

    """,
    "orders/o2.md": "---\ndate: 2026-03-14\npaid: true\nrows: [{text: a, sum: 10}]\n---\n",
  ]

  private func summaries(_ request: (Editor) throws -> Edit) async throws -> [String] {
    let book = try await EditedBook(Self.files)
    let edit = try request(book.editor)
    #expect(edit.changes.isEmpty)
    return edit.diagnostics.map(\.summary)
  }

  /// A record inside another is called by its title, a part of it or a unique value as well, as a time sheet calls it.
  @Test(arguments: [
    ("Construction", "p1#2"), ("b7", nil), ("B7", "p1#2"), ("constr", "p1#2"), ("p1#1", "p1#1"),
    ("Design", nil),
  ])
  func aReferenceToARowMayBeItsName(name: String, id: String?) async throws {
    let book = try await EditedBook([
      "model.yml": """
      entities:
        Project: {folder: projects, relationships: {phases: {to: Phase, many: true, inverse: project}}}
        Phase:
          inside: Project.phases
          title: name
          attributes: {name: string, code: {type: string, unique: true}}
          relationships: {project: {to: Project, inverse: phases}}
        Entry: {folder: entries, relationships: {phase: {to: Phase}}}

      """, "entries/e1.md": "---\n---\n",
      "projects/p1.md": "---\nphases: [{name: Design, code: B6}, {name: Construction, code: B7}]\n---\n",
      "projects/p2.md": "---\nphases: [{name: Design, code: B8}]\n---\n",
    ])
    let edit = book.editor.set(SourceText("e1"), try Assignment.of(["phase=\(name)"]))
    #expect(book.text("entries/e1.md", after: edit) == "---\n\(id.map { "phase: \($0)\n" } ?? "")---\n")
    if name == "Design" {
      #expect(
        edit.diagnostics.map(\.summary) == ["'Design' may be any of 2 records; name one as written here"])
    }
  }

  /// Keyboards have a straight apostrophe, and titles often a curly one.
  @Test(arguments: ["Péniche L'Ambre", "peniche l’ambre", "PENICHE L'AMBRE"])
  func anApostropheIsOneHoweverItIsTyped(name: String) async throws {
    let book = try await EditedBook([
      "customers/p.md": "---\nname: Péniche L’Ambre\n---\n", "orders/o1.md": "---\ndate: 2026-03-14\n---\n",
    ])
    let edit = book.editor.set(SourceText("o1"), try Assignment.of(["customer=\(name)"]))
    #expect(await book.diagnosticLines(of: edit) == [])
    #expect(book.text("orders/o1.md", after: edit)?.contains("customer: p\n") ?? false)
    let customer = try #require(book.editor.book.graph.model.entity(named: "Customer"))
    #expect(book.editor.lookup.candidates("l'amb", of: customer, limit: 5).map(\.id) == ["p"])
  }

  /// Programs put no-break spaces, soft hyphens and second spaces into names, which nobody sees.
  @Test(arguments: ["Otto\u{A0}Maier", "Otto  Maier", "Otto \u{AD}Maier", "Otto Maier "])
  func spacesOfOtherKindsAreSpaces(name: String) async throws {
    let book = try await EditedBook([
      "customers/m.md": "---\nname: \"\(name)\"\n---\n", "orders/o1.md": "---\ndate: 2026-03-14\n---\n",
    ])
    let edit = book.editor.set(SourceText("o1"), try Assignment.of(["customer=otto maier"]))
    #expect(await book.diagnosticLines(of: edit) == [])
    #expect(book.text("orders/o1.md", after: edit)?.contains("customer: m\n") ?? false)
    var request = NewRecord(entity: SourceText("customer"))
    request.name = SourceText("Otto Maier ")
    let (new, record) = book.editor.new(request)
    #expect(new.diagnostics.map(\.id) == [.sameName])
    #expect(book.text(try #require(record).path, after: new)?.contains("name: Otto Maier\n") ?? false)
  }

  @Test func partOfATitleNamesNoRecordToChange() async throws {
    let expected = ["unknown record 'anna'; did you mean 'hanna-berg'?"]
    #expect(try await summaries { $0.delete([SourceText("anna")]).edit } == expected)
    #expect(try await summaries { $0.set(SourceText("anna"), try Assignment.of(["phone=1"])) } == expected)
    let book = try await EditedBook(Self.files)
    let edit = await book.editor.rename(SourceText("anna"), to: SourceText("x"), in: book.workspace)
    #expect(edit.changes.isEmpty && edit.diagnostics.map(\.summary) == expected)
    // A whole title names it, and to be shown a part is enough.
    let whole = book.editor.set(SourceText("HANNA BERG"), try Assignment.of(["phone=1"]))
    #expect(await book.diagnosticLines(of: whole) == [] && whole.changes.count == 1)
    #expect(try book.editor.lookup.text(of: SourceText("anna")).get().contains("Hanna Berg"))
    // A reference may be a part of a title, as one types it.
    let reference = book.editor.set(SourceText("o1"), try Assignment.of(["customer=Li"]))
    #expect(book.text("orders/o1.md", after: reference)?.contains("customer: bo\n") ?? false)
  }

  /// An id in other case names its record, though its title has the word as well.
  @Test func anIdInOtherCaseNamesARecordToChange() async throws {
    let book = try await EditedBook(
      Self.files.merging(["customers/ann.md": "---\nname: Ann Example\n---\n"]) { $1 })
    let edit = book.editor.set(SourceText("Ann"), try Assignment.of(["phone=1"]))
    #expect(edit.diagnostics.map(\.summary) == [] && edit.changes.map(\.path) == ["customers/ann.md"])
  }

  @Test(arguments: ["C# Consulting", "AC/DC", "c# consulting", "Werkstatt #3"])
  func aTitleMayHaveWhatIdsHaveNot(title: String) async throws {
    let book = try await EditedBook(
      Self.files.merging(["customers/x.md": "---\nname: '\(title)'\n---\n"]) { $1 })
    let edit = book.editor.set(SourceText(title), try Assignment.of(["phone=1"]))
    #expect(edit.diagnostics.map(\.summary) == [] && edit.changes.map(\.path) == ["customers/x.md"])
    let reference = book.editor.set(SourceText("o1"), try Assignment.of(["customer=\(title)"]))
    #expect(book.text("orders/o1.md", after: reference)?.contains("customer: x\n") ?? false)
    let withFolder = book.editor.set(SourceText("o1"), try Assignment.of(["customer=customers/x.md"]))
    #expect(book.text("orders/o1.md", after: withFolder)?.contains("customer: x\n") ?? false)
  }

  @Test func theNumberOfARowIsNeverThatOfAPayment() async throws {
    let expected = ["'o1' has no row 2; it has 1 in 'rows' and 2 in 'payments'"]
    #expect(try await summaries { $0.remove(SourceText("o1#2"), from: nil, []) } == expected)
    #expect(try await summaries { $0.set(SourceText("o1#2"), try Assignment.of(["sum=1"])) } == expected)
    let book = try await EditedBook(Self.files)
    let edit = book.editor.set(SourceText("payments/o1#2"), try Assignment.of(["sum=6"]))
    #expect(book.text("orders/o1.md", after: edit)?.contains("{date: 2026-03-16, sum: 6}") ?? false)
  }

  /// What is printed of a payment names the payment when it is typed back.
  @Test func aPaymentIsPrintedWithItsList() async throws {
    let book = try await EditedBook(Self.files)
    func lines(_ edit: Edit) -> [String] {
      #expect(edit.diagnostics.map(\.summary) == [])
      return edit.lines.map { "\($0.record): \($0.text)" }
    }
    let payment = SourceText("payments/o1#2")
    #expect(lines(book.editor.remove(payment, from: nil, [])) == ["payments/o1#2: removed"])
    #expect(
      lines(book.editor.set(payment, try Assignment.of(["sum=6", "note="])))
        == ["payments/o1#2: sum: 6", "payments/o1#2: note: nothing"])
    let fields = [SourceText("date=2026-03-17"), SourceText("sum=1")]
    #expect(
      lines(book.editor.add(SourceText("o1"), to: SourceText("payment"), fields))
        == ["payments/o1#3: date: 2026-03-17, sum: 1"])
    #expect(
      lines(
        book.editor.add(
          SourceText("o1"), to: SourceText("rows"), [SourceText("text=b"), SourceText("sum=1")]))
        == ["o1#2: text: b, sum: 1"])
    var request = NewRecord(entity: SourceText("Order"))
    request.rows = [
      (nil, SourceText("text=b,sum=1")), (SourceText("payments"), SourceText("date=2026-03-17,sum=1")),
    ]
    #expect(
      lines(book.editor.new(request).edit).suffix(2)
        == ["o3#1: text: b, sum: 1", "payments/o3#1: date: 2026-03-17, sum: 1"])
    let shown = try book.editor.lookup.text(of: SourceText("o1")).get()
    #expect(shown.contains("  o1#1  ") && shown.contains("  payments/o1#1  "), "\(shown)")
    #expect(try book.editor.lookup.text(of: SourceText("o2")).get().contains("  o2#paid  "))
  }

  @Test func whatIsNotInAListIsNotRemoved() async throws {
    #expect(
      try await summaries { $0.remove(SourceText("o1"), from: SourceText("rows"), [SourceText("1")]) }
        == ["the records of 'rows' are removed by their number: docket remove o1#1"])
    #expect(
      try await summaries { $0.remove(SourceText("o1"), from: SourceText("payments"), [SourceText("x")]) }
        == ["the records of 'payments' are removed by their number: docket remove payments/o1#1"])
    let model = "entities: {Customer: {attributes: {tags: tags}}}\n"
    let customer = "---\nname: Ann\ntags: [a, b]\n---\n"
    let book = try await EditedBook(["model.yml": model, "customers/ann.md": customer])
    let edit = book.editor.remove(
      SourceText("ann"), from: SourceText("tags"), [SourceText("a"), SourceText("nosuch")])
    #expect(edit.lines.map(\.text) == ["tags: - a"])
    #expect(edit.unchanged.map(\.text) == ["'nosuch' is not in 'tags'"])
    let unread = try await EditedBook([
      "model.yml": model, "customers/ann.md": "---\nname: Ann\ntags:\n  - a # first\n  - c\n---\n",
    ])
    let refused = unread.editor.remove(SourceText("ann"), from: SourceText("tags"), [SourceText("a")])
    #expect(
      refused.diagnostics.map(\.summary) == [
        "'tags' has an error, so it is unknown whether 'a' is in it; correct that first"
      ])
    #expect(book.text("customers/ann.md", after: edit) == "---\nname: Ann\ntags: [b]\n---\n")
  }

  /// Rows of two entities may have the same id, and each name of the message means one.
  @Test func rowsOfTheSameIDAreToldApart() async throws {
    let book = try await EditedBook([
      "model.yml": """
      entities:
        Hire: {folder: hires, relationships: {lines: {to: HireRow, many: true, inverse: hire}}}
        HireRow:
          inside: Hire.lines
          attributes: {text: string}
          relationships: {hire: {to: Hire, inverse: lines}}

      """,
      "orders/a1.md": "---\ndate: 2026-01-02\nrows: [{text: x, sum: 1}]\n---\n",
      "hires/a1.md": "---\nlines: [{text: y}]\n---\n",
    ])
    let edit = book.editor.set(SourceText("a1#1"), try Assignment.of(["text=z"]))
    let names = try #require(edit.diagnostics.first).notes.map { String($0.text.split(separator: " ")[0]) }
    #expect(names.sorted() == ["hires/a1#1", "orders/a1#1"])
    for name in names {
      #expect(
        book.editor.set(SourceText(name), try Assignment.of(["text=z"])).diagnostics.map(\.summary) == [])
    }
  }

  @Test func whatFollowsFromARecordIsNotChanged() async throws {
    let expected = ["'o2#paid' follows from its record and is in no file"]
    #expect(try await summaries { $0.set(SourceText("o2#paid"), try Assignment.of(["sum=5"])) } == expected)
    #expect(try await summaries { $0.remove(SourceText("o2#paid"), from: nil, []) } == expected)
    #expect(try await summaries { $0.delete([SourceText("o2#paid")]).edit } == expected)
  }

  @Test func indexIsNoId() async throws {
    let expected = ["a file 'index.md' is a page, not a record; choose another id"]
    var request = NewRecord(entity: SourceText("Customer"))
    request.name = SourceText("index")
    let given = request
    #expect(try await summaries { $0.new(given).edit } == expected)
    let book = try await EditedBook(Self.files)
    let renamed = await book.editor.rename(SourceText("bo"), to: SourceText("index"), in: book.workspace)
    #expect(renamed.changes.isEmpty && renamed.diagnostics.map(\.summary) == expected)
    // Of a title another id is made.
    request.name = SourceText("Index")
    #expect(book.editor.new(request).record?.path == "customers/index-2.md")
  }

  @Test func aLinkIsTakenOutOfTheFileThatListsIt() async throws {
    let model = """
      extends: none
      entities:
        Person:
          folder: people
          relationships: {clubs: {to: Club, many: true, inverse: members}}
        Club:
          folder: clubs
          relationships: {members: {to: Person, many: true, inverse: clubs}}

      """
    let book = try await EditedBook([
      "model.yml": model, "people/ann.md": "---\nclubs: [go]\n---\n", "people/bob.md": "---\n---\n",
      "clubs/chess.md": "---\nmembers: [ann, bob]\n---\n", "clubs/go.md": "---\n---\n",
    ])
    #expect(book.book.diagnostics.isEmpty)
    let removed = book.editor.remove(SourceText("ann"), from: SourceText("clubs"), [SourceText("chess")])
    #expect(await book.diagnosticLines(of: removed) == [])
    #expect(book.text("clubs/chess.md", after: removed) == "---\nmembers: [bob]\n---\n")
    #expect(book.text("people/ann.md", after: removed) == "---\nclubs: [go]\n---\n")
    for list in ["clubs=go", "clubs="] {
      let edit = book.editor.set(SourceText("ann"), try Assignment.of([list]))
      #expect(book.text("clubs/chess.md", after: edit) == "---\nmembers: [bob]\n---\n", "\(list)")
    }
    // Lines of one file that both change it.
    var mapping = ImportMapping()
    mapping.entity = SourceText("Person")
    let importer = Importer(book.editor, mapping: mapping, isUpdate: true)
    let lines = SourceFile(path: "a.csv", text: "id,clubs\nann,go\nbob,\n")
    let imported = importer.edit(of: lines).edit
    #expect(imported.diagnostics.isEmpty)
    #expect(book.text("clubs/chess.md", after: imported)?.contains("ann") == false)
    #expect(book.text("clubs/chess.md", after: imported)?.contains("bob") == false)
    let kept = book.editor.set(SourceText("ann"), try Assignment.of(["clubs=go, chess"]))
    #expect(book.text("clubs/chess.md", after: kept) == "---\nmembers: [ann, bob]\n---\n")
  }

  @Test func anOldErrorInOtherWordsIsNotNew() async throws {
    var files = Self.files
    files["orders/o3.md"] = "---\ndate: 2026-03-14\ncustomer: karin-muler\nrows: [{sum: 1, text: a}]\n---\n"
    files["model.yml"] = "entities:\n  Customer: {attributes: {email: {unique: true}}}\n"
    for id in ["t1", "t2", "t3"] { files["customers/\(id).md"] = "---\nname: \(id)\nemail: a@b.de\n---\n" }
    let book = try await EditedBook(files)
    #expect(book.book.diagnostics.count { $0.severity == .error } == 3)
    var request = NewRecord(entity: SourceText("Customer"))
    request.name = SourceText("Karin Muller")
    #expect(await book.diagnosticLines(of: book.editor.new(request).edit) == [])
    let changed = book.editor.set(SourceText("t1"), try Assignment.of(["email=c@d.de"]))
    #expect(await book.diagnosticLines(of: changed) == [])
    let wrong = book.editor.set(SourceText("bo"), try Assignment.of(["email=a@b.de"]))
    #expect(await book.diagnosticLines(of: wrong).count == 1)
  }

  @Test func aUniqueValueOfASubentityNamesItsRecord() async throws {
    var files = Self.files
    files["model.yml"] = """
      entities:
        Firm: {parent: Customer, folder: firms, attributes: {vatID: {type: string, unique: true}}}
        Club: {parent: Customer, folder: clubs, attributes: {number: {type: string, unique: true}}}

      """
    files["firms/donau.md"] = "---\nname: Donau Boten\nvatID: DE123\n---\n"
    files["firms/inn.md"] = "---\nname: Inn Boten\nvatID: '7'\n---\n"
    files["clubs/go.md"] = "---\nname: Go\nnumber: '7'\n---\n"
    let book = try await EditedBook(files)
    #expect(!book.book.diagnostics.hasErrors)
    let lookup = book.editor.lookup
    let customer = try #require(book.book.graph.model.entity(named: "Customer"))
    func id(_ found: RecordLookup.Found) -> String? {
      guard case .record(let record) = found else { return nil }
      return book.book.graph.id(of: record.row, in: record.table)
    }
    #expect(id(lookup.record("DE123", allowsPart: false)) == "donau")
    #expect(id(lookup.record("DE123", of: customer, allowsPart: false)) == "donau")
    guard case .several(let records) = lookup.record("7") else {
      Issue.record("two records have the value")
      return
    }
    #expect(records.count == 2)
  }

  /// An import may name thousands of records that there are not: for each name all others are searched.
  @Test func namesAreSuggestedForTheFirstUnknownOnes() async throws {
    let book = try await EditedBook(Self.files)
    let customer = try #require(book.book.graph.model.entity(named: "Customer"))
    let lookup = book.editor.lookup
    func found(_ name: String) -> RecordLookup.Found {
      lookup.record(name, of: customer, allowsPart: false)
    }
    for _ in 0..<2 {
      for number in 100..<200 { #expect(found("hanna-berg\(number)") == .none(nearest: "hanna-berg")) }
    }
    #expect(found("hanna-berg200") == .none(nearest: nil))
    #expect(found("hanna-berg100") == .none(nearest: "hanna-berg"))
    #expect(found("anna B") == .none(nearest: nil) && found("Bo Li") != .none(nearest: nil))
    #expect(lookup.record("anna B", of: customer) != .none(nearest: nil))
  }

  @Test func anApostropheInAnItemIsText() throws {
    let typed = SourceText("tags=l'hiver, rock 'n' roll, 'n' roll, O'Brien (a, b")
    let assignment = try #require(Assignment(typed))
    #expect(assignment.items.map(\.text) == ["l'hiver", "rock 'n' roll", "'n' roll", "O'Brien (a", "b"])
  }

  /// A row in one argument: quotes are taken off where they are around a whole value, and a comma before a key ends
  /// it.
  @Test(arguments: [
    ("a=1, b=\"x, c=y\"", ["1", "x, c=y"]), ("a='x', b = \"y\"", ["x", "y"]),
    ("a=38,00,b=2", ["38,00", "2"]),
    ("a=\"Gold\" and \"Silver\", b=1", ["\"Gold\" and \"Silver\"", "1"]),
    ("a='Tis the season' sale', b=1", ["'Tis the season' sale'", "1"]), ("a=l'été, b=1", ["l'été", "1"]),
  ]) func aRowIsReadFromOneArgument(text: String, values: [String]) throws {
    let assignments = try Assignment.list(SourceText(text)).get()
    #expect(assignments.map(\.key.text) == ["a", "b"])
    #expect(assignments.map(\.value.text) == values)
  }

  /// Arguments of their own are values as they are typed, in `add` as in `set`.
  @Test(arguments: [
    "\"Gold\" and \"Silver\"", "'Tis the season' sale'", "\"Moon River\"", "front wheel, quantity=2",
  ]) func aRowTakesArgumentsAsTheyAreTyped(text: String) async throws {
    let book = try await EditedBook([
      "orders/o1.md": "---\ndate: 2026-03-14\nrows: [{text: x, sum: 5}]\n---\n"
    ])
    let added = book.editor.add(
      SourceText("o1"), to: SourceText("rows"), [SourceText("text=" + text), SourceText("sum=1")])
    #expect(added.lines.map(\.text) == ["text: \(text), sum: 1"])
    let edit = book.editor.set(SourceText("o1#1"), try Assignment.of(["text=" + text]))
    #expect(edit.lines.map(\.text) == ["text: \(text)"])
  }

  @Test func quotesKeepACommaInAnItem() throws {
    let assignment = try #require(Assignment(SourceText("tags=\"red, dark\", blue")))
    #expect(assignment.items.map(\.text) == ["red, dark", "blue"])
  }

  /// A title as it is written names its record, before any id or title that is only spelled alike.
  @Test func aTitleAsWrittenComesFirst() async throws {
    let book = try await EditedBook([
      "customers/soren.md": "---\nname: Soren Berg\n---\n", "customers/c9.md": "---\nname: Søren\n---\n",
      "customers/l1.md": "---\nname: Lodz GmbH\n---\n", "customers/l2.md": "---\nname: Łodz GmbH\n---\n",
      "customers/anna.md": "---\nname: Anna\n---\n", "customers/anna-2.md": "---\nname: Anna\n---\n",
      "orders/o1.md": "---\ndate: 2026-01-01\n---\n",
    ])
    for (name, id) in [
      ("anna", "anna"), ("Søren", "c9"), ("Lodz GmbH", "l1"), ("Łodz GmbH", "l2"), ("soren", "soren"),
    ] {
      let edit = book.editor.set(SourceText("o1"), try Assignment.of(["customer=\(name)"]))
      #expect(book.text("orders/o1.md", after: edit)?.contains("customer: \(id)\n") == true, "\(name)")
    }
    // Of two with the title as it is written, an id that is spelled alike is none.
    let edit = book.editor.set(SourceText("o1"), try Assignment.of(["customer=Anna"]))
    #expect(edit.diagnostics.map(\.id) == [.unknownReference], "\(edit.diagnostics)")
  }
}
