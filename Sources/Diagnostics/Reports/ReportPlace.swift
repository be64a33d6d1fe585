/// A range of a file as the formats for machines tell it: lines, and columns in bytes or in code points.
struct ReportPlace {
  /// Where it begins.
  let start: SourceLocation
  /// Where it ends: the first place behind it.
  let end: SourceLocation
  /// The 1-based columns of both in Unicode code points.
  let characters: (start: Int, end: Int)

  /// Whether the range does not go on over a line end.
  var isOneLine: Bool { start.line == end.line }

  /// Finds places in the order of a report.
  struct Finder {
    private var starts = PlaceFinder()
    private var ends = PlaceFinder()

    /// The place of a range.
    mutating func place(of range: SourceRange) -> ReportPlace {
      let file = range.file
      let start = starts.location(of: range.bytes.lowerBound, in: file)
      let end = ends.location(of: range.bytes.upperBound, in: file)
      return ReportPlace(
        start: start, end: end,
        characters: (
          file.characters(before: range.bytes.lowerBound) + 1,
          file.characters(before: range.bytes.upperBound) + 1
        ))
    }
  }
}

extension SourceFile {
  /// The number of code points between the start of a byte's line and the byte.
  fileprivate func characters(before offset: Int) -> Int {
    let start = lineRange(at: offset).lowerBound
    return bytes[start..<max(start, min(offset, bytes.count))].count { $0 & 0xC0 != 0x80 }
  }

  /// Whether it is an argument of the command line, such as `--theme`, and no file.
  var isArgument: Bool { path.hasPrefix("--") && !path.contains("/") }
}
