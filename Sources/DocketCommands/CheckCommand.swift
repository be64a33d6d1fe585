import ArgumentParser
import Content
import Diagnostics
import Site

/// `docket check`
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Report everything wrong, write nothing.",
    discussion: """
      Every mistake in records, model, pages and theme is found in one run and printed to standard output with its \
      place, the line, and where there is one the nearest fix. The exit code is 1 where there is an error.
      """)

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let settings = try Settings(options)
    let console = Console(color: settings.color)
    let session = await Session(settings)
    var (site, diagnostics) = await session.prepareSite()
    if !diagnostics.hasErrors { diagnostics += await site.check() }
    try console.report(diagnostics, to: .output)
    if !settings.isQuiet {
      let count = session.content.recordCount
      let records = count == 1 ? "1 record" : "\(count) records"
      try console.write("\(records): \(Console.count(diagnostics))\n", to: .error)
    }
    if diagnostics.hasErrors { throw ExitCode(1) }
  }
}
