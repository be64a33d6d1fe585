@_spi(_Unicode) import Swift

/// What a comparison of texts does not see.
struct TextFolding: Hashable, Sendable {
  /// Whether upper and lower case are alike, the option `[c]`.
  var ignoresCase: Bool
  /// Whether é is e, the option `[d]`.
  let ignoresMarks: Bool

  /// A scalar as it is compared, or nil if nothing of it is.
  func fold(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    let base = ignoresMarks ? scalar.withoutMarks : scalar
    return ignoresCase ? base?.caseFolded : base
  }

  /// Where scalars may fold to others. Outside, no scalar of NFC text becomes another one.
  static let affected: [ClosedRange<UInt32>] = [0...0x33FF, 0xA640...0xABFF, 0xF900...0x1EFFF]
}

extension Unicode.Scalar {
  /// The scalar's simple case folding.
  ///
  /// CaseFolding.txt is not in the standard library, but its statuses C and S are the lower case of the upper case,
  /// wherever both are one scalar; dotless i alone folds only in Turkish.
  var caseFolded: Unicode.Scalar {
    if isASCII { return ("A"..."Z").contains(self) ? Unicode.Scalar(UInt8(value) | 0x20) : self }
    guard self != "\u{131}" else { return self }
    let upper = simpleUppercase
    return upper.properties.lowercaseMapping.onlyScalar ?? upper
  }

  /// The scalar's upper case where that is one scalar, else the scalar.
  var simpleUppercase: Unicode.Scalar { properties.uppercaseMapping.onlyScalar ?? self }

  /// The one scalar that is left of the canonical decomposition without nonspacing marks; nil if none is.
  ///
  /// A scalar with several left, a syllable of Hangul, stays as it is.
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
  /// The text's scalar where it has exactly one.
  fileprivate var onlyScalar: Unicode.Scalar? {
    var iterator = unicodeScalars.makeIterator()
    let first = iterator.next()
    return iterator.next() == nil ? first : nil
  }
}
