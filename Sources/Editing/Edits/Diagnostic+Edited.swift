import Diagnostics
import FileSystem

extension Diagnostic {
  /// The diagnostic of a value that must be unique, at the edited one of the two records that have it. A book reports the
  /// later of two files, which need not be the one that is wrong.
  /// - Parameter paths: the paths of the edited files, as the user would type them.
  package func located(in paths: Set<String>) -> Diagnostic {
    guard id == .notUnique, !paths.contains(range.file.path), let key = keys.first,
      let other = notes.first?.range, paths.contains(other.file.path)
    else { return self }
    let holder = range.file.path.fileName.withoutMarkdownEnding
    return Diagnostic(
      .notUnique, severity, at: other, "'\(key)' is the same as that of '\(holder)', and must be unique",
      essence: other.text, notes: [.init("the same value", at: range)], keys: keys)
  }

  /// The diagnostic, with a note if it is of an editor's backup copy of a file that the edit removes: the copy would be
  /// taken for what is left of the file.
  func notedIfBackup(ofRemovedBy edit: Edit, below root: String) -> Diagnostic {
    guard id == .nearMissFileName, let original = range.file.path.backedUpPath?.path(below: root),
      edit.changes.contains(where: { $0.path == original && $0.after == nil })
    else { return self }
    return adding("it is a backup copy of a file that the edit removes; remove it first")
  }
}
