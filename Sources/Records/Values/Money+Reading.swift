extension Money {
  /// An amount as files have it, of one as people write it: with the sign of its currency, or with its code in front
  /// or close after.
  ///
  ///     certainReading(of: "64,00 €")    64.00 EUR
  ///     certainReading(of: "USD 5")      5 USD
  ///     certainReading(of: "$ 5")        nil: the sign of several currencies
  ///     certainReading(of: "1.234 €")    nil: a German's thousand, or a price with three digits after the mark
  ///
  /// - Returns: nil where another amount could be meant.
  /// - Complexity: O(*n*)
  package static func certainReading(of text: String) -> String? {
    let scalars = Array(text.unicodeScalars)
    func isNumber(_ scalar: Unicode.Scalar) -> Bool {
      ("0"..."9").contains(scalar) || [" ", ".", ",", "-", "_", "\u{A0}", "\u{202F}"].contains(scalar)
    }
    guard let first = scalars.firstIndex(where: isNumber), let last = scalars.lastIndex(where: isNumber),
      scalars[first...last].allSatisfy(isNumber), first == 0 || last == scalars.count - 1
    else { return nil }
    let mark = first == 0 ? scalars[(last + 1)...] : scalars[..<first]
    guard let currency = Currency(certainMark: string(mark)) else { return nil }
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

  /// Whether a point may part thousands: it is the only mark, and three digits follow it.
  private static func hasOneGroup(_ digits: String) -> Bool {
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[1].utf8.count == 3 && !parts[0].contains(",") && Int(parts[0]) != 0
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}

extension Currency {
  /// The currency that a code, a sign or a word certainly stands for; `$`, `£`, `¥` and `kr` are those of several, and
  /// in small letters many a code is a word: `20 pen`, `12 try`.
  package init?(certainMark mark: String) {
    let codes = [
      "€": "EUR", "Euro": "EUR", "euro": "EUR", "eur": "EUR", "usd": "USD", "chf": "CHF", "gbp": "GBP",
      "SFR": "CHF", "sFr": "CHF", "Fr.": "CHF", "YEN": "JPY",
      "zł": "PLN", "Kč": "CZK", "₹": "INR", "₽": "RUB", "₺": "TRY", "₴": "UAH", "₪": "ILS", "₩": "KRW",
    ]
    self.init(code: codes[mark] ?? mark)
  }
}
