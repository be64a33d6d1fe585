import ArgumentParser
import Diagnostics
import Editing

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
    help: ArgumentHelp("The row, 2026-0054#2 or payments/2026-0054#1; or the record's id.", valueName: "id"),
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
    let session = try await RecordSession(options)
    let edit = session.editor.remove(
      SourceText(id, name: "id"), from: list.map { SourceText($0, name: "list") },
      texts.map { SourceText($0, name: "text") })
    try await session.make(session.editor.followingRows(in: edit, session.workspace), wholeSite: true)
  }
}
