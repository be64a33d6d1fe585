import ArgumentParser
import Diagnostics
import Editing

/// `docket add`
struct AddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a row to a record, or texts to a list.",
    discussion: """
      A row that names a service but no price gets the service's price of today written into it.

        docket add 2026-0054 rows service=brake-pads quantity=2
        docket add 2026-0054 payment date=today sum=120,00
      """)

  @Argument(help: ArgumentHelp("The record's id.", valueName: "id"), completion: Completions.ids)
  var id: String

  @Argument(
    help: ArgumentHelp("The list: rows, payments.", valueName: "list"), completion: Completions.lists)
  var list: String

  @Argument(
    help: ArgumentHelp("The row's keys and values, or the texts.", valueName: "key=value"),
    completion: Completions.keys)
  var fields: [String]

  @OptionGroup var options: EditOptions

  func validate() throws {
    if fields.isEmpty { throw ValidationError("say what to add, such as service=labour quantity=2") }
  }

  func run() async throws {
    let session = try await EditSession(options)
    let (id, list) = (SourceText(id, name: "id"), SourceText(list, name: "list"))
    let fields = fields.map { SourceText($0, name: "key=value") }
    if session.editor.hasRows(id, list) { for field in fields { try expect(Assignment.one(field)) } }
    let edit = session.editor.add(id, to: list, fields)
    try await session.make(edit, wholeSite: true)
  }
}

/// An argument that is not of the form `KEY=VALUE` is a usage error.
func expect<Value>(_ argument: Result<Value, Diagnostic>) throws {
  if case .failure(let error) = argument { throw ValidationError(error.summary) }
}

/// `docket remove`
struct RemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a row from a record, or texts from a list.",
    discussion: """
      The rows after it move up by one, and whatever refers to them is changed with it.

        docket remove 2026-0054#2
        docket remove winter-tour staff ann
      """)

  @Argument(
    help: ArgumentHelp("The row, 2026-0054#2; or the record's id.", valueName: "id"),
    completion: Completions.ids)
  var id: String

  @Argument(
    help: ArgumentHelp("The list to remove texts from.", valueName: "list"),
    completion: Completions.lists)
  var list: String?

  @Argument(help: ArgumentHelp("The texts to remove.", valueName: "text"))
  var texts: [String] = []

  @OptionGroup var options: EditOptions

  func validate() throws {
    if list != nil, texts.isEmpty { throw ValidationError("say what to remove from the list") }
  }

  func run() async throws {
    let session = try await EditSession(options)
    let edit = session.editor.remove(
      SourceText(id, name: "id"), from: list.map { SourceText($0, name: "list") },
      texts.map { SourceText($0, name: "text") })
    try await session.make(session.editor.followingRows(in: edit, session.workspace), wholeSite: true)
  }
}
