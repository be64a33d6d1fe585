import Diagnostics
import Records

/// Converts values from the forms that people type to the form in files.
///
///     14.03.2026    2026-03-14        38,00     38.00
///     today         2026-11-21        64,00 €   64.00 EUR
///
/// Only unambiguous values are converted; others are returned unchanged, for the record reader to report.
package struct TypedValue: Sendable {
  /// The day that `today` means.
  let today: CivilDate
  /// The order of day, month and year in dates; nil if unknown, so that only unambiguous dates are read.
  var dateFormat: DateFormat?
  /// Whether the comma is the decimal mark and the point groups digits; nil if unknown.
  var hasDecimalComma: Bool?

  /// The currencies of amounts that name none.
  var currencies: [Currency]

  package init(
    today: CivilDate, currencies: [Currency] = [], dateFormat: DateFormat? = nil, hasDecimalComma: Bool? = nil
  ) {
    self.today = today
    self.currencies = currencies
    self.dateFormat = dateFormat
    self.hasDecimalComma = hasDecimalComma
  }

  /// The text of a value as files contain it.
  /// - Parameters:
  ///   - text: what was typed.
  ///   - type: the expected type.
  package func written(_ text: String, as type: AttributeType) -> String {
    let typed = Self.trimmed(text)
    switch type {
    case .date: return date(typed) ?? typed
    case .integer, .decimal: return signed(typed, number) ?? typed
    case .money: return amount(typed) ?? typed
    case .boolean:
      if ["x", "✓", "1"].contains(typed.lowercased()) { return "true" }
      return typed == "0" ? "false" : LanguageWords.boolean(of: typed) ?? typed
    case .currency: return Currency(certainMark: typed)?.code ?? typed.uppercased()
    case .email, .url, .string: return typed
    case .text, .tags: return text
    }
  }

  private static func trimmed(_ text: String) -> String {
    String(text.trimming { $0.isWhitespace || $0 == "\u{FEFF}" })
  }

  // MARK: Dates

  private func date(_ text: String) -> String? {
    if text.first?.isLetter ?? false, let days = LanguageWords.daysFromToday(of: text) {
      return today.adding(days: days)?.description
    }
    if let dateFormat { return dateFormat.date(text, today: today)?.description }
    if let day = CivilDate(text) { return day.description }
    return CivilDate.certainReading(of: text.utf8.span)?.description
  }

  // MARK: Numbers

  /// A number or an amount, negative in any form that accounting programs use: `(12.50)`, `12.50-`,
  /// `-$12.50`, and with a minus sign instead of a hyphen.
  private func signed(_ text: String, _ read: (String) -> String?) -> String? {
    let text = text.replacing("\u{2212}", with: "-")
    let magnitude =
      if text.hasPrefix("("), text.hasSuffix(")") {
        text.dropFirst().dropLast()
      } else if text.hasSuffix("-") {
        text.dropLast()
      } else if text.hasPrefix("-"),
        text.dropFirst().first.map({ !$0.isNumber && !".,".contains($0) }) ?? false
      {
        text.dropFirst()
      } else {
        text[...]
      }
    guard magnitude.count < text.count else { return read(text) }
    guard !magnitude.contains(where: { "-+()".contains($0) }) else { return nil }
    return read(Self.trimmed(String(magnitude))).map { "-" + $0 }
  }

  private func number(_ text: String) -> String? {
    let text = plainMarks(text)
    if let hasDecimalComma { return marked(text, hasDecimalComma) }
    do throws(DecimalError) {
      _ = try Decimal(parsing: text.utf8.span, percent: true)
      return text
    } catch {
      guard case .comma(let reading) = error else { return nil }
      return reading
    }
  }

  /// Why a text cannot be read in the known form of values; nil if it can, or if no form is known.
  func refusal(of text: String, as type: AttributeType) -> (id: DiagnosticID, summary: String)? {
    let typed = Self.trimmed(text)
    switch type {
    case .date:
      guard let dateFormat, date(typed) == nil else { return nil }
      let forms = DateFormat.forms(of: typed)
      return (
        .invalidDate,
        "'\(typed)' is no day in the form \(dateFormat.pattern)"
          + (forms.isEmpty ? "" : "; it is one in the form \(forms.joined(separator: " or "))")
      )
    case .integer, .decimal: guard signed(typed, number) == nil, Decimal(typed) == nil else { return nil }
    case .money: guard amount(typed) == nil else { return nil }
    default: return nil
    }
    guard let hasDecimalComma else { return nil }
    if type == .money, let (amount, sign) = amountAndMark(plainMarks(typed)),
      Currency(certainMark: sign, homes: currencies) == nil, marked(amount, hasDecimalComma) != nil
    {
      return (
        .invalidMoney,
        "'\(sign)' stands for no certain currency here; write a code such as USD, or give the record its currency"
      )
    }
    let (mark, group) = hasDecimalComma ? (",", ".") : (".", ",")
    return (
      type == .money ? .invalidMoney : .invalidDecimal,
      "'\(typed)' is no number whose decimal mark is '\(mark)' and whose thousands '\(group)' may group"
    )
  }

  /// Reads a number with a known decimal mark; the other mark may group digits.
  private func marked(_ text: String, _ hasComma: Bool) -> String? {
    let (mark, group): (Character, Set<Character>) =
      hasComma ? (",", [".", "'", "’", " "]) : (".", [",", "'", "’", " "])
    // The blank of '5 %' groups nothing.
    let sign = text.hasSuffix("%") ? "%" : ""
    let text = sign.isEmpty ? text : Self.trimmed(String(text.dropLast()))
    let parts = text.split(separator: mark, omittingEmptySubsequences: false)
    guard parts.count <= 2, var written = parts.first else { return nil }
    // Banks write ',50'.
    if parts.count == 2, written.allSatisfy({ "+-".contains($0) }) { written += "0" }
    let groups = written.split(omittingEmptySubsequences: false) { group.contains($0) }
    // Groups of thousands begin with one to three digits, the first not zero: 0.125 has no groups.
    let first = groups[0].drop { $0 == "-" || $0 == "+" }
    guard groups.count == 1 || Money.areThousands([first] + groups.dropFirst()) else { return nil }
    let whole = groups.joined()
    let reading = whole + (parts.count == 2 ? "." + Self.certainFraction(parts[1], after: first) : "") + sign
    return (try? Decimal(parsing: reading.utf8.span, percent: true)) == nil ? nil : reading
  }

  /// The digits after the mark as files have them, where three of them could be thousands: `500` as `50`, `125` as
  /// `1250`.
  private static func certainFraction(_ digits: Substring, after whole: Substring) -> String {
    guard digits.count == 3, whole.first != "0" else { return String(digits) }
    return digits.last == "0" ? String(digits.dropLast()) : digits + "0"
  }

  /// Reads an amount whose currency may be next to its sign: `(12.50) EUR`, `12.50- EUR`.
  private func amount(_ text: String) -> String? {
    let text = Money.withoutWholeMark(text)
    if let amount = signed(text, money) { return amount }
    guard let (amount, code) = amountAndCurrency(plainMarks(text)) else { return nil }
    return signed(amount) { money("\($0) \(code)") }
  }

  private func money(_ text: String) -> String? {
    if let number = number(text) { return number }
    let text = plainMarks(text)
    if let whole = wholeAmount(text) { return whole }
    if let hasDecimalComma, let (amount, code) = amountAndCurrency(text) {
      // A point that groups no digits is the mark, as in files.
      let number = marked(amount, hasDecimalComma) ?? Decimal(amount).map { _ in amount }
      return number.map { "\($0) \(code)" }
    }
    if (try? Money.parse(text.utf8.span)) != nil { return text }
    return Money.certainReading(of: text, homes: currencies)
  }

  /// An amount whose commas can only group digits, because it names a currency without parts: `¥12,000`, `1,200 JPY`.
  private func wholeAmount(_ text: String) -> String? {
    guard hasDecimalComma == nil, let (amount, code) = amountAndCurrency(text),
      Currency(code: code)?.digits == 0, let whole = marked(amount, false), !whole.contains(".")
    else { return nil }
    return "\(whole) \(code)"
  }

  /// An amount, and the code of the currency whose certain sign or code is before or after it.
  private func amountAndCurrency(_ text: String) -> (amount: String, code: String)? {
    guard let (amount, mark) = amountAndMark(text),
      let own = Currency(certainMark: mark, homes: currencies)
    else { return nil }
    return (amount, own.code)
  }

  /// An amount, and what is before or after it; nil without either, or with both.
  private func amountAndMark(_ text: String) -> (amount: String, mark: String)? {
    func isMark(_ character: Character) -> Bool {
      !character.isNumber && !".,'’ -+()\u{2212}".contains(character)
    }
    var start = text.prefix(while: isMark)
    let amountEnd = text.lastIndex { !isMark($0) && $0 != "." }.map { text.index(after: $0) }
    let end = text[(amountEnd ?? text.endIndex)...].drop { $0 == "." }
    // The point of `Fr. 20` is no part of the number, as that of `€ .20` is.
    if text[start.endIndex...].hasPrefix("."), Currency(certainMark: start + ".") != nil {
      start = text[...start.endIndex]
    }
    guard start.isEmpty != end.isEmpty else { return nil }
    return (
      Self.trimmed(String(text.dropFirst(start.count).dropLast(end.count))), String(start) + String(end)
    )
  }

  /// The text with every kind of space as a plain space, because spreadsheets group digits with narrow
  /// no-break spaces; with the digits of every script, such as full-width or Arabic ones, as ASCII; and without the
  /// apostrophes and points that can only group by thousands: `1'250.50`, `1.000.000`.
  private func plainMarks(_ text: String) -> String {
    let decimalMark: Character = hasDecimalComma == true ? "," : "."
    let text = String(
      text.map { $0 == "\u{66B}" ? decimalMark : Self.plain[$0] ?? Self.digit($0) ?? $0 })
    let plain = Money.withoutApostrophes(text)
    return hasDecimalComma == false ? plain : Money.withoutPointGroups(plain)
  }

  /// Spaces, and the marks of Arabic and full-width numbers except the Arabic decimal mark, as those of ASCII.
  private static let plain: [Character: Character] = [
    "\u{A0}": " ", "\u{202F}": " ", "\u{2009}": " ", "\u{3000}": " ", "\u{66C}": "'",
    "\u{FF0E}": ".", "\u{FF0C}": ",", "\u{FF0D}": "-", "\u{FF05}": "%",
  ]

  /// A digit of another script in ASCII; nil for any other character.
  private static func digit(_ character: Character) -> Character? {
    guard !character.isASCII, let scalar = character.unicodeScalars.first,
      character.unicodeScalars.count == 1, scalar.properties.numericType == .decimal
    else { return nil }
    return character.wholeNumberValue.flatMap { "\($0)".first }
  }
}
