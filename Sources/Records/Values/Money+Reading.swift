extension Money {
  /// An amount as files have it, read from one as people write it: with the sign of its currency, or with its
  /// code before or directly after it.
  ///
  ///     certainReading(of: "64,00 €")    64.00 EUR
  ///     certainReading(of: "USD 5")      5 USD
  ///     certainReading(of: "$ 5")        nil: the sign of several currencies, unless `home` is one of them
  ///     certainReading(of: "1.234 €")    nil: a German thousand, or a price with three digits after the point
  ///
  /// - Parameters:
  ///   - text: the amount as written.
  ///   - home: the currency of amounts that name none; nil if it is not known.
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
    // The decimal's own reader takes no blanks at its ends.
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
  /// The currency that a code, a sign or a word certainly stands for. In lower case many codes are words: `20 pen`,
  /// `12 try`.
  /// - Parameters:
  ///   - mark: what is beside the digits.
  ///   - home: the currency of amounts that name none, which a sign of several (`$`, `£`, `¥`, `kr`) stands for where
  ///     it is one of them; nil if it is not known.
  package init?(certainMark mark: String, home: Currency? = nil) {
    if let home, Self.shared[mark]?.contains(home.code) ?? false {
      self = home
      return
    }
    self.init(code: Self.certain[mark] ?? mark)
  }

  /// The codes of marks that stand for one currency.
  private static let certain = [
    "€": "EUR", "Euro": "EUR", "euro": "EUR", "eur": "EUR", "usd": "USD", "chf": "CHF", "gbp": "GBP",
    "SFR": "CHF", "sFr": "CHF", "Fr.": "CHF", "YEN": "JPY",
    "zł": "PLN", "Kč": "CZK", "₹": "INR", "₽": "RUB", "₺": "TRY", "₴": "UAH", "₪": "ILS", "₩": "KRW",
    "US$": "USD", "CA$": "CAD", "A$": "AUD", "NZ$": "NZD", "HK$": "HKD", "MX$": "MXN", "NT$": "TWD",
    "R$": "BRL", "CN¥": "CNY", "JP¥": "JPY",
  ]

  /// The codes of those that each of several currencies has as its sign.
  private static let shared: [String: Set<String>] = [
    "$": ["ARS", "AUD", "CAD", "CLP", "COP", "HKD", "MXN", "NZD", "SGD", "TWD", "USD", "UYU"],
    "£": ["EGP", "FKP", "GBP", "GIP", "SHP"],
    "¥": ["CNY", "JPY"],
    "kr": ["DKK", "ISK", "NOK", "SEK"],
  ]
}
