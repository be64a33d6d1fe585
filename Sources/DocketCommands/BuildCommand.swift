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
      touches. With --at the site is that of a revision of git, its theme and attachments included.

        docket build --at 2026-03-31 --output Quarter
        docket build --only 2026-0002 --single-file --output Mail

      \(Reference.settings)

      \(Reference.pages)

      \(Reference.output)
      """)

  @OptionGroup var options: CommonOptions

  @OptionGroup var destination: OutputOption

  @Flag(
    name: .customLong("public"),
    help: "Leave out what is private, and write to Public beside Content unless --output names a folder.")
  var isPublic = false

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Build only these pages and what they need, into the folder of --output: paths of files or pages, or ids.",
      valueName: "page"))
  var only: [String] = []

  @Flag(
    help: "With --only: put styles, pictures and data into each page, without scripts, for sending by mail.")
  var singleFile = false

  @Option(
    help: ArgumentHelp(
      "Write the paths of the files that were written or removed to this file, one a line, for rsync and the like.",
      valueName: "file"), completion: .file())
  var changedList: String?

  @Flag(help: "Compare the bytes of every published file, in case another program damaged them.")
  var verify = false

  @OptionGroup var revision: RevisionOption

  func validate() throws {
    if singleFile, only.isEmpty { throw ValidationError("--single-file goes with --only") }
    if !only.isEmpty, destination.output == nil {
      throw ValidationError("--only builds into a folder of its own; name it with --output")
    }
    if changedList?.isEmpty ?? false { throw ValidationError("--changed-list has an empty name") }
  }

  func run() async throws {
    let settings = try Settings.recovered(
      options, at: revision, output: destination.output, isPublic: isPublic)
    if destination.output == nil { try settings.checkOutputStays() }
    let console = settings.console
    var watch = Stopwatch()
    let (history, historyDiagnostics) = await settings.history()
    if history != nil { try watch.lap("read the history", settings) }
    let book = await settings.pipeline.book(from: settings.source, history: history)
    try watch.lap("read \(book.recordCount) records", settings)
    let list = try changedList.map { path in
      try settings.checkLiesOutside(path, option: "--changed-list")
      return try ExportFile(path, outside: settings.content)
    }
    let (all, siteDiagnostics) = await settings.pipeline.site(
      of: book, for: only.isEmpty ? .build : .part(only))
    let site = only.isEmpty ? all : try part(of: all)
    keepUntilExit((book, site))
    try watch.lap("checked \(site.fileCount) files to write", settings)
    let diagnostics = settings.ordered(historyDiagnostics + book.diagnostics + siteDiagnostics)
    try settings.refuse(diagnostics)
    try console.report(diagnostics, to: .error)
    let progress = BuildProgress(total: site.fileCount, console: console, isQuiet: settings.isQuiet)
    let outcome = try await progress.run { report in
      try await site.publish(to: settings.output, verify: verify, progress: report) { changed in
        try list?.write(Array(changed.map { $0 + "\n" }.joined().utf8), isLasting: false)
      }
    }
    try watch.lap("rendered and wrote", settings)
    guard let summary = outcome.summary, !outcome.diagnostics.hasErrors else {
      let done =
        outcome.hasBegun
        ? "some pages were written, and the next build completes them" : "nothing was written"
      try settings.fail(outcome.diagnostics, saying: done)
    }
    try console.report(outcome.diagnostics, to: .error)
    if !outcome.leftOut.isEmpty {
      try settings.tell(
        "the pages in \(settings.output) lack \(enumeration(outcome.leftOut)), which cannot be put into them")
    }
    try settings.say(
      "\(settings.output): \(site.pageCount) pages, \(summary.changed) changed, \(summary.removed) removed, "
        + "\(watch.total)")
    try reportUnexpected(in: book, settings)
  }

  /// Reports what the output contains that the user may not expect.
  private func reportUnexpected(in book: Book, _ settings: Settings) throws {
    if settings.includesDrafts, case let drafts = book.includedDrafts, drafts > 0 {
      try settings.say(
        "\(settings.output) has \(counted(drafts, "draft", "drafts")), in lists and totals, too"
      )
    }
    if book.leftOut?.isNothing ?? false {
      try settings.tell(
        "no entity, key or page is marked 'private': \(settings.output) shows every value of every record")
    }
  }

  /// The part of the site selected by --only.
  private func part(of site: PlannedSite) throws -> PlannedSite {
    do {
      return try site.part(only, isSingleFile: singleFile)
    } catch {
      throw ValidationError(
        error.isOfWholeSite
          ? "'\(error.name)' shows the whole site, and is not made for a part of it"
          : "there is no page '\(error.name)'" + suggestion(error.nearest))
    }
  }
}
