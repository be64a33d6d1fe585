extension [UInt8] {
  /// Appends a text as a JSON string (RFC 8259), including quotes.
  /// - Complexity: O(*n*) in the text's bytes.
  package mutating func appendJSON(_ text: String) { appendJSON(text.utf8.span) }

  /// Appends UTF-8 bytes as a JSON string, including quotes; runs without escapes are copied as a whole.
  /// - Complexity: O(*n*) in the text's bytes.
  package mutating func appendJSON(_ text: Span<UInt8>) {
    append(UInt8(ascii: "\""))
    text.withUnsafeBufferPointer { text in
      var start = 0
      for (index, byte) in text.enumerated()
      where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        append(contentsOf: text[start..<index])
        start = index + 1
        appendJSONEscape(of: byte)
      }
      append(contentsOf: text[start...])
    }
    append(UInt8(ascii: "\""))
  }

  private mutating func appendJSONEscape(of byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
    case 0x08: append(UInt8(ascii: "b"))
    case 0x09: append(UInt8(ascii: "t"))
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x0C: append(UInt8(ascii: "f"))
    case 0x0D: append(UInt8(ascii: "r"))
    default:
      append(contentsOf: byte < 0x10 ? "u000".utf8 : "u001".utf8)
      append(contentsOf: String(byte & 0x0F, radix: 16).utf8)
    }
  }
}

/// A text as a JSON string, including quotes, on one line.
package func jsonText(_ text: String) -> String {
  var bytes: [UInt8] = []
  bytes.appendJSON(text)
  return String(decoding: bytes, as: UTF8.self)
}
