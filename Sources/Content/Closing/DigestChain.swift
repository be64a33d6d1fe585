/// Digests of lines, each of which depends on all lines before it.
struct DigestChain {
  /// The last digest in hexadecimal digits.
  private(set) var digits = InlineArray<64, UInt8>(repeating: 0)

  init(_ seed: [UInt8]) {
    take(SHA256.digest(of: seed.span))
  }

  /// The last digest.
  var digest: String { String(decoding: digits.indices.map { digits[$0] }, as: UTF8.self) }

  /// Adds a line: the next digest covers the digits of the previous one and the line.
  mutating func add(_ line: Span<UInt8>) {
    take(SHA256.digest(of: line, after: digits))
  }

  /// Writes the digits of the last digest into bytes.
  func write(to bytes: inout [UInt8], at place: Int) {
    var span = bytes.mutableSpan
    for index in digits.indices { span[place + index] = digits[index] }
  }

  private mutating func take(_ digest: InlineArray<32, UInt8>) {
    let bytes = digest.span.bytes
    var span = digits.mutableSpan
    var target = span.mutableBytes
    for word in 0..<8 {
      let value = UInt32(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: word * 4, as: UInt32.self))
      target.storeBytes(of: Self.digits(value).bigEndian, toByteOffset: word * 8, as: UInt64.self)
    }
  }

  /// The eight hexadecimal digits of a number, computed all at once: one byte each, the first highest.
  private static func digits(_ number: UInt32) -> UInt64 {
    var halves = UInt64(number)
    halves = (halves | halves << 16) & 0x0000_FFFF_0000_FFFF
    halves = (halves | halves << 8) & 0x00FF_00FF_00FF_00FF
    halves = (halves | halves << 4) & 0x0F0F_0F0F_0F0F_0F0F
    // 1 in each nibble greater than 9.
    let letters = (halves &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return halves &+ 0x3030_3030_3030_3030 &+ letters &* UInt64(UInt8(ascii: "a") - UInt8(ascii: "9") - 1)
  }
}
