import ArgumentParser
import Content
import Diagnostics
import Editing

/// `docket show`
struct ShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print a record with its computed values.",
    discussion: """
        docket show 2026-0054
        docket show mara-lindqvist
        docket show 2026-0054 --at 2026-03-31
      """)

  @Argument(help: ArgumentHelp("The record's id or title.", valueName: "id"), completion: Completions.ids)
  var id: String

  @OptionGroup var revision: RevisionOption

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let session = try await RecordSession(options, at: revision)
    let found = session.settings.ordered(session.editor.book.diagnostics)
    if found.hasErrors { try session.settings.fail(found, saying: "what is computed could be wrong") }
    let name = SourceText(id, name: "id")
    var shown = session.editor.lookup.text(of: name)
    // A draft is shown, but not counted in other records.
    if !session.settings.includesDrafts {
      let published = await session.workspace.published(session.editor.book)
      let found = RecordLookup(published, today: session.settings.today).text(of: name)
      if case .success = found { shown = found }
    }
    switch shown {
    case .success(let text): try session.settings.console.write(text, to: .output)
    case .failure(let error): try session.settings.fail([error])
    }
  }
}
