@_spi(_Unicode) import Swift

/// An id as it is compared with others: two that differ only in normalization or case are one.
///
/// The same string is returned if it is lower-case ASCII, as nearly every id is.
package func idFolded(_ id: String) -> String {
  folded(id, case: true, marks: false)
}

extension [UInt8] {
  /// Appends an id, or a path of ids, as ``idFolded(_:)`` folds it.
  /// - Complexity: O(*n*) in its bytes.
  package mutating func appendIDFolded(_ id: String) {
    let start = count
    var all: UInt8 = 0
    for byte in id.utf8 {
      append(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)
      all |= byte
    }
    guard all >= 0x80 else { return }
    removeLast(count - start)
    append(contentsOf: idFolded(id).utf8)
  }
}

/// The maximum number of UTF-8 bytes of an id. A file's name has 255 on every system in use, of which a page's ending
/// and a number take some.
package let longestID = 200

/// Whether a text can be the name of a further page of records: an id without a dot.
package func isDocumentName(_ text: String) -> Bool { isValidID(text) && !text.contains(".") }

/// Whether a text can be an id: letters with their marks, digits, `-`, `_` and `.`, not beginning with `_` or `.`,
/// and not too long for a file's name.
package func isValidID(_ text: String) -> Bool {
  guard text.utf8.count <= longestID else { return false }
  guard let first = text.utf8.first, first != UInt8(ascii: "_"), first != UInt8(ascii: ".") else {
    return false
  }
  var mayBeMarked = false
  for scalar in text.unicodeScalars {
    let part = IDPart(scalar)
    switch part {
    case .letter: mayBeMarked = true
    case .digit, .joint: mayBeMarked = false
    case .mark where mayBeMarked: break
    case .mark, .other: return false
    }
  }
  return true
}

/// A text folded to id characters, for a place in a URL: lower case, without the marks and strokes of Latin letters,
/// words joined by `-`.
///
///     slug("Müller & Söhne")   // "muller-sohne"
///     slug("Łódź")             // "lodz"
///     slug("東京")              // "東京"
/// - Returns: a valid id, for a long text its first 100 to 150 bytes; or an empty text if there is no letter and no
///   digit.
package func slug(_ text: String) -> String {
  var result = String.UnicodeScalarView()
  var isLatin = false
  var mayBeMarked = false
  var isGap = false
  var length = 0
  for scalar in text._nfd {
    let part = IDPart(scalar)
    if part == .letter || part == .digit, length >= 100, isGap || length >= 140 { break }
    length += UTF8.width(scalar)
    switch part {
    case .letter, .digit:
      if isGap {
        result.removeJointsAtEnd()
        if !result.isEmpty { result.append("-") }
      }
      isGap = false
      isLatin = scalar.isLatin
      mayBeMarked = part == .letter
      if let plain = scalar.plainLetters {
        result.append(contentsOf: plain.unicodeScalars)
      } else {
        scalar.appendCaseFolding(to: &result)
      }
    case .mark:
      if mayBeMarked, !isLatin { scalar.appendCaseFolding(to: &result) }
    case .joint where scalar != "-":
      // A point or underscore stays inside of a word.
      mayBeMarked = false
      if !result.isEmpty, !isGap { result.append(scalar) }
    case .joint, .other:
      // What has no width, such as a soft hyphen, does not separate words.
      if scalar.properties.generalCategory == .format { continue }
      mayBeMarked = false
      isGap = true
    }
  }
  result.removeJointsAtEnd()
  return nfc(String(result))
}

extension String.UnicodeScalarView {
  fileprivate mutating func removeJointsAtEnd() {
    while let last, IDPart(last) == .joint { removeLast() }
  }
}

/// The role of a scalar in an id.
private enum IDPart {
  case letter, mark, digit, joint, other

  init(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "a"..."z", "A"..."Z": self = .letter
    case "0"..."9": self = .digit
    case "-", "_", ".": self = .joint
    default:
      guard !scalar.isASCII else {
        self = .other
        return
      }
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: self = .letter
      case .nonspacingMark, .spacingMark, .enclosingMark: self = .mark
      case .decimalNumber: self = .digit
      default: self = .other
      }
    }
  }
}

extension Unicode.Scalar {
  /// The letters by which people write a Latin letter that has no mark to leave out; nil for any other.
  fileprivate var plainLetters: String? {
    switch self {
    case "Ł", "ł": "l"
    case "Ø", "ø": "o"
    case "Đ", "đ", "Ð", "ð": "d"
    case "Þ", "þ": "th"
    case "Æ", "æ": "ae"
    case "Œ", "œ": "oe"
    case "ı": "i"
    default: nil
    }
  }

  /// Whether the scalar is in one of Unicode's blocks of Latin letters.
  fileprivate var isLatin: Bool {
    switch value {
    case 0...0x2AF, 0x1D00...0x1DBF, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF, 0xAB30...0xAB6F,
      0xFF21...0xFF5A:
      true
    default: false
    }
  }
}
