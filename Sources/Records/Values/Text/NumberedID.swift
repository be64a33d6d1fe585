import Diagnostics

/// An id that ends in a number: `2026-0086` is number 86 of the series `2026-`, `2026007` number 7 of `2026`.
///
/// An id that ends in a date has none, nor has one of more than 15 digits.
package struct NumberedID: Sendable {
  /// What the series has in common, its year included.
  package let beginning: Substring
  /// The number.
  package let number: Int
  /// How many digits it is written with.
  package let width: Int

  /// Reads an id; nil if it ends in no number.
  package init?(_ id: String) {
    var digits = 0
    var number = 0
    var scale = 1
    for byte in id.utf8.reversed() {
      guard byte.isASCIIDigit else { break }
      digits += 1
      guard digits <= 15 else { return nil }
      number += Int(byte &- UInt8(ascii: "0")) * scale
      scale *= 10
    }
    guard digits > 0, digits != 2 || CivilDate(String(id.suffix(10))) == nil else { return nil }
    if digits >= 6 {
      // Eight digits may be a day, and the first four of others a year.
      let rest = (4..<digits).reduce(1) { scale, _ in scale * 10 }
      let year = number / rest
      if Self.years.contains(year) {
        if digits == 8, CivilDate(year: year, month: number / 100 % 100, day: number % 100) != nil {
          return nil
        }
        digits -= 4
        number %= rest
      }
    }
    beginning = Substring(id.utf8.dropLast(digits))
    self.number = number
    width = digits
  }

  /// The numbers that are read as a year where they begin or name a series.
  package static let years = 1900..<2100

  /// A number with zeros before it.
  /// - Parameter width: the least digits.
  package static func text(_ number: Int, width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
