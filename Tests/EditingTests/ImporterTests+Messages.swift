import Diagnostics
import Editing
import TestSupport
import Testing

// What is said of files that are not as they should be.

extension ImporterTests {
  private func summaries(
    _ text: String, as entity: String, adding files: [String: String] = [:],
    _ configure: (inout ImportMapping) -> Void = { _ in }
  ) async throws -> [String] {
    try await result(text, as: entity, adding: files, configure).result.edit.diagnostics.map(\.summary)
  }

  /// As with a title that is one key: the id is made of it, whether the book has such records or not.
  @Test(arguments: [true, false]) func idsAreMadeOfComputedTitles(isEmpty: Bool) async throws {
    var files = [
      "model.yml": """
      extends: none
      entities:
        Member:
          folder: members
          title: last + ', ' + first
          attributes: {first: string, last: string, joined: {type: date, required: true}}

      """
    ]
    if !isEmpty { files["members/berg-uli.md"] = "---\nfirst: Uli\nlast: Berg\njoined: 2026-01-01\n---\n" }
    let book = try await EditedBook(files)
    var mapping = ImportMapping()
    mapping.entity = SourceText("members")
    func imported(_ lines: String) async -> Importer.Result {
      await Importer(book.editor, mapping: mapping, isUpdate: false).edit(
        of: SourceFile(path: "a.csv", text: "id,first,last,joined\n" + lines), in: book.workspace)
    }
    let day = "2026-02-03"
    let result = await imported(",Uli,Berg,\(day)\nx,Eva,Tal,\(day)\n,Ida,Öl,\(day)\n,Ida,Öl,\(day)\n")
    #expect(result.edit.diagnostics.map(\.summary) == [])
    #expect(
      result.edit.changes.map { String($0.path.split(separator: "/").last ?? "") }.sorted() == [
        isEmpty ? "berg-uli.md" : "berg-uli-2.md", "ol-ida-2.md", "ol-ida.md", "x.md",
      ])
    #expect(result.counts.new == 4)
    guard !isEmpty else { return }
    #expect(
      await imported(",Uli,,\(day)\n,Eva,Tal,\(day)\n").edit.diagnostics.map(\.summary) == [
        "the line has neither an id nor a title to make one from"
      ])
  }

  /// It would be text in every record.
  @Test(arguments: ["{Ort", "{Ort}, {Land", "{"]) func aBraceWithoutAnEndIsAnError(template: String)
    async throws
  {
    let found = try await summaries("Nr,Ort,Land\nk1,Passau,DE\n", as: "Customer") {
      $0.keys = [(SourceText("id"), SourceText("Nr")), (SourceText("address"), SourceText(template))]
    }
    #expect(found.contains("the brace has no end: {COLUMN}"), "\(found)")
  }

  /// A question mark after a column asks whether it is filled, unless it is the column's own.
  @Test(arguments: [
    ("Mail?", "{Mail?}", "a@b.de"), ("Mail?", "{Mail??}", "true"), ("Mail", "{Mail?}", "true"),
    ("Mail?", "{Mail?|lower}", "a@b.de"),
  ])
  func aColumnMayEndWithAQuestionMark(column: String, template: String, info: String) async throws {
    let (book, result) = try await result("id,name,\(column)\nk9,A,a@b.de\n", as: "Customer") {
      $0.keys = [(SourceText("info"), SourceText(template))]
    }
    #expect(!result.edit.diagnostics.hasErrors, "\(result.edit.diagnostics.map(\.summary))")
    #expect(book.text("customers/k9.md", after: result.edit)?.contains("info: \(info)\n") == true)
  }

  @Test func oneSpellingOfAnIDIsOneRecord() async throws {
    let text = "id,date,rows.sum\nRe-1,2026-03-01,5\nRE-1,2026-03-01,6\nRe-1,2026-03-01,7\n"
    #expect(
      try await summaries(text, as: "Order") == [
        "'RE-1' is written 'Re-1' on an earlier line; write it alike"
      ])
  }

  @Test func aFormerIDOfARowsOwnerNamesThePresentOne() async throws {
    let order = "---\ndate: 2026-03-14\nwas: [o8]\nrows: [{text: x, sum: 5}]\n---\n"
    for entity in ["Payment", "RowOfOrder"] {
      let found = try await summaries(
        "order,sum\no8,5\n", as: entity, adding: ["orders/o9.md": order])
      #expect(found == ["'o8' is the former id of 'o9'; write that one"])
    }
  }

  /// Headings that are empty are columns, too.
  @Test func aFieldOfAColumnWithoutANameIsNamed() async throws {
    #expect(
      try await summaries("id,name,,\nk9,A,x,\nk8,B,,\n", as: "Customer") == [
        "the column of this field has no name; give it one in the first line, or empty it"
      ])
    #expect(
      try await summaries("id,name,,\nk9,A,,,x\n", as: "Customer") == [
        "the line has 5 fields, and the header 4"
      ])
  }

  /// Either of two currencies may be meant, or none that there is.
  @Test(arguments: [("$1,234.50", "$"), ("3.00 XYZ", "XYZ"), ("£ 3", "£")])
  func anUncertainCurrencyIsNotCalledNoNumber(amount: String, sign: String) async throws {
    let found = try await summaries("order,text,sum\no1,a,\"\(amount)\"\n", as: "RowOfOrder") {
      $0.decimal = "."
    }
    #expect(
      found == [
        "'\(sign)' stands for no certain currency here; write a code such as USD, or give the record its currency"
      ])
  }

  /// A day whose month comes first is written with slashes; with points, it is a slip.
  @Test func pointsHaveTheDayFirst() async throws {
    let text = "id,date,rows.sum\nx1,01.02.2026,5\nx2,02.13.2026,6\n"
    let (book, result) = try await result(text, as: "Order")
    #expect(book.text("orders/x1.md", after: result.edit)?.contains("date: 2026-02-01\n") == true)
    #expect(try await diagnosticLines(text, as: "Order") == ["a.csv:3:4 invalid-date"])
  }

  /// `$` is the dollar of the order, which its `currency` names.
  @Test func aComputedAmountWithASignIsCompared() async throws {
    let model = "entities: {Order: {attributes: {currency: currency}}}\n"
    let (book, result) = try await result(
      "id,date,currency,rows.sum,total\nS1,2026-03-01,USD,$5.50,$5.50\nS2,2026-03-01,USD,$5.50,$5.51\n",
      as: "Order", adding: ["model.yml": model]
    ) { $0.decimal = "." }
    var mapping = ImportMapping()
    mapping.entity = SourceText("Order")
    mapping.decimal = "."
    let importer = Importer(book.editor, mapping: mapping, isUpdate: false)
    let found = importer.differences(of: result, in: await book.workspace.book(after: result.edit))
    #expect(
      found.map(\.summary) == [
        "'total' is computed and not taken from the file; it is '5.50 USD', not '$5.51'"
      ])
    #expect(found.flatMap(\.notes).isEmpty)
  }

  /// In the file it would be an escape, which the user never wrote.
  @Test func anInvisibleCharacterIsNamedAsOne() async throws {
    let (book, result) = try await result("id,name,info\nk8,A,Preis 5 \u{80}\n", as: "Customer")
    let found = result.located(
      await book.workspace.validate(result.edit, of: book.book, wholeSite: false), root: "Content")
    #expect(found.map(\.summary) == ["there is an invisible character (U+0080) here; delete it"])
    #expect(found.first?.notes.last?.text.contains("--encoding windows-1252") == true)
    #expect(found.first?.range.file.path == "a.csv")
  }

  /// How a day that is none may be read is a note.
  @Test(arguments: [
    ("1/2/2027", "--date d/M/yyyy or --date M/d/yyyy says how the file writes days"),
    (
      "46023",
      "a spreadsheet counts 2026-01-01 so; give the column the format of a date before you save it as CSV"
    ),
    ("19999", "in 'Content/orders/x.md'"), ("soon", "in 'Content/orders/x.md'"),
  ])
  func aDayOfAnotherFormHasANote(day: String, note: String) async throws {
    let (book, result) = try await result("id,date\nx,\(day)\n", as: "Order")
    let found = result.located(
      await book.workspace.validate(result.edit, of: book.book, wholeSite: false), root: "Content")
    #expect(found.map { $0.notes.first?.text } == [note])
  }
}
