import Diagnostics
import FrontMatter

/// The account that customers pay into, from `account:` in site.yml; payment codes are made from it.
///
///     account:
///       name: Zur Kette
///       iban: DE02 1203 0000 0000 2020 51
///
/// An account in Switzerland or Liechtenstein needs the address for a QR-bill: `street`, `number`,
/// `postcode`, `town`, `country`.
package struct BankAccount: Sendable, Equatable {
  /// The name of the account's owner.
  package var name = ""
  /// The account number, without spaces.
  package var iban = ""
  /// The bank's code; empty if it is not written, which is allowed within the euro area.
  package var bic = ""
  /// The owner's address; parts that are not written are empty.
  package var address = Address()

  /// The address of an account's owner.
  package struct Address: Sendable, Equatable {
    /// Street, number, postal code, town, and the country by its two letters.
    package var (street, number, postcode, town, country) = ("", "", "", "", "")
  }

  /// Whether its payment codes are Swiss QR-bills rather than those of the European Payments Council.
  package var isSwiss: Bool { iban.hasPrefix("CH") || iban.hasPrefix("LI") }

  /// The account number in groups of four characters.
  package var groupedIBAN: String {
    var groups: [Substring] = []
    var rest = iban[...]
    while !rest.isEmpty {
      groups.append(rest.prefix(4))
      rest = rest.dropFirst(4)
    }
    return groups.joined(separator: " ")
  }

  /// Reads `account:` of site.yml.
  /// - Returns: nil if there is none, or if it has an error.
  static func read(from site: inout MappingReader) -> BankAccount? {
    let keys = ["name", "iban", "bic", "street", "number", "postcode", "town", "country"]
    guard var reader = site.mapping("account", keys: keys) else { return nil }
    defer { site.merge(reader) }
    let known = reader.diagnostics.count
    func text(_ key: String, most: Int) -> String {
      guard let text = reader.text(key, as: .free) else { return "" }
      if text.text.count > most || text.text.contains(where: \.isNewline) {
        reader.report(
          .invalidAccount, at: text.range, "'\(key)' has at most \(most) characters in a code to pay with")
      }
      return text.text
    }
    var account = BankAccount()
    account.name = text("name", most: 70)
    account.bic = text("bic", most: 11).filter { $0 != " " }.uppercased()
    account.address = Address(
      street: text("street", most: 70), number: text("number", most: 16),
      postcode: text("postcode", most: 16),
      town: text("town", most: 35), country: text("country", most: 2).uppercased())
    guard let iban = reader.text("iban", as: .free), !account.name.isEmpty else {
      if reader.diagnostics.count == known, let node = reader.node {
        let lacking = account.name.isEmpty ? "'name'" : "'iban'"
        reader.report(
          .invalidAccount, at: node,
          "an account needs \(lacking): whose it is and its number")
      }
      return nil
    }
    account.iban = iban.text.filter { $0 != " " }.uppercased()
    if let error = account.error() { reader.report(.invalidAccount, at: iban.range, error) }
    return reader.diagnostics.count == known ? account : nil
  }

  /// Why no payment code can be made for the account; nil if one can.
  private func error() -> String? {
    let code = String(iban.prefix(2))
    guard let length = Self.lengths[code] else {
      return
        "'\(iban)' is not an IBAN of a country that has payments by code: the euro's payment area, with Switzerland"
    }
    guard iban.utf8.count == length, iban.utf8.allSatisfy({ Self.digit($0) != nil }) else {
      return "an IBAN of \(code) has \(length) letters and digits, not \(iban.count)"
    }
    // The country and check digits go last, letters become two digits, and the remainder modulo 97 must be 1.
    let rest = (Array(iban.utf8.dropFirst(4)) + Array(iban.utf8.prefix(4))).reduce(0) { rest, byte in
      let digit = Self.digit(byte) ?? 0
      return (rest * (digit > 9 ? 100 : 10) + digit) % 97
    }
    guard rest == 1 else { return "the IBAN has a typo: its check digits do not fit the others" }
    guard isSwiss else { return nil }
    let institution = Int(iban.dropFirst(4).prefix(5)) ?? 0
    if (30_000...31_999).contains(institution) {
      return "this is a QR-IBAN, which needs numbered references; take the account's ordinary IBAN"
    }
    if address.postcode.isEmpty || address.town.isEmpty || address.country.count != 2 {
      return
        "an account in Switzerland or Liechtenstein needs 'postcode', 'town' and 'country' of its owner beside it"
    }
    return nil
  }

  /// The value of a digit or letter; A is 10.
  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  /// The length of an IBAN by country, for the countries whose banks take payments in euros by code.
  private static let lengths = [
    "AD": 24, "AT": 20, "BE": 16, "BG": 22, "CH": 21, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "EE": 20,
    "ES": 24,
    "FI": 18, "FR": 27, "GB": 22, "GI": 23, "GR": 27, "HR": 21, "HU": 28, "IE": 22, "IS": 26, "IT": 27,
    "LI": 21,
    "LT": 20, "LU": 20, "LV": 21, "MC": 27, "MT": 31, "NL": 18, "NO": 15, "PL": 28, "PT": 25, "RO": 24,
    "SE": 24,
    "SI": 19, "SK": 24, "SM": 27, "VA": 22,
  ]
}
