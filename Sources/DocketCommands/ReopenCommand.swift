import ArgumentParser
import Content

/// `docket reopen`
struct ReopenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reopen", abstract: "Open a closed year again, for a reason that is kept.",
    discussion: """
      The reason goes into the log in Content/closed, where the digests of a later closing depend on it. 'docket close' \
      closes the year again.
      """)

  @Argument(help: ArgumentHelp("The year.", valueName: "year"))
  var year: Int

  @Option(help: ArgumentHelp("Why.", valueName: "text"))
  var reason: String

  @OptionGroup var options: CommonOptions

  func validate() throws {
    try ClosingSession.validate(year)
    if !reason.contains(where: { !$0.isWhitespace }) { throw ValidationError("--reason needs a text") }
  }

  func run() async throws {
    let session = try ClosingSession(options, year: year)
    guard let file = try session.file(), file.year.isClosed else {
      try session.settings.stop("\(year) is not closed")
    }
    let words = reason.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    try session.write(file.year.reopened(on: session.settings.today, reason: words), over: file.bytes)
    try session.say("\(year) is open again")
  }
}
