/// Formats dates, numbers and amounts in a site's language.
///
/// The facts are from CLDR (see ``LocaleFacts``); the machine's locale, ICU and Foundation are not used, so a
/// site reads the same everywhere. Numbers are given as plain digits, all of which are kept: nothing is
/// rounded, padded or cut.
///
///     let german = SiteLocale(language: "de")
///     german.appendDate(year: 2026, month: 3, day: 5, to: &page)             // 05.03.2026
///     german.appendNumber("-1234567.80", to: &page)                          // -1.234.567,80
///     german.appendMoney("1234.50", currency: "EUR", to: &page)              // 1.234,50 €
///
/// (The digits are spans of bytes, shown as text here.)
package struct SiteLocale: Sendable {
  /// The language as the site names it, with parts joined by hyphens; valid for HTML's `lang` once escaped.
  package let tag: String
  /// The direction in which the language is written, even if its formats are unknown.
  package let direction: WritingDirection
  /// Whether the language's formats are known; if not, they are English, and the caller may want to say so.
  package let isKnown: Bool
  /// Whether a point may separate thousands in a number, since the decimal mark is a comma.
  package let hasDecimalComma: Bool

  private let date: [DateField]
  private let month: [DateField]
  private let monthNames: [ShortText]
  private let standaloneMonthNames: [ShortText]
  private let longDate: [DateField]
  private let longMonthNames: [String]
  private let weekdayNames: [String]
  private let number: NumberMarks
  private let money: NumberMarks
  private let amount: [MoneyField]
  private let negativeAmount: [MoneyField]
  private let symbols: CurrencySymbols
  /// The text before and after the digits of a percentage.
  private let percent: (before: ShortText, after: ShortText)

  /// The month, from 1, whose name or abbreviation begins as a text does, whatever the case and without points; nil
  /// for fewer than three letters, and if there is none or another one.
  package func month(named text: some StringProtocol) -> Int? {
    let text = text.lowercased()
    guard text.count >= 3 else { return nil }
    // Windows and Excel abbreviate März without its vowel.
    if text == "mrz", tag.lowercased().hasPrefix("de") { return 3 }
    let found = (0..<12).filter { month in
      longMonthNames.indices.contains(month) && longMonthNames[month].lowercased().hasPrefix(text)
        || [monthNames, standaloneMonthNames].contains { names in
          names.indices.contains(month)
            && names[month].text.lowercased().replacing(".", with: "").hasPrefix(text)
        }
    }
    return found.count == 1 ? found[0] + 1 : nil
  }

  /// Finds the formats for the longest known prefix of a language's tag, or else those of English.
  ///
  /// - Parameter language: A BCP 47 tag in any case, such as `de-AT`, `zh-Hans-CN` or `pt_BR`.
  /// - Complexity: O(*n*) in the number of known languages; make one per site.
  package init(language: String) {
    let known = LocaleFacts.matching(language)
    var facts = known ?? .english
    tag = String(language.map { $0 == "_" ? "-" : $0 })
    direction = WritingDirection(language: language)
    // The English sign has no mark that keeps it before the number.
    if known == nil, direction == .rightToLeft { facts.minus = "\u{200e}-" }
    isKnown = known != nil

    date = DateField.fields(of: facts.date)
    month = DateField.withoutDay(date)
    let long = LongDates.format(of: facts.tag.lowercased())
    longDate = DateField.fields(of: long.pattern)
    longMonthNames = long.months.split(separator: " ").map { String($0) }
    weekdayNames = WeekdayNames.names(in: facts.tag)
    monthNames = facts.months.split(separator: " ").map { ShortText($0) }
    standaloneMonthNames = facts.monthsAlone?.split(separator: " ").map { ShortText($0) } ?? monthNames
    hasDecimalComma = facts.decimal == ","
    number = NumberMarks(facts, group: facts.group, decimal: facts.decimal)
    money = NumberMarks(
      facts, group: facts.moneyGroup ?? facts.group, decimal: facts.moneyDecimal ?? facts.decimal)
    let patterns = facts.money.split(separator: ";")
    let positive = patterns.first ?? ""
    amount = MoneyField.fields(of: positive)
    // UTS 35: without a negative half, negative amounts use the positive half with a minus sign before it.
    negativeAmount = MoneyField.fields(of: patterns.count > 1 ? patterns[1] : "-" + positive)
    symbols = CurrencySymbols(facts)
    let parts = facts.percent.split(separator: "#", omittingEmptySubsequences: false)
    percent = (ShortText(parts.first ?? ""), ShortText(parts.last ?? "%"))
  }

  /// Appends a day in the medium format: `Nov 21, 2026`, `21.11.2026`, `2026年11月21日`.
  ///
  /// - Parameters:
  ///   - year: The year, written without padding.
  ///   - month: The month from 1; an invalid one is written as a number.
  ///   - day: The day of the month from 1.
  ///   - output: The UTF-8 bytes to append to.
  package func appendDate(year: Int, month: Int, day: Int, to output: inout [UInt8]) {
    append(date, year: year, month: month, day: day, to: &output) { monthNames[$0].append(to: &$1) }
  }

  /// Appends a day in the long format: `November 21, 2026`, `21. November 2026`, `2026年11月21日`.
  ///
  /// - Parameters:
  ///   - year: The year, written without padding.
  ///   - month: The month from 1; an invalid one is written as a number.
  ///   - day: The day of the month from 1.
  ///   - output: The UTF-8 bytes to append to.
  package func appendLongDate(year: Int, month: Int, day: Int, to output: inout [UInt8]) {
    append(longDate, year: year, month: month, day: day, to: &output) { $1 += longMonthNames[$0].utf8 }
  }

  /// Appends a month in the medium format of a day, without the day: `Nov 2026`, `11.2026`, `2026年11月`.
  ///
  /// - Parameters:
  ///   - year: The year, written without padding.
  ///   - month: The month from 1; an invalid one is written as a number.
  ///   - output: The UTF-8 bytes to append to.
  package func appendMonth(year: Int, month: Int, to output: inout [UInt8]) {
    append(self.month, year: year, month: month, day: 1, to: &output) {
      standaloneMonthNames[$0].append(to: &$1)
    }
  }

  private func append(
    _ fields: [DateField], year: Int, month: Int, day: Int, to output: inout [UInt8],
    monthName: (Int, inout [UInt8]) -> Void
  ) {
    for field in fields {
      switch field {
      case .literal(let byte): output.append(byte)
      case .year: output.appendDecimal(year)
      case .month: output.appendDecimal(month)
      case .paddedMonth: output.appendDecimal(month, padded: true)
      case .monthName:
        if (1...12).contains(month) {
          monthName(month - 1, &output)
        } else {
          output.appendDecimal(month)
        }
      case .day: output.appendDecimal(day)
      case .paddedDay: output.appendDecimal(day, padded: true)
      }
    }
  }

  /// The abbreviated name of a month as it stands alone: `Nov`; nil if the language's dates have no month names.
  ///
  /// - Parameter month: The month from 1.
  package func monthName(_ month: Int) -> String? {
    guard standaloneMonthNames.indices.contains(month - 1) else { return nil }
    return standaloneMonthNames[month - 1].text
  }

  /// The name of a weekday as it stands alone: `Monday`; nil for an invalid number.
  ///
  /// - Parameter weekday: The weekday from 1 (Monday) to 7.
  package func weekdayName(_ weekday: Int) -> String? {
    weekdayNames.indices.contains(weekday - 1) ? weekdayNames[weekday - 1] : nil
  }

  /// Appends a number with the language's grouping, decimal mark and minus sign.
  ///
  /// - Parameters:
  ///   - plain: A plain decimal as ASCII bytes: `-1234567.80`. Other bytes are unchanged.
  ///   - output: The UTF-8 bytes to append to.
  /// - Complexity: O(*n*) in the number of digits.
  package func appendNumber(_ plain: Span<UInt8>, to output: inout [UInt8]) {
    let negative = Self.isNegative(plain)
    if negative { number.minus.append(to: &output) }
    number.append(plain, from: negative ? 1 : 0, to: &output)
  }

  /// Appends a percentage with the percent sign: `10%`, `10 %`, `%10`.
  ///
  /// - Parameters:
  ///   - plain: The percentage, a plain decimal as ASCII bytes.
  ///   - output: The UTF-8 bytes to append to.
  /// - Complexity: O(*n*) in the number of digits.
  package func appendPercent(_ plain: Span<UInt8>, to output: inout [UInt8]) {
    let negative = Self.isNegative(plain)
    if negative { number.minus.append(to: &output) }
    percent.before.append(to: &output)
    number.append(plain, from: negative ? 1 : 0, to: &output)
    percent.after.append(to: &output)
  }

  /// Appends an amount with the currency's symbol in this language, or with its code if there is none.
  ///
  /// - Parameters:
  ///   - plain: A plain decimal as ASCII bytes: `-1234567.80`. Other bytes are unchanged.
  ///   - code: The currency's ISO 4217 code, in capitals.
  ///   - output: The UTF-8 bytes to append to.
  /// - Complexity: O(*n*) in the number of digits.
  package func appendMoney(_ plain: Span<UInt8>, currency code: String, to output: inout [UInt8]) {
    let negative = Self.isNegative(plain)
    let symbol = symbols.index(of: code)
    for field in negative ? negativeAmount : amount {
      switch field {
      case .literal(let byte): output.append(byte)
      case .minus: money.minus.append(to: &output)
      case .number: money.append(plain, from: negative ? 1 : 0, to: &output)
      case .currency: symbols.append(symbol, code: code, to: &output)
      case .gap: if symbols.needsGap(symbol) { noBreakSpace.append(to: &output) }
      }
    }
  }

  private static func isNegative(_ plain: Span<UInt8>) -> Bool {
    !plain.isEmpty && plain[0] == UInt8(ascii: "-")
  }
}

private let noBreakSpace = ShortText("\u{a0}")

extension [UInt8] {
  /// Appends an integer in ASCII digits; if padded, at least two.
  fileprivate mutating func appendDecimal(_ value: Int, padded: Bool = false) {
    append(addingCapacity: 20) { digits in
      if value < 0 { digits.append(UInt8(ascii: "-")) }
      if value.magnitude < 10, padded { digits.append(UInt8(ascii: "0")) }
      digits.append(value.magnitude)
    }
  }
}

extension OutputSpan<UInt8> {
  fileprivate mutating func append(_ magnitude: UInt) {
    if magnitude >= 10 { append(magnitude / 10) }
    append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: magnitude % 10))
  }
}
