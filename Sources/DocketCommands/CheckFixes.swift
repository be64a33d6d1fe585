import Content
import Diagnostics
import FileSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Makes fix-its in the files of a site, those in Content and in its own themes and no others.
struct CheckFixes {
  /// Where Content and the themes lie.
  let settings: Settings
  /// Where it is said what was fixed.
  let console: Console

  /// Mends what can be fixed, and says so on standard error.
  ///
  /// What a dry run shows is all that is done: errors that a fixed file no longer hides are for the next run.
  /// - Returns: what a new check finds.
  /// - Throws: where a file cannot be written; those fixed before stay fixed.
  func make(_ result: CheckResult) async throws -> CheckResult {
    for root in [settings.content, settings.themes] { sweep(root) }
    var files = 0
    var count = 0
    for change in plan(result.diagnostics).changes {
      guard try replace(change) else {
        try console.write("\(change.file.path): skipped; the file changed while it was checked\n", to: .error)
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
        Self.count(count, files) + (more == 0 ? "" : "; that leaves \(more) for the next run") + "\n",
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

  /// The names of files that are being written; they begin with '.', so that no check takes one for a record.
  private static let temporaryName = ".docket-fix-"

  /// Whether a name is one that this program makes: with six letters and digits, and not a file of the user's.
  private static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(temporaryName) && name.utf8.count == temporaryName.utf8.count + 6
      && name.utf8.suffix(6).allSatisfy { byte in
        byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 26
      }
  }

  /// Removes what a killed run left, in a folder and those below.
  private func sweep(_ folder: String) {
    for entry in (try? FileSystem.entries(of: folder)) ?? [] {
      let path = "\(folder)/\(entry.name)"
      switch entry.kind {
      case .file where Self.isTemporary(entry.name): unlink(path)
      case .folder where !entry.name.hasPrefix("."): sweep(path)
      default: break
      }
    }
  }

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
    var name = Array("\(folder)/\(Self.temporaryName)XXXXXX".utf8CString)
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
