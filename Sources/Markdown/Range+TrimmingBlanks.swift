extension Range<Int> {
  /// The range without leading and trailing spaces and tabs.
  func trimmingBlanks(in bytes: [UInt8]) -> Range<Int> {
    var (start, end) = (lowerBound, upperBound)
    while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    while start < end, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return start..<end
  }
}
