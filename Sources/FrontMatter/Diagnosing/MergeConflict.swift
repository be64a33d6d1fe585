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
  var (next, length) = (0, 0)
  for line in LineTable(of: range, in: file.bytes).ranges {
    guard let marker = MergeMarker(file.bytes[line]) else { continue }
    if !isWhole { return conflict(line) }
    if marker.place == 0 { (first, next, length) = (line, 0, marker.length) }
    guard marker.length == length, marker.place == next else { continue }
    if next == 2 { return conflict(first) }
    next += 1
  }
  return nil
}

/// One of the three lines around the two sides of a conflict: seven or more of the same sign, since git lengthens all
/// three where conflicts are nested or a file was renamed
/// (https://git-scm.com/docs/git-merge#_how_conflicts_are_presented).
private struct MergeMarker {
  /// Which of the three it is, from 0.
  let place: Int
  /// The number of signs.
  let length: Int

  init?(_ line: ArraySlice<UInt8>) {
    guard let sign = line.first, let place = Array("<=>".utf8).firstIndex(of: sign) else { return nil }
    let rest = line.drop { $0 == sign }
    (self.place, length) = (place, line.count - rest.count)
    guard length >= 7, place == 1 ? rest.allSatisfy(isBlank) : rest.first == UInt8(ascii: " ") else {
      return nil
    }
  }
}
