import Editing
import FileSystem

/// Prevents a command from writing, because another program changed files that it had read.
struct EditConflict: Error {
  /// The files, as the user would type them.
  let paths: [String]
  /// The files that keep what was written to them, because they were changed after it.
  let kept: [String]

  /// One line for each file.
  var text: String {
    let rest = kept.isEmpty ? "nothing was written" : "nothing was written, except as follows"
    return paths.map { "\($0): was changed by another program in the meantime; \(rest)\n" }.joined()
      + kept.map { "\($0): was written, and then changed by another program; it keeps both\n" }.joined()
  }
}

extension Settings {
  /// Writes all changes or none.
  /// - Parameter lock: a lock on Content, if it was taken before Content was read.
  /// - Throws: ``EditConflict`` if a file has changed since it was read.
  func commit(_ changes: [FileChange], under lock: FolderLock? = nil) throws {
    let outcome = try EditJournal(content: content).commit(changes, under: lock) {
      report($0)
    }
    if case .conflict(let paths, let kept) = outcome {
      throw EditConflict(paths: paths.map { content + "/" + $0 }, kept: kept.map { content + "/" + $0 })
    }
  }
}
