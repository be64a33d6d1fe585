@_spi(_Unicode) import Swift

/// The text in Unicode normalization form C; the same string if it already is.
/// - Complexity: O(*n*); one check of the string's flags if it is known to be ASCII.
package func nfc(_ text: String) -> String {
  var span = text.utf8Span
  if span.isKnownASCII || span.checkForNFC(quickCheck: true) { return text }
  return String(String.UnicodeScalarView(text._nfc))
}

/// A text without differences of case or marks, in normalization form C: texts with equal results are equal
/// under the options `[c]` and `[d]`.
///
///     folded("Straße", case: true, marks: false)   // "strasse"
///     folded("Ångström", case: true, marks: true)  // "angstrom"
///
/// Case folding is full, by the statuses C and F of Unicode's CaseFolding.txt. Marks are those that a reader
/// of Latin, Greek, Cyrillic, Hebrew or Arabic may leave out. A stroke (ø, ł) is not a mark, and the vowel
/// signs of Devanagari or Thai and the voicing marks of kana are kept.
/// - Parameters:
///   - text: any text.
///   - foldsCase: whether to ignore case.
///   - dropsMarks: whether to drop marks.
package func folded(_ text: String, case foldsCase: Bool, marks dropsMarks: Bool) -> String {
  var span = text.utf8Span
  if span.checkForASCII() { return foldsCase ? lowercased(ascii: text) : text }
  guard foldsCase || dropsMarks else { return nfc(text) }
  let table: LatinFolding = !dropsMarks ? .ofCase : foldsCase ? .ofBoth : .ofMarks
  var bytes: [UInt8] = []
  bytes.reserveCapacity(text.utf8.count + 4)
  if table.forEachByte(of: text.utf8.span, { bytes.append($0) }) {
    return String(decoding: bytes, as: UTF8.self)
  }
  return foldedByNormalizing(text, case: foldsCase, marks: dropsMarks)
}

extension [UInt8] {
  /// Appends a text as people search for it: without differences of case and marks, with the usual replacements of
  /// Latin letters that have no mark to drop, and with hiragana for katakana.
  ///
  ///     Łukasz Żółć     lukasz zolc
  ///     Main-d’œuvre    main-d'oeuvre
  ///     アオキ           あおき
  ///
  /// These letters also sort with their replacements, as in the root collation of Unicode's CLDR.
  /// - Parameter text: UTF-8 bytes.
  /// - Complexity: O(*n*) in the text's bytes.
  package mutating func appendSearchKey(of text: Span<UInt8>) {
    let start = count
    text.withUnsafeBufferPointer { append(contentsOf: $0) }
    // Copied and then folded in place, many bytes at a time, because most text is ASCII.
    let isASCII = withUnsafeMutableBufferPointer { bytes in
      var all: UInt8 = 0
      for index in start..<bytes.count {
        all |= bytes[index]
        bytes[index] = lowercasedASCII(bytes[index])
      }
      return all < 0x80
    }
    if isASCII { return }
    removeLast(count - start)
    if LatinFolding.ofLetters.forEachByte(of: text, { append($0) }) { return }
    removeLast(count - start)
    let text = text.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    append(contentsOf: foldedByNormalizing(text, case: true, marks: true, letters: true).utf8)
  }
}

/// The result of `folded`, or of `searchKey` if letters are replaced, by the full algorithm, for text in any
/// script.
func foldedByNormalizing(
  _ text: String, case foldsCase: Bool, marks dropsMarks: Bool, letters replacesLetters: Bool = false
) -> String {
  var scalars = String.UnicodeScalarView()
  for scalar in text._nfd where !(dropsMarks && scalar.isFoldableMark) {
    if replacesLetters, let plain = scalar.plainLetters {
      scalars.append(contentsOf: plain.unicodeScalars)
    } else if replacesLetters, let plain = scalar.hiraganaOrApostrophe {
      scalars.append(plain)
    } else if foldsCase {
      scalar.appendCaseFolding(to: &scalars)
    } else {
      scalars.append(scalar)
    }
  }
  return nfc(String(scalars))
}

private func lowercased(ascii text: String) -> String {
  let hasCapital = text.utf8.contains { $0 &- UInt8(ascii: "A") < 26 }
  return hasCapital ? text.lowercased() : text
}

extension Unicode.Scalar {
  /// Whether the scalar is a combining mark that `[d]` and the natural order ignore.
  ///
  /// These are the nonspacing marks in the blocks for diacritical marks, Cyrillic, Hebrew, Arabic and Syriac.
  var isFoldableMark: Bool {
    switch value {
    case 0..<0x300: false
    case 0x300...0x36F: true
    case 0x483...0x74F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFB1E, 0xFE20...0xFE2F:
      properties.generalCategory == .nonspacingMark || properties.generalCategory == .enclosingMark
    default: false
    }
  }

  /// The hiragana of the same sound, or the apostrophe of ASCII, for which people type and sort the scalar; nil for
  /// any other.
  fileprivate var hiraganaOrApostrophe: Unicode.Scalar? {
    switch value {
    case 0x30A1...0x30F6, 0x30FD, 0x30FE: Unicode.Scalar(value - 0x60)
    case 0x2019: "'"
    default: nil
    }
  }

  /// Appends the scalar's full case folding.
  ///
  /// It is computed by lowercasing, uppercasing and lowercasing: ẞ → ß → SS → ss. CaseFolding.txt differs in
  /// two cases: the dotless i, which would become an i, and Cherokee, which is folded to upper case.
  func appendCaseFolding(to scalars: inout String.UnicodeScalarView) {
    if isASCII {
      scalars.append(Unicode.Scalar(lowercasedASCII(UInt8(truncatingIfNeeded: value))))
    } else if !properties.changesWhenCaseFolded {
      scalars.append(self)
    } else if isCherokeeSmall {
      scalars.append(contentsOf: properties.uppercaseMapping.unicodeScalars)
    } else {
      for lower in properties.lowercaseMapping.unicodeScalars {
        for upper in lower.properties.uppercaseMapping.unicodeScalars {
          scalars.append(contentsOf: upper.properties.lowercaseMapping.unicodeScalars)
        }
      }
    }
  }

  private var isCherokeeSmall: Bool {
    switch value {
    case 0x13F8...0x13FD, 0xAB70...0xABBF: true
    default: false
    }
  }
}
