/// What CLDR says about the dates, numbers and amounts of one language.
///
/// From CLDR 48: `dates/calendars/gregorian` in `ca-gregorian.json`, `symbols`, `decimalFormats`, `percentFormats`, `currencyFormats`
/// and `minimumGroupingDigits` in `numbers.json`, all with Latin digits, and `currencies.json` for the currencies in
/// use; the group mark of `fr-CH` is the later one of ICU 78.3. What most languages have is the default here.
struct LocaleFacts: Sendable {
  /// The language, with a script or region where its facts differ from those of the language alone.
  var tag: String
  /// The pattern of medium dates, in the letters of UTS 35.
  var date: String
  /// The abbreviated names of the months as they are in a date, with spaces between; empty if `date` has none.
  var months = ""
  /// The separator between groups of digits.
  var group = ","
  /// The decimal mark.
  var decimal = "."
  /// `group` in amounts, where it is another one.
  var moneyGroup: String?
  /// `decimal` in amounts, where it is another one.
  var moneyDecimal: String?
  /// The minus sign, with the marks that keep it in place in right-to-left text.
  var minus = "-"
  /// How many digits must precede the last group of three for the number to be grouped.
  var minimumGroupingDigits = 1
  /// The digits of every group but the last, which has three.
  var groupSize = 3
  /// The pattern of amounts, `#` for the digits, `¤` for the currency; after a `;` that of negative ones, where it
  /// is not the same with a minus sign before it.
  var money: String
  /// The pattern of shares, `#` for the digits.
  var percent = "#%"
  /// The symbols that the language starts from.
  var symbols = Symbols.root
  /// Its own symbols, code and symbol by turns, with spaces between; a code that is its own symbol has none.
  var except = ""

  /// A list of currencies' symbols, code and symbol by turns.
  enum Symbols: String {
    /// Those of CLDR's root but ₱: most languages write PHP.
    case root = """
      AUD A$ BRL R$ CAD CA$ CNY CN¥ EUR € GBP £ HKD HK$ ILS ₪ INR ₹ JPY JP¥ KRW ₩ MXN MX$ NZD NZ$ TWD NT$ \
      USD US$ VND ₫ XAF FCFA XCD EC$ XCG Cg. XOF F\u{202f}CFA XPF CFPF
      """
    /// Those left to the languages that otherwise write codes.
    case codes = "EUR € XAF FCFA XCG Cg. XOF F\u{202f}CFA XPF CFPF"
  }

  /// The facts of a language: the row with the longest tag that is the given one or a prefix of it, part by part.
  ///
  /// - Parameter language: A BCP 47 tag in any case, with hyphens or underscores.
  /// - Complexity: O(*n*) in the number of rows.
  static func matching(_ language: String) -> LocaleFacts? {
    var parts = language.lowercased().split { $0 == "-" || $0 == "_" }
    while !parts.isEmpty {
      let prefix = parts.joined(separator: "-")
      let name = aliases[prefix] ?? prefix
      if let facts = table.first(where: { $0.tag.lowercased() == name }) { return facts }
      parts.removeLast()
    }
    return nil
  }

  /// Tags that mean another one of the table: CLDR 48, `aliases.json` and `likelySubtags.json`.
  private static let aliases = [
    "iw": "he", "no": "nb", "zh-hk": "zh-hant", "zh-mo": "zh-hant", "zh-tw": "zh-hant",
  ]
}
