import ArgumentParser
import Diagnostics
import Editing

/// `docket rename`
struct RenameCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Give a record another id, or a page another path.",
    discussion: """
      Every reference, query and link that names it is changed with it. The file keeps its former id in 'was'; its \
      old address leads to the new one. A name without a folder leaves a page in its own.

        docket rename karin karin-mueller
        docket rename reports/unpaid.md reports/open.md
        docket rename reports/unpaid.md Content/unpaid.md
      """)

  @Argument(
    help: ArgumentHelp("The id, or the path of a page.", valueName: "old"), completion: Completions.ids)
  var old: String

  @Argument(help: ArgumentHelp("The new id or path.", valueName: "new"))
  var new: String

  @OptionGroup var options: EditOptions

  func run() async throws {
    let session = try await RecordSession(options)
    let edit = await session.editor.rename(
      SourceText(old, name: "old"), to: SourceText(new, name: "new"), in: session.workspace)
    try await session.make(edit, wholeSite: true)
  }
}
