import Content
import Diagnostics
import FileSystem

/// Makes fix-its in the files of a site, those in Content and in its own themes and no others.
struct CheckFixes {
  /// Where Content and the themes lie.
  let settings: Settings
  /// Where it is said what was fixed.
  let console: Console

  /// Fixes what can be fixed, and says so on standard error.
  ///
  /// What a dry run shows is all that is done: errors that a fixed file no longer hides are for the next run.
  /// - Returns: what a new check finds.
  /// - Throws: where a file cannot be written; those fixed before stay fixed.
  func make(_ result: CheckResult) async throws -> CheckResult {
    let roots = try roots()
    for root in roots { try root.sweep() }
    let run = RunToken()
    defer { for root in roots { root.forget(run) } }
    var files = 0
    var count = 0
    for (number, change) in plan(result.diagnostics).changes.enumerated() {
      if let reason = try replace(change, in: roots, as: run, number) {
        try console.write("\(change.file.path): skipped; \(reason)\n", to: .error)
        continue
      }
      count += change.fixed.count
      files += 1
      guard !settings.isQuiet else { continue }
      let printer = DiagnosticPrinter(color: console.isColored(.error))
      try console.write(printer.text(ofFixed: change.fixed), to: .error)
    }
    let left = files == 0 ? result : await CheckResult(settings)
    if !settings.isQuiet {
      let more = files == 0 ? 0 : plan(left.diagnostics).count
      try console.write(
        Self.count(count, files)
          + (more == 0 ? "" : "; that leaves \(more) for the next run, for a fixed file is read further")
          + "\n",
        to: .error)
    }
    return left
  }

  /// Prints the changes as a diff to standard output, and what they do not fix to standard error.
  func preview(_ diagnostics: [Diagnostic]) throws {
    let plan = plan(diagnostics)
    var diff: [UInt8] = []
    for change in plan.changes { diff += change.unifiedDiff(path: change.file.path) }
    try console.write(diff, to: .output)
    try console.report(plan.left, to: .error)
    guard !settings.isQuiet else { return }
    try console.write("\(Self.count(plan.count, plan.changes.count)); nothing was written\n", to: .error)
  }

  private func plan(_ diagnostics: [Diagnostic]) -> FixPlan {
    let roots = [settings.content, settings.themes].compactMap { root in
      FileSystem.resolved(root).map { (root + "/", $0 + "/") }
    }
    return FixPlan(diagnostics) { path in
      roots.contains { root, resolved in
        path.hasPrefix(root) && FileSystem.resolved(path)?.hasPrefix(resolved) ?? false
      }
    }
  }

  private static func count(_ fixes: Int, _ files: Int) -> String {
    "\(fixes) \(fixes == 1 ? "fix" : "fixes") in \(files) \(files == 1 ? "file" : "files")"
  }

  // MARK: Files

  /// A folder in which files may be changed.
  private struct Root {
    /// Its path with all symbolic links resolved, and `/` at its end.
    let path: String
    /// The folder, which stays the same whatever its path leads to later.
    let folder: OpenFolder

    /// Removes what killed runs have left in the folder and those below.
    func sweep() throws(EnvironmentFailure) {
      let runs = try folder.recordedRuns()
      guard !runs.isEmpty else { return }
      try Self.sweep(folder, of: runs)
      for run in runs { try folder.remove(run.record) }
    }

    private static func sweep(_ folder: OpenFolder, of runs: [RunToken]) throws(EnvironmentFailure) {
      for name in try folder.names() {
        if runs.contains(where: { $0.isTemporary(name) }) {
          try folder.remove(name)
        } else if !name.hasPrefix("."), try folder.kind(of: name) == .folder,
          let inner = try folder.folder(name)
        {
          try sweep(inner, of: runs)
        }
      }
    }

    /// Takes away the record of a run that has left nothing.
    func forget(_ run: RunToken) { _ = try? folder.remove(run.record) }
  }

  private func roots() throws(EnvironmentFailure) -> [Root] {
    var roots: [Root] = []
    for path in [settings.content, settings.themes] {
      guard let resolved = FileSystem.resolved(path), FileSystem.kind(of: path) == .folder else { continue }
      roots.append(Root(path: resolved + "/", folder: try OpenFolder.open(resolved)))
    }
    return roots
  }

  /// Puts a file's new bytes in its place.
  ///
  /// The file is reached from the root name by name: nothing is written elsewhere where a folder has become a link.
  /// - Returns: why the file stays as it is, or nil.
  private func replace(
    _ change: FixPlan.Change, in roots: [Root], as run: RunToken, _ number: Int
  ) throws(EnvironmentFailure) -> String? {
    let changed = "the file changed while it was checked"
    // A symbolic link stays one; what it leads to is replaced.
    guard let path = FileSystem.resolved(change.file.path),
      let root = roots.first(where: { path.hasPrefix($0.path) })
    else { return changed }
    let names = path.dropFirst(root.path.count).split(separator: "/").map(String.init)
    guard let name = names.last, let folder = try root.folder.folder(names.dropLast().joined(separator: "/"))
    else { return changed }
    try root.folder.touch(run.record)
    switch try folder.replace(
      name, holding: change.file.bytes, with: change.bytes, temporary: run.temporary(number),
      for: change.file.path)
    {
    case .replaced: return nil
    case .changed: return changed
    case .hardLinked:
      return "the file has more names than this one (hard links), which would keep the old text"
    }
  }
}
