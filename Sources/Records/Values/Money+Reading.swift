import Diagnostics

extension Money {
  /// An amount in the form of a file, read from the form in which people write it: with a currency sign, or
  /// with the code before or directly after the number.
  ///
  ///     certainReading(of: "64,00 €")    64.00 EUR
  ///     certainReading(of: "USD 5")      5 USD
  ///     certainReading(of: "$ 5")        nil: the sign of several currencies, unless one of `homes` has it
  ///     certainReading(of: "1.234 €")    nil: a German thousand, or a price with three digits after the point
  ///     certainReading(of: "1'200.-")    1200
  ///
  /// - Parameters:
  ///   - text: the amount as written.
  ///   - homes: the currencies of amounts that name none.
  /// - Returns: nil if another amount could be meant.
  /// - Complexity: O(*n*)
  package static func certainReading(of text: String, homes: [Currency] = []) -> String? {
    let plain = withoutWholeMark(withoutPointGroups(withoutApostrophes(text)))
    let scalars = plain.unicodeScalars.map {
      $0 == "\u{A0}" || $0 == "\u{202F}" ? " " : $0
    }
    func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
    guard let start = scalars.firstIndex(where: isDigit), let end = scalars.lastIndex(where: isDigit) else {
      return nil
    }
    // The point of `Fr. 20` is no part of the number, as that of `€ .20` is.
    var mark = string(scalars[..<start]).trimmingBlanks()
    let isCertain = Currency(certainMark: mark, homes: homes) != nil
    let lead = isCertain ? "" : String(mark.reversed().prefix { "-.,".contains($0) }.reversed())
    mark = mark.dropLast(lead.count).trimmingBlanks()
    let tail = string(scalars[(end + 1)...]).trimmingBlanks()
    guard mark.isEmpty || tail.isEmpty, case let currency = Currency(certainMark: mark + tail, homes: homes),
      currency != nil || (mark + tail).isEmpty && plain != text
    else { return nil }
    let digits = lead + string(scalars[start...end])
    guard !hasOneGroup(digits) else { return nil }
    let code = currency.map { " \($0.code)" } ?? ""
    do throws(DecimalError) {
      _ = try Decimal(parsing: digits.utf8.span)
      return digits + code
    } catch {
      guard case .comma(let reading?) = error else { return nil }
      return reading + code
    }
  }

  /// What is written in place of the digits after the decimal mark of a whole amount, as in `20.-`.
  private static let wholeMarks = [".", ",", ":"].flatMap { point in
    ["--", "-", "\u{2013}", "\u{2014}", "\u{2212}"].map { point + $0 }
  }

  /// An amount without the mark after its digits that says that it is whole: `20.-`, `1.200,- €`.
  package static func withoutWholeMark(_ text: String) -> String {
    guard let digit = text.lastIndex(where: { $0.isASCII && $0.isNumber }) else { return text }
    let end = text.index(after: digit)
    guard let mark = wholeMarks.first(where: { text[end...].hasPrefix($0) }) else { return text }
    // The other mark groups by thousands: `1.200,-`.
    let groups = text[..<end].split(
      separator: mark.hasPrefix(",") ? "." : ",", omittingEmptySubsequences: false)
    let isGrouped = groups.dropFirst().allSatisfy { $0.count == 3 }
    return (isGrouped ? groups.joined() : String(text[..<end])) + text[end...].dropFirst(mark.count)
  }

  /// A number without the apostrophes that group its digits by thousands, as in Switzerland: `1'250.50`. Others stay.
  package static func withoutApostrophes(_ text: String) -> String {
    withoutGroups(text, separatedBy: isApostrophe) { _, start, end in
      !(start + end).contains(where: isApostrophe)
    }
  }

  /// A number without the points that group its digits, where two or more can be nothing else: `1.000.000`. Others stay.
  package static func withoutPointGroups(_ text: String) -> String {
    withoutGroups(text, separatedBy: { $0 == "." }) { count, _, end in
      count > 2 && !end.contains { isDigit($0) || ".,".contains($0) }
    }
  }

  /// A number without what separates its thousands, if it is certain that it does.
  /// - Parameter isCertain: tells it by the number of groups and by what is before and after them.
  private static func withoutGroups(
    _ text: String, separatedBy isSeparator: (Character) -> Bool,
    if isCertain: (_ count: Int, _ start: Substring, _ end: Substring) -> Bool
  ) -> String {
    guard text.contains(where: isSeparator) else { return text }
    let start = text.prefix { !isDigit($0) }
    let whole = text[start.endIndex...].prefix { isDigit($0) || isSeparator($0) }
    let end = text[whole.endIndex...]
    let groups = whole.split(omittingEmptySubsequences: false, whereSeparator: isSeparator)
    return areThousands(groups) && isCertain(groups.count, start, end) ? start + groups.joined() + end : text
  }

  /// Whether groups of digits are those of thousands: the first has one to three digits and begins with none of zero,
  /// and the others have three.
  package static func areThousands(_ groups: [Substring]) -> Bool {
    (1...3).contains(groups[0].count) && groups[0].first != "0"
      && groups.dropFirst().allSatisfy { $0.count == 3 }
  }

  private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

  private static func isApostrophe(_ character: Character) -> Bool { character == "'" || character == "’" }

  /// Whether a point may separate thousands: it is the only mark, and three digits follow it.
  private static func hasOneGroup(_ digits: String) -> Bool {
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[1].utf8.count == 3 && !parts[0].contains(",") && Int(parts[0]) != 0
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}

extension Currency {
  /// The currency that a code, sign or word certainly stands for. Many codes in lower case are words:
  /// `20 pen`, `12 try`.
  /// - Parameters:
  ///   - mark: the text beside the digits.
  ///   - homes: the currencies of amounts that name none; a sign of several currencies (`$`, `£`, `¥`, `kr`)
  ///     stands for the only one of these that has it.
  package init?(certainMark mark: String, homes: [Currency] = []) {
    if let shared = Self.shared[mark], case let own = homes.filter({ shared.contains($0.code) }),
      own.count == 1
    {
      self = own[0]
      return
    }
    self.init(code: Self.certain[mark] ?? mark)
  }

  /// The code that may be meant by a text that is none: what a mark stands for, or a similar code. Only common
  /// currencies are similar: with all of them nearly any three letters would be, and an amount in a foreign
  /// currency is worse than no suggestion.
  /// - Parameter home: the currency of amounts that name none; nil if unknown.
  package static func suggestedCode(for text: String, home: Currency?) -> String? {
    if let known = Currency(certainMark: text, homes: home.map { [$0] } ?? []) { return known.code }
    guard text.utf8.count >= 3 else { return nil }
    let known = (home.map { [$0.code] } ?? []) + common
    return known.first { text.uppercased().hasPrefix($0) } ?? nearestName(to: text, among: known)
  }

  /// The codes of the currencies that most amounts are in.
  private static let common = [
    "EUR", "USD", "GBP", "CHF", "JPY", "AUD", "CAD", "NZD", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "CNY",
    "INR",
  ]

  /// The codes of signs and words that stand for a single currency.
  private static let certain = [
    "€": "EUR", "Euro": "EUR", "euro": "EUR", "eur": "EUR", "usd": "USD", "chf": "CHF", "gbp": "GBP",
    "SFR": "CHF", "SFr": "CHF", "SFr.": "CHF", "sFr": "CHF", "Fr.": "CHF", "YEN": "JPY", "円": "JPY",
    "Fr": "CHF", "zł": "PLN", "zl": "PLN", "Kč": "CZK", "₹": "INR", "₽": "RUB", "₺": "TRY", "₴": "UAH",
    "₪": "ILS", "₩": "KRW",
    "US$": "USD", "CA$": "CAD", "A$": "AUD", "NZ$": "NZD", "HK$": "HKD", "MX$": "MXN", "NT$": "TWD",
    "R$": "BRL", "CN¥": "CNY", "JP¥": "JPY",
  ]

  /// The codes of the currencies that share a sign.
  private static let shared: [String: Set<String>] = [
    "$": ["ARS", "AUD", "CAD", "CLP", "COP", "HKD", "MXN", "NZD", "SGD", "TWD", "USD", "UYU"],
    "£": ["EGP", "FKP", "GBP", "GIP", "SHP"],
    "¥": ["CNY", "JPY"], "￥": ["CNY", "JPY"],
    "kr": ["DKK", "ISK", "NOK", "SEK"],
  ]
}
