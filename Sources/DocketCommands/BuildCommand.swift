import ArgumentParser
import Content
import Diagnostics
import Publishing
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
    var watch = Stopwatch()
    let book = await settings.pipeline.book(from: settings.source)
    try watch.lap("read \(book.recordCount) records", settings, console)
    let (site, siteDiagnostics) = await settings.pipeline.site(of: book)
    keepUntilExit((book, site))
    try watch.lap("checked \(site.fileCount) files to write", settings, console)
    let diagnostics = settings.ordered(book.diagnostics + siteDiagnostics)
    try console.report(diagnostics, to: .error)
    guard !diagnostics.hasErrors else { throw try refusal(diagnostics, console) }
    let progress = BuildProgress(total: site.fileCount, console: console, isQuiet: settings.isQuiet)
    let outcome = try await progress.run { report in
      try await site.publish(to: settings.output, verify: verify, progress: report)
    }
    try watch.lap("rendered and wrote", settings, console)
    try console.report(outcome.diagnostics, to: .error)
    guard let summary = outcome.summary, !outcome.diagnostics.hasErrors else {
      throw try refusal(outcome.diagnostics, console, hasBegun: outcome.hasBegun)
    }
    guard !settings.isQuiet else { return }
    try console.write(
      "\(settings.output): \(site.pageCount) pages, \(summary.changed) changed, \(summary.removed) removed, "
        + "\(watch.total)\n", to: .error)
  }

  /// Says that nothing was written, or that the next build has to complete it.
  private func refusal(_ diagnostics: [Diagnostic], _ console: Console, hasBegun: Bool = false) throws
    -> ExitCode
  {
    let done = hasBegun ? "some pages were written, and the next build completes them" : "nothing was written"
    try console.write("\(Console.count(diagnostics)); \(done)\n", to: .error)
    return ExitCode(1)
  }
}
