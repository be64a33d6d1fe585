import ArgumentParser
import Content
import Diagnostics
import Editing
import History
import Records

/// `docket blame`
struct BlameCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "blame", abstract: "Show which commit set each value of a record.",
    discussion: """
      Each value that the record's file has, those of its rows included, with the commit that set it: day, commit, \
      author and message. A renamed or moved record is followed. What is not committed yet is marked as such.

        docket blame 2026-0054
        docket blame 2026-0054 --at 2026-03-31
      """)

  @Argument(help: ArgumentHelp("The record's id or title.", valueName: "id"), completion: Completions.ids)
  var id: String

  @OptionGroup var revision: RevisionOption

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let session = try await RecordSession(options, at: revision)
    let settings = session.settings
    let (repository, commit) = try settings.repository()
    let record: RecordHandle
    switch session.editor.lookup.resolve(SourceText(id, name: "id")) {
    case .success(let found): record = found
    case .failure(let error): try settings.fail([error])
    }
    let name = session.editor.book.graph.name(of: record)
    let blame = try await RecordBlame.read(
      of: name, in: settings.source, repository: repository, at: commit)
    guard let blame else { throw ExitCode(1) }
    try settings.console.write(blame.text, to: .output)
    if repository.isShallow {
      try settings.tell("the clone is shallow: what came before is unknown")
    }
  }
}
