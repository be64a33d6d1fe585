import Content
import Diagnostics
import FileSystem

/// Makes fix-its in the files of a site: in Content and in its own themes only.
struct CheckFixes {
  /// The locations of Content and the themes.
  let settings: Settings

  private var console: Console { settings.console }

  /// Makes fix-its in rounds until none is left, and reports them on standard error.
  /// - Parameter lock: a lock on Content, taken before the first check. A process that removes the files of killed runs
  ///   waits for it, too. It is released when the files are written.
  /// - Returns: the result of a new check, and the first failure to write a file; the other files are fixed.
  func make(
    _ first: CheckResult, under lock: FolderLock?
  ) async throws -> (result: CheckResult, failure: EnvironmentFailure?) {
    let (run, result) = await rounds(first)
    let roots = try roots()
    let token = RunToken()
    let outcome = write(run, in: roots, as: token)
    for root in roots { _ = try? root.folder.remove(token.record) }
    lock?.release()
    try console.write(outcome.report, to: .error)
    if !settings.isQuiet {
      try console.write(Self.count(outcome.fixes, outcome.files) + "\n" + Self.ending(of: run), to: .error)
    }
    return (outcome.files == run.changed.count ? result : await CheckResult(settings), outcome.failure)
  }

  /// Prints the changes as a diff on standard output, and the remaining diagnostics on standard error.
  /// - Parameter isBesideReport: whether standard output has a full report, so the diff is on standard error.
  func preview(_ first: CheckResult, isBesideReport: Bool = false) async throws {
    let (run, result) = await rounds(first)
    var diff: [UInt8] = []
    for file in run.changed {
      diff += UnifiedDiff.text(path: file.original.path, before: file.original.bytes, after: file.bytes)
    }
    try console.write(diff, to: isBesideReport ? .error : .output)
    if !isBesideReport { try console.report(result.diagnostics, to: .error) }
    guard !settings.isQuiet else { return }
    let count = run.changed.reduce(0) { $0 + $1.fixed.count }
    try console.write(
      Self.count(count, run.changed.count) + "; nothing was written\n" + Self.ending(of: run), to: .error)
  }

  // MARK: Rounds

  /// Makes the rounds in memory.
  /// - Returns: the run, and the result of a check after its last round.
  private func rounds(_ first: CheckResult) async -> (FixRun, CheckResult) {
    let roots = [settings.content, settings.themes].compactMap { root in
      FileSystem.resolved(root).map { (root + "/", $0 + "/") }
    }
    func mayChange(_ path: String) -> Bool {
      roots.contains { root, resolved in
        path.hasPrefix(root) && FileSystem.resolved(path)?.hasPrefix(resolved) ?? false
      }
    }
    var run = FixRun()
    var result = first
    let live = LiveBook(includesDrafts: settings.includesDrafts, findsLints: true)
    let drafts = LiveBook(includesDrafts: true, findsLints: true)
    let history = await settings.history().history
    // Fixes make no commits.
    let known = history.map { LiveBook.KnownHistory(commit: "", history: $0.full) }
    var source = Overlay(over: settings.source)
    // What is left out is not reported, but fixed with the rest: a key that has a new name has it in drafts, too.
    func ofDrafts() async -> [Diagnostic] {
      guard !result.drafts.isEmpty else { return [] }
      let book = await drafts.reading(of: source, today: settings.today, history: known).book
      return await CheckResult(settings, of: book).diagnostics.filter {
        result.drafts.contains($0.range.file.path)
      }
    }
    while run.take(result.diagnostics + (await ofDrafts()), mayChange: mayChange) {
      source = Overlay(over: settings.source)
      var themeFiles: [String: [UInt8]] = [:]
      for file in run.changed {
        let path = file.original.path
        if let below = path.path(below: settings.content) {
          source.put(file.bytes, at: below)
        } else if let below = path.path(below: settings.themes) {
          themeFiles[below] = file.bytes
        }
      }
      let book = await live.reading(of: source, today: settings.today, history: known).book
      result = await CheckResult(settings, of: book, themeFiles: themeFiles)
    }
    return (run, result)
  }

  /// The reason that a run ended early; empty if nothing was left to fix.
  private static func ending(of run: FixRun) -> String {
    var text = ""
    for path in run.undone {
      text += "\(path): some fixes undo each other there, and are left to you\n"
    }
    if run.left > 0 {
      text +=
        "\(counted(run.left, "fix", "fixes")) more can be made: a run ends after \(FixRun.maximumRounds) rounds, so start another\n"
    }
    return text
  }

  private static func count(_ fixes: Int, _ files: Int) -> String {
    "\(counted(fixes, "fix", "fixes")) in \(counted(files, "file", "files"))"
  }

  // MARK: Files

  /// A folder in which files may be changed.
  private struct Root {
    /// The path with all symbolic links resolved, and a trailing `/`.
    let path: String
    /// The open folder, which stays the same even if its path leads elsewhere later.
    let folder: OpenFolder
  }

  private func roots() throws(EnvironmentFailure) -> [Root] {
    var roots: [Root] = []
    for path in [settings.content, settings.themes] {
      guard let resolved = FileSystem.resolved(path), FileSystem.kind(of: path) == .folder else { continue }
      roots.append(Root(path: resolved + "/", folder: try OpenFolder.open(resolved)))
    }
    return roots
  }

  /// Writes the files.
  /// - Returns: a report of the fixes in each, the numbers of fixes and of files, and the first failure to write a file.
  private func write(
    _ run: FixRun, in roots: [Root], as token: RunToken
  ) -> (report: String, fixes: Int, files: Int, failure: EnvironmentFailure?) {
    let printer = DiagnosticPrinter(color: console.isColored(.error))
    var report = ""
    var count = 0
    var failure: EnvironmentFailure?
    var written: [String: [UInt8]] = [:]
    for (number, file) in run.changed.enumerated() {
      let path = file.original.path
      // A file with two paths, one of them a symbolic link, is written once.
      if let resolved = FileSystem.resolved(path),
        written.updateValue(file.bytes, forKey: resolved) == file.bytes
      {
        continue
      }
      var reason: String?
      do throws(EnvironmentFailure) {
        reason = try replace(file, in: roots, as: token, number)
      } catch {
        if failure == nil { failure = error }
        reason = error.reason
      }
      if let reason {
        written[FileSystem.resolved(path) ?? path] = nil
        report += "\(path): skipped; \(reason)\n"
        continue
      }
      count += file.fixed.count
      if !settings.isQuiet { report += printer.text(ofFixed: file.fixed) }
    }
    return (report, count, written.count, failure)
  }

  /// Replaces the bytes of a file.
  ///
  /// The file is reached component by component, so nothing is written elsewhere if a folder became a link.
  /// - Returns: the reason that the file stays as it is; nil if it was replaced.
  private func replace(
    _ file: FixRun.File, in roots: [Root], as run: RunToken, _ number: Int
  ) throws(EnvironmentFailure) -> String? {
    let changed = "the file changed while it was checked"
    // A symbolic link is kept, and its target is replaced.
    guard let path = FileSystem.resolved(file.original.path),
      let root = roots.first(where: { path.hasPrefix($0.path) })
    else { return changed }
    let names = path.dropFirst(root.path.count).split(separator: "/").map(String.init)
    guard let name = names.last, let folder = try root.folder.folder(names.dropLast().joined(separator: "/"))
    else { return changed }
    try root.folder.touch(run.record)
    switch try folder.replace(
      name, holding: file.original.bytes, with: file.bytes, temporary: run.temporary(number),
      for: file.original.path)
    {
    case .replaced: return nil
    case .changed: return changed
    case .hardLinked:
      return "the file has more names than this one (hard links), which would keep the old text"
    }
  }
}
