import ArgumentParser
import Diagnostics
import Editing

/// `docket delete`
struct DeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete records or pages.",
    discussion: """
      References to a record follow the delete rule of the model's relationship: nullify removes the reference, \
      cascade deletes the record too, deny and no-action refuse. On a terminal docket shows what will happen and asks, \
      unless --yes; in a script it deletes, and prints what it did.

        docket delete mara-lindqvist
        docket delete 2026-0011 2026-0012 --dry-run
      """)

  @Argument(
    help: ArgumentHelp("The records' ids, or the path of a page.", valueName: "id"),
    completion: Completions.ids)
  var ids: [String]

  @Flag(help: "Do not ask for confirmation.")
  var yes = false

  @OptionGroup var options: EditOptions

  func run() async throws {
    let asks = !yes && Console.canAsk
    let session = try await RecordSession(options, isLocked: !asks)
    let editor = session.editor
    let pages = ids.map { editor.page($0) }
    let records = zip(ids, pages).filter { $1 == nil }.map { SourceText($0.0, name: "id") }
    try session.refuse(records.compactMap(editor.unknownPage))
    var edit = await editor.delete(records, session.workspace).edit
    for page in pages.compactMap(\.self) { editor.delete(page, in: &edit) }
    try await session.make(edit, wholeSite: true, heading: asks ? "done" : nil, asks: asks)
  }
}
