@_spi(_Unicode) import Swift

/// An id in the form in which ids are compared: without differences of normalization or case.
///
/// The same string is returned if it is lower-case ASCII, as nearly every id is.
package func idFolded(_ id: String) -> String {
  folded(id, case: true, marks: false)
}

extension [UInt8] {
  /// Appends an id, or a path of ids, as folded by ``idFolded(_:)``.
  /// - Complexity: O(*n*) in the bytes.
  package mutating func appendIDFolded(_ id: String) {
    let start = count
    var all: UInt8 = 0
    let bytes = id.utf8.span
    append(addingCapacity: bytes.count) { output in
      for index in bytes.indices {
        let byte = bytes[index]
        output.append(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)
        all |= byte
      }
    }
    guard all >= 0x80 else { return }
    removeLast(count - start)
    append(contentsOf: idFolded(id).utf8)
  }
}

/// The maximum length of an id in UTF-8 bytes. On all common systems, names of files may have 255 bytes, of
/// which a page's extension and a number take some.
package let longestID = 200

/// Whether a text can be the name of an additional page of records: an id without a dot.
package func isDocumentName(_ text: String) -> Bool { isValidID(text) && !text.contains(".") }

/// Whether a text can be an id: letters with their marks, digits, `-`, `_` and `.`, no `_` or `.` at the
/// beginning, and short enough for a file's name.
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

/// A text converted to an id for URLs: in lower case, without the marks and strokes of Latin letters, and
/// with words joined by `-`.
///
///     slug("Müller & Söhne")   // "muller-sohne"
///     slug("Łódź")             // "lodz"
///     slug("東京")              // "東京"
/// - Returns: a valid id, for a long text from its first 100 to 150 bytes; empty if the text has no letters
///   or digits.
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
      // A point or underscore inside a word is kept.
      mayBeMarked = false
      if !result.isEmpty, !isGap { result.append(scalar) }
    case .joint, .other:
      // Characters without width, such as a soft hyphen, do not separate words.
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
  /// The usual replacement for a Latin letter that has no mark to drop; nil for any other scalar.
  var plainLetters: String? {
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
