/// Finds the lines of places that come in the order of a report.
///
/// It goes on from the place before where that is in the same file, so that a file with many mistakes is counted
/// through once.
struct PlaceFinder {
  private var path = ""
  private var start = 0
  private var line = 1

  /// The line and column of a byte, as `SourceFile.location(of:)` tells them.
  /// - Complexity: O(*n*) in the bytes between this place and the one before.
  mutating func location(of offset: Int, in file: SourceFile) -> SourceLocation {
    let range = file.lineRange(at: offset)
    if path != file.path { (path, start, line) = (file.path, 0, 1) }
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
  /// Whether the byte is the last of a line end: LF, CR LF or a lone CR.
  fileprivate func endsLine(at offset: Int) -> Bool {
    switch bytes[offset] {
    case 0x0A: true
    case 0x0D: !(offset + 1 < bytes.count && bytes[offset + 1] == 0x0A)
    default: false
    }
  }
}
