import Locale
import Records

extension ValueFormatter {
  /// A sentence of the theme with its parts inserted for `{0}`, `{1}` ….
  /// - Parameter fallback: the sentence to use if the theme lacks it.
  package func sentence(_ name: String, _ fallback: String, _ parts: String...) -> String {
    // Hand-written: a search for each placeholder took a fiftieth of a build with many overdue orders.
    let sentence = word(name, fallback)
    guard let open = sentence.utf8.firstIndex(of: UInt8(ascii: "{")) else { return sentence }
    var text = String(sentence[..<open])
    var rest = sentence[open...]
    while let character = rest.popFirst() {
      if character == "{", let index = rest.first?.wholeNumberValue, index < parts.count,
        rest.dropFirst().first == "}"
      {
        text += parts[index]
        rest.removeFirst(2)
      } else {
        text.append(character)
      }
    }
    return text
  }

  /// A value with its label: `Customer: Acme`.
  package func labelled(_ label: String, _ value: String) -> String {
    sentence("labelled", "{0}: {1}", isolated(label), isolated(value))
  }

  /// A name within a text, enclosed in isolates (U+2068, U+2069) if it contains letters of the other
  /// direction. Otherwise a number after it would be displayed before it.
  package func isolated(_ name: String) -> String {
    let isRightToLeft = locale.direction == .rightToLeft
    guard name.utf8.contains(where: { $0 >= 0x80 }) || isRightToLeft else { return name }
    let isOther = name.unicodeScalars.contains {
      $0.isRightToLeft != isRightToLeft && $0.properties.isAlphabetic
    }
    return isOther ? "\u{2068}\(name)\u{2069}" : name
  }

  package func text(of day: CivilDate) -> String { text(of: .date(day)) }

  /// A range of dates, or a single date: `Jan 4, 2026 – Nov 20, 2026`.
  package func period(_ days: ClosedRange<CivilDate>) -> String {
    days.lowerBound == days.upperBound
      ? text(of: days.lowerBound) : "\(text(of: days.lowerBound)) – \(text(of: days.upperBound))"
  }
}

extension String {
  /// The text on one line, with runs of white space replaced by single spaces.
  package var oneLine: String {
    split { $0 == " " || $0 == "\t" || $0.isNewline }.joined(separator: " ")
  }
}
