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
    for start in ["copy of ", "kopie von ", "copie de ", "copia de "] where stem.lowercased().hasPrefix(start)
    {
      let copied = stem.dropFirst(start.count)
      return [copied, copied.withoutNumber].map { $0 + ending }
    }
    return stem.indices.reversed().filter { index in
      index > stem.startIndex && " ._-".contains(stem[index]) && isMark(stem[index...], certainty)
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
  private static func isMark(_ end: Substring, _ certainty: Certainty) -> Bool {
    let folded = end.lowercased()
    // Windows calls a computer by these and seven capital letters and digits; another name cannot be told from an id.
    for host in ["-DESKTOP-", "-LAPTOP-"] where end.hasPrefix(host) {
      return end.dropFirst(host.count).allSatisfy { $0.isUppercase || $0.isNumber || $0 == "-" }
    }
    let conflicts = ["conflicted copy", ".sync-conflict-2"]
    if conflicts.contains(where: folded.contains) { return true }
    if folded.hasSuffix("conflict") || folded.hasSuffix("conflict)") { return true }
    let plain = folded[...].withoutNumber
    if ["copy", "kopie", "copie", "copia"].contains(where: { word in
      [" ", " - ", " – "].contains { plain == $0 + word }
    }) {
      return true
    }
    return certainty == .possible && end.hasPrefix(" ") && plain.isEmpty
  }
}

extension Substring {
  /// The text without a number at its end that a file manager counts copies by: ` 2`, ` (1)`; in parentheses any words.
  fileprivate var withoutNumber: Substring {
    guard let space = lastIndex(of: " ") else { return self }
    if last == ")", let open = lastIndex(of: "("), open > startIndex, self[index(before: open)] == " " {
      return self[..<index(before: open)]
    }
    let number = self[space...].dropFirst()
    return !number.isEmpty && number.allSatisfy(\.isNumber) ? self[..<space] : self
  }
}
