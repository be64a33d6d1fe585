/// A range of a file for machine-readable formats: lines, and columns in bytes or in code points.
struct ReportPlace {
  /// The start of the range.
  let start: SourceLocation
  /// The end of the range, exclusive.
  let end: SourceLocation
  /// The 1-based columns of both, in Unicode code points.
  let characters: (start: Int, end: Int)

  /// Whether the range is in a single line.
  var isOneLine: Bool { start.line == end.line }

  /// Finds places that are given in the order of a report.
  struct Finder {
    private var starts = PlaceFinder()
    private var ends = PlaceFinder()
    private var counters = (start: CharacterCounter(), end: CharacterCounter())

    /// The place of a range.
    mutating func place(of range: SourceRange) -> ReportPlace {
      let file = range.file
      let start = starts.location(of: range.bytes.lowerBound, in: file)
      let end = ends.location(of: range.bytes.upperBound, in: file)
      let lines = (
        start: starts.lineRange(at: range.bytes.lowerBound, in: file),
        end: ends.lineRange(at: range.bytes.upperBound, in: file)
      )
      return ReportPlace(
        start: start, end: end,
        characters: (
          counters.start.count(before: range.bytes.lowerBound, in: file, line: lines.start) + 1,
          counters.end.count(before: range.bytes.upperBound, in: file, line: lines.end) + 1
        ))
    }
  }
}

/// Counts the code points between a line's start and an offset; continues from an earlier place on the line.
private struct CharacterCounter {
  private var path = ""
  private var line = 0
  private var offset = 0
  private var count = 0

  /// - Complexity: O(*n*) in the bytes between this place and the previous one.
  mutating func count(before offset: Int, in file: SourceFile, line: Range<Int>) -> Int {
    let end = max(line.lowerBound, min(offset, file.bytes.count))
    if path != file.path || self.line != line.lowerBound || self.offset > end {
      (path, self.line, self.offset, count) = (file.path, line.lowerBound, line.lowerBound, 0)
    }
    count += file.bytes[self.offset..<end].count { $0 & 0xC0 != 0x80 }
    self.offset = end
    return count
  }
}

extension SourceFile {
  /// Whether it is a command line argument, such as `--theme`, rather than a file.
  var isArgument: Bool { path.hasPrefix("--") && !path.contains("/") }
}
