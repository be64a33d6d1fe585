import Locale

extension SiteLocale {
  /// A date, with the characters that cannot be seen made visible.
  func visibleDate(_ year: Int, _ month: Int, _ day: Int) -> String {
    var output: [UInt8] = []
    appendDate(year: year, month: month, day: day, to: &output)
    return visible(output)
  }

  /// A date with its month in words, with the characters that cannot be seen made visible.
  func visibleLongDate(_ year: Int, _ month: Int, _ day: Int) -> String {
    var output: [UInt8] = []
    appendLongDate(year: year, month: month, day: day, to: &output)
    return visible(output)
  }

  /// A month, with the characters that cannot be seen made visible.
  func visibleMonth(_ year: Int, _ month: Int) -> String {
    var output: [UInt8] = []
    appendMonth(year: year, month: month, to: &output)
    return visible(output)
  }

  /// A number, with the characters that cannot be seen made visible.
  func visibleNumber(_ plain: String) -> String {
    var output: [UInt8] = []
    let digits = Array(plain.utf8)
    appendNumber(digits.span, to: &output)
    return visible(output)
  }

  /// An amount, with the characters that cannot be seen made visible.
  func visibleMoney(_ plain: String, _ currency: String) -> String {
    var output: [UInt8] = []
    let digits = Array(plain.utf8)
    appendMoney(digits.span, currency: currency, to: &output)
    return visible(output)
  }
}

/// `_` for U+00A0, `~` for U+202F, `→` for U+200E and `←` for U+200F.
private func visible(_ bytes: [UInt8]) -> String {
  let marks: [Unicode.Scalar: Unicode.Scalar] = [
    "\u{a0}": "_", "\u{202f}": "~", "\u{200e}": "→", "\u{200f}": "←",
  ]
  var text = String.UnicodeScalarView()
  for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars { text.append(marks[scalar] ?? scalar) }
  return String(text)
}
