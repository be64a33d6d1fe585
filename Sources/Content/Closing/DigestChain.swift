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
    for index in digest.indices {
      digits[index * 2] = Self.digits[Int(digest[index] >> 4)]
      digits[index * 2 + 1] = Self.digits[Int(digest[index] & 15)]
    }
  }

  /// The hexadecimal digits.
  private static let digits: InlineArray<16, UInt8> = [
    0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66,
  ]
}
