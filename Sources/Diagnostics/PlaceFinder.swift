/// Finds the lines of places that are given in the order of a report.
///
/// It continues from the previous place if that is in the same file, so the lines of a file are counted only
/// once even if it has many errors.
package struct PlaceFinder {
  private var path = ""
  private var start = 0
  private var line = 1
  private var range = 0..<0
  /// The number of bytes in which it has counted lines.
  package private(set) var steps = 0

  /// Makes a finder for any file.
  package init() {}

  /// The bytes of the line that contains an offset, as returned by `SourceFile.lineRange(at:)`.
  /// - Complexity: O(1) if it is the line of the previous place.
  mutating func lineRange(at offset: Int, in file: SourceFile) -> Range<Int> {
    if path != file.path { (path, start, line, range) = (file.path, 0, 1, 0..<0) }
    if !(range.contains(offset) || offset == range.upperBound && offset > 0) {
      range = file.lineRange(at: offset)
    }
    return range
  }

  /// The line and column of an offset, as returned by `SourceFile.location(of:)`.
  /// - Complexity: O(*n*) in the bytes between this place and the previous one.
  package mutating func location(of offset: Int, in file: SourceFile) -> SourceLocation {
    let range = lineRange(at: offset, in: file)
    steps += abs(range.lowerBound - start)
    while start < range.lowerBound {
      if file.endsLine(at: start) { line += 1 }
      start += 1
    }
    while start > range.lowerBound {
      start -= 1
      if file.endsLine(at: start) { line -= 1 }
    }
    return SourceLocation(line: line, column: max(1, min(offset, file.bytes.count) - range.lowerBound + 1))
  }
}

extension SourceFile {
  /// Whether the byte is the last one of a line end: LF, CR LF or a lone CR.
  fileprivate func endsLine(at offset: Int) -> Bool {
    switch bytes[offset] {
    case 0x0A: true
    case 0x0D: !(offset + 1 < bytes.count && bytes[offset + 1] == 0x0A)
    default: false
    }
  }
}
