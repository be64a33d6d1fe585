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
}
