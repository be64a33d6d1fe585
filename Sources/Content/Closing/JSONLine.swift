/// The elements of a JSON array in a line: texts, numbers as they are spelled, and null.
enum JSONLine {
  static func values(of bytes: ArraySlice<UInt8>) -> [String?]? { elements(of: bytes)?.map(\.value) }

  /// The elements with their places, as indices of `bytes`.
  static func elements(of bytes: ArraySlice<UInt8>) -> [(value: String?, place: Range<Int>)]? {
    var rest = bytes.drop { $0 == 0x20 }
    guard rest.popFirst() == UInt8(ascii: "["), rest.last == UInt8(ascii: "]") else { return nil }
    rest.removeLast()
    var elements: [(value: String?, place: Range<Int>)] = []
    while true {
      rest = rest.drop { $0 == 0x20 }
      let start = rest.startIndex
      if rest.first == UInt8(ascii: "\"") {
        guard let text = text(&rest) else { return nil }
        elements.append((text, start..<rest.startIndex))
      } else {
        let word = rest.prefix { $0 != UInt8(ascii: ",") && $0 != 0x20 }
        guard !word.isEmpty, word.allSatisfy({ $0 != UInt8(ascii: "\"") }) else { return nil }
        rest = rest.dropFirst(word.count)
        let value = word.elementsEqual("null".utf8) ? nil : String(decoding: word, as: UTF8.self)
        elements.append((value, start..<rest.startIndex))
      }
      rest = rest.drop { $0 == 0x20 }
      guard let mark = rest.popFirst() else { return elements }
      guard mark == UInt8(ascii: ",") else { return nil }
    }
  }

  /// Reads a text in quotes.
  private static func text(_ rest: inout ArraySlice<UInt8>) -> String? {
    rest.removeFirst()
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return String(decoding: bytes, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "b"): bytes.append(0x08)
      case UInt8(ascii: "f"): bytes.append(0x0C)
      case UInt8(ascii: "u"):
        guard let code = UInt32(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16),
          let scalar = Unicode.Scalar(code)
        else { return nil }
        bytes += String(scalar).utf8
        rest = rest.dropFirst(4)
      case let other?: bytes.append(other)
      case nil: return nil
      }
    }
    return nil
  }
}
