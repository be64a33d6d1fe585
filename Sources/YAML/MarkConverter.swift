/// Turns libyaml's marks, which count code points, into byte offsets.
///
/// Marks come in order but for a few, so the position of the last one is kept: one pass over the text in all.
struct MarkConverter {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let isASCII: Bool
  private var mark = 0
  private var offset = 0

  /// Begins at the first byte of the text that libyaml reads.
  init(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
    self.bytes = bytes
    self.isASCII = isASCII
  }

  /// The byte offset of a mark.
  mutating func offset(of target: Int) -> Int {
    if isASCII { return min(target, bytes.count) }
    if target < mark {
      mark = 0
      offset = 0
    }
    while mark < target, offset < bytes.count {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      mark += 1
    }
    return offset
  }
}
