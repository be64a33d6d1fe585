import Content
import Diagnostics
import Records

/// Brands a site without a custom theme, with two of the params in site.yml.
///
///     params: {logo: logo.svg, accent: "#0b5c94"}
struct Brand: Sendable {
  /// The path of the logo in the site.
  var logo: String?
  /// The colour of links and focused elements, as `#` and six digits.
  var accent: String?

  /// The path of the style sheet with the colour; pages forbid inline styles.
  static let stylePath = "assets/accent.css"
  /// The minimum contrast of text with its background (WCAG 2.2, 1.4.3).
  private static let leastContrast = 4.5

  /// Makes a brand without logo and colour.
  init() {}

  /// Reads the params.
  /// - Parameter theme: the theme; if its templates use neither param, nothing is reported.
  /// - Returns: the brand, and its diagnostics.
  static func read(_ book: Book, theme: Theme) -> (brand: Brand, diagnostics: [Diagnostic]) {
    var brand = Brand()
    var diagnostics: [Diagnostic] = []
    func value(_ key: String, isRead name: String) -> (FreeValue, SourceRange)? {
      guard let pair = book.settings.params.first(where: { $0.key == key }), pair.value != .null,
        let range = book.settings.paramRanges[key],
        theme.templates.values.contains(where: { $0.mentions(name) })
      else { return nil }
      return (pair.value, range)
    }
    if let (value, range) = value("logo", isRead: "site.logo") {
      let files = book.attachments
      let path = value.text.map { String($0.drop { $0 == "/" }) } ?? ""
      if files.contains(path) {
        brand.logo = nfc(path)
      } else {
        diagnostics.append(
          Diagnostic(
            .brokenLink, at: range,
            "the logo '\(path)' is not a file of Content", nearest: nearestName(to: path, among: files)))
      }
    }
    if let (value, range) = value("accent", isRead: "site.accent") {
      if let colour = value.text.flatMap(colour) {
        brand.accent = colour
        let contrast = contrastWithWhite(colour)
        if contrast < leastContrast {
          let tenths = Int(contrast * 10)
          diagnostics.append(
            Diagnostic(
              .lowContrast, .warning, at: range,
              "links in the colour '\(colour)' are hard to read on white: a contrast of "
                + "\(tenths / 10).\(tenths % 10), and 4.5 is the minimum; use a darker one"))
        }
      } else {
        diagnostics.append(
          Diagnostic(
            .wrongShape, at: range,
            "'accent' is a colour as '#' and six digits from 0 to f, in quotes: accent: \"#0b5c94\""))
      }
    }
    return (brand, diagnostics)
  }

  /// The style sheet with the colour, which is mixed with white on a dark background.
  static func style(accent: String) -> String {
    """
    :root {
      --accent: \(accent);
    }

    @media screen and (prefers-color-scheme: dark) {
      :root {
        --accent: color-mix(in srgb, \(accent) 45%, #fff);
      }
    }

    """
  }

  // MARK: Colours

  /// Converts `#abc` and `#aabbcc` to lower case with six digits.
  private static func colour(_ text: String) -> String? {
    let digits = text.lowercased().dropFirst()
    guard text.hasPrefix("#"), digits.count == 3 || digits.count == 6,
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    return "#" + (digits.count == 3 ? digits.flatMap { [$0, $0] } : Array(digits))
  }

  /// The contrast ratio of white and a colour (WCAG 2.2).
  private static func contrastWithWhite(_ colour: String) -> Double {
    let number = Int(colour.dropFirst(), radix: 16) ?? 0
    let parts = [number >> 16, number >> 8 & 255, number & 255].map { Double($0) / 255 }
    // The sRGB curve. The power of 2.4 is computed from products, the same on every machine.
    let light = parts.map { part in
      part <= 0.04045 ? part / 12.92 : power2point4((part + 0.055) / 1.055)
    }
    return 1.05 / (0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2] + 0.05)
  }

  /// A number from 0 to 1 to the power of 2.4, computed as the square of x · ⁵√x.
  private static func power2point4(_ number: Double) -> Double {
    var root = 1.0
    for _ in 0..<30 { root = (4 * root + number / (root * root * root * root)) / 5 }
    return number * number * root * root
  }
}

extension FreeValue {
  /// The text of a scalar.
  fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }
}
