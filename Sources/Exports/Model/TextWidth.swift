import Diagnostics

/// About how wide a text is in a sans-serif font, in thousandths of the font's size.
///
/// The widths are Helvetica's (Adobe's Core 14 AFM files), a seventh wider, since the reader's own font is likely to
/// be a wider one; beyond ASCII every character counts as a wide letter, those that take two columns as a square.
func textWidth(_ text: String) -> Int {
  let width = text.reduce(0) { width, character in
    guard let ascii = character.asciiValue, ascii >= 0x20, Int(ascii) - 0x20 < helvetica.count else {
      return width + [0, 720, 1000][min(2, displayWidth(of: String(character)))]
    }
    return width + helvetica[Int(ascii) - 0x20]
  }
  return width + width / 7
}

/// The widths of U+0020 to U+007E.
private let helvetica = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667,
  556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556,
  500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,
  500, 334,
  260, 334, 584,
]
