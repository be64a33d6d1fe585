/// The position of each line of a text in its file.
package struct LineTable: Sendable {
  /// The bytes of each line, without the line ending.
  package private(set) var ranges: [Range<Int>] = []

  package init() {}

  /// Splits a body at LF, CR LF and CR, as libcmark does; there is no line after the last line ending.
  /// - Complexity: O(*n*) in the bytes.
  package init(of body: Range<Int>, in bytes: [UInt8]) {
    var start = body.lowerBound
    while start < body.upperBound {
      var end = start
      while end < body.upperBound, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
      ranges.append(start..<end)
      let isPair = end + 1 < body.upperBound && bytes[end] == 0x0D && bytes[end + 1] == 0x0A
      start = end + (isPair ? 2 : 1)
    }
  }

  /// Splits a whole file as editors do: the line after the last line ending counts, even if it is empty, and a
  /// byte order mark is in no line.
  /// - Complexity: O(*n*) in the bytes.
  package init(of file: SourceFile) {
    let end = file.bytes.count
    self.init(of: file.textStart..<end, in: file.bytes)
    if ranges.last?.upperBound != end { append(end..<end) }
  }

  package mutating func append(_ line: Range<Int>) {
    ranges.append(line)
  }

  /// The bytes of a 1-based line, or of the nearest line if out of range.
  package subscript(line: Int) -> Range<Int> {
    ranges.isEmpty ? 0..<0 : ranges[min(max(line, 1), ranges.count) - 1]
  }

  /// The bytes from the start of the first to the end of the last of a range of 1-based lines.
  package subscript(lines: ClosedRange<Int>) -> Range<Int> {
    let start = self[lines.lowerBound].lowerBound
    return start..<max(start, self[lines.upperBound].upperBound)
  }

  /// The 1-based line that contains an offset in the file.
  /// - Complexity: O(log *n*) in the lines.
  func line(at offset: Int) -> Int { max(1, ranges.partitioningIndex { $0.lowerBound > offset }) }

  /// The line and column of an offset in the file.
  /// - Complexity: O(log *n*) in the lines.
  package func location(of offset: Int) -> SourceLocation {
    let line = line(at: offset)
    return SourceLocation(line: line, column: max(1, offset - self[line].lowerBound + 1))
  }
}

/// The lines of the files that a report refers to, so that each file is split only once.
struct LineTables {
  private var tables: [String: (bytes: [UInt8], lines: LineTable)] = [:]

  /// The lines of a file.
  /// - Complexity: O(*n*) in the file for its first place, then O(1).
  mutating func lines(of file: SourceFile) -> LineTable {
    // Several arguments of a command have the same name. Arrays that share their storage are equal at once.
    if let table = tables[file.path], table.bytes == file.bytes { return table.lines }
    let lines = LineTable(of: file)
    tables[file.path] = (file.bytes, lines)
    return lines
  }
}
