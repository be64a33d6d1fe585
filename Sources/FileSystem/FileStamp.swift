/// Distinguishes versions of a file: equal stamps for the same path mean equal bytes.
package struct FileStamp: Sendable, Hashable {
  private let high: UInt64
  private let low: UInt64

  /// Makes a stamp of 128 bits that represent the bytes, for example from a digest.
  package init(_ high: UInt64, _ low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The 128 bits in hexadecimal.
  package var text: String { String(high, radix: 16) + "-" + String(low, radix: 16) }

  /// Makes the stamp of bytes in memory, valid only within this process.
  package init(of bytes: [UInt8]) {
    var hasher = Hasher()
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    self.init(UInt64(truncatingIfNeeded: hasher.finalize()), UInt64(bytes.count))
  }
}
