@_spi(_Unicode) import Swift

/// The differences that a comparison of texts ignores.
struct TextFolding: Hashable, Sendable {
  /// Whether case is ignored: the option `[c]`.
  var ignoresCase: Bool
  /// Whether marks are ignored, so that é equals e: the option `[d]`.
  let ignoresMarks: Bool

  /// A scalar in the form that is compared; nil if nothing is left of it.
  func fold(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    let base = ignoresMarks ? scalar.withoutMarks : scalar
    return ignoresCase ? base?.caseFolded : base
  }

  /// The ranges in which scalars may fold to others; outside them, no scalar of NFC text does.
  static let affected: [ClosedRange<UInt32>] = [0...0x33FF, 0xA640...0xABFF, 0xF900...0x1EFFF]
}

extension Unicode.Scalar {
  /// The scalar's simple case folding.
  ///
  /// CaseFolding.txt is not in the standard library. Its statuses C and S equal the lower case of the upper
  /// case, where both are single scalars, except for the dotless i, which folds only in Turkish.
  var caseFolded: Unicode.Scalar {
    if isASCII { return ("A"..."Z").contains(self) ? Unicode.Scalar(UInt8(value) | 0x20) : self }
    guard self != "\u{131}" else { return self }
    let upper = simpleUppercase
    return upper.properties.lowercaseMapping.onlyScalar ?? upper
  }

  /// The scalar's upper case if that is a single scalar, otherwise the scalar.
  var simpleUppercase: Unicode.Scalar { properties.uppercaseMapping.onlyScalar ?? self }

  /// The single scalar of the canonical decomposition without nonspacing marks; nil if none is left.
  ///
  /// A scalar of which several are left, such as a Hangul syllable, is unchanged.
  var withoutMarks: Unicode.Scalar? {
    guard value >= 0xC0 else { return self }
    var base: Unicode.Scalar?
    for part in String(self)._nfd where part.properties.generalCategory != .nonspacingMark {
      guard base == nil else { return self }
      base = part
    }
    return base
  }
}

extension String {
  /// The text's only scalar; nil if it has more or none.
  fileprivate var onlyScalar: Unicode.Scalar? {
    var iterator = unicodeScalars.makeIterator()
    let first = iterator.next()
    return iterator.next() == nil ? first : nil
  }
}
