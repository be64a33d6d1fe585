import Content
import Diagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Makes fix-its in the files of a site, those in Content and in its own themes and no others.
struct CheckFixes {
  let settings: Settings
  let console: Console

  /// How often a site is mended and checked anew: a file that could not be read may hide more mistakes.
  private static let mostRounds = 16

  /// Mends what can be mended, and says so on standard error.
  /// - Returns: what a new check finds.
  /// - Throws: where a file cannot be written; those mended before stay mended.
  func make(_ findings: Findings) async throws -> Findings {
    var findings = findings
    var files: Set<String> = []
    var count = 0
    for _ in 0..<Self.mostRounds {
      var isDone = true
      for change in plan(findings.diagnostics).changes {
        guard try replace(change) else {
          try console.write(
            "\(change.file.path): skipped; the file changed while it was checked\n", to: .error)
          continue
        }
        isDone = false
        count += change.mended.count
        files.insert(change.file.path)
        guard !settings.isQuiet else { continue }
        let printer = DiagnosticPrinter(color: console.isColored(.error))
        try console.write(printer.text(ofFixed: change.mended), to: .error)
      }
      if isDone { break }
      findings = await Findings(settings)
    }
    if !settings.isQuiet { try console.write("\(Self.count(count, files.count))\n", to: .error) }
    return findings
  }

  /// Prints the changes as a diff to standard output, and what they do not mend to standard error.
  func preview(_ diagnostics: [Diagnostic]) throws {
    let plan = plan(diagnostics)
    var diff: [UInt8] = []
    for change in plan.changes { diff += change.unifiedDiff(path: change.file.path) }
    try console.write(diff, to: .output)
    try console.report(diagnostics.filter { !plan.mends($0) }, to: .error)
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

  /// Puts a file's new bytes in its place at once, with the permissions it had.
  /// - Returns: false where the file is no longer the one that was checked.
  private func replace(_ change: FixPlan.Change) throws(EnvironmentFailure) -> Bool {
    // A symbolic link stays one; what it leads to is replaced.
    guard let path = FileSystem.resolved(change.file.path) else { return false }
    func failure() -> EnvironmentFailure {
      EnvironmentFailure("write", change.file.path, reason: FileSystem.reason())
    }
    var status = stat()
    guard stat(path, &status) == 0, access(path, W_OK) == 0 else { throw failure() }
    let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    // Names that begin with '.' are not read, so that no check takes it for a record.
    var name = Array("\(folder)/.docket-fix-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    // Where the owner cannot be kept the file is the user's, as an editor would leave it.
    _ = fchown(descriptor, status.st_uid, status.st_gid)
    guard Console.writeAll(change.bytes, to: descriptor), fchmod(descriptor, status.st_mode & 0o7777) == 0,
      fsync(descriptor) == 0
    else {
      defer { unlink(name) }
      throw failure()
    }
    let current = try? FileSystem.read(path, limit: change.file.bytes.count)
    guard current == change.file.bytes else {
      unlink(name)
      return false
    }
    guard rename(name, path) == 0 else {
      defer { unlink(name) }
      throw failure()
    }
    return true
  }
}
