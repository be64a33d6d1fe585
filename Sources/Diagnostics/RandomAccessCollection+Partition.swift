extension RandomAccessCollection {
  /// The index of the first element that meets a condition, if all elements after it do as well; the end
  /// index if none does.
  ///
  ///     [1, 3, 5].partitioningIndex { $0 >= 2 }    1
  ///
  /// - Complexity: O(log *n*)
  @inlinable
  package func partitioningIndex(where isSecond: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, self.count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if isSecond(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
