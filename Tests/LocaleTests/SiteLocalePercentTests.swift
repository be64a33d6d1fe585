import Locale
import Testing

struct SiteLocalePercentTests {
  /// From CLDR 48 by way of ICU: `new Intl.NumberFormat(language, {style: "percent"})` of -0.105 and 12.345.
  @Test(arguments: [
    ("en", "-10.5%", "1,234.5%"), ("de", "-10,5\u{a0}%", "1.234,5\u{a0}%"), ("de-CH", "-10.5%", "1'234.5%"),
    ("fr", "-10,5\u{a0}%", "1\u{202f}234,5\u{a0}%"), ("it", "-10,5%", "1234,5%"),
    ("sv", "\u{2212}10,5\u{a0}%", "1\u{a0}234,5\u{a0}%"), ("tr", "-%10,5", "%1.234,5"),
    ("ar", "\u{200e}-10.5\u{200e}%\u{200e}", "1,234.5\u{200e}%\u{200e}"), ("ja", "-10.5%", "1,234.5%"),
  ])
  func writesSharesAsTheLanguageDoes(_ language: String, negative: String, large: String) {
    let locale = SiteLocale(language: language)
    for (plain, expected) in [("-10.5", negative), ("1234.5", large)] {
      var bytes: [UInt8] = []
      locale.appendPercent(Array(plain.utf8).span, to: &bytes)
      #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }
  }
}
