/// What the manifest keeps of a file's bytes: enough to recognize that new bytes are already published.
package struct Fingerprint: Sendable, Equatable {
  /// The XXH64 of the bytes. Two different pages of one size share it once in 2⁶⁴.
  package let hash: UInt64
  /// The number of bytes.
  package let size: Int
}
