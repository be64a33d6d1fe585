/// The position of each line of a body in its file.
struct LineTable {
  /// The bytes of each line, without the line ending.
  private(set) var ranges: [Range<Int>] = []

  /// Makes an empty table.
  init() {}

  /// Splits a body at LF, CR LF and CR, as libcmark does.
  /// - Complexity: O(*n*) in the bytes.
  init(of body: Range<Int>, in bytes: [UInt8]) {
    var start = body.lowerBound
    while start < body.upperBound {
      var end = start
      while end < body.upperBound, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
      ranges.append(start..<end)
      let isPair = end + 1 < body.upperBound && bytes[end] == 0x0D && bytes[end + 1] == 0x0A
      start = end + (isPair ? 2 : 1)
    }
  }

  /// Appends a line.
  mutating func append(_ line: Range<Int>) {
    ranges.append(line)
  }

  /// The bytes of a 1-based line, or of the nearest line if out of range.
  subscript(line: Int) -> Range<Int> {
    ranges.isEmpty ? 0..<0 : ranges[min(max(line, 1), ranges.count) - 1]
  }

  /// The bytes from the start of the first to the end of the last of a range of 1-based lines.
  subscript(lines: ClosedRange<Int>) -> Range<Int> {
    let start = self[lines.lowerBound].lowerBound
    return start..<max(start, self[lines.upperBound].upperBound)
  }
}

extension Range<Int> {
  /// The range without leading and trailing spaces and tabs.
  func trimmingBlanks(in bytes: [UInt8]) -> Range<Int> {
    var (start, end) = (lowerBound, upperBound)
    while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    while start < end, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return start..<end
  }
}
