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
    let session = try await RecordSession(options)
    let (id, list) = (SourceText(id, name: "id"), SourceText(list, name: "list"))
    let fields = fields.map { SourceText($0, name: "key=value") }
    if session.editor.hasRows(id, list) { for field in fields { try Assignment.one(field).checkUsage() } }
    let edit = session.editor.add(id, to: list, fields)
    try await session.make(edit, wholeSite: true)
  }
}
