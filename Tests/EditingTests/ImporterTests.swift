import Diagnostics
import Editing
import Testing

struct ImporterTests {
  static let files = [
    "customers/ann.md": "---\nname: Ann\nphone: \"+1 2\"\n---\n",
    "services/repair.md": "---\nname: Repair\nprice: 48.00\n---\n",
    "orders/o1.md":
      "---\ndate: 2026-03-14\ncustomer: ann\nmade: true\nrows:\n  - {service: repair, price: 48.00}\n---\n",
  ]

  func result(
    _ text: String, as entity: String, update: Bool = false, onlyNew: Bool = false,
    adding files: [String: String] = [:], _ configure: (inout ImportMapping) -> Void = { _ in }
  ) async throws -> (book: EditedBook, result: Importer.Result) {
    let book = try await EditedBook(Self.files.merging(files) { $1 })
    var mapping = ImportMapping()
    mapping.entity = SourceText(entity)
    configure(&mapping)
    let importer = Importer(book.editor, mapping: mapping, isUpdate: update, isOnlyNew: onlyNew)
    return (book, importer.edit(of: SourceFile(path: "a.csv", text: text)))
  }

  func diagnosticLines(_ text: String, as entity: String, update: Bool = false) async throws
    -> [String]
  {
    let (book, result) = try await result(text, as: entity, update: update)
    let found =
      result.edit.diagnostics.isEmpty
      ? result.located(
        await book.workspace.validate(result.edit, of: book.book, wholeSite: false), root: "Content")
      : result.edit.diagnostics
    return found.map {
      let place = $0.range.file.location(of: $0.range.bytes.lowerBound)
      return "\($0.range.file.path):\(place.line):\(place.column) \($0.id.rawValue)"
    }
  }

  func summaries(_ text: String, as entity: String, update: Bool = false) async throws -> [String] {
    try await result(text, as: entity, update: update).result.edit.diagnostics.map(\.summary)
  }

  @Test func aReferenceIsNoPartOfATitle() async throws {
    let text = "id,date,customer,rows.service,rows.sum\no9,2026-10-01,An,pair,50\n"
    #expect(
      try await summaries(text, as: "Order") == [
        "unknown customer 'An'; did you mean 'ann'?", "unknown service 'pair'; did you mean 'repair'?",
      ])
  }

  @Test func whatALineSaysOfARowIsNotLost() async throws {
    #expect(
      try await summaries("id,order,text\no1#1,o9,x\n", as: "RowOfOrder", update: true) == [
        "'o1#1' is one of 'o1', and a row cannot be moved; remove it and add it to the other"
      ])
    #expect(
      try await summaries("id,text\no1#1,x\no1#1,y\n", as: "RowOfOrder", update: true) == [
        "'o1#1' is on an earlier line; one is enough"
      ])
    let bodies = "id,date,rows.sum,rows.text,body\no9,2026-10-01,5,x,A\no9,2026-10-01,6,y,B\n"
    #expect(
      try await summaries(bodies, as: "Order") == [
        "the text differs from that of the first line with this id"
      ])
    #expect(
      try await summaries("id,name\nindex,The Index\n", as: "Customer") == [
        "a file 'index.md' is a page, not a record; choose another id"
      ])
  }

  @Test func aCommaBetweenSemicolonsIsPartOfATag() async throws {
    let model = "entities:\n  Customer: {attributes: {labels: tags}}\n"
    let book = try await EditedBook(Self.files.merging(["model.yml": model]) { $1 })
    var mapping = ImportMapping()
    mapping.entity = SourceText("Customer")
    let importer = Importer(book.editor, mapping: mapping, isUpdate: false)
    let file = SourceFile(path: "a.csv", text: "id,name,labels\nx,X,\"red, dark; blue\"\n")
    #expect(
      book.text("customers/x.md", after: importer.edit(of: file).edit)
        == "---\nname: X\nlabels: [\"red, dark\", blue]\n---\n")
  }

  /// `$` is the sign of many currencies, and of one alone where no record is in another.
  @Test func aSignIsThatOfTheBooksOnlyCurrency() async throws {
    func price(_ more: [String: String], _ header: String = "name,price", _ end: String = "") async throws
      -> String?
    {
      let files = Self.files.merging(more) { $1 }.merging(["site.yml": "currency: USD\n"]) { $1 }
      let book = try await EditedBook(files)
      var mapping = ImportMapping()
      mapping.entity = SourceText(header.contains("currency") ? "Order" : "Service")
      let importer = Importer(book.editor, mapping: mapping, isUpdate: false)
      let file = SourceFile(path: "a.csv", text: "\(header)\nTyre,\"$1,250.00\"\(end)\n")
      let made = importer.edit(of: file).edit.changes.first?.after ?? []
      return String(decoding: made, as: UTF8.self).split(separator: "\n").first { $0.contains("250.00") }.map(
        String.init)
    }
    #expect(try await price([:]) == "price: 1250.00 USD")
    let foreign = "---\ndate: 2026-03-14\ncurrency: CAD\ncustomer: ann\n---\n"
    #expect(try await price(["orders/o2.md": foreign]) == "price: $1,250.00")
    #expect(try await price([:], "id,rows.sum,currency", ",CAD") == "  - {sum: \"$1,250.00\"}")
  }

  @Test(arguments: [
    ("id,name,info\nx,X,\"one\ntwo\u{1}\"\n", ["3:4"]), ("id,name\nann,An\u{1}n\n", ["2:7"]),
    ("id,name,info\nx,\"a\u{1}\",\"b\u{2}\"\n", ["2:5", "2:10"]),
    ("id,name,body\nx,X,\"a\nb\u{2}\"\n", ["3:2"]),
    ("id,name,body\nann,Ann,\"a\nb\u{2}\"\n", ["3:2"]), ("id,name\nx,Ü\u{85}b\n", ["2:5"]),
  ]) func anInvisibleCharacterIsLocatedWhereItStands(text: String, places: [String]) async throws {
    let lines = try await diagnosticLines(text, as: "Customer", update: true)
    #expect(lines == places.map { "a.csv:\($0) control-character" })
  }

  @Test func emptyLinesAreNone() async throws {
    let (_, result) = try await result("name;phone\nX;1\n;\n ; \nY;\n", as: "Customer") { $0.delimiter = ";" }
    #expect(result.edit.diagnostics.isEmpty && result.counts.new == 2)
  }

  @Test func anUpdateNeedsIds() async throws {
    #expect(
      try await diagnosticLines("name\nAnn\n", as: "Customer", update: true) == ["a.csv:1:1 missing-value"])
  }

  /// What was exported leaves drafts out of every total.
  @Test(arguments: [("10.00", true), ("15.00", true), ("12.00", false)])
  func totalsMayBeWithoutDrafts(turnover: String, isTaken: Bool) async throws {
    let order = "---\ndate: 2026-03-14\ncustomer: ann\nrows: [{sum: 5}]\n"
    let book = try await EditedBook(
      Self.files.merging([
        "model.yml":
          "entities:\n  Customer: {attributes: {turnover: {type: money, derived: orders.@sum.total}}}\n",
        "orders/o1.md": order + "---\n", "orders/o2.md": order + "---\n",
        "orders/o3.md": order + "draft: true\n---\n",
      ]) { $1 })
    var mapping = ImportMapping()
    mapping.entity = SourceText("Customer")
    let published = await book.workspace.published(book.book)
    let importer = Importer(book.editor, mapping: mapping, isUpdate: true, published: published)
    let result = importer.edit(
      of: SourceFile(path: "a.csv", text: "id,name,turnover\nann,Ann,\(turnover)\n"))
    #expect(result.edit.diagnostics.isEmpty)
    #expect(importer.differences(of: result, in: book.book).map(\.id) == (isTaken ? [] : [.computedValue]))
  }

  @Test func linesBecomeRecordsWithRows() async throws {
    let text =
      "id;date;customer;rows.service;rows.sum\nx1;1.4.2026;Ann;repair;\nx1;1.4.2026;Ann;;9,50\nx1;1.4.2026;Ann;;9,50\n"
    let (book, result) = try await result(text, as: "Order") {
      $0.delimiter = ";"
      $0.decimal = ","
      $0.dateFormat = "d.M.yyyy"
    }
    #expect(result.edit.diagnostics.map(\.summary) == [])
    #expect(
      book.text("orders/x1.md", after: result.edit)
        == "---\ndate: 2026-04-01\ncustomer: ann\nrows:\n  - {service: repair, price: 48.00}\n  - {sum: 9.50}\n  - {sum: 9.50}\n---\n"
    )
  }

  /// The price of today is in the site's currency, whatever the order's.
  @Test func aPriceOfTheSiteKeepsItsCurrency() async throws {
    let (book, result) = try await result(
      "id,date,currency,rows.service,rows.quantity\nx1,2026-04-01,USD,repair,2\n", as: "Order")
    let text = try #require(book.text("orders/x1.md", after: result.edit))
    #expect(text.contains("{service: repair, quantity: 2, price: 48.00 EUR}"))
    let model = ["model.yml": "entities: {RowOfOrder: {attributes: {curr: currency}}}\n"]
    let own = try await self.result(
      "id,date,rows.service,rows.curr\nx1,2026-04-01,repair,GBP\n", as: "Order", adding: model)
    #expect(
      own.book.text("orders/x1.md", after: own.result.edit)?.contains(
        "{service: repair, price: 48.00 EUR, curr: GBP}") == true)
  }

  @Test func listsArePartedAsExportsPartThem() async throws {
    let model = "entities: {Customer: {attributes: {marks: tags}}}\n"
    let book = try await EditedBook(Self.files.merging(["model.yml": model]) { $1 })
    var mapping = ImportMapping()
    mapping.entity = SourceText("Customer")
    let edit = Importer(book.editor, mapping: mapping, isUpdate: false).edit(
      of: SourceFile(path: "a.csv", text: "id,name,marks\nzoe,Zoe,a; b\nbob,Bob,\"c, d\"\n")
    ).edit
    #expect(book.text("customers/zoe.md", after: edit) == "---\nname: Zoe\nmarks: [a, b]\n---\n")
    #expect(book.text("customers/bob.md", after: edit) == "---\nname: Bob\nmarks: [c, d]\n---\n")
  }

  @Test func aSecondColumnOfAKeyIsAnErrorOfTheHeader() async throws {
    #expect(
      try await diagnosticLines("id,name,Name\nzoe,Zoe,Zoé\nbob,Bob,Bob\n", as: "Customer") == [
        "a.csv:1:9 duplicate-key"
      ])
    #expect(
      try await diagnosticLines("id,name,id\nzoe,Zoe,bob\n", as: "Customer") == ["a.csv:1:9 duplicate-key"])
    #expect(
      try await diagnosticLines("id,name,body,body\nzoe,Zoe,a,b\n", as: "Customer") == [
        "a.csv:1:14 duplicate-key"
      ])
    #expect(
      try await diagnosticLines("id,date,rows.sum,rows.sum\nx1,2026-01-01,1,2\n", as: "Order") == [
        "a.csv:1:18 duplicate-key"
      ])
    #expect(
      try await diagnosticLines("name,name\nAnn,Bob\n", as: "Customer", update: true) == [
        "a.csv:1:6 duplicate-key"
      ])
    let (_, mapped) = try await result("id,name,Firma\nzoe,Zoe,Zoe AG\n", as: "Customer") {
      $0.keys = [(SourceText("name"), SourceText("Firma"))]
    }
    #expect(mapped.edit.diagnostics.map(\.summary) == ["the key 'name' has a second column"])
    // A mapping in a file says all that is read.
    let file = SourceFile(path: "imports/a.yml", text: "as: Customer\nkeys: {id: Number, name: Firma}\n")
    let (_, written) = try await result("Id,Number,Firma,name\n77,zoe,Zoe,Z\n", as: "Customer") {
      $0 = ImportMapping.read(file).mapping
    }
    #expect(written.edit.diagnostics.map(\.summary) == [] && written.counts.new == 1)
  }

  @Test func constantsAreTheSameInEveryLine() async throws {
    let mapping = ImportMapping.read(
      SourceFile(
        path: "imports/a.yml",
        text:
          "as: Order\nkeys: {id: No, date: Day, rows.sum: Sum}\nconstants: {currency: USD, customer: ann}\n"))
    #expect(mapping.diagnostics.isEmpty)
    let (book, result) = try await result("No,Day,Sum\na,2026-01-02,5\na,2026-01-02,6\n", as: "Order") {
      $0 = mapping.mapping
    }
    #expect(result.edit.diagnostics.map(\.summary) == [])
    #expect(
      book.text("orders/a.md", after: result.edit)
        == "---\ndate: 2026-01-02\ncustomer: ann\ncurrency: USD\nrows:\n  - {sum: 5}\n  - {sum: 6}\n---\n")
    let (_, wrong) = try await self.result("date\n2026-01-02\n", as: "Order") {
      $0.constants = [(SourceText("curency"), SourceText("USD"))]
    }
    #expect(
      wrong.edit.diagnostics.map(\.summary) == ["unknown key 'curency' in Order; did you mean 'currency'?"])
  }

  @Test func uniqueValuesNameRecords() async throws {
    var files = Self.files
    files["model.yml"] = "entities: {Service: {attributes: {number: {type: string, unique: true}}}}\n"
    files["services/repair.md"] = "---\nname: Repair\nnumber: 77\nprice: 48.00\n---\n"
    let book = try await EditedBook(files)
    let edit = book.editor.add(SourceText("o1"), to: SourceText("row"), [SourceText("service=77")])
    #expect(edit.diagnostics.map(\.summary) == [])
    #expect(
      book.text("orders/o1.md", after: edit)?.contains("- {service: repair, price: 48.00}\n---") == true)
  }

  @Test func columnsAreMapped() async throws {
    let (book, result) = try await result(
      "Nr,Firma,Street,Town,Paid\nA7,\"Müller, Söhne\",,Passau,x\n", as: "customers"
    ) {
      $0.keys = [
        (SourceText("id"), SourceText("{Nr|lower}")), (SourceText("name"), SourceText("Firma")),
        (SourceText("address"), SourceText("{Street}, {Town}")),
        (SourceText("info"), SourceText("paid: {Paid?}")),
      ]
    }
    #expect(result.edit.diagnostics.map(\.summary) == [])
    #expect(
      book.text("customers/a7.md", after: result.edit)
        == "---\nname: Müller, Söhne\ninfo: \"paid: true\"\naddress: Passau\n---\n")
  }

  @Test func rowsAreAddedToTheirOwners() async throws {
    let (book, result) = try await result(
      "order,service,quantity\no1,repair,2\no1,repair,2\n", as: "RowOfOrder")
    #expect(result.edit.diagnostics.map(\.summary) == [])
    let row = "  - {service: repair, quantity: 2, price: 48.00}\n"
    #expect(
      book.text("orders/o1.md", after: result.edit)?.contains("price: 48.00}\n" + row + row + "---") == true)
  }

  @Test func onlyDifferingCellsChange() async throws {
    let same = try await result("id,name,phone\nann,Ann,'+1 2\n", as: "Customer", update: true)
    #expect(same.result.edit.diagnostics.map(\.summary) == [])
    #expect(same.result.edit.changes == [])
    let other = try await result("id,name,phone\nann,Anna,'+1 2\n", as: "Customer", update: true)
    #expect(
      other.book.text("customers/ann.md", after: other.result.edit)
        == "---\nname: Anna\nphone: \"+1 2\"\n---\n")
  }

  @Test(arguments: [
    ("\nLong.\n\n  Indented.\n\n", "Short.\nOf two lines.", "\nShort.\nOf two lines.\n\n"),
    ("\n    Code.\n", "Text.", "\nText.\n"),
    ("Long.", "Short.", "Short."),
    ("", "New.", "New.\n"),
    ("\n", "New.", "\nNew.\n"),
    ("Long.\nAnd more.\n", "", ""),
    ("Long.\n\nAnd more.\n", "Long.\r\n\r\nAnd more.", "Long.\n\nAnd more.\n"),
  ])
  func bodiesChangeWhereTheyDiffer(old: String, cell: String, new: String) async throws {
    var mapping = ImportMapping()
    mapping.entity = SourceText("Customer")
    let head = "---\nname:   Ann # Hers.\nphone: '1'\n---\n"
    for (lineEnd, mark) in [("\n", ""), ("\r\n", "\u{FEFF}")] {
      func file(_ text: String) -> String { mark + text.replacing("\n", with: lineEnd) }
      let before = file(head + old)
      let book = try await EditedBook(["customers/ann.md": before])
      func edit(_ csv: String) -> Edit {
        Importer(book.editor, mapping: mapping, isUpdate: true).edit(of: SourceFile(path: "a.csv", text: csv))
          .edit
      }
      let alone = edit("id,body\nann,\"\(cell)\"\n")
      #expect(await book.diagnosticLines(of: alone) == [])
      #expect(book.text("customers/ann.md", after: alone) == file(head + new))
      #expect(alone.changes.isEmpty == (old == new))
      // With a key, and without a column of bodies.
      let both = edit("id,phone,body\nann,22,\"\(cell)\"\n")
      #expect(
        book.text("customers/ann.md", after: both) == file(head.replacing("'1'", with: "'22'") + new))
      let other = edit("id,phone\nann,22\n")
      #expect(
        book.text("customers/ann.md", after: other) == file(head.replacing("'1'", with: "'22'") + old))
    }
  }

  @Test(arguments: ["utf-8", "latin-1"]) func aWorkbookIsToBeSavedAsCSV(encoding: String) async throws {
    let (_, result) = try await result("PK\u{3}\u{4}\u{14}\0", as: "Customer") { $0.encoding = encoding }
    #expect(result.edit.diagnostics.map(\.summary) == ["the file is a workbook; save it as CSV"])
  }

  @Test func errorsStandInTheCSVFileWhateverTheFolderIsCalled() async throws {
    let root = "Bu\u{308}ro/Content"
    let book = try await EditedBook(root: root, Self.files)
    var mapping = ImportMapping()
    mapping.entity = SourceText("Order")
    let importer = Importer(book.editor, mapping: mapping, isUpdate: false)
    let result = importer.edit(of: SourceFile(path: "a.csv", text: "id,date\nx,soon\n"))
    let found = result.located(
      await book.workspace.validate(result.edit, of: book.book, wholeSite: false), root: root)
    #expect(found.map { "\($0.range.file.path): \($0.range.text)" } == ["a.csv: soon"])
  }

  @Test func errorsStandInTheCSVFile() async throws {
    #expect(try await diagnosticLines("id,nmae\nx,X\n", as: "Customer") == ["a.csv:1:4 unknown-key"])
    #expect(try await diagnosticLines("id,name\nann,X\n", as: "Customer") == ["a.csv:2:1 duplicate-id"])
    #expect(try await diagnosticLines("id,name\nx,X\ny\n", as: "Customer") == ["a.csv:3:1 wrong-shape"])
    #expect(
      try await diagnosticLines("id,date,customer\nx,2026-01-01,zoe\n", as: "Order") == [
        "a.csv:2:14 unknown-reference"
      ])
    for cell in ["\"1,500\"", "\"$1,250.00\"", "abc"] {
      let lines = try await diagnosticLines(
        "id,date,rows.text,rows.sum\nx,2026-01-01,a,1\nx,2026-01-01,b,\(cell)\n", as: "Order")
      #expect(lines.map { $0.split(separator: " ")[0] } == ["a.csv:3:16"])
    }
    #expect(
      try await diagnosticLines("Order,text,sum\no1,a,1\no1,b,\"1,500\"\n", as: "RowOfOrder") == [
        "a.csv:3:6 decimal-comma"
      ])
    #expect(try await diagnosticLines("id,date,made\nx,,yes\n", as: "Order") == ["a.csv:2:3 missing-value"])
    let (book, result) = try await result("id;date;rows.sum\nx;2026-01-01;1,505\n", as: "Order") {
      ($0.delimiter, $0.decimal) = (";", ",")
    }
    let found = result.located(
      await book.workspace.validate(result.edit, of: book.book, wholeSite: false), root: "Content")
    #expect(found.map { $0.range.text } == ["1,505"])
    #expect(found.first?.notes.last?.text == "in 'Content/orders/x.md', where '1,505' is '1.5050'")
    #expect(try await diagnosticLines("id,date\nx,soon\n", as: "Order") == ["a.csv:2:3 invalid-date"])
    #expect(try await diagnosticLines("id,name\nx,X\n", as: "Customer") == [])
    #expect(try await diagnosticLines("id,email\nx,ann@b\n", as: "Customer") == ["a.csv:2:1 missing-value"])
  }
}
