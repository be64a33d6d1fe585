import Content
import Diagnostics
import Editing
import FileSystem
import Testing

/// Which id a new record gets: the next of a series, else its title.
struct NewIDTests {
  private func id(
    of entity: String, _ assignments: [String], model: String, _ files: [String: String]
  ) async throws -> String? {
    let book = try await EditedBook(files.merging(["model.yml": "extends: none\nentities:\n" + model]) { $1 })
    #expect(book.book.diagnostics.map(\.summary) == [])
    var request = NewRecord(entity: SourceText(entity))
    request.assignments = try Assignment.of(assignments)
    let (edit, record) = await book.editor.new(request, in: book.workspace)
    #expect((record == nil) == edit.diagnostics.hasErrors)
    return (record?.path.fileName.withoutMarkdownEnding).map(String.init)
  }

  @Test func aRowIsNoRecordOfItsOwn() async throws {
    let book = try await EditedBook(["orders/o1.md": "---\ndate: 2026-03-14\n---\n"])
    let request = NewRecord(entity: SourceText("RowOfOrder"))
    let (edit, record) = await book.editor.new(request, in: book.workspace)
    #expect(record == nil && edit.diagnostics.map(\.id) == [.unknownEntity])
  }

  /// The page of the folder has that name.
  @Test func noRecordIsCalledIndex() async throws {
    let model = "    Wine: {folder: wines, title: name, attributes: {name: {type: string, required: true}}}\n"
    #expect(try await id(of: "Wine", ["name=Index"], model: model, [:]) == "index-2")
  }

  @Test(arguments: [["barolo-2018"], ["barolo-2018", "barolo-2019", "barolo-riserva-2018"]])
  func aTitleThatEndsInANumberIsNoSeries(ids: [String]) async throws {
    let model = """
        Wine:
          folder: wines
          title: name + ' ' + vintage
          attributes: {name: {type: string, required: true}, vintage: {type: string, required: true}}

      """
    let files = ids.map { ("wines/\($0).md", "---\nname: Barolo\nvintage: \($0.suffix(4))\n---\n") }
    let new = try await id(
      of: "Wine", ["name=Chianti", "vintage=2019"], model: model, Dictionary(uniqueKeysWithValues: files))
    #expect(new == "chianti-2019")
  }

  @Test(arguments: [
    (["k001", "k002"], "k003"), (["k001"], "chianti"), (["k001", "bob"], "chianti"),
    (["2026-0001"], "2026-0002"), ([], "chianti"),
  ])
  func numbersWinOverATitleTheyAreNotMadeOf(ids: [String], expected: String) async throws {
    let model =
      "  Client: {folder: clients, title: name, attributes: {name: {type: string, required: true}}}\n"
    let files = ids.map { ("clients/\($0).md", "---\nname: Karin\n---\n") }
    let new = try await id(
      of: "Client", ["name=Chianti"], model: model, Dictionary(uniqueKeysWithValues: files))
    #expect(new == expected)
  }

  /// The old address of a renamed record leads to it, and is not given to another.
  @Test func aFormerIDIsNotGivenAgain() async throws {
    let model = """
        Bill: {folder: bills, attributes: {date: {type: date, required: true}}}
        Client: {folder: clients, title: name, attributes: {name: {type: string, required: true}}}

      """
    let files = [
      "bills/2026-0001.md": "---\ndate: 2026-03-01\n---\n",
      "bills/2025-0001.md": "---\ndate: 2025-03-01\nwas: [2026-0002]\n---\n",
      "clients/ann.md": "---\nname: Ann\nwas: [karin]\n---\n",
    ]
    #expect(try await id(of: "Bill", ["date=2026-04-01"], model: model, files) == "2026-0003")
    #expect(try await id(of: "Client", ["name=Karin"], model: model, files) == "karin-2")
    let book = try await EditedBook(files.merging(["model.yml": "extends: none\nentities:\n" + model]) { $1 })
    var request = NewRecord(entity: SourceText("Client"))
    request.name = SourceText("karin")
    request.assignments = try Assignment.of(["name=Karin"])
    #expect(
      await book.editor.new(request, in: book.workspace).edit.diagnostics.map(\.summary) == [
        "'karin' is the former id of 'ann'; choose another"
      ])
  }

  @Test(arguments: ["id", "id + ': ' + note"])
  func aTitleMadeOfTheIdGivesNone(title: String) async throws {
    let model = """
        Bill:
          folder: bills
          title: "\(title)"
          attributes: {date: {type: date, required: true}, note: string}

      """
    func new(_ files: [String: String]) async throws -> String? {
      try await id(of: "Bill", ["date=2025-03-01", "note=x"], model: model, files)
    }
    #expect(try await new([:]) == "2025-0001")
    #expect(try await new(["bills/2025-0001.md": "---\ndate: 2025-01-01\nnote: y\n---\n"]) == "2025-0002")
    #expect(try await new(["bills/rent.md": "---\ndate: 2025-01-01\nnote: y\n---\n"]) == nil)
  }

  @Test(arguments: ["2026", "people/staff/2026", "people/staff/2026/"])
  func aFolderMayBeNamedFromContentOn(folder: String) async throws {
    let book = try await EditedBook([
      "model.yml": "extends: none\nentities: {Person: {folder: people/staff, attributes: {name: string}}}\n"
    ])
    var request = NewRecord(entity: SourceText("Person"))
    request.name = SourceText("ann")
    for (given, path) in [(folder, "people/staff/2026/ann.md"), ("people/staff", "people/staff/ann.md")] {
      request.folder = SourceText(given)
      #expect(book.editor.new(request).record?.path == path)
    }
  }

  @Test func theTitleOfAnotherRecordIsAWarning() async throws {
    func warnings(_ files: [String: String]) async throws -> [String] {
      let book = try await EditedBook(files)
      var request = NewRecord(entity: SourceText("Customer"))
      request.name = SourceText("ANN Example")
      let (edit, record) = book.editor.new(request)
      #expect(record != nil)
      return edit.diagnostics.map { "\($0.severity) \($0.id.rawValue): \($0.summary)" }
    }
    let files = ["customers/a1.md": "---\nname: Ann Example\n---\n"]
    #expect(
      try await warnings(files) == ["warning same-name: 'ANN Example' is also the name of 'a1'"])
    #expect(try await warnings(files.merging(["site.yml": "lints: {same-name: false}\n"]) { $1 }) == [])
    #expect(try await warnings(["customers/a1.md": "---\nname: Ann\n---\n"]) == [])
  }

  /// What is wrong with a new file is said of the arguments that it would be made from: it is not there.
  @Test func errorsStandInTheArguments() async throws {
    let book = try await EditedBook(
      ImporterTests.files.merging(["services/paint.md": "---\nname: Paint\n---\n"]) { $1 })
    var request = NewRecord(entity: SourceText("Order", name: "entity"))
    request.assignments = try Assignment.of(["due=soon"])
    request.rows = [
      (nil, SourceText("service=repair", name: "--row")), (nil, SourceText("service=paint", name: "--row")),
    ]
    let (edit, record) = book.editor.new(request)
    let found = await book.workspace.validate(edit, of: book.book, wholeSite: false)
    let located = try #require(record).located(found, root: "Content")
    #expect(located.map { "\($0.range.file.path): \($0.range.text)" } == ["argument: soon", "--row: paint"])
    #expect(located.last?.summary.hasPrefix("'sum' is missing; write it or 'price'") ?? false)
  }

  @Test func linesWithoutIDsGetTheNext() async throws {
    let book = try await EditedBook(ImporterTests.files)
    var mapping = ImportMapping()
    mapping.entity = SourceText("Order")
    let importer = Importer(book.editor, mapping: mapping, isUpdate: false)
    let text = "id,date,rows.sum\n,2026-01-01,1\no3,2026-01-01,2\n,2026-01-01,3\nO4,2026-01-01,4\n"
    let edit = importer.edit(of: SourceFile(path: "a.csv", text: text)).edit
    #expect(
      edit.diagnostics.map { "\($0.severity) \($0.summary)" } == [
        "warning the line has no id, so it is a record of its own; write 'o3' here to make it a row of that one"
      ])
    #expect(
      edit.changes.map(\.path).sorted() == ["orders/O4.md", "orders/o2.md", "orders/o3.md", "orders/o5.md"])
  }
}
