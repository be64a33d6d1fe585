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
  func conflict(_ line: Range<Int>) -> Diagnostic {
    Diagnostic(
      .mergeConflict, at: file[line],
      "a merge is not resolved here; keep what is right of both sides and remove the lines of '<<<<<<<', '=======' and "
        + "'>>>>>>>'")
  }
  var first = 0..<0
  var next = 0
  for line in LineTable(of: range, in: file.bytes).ranges {
    let text = file.bytes[line]
    guard let marker = mergeMarkers.firstIndex(where: { text.starts(with: $0.utf8) }),
      marker != 1 || text.dropFirst(7).allSatisfy(isBlank)
    else { continue }
    if !isWhole { return conflict(line) }
    if marker == 0 { first = line }
    if marker == 2, next == 2 { return conflict(first) }
    if marker == 0 || marker == next { next = marker + 1 }
  }
  return nil
}

/// The beginnings of the lines that git puts around the two sides of a conflict
/// (https://git-scm.com/docs/git-merge#_how_conflicts_are_presented).
private let mergeMarkers = ["<<<<<<< ", "=======", ">>>>>>> "]
