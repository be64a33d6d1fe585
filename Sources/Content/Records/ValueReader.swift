import Diagnostics
import Records

/// Reads values from the characters in the file by their declared type, never by YAML's own rules.
///
/// `1.10` stays 1.10; `no` is text in a string attribute and false in a boolean; `null` and `~` are text.
struct ValueReader {
  let type: AttributeType
  /// How many digits an amount may have; nil for as many as its currency has.
  let digits: Int?
  /// The currency of an amount that names none.
  let currency: Currency

  init(_ attribute: Attribute, currency: Currency) {
    self.init(type: attribute.type, digits: attribute.digits, currency: currency)
  }

  /// Makes a reader. It holds only plain values, because one is made for every value of every record.
  init(type: AttributeType, digits: Int?, currency: Currency) {
    self.type = type
    self.digits = digits
    self.currency = currency
  }

  /// The value of a text.
  /// - Parameter bytes: the UTF-8 of a scalar's text.
  func value(_ bytes: Span<UInt8>) throws(ValueError) -> Value {
    switch type {
    case .string:
      guard !Self.hasLineBreak(bytes) else { throw .lineBreak }
      return .text(String(utf8: bytes))
    case .text: return .text(String(utf8: bytes))
    case .integer: return .number(try integer(bytes))
    case .decimal: return .number(try decimal(bytes))
    case .money: return .money(try money(bytes))
    case .currency:
      guard let currency = Currency(code: bytes) else {
        throw .unknownCurrency(String(utf8: bytes), home: currency)
      }
      return .text(currency.code)
    case .boolean:
      guard let boolean = booleanValue(bytes) else { throw .notBoolean }
      return .boolean(boolean)
    case .date: return .date(try date(bytes))
    case .email:
      guard Self.isEmail(bytes) else { throw .notEmail }
      return .text(String(utf8: bytes))
    case .url:
      let text = String(utf8: bytes)
      guard Self.isURL(text) else { throw .notURL }
      return .text(text)
    case .tags:
      guard !Self.hasLineBreak(bytes) else { throw .lineBreak }
      let parts = String(utf8: bytes).split(separator: ",")
      return .list(parts.map { .text(String($0).trimmingBlanks()) })
    }
  }

  /// Reads a text as an attribute's value; an error is returned as a diagnostic.
  static func value(
    of text: String, as attribute: Attribute, currency: Currency, at range: @autoclosure () -> SourceRange
  ) -> Result<Value, Diagnostic> {
    do {
      return .success(try ValueReader(attribute, currency: currency).value(text.utf8.span))
    } catch {
      return .failure(.invalidValue(error, attribute, range(), text: text))
    }
  }

  /// Reads a source text as an attribute's value; an error is returned as a diagnostic.
  static func value(
    of source: SourceText, as attribute: Attribute, currency: Currency
  ) -> Result<Value, Diagnostic> {
    value(of: source.text, as: attribute, currency: currency, at: source.range)
  }

  // MARK: Types

  private static func hasLineBreak(_ bytes: Span<UInt8>) -> Bool {
    for index in 0..<bytes.count where bytes[index] == 0x0A { return true }
    return false
  }

  private func integer(_ bytes: Span<UInt8>) throws(ValueError) -> Decimal {
    do { return Decimal(try Decimal.integer(parsing: bytes)) } catch {
      throw ValueError(error, malformed: .notInteger)
    }
  }

  private func decimal(_ bytes: Span<UInt8>) throws(ValueError) -> Decimal {
    let number: Decimal
    do { number = try Decimal(parsing: bytes, percent: true) } catch {
      throw ValueError(error, malformed: .notNumber)
    }
    guard let digits else { return number }
    let kept = number.rounded(toDigits: digits)
    guard kept == number else { throw .tooManyDigits(allowed: digits, currency) }
    return kept.padded(toDigits: digits)
  }

  private func money(_ bytes: Span<UInt8>) throws(ValueError) -> Money {
    let amount: (number: Decimal, currency: Currency?)
    do {
      amount = try Money.parse(bytes)
    } catch {
      throw ValueError(error, currency: currency)
    }
    let currency = amount.currency ?? self.currency
    let digits = self.digits ?? currency.digits
    guard amount.number.scale > digits else { return Money(amount.number, currency) }
    // Trailing zeros may go; but if a point separates thousands, 1.500 is one thousand five hundred.
    let kept = amount.number.rounded(toDigits: digits)
    guard kept == amount.number else { throw .tooManyDigits(allowed: digits, currency) }
    guard !amount.number.mayHaveThousands else { throw .mayBeThousands(kept, currency) }
    return Money(kept, currency)
  }

  private func date(_ bytes: Span<UInt8>) throws(ValueError) -> CivilDate {
    do {
      return try CivilDate(parsing: bytes)
    } catch .impossible {
      throw .impossibleDate
    } catch {
      throw .notDate(reading: CivilDate.certainReading(of: bytes))
    }
  }

  /// Whether a text has the form of an email address: one `@` with text on both sides, and no spaces or characters that
  /// programs put around addresses, as in `<ann@example.org>`, `mailto:ann@example.org` and in typographic quotes.
  private static func isEmail(_ bytes: Span<UInt8>) -> Bool {
    var at: Int?
    for index in 0..<bytes.count {
      switch bytes[index] {
      case 0...0x20, UInt8(ascii: ","), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: ":"),
        UInt8(ascii: ";"),
        UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\""):
        return false
      case 0xE2
      where index + 2 < bytes.count && bytes[index + 1] == 0x80 && (0x98...0x9F).contains(bytes[index + 2]):
        return false
      default: break
      }
      if bytes[index] == UInt8(ascii: "@") {
        guard at == nil else { return false }
        at = index
      }
    }
    return at.map { $0 > 0 && $0 < bytes.count - 1 } ?? false
  }

  private static func isURL(_ text: String) -> Bool {
    guard text.utf8.allSatisfy({ $0 > 0x20 }), let colon = text.firstIndex(of: ":") else { return false }
    return ["http", "https", "mailto", "tel"].contains(text[..<colon].lowercased())
      && text.index(after: colon) < text.endIndex
  }
}

/// Why the characters in the file are not a valid value of their type.
enum ValueError: Error {
  /// Not of the type's form, a day that does not exist, or a line break in a string.
  case notBoolean, notInteger, notNumber, notEmail, notURL, impossibleDate, lineBreak
  /// Not an amount; the currency is that of amounts that name none.
  case notMoney(Currency)
  /// A comma; the number, if the intended one is certain, and the currency of an amount that names none.
  case comma(reading: String?, Currency?)
  /// More than 15 digits before the point, or more than 38 in all.
  case tooLarge, tooPrecise
  /// More digits after the point than the amount may have in its currency.
  case tooManyDigits(allowed: Int, Currency)
  /// Zeros after the point that may be part of thousands, as in 1.500; the amount if they are not.
  case mayBeThousands(Decimal, Currency)
  /// A code that ISO 4217 does not have, as written, and the currency of an amount that names none.
  case unknownCurrency(String, home: Currency)
  /// Not YYYY-MM-DD; the day, if the intended one is certain.
  case notDate(reading: CivilDate?)

  /// Whether the error is that an amount has more digits than its currency.
  var isOfDigits: Bool {
    switch self {
    case .tooManyDigits, .mayBeThousands: true
    default: false
    }
  }

  /// The error for an invalid number, or for that of an amount, in `currency` unless it names one.
  init(_ error: DecimalError, malformed: ValueError, currency: Currency? = nil) {
    self =
      switch error {
      case .malformed: malformed
      case .comma(let reading): .comma(reading: reading, currency)
      case .tooManyDigits: .tooLarge
      case .tooPrecise: .tooPrecise
      case .notWhole: .notInteger
      }
  }

  /// The error for an invalid amount, which is in `currency` if it names none.
  init(_ error: MoneyError, currency: Currency) {
    self =
      switch error {
      case .number(let error): ValueError(error, malformed: .notMoney(currency), currency: currency)
      case .unknownCurrency(let code): .unknownCurrency(code, home: currency)
      }
  }
}

extension String {
  /// A text of UTF-8 bytes.
  init(utf8 bytes: Span<UInt8>) {
    self = bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }
}

extension Attribute {
  /// The error in a typed text; nil if it is a value of the attribute's type, and one of its choices.
  /// - Parameters:
  ///   - source: the text.
  ///   - currency: the currency of an amount that names none.
  ///   - written: returns the text as it is written in a file.
  package func error(
    in source: SourceText, currency: Currency, written: (String) -> String
  ) -> Diagnostic? {
    let text = written(source.text)
    if case .failure(let error) = ValueReader.value(
      of: text, as: self, currency: currency, at: source.range)
    {
      return error
    }
    guard type.isText, !choices.isEmpty, !choices.contains(where: { $0.text == text }) else { return nil }
    return .constraint(.choice(text), self, source.range)
  }

  /// The value of a text, read as in a file; nil if it is not of the attribute's type.
  /// - Parameter currency: the currency of an amount that names none.
  package func value(of text: String, currency: Currency) -> Value? {
    try? ValueReader(self, currency: currency).value(text.utf8.span)
  }

  /// Why a text is no value of the attribute; nil if it is one.
  func error(in text: String, currency: Currency) -> ValueError? {
    do throws(ValueError) {
      _ = try ValueReader(self, currency: currency).value(text.utf8.span)
      return nil
    } catch {
      return error
    }
  }
}
