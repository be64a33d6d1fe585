/// Why a text is not an amount of money.
package enum MoneyError: Error, Equatable {
  /// The number is invalid; a reading of it includes the currency as written.
  case number(DecimalError)
  /// The word after the number is not a currency code.
  case unknownCurrency(String)
}

extension Money {
  /// Parses an amount as written in a file: `252.00`, or `12.50 USD` with its own currency.
  /// - Parameter text: the UTF-8 bytes.
  /// - Returns: the number, and the currency if one is written.
  package static func parse(
    _ text: Span<UInt8>
  ) throws(MoneyError) -> (number: Decimal, currency: Currency?) {
    var end = text.count
    while end > 0, isLetter(text[end - 1]) { end -= 1 }
    guard end < text.count, end > 0, text[end - 1] == UInt8(ascii: " ") else {
      do { return (try Decimal(parsing: text), nil) } catch { throw .number(error) }
    }
    let code = text.extracting(end..<text.count)
    let number: Decimal
    do {
      number = try Decimal(parsing: text.extracting(0..<end - 1))
    } catch .comma(let reading?) {
      throw .number(.comma(reading: reading + " " + string(code)))
    } catch {
      throw .number(error)
    }
    guard let currency = Currency(code: code) else { throw .unknownCurrency(string(code)) }
    return (number, currency)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

  private static func string(_ bytes: Span<UInt8>) -> String {
    String(decoding: (0..<bytes.count).map { bytes[$0] }, as: UTF8.self)
  }
}

extension Money.Amount {
  /// Appends the number with at least its currency's digits: `12.50`.
  package func appendPlain(to bytes: inout [UInt8]) {
    number.append(to: &bytes, minimumDigits: currency.digits)
  }

  /// Appends the plain number and the code: `12.50 USD`.
  package func append(to bytes: inout [UInt8]) {
    appendPlain(to: &bytes)
    bytes.append(UInt8(ascii: " "))
    currency.append(to: &bytes)
  }
}

extension Money: CustomStringConvertible {
  /// Every amount with its code: `12.50 EUR; 5.00 USD`.
  package var description: String { text(home: nil) }

  /// Every amount, with its code unless it is in the home currency: `12.50; 5.00 USD`.
  package func text(home: Currency?) -> String {
    var bytes: [UInt8] = []
    append(to: &bytes, home: home)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the amounts by code, joined by `; `: `12.50 EUR; 5.00 USD`.
  /// - Parameters:
  ///   - bytes: the bytes to append to.
  ///   - home: the currency whose amounts are written without a code, as for the site's in CSV: `12.50`.
  package func append(to bytes: inout [UInt8], home: Currency? = nil) {
    if let single {
      return single.currency == home ? single.appendPlain(to: &bytes) : single.append(to: &bytes)
    }
    for (index, amount) in amounts.enumerated() {
      if index > 0 { bytes.append(contentsOf: "; ".utf8) }
      amount.currency == home ? amount.appendPlain(to: &bytes) : amount.append(to: &bytes)
    }
  }
}
