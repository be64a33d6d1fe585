import Diagnostics
import Editing
import TestSupport
import Testing

// What the lines of a file have to do with each other, and with what is there already.

extension ImporterTests {
  /// A reference may name a record of the same file, above or below it.
  @Test func recordsOfOneFileReferToEachOther() async throws {
    let model = "entities: {Customer: {relationships: {boss: {to: Customer}}}}\n"
    let (book, result) = try await result(
      "id,name,boss\nb,Bo,z\nz,Zoe,ann\nx,Xu,y\n", as: "Customer", adding: ["model.yml": model])
    #expect(result.edit.diagnostics.map(\.summary) == ["unknown customer 'y'"])
    #expect(book.text("customers/b.md", after: result.edit) == "---\nname: Bo\nboss: z\n---\n")
  }

  /// A bank's file that is imported twice, or begins where the last one ended, adds what is new.
  @Test func aRepeatedPaymentIsLeftOut() async throws {
    let order = """
      ---
      date: 2026-03-14
      rows: [{text: x, sum: 100}]
      payments: [{date: 2026-03-15, sum: 50}]
      ---

      """
    let lines = "o1,2026-03-15,50.00\no1,2026-03-15,50.00\no1,2026-03-16,7.00\n"
    let (book, result) = try await result(
      "order,date,sum\n" + lines, as: "Payment", adding: ["orders/o1.md": order])
    #expect(
      result.edit.diagnostics.map(\.summary) == [
        "the line is left out, because 'payments/o1#1' says the same; 'docket add' adds a second one"
      ])
    #expect(!result.edit.diagnostics.hasErrors && result.counts.new == 2)
    let after = try #require(book.text("orders/o1.md", after: result.edit))
    #expect(after.matches(of: /sum: 50/).count == 2 && after.contains("sum: 7.00"), "\(after)")
    let again = try await self.result(
      "order,date,sum\n" + lines, as: "Payment", adding: ["orders/o1.md": after]
    ).result.edit
    #expect(again.changes.isEmpty)
    #expect(again.diagnostics.first?.notes.map(\.text) == ["so it is with 2 more lines"])
  }

  /// Also where the model lets a payment have no day, if the line has one.
  @Test func aRepeatedPaymentIsLeftOutThoughItsDateIsOptional() async throws {
    let order = """
      ---
      date: 2026-03-14
      rows: [{text: x, sum: 100}]
      payments: [{date: 2026-03-15, sum: 50}, {sum: 7}]
      ---

      """
    let (_, result) = try await result(
      "order,date,sum\no1,2026-03-15,50.00\no1,,7.00\n", as: "Payment",
      adding: [
        "model.yml": "entities: {Payment: {attributes: {date: {required: false}}}}\n", "orders/o1.md": order,
      ])
    #expect(
      result.edit.diagnostics.map(\.summary) == [
        "the line is left out, because 'payments/o1#1' says the same; 'docket add' adds a second one",
        "'payments/o1#2' says the same already",
      ])
    #expect(result.counts.new == 1)
  }

  /// A payment entered by hand, and then in a bank's file with a note.
  @Test func aPaymentWithAnotherNoteIsToldOf() async throws {
    let order = """
      ---
      date: 2026-03-14
      rows: [{text: x, sum: 100}]
      payments: [{date: 2026-03-15, sum: 50, note: by phone}]
      ---

      """
    let (_, result) = try await result(
      "order,date,sum,note\no1,2026-03-15,50.00,Transfer\no1,2026-03-16,50.00,Transfer\n", as: "Payment",
      adding: ["orders/o1.md": order])
    #expect(
      result.edit.diagnostics.map(\.summary) == [
        "'payments/o1#1' has the same day and amount; the line is added as another one"
      ])
    #expect(result.counts.new == 2)
    let required = "entities: {Payment: {attributes: {note: {required: true}}}}\n"
    let strict = try await self.result(
      "order,date,sum,note\no1,2026-03-15,50.00,Transfer\n", as: "Payment",
      adding: ["model.yml": required, "orders/o1.md": order])
    #expect(strict.result.edit.diagnostics.count == 1)
  }

  /// Each line takes one of the rows that equal it, whatever other rows have its day, sum or text.
  @Test(arguments: 1...20) func aLineRepeatsOneRow(seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    func payments() -> [[String]] {
      (0..<40).map { _ in
        [
          "2026-03-0\(Int.random(in: 1...4, using: &random))", "\(Int.random(in: 1...3, using: &random))",
          ["cash", "card", "cheque"].randomElement(using: &random)!,
        ]
      }
    }
    let (written, lines) = (payments(), payments())
    let rows = written.map { "  - {date: \($0[0]), sum: \($0[1]), note: \"\($0[2])\"}\n" }
    let (_, result) = try await result(
      "order,date,sum,note\n" + lines.map { "o1,\($0[0]),\($0[1]).00,\($0[2])\n" }.joined(), as: "Payment",
      adding: [
        "model.yml": "entities: {Payment: {attributes: {note: string}}}\n",
        "orders/o1.md":
          "---\ndate: 2026-03-14\nrows: [{text: x, sum: 100}]\npayments:\n\(rows.joined())---\n",
      ])
    var rest = written
    for line in lines {
      if let equal = rest.firstIndex(of: line) { rest.remove(at: equal) }
    }
    #expect(result.counts.new == rest.count)
    #expect(!result.edit.diagnostics.hasErrors)
  }

  /// A line without a note is not the payment with one, if another line repeats that in full.
  @Test func aLineWithoutANoteLeavesThePaymentWithOneToAnother() async throws {
    let order = """
      ---
      date: 2026-03-14
      rows: [{text: x, sum: 100}]
      payments: [{date: 2026-03-15, sum: 50, note: First half}]
      ---

      """
    func added(_ lines: String) async throws -> String {
      let (book, result) = try await result(
        "order,date,sum,note\n" + lines, as: "Payment", adding: ["orders/o1.md": order])
      #expect(result.counts.new == 1)
      let after = try #require(book.text("orders/o1.md", after: result.edit))
      #expect(after.matches(of: /First half/).count == 1, "\(after)")
      return after
    }
    let full = "o1,2026-03-15,50.00,First half\n", bare = "o1,2026-03-15,50.00,\n"
    #expect(try await added(bare + full) == added(full + bare))
  }

  /// Of a row without a day there may be any number; that it is there is said.
  @Test func aRepeatedRowIsToldOf() async throws {
    let (_, result) = try await result("order,service,price\no1,repair,48\n", as: "RowOfOrder")
    #expect(result.edit.diagnostics.map(\.summary) == ["'rows/o1#1' says the same already"])
    #expect(result.counts.new == 1)
  }

  // MARK: What is not written

  /// What would be otherwise than a file says.
  func differences(
    _ text: String, as entity: String, update: Bool = false, adding files: [String: String] = [:]
  ) async throws -> [String] {
    let (book, result) = try await result(text, as: entity, update: update, adding: files)
    #expect(result.edit.diagnostics.map(\.summary) == [])
    let importer = Importer(book.editor, mapping: ImportMapping(), isUpdate: update)
    var found: [Diagnostic] = []
    _ = await book.workspace.validate(result.edit, of: book.book, wholeSite: false) {
      found = importer.differences(of: result, in: $0)
      return []
    }
    return found.map { diagnostic in
      let place = diagnostic.range.file.location(of: diagnostic.range.bytes.lowerBound)
      return
        (["\(place.line):\(place.column) \(diagnostic.severity): \(diagnostic.summary)"]
        + diagnostic.notes.map(\.text)).joined(separator: "; ")
    }
  }

  @Test func computedValuesAreCompared() async throws {
    #expect(
      try await differences(
        "id,date,rows.sum,total\nx1,2026-04-01,99.00,500.00\nx2,2026-04-01,1.00,1.00\nx3,2026-04-01,2.00,3.00\n",
        as: "Order") == [
          "2:21 warning: 'total' is computed and not taken from the file; it is '99.00', not '500.00'; "
            + "so it is in 2 records"
        ])
    let update = "id,date,total\no1,2026-03-15,5.00\n"
    #expect(
      try await differences(update, as: "Order", update: true) == [
        "2:15 warning: 'total' is computed and not taken from the file; it is '48.00', not '5.00'"
      ])
    // As an export with a decimal comma prints it: without a code in the site's currency, beside another one.
    let order = "---\ndate: 2026-03-15\ncurrency: KWD\nrows: [{sum: 227.17 EUR}, {sum: 34 JPY}]\n---\n"
    #expect(
      try await differences(
        "id,total\nx1,\"227,17; 34 JPY\"\n", as: "Order", update: true, adding: ["orders/x1.md": order]) == []
    )
  }

  /// A value that follows from others is left alone where a line says the same, and must be the same afterwards: else
  /// the second import of one file would write it.
  @Test func whatFollowsMayNotContradictItsLine() async throws {
    #expect(
      try await differences("id,quantity,sum\no1#1,2,48.00\n", as: "RowOfOrder", update: true) == [
        "2:8 error: 'sum' follows from what changes and will be '96.00', not '48.00'; "
          + "leave the field empty, or say what it is to be"
      ])
    #expect(try await differences("id,quantity,sum\no1#1,2,\n", as: "RowOfOrder", update: true) == [])
    #expect(try await differences("id,quantity,sum\no1#1,2,90\n", as: "RowOfOrder", update: true) == [])
    #expect(
      try await differences("id,paid,paidOn\no1,false,2026-03-20\n", as: "Order", update: true) == [
        "2:4 error: 'paid' follows from what changes and will be 'true', not 'false'; "
          + "leave the field empty, or say what it is to be"
      ])
  }

  /// Lines that name rows are tried although the column that other lines need is missing, which is one error.
  @Test func aColumnOfOwnersIsMissingOnce() async throws {
    let missing = "a column with the id of each row's Order is missing"
    #expect(try await summaries("text,sum\na,1\nb,2\n", as: "RowOfOrder") == [missing])
    #expect(
      try await summaries("id,text\n,a\no1#9,b\n,c\n", as: "RowOfOrder", update: true) == [
        missing, "unknown row 'o1#9'; a new row has no id, and no position or the next one",
      ])
  }

  /// A row without an id column is found by its order and position, and is not added a second time.
  @Test func aRowIsFoundByItsPosition() async throws {
    let (book, result) = try await result(
      "order,position,text,sum\no1,1.0,by position,\no1,2,new,5.00\n", as: "RowOfOrder", update: true)
    #expect(result.edit.diagnostics.map(\.summary) == [])
    #expect(result.counts.changed == 1 && result.counts.new == 1)
    #expect(
      try await differences("order,position,text\no1,1.0,by position\n", as: "RowOfOrder", update: true) == []
    )
    let text = try #require(book.text("orders/o1.md", after: result.edit))
    #expect(text.split(separator: "by position").count == 2)
    #expect(
      try await summaries("order,position,text\no1,1,a\no1,1,b\n", as: "RowOfOrder", update: true) == [
        "'o1#1' is on an earlier line; one is enough"
      ])
    #expect(
      try await summaries("order,position,text\no1,7,a\no1,0,b\no1,x,c\n", as: "RowOfOrder", update: true)
        == ["0", "7", "x"].map {
          "unknown row 'o1#\($0)'; a new row has no id, and no position or the next one"
        })
  }

  /// A payment that only follows from its order has the next position; another one there is new.
  @Test func theNextPositionMayBeThatOfAnImpliedPayment() async throws {
    let order =
      "---\ndate: 2026-01-01\npaidOn: 2026-01-09\nrows: [{sum: 10}]\npayments: [{date: 2026-01-02, sum: 4}]\n---\n"
    func counts(_ line: String) async throws -> [Int] {
      let result = try await result(
        "order,position,date,sum\n\(line)\n", as: "Payment", update: true, adding: ["orders/b1.md": order]
      ).result
      #expect(result.edit.diagnostics.map(\.summary) == [])
      return [result.counts.new, result.counts.changed]
    }
    #expect(try await counts("b1,2,2026-01-09,6.00") == [0, 0])
    #expect(try await counts("b1,2,2026-01-08,3.00") == [1, 0])
  }

  /// A line may say that an amount stays although what it is computed from changes.
  @Test func aRepeatedSumStays() async throws {
    let order = "---\ndate: 2026-01-01\nrows: [{quantity: 2, price: 40, sum: 80}]\n---\n"
    func rows(_ text: String) async throws -> String? {
      let (book, result) = try await result(
        text, as: "RowOfOrder", update: true, adding: ["orders/b1.md": order])
      #expect(result.edit.diagnostics.map(\.summary) == [])
      return book.text("orders/b1.md", after: result.edit)
    }
    #expect(
      try await rows("id,quantity,sum\nb1#1,3,80.00\n")?.contains("quantity: 3, price: 40, sum: 80}") == true)
    #expect(try await rows("id,quantity\nb1#1,3\n")?.contains("quantity: 3, price: 40}") == true)
  }

  /// A spreadsheet's merged cells have the id in their first line only, and the row is none of its own.
  @Test func aRowBelowAMergedIDIsRefused() async throws {
    #expect(
      try await summaries(
        "id,date,due,rows.sum\nn1,2026-01-01,2026-02-01,1\n,,,2\n,,,3\n,2026-01-02,,4\n", as: "Order") == [
          "the line has no id; write 'n1' here, too, to make it a row of that record, or what is missing",
          "the line has no id; write 'n1' here, too, to make it a row of that record, or what is missing",
          "the line has no id, so it is a record of its own; write 'n1' here to make it a row of that one",
        ])
  }

  /// A mapping is written as everything in Content, whatever marks its file has.
  @Test(arguments: [false, true]) func constantsAreReadAsInContent(isUpdate: Bool) async throws {
    let mapping = """
      as: RowOfOrder
      decimal: ","
      date: dd.MM.yyyy
      keys: {order: order, position: position, text: text}
      constants: {quantity: 2.500, price: 10}

      """
    let book = try await EditedBook(ImporterTests.files)
    let (read, diagnostics) = ImportMapping.read(SourceFile(path: "m.yml", text: mapping))
    #expect(diagnostics.isEmpty)
    let text = isUpdate ? "order,position,text\no1,1,tea\n" : "order,position,text\no1,,tea\n"
    let result = Importer(book.editor, mapping: read, isUpdate: isUpdate)
      .edit(of: SourceFile(path: "a.csv", text: text))
    #expect(result.edit.diagnostics.map(\.summary) == [])
    #expect(book.text("orders/o1.md", after: result.edit)?.contains("quantity: 2.500") == true)
  }

  @Test func wrongConstantsAreTold() async throws {
    let mapping =
      "as: Order\nkeys: {id: id}\nconstants: {made: perhaps, date: \"2026-02-31\", currency: EURO, paidOn: 2026-01-02}\n"
    let book = try await EditedBook(ImporterTests.files)
    let (read, _) = ImportMapping.read(SourceFile(path: "m.yml", text: mapping))
    let edit = Importer(book.editor, mapping: read, isUpdate: false)
      .edit(of: SourceFile(path: "a.csv", text: "id\nn1\n")).edit
    #expect(
      edit.diagnostics.map { "\($0.range.file.path) \($0.range.text) \($0.id.rawValue)" } == [
        "m.yml perhaps invalid-boolean", "m.yml 2026-02-31 invalid-date", "m.yml EURO invalid-currency",
      ])
  }

  /// A file with CR LF in a cell is the same text as with LF.
  @Test func linesOfACellEndInLF() async throws {
    let (book, result) = try await result(
      "id,name,address\r\nz1,Z,\"1 High St\r\nTown\"\r\n", as: "Customer", update: false)
    #expect(result.edit.diagnostics.map(\.summary) == [])
    #expect(
      book.text("customers/z1.md", after: result.edit)?.contains("|-\n  1 High St\n  Town\n") == true)
  }

  @Test func aDayInAnotherFormNamesTheOption() async throws {
    #expect(DateFormat.forms(of: "3.4.26") == ["d.M.yy"])
    #expect(DateFormat.forms(of: "4/3/2026") == ["d/M/yyyy", "M/d/yyyy"])
    #expect(DateFormat.forms(of: "2026/3/4") == ["yyyy/M/d"])
    #expect(DateFormat.forms(of: "31/12/2026") == ["d/M/yyyy"])
    #expect(DateFormat.forms(of: "soon") == [])
  }

  @Test func anIDInOtherCaseIsToldWhereItIs() async throws {
    #expect(
      try await diagnosticLines("id,name\nANN,Ann\n", as: "Customer", update: true) == [
        "a.csv:2:1 duplicate-id"
      ])
  }

  @Test func anOwnerThatIsMissingIsToldOf() async throws {
    let (_, result) = try await result("order,date,sum\n,2026-03-16,7.00\n", as: "Payment")
    #expect(result.edit.diagnostics.map(\.summary) == ["the id of the row's Order is missing"])
  }

  /// A part's components refer to parts: the column of the owner is `whole`, and `part` is the component's own key.
  @Test func aKeyNamedAsTheOwnersEntityIsTheRowsOwn() async throws {
    let files = [
      "model.yml": """
      entities:
        Part:
          folder: parts
          attributes: {name: string}
          relationships:
            components: {to: Component, many: true, inverse: whole, delete: cascade}
            usedIn: {to: Component, many: true, inverse: part}
        Component:
          inside: Part.components
          attributes: {quantity: decimal}
          relationships:
            whole: {to: Part, inverse: components}
            part: {to: Part, inverse: usedIn}

      """,
      "parts/hub.md": "---\nname: Hub\n---\n", "parts/wheel.md": "---\nname: Wheel\n---\n",
      "parts/bike.md": "---\nname: Bike\ncomponents:\n  - {part: wheel, quantity: 2}\n---\n",
    ]
    let new = try await result("whole,part,quantity\nbike,hub,1\n", as: "Component", adding: files)
    #expect(new.result.edit.diagnostics.map(\.summary) == [])
    #expect(
      new.book.text("parts/bike.md", after: new.result.edit)?.hasSuffix(
        "  - {part: wheel, quantity: 2}\n  - {part: hub, quantity: 1}\n---\n") == true)
    let same = try await result(
      "id,quantity,whole,part\nbike#1,2,bike,wheel\n", as: "Component", update: true, adding: files)
    #expect(same.result.edit.diagnostics.map(\.summary) == [] && same.result.edit.changes == [])
    let record = try await result(
      "id,name,components.part,components.quantity\ncart,Cart,wheel,2\n", as: "Part", adding: files)
    #expect(record.result.edit.diagnostics.map(\.summary) == [])
    #expect(
      record.book.text("parts/cart.md", after: record.result.edit)
        == "---\nname: Cart\ncomponents:\n  - {part: wheel, quantity: 2}\n---\n")
  }

  // MARK: What banks and spreadsheets write

  @Test func whatASpreadsheetAddsIsReadOver() async throws {
    let text = "sep=;\r\nName;Saldo;phone;\r\nBo;12;34;;\r\n"
    let (book, result) = try await result(text, as: "Customer") {
      $0.keys = [(SourceText(""), SourceText("Saldo"))]
    }
    #expect(result.edit.diagnostics.map(\.summary) == [])
    #expect(book.text("customers/bo.md", after: result.edit) == "---\nname: Bo\nphone: 34\n---\n")
    let (_, other) = try await self.result("name;phone;\nBo;1;x\n", as: "Customer") { $0.delimiter = ";" }
    #expect(
      other.edit.diagnostics.map(\.summary) == [
        "the column of this field has no name; give it one in the first line, or empty it"
      ])
  }
}
