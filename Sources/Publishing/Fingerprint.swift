/// A fingerprint of a file's bytes in the manifest, used to recognize that new bytes are already published.
package struct Fingerprint: Sendable, Equatable {
  /// The XXH64 of the bytes. The probability that two different pages of the same size share it is 2⁻⁶⁴.
  package let hash: UInt64
  /// The number of bytes.
  package let size: Int
}
