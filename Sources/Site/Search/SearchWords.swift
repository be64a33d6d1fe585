import Records

/// The words of a text as they are searched: case and marks folded away as in sorts, numbers without group marks, and
/// in scripts that put no space between words every pair of neighbouring characters.
///
///     "Straße 12"       strasse, 12
///     "2026-0054"       2026-0054, 2026, 0054
///     "1.250,00 €"      1250.00
///     "浪速サイクル"      浪速, 速サ, サイ, イク, クル
struct SearchWords {
  /// The most UTF-8 bytes of a word; longer ones are found by their beginnings.
  static let longest = 24

  /// Hands on the words of a text.
  static func forEach(in text: String, _ body: (String) -> Void) {
    let folded = folded(text, case: true, marks: true)
    var word: [UInt8] = []
    var pending: Unicode.Scalar?
    var isPairing = false
    func end() {
      defer { word.removeAll(keepingCapacity: true) }
      while let last = word.last,
        last == UInt8(ascii: "-") || last == UInt8(ascii: ".") || last == UInt8(ascii: ",")
      {
        word.removeLast()
      }
      guard !word.isEmpty else { return }
      body(string(number(word)))
      guard word.contains(UInt8(ascii: "-")) else { return }
      for part in word.split(separator: UInt8(ascii: "-")) { body(string(number(Array(part)))) }
    }
    func endPairs() {
      if let last = pending, !isPairing { body(String(last)) }
      (pending, isPairing) = (nil, false)
    }
    for scalar in folded.unicodeScalars {
      if isUnspaced(scalar) {
        end()
        if let first = pending {
          body(String(String.UnicodeScalarView([first, scalar])))
          isPairing = true
        }
        pending = scalar
        continue
      }
      endPairs()
      if isPart(scalar) {
        word += UTF8.encode(scalar).map(Array.init) ?? []
      } else if !word.isEmpty, scalar == "-" {
        word.append(UInt8(ascii: "-"))
      } else if let last = word.last, scalar == "." || scalar == ",", isDigit(last) {
        word.append(UInt8(ascii: scalar == "." ? "." : ","))
      } else {
        end()
      }
    }
    endPairs()
    end()
  }

  /// A number without the marks of its groups, its decimal mark a point: the last mark, if one or two digits follow.
  private static func number(_ word: [UInt8]) -> [UInt8] {
    func isMark(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") }
    guard let last = word.lastIndex(where: isMark) else { return word }
    let fraction = word.count - last - 1
    let keeps = fraction == 1 || fraction == 2
    var result: [UInt8] = []
    for (index, byte) in word.enumerated() {
      if !isMark(byte) {
        result.append(byte)
      } else if index == last, keeps {
        result.append(UInt8(ascii: "."))
      }
    }
    return result
  }

  private static func string(_ word: [UInt8]) -> String {
    guard word.count > longest else { return String(decoding: word, as: UTF8.self) }
    var end = longest
    while word[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: word[..<end], as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      let byte = UInt8(ascii: scalar)
      return isDigit(byte) || byte &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_")
    }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      || scalar.properties.generalCategory == .nonspacingMark
  }

  /// Whether a character's script puts no spaces between words: Han, Hiragana, Katakana, Thai.
  private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3041...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
      0x0E01...0x0E7F, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
