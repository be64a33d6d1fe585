/// A currency by its ISO 4217 code.
package struct Currency: Sendable, Hashable {
  /// The three letters as a number in base 26, which sorts like the code.
  private let number: UInt16

  private init(number: UInt16) {
    self.number = number
  }

  /// The currency with a code of three capital letters; nil if ISO 4217 has no such code.
  package init?(code: Span<UInt8>) {
    guard let number = Self.number(of: code), currencyDigits[Int(number)] != noCurrency else { return nil }
    self.number = number
  }

  /// The currency with a code of three capital letters; nil if ISO 4217 has no such code.
  package init?(code: String) {
    self.init(code: code.utf8.span)
  }

  /// Euro, the currency of a site that names none.
  package static let euro = Currency(number: 4 * 676 + 20 * 26 + 17)

  /// The three letters: `EUR`.
  package var code: String {
    let (a, b, c) = letters
    return String(unsafeUninitializedCapacity: 3) { buffer in
      (buffer[0], buffer[1], buffer[2]) = (a, b, c)
      return 3
    }
  }

  /// The number of digits after the point of its amounts: 2 for EUR, 0 for JPY, 3 for BHD.
  ///
  /// Units for which ISO 4217 gives no digits, such as gold (XAU), have 2.
  package var digits: Int { Int(currencyDigits[Int(number)]) }

  /// Appends the three letters.
  package func append(to bytes: inout [UInt8]) {
    let (a, b, c) = letters
    bytes.append(a)
    bytes.append(b)
    bytes.append(c)
  }

  /// All codes, sorted.
  package static var allCodes: [String] {
    (0..<currencyDigits.count).filter { currencyDigits[$0] != noCurrency }.map {
      Currency(number: UInt16($0)).code
    }
  }

  private var letters: (UInt8, UInt8, UInt8) {
    let capitalA = UInt16(UInt8(ascii: "A"))
    return (
      UInt8(capitalA + number / 676), UInt8(capitalA + number / 26 % 26), UInt8(capitalA + number % 26)
    )
  }

  private static func number(of code: Span<UInt8>) -> UInt16? {
    guard code.count == 3 else { return nil }
    var number: UInt16 = 0
    for index in 0..<3 {
      let letter = code[index] &- UInt8(ascii: "A")
      guard letter < 26 else { return nil }
      number = number * 26 + UInt16(letter)
    }
    return number
  }

  /// The digits of each currency, indexed by its number; `noCurrency` elsewhere.
  fileprivate static func makeDigits() -> [UInt8] {
    var digits = [UInt8](repeating: noCurrency, count: 26 * 26 * 26)
    for (count, codes) in currencyCodes {
      for code in codes.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
        if let number = number(of: String(code).utf8.span) { digits[Int(number)] = count }
      }
    }
    return digits
  }
}

extension Currency: Comparable {
  /// Whether the first code comes before the second alphabetically.
  package static func < (a: Currency, b: Currency) -> Bool { a.number < b.number }
}

extension Currency: CustomStringConvertible {
  /// The three letters.
  package var description: String { code }
}

/// Marks a number that is not a currency.
private let noCurrency = UInt8.max

/// A table of 17 KB, so that one look-up validates a code and finds its digits.
private let currencyDigits = Currency.makeDigits()

/// The codes by their minor units: list one of ISO 4217 with amendments up to 179, and from list three, which
/// has no minor units, the currencies used in the last decades.
private let currencyCodes: [(digits: UInt8, codes: String)] = [
  (
    0,
    """
    BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF
    ADP BEF BYR ESP GRD ITL LUF MGF PTE TPE TRL
    """
  ),
  (3, "BHD IQD JOD KWD LYD OMR TND"),
  (4, "CLF UYW"),
  (
    2,
    """
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW
    CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR
    ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV
    MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD
    SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XAG XAU XBA XBB XBC XBD
    XCD XCG XDR XPD XPT XSU XTS XUA XXX YER ZAR ZMW ZWG
    AFA ANG ATS AZM BGL CSD CSK CUC CYP DDM DEM EEK FIM FRF GHC HRK IEP LTL LVL MRO MTL MXP MZM NLG PLZ ROL RUR SDD
    SIT SKK SLL SRG STD SUR TMM UAK VEB VEF XEU YUM ZMK ZWD ZWL
    """
  ),
]
