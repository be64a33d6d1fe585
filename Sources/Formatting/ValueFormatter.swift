import Content
import Locale
import Records
import Templates

/// Formats values for readers of the site's language.
package struct ValueFormatter: Sendable {
  /// The site's language.
  package let locale: SiteLocale
  /// The site's currency.
  package let home: Currency
  /// Its code, kept because most amounts are in it.
  private let homeCode: String
  /// The theme's words.
  package let words: [String: String]
  /// The theme's word for true.
  package let yes: String
  /// The word for false.
  package let no: String
  /// The words for an unknown record.
  package let unknown: String
  /// The text for a missing value at the beginning of a line.
  package let none: String
  /// The words for states, by the part of their names that follows `state`: `ToMake`.
  private let stateWords: [(name: [UInt8], word: String)]

  package init(locale: SiteLocale, home: Currency, words: [String: String]) {
    self.locale = locale
    self.home = home
    homeCode = home.code
    self.words = words
    yes = words["yes"] ?? "yes"
    no = words["no"] ?? "no"
    unknown = words["unknown"] ?? "-- Unknown --"
    none = words["none"] ?? "None"
    stateWords = words.filter { $0.key.hasPrefix("state") }.sorted { $0.key < $1.key }
      .map { (Array($0.key.utf8.dropFirst("state".utf8.count)), $0.value) }
  }

  /// A word of the theme.
  /// - Parameter english: the word to use if the theme lacks it.
  package func word(_ name: String, _ english: String) -> String { words[name] ?? english }

  /// The text for a missing value; a missing record of a relationship may be unknown.
  package func missing(_ relationship: Relationship?) -> String {
    relationship?.isExpected ?? false ? unknown : none
  }

  /// Appends a date: `Nov 21, 2026`.
  ///
  /// In a right-to-left language it is preceded by a direction mark. Otherwise a date that begins with digits
  /// would be torn apart after a word in Latin letters.
  package func append(_ date: CivilDate, to output: inout Output) {
    if locale.direction == .rightToLeft, locale.isKnown { output.append(verbatim: "\u{200f}") }
    let (year, month, day) = date.parts
    output.appendVerbatim { locale.appendDate(year: year, month: month, day: day, to: &$0) }
  }

  /// Appends a date with the whole name of its month: `November 21, 2026`.
  package func append(long date: CivilDate, to output: inout Output) {
    if locale.direction == .rightToLeft, locale.isKnown { output.append(verbatim: "\u{200f}") }
    let (year, month, day) = date.parts
    output.appendVerbatim { locale.appendLongDate(year: year, month: month, day: day, to: &$0) }
  }

  /// Appends the name of a date's weekday: `Saturday`.
  package func append(weekdayOf date: CivilDate, to output: inout Output) {
    if let name = locale.weekdayName(date.weekday) { output.append(name) }
  }

  /// Appends a month, quarter or week. Queries return them as `2026-03`, `2026-Q1` and `2026-W07` or, without a year, `03`
  /// and `Q1`, which become `Mar 2026`, `Q1 2026`, `2026-W07` or `KW 07 2026`, `Mar` and `Q1`. Other texts are unchanged.
  func append(period text: String, to output: inout Output) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    if parts.count == 1, text.utf8.count == 2 {
      if let quarter = quarterName(text) { return output.append(quarter) }
      if let month = Int(text), (1...12).contains(month) { return output.append(monthName(month)) }
    }
    if text.utf8.count == 8, parts.count == 2, parts[1].first == "W" {
      return output.append(
        sentence("weekOf", "{1}-W{0}", String(parts[1].dropFirst()), String(parts[0])))
    }
    guard text.utf8.count == 7, parts.count == 2, let year = Int(parts[0]) else { return output.append(text) }
    if parts[1].first == "Q" {
      return output.append(sentence("quarterOf", "Q{0} {1}", String(parts[1].dropFirst()), year.description))
    }
    guard let month = Int(parts[1]), (1...12).contains(month) else { return output.append(text) }
    if locale.direction == .rightToLeft, locale.isKnown { output.append(verbatim: "\u{200f}") }
    output.appendVerbatim { locale.appendMonth(year: year, month: month, to: &$0) }
  }

  /// Appends a number: `1,234.5`. Repeating decimals are rounded only here, for display.
  package func append(_ number: Decimal, to output: inout Output) {
    number.legible.withText { digits in
      output.appendVerbatim { locale.appendNumber(digits, to: &$0) }
    }
  }

  /// Appends an integer that may be a nominal number such as a year: `1990`, `12,345`.
  package func append(integer: Decimal, to output: inout Output) {
    if let number = integer.integer, (0..<10_000).contains(number) {
      output.append(number)
    } else {
      append(integer, to: &output)
    }
  }

  /// Appends a count: `1,234`.
  package func append(count: Int, to output: inout Output) {
    count < 1000 ? output.append(count) : append(Decimal(count), to: &output)
  }

  /// Appends a share as a percentage: `12.5%` for 0.125. A share too large for that is printed as it is.
  /// - Parameter scale: the digits after the point; nil for as many as needed.
  package func append(percent share: Decimal, scale: Int? = nil, to output: inout Output) {
    guard let number = share.multiplied(by: Decimal(100)) else { return append(share, to: &output) }
    var digits: [UInt8] = []
    (scale.map { number.rounded(toDigits: $0).padded(toDigits: $0) } ?? number.legible).append(to: &digits)
    // The first two digits after the point of the share are whole percents: 0.10 is 10%, not 10.0%.
    if scale == nil, digits.contains(UInt8(ascii: ".")) {
      while digits.last == UInt8(ascii: "0") { digits.removeLast() }
      if digits.last == UInt8(ascii: ".") { digits.removeLast() }
    }
    output.appendVerbatim { locale.appendPercent(digits.span, to: &$0) }
  }

  /// Appends a single amount with its currency: `€1,234.50`.
  package func append(_ amount: Money.Amount, to output: inout Output) {
    let code = amount.currency == home ? homeCode : amount.currency.code
    amount.number.legible.withText(minimumDigits: amount.currency.digits) { digits in
      output.appendVerbatim { locale.appendMoney(digits, currency: code, to: &$0) }
    }
  }

  /// Appends all amounts, the site's currency first, joined by ` + `: currencies are never added together.
  ///
  /// The space before the sign is a line feed. Table cells show each amount on its own line (by
  /// `white-space`); elsewhere it is displayed as a space.
  package func append(_ money: Money, to output: inout Output) {
    if let single = money.single { return append(single, to: &output) }
    let amounts = money.amounts.filter { $0.currency == home } + money.amounts.filter { $0.currency != home }
    for (index, amount) in amounts.enumerated() {
      if index > 0 { output.append(verbatim: "\n+ ") }
      append(amount, to: &output)
    }
  }

  /// Appends true or false as a word.
  package func append(_ boolean: Bool, to output: inout Output) {
    output.append(boolean ? yes : no)
  }

  /// Appends a value of any type for display; nothing for nil.
  /// - Parameter style: the style, for types that do not determine it.
  package func append(
    _ value: Value, as style: ValueStyle, to output: inout Output, title: (_ table: Int, _ row: Int) -> String
  ) {
    switch (style, value) {
    case (.nominal, .number(let number)): append(integer: number, to: &output)
    case (.percent, .number(let number)): append(percent: number, to: &output)
    case (.period, .text(let period)): append(period: period, to: &output)
    case (.weekday, .number(let number)):
      let name = number.integer.flatMap { locale.weekdayName($0) }
      name.map { output.append($0) } ?? append(number, to: &output)
    case (.state, .text(let state)): output.append(self.state(state))
    case (.share, .number(let part)), (.change, .number(let part)):
      // One digit after the point, like other cells of the column.
      let rounded = part.rounded(toDigits: 3)
      if style == .change, !rounded.isNegative, !rounded.isZero { output.append(verbatim: "+") }
      append(percent: rounded, scale: 1, to: &output)
    default: append(value, to: &output, title: title)
    }
  }

  /// Appends a value of any type; nothing for nil.
  private func append(_ value: Value, to output: inout Output, title: (_ table: Int, _ row: Int) -> String) {
    switch value {
    case .null: break
    case .text(let text): output.append(text)
    case .number(let number): append(number, to: &output)
    case .money(let money): append(money, to: &output)
    case .boolean(let boolean): append(boolean, to: &output)
    case .date(let date): append(date, to: &output)
    case .record(let table, let row): output.append(title(table, row))
    case .list(let values):
      for (index, value) in values.lazy.filter({ $0 != .null }).enumerated() {
        if index > 0 { output.append(verbatim: ", ") }
        append(value, to: &output, title: title)
      }
    }
  }

  package func text(
    of value: Value, as style: ValueStyle = .plain,
    title: (_ table: Int, _ row: Int) -> String = { _, _ in "" }
  ) -> String {
    var output = Output(escaping: false)
    append(value, as: style, to: &output, title: title)
    let text = String(decoding: output.bytes, as: UTF8.self)
    // Several amounts are on separate lines only in printed cells.
    return output.bytes.contains(UInt8(ascii: "\n")) ? text.replacing("\n+ ", with: " + ") : text
  }

  /// The word for a state: the theme's `stateToMake` for `to make`, else the state as written.
  package func state(_ name: String) -> String {
    if let word = stateWord(name) { return word }
    // Also capitalizes first letters that are not ASCII.
    guard name.utf8.contains(where: { $0 >= 0x80 }) else { return name }
    let capitalized = name.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return stateWord(capitalized.joined(separator: " ")) ?? name
  }

  private func stateWord(_ name: String) -> String? {
    let state = name.utf8.span
    guard state.count > 0 else { return nil }
    let first = Self.capital(state[0])
    // Accesses elements by index, because copying one would retain it for every state of every list.
    for index in stateWords.indices where stateWords[index].name.first == first {
      let name = stateWords[index].name
      if Self.isState(state, named: name.span) { return stateWords[index].word }
    }
    return nil
  }

  /// Whether a state matches a name when each of its words is capitalized and spaces are removed. This is
  /// called for every state of every list, so it makes no string.
  private static func isState(_ state: Span<UInt8>, named name: Span<UInt8>) -> Bool {
    var count = 0
    var isFirst = true
    for index in state.indices {
      let byte = state[index]
      if byte == UInt8(ascii: " ") {
        isFirst = true
        continue
      }
      guard count < name.count, name[count] == (isFirst ? capital(byte) : byte) else { return false }
      count += 1
      isFirst = false
    }
    return count == name.count
  }

  private static func capital(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "a") < 26 ? byte & ~0x20 : byte }

  /// The short name of a month from 1 to 12, as it stands alone: `Mar`; its two digits if the language has no names.
  package func monthName(_ month: Int) -> String {
    locale.monthName(month) ?? (month < 10 ? "0\(month)" : "\(month)")
  }

  /// The name of a quarter without a year, such as `Q1`, in the site's language; nil for any other text.
  package func quarterName(_ text: String) -> String? {
    guard text.first == "Q", text.utf8.count == 2 else { return nil }
    return sentence("quarterShort", "Q{0}", String(text.dropFirst()))
  }

  /// The name of a week without a year, such as `W07`, in the site's language; nil for any other text.
  package func weekName(_ text: String) -> String? {
    guard text.first == "W", text.utf8.count == 3 else { return nil }
    return sentence("weekShort", "W{0}", String(text.dropFirst()))
  }

  /// The currencies whose names in printed amounts have letters, with these names: `zł`, `CHF`, `$US`.
  package var currenciesInLetters: [Currency: String] {
    let named = Currency.allCodes.compactMap { code -> (Currency, String)? in
      guard let currency = Currency(code: code) else { return nil }
      let name = text(of: .money(Money(Decimal(1), currency))).filter { !$0.isNumber }
      return name.contains(where: \.isLetter) ? (currency, name) : nil
    }
    return Dictionary(uniqueKeysWithValues: named)
  }
}
