import FileSystem

/// Fix-its made round after round in memory, until nothing that is certain is left.
///
/// A fixed file is read further, so that one round may bring what the next fixes: an error of YAML hides all errors after
/// it. Nothing is written here; the caller reads the files again after each round, with `files` laid over them.
///
///     var run = FixRun()
///     while run.take(diagnostics, mayChange: { $0.hasPrefix("Content/") }) { diagnostics = check(run.files) }
package struct FixRun: Sendable {
  /// A file that changes.
  package struct File: Sendable {
    /// The file as it is on disk.
    package let original: SourceFile
    /// Its bytes after all rounds so far.
    package private(set) var bytes: [UInt8]
    /// The diagnostics that were fixed, in the order of the rounds, then of the file.
    package private(set) var fixed: [Diagnostic] = []
    /// Whether its fix-its led back to a text that it had before. They are taken back, and it gets no more.
    package private(set) var isUndone = false
    /// The texts that it had, as their hash values, with the number of diagnostics that were fixed in each.
    private var earlier: [(hash: Int, fixed: Int)]

    fileprivate init(_ file: SourceFile) {
      original = file
      bytes = file.bytes
      earlier = [(file.bytes.hashValue, 0)]
    }

    fileprivate mutating func take(_ change: FixPlan.Change) {
      bytes = change.bytes
      fixed += change.fixed
      let hash = bytes.hashValue
      if let place = earlier.first(where: { $0.hash == hash }) {
        fixed.removeSubrange(place.fixed...)
        isUndone = true
      }
      earlier.append((hash, fixed.count))
    }
  }

  /// The most rounds: no file may make a run without end.
  package static let maximumRounds = 64

  /// The files that change, by path.
  package private(set) var files: [String: File] = [:]
  /// The number of rounds that were made.
  package private(set) var rounds = 0
  /// The number of fixes that could be made after the last round; 0 if nothing that is certain is left.
  package private(set) var left = 0

  /// Starts a run in which no file was changed yet.
  package init() {}

  /// Makes the fix-its of what was found in the files as they are after the rounds so far.
  /// - Parameters:
  ///   - diagnostics: what was found.
  ///   - mayChange: whether a file is one that may be changed, by its path.
  /// - Returns: whether a file changed; where not, the run has ended.
  package mutating func take(_ diagnostics: [Diagnostic], mayChange: (String) -> Bool) -> Bool {
    let plan = FixPlan(diagnostics) { path in !(files[path]?.isUndone ?? false) && mayChange(path) }
    left = plan.count
    guard left > 0, rounds < Self.maximumRounds else { return false }
    rounds += 1
    for change in plan.changes { files[change.file.path, default: File(change.file)].take(change) }
    return true
  }

  /// The files whose bytes differ from those on disk, by path.
  package var changed: [File] {
    files.values.filter { $0.bytes != $0.original.bytes }
      .sorted { $0.original.path.precedes($1.original.path) }
  }

  /// The paths of the files whose fix-its lead back to a text that they had before.
  package var undone: [String] {
    files.values.filter(\.isUndone).map(\.original.path).sorted { $0.precedes($1) }
  }
}
