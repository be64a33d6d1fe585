import Content
import Diagnostics
import Editing
import Exports
import FrontMatter
import Records
import Testing

/// What a file says that the records say already, perhaps in another form.
extension ImporterTests {
  @Test(arguments: [
    ["Berlin, Mitte"], ["a, b", "c"], ["a; b"], ["a;b, c", "d"], ["'n' roll", "l'hiver"], ["\"x\""],
    ["say \"a, b\""], [" x", "y "], ["\tx"], [" a, b "],
  ]) func exportedListsComeBackUnchanged(marks: [String]) async throws {
    let model = "entities: {Customer: {attributes: {marks: tags}}}\n"
    let book = try await EditedBook(Self.files.merging(["model.yml": model]) { $1 })
    let row: [Value] = [.text("ann"), .list(marks.map(Value.text))]
    let table = ExportTable(headers: ["id", "marks"], rows: [row], in: book.book.graph)
    let csv = RowWriter(table, as: .csv(CSVDialect())).bytes()
    var mapping = ImportMapping()
    mapping.entity = SourceText("Customer")
    let edit = Importer(book.editor, mapping: mapping, isUpdate: true)
      .edit(of: SourceFile(path: "a.csv", text: String(decoding: csv, as: UTF8.self))).edit
    let text = try #require(book.text("customers/ann.md", after: edit))
    var document = FrontMatterDocument()
    let file = SourceFile(path: "ann.md", text: text)
    #expect(document.read(file, 4..<file.bytes.count - 4).isEmpty)
    #expect(Keys(document, document.root)["marks"]?.texts == marks)
  }

  /// A list from before a record was renamed.
  @Test(arguments: [true, false]) func aFormerIDIsToldInItsCell(isUpdate: Bool) async throws {
    let (_, result) = try await result(
      "id,name\nan,Anna\n", as: "Customer", update: isUpdate,
      adding: ["customers/ann.md": "---\nname: Ann\nwas: [an]\n---\n"])
    let error = try #require(result.edit.diagnostics.first)
    #expect(error.summary == "'an' is the former id of 'ann'; write that one" && error.range.text == "an")
    #expect(result.edit.diagnostics.count == 1)
  }

  /// No spreadsheet shows the blanks around a text, and many programs leave them out.
  @Test func blanksAroundATextAreNoChange() async throws {
    let model = "entities: {Customer: {attributes: {memo: text, marks: tags}}}\n"
    let customer = "---\nname: '  Ann '\nmemo: ' m '\nmarks: [' x', 'y ', z]\n---\n"
    for cells in ["  Ann , m ,\"\"\" x\"\"; \"\"y \"\"; z\"", "Ann,m,x; y; z", "Ann,m,\" x; y ; z\""] {
      let (_, result) = try await result(
        "id,name,memo,marks\nann,\(cells)\n", as: "Customer", update: true,
        adding: ["model.yml": model, "customers/ann.md": customer])
      #expect(result.edit.diagnostics.isEmpty && result.edit.changes.isEmpty, "\(cells)")
    }
  }

  private static let bill =
    "---\ndate: 2026-03-14\ndue: 2026-04-01\nCURRENCYrows:\n  - {text: Chain, quantity: 2, price: 12.35}\n"
    + "payments:\n  - {date: 2026-03-20, sum: 20.00}\n---\n"

  private static func bill(in currency: String? = nil) -> [String: String] {
    ["orders/b1.md": bill.replacing("CURRENCY", with: currency.map { "currency: \($0)\n" } ?? "")]
  }

  /// A payment in another form is the same payment, and is not booked again.
  @Test(arguments: [
    (nil, "20.00"), (nil, "20"), (nil, "20.0"), (nil, "20.00 EUR"), (nil, "20 €"), ("USD", "20.00"),
    ("USD", "20 USD"),
    ("USD", "20.00 USD"),
  ])
  func aPaymentInAnotherFormIsLeftOut(currency: String?, sum: String) async throws {
    let (_, result) = try await result(
      "order,date,sum\nb1,2026-03-20,\(sum)\n", as: "Payment", adding: Self.bill(in: currency))
    #expect(result.counts.new == 0)
    #expect(result.edit.diagnostics.map(\.id) == [.sameRecord])
  }

  @Test(arguments: ["b1,,20.00", "b1,2026-03-20,"]) func aLineWithoutANeededValueIsLikeNoRow(line: String)
    async throws
  {
    let (book, result) = try await result(
      "order,date,sum\n\(line)\n", as: "Payment", adding: Self.bill())
    #expect(result.counts.new == 1)
    let lines = await book.diagnosticLines(of: result.edit)
    #expect(lines.count == 1 && lines[0].hasPrefix("missing-value: "), "\(lines)")
  }

  /// A spreadsheet saves 24.70 as 24.7 and false as FALSE; neither is a change, or a value to write.
  @Test(arguments: ["24.70", "24.7", "24.7 EUR", "24,70"]) func aComputedValueInAnotherFormIsNotWritten(
    sum: String
  ) async throws {
    func lines(_ quantity: Int) -> String { "id,quantity,price,sum\nb1#1,\(quantity),12.35,\"\(sum)\"\n" }
    let same = try await result(lines(2), as: "RowOfOrder", update: true, adding: Self.bill()).result
    #expect(same.counts.changed == 0 && same.edit.diagnostics.isEmpty)
    #expect(
      try await differences(lines(3), as: "RowOfOrder", update: true, adding: Self.bill()) == [
        "2:14 error: 'sum' follows from what changes and will be '37.05', not '\(sum)'; "
          + "leave the field empty, or say what it is to be"
      ])
  }

  /// A computed column of an order in another currency has the site's amounts without their code, as exports print it.
  @Test func aTotalOfSeveralCurrenciesComesBackUnchanged() async throws {
    let order = "---\ndate: 2026-03-14\ncurrency: JPY\nrows:\n  - {sum: 12.35 EUR}\n  - {sum: 5}\n---\n"
    func result(_ total: String) async throws -> [String] {
      try await differences(
        "id,total\nb1,\(total)\n", as: "Order", update: true, adding: ["orders/b1.md": order])
    }
    #expect(try await result("12.35; 5 JPY") == [])
    #expect(try await result("12.35 EUR; 5 JPY") == [])
    #expect(try await result("12.36; 5 JPY").count == 1)
  }

  /// An export lists records in the order of their entity; the order in which they are written stays.
  @Test(arguments: [
    ("a; c; d", "[d, a, c]"), ("b; c; d", "[d, c, b]"), ("a; c", "[a, c]"), ("c; d; a; b", "[d, a, c, b]"),
  ])
  func aListOfReferencesKeepsItsOrder(cell: String, written: String) async throws {
    var files = ["jobs/j.md": "---\nsteps: [d, a, c]\n---\n"]
    for step in ["a", "b", "c", "d"] { files["steps/\(step).md"] = "---\nname: \(step)\n---\n" }
    files["model.yml"] = """
      entities:
        Job: {folder: jobs, relationships: {steps: {to: Step, many: true}}}
        Step: {folder: steps, attributes: {name: string}}

      """
    let (book, result) = try await result(
      "id,steps\nj,\(cell)\n", as: "Job", update: true, adding: files)
    #expect(result.edit.diagnostics.map(\.summary) == [])
    #expect(
      (book.text("jobs/j.md", after: result.edit) ?? files["jobs/j.md"]) == "---\nsteps: \(written)\n---\n")
  }

  /// However many zeros a spreadsheet takes from an id, the record is not a new one.
  @Test(arguments: ["07", "0007", "0000007"])
  func anIDWithoutItsZerosIsNamed(id: String) async throws {
    let files = ["customers/\(id).md": "---\nname: Tel\n---\n"]
    let (_, result) = try await result("id,name\n7,Tel\n", as: "Customer", update: true, adding: files)
    #expect(result.edit.diagnostics.map(\.id) == [.unknownReference])
    #expect(result.edit.diagnostics.first?.summary.contains("shortens '\(id)'") == true)
  }

  /// A spreadsheet makes numbers of digits, and writes them with fewer; the text stays.
  @Test(arguments: [
    ("0851123456", "851123456"), ("276098102345678", "2.76098E+14"), ("276098102345678", "2,761E+14"),
    ("12345678901234567", "12345678901234500"), ("00498511234567", "4.98511E+11"),
    ("+498511234567", "498511234567"), ("999999999999999", "1E+15"), ("1.10", "1.1"), ("0.50", "0.5"),
  ]) func digitsThatASpreadsheetShortensStay(phone: String, cell: String) async throws {
    let files = ["customers/tel.md": "---\nname: Tel\nphone: \"\(phone)\"\n---\n"]
    let (_, result) = try await result(
      "id,phone\ntel,\"\(cell)\"\n", as: "Customer", update: true, adding: files)
    #expect(
      result.edit.diagnostics.map(\.summary) == [
        "'\(cell)' is how a spreadsheet shortens '\(phone)', which stays; 'docket set' changes it nevertheless"
      ])
    #expect(result.counts.changed == 0)
    for other in ["9E+14", "2.7E+14", "1.2"] { #expect(!Importer.isShortened(other, from: phone)) }
    #expect(
      try await self.result("id,phone\ntel,8511\n", as: "Customer", update: true, adding: files).result.counts
        .changed == 1)
  }

  @Test func booleansAndDaysInAnotherFormAreNotWritten() async throws {
    let (_, result) = try await result(
      "id,date,due,made,paid\nb1,14.03.2026,1.4.2026,FALSE,no\n", as: "Order", update: true,
      adding: Self.bill()
    ) { $0.dateFormat = "dd.MM.yyyy" }
    #expect(result.counts.changed == 0 && result.edit.diagnostics.isEmpty && result.edit.changes.isEmpty)
  }

  /// An amount is what its cell says, also where its record gets another currency.
  @Test func anAmountKeepsItsCurrencyWhereItsRecordChanges() async throws {
    let model = "entities: {Order: {attributes: {deposit: money}}}\n"
    let order = "---\ndate: 2026-01-05\ncurrency: USD\ndeposit: 50.00\n---\n"
    let (book, result) = try await result(
      "id,currency,deposit\nb1,EUR,50.00 USD\n", as: "Order", update: true,
      adding: ["model.yml": model, "orders/b1.md": order])
    #expect(
      book.text("orders/b1.md", after: result.edit)
        == "---\ndate: 2026-01-05\ncurrency: EUR\ndeposit: 50.00 USD\n---\n")
  }

  @Test func rowsAndPaymentsThatAFileJoinsAreToldOf() async throws {
    let header = "id,date,rows.text,rows.sum,payments.date,payments.sum\n"
    func warnings(_ lines: String) async throws -> [String] {
      try await result(header + lines, as: "Order").result.edit.diagnostics.map(\.summary)
    }
    #expect(
      try await warnings(
        "x,2026-01-05,Wheel,100,2026-01-06,40\nx,2026-01-05,Chain,100,2026-01-06,40\n") == [
          "this line repeats one of the payments beside other rows, and each line is taken as one more"
        ])
    #expect(
      try await warnings("x,2026-01-05,Frame,300,2026-01-06,50\nx,2026-01-05,Frame,300,2026-02-06,50\n") == [
        "this line repeats one of the rows beside other payments, and each line is taken as one more"
      ])
    #expect(try await warnings("x,2026-01-05,Hour,10,,\nx,2026-01-05,Hour,10,,\n") == [])
  }

  @Test func aNumberIsReadByTheMarkThatIsNamed() async throws {
    let lines = "order;date;sum\nb1;2026-03-21;,50\nb1;2026-03-22;1234.567,80\nb1;2026-03-23;12.5\n"
    let (_, result) = try await result(lines, as: "Payment", adding: Self.bill()) {
      ($0.delimiter, $0.decimal) = (";", ",")
    }
    #expect(
      result.edit.diagnostics.map(\.summary) == [
        "'1234.567,80' is no number whose decimal mark is ',' and whose thousands '.' may group"
      ])
  }

  /// What a changed cell of an existing record may look like is what the options say, as in a new one.
  @Test func aChangedCellIsReadInTheFormThatIsNamed() async throws {
    let order = "---\ndate: 2026-01-05\npayments:\n  - {date: 2026-01-28, sum: 100.00}\n---\n"
    let (_, sums) = try await result(
      "id;sum\nb1#1;12,,50\n", as: "Payment", update: true, adding: ["orders/b1.md": order]
    ) { ($0.delimiter, $0.decimal) = (";", ",") }
    #expect(
      sums.edit.diagnostics.map(\.summary) == [
        "'12,,50' is no number whose decimal mark is ',' and whose thousands '.' may group"
      ])
    #expect(sums.edit.changes.isEmpty)
    let (_, days) = try await result("id,date\no1,41.10.2026\n", as: "Order", update: true) {
      $0.dateFormat = "dd.MM.yyyy"
    }
    #expect(days.edit.diagnostics.map(\.summary) == ["'41.10.2026' is no day in the form dd.MM.yyyy"])
    // A cell that says what the record has already needs no form.
    let (_, same) = try await result("id,date\no1,2026-03-14\n", as: "Order", update: true) {
      $0.dateFormat = "dd.MM.yyyy"
    }
    #expect(same.edit.diagnostics.map(\.summary) == [] && same.edit.changes.isEmpty)
  }
}
