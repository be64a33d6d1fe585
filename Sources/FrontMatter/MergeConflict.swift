import Diagnostics

/// The diagnostic for a file with both sides of an unresolved merge, or a part of them.
///
///     <<<<<<< HEAD
///     made: true
///     =======
///     made: false
///     >>>>>>> branch
///
/// - Parameters:
///   - range: the part of the file to search.
///   - file: the file.
///   - isWhole: whether all three markers are required, in order; a line of `=======` alone may be text.
/// - Returns: nil if there is none; otherwise, the diagnostic is at the first marker.
/// - Complexity: O(*n*)
package func mergeConflict(in range: Range<Int>, of file: SourceFile, isWhole: Bool) -> Diagnostic? {
  var first: Range<Int>?
  var next = MergeMarker.ours
  for line in LineTable(of: range, in: file.bytes).ranges {
    guard let marker = MergeMarker(file.bytes[line]) else { continue }
    if !isWhole { return unresolved(file[line]) }
    if marker == .ours {
      first = line
      next = .separator
    } else if marker == next {
      if marker == .theirs, let first { return unresolved(file[first]) }
      next = .theirs
    }
  }
  return nil
}

private func unresolved(_ place: SourceRange) -> Diagnostic {
  Diagnostic(
    .mergeConflict, at: place,
    "a merge is not resolved here; keep what is right of both sides and remove the lines of '<<<<<<<', '=======' and "
      + "'>>>>>>>'")
}

/// The lines that git puts around the two sides of a conflict
/// (https://git-scm.com/docs/git-merge#_how_conflicts_are_presented).
private enum MergeMarker {
  case ours, separator, theirs

  init?(_ line: ArraySlice<UInt8>) {
    guard let first = line.first, line.prefix(7).allSatisfy({ $0 == first }), line.count >= 7 else {
      return nil
    }
    let rest = line.dropFirst(7)
    switch first {
    case UInt8(ascii: "<") where rest.first == UInt8(ascii: " "): self = .ours
    case UInt8(ascii: "=") where rest.allSatisfy(isBlank): self = .separator
    case UInt8(ascii: ">") where rest.first == UInt8(ascii: " "): self = .theirs
    default: return nil
    }
  }
}
