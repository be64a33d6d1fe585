/// The scalars of a pattern in NFC, each with its position in the pattern as written.
struct PatternText {
  let scalars: [Unicode.Scalar]
  /// The UTF-8 offset of each scalar and of the end. Composed scalars have the offset of their first part.
  private let offsets: [Int]

  /// Normalizes a pattern to NFC.
  /// - Complexity: O(*n*) in the text.
  init(_ text: String) {
    var scalars: [Unicode.Scalar] = []
    var offsets: [Int] = []
    var offset = 0
    // Scalars are never composed across grapheme clusters (Unicode Standard Annex 29).
    for character in text {
      let composed = String(decoding: String(character)._nfcCodeUnits, as: UTF8.self).unicodeScalars
      let isAsWritten = composed.elementsEqual(character.unicodeScalars)
      var start = offset
      for scalar in composed {
        scalars.append(scalar)
        offsets.append(start)
        if isAsWritten { start += UTF8.width(scalar) }
      }
      offset += character.utf8.count
    }
    offsets.append(offset)
    self.scalars = scalars
    self.offsets = offsets
  }

  /// The UTF-8 bytes, in the pattern as written, of a range of scalars; the range is clamped to the pattern.
  func range(_ part: Range<Int>) -> Range<Int> {
    let lower = offsets[min(part.lowerBound, scalars.count)]
    let upper = offsets[min(part.upperBound, scalars.count)]
    return lower..<max(lower, upper)
  }

  /// The scalars of a range as text.
  func text(_ part: Range<Int>) -> String {
    String(String.UnicodeScalarView(scalars[part.clamped(to: 0..<scalars.count)]))
  }
}
