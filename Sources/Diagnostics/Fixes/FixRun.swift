import FileSystem

/// Makes fix-its in memory, in rounds, until none are left.
///
/// One round may enable fix-its for the next, because an error in YAML hides all errors after it. Nothing is
/// written; after each round, the caller reads the files again with `files` laid over them.
///
///     var run = FixRun()
///     while run.take(diagnostics, mayChange: { $0.hasPrefix("Content/") }) { diagnostics = check(run.files) }
package struct FixRun: Sendable {
  /// A file that is changed.
  package struct File: Sendable {
    /// The file on disk.
    package let original: SourceFile
    /// The file's bytes after the rounds so far.
    package private(set) var bytes: [UInt8]
    /// The fixed diagnostics, by round and then in the order of the file.
    package private(set) var fixed: [Diagnostic] = []
    /// Whether its fix-its led back to an earlier text, so that they were undone and no more are made.
    private(set) var isUndone = false
    /// The earlier texts as hash values, each with the number of diagnostics fixed by then.
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

  /// The maximum number of rounds, so that every run ends.
  package static let maximumRounds = 64

  /// The changed files, by path.
  package private(set) var files: [String: File] = [:]
  /// The number of rounds so far.
  package private(set) var rounds = 0
  /// The number of diagnostics that could still be fixed after the last round.
  package private(set) var left = 0

  /// Makes a run in which no file has been changed.
  package init() {}

  /// Makes the fix-its of diagnostics about the files in their current state.
  /// - Parameters:
  ///   - diagnostics: the diagnostics.
  ///   - mayChange: returns whether the file at a path may be changed.
  /// - Returns: whether a file changed; if not, the run has ended.
  package mutating func take(_ diagnostics: [Diagnostic], mayChange: (String) -> Bool) -> Bool {
    let plan = FixPlan(diagnostics) { path in !(files[path]?.isUndone ?? false) && mayChange(path) }
    left = plan.count
    guard left > 0, rounds < Self.maximumRounds else { return false }
    rounds += 1
    for change in plan.changes { files[change.file.path, default: File(change.file)].take(change) }
    return true
  }

  /// The files that differ from those on disk, by path.
  package var changed: [File] {
    files.values.filter { $0.bytes != $0.original.bytes }
      .sorted { $0.original.path.precedes($1.original.path) }
  }

  /// The paths of the files whose fix-its led back to an earlier text.
  package var undone: [String] {
    files.values.filter(\.isUndone).map(\.original.path).sorted { $0.precedes($1) }
  }
}
