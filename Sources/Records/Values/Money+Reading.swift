extension Money {
  /// An amount in the form of a file, read from the form in which people write it: with a currency sign, or
  /// with the code before or directly after the number.
  ///
  ///     certainReading(of: "64,00 €")    64.00 EUR
  ///     certainReading(of: "USD 5")      5 USD
  ///     certainReading(of: "$ 5")        nil: the sign of several currencies, unless `home` is one of them
  ///     certainReading(of: "1.234 €")    nil: a German thousand, or a price with three digits after the point
  ///
  /// - Parameters:
  ///   - text: the amount as written.
  ///   - home: the currency of amounts that name none; nil if unknown.
  /// - Returns: nil if another amount could be meant.
  /// - Complexity: O(*n*)
  package static func certainReading(of text: String, home: Currency? = nil) -> String? {
    let scalars = Array(text.unicodeScalars)
    func isNumber(_ scalar: Unicode.Scalar) -> Bool {
      ("0"..."9").contains(scalar) || [" ", ".", ",", "-", "_", "\u{A0}", "\u{202F}"].contains(scalar)
    }
    guard let first = scalars.firstIndex(where: isNumber), let last = scalars.lastIndex(where: isNumber),
      scalars[first...last].allSatisfy(isNumber), first == 0 || last == scalars.count - 1
    else { return nil }
    let mark = first == 0 ? scalars[(last + 1)...] : scalars[..<first]
    guard let currency = Currency(certainMark: string(mark), home: home) else { return nil }
    // The parser of numbers does not accept surrounding blanks.
    let blanks: Set<Unicode.Scalar> = [" ", "\u{A0}", "\u{202F}"]
    let number = scalars[first...last].drop { blanks.contains($0) }
    let digits = string(
      number.prefix((number.lastIndex { !blanks.contains($0) } ?? -1) + 1 - number.startIndex))
    guard !hasOneGroup(digits) else { return nil }
    do throws(DecimalError) {
      _ = try Decimal(parsing: Array(digits.utf8).span)
      return "\(digits) \(currency.code)"
    } catch {
      guard case .comma(let reading?) = error else { return nil }
      return "\(reading) \(currency.code)"
    }
  }

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
  ///   - home: the currency of amounts that name none; a sign of several currencies (`$`, `£`, `¥`, `kr`)
  ///     stands for this one if it is among them. Nil if unknown.
  package init?(certainMark mark: String, home: Currency? = nil) {
    if let home, Self.shared[mark]?.contains(home.code) ?? false {
      self = home
      return
    }
    self.init(code: Self.certain[mark] ?? mark)
  }

  /// The codes of signs and words that stand for a single currency.
  private static let certain = [
    "€": "EUR", "Euro": "EUR", "euro": "EUR", "eur": "EUR", "usd": "USD", "chf": "CHF", "gbp": "GBP",
    "SFR": "CHF", "sFr": "CHF", "Fr.": "CHF", "YEN": "JPY", "円": "JPY",
    "zł": "PLN", "Kč": "CZK", "₹": "INR", "₽": "RUB", "₺": "TRY", "₴": "UAH", "₪": "ILS", "₩": "KRW",
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
