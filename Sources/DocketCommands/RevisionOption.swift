import ArgumentParser
import Content
import Diagnostics
import FileSystem
import History

/// The option that takes the book as it was.
struct RevisionOption: ParsableArguments {
  @Option(
    name: .customLong("at"),
    help: ArgumentHelp(
      "The book as it was: a branch, a tag, a commit of git, or a day.", valueName: "revision"))
  var revision: String?

  /// Where the book is read from: the files, or the revision.
  func source(_ settings: Settings) throws -> any ContentSource {
    guard let revision else { return settings.source }
    return try asking {
      () throws(HistoryFailure) in
      let repository = try GitRepository(of: settings.content)
      return try GitRevision(try repository.commit(named: revision), of: repository)
    }
  }
}

/// Asks git, and turns what it cannot tell into the words and the exit code of a command.
func asking<Answer>(_ body: () throws(HistoryFailure) -> Answer) throws -> Answer {
  do throws(HistoryFailure) {
    return try body()
  } catch {
    switch error {
    case .environment(let failure): throw failure
    case .unavailable(let words):
      try Console(color: .auto).write("docket: \(words)\n", to: .error)
      throw ExitCode(64)
    }
  }
}
