/// The formats of dates, numbers and amounts in one language, from CLDR.
///
/// The source is CLDR 48: `dates/calendars/gregorian` in `ca-gregorian.json`; `symbols`, `decimalFormats`,
/// `percentFormats`, `currencyFormats` and `minimumGroupingDigits` in `numbers.json`, all with Latin digits;
/// and `currencies.json` for the currencies in use. The group mark of `fr-CH` is the newer one of ICU 78.3.
/// The defaults here are the facts of most languages.
struct LocaleFacts: Sendable {
  /// The language, with a script or region if its facts differ from those of the language alone.
  var tag: String
  /// The pattern of medium dates, in the letters of UTS 35.
  var date: String
  /// The abbreviated month names used in dates, separated by spaces; empty if `date` has no names.
  var months = ""
  /// The abbreviated month names used without a day, if they are others than `months`.
  var monthsAlone: String?
  /// The separator between groups of digits.
  var group = ","
  /// The decimal mark.
  var decimal = "."
  /// The value of `group` in amounts, if it differs.
  var moneyGroup: String?
  /// The value of `decimal` in amounts, if it differs.
  var moneyDecimal: String?
  /// The minus sign, with marks that keep it in place in right-to-left text.
  var minus = "-"
  /// How many digits must precede the last group of three before digits are grouped.
  var minimumGroupingDigits = 1
  /// The number of digits in each group except the last, which has three.
  var groupSize = 3
  /// The pattern of amounts, with `#` for the digits and `¤` for the currency. A pattern for negative amounts
  /// follows after a `;` unless it is the same with a minus sign before it.
  var money: String
  /// The pattern of shares, `#` for the digits.
  var percent = "#%"
  /// The set of symbols to start from.
  var symbols = Symbols.root
  /// Its own symbols: codes and symbols in turn, separated by spaces; `CNY CNY` leaves a currency its code.
  var except = ""

  /// A set of currency symbols: codes alternating with symbols.
  enum Symbols: String {
    /// The symbols of CLDR's root, except ₱: most languages write PHP.
    case root = """
      AUD A$ BRL R$ CAD CA$ CNY CN¥ EUR € GBP £ HKD HK$ ILS ₪ INR ₹ JPY JP¥ KRW ₩ MXN MX$ NZD NZ$ TWD NT$ \
      USD US$ VND ₫ XAF FCFA XCD EC$ XCG Cg. XOF F\u{202f}CFA XPF CFPF
      """
    /// The symbols for languages that otherwise write codes.
    case codes = "EUR € XAF FCFA XCG Cg. XOF F\u{202f}CFA XPF CFPF"
  }

  /// The facts of a language: the row with the longest tag that equals the given one or begins it, by subtag.
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

  /// Tags that mean another tag of the table: CLDR 48, `aliases.json` and `likelySubtags.json`.
  private static let aliases = [
    "iw": "he", "no": "nb", "zh-hk": "zh-hant", "zh-mo": "zh-hant", "zh-tw": "zh-hant",
  ]
}
