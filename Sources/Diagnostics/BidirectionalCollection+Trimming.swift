extension BidirectionalCollection {
  /// The elements without those at both ends that meet a condition.
  ///
  ///     " a b ".trimming { $0 == " " }    "a b"
  ///
  /// - Complexity: O(*n*) in the trimmed elements.
  @inlinable
  package func trimming(while isLeftOut: (Element) -> Bool) -> SubSequence {
    var (start, end) = (startIndex, endIndex)
    while start < end, isLeftOut(self[start]) { start = index(after: start) }
    while start < end {
      let last = index(before: end)
      guard isLeftOut(self[last]) else { break }
      end = last
    }
    return self[start..<end]
  }
}

extension StringProtocol {
  /// The text without leading and trailing spaces and tabs.
  package func trimmingBlanks() -> String {
    String(trimming { $0 == " " || $0 == "\t" })
  }
}
