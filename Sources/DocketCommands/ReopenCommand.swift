import ArgumentParser
import Content
import Records

/// `docket reopen`
struct ReopenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reopen", abstract: "Open a closed period again, for a reason that is kept.",
    discussion: """
      The reason goes into the log in Content/closed, where the digests of a later closing depend on it. 'docket close' \
      closes the period again. What is part of a longer period that is closed stays closed until that one is open.
      """)

  @Argument(
    help: ArgumentHelp("2025, 2025-Q4 or 2025-12.", valueName: "period"), transform: ClosingSession.period)
  var period: AccountingPeriod

  @Option(help: ArgumentHelp("Why.", valueName: "text"))
  var reason: String

  @OptionGroup var options: CommonOptions

  func validate() throws {
    if !reason.contains(where: { !$0.isWhitespace }) { throw ValidationError("--reason needs a text") }
  }

  func run() async throws {
    let session = try ClosingSession(options, period: period)
    let longer = try session.closedAround()
    guard let file = try session.file(), file.closed.isClosed else {
      try session.settings.stop(
        longer.map { "\(period) is closed as a part of \($0), which can be opened" }
          ?? "\(period) is not closed")
    }
    let words = reason.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    try session.write(file.closed.reopened(on: session.settings.today, reason: words), over: file.bytes)
    let rest = longer.map { "; its records stay closed until \($0) is open, too" } ?? ""
    try session.say("\(period) is open again\(rest)")
  }
}
