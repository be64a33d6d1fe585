import Diagnostics

/// Estimates the width of texts in a picture without a font.
///
/// The reader's font is unknown, so the widths are those of a wide font, DejaVu Sans, rounded up. Text in
/// Arial or Segoe UI is a tenth narrower. Text that fits by these widths fits in any common font.
package enum TextWidth {
  /// The width of a text in thousandths of the font's size.
  /// - Complexity: O(*n*) in its characters.
  package static func thousandths(of text: String) -> Int {
    text.reduce(0) { $0 + thousandths(of: $1) }
  }

  /// The width of a character in thousandths of the font's size.
  package static func thousandths(of character: Character) -> Int {
    guard character.isASCII else { return thousandths(beyondASCII: character) }
    return switch character {
    case "i", "j", "l", "I", "'", "|": 340
    case " ", ",", ".", "/", ":", ";", "\\", "(", ")", "[", "]", "f", "r", "t", "-", "J", "!", "`": 420
    case "m", "M", "W", "@", "%": 1010
    case "w", "#", "+", "<", "=", ">", "~", "^", "&", "Q", "O", "G", "N", "D", "H", "U": 840
    case "A"..."Z": 700
    default: 640
    }
  }

  private static func thousandths(beyondASCII character: Character) -> Int {
    let columns = displayWidth(of: String(character))
    guard columns == 1, let scalar = character.unicodeScalars.first else { return columns * 700 }
    return switch scalar.value {
    case 0xA0, 0x2000...0x200F, 0x202F: 420
    // Latin with diacritics, Greek and Cyrillic; some of their capitals are wide.
    case ..<0x590: scalar.properties.isUppercase ? 900 : 720
    case ..<0x900: 700
    default: 1100
    }
  }
}
