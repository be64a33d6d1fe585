import ArgumentParser
import Content
import Diagnostics
import FileSystem
import History

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

  @Argument(help: ArgumentHelp("The record's id.", valueName: "id"), completion: Completions.ids)
  var id: String

  @OptionGroup var revision: RevisionOption

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let settings = try Settings.recovered(options, at: revision)
    let console = Console(color: settings.color)
    let (blame, isShallow) = try await asking { () async throws(HistoryFailure) in
      let (repository, commit) = try settings.repository()
      return (
        try await RecordBlame.read(of: id, in: settings.source, repository: repository, at: commit),
        repository.isShallow
      )
    }
    guard let blame else {
      let names = try await settings.source.list(withStamps: false).compactMap { entry in
        entry.path.hasSuffix(".md") ? String(entry.path.fileName.withoutMarkdownEnding) : nil
      }
      let nearest = suggestion(nearestName(to: id, among: names.sorted()))
      try console.write("docket: there is no record '\(id)'\(nearest)\n", to: .error)
      throw ExitCode(1)
    }
    try console.write(blame.text, to: .output)
    if isShallow {
      try console.write("the clone is shallow: what came before is unknown\n", to: .error)
    }
  }
}
