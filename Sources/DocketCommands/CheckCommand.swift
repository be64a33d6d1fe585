import ArgumentParser
import Content
import Diagnostics
import Editing
import FileSystem
import Site

/// `docket check`
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Report everything wrong, write nothing.",
    discussion: """
      Every error in records, model, pages and theme is found in one run and printed to standard output with its \
      place, the line, and the nearest fix if there is one. Front matter that is no YAML hides the rest \
      of its file until that is fixed. The exit code is 1 if there is an error.

        docket check --explain unknown-reference
        docket check --fix --dry-run

      \(Reference.records)

      \(Reference.fixes)
      """)

  /// The output format of diagnostics.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, sarif, github
  }

  @Option(
    help: ArgumentHelp(
      """
      How to print diagnostics: text, json, sarif (for code hosts and editors) or github (for GitHub Actions). Columns \
      count UTF-8 bytes in text and json, and characters in sarif and github.
      """,
      valueName: "format"))
  var format: Format = .text

  @Flag(help: "Fix what has only one possible meaning in the files, then check again.")
  var fix = false

  @Flag(
    help: ArgumentHelp(
      "With --fix: print the changes as a diff, write nothing. With a --format other than text the diff goes to "
        + "standard error, and standard output has the report of the files as they are."))
  var dryRun = false

  @Flag(
    name: .customLong("public"),
    help: "Check the public site as well: whatever would show something private is an error.")
  var isPublic = false

  @Flag(help: "List every kind of diagnostic.")
  var list = false

  @Option(help: ArgumentHelp("Explain a kind of diagnostic, such as unknown-reference.", valueName: "id"))
  var explain: String?

  @OptionGroup var revision: RevisionOption

  @OptionGroup var options: CommonOptions

  func validate() throws {
    if dryRun, !fix { throw ValidationError("--dry-run goes with --fix") }
    if fix, revision.revision != nil {
      throw ValidationError("--fix changes the files; a revision stays as it is")
    }
    if list, explain != nil { throw ValidationError("--list and --explain exclude each other") }
    if fix, list || explain != nil {
      throw ValidationError("--fix checks a site; leave out --list and --explain")
    }
  }

  func run() async throws {
    if list {
      let list = DiagnosticID.list(lints: Set(Lint.ids + Lint.ofPages))
      return try Console(color: options.color).write(list, to: .output)
    }
    if let explain {
      return try Console(color: options.color).write(Self.explanation(of: explain), to: .output)
    }
    let isChanging = fix && !dryRun
    let settings = try Settings.recovered(options, at: revision, waitsForEdits: !isChanging)
    // Nothing that is fixed may be changed by another command after it is read.
    let lock = isChanging ? try FolderLock(settings.content) : nil
    var result = await CheckResult(settings)
    if !isChanging { result = try await withPublicSite(result, settings) }
    if fix {
      let fixes = CheckFixes(settings: settings)
      if dryRun, format == .text {
        try await fixes.preview(result)
      } else if dryRun {
        // Other programs read standard output. Nothing is written, so all diagnostics are still valid.
        try report(result.diagnostics, settings)
        try await fixes.preview(result, isBesideReport: true)
      } else {
        let failure: EnvironmentFailure?
        (result, failure) = try await fixes.make(result, under: lock)
        result = try await withPublicSite(result, settings)
        try report(result.diagnostics, settings)
        if let failure { throw failure }
      }
    } else {
      try report(result.diagnostics, settings)
    }
    let records = counted(result.recordCount, "record", "records")
    try settings.say("\(records): \(Console.count(result.diagnostics))")
    keepUntilExit(result)
    if result.diagnostics.hasErrors { throw ExitCode(of: result.diagnostics) }
  }

  /// The result with what is found in the public site only, if that is asked for.
  private func withPublicSite(_ result: CheckResult, _ settings: Settings) async throws -> CheckResult {
    guard isPublic else { return result }
    let settings = try Settings(options, at: revision, isPublic: true)
    return result.adding(await CheckResult(settings), settings)
  }

  private func report(_ diagnostics: [Diagnostic], _ settings: Settings) throws {
    switch format {
    case .text: try settings.console.report(diagnostics, to: .output)
    case .json: try settings.console.write(diagnostics.json(), to: .output)
    case .sarif:
      try settings.console.write(
        diagnostics.sarif(version: Docket.versionNumber, paths: settings.reportPaths), to: .output)
    case .github:
      try settings.console.write(diagnostics.gitHubCommands(paths: settings.reportPaths), to: .output)
    }
  }

  private static func explanation(of name: String) throws -> String {
    // Also accepts the name as copied from a report, in brackets.
    let name = name.trimmingPrefix("[").split(separator: "]").first.map(String.init) ?? name
    guard let id = DiagnosticID(rawValue: name) else {
      let names = DiagnosticID.allCases.map(\.rawValue)
      // A prefix such as `unknown-ref` takes precedence over similar names.
      let nearest = names.first { $0.hasPrefix(name) } ?? nearestName(to: name, among: names)
      throw ValidationError(
        "there is no kind of diagnostic '\(name)'"
          + suggestion(nearest, else: "; 'docket check --list' names all"))
    }
    return id.text + howToTurnOff(id)
  }

  /// How a lint is turned off; empty for anything else.
  private static func howToTurnOff(_ id: DiagnosticID) -> String {
    let isOfRecords = Lint.ids.contains(id)
    guard isOfRecords || Lint.ofPages.contains(id) else { return "" }
    return
      "\nTo turn it off: 'lints: {\(id.rawValue): false}' in site.yml\(isOfRecords ? ", or in a record" : "").\n"
  }
}

struct CheckResult: Sendable {
  /// The errors and warnings, in the order in which they are reported.
  private(set) var diagnostics: [Diagnostic]
  /// The number of records checked.
  var recordCount: Int { book.recordCount }
  /// The files of the drafts that are left out.
  var drafts: Set<String> { Set(book.drafts.map { "\(book.root)/\($0)" }) }

  private let book: Book
  private let site: PlannedSite

  /// Checks a site.
  init(_ settings: Settings) async {
    // A check does not show changes, so it does not matter if some of them are unknown.
    let history = await settings.historyForChecking()
    let book = await settings.pipeline.book(from: settings.source, history: history)
    await self.init(settings, of: book)
  }

  /// Checks the site of a book.
  /// - Parameter themeFiles: the contents of theme files that differ from those on disk, by path below the
  ///   themes.
  init(_ settings: Settings, of book: Book, themeFiles: [String: [UInt8]] = [:]) async {
    self.book = book
    var pipeline = settings.pipeline
    if !themeFiles.isEmpty {
      var themes = Overlay(over: pipeline.themes)
      for (path, bytes) in themeFiles { themes.put(bytes, at: path) }
      pipeline.themes = themes
    }
    let (site, siteDiagnostics) = await pipeline.site(of: book, for: .check)
    self.site = site
    let mappings =
      book.importMappings.isEmpty ? [] : Editor(book, today: settings.today).mappingDiagnostics()
    let found = settings.ordered(book.diagnostics + siteDiagnostics + mappings)
    // As in a build, only a site without errors is rendered.
    diagnostics = found.hasErrors ? found : settings.ordered(found + (await site.renderingErrors()))
  }

  /// The result with the diagnostics that only another site of the same files has, the public one. Where both have a
  /// diagnostic of one kind at one place, this site's stays, because the two may count different records; and what is an
  /// error here is not judged again.
  func adding(_ other: CheckResult, _ settings: Settings) -> CheckResult {
    func place(_ diagnostic: Diagnostic) -> [String] {
      [diagnostic.range.file.path, "\(diagnostic.range.bytes.lowerBound)"]
    }
    let known = Set(diagnostics.map { place($0) + [$0.id.rawValue] })
    let wrong = Set(diagnostics.filter { $0.severity == .error }.map(place))
    var result = self
    result.diagnostics = settings.ordered(
      diagnostics
        + other.diagnostics.filter {
          !known.contains(place($0) + [$0.id.rawValue]) && !wrong.contains(place($0))
        })
    return result
  }
}
