import FileSystem

/// The names that syncs and file managers give to a copy of a file that they put beside it, such as
/// `2026-0001 (Anna's conflicted copy 2026-11-30).md`, `2026-0001-DESKTOP-7A3B.md`, `2026-0001 2.md` and
/// `Kopie von 2026-0001.md`.
enum CopiedName {
  /// How certain it is that a name is that of a copy.
  enum Certainty: Comparable {
    /// It may be a name of its own: `report 2`.
    case possible
    case certain
  }

  /// The names of files that a file may be a copy of, the longest first.
  static func originals(of name: String, _ certainty: Certainty) -> [String] {
    guard let ending = [".md", ".yml"].first(where: name.hasSuffix) else { return [] }
    let stem = name.dropLast(ending.count)
    let folded = stem.lowercased()
    for start in ["copy of ", "kopie von ", "copie de ", "copia de "] where folded.hasPrefix(start) {
      return [stem.dropFirst(start.count) + ending]
    }
    return stem.indices.reversed().filter { index in
      index > stem.startIndex && " ._-".contains(stem[index])
        && isMark(stem[index...].lowercased(), certainty)
    }.map { stem[..<$0] + ending }
  }

  /// Whether the end of a name marks it as a copy.
  private static func isMark(_ end: String, _ certainty: Certainty) -> Bool {
    // Windows calls a computer by these; another name cannot be told from an id.
    if end.contains("conflict") || end.hasPrefix("-desktop-") || end.hasPrefix("-laptop-") { return true }
    if ["copy", "kopie", "copie", "copia"].contains(where: { end.hasPrefix(" - " + $0) || end == " " + $0 }) {
      return true
    }
    let rest = end.dropFirst()
    return certainty == .possible && end.hasPrefix(" ") && !rest.isEmpty
      && (rest.hasPrefix("(") && rest.hasSuffix(")") || rest.allSatisfy(\.isNumber))
  }
}
