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
    guard mayBeCopy(name.utf8.span), let ending = [".md", ".yml"].first(where: name.hasSuffix) else {
      return []
    }
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

  /// Whether a name has a space or one of the words, which few names have.
  private static func mayBeCopy(_ name: Span<UInt8>) -> Bool {
    for index in name.indices {
      switch name[index] | 0x20 {
      case 0x20: if name[index] == 0x20 { return true }
      case UInt8(ascii: "c"): if holds("conflict", name, at: index) { return true }
      case UInt8(ascii: "d"): if holds("desktop", name, at: index) { return true }
      case UInt8(ascii: "l"): if holds("laptop", name, at: index) { return true }
      default: continue
      }
    }
    return false
  }

  private static func holds(_ word: StaticString, _ name: Span<UInt8>, at index: Int) -> Bool {
    guard index + word.utf8CodeUnitCount <= name.count else { return false }
    for offset in 0..<word.utf8CodeUnitCount where name[index + offset] | 0x20 != word.utf8Start[offset] {
      return false
    }
    return true
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
