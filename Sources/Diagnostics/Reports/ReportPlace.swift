/// A range of a file for machine-readable formats: lines, and columns in bytes or in code points.
struct ReportPlace {
  /// The start of the range.
  let start: SourceLocation
  /// The end of the range, exclusive.
  let end: SourceLocation
  private let range: SourceRange

  /// Finds the lines of a range.
  /// - Parameter lines: the lines of the range's file.
  init(_ range: SourceRange, _ lines: LineTable) {
    start = lines.location(of: range.bytes.lowerBound)
    end = lines.location(of: range.bytes.upperBound)
    self.range = range
  }

  /// Whether the range is in a single line.
  var isOneLine: Bool { start.line == end.line }

  /// The 1-based columns of the start and the end, in Unicode code points.
  /// - Complexity: O(*n*) in the columns.
  var characters: (start: Int, end: Int) {
    (column(of: range.bytes.lowerBound, start), column(of: range.bytes.upperBound, end))
  }

  private func column(of offset: Int, _ place: SourceLocation) -> Int {
    let line = offset - (place.column - 1)
    return range.file.bytes[max(0, line)..<max(0, offset)].count { $0 & 0xC0 != 0x80 } + 1
  }
}

extension SourceFile {
  /// Whether it is a command line argument, such as `--theme`, rather than a file.
  var isArgument: Bool { path.hasPrefix("--") && !path.contains("/") }
}
