import ArgumentParser
import Diagnostics
import Site

/// `docket build`
struct BuildCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build", abstract: "Render Content into Site.",
    discussion: """
      Everything is checked first: with an error nothing is written. A file whose bytes would not change is not \
      touched, one that docket made earlier and no longer makes is removed, and what docket did not write it never \
      touches.
      """)

  @OptionGroup var options: CommonOptions

  @Flag(help: "Compare the bytes of every published file, for other hands may have damaged them.")
  var verify = false

  func run() async throws {
    let settings = try Settings(options)
    let console = Console(color: settings.color)
    let clock = ContinuousClock()
    let start = clock.now
    let session = await Session(settings)
    let (site, diagnostics) = await session.prepareSite()
    try console.report(diagnostics, to: .error)
    guard !diagnostics.hasErrors else {
      try console.write("\(Console.count(diagnostics)); nothing was written\n", to: .error)
      throw ExitCode(1)
    }
    let progress = BuildProgress(total: site.fileCount, console: console, isQuiet: settings.isQuiet)
    let outcome = try await progress.run { report in
      try await site.write(to: settings.output, verify: verify, progress: report)
    }
    try console.report(outcome.diagnostics, to: .error)
    guard let summary = outcome.summary, !outcome.diagnostics.hasErrors else { throw ExitCode(1) }
    guard !settings.isQuiet else { return }
    let time = clock.now - start
    try console.write(
      "\(settings.output): \(site.pageCount) pages, \(summary.changed) changed, \(summary.removed) removed, "
        + "\(Self.seconds(time))\n", to: .error)
  }

  /// A duration in words: `0.21 s`.
  private static func seconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let hundredths = seconds * 100 + attoseconds / 10_000_000_000_000_000
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) s"
  }
}
