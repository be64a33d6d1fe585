extension String {
  /// Whether a path stands before another in the order of their UTF-8 bytes, which keeps a folder together and is the
  /// same on every machine.
  ///
  /// Not `<`: to it, names that differ in normalization alone are equal, but to a file system they are two. Spans, for
  /// this runs for every path of a site several times: with `lexicographicallyPrecedes` of `UTF8View`, opening the
  /// output of 100,000 pages took 112 ms instead of 47.
  /// - Complexity: O(*n*) in what they have in common.
  package func precedes(_ other: String) -> Bool {
    let (bytes, others) = (utf8.span, other.utf8.span)
    for index in 0..<min(bytes.count, others.count) where bytes[index] != others[index] {
      return bytes[index] < others[index]
    }
    return bytes.count < others.count
  }
}
