/// Distinguishes the bytes of a file from its earlier ones: under one path, equal stamps mean equal bytes.
package struct FileStamp: Sendable, Hashable {
  private let high: UInt64
  private let low: UInt64

  /// Makes a stamp of 128 bits that stand for the bytes, such as a digest's.
  package init(_ high: UInt64, _ low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The 128 bits in hexadecimal.
  package var text: String { String(high, radix: 16) + "-" + String(low, radix: 16) }

  /// Makes the stamp of bytes in memory. It holds within this process.
  package init(of bytes: [UInt8]) {
    var hasher = Hasher()
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    self.init(UInt64(truncatingIfNeeded: hasher.finalize()), UInt64(bytes.count))
  }
}
