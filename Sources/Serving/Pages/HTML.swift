/// HTML composed of parts. Interpolated values are escaped unless they are HTML.
///
///     let line: HTML = "<p>\("a < b")</p>"     // <p>a &lt; b</p>
struct HTML: ExpressibleByStringInterpolation, Sendable {
  let text: String

  init(stringLiteral value: String) {
    text = value
  }

  init(stringInterpolation: StringInterpolation) {
    text = stringInterpolation.text
  }

  /// The parts of a text as they are interpolated.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: String) { text += literal }

    mutating func appendInterpolation(_ html: HTML) { text += html.text }

    mutating func appendInterpolation(_ parts: [HTML]) {
      for part in parts { text += part.text }
    }

    mutating func appendInterpolation(_ number: Int) { text += String(number) }

    mutating func appendInterpolation(_ plain: some StringProtocol) {
      for scalar in plain.unicodeScalars {
        switch scalar {
        case "&": text += "&amp;"
        case "<": text += "&lt;"
        case ">": text += "&gt;"
        case "\"": text += "&quot;"
        case "'": text += "&#39;"
        // Attributes and text areas keep their line endings; other control characters are replaced.
        case "\u{0}"..<"\u{9}", "\u{B}", "\u{C}", "\u{E}"..<" ", "\u{7F}":
          text.unicodeScalars.append("\u{FFFD}")
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
  }
}
