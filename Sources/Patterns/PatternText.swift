/// The scalars of a pattern in NFC, each with its place in the pattern as it was written.
struct PatternText {
  /// The scalars.
  let scalars: [Unicode.Scalar]
  /// The UTF-8 offset of each scalar and of the end. Scalars that were composed share the start of what they came from.
  private let offsets: [Int]

  /// Brings a pattern to NFC.
  /// - Complexity: O(*n*) in the text.
  init(_ text: String) {
    var scalars: [Unicode.Scalar] = []
    var offsets: [Int] = []
    var offset = 0
    // No composition crosses the border of a grapheme cluster (Unicode Standard Annex 29).
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

  /// The UTF-8 bytes of the written pattern that a range of scalars came from; an end past the last scalar is the end.
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
