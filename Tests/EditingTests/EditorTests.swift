import Content
import Diagnostics
import Editing
import Records
import Testing

/// A book in memory, and edits of it.
struct EditedBook {
  var source: MemorySource
  let book: Book
  let editor: Editor
  let workspace: Workspace

  init(root: String = "Content", _ files: [String: String]) async throws {
    source = MemorySource(root: root, files)
    let today = try #require(CivilDate("2026-11-21"))
    workspace = Workspace(source: source, today: today)
    book = await workspace.book()
    editor = Editor(book, today: today)
  }

  /// The text of a file after an edit.
  func text(_ path: String, after edit: Edit) -> String? {
    let bytes = edit.bytes(at: path) ?? source[path]
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  /// What is wrong with an edit, be it with the request or with the book afterwards.
  func diagnosticLines(of edit: Edit) async -> [String] {
    let found =
      edit.diagnostics.isEmpty ? await workspace.validate(edit, of: book, wholeSite: false) : edit.diagnostics
    return found.map { "\($0.id.rawValue): \($0.summary)" }
  }
}

extension SourceText {
  init(_ text: String) { self.init(text, name: "argument") }
}

extension Assignment {
  static func of(_ texts: [String]) throws -> [Assignment] {
    try texts.map { try #require(Assignment(SourceText($0))) }
  }
}

struct EditorTests {
  @Test func candidatesAreFewAndTheLikeliestFirst() async throws {
    var files = Dictionary(
      uniqueKeysWithValues: (0..<500).map { ("customers/c\($0).md", "---\nname: Client \($0)\n---\n") })
    for (id, name) in [
      ("x", "Ann"), ("a", "Hannover Bikes"), ("ann-lee", "Lee"), ("y", "Zoë Ann"), ("z", "Annette"),
    ] {
      files["customers/\(id).md"] = "---\nname: \(name)\n---\n"
    }
    let edited = try await EditedBook(files)
    let customer = try #require(edited.book.graph.model.entity(named: "Customer"))
    func found(_ part: String) -> [String] {
      edited.editor.lookup.candidates(part, of: customer, limit: 20).map(\.title)
    }
    #expect(found("ANN") == ["Ann", "Lee", "Annette", "Zoë Ann", "Hannover Bikes"])
    #expect(found("zoe ann") == ["Zoë Ann"])
    #expect(found("client 4").count == 20 && found("client 4").first == "Client 4")
    #expect(found("").count == 20 && found("nobody").isEmpty)
  }

  static let files = [
    "customers/ann.md": "---\nname: Ann Example\n---\n",
    "customers/anna-blum.md": "---\nname: Anna Blum\nphone: 1\n---\n",
    "services/brake.md": "---\nname: Brake\nprice: 38.00\n---\n",
    "services/labour.md": "---\nname: Workshop hour\nprice: 64.00\n---\n",
    "services/hire.md": "---\nname: Hire\nprice: 50.00 USD\n---\n",
    "orders/2026/2026-0001.md": """
    ---
    # by phone
    date: 2026-03-14
    customer: "ann"
    made: true # at last
    rows:
      - {service: brake, quantity: 2, price: 38.00}
      # the rest
      - service: labour
        sum: 64.00
    ---
    Thanks.

    """,
    "orders/2026/2026-0002.md": "---\r\ndate: 2026-03-15\r\nrows:\r\n- {text: x, sum: 1}\r\n---\r\n",
  ]

  func book() async throws -> EditedBook { try await EditedBook(Self.files) }

  private func set(_ id: String, _ assignments: String...) async throws -> (
    text: String?, diagnosticLines: [String]
  ) {
    let book = try await book()
    let edit = book.editor.set(SourceText(id), try Assignment.of(assignments))
    let path = id.hasPrefix("2026-0002") ? "orders/2026/2026-0002.md" : "orders/2026/2026-0001.md"
    return (book.text(path, after: edit), await book.diagnosticLines(of: edit))
  }

  /// The command that is named for a list removes from that list.
  @Test func aListOfRowsIsNotSet() async throws {
    for (list, item) in [("rows", "ID#1"), ("payments", "payments/ID#1")] {
      let lines = try await set("2026-0001", "\(list)=").diagnosticLines
      #expect(lines.count == 1 && lines[0].contains("'docket remove \(item)' removes the first"), "\(lines)")
    }
  }

  @Test func setChangesTheValueAlone() async throws {
    let original = try #require(Self.files["orders/2026/2026-0001.md"])
    func expect(_ id: String, _ assignments: [String], _ old: String, _ new: String) async throws {
      let book = try await book()
      let edit = book.editor.set(SourceText(id), try Assignment.of(assignments))
      #expect(await book.diagnosticLines(of: edit) == [], "\(assignments)")
      #expect(
        book.text("orders/2026/2026-0001.md", after: edit) == original.replacing(old, with: new),
        "\(assignments)")
    }
    try await expect("2026-0001", ["date=15.03.2026"], "2026-03-14", "2026-03-15")
    try await expect("2026-0001", ["customer=blum"], "\"ann\"", "\"anna-blum\"")
    try await expect("2026-0001", ["made=no"], "made: true", "made: no")
    try await expect("2026-0001", ["paidOn=today"], "at last\n", "at last\npaidOn: 2026-11-21\n")
    try await expect("2026-0001", ["customer="], "customer: \"ann\"\n", "")
    try await expect(
      "2026-0001", ["date=2026-03-16", "due=2026-04-01"],
      "date: 2026-03-14\ncustomer: \"ann\"\nmade: true # at last\n",
      "date: 2026-03-16\ncustomer: \"ann\"\nmade: true # at last\ndue: 2026-04-01\n")
    try await expect("2026-0001#1", ["price=39,50"], "38.00", "39.50")
    try await expect("2026-0001#1", ["discount=10%"], "38.00}", "38.00, discount: 10%}")
    try await expect(
      "2026-0001#1", ["text=a, b"], "{service: brake, quantity", "{service: brake, text: \"a, b\", quantity")
    try await expect("2026-0001#2", ["quantity=2"], "labour\n", "labour\n    quantity: 2\n")
    try await expect("2026-0001#2", ["service="], "service: labour\n    sum", "sum")
  }

  @Test func lineEndsStay() async throws {
    let (text, diagnosticLines) = try await set("2026-0002", "customer=ann")
    #expect(diagnosticLines == [])
    #expect(text == "---\r\ndate: 2026-03-15\r\ncustomer: ann\r\nrows:\r\n- {text: x, sum: 1}\r\n---\r\n")
  }

  @Test func errorsAreNamed() async throws {
    #expect(
      try await set("2026-0003", "made=yes").diagnosticLines == [
        "unknown-reference: unknown record '2026-0003'; did you mean '2026-0001'?"
      ])
    #expect(
      try await set("2026-0001#7", "sum=1").diagnosticLines == [
        "unknown-reference: '2026-0001' has no row 7; it has 2 in 'rows' and 0 in 'payments'"
      ])
    #expect(
      try await set("2026-0001", "piadOn=today").diagnosticLines == [
        "unknown-key: unknown key 'piadOn' in Order; did you mean 'paidOn'?"
      ])
    #expect(
      try await set("2026-0001", "made=yes", "made=no").diagnosticLines == [
        "duplicate-key: 'made' is given twice"
      ])
    #expect(
      try await set("2026-0001", "total=5").diagnosticLines == [
        "computed-value: 'total' is computed and cannot be written"
      ])
    #expect(
      try await set("2026-0001", "customer=An").diagnosticLines == [
        "unknown-reference: 'An' may be any of 2 records; name one as written here"
      ])
    #expect(try await set("2026-0001", "date=3/4/2026").diagnosticLines.count == 1)
    #expect(
      try await set("2026-0001", "date=").diagnosticLines == [
        "missing-value: 'date' is missing: every Order needs one"
      ])
    #expect(
      try await set("2026-0001", "customer=zoe").diagnosticLines == [
        "unknown-reference: unknown customer 'zoe'"
      ])
  }

  /// Today's price names its currency in a row that has another, which may be the row's own.
  @Test func aPriceOfTheListKeepsItsCurrency() async throws {
    let model = "entities: {RowOfOrder: {attributes: {curr: currency}}}\n"
    let book = try await EditedBook(Self.files.merging(["model.yml": model]) { $1 })
    let row = SourceText("service=brake,curr=GBP")
    let added = book.editor.add(
      SourceText("2026-0001"), to: SourceText("rows"), [SourceText("service=brake"), SourceText("curr=GBP")])
    #expect(
      book.text("orders/2026/2026-0001.md", after: added)?.contains("price: 38.00 EUR\n    curr: GBP\n")
        == true)
    var request = NewRecord(entity: SourceText("order"))
    request.rows = [(nil, row), (nil, SourceText("service=brake,curr=EUR"))]
    let (edit, made) = book.editor.new(request)
    let text = try #require(book.text(made?.path ?? "", after: edit))
    #expect(text.contains("{service: brake, price: 38.00 EUR, curr: GBP}"))
    #expect(text.contains("{service: brake, price: 38.00, curr: EUR}"))
  }

  @Test func rowsAreAddedInTheStyleOfTheirSiblings() async throws {
    let book = try await book()
    let original = try #require(Self.files["orders/2026/2026-0001.md"])
    let edit = book.editor.add(
      SourceText("2026-0001"), to: SourceText("row"), [SourceText("service=brake"), SourceText("quantity=2")])
    #expect(await book.diagnosticLines(of: edit) == [])
    #expect(
      book.text("orders/2026/2026-0001.md", after: edit)
        == original.replacing(
          "    sum: 64.00\n", with: "    sum: 64.00\n  - service: brake\n    quantity: 2\n    price: 38.00\n")
    )
    let other = book.editor.add(
      SourceText("2026-0002"), to: SourceText("rows"),
      [SourceText("service=hire"), SourceText("discount=5%")])
    #expect(
      book.text("orders/2026/2026-0002.md", after: other)
        == "---\r\ndate: 2026-03-15\r\nrows:\r\n- {text: x, sum: 1}\r\n- {service: hire, price: 50.00 USD, discount: 5%}\r\n---\r\n"
    )
    let payment = book.editor.add(
      SourceText("2026-0002"), to: SourceText("payment"), [SourceText("date=today"), SourceText("sum=20,00")])
    #expect(
      book.text("orders/2026/2026-0002.md", after: payment)
        == "---\r\ndate: 2026-03-15\r\nrows:\r\n- {text: x, sum: 1}\r\npayments:\r\n  - {date: 2026-11-21, sum: 20.00}\r\n---\r\n"
    )
    #expect(await book.diagnosticLines(of: payment) == [])
  }

  @Test func whatAListHoldsIsNotAddedAgain() async throws {
    var files = Self.files
    files["model.yml"] = """
      entities:
        Customer: {relationships: {seen: {to: Order, many: true, inverse: team}}}
        Order:
          attributes: {labels: tags}
          relationships: {team: {to: Customer, many: true, inverse: seen}}
      """
    files["customers/zoe.md"] = "---\nname: Zoe\nseen: [o1]\n---\n"
    files["orders/o1.md"] = "---\ndate: 2026-03-14\nteam: [ann]\nlabels: [red]\n---\n"
    let book = try await EditedBook(files)
    func add(_ list: String, _ texts: String...) -> (text: String?, edit: Edit) {
      let edit = book.editor.add(SourceText("o1"), to: SourceText(list), texts.map { SourceText($0) })
      return (book.text("orders/o1.md", after: edit), edit)
    }
    // By its title, too, and where the other side lists it.
    for (list, text, id) in [
      ("team", "ann", "ann"), ("team", "Ann Example", "ann"), ("team", "zoe", "zoe"),
      ("labels", "red", "red"),
    ] {
      let (written, edit) = add(list, text)
      #expect(written == files["orders/o1.md"])
      #expect(edit.changes.isEmpty && edit.lines.isEmpty && edit.diagnostics.isEmpty)
      #expect(edit.unchanged == [.init("o1", "'\(id)' is in '\(list)' already")])
    }
    let (text, edit) = add("team", "ann", "anna-blum", "anna-blum")
    #expect(text?.contains("team: [ann, anna-blum]\n") == true)
    #expect(edit.lines == [.init("o1", "team: + anna-blum")])
    #expect(edit.unchanged.map(\.text) == ["ann", "anna-blum"].map { "'\($0)' is in 'team' already" })
  }

  /// A new row is below all others, also where an item of the list is no row.
  @Test func aRowIsAddedBelowTheOthers() async throws {
    let rows = "rows:\n  - junk\n  - {text: x, sum: 10}\n"
    let book = try await EditedBook(["orders/o1.md": "---\ndate: 2026-03-14\n\(rows)---\n"])
    let edit = book.editor.add(SourceText("o1"), to: SourceText("rows"), [SourceText("sum=5")])
    #expect(edit.lines.map(\.record) == ["o1#3"])
    #expect(
      book.text("orders/o1.md", after: edit) == "---\ndate: 2026-03-14\n\(rows)  - {sum: 5}\n---\n")
  }

  /// A link that a row lists is taken out of that row, also where its order lists the same record.
  @Test(arguments: ["team: [ann, zoe]\n", ""])
  func aLinkToARowIsRemovedInTheRow(ofOrder: String) async throws {
    var files = Self.files
    files["model.yml"] = """
      entities:
        Customer:
          relationships:
            made: {to: RowOfOrder, many: true, inverse: team}
            seen: {to: Order, many: true, inverse: team}
        Order: {relationships: {team: {to: Customer, many: true, inverse: seen}}}
        RowOfOrder: {relationships: {team: {to: Customer, many: true, inverse: made}}}
      """
    files["customers/zoe.md"] = "---\nname: Zoe\n---\n"
    func order(_ second: String) -> String {
      "---\ndate: 2026-03-14\n\(ofOrder)rows:\n  - {text: x, sum: 1, team: [zoe]}\n  - {text: y, sum: 1, \(second)}\n---\n"
    }
    files["orders/o1.md"] = order("team: [ann, zoe]")
    let book = try await EditedBook(files)
    let editor = book.editor
    for edit in [
      editor.remove(SourceText("zoe"), from: SourceText("made"), [SourceText("o1#2")]),
      editor.set(SourceText("zoe"), try Assignment.of(["made=o1#1"])),
    ] {
      #expect(book.text("orders/o1.md", after: edit) == order("team: [ann]"))
      #expect(edit.lines.contains(.init("o1#2", "team: - zoe")), "\(edit.lines)")
    }
  }

  @Test func rowsOfTheFirstListAreMeantUnlessAnotherIsNamed() async throws {
    var files = Self.files
    files["orders/2026/2026-0002.md"] =
      "---\ndate: 2026-03-15\nrows:\n  - {text: x, sum: 1}\npayments:\n  - {date: 2026-04-01, sum: 5}\n---\n"
    let book = try await EditedBook(files)
    let row = book.editor.set(SourceText("2026-0002#1"), try Assignment.of(["sum=2"]))
    #expect(book.text("orders/2026/2026-0002.md", after: row)?.contains("{text: x, sum: 2}") == true)
    let payment = book.editor.set(SourceText("payments/2026-0002#1"), try Assignment.of(["sum=6"]))
    #expect(
      book.text("orders/2026/2026-0002.md", after: payment)?.contains("{date: 2026-04-01, sum: 6}") == true)
  }

  @Test func rowsAreRemovedWithTheirComments() async throws {
    let book = try await book()
    let original = try #require(Self.files["orders/2026/2026-0001.md"])
    let second = book.editor.remove(SourceText("2026-0001#2"), from: nil, [])
    #expect(
      book.text("orders/2026/2026-0001.md", after: second)
        == original.replacing("  # the rest\n  - service: labour\n    sum: 64.00\n", with: ""))
    let only = book.editor.remove(SourceText("2026-0002#1"), from: nil, [])
    #expect(book.text("orders/2026/2026-0002.md", after: only) == "---\r\ndate: 2026-03-15\r\n---\r\n")
    let none = book.editor.remove(SourceText("2026-0001"), from: nil, [])
    #expect(none.diagnostics.count == 1)
  }
}
