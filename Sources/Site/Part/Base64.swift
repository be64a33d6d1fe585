/// Base64 of RFC 4648, with padding.
enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Bytes in base64.
  static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      var value: UInt32 = 0
      for place in 0..<3 { value = value << 8 | (place < part.count ? UInt32(part[start + place]) : 0) }
      for place in 0..<4 {
        let digit = digits[Int(value >> (18 - 6 * UInt32(place)) & 63)]
        output.append(place > part.count ? UInt8(ascii: "=") : digit)
      }
    }
    return output
  }
}
