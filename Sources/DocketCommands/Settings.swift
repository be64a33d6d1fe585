import ArgumentParser
import Content
import Diagnostics
import FileSystem
import Records
import Site

/// The meaning of the common options, with folders located and the day determined.
struct Settings: Sendable {
  /// Content, as the user would type it.
  let content: String
  /// The folder of the site's own themes.
  let themes: String
  /// The files to read: those of Content, or their state at a revision.
  let source: any ContentSource
  /// The site's own themes, one folder each, read like the files.
  let themeSource: any ContentSource
  /// The revision at which the book is read; nil for the present files.
  let past: RevisionOption.Past?
  /// The theme named on the command line.
  let theme: String?
  /// The language of pages named on the command line.
  let language: String?
  /// The folder to write the site to.
  let output: String
  /// The day that `today()` returns.
  let today: CivilDate
  /// Whether drafts are read like other records.
  let includesDrafts: Bool
  /// Whether warnings are errors.
  let isStrict: Bool
  /// Whether to print only errors and requested output.
  let isQuiet: Bool
  /// Whether to print the time of each stage.
  let isVerbose: Bool
  /// When to colour.
  let color: CommonOptions.Color

  /// Whether to make a public site, without private things.
  let isPublic: Bool

  /// Resolves the options.
  /// - Parameters:
  ///   - revision: the revision to read the book at; nil for the present files.
  ///   - output: the folder to write the site to, as named by the user.
  ///   - isPublic: whether to make a public site, without private things.
  ///   - waitsForEdits: whether readings wait until no other docket process changes Content.
  /// - Throws: `ValidationError` for errors that the user can correct on the command line.
  init(
    _ options: CommonOptions, at revision: RevisionOption? = nil, output named: String? = nil,
    isPublic: Bool = false, waitsForEdits: Bool = false
  ) throws {
    self.isPublic = isPublic
    content = try Self.content(options.content)
    let site = Self.parent(of: content)
    themes = try options.themes.map(Self.withoutSlash) ?? Self.themes(of: site)
    past = try revision?.past(content: content, themes: themes)
    source = past?.content ?? WorkingTree(content, waitsForEdits: waitsForEdits)
    themeSource = past?.themes ?? WorkingTree(themes, isRequired: false)
    theme = options.theme
    language = options.language
    output = named.map(Self.withoutSlash) ?? Self.path(site, isPublic ? "Public" : "Site")
    today = try options.today == nil ? past?.day ?? Self.today(nil) : Self.today(options.today)
    includesDrafts = options.drafts
    isStrict = options.strict
    isQuiet = options.quiet
    isVerbose = options.verbose
    color = options.color
    if Self.lies(output, in: content) {
      throw ValidationError("the output folder cannot be Content or lie in it; name another with --output")
    }
  }

  /// The loader of the book.
  func loader(history: BookHistory? = nil) -> ContentLoader {
    ContentLoader(
      source: source, includesDrafts: includesDrafts, today: today, history: history, isPublic: isPublic)
  }

  /// The pipeline that makes a site from Content and the themes.
  var pipeline: SitePipeline {
    SitePipeline(
      theme: theme, themes: themeSource, language: language, includesDrafts: includesDrafts, today: today,
      isPublic: isPublic)
  }

  /// Sorts diagnostics in report order; `--strict` turns warnings into errors.
  func ordered(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    var sorted = diagnostics.sortedByPlace()
    if isStrict {
      for index in sorted.indices { sorted[index].severity = .error }
    }
    return sorted
  }

  /// The console for reporting.
  var console: Console { Console(color: color) }

  /// Prints a line about what is done, unless the user wants none.
  func say(_ line: String, to stream: Console.Stream = .error) throws(EnvironmentFailure) {
    if !isQuiet { try console.write(line + "\n", to: stream) }
  }

  /// Prints a line to standard error, whatever the user wants.
  func tell(_ line: String) throws(EnvironmentFailure) { try console.write(line + "\n", to: .error) }

  /// Prints in a line why nothing was done, and ends the command.
  func stop(_ reason: String) throws -> Never {
    try tell("docket: \(reason)")
    throw ExitCode(1)
  }

  /// Prints diagnostics, and ends the command.
  /// - Parameters:
  ///   - diagnostics: the diagnostics, in the order to print.
  ///   - tail: what follows from them, printed after their numbers.
  func fail(_ diagnostics: [Diagnostic], saying tail: String? = nil) throws -> Never {
    try console.report(diagnostics, to: .error)
    if let tail { try tell("\(Console.count(diagnostics)); \(tail)") }
    throw ExitCode(of: diagnostics)
  }

  /// Prints diagnostics and ends the command, if there are errors among them.
  /// - Parameter lock: a lock to release before, since whoever reads the errors may take their time.
  func refuse(_ diagnostics: [Diagnostic], releasing lock: FolderLock? = nil) throws {
    let diagnostics = ordered(diagnostics)
    guard diagnostics.hasErrors else { return }
    lock?.release()
    try fail(diagnostics, saying: "nothing was written")
  }

  /// Prints diagnostics of the settings, the model or the theme, and ends the command if there are errors among
  /// them. What `--strict` finds in them does not end it.
  func report(_ diagnostics: [Diagnostic]) throws {
    if diagnostics.hasErrors { try fail(ordered(diagnostics)) }
    try console.report(ordered(diagnostics), to: .error)
  }

  // MARK: Folders

  /// The folder with the records: the named one, else the nearest enclosing Content.
  private static func content(_ named: String?) throws -> String {
    if let named = named.map(withoutSlash) {
      guard FileSystem.kind(of: named) == .folder else {
        throw ValidationError("there is no folder '\(named)'")
      }
      let inner = path(named, "Content")
      if FileSystem.kind(of: inner) == .folder, FileSystem.kind(of: path(named, "site.yml")) == nil {
        throw ValidationError(
          "'\(named)' is not the records' folder, but has it in it; write --content \(inner)")
      }
      return named
    }
    if let content = nearestContent() {
      try checkStays("Content", in: String(content.folderPrefix), option: "--content")
      return content
    }
    throw ValidationError(
      "there is no folder 'Content' here or above; start one with 'docket init', or name it with --content")
  }

  /// Content in the nearest enclosing folder that has one; nil if none has.
  static func nearestContent() -> String? {
    var prefix = ""
    for _ in 0..<64 {
      if FileSystem.kind(of: prefix + "Content") == .folder { return prefix + "Content" }
      if FileSystem.resolved(prefix.isEmpty ? "." : prefix) == "/" { break }
      prefix += "../"
    }
    return nil
  }

  /// The folder of a site's own themes, which need not exist.
  private static func themes(of site: String) throws -> String {
    try checkStays("Themes", in: site.isEmpty ? "" : site + "/", option: "--themes")
    return path(site, "Themes")
  }

  /// Refuses a folder that was not named by the user and is a symbolic link out of the site: an untrusted
  /// branch must not decide which files are read or written.
  private static func checkStays(_ name: String, in prefix: String, option: String) throws {
    guard let site = FileSystem.resolved(prefix.isEmpty ? "." : prefix),
      case .outside(let target) = FileSystem.target(ofLink: prefix + name, within: site)
    else { return }
    throw ValidationError(
      "'\(prefix)\(name)' is a symbolic link out of the site, to '\(target)'; name that folder with \(option)"
    )
  }

  /// Refuses the folder that a site is written to, which the user has not named, if it leads out of the site.
  func checkOutputStays() throws {
    try Self.checkStays(String(output.fileName), in: String(output.folderPrefix), option: "--output")
  }

  /// Whether a folder, which need not exist yet, is the same as another one or inside it.
  static func lies(_ path: String, in folder: String) -> Bool {
    let existing = ([path] + path.foldersAbove).first { FileSystem.kind(of: $0) != nil } ?? "."
    let missing = path.hasPrefix(existing) ? path.dropFirst(existing.count) : path[...]
    var names: [Substring] = []
    // Folders that are missing will be made, so `..` after one leads back.
    for name in missing.split(separator: "/") where name != "." {
      if name == "..", !names.isEmpty { names.removeLast() } else { names.append(name) }
    }
    if names.count < missing.split(separator: "/").count {
      return lies(([existing[...]] + names).joined(separator: "/"), in: folder)
    }
    guard let path = FileSystem.resolved(existing), let folder = FileSystem.resolved(folder) else {
      return false
    }
    return path == folder || path.hasPrefix(folder + "/")
  }

  /// Refuses an output file among the files that docket reads or publishes.
  func checkLiesOutside(_ path: String, option: String) throws {
    for (other, name) in [(content, "Content"), (output, "the output folder")]
    where Self.lies(Self.parent(of: path), in: other) {
      throw ValidationError("\(option) cannot lie in \(name)")
    }
  }

  private static func withoutSlash(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// The parent folder of a path; empty for a path without folders.
  private static func parent(of path: String) -> String {
    let last = path.fileName
    // These paths have no last component to remove.
    if last == "." || last == ".." { return path + "/.." }
    return path.contains("/") ? path.folderAbove : ""
  }

  private static func path(_ folder: String, _ name: String) -> String {
    folder.isEmpty ? name : folder == "/" ? "/" + name : folder + "/" + name
  }

  // MARK: The day

  /// The day given by `--today`, else by SOURCE_DATE_EPOCH (in UTC), else the current local day.
  static func today(_ text: String?) throws -> CivilDate {
    if let text {
      guard let day = CivilDate(text) else {
        throw ValidationError("--today is a day such as 2026-03-14, not '\(text)'")
      }
      return day
    }
    var (year, month, day) = SystemClock.today()
    if let epoch = Environment.variable("SOURCE_DATE_EPOCH", allowsEmpty: true) {
      guard let seconds = Int(epoch) else {
        throw ValidationError("SOURCE_DATE_EPOCH is a number of seconds, not '\(epoch)'")
      }
      (year, month, day) = SystemClock.day(ofSeconds: seconds)
    }
    guard let day = CivilDate(year: year, month: month, day: day) else {
      throw ValidationError("the clock shows no day between the years 1 and 9999")
    }
    return day
  }
}
