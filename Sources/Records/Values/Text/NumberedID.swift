import Diagnostics

/// An id that ends in a number: `2026-0086` is number 86 of the series `2026-`, `2026007` number 7 of `2026`.
///
/// An id that ends in a date, or in more than 15 digits, has no number.
package struct NumberedID: Sendable {
  /// The part that the ids of the series share, including the year.
  package let beginning: Substring
  package let number: Int
  /// The number of digits it is written with.
  package let width: Int

  /// Reads an id; nil if it does not end in a number.
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
      // Eight digits may be a day, and the first four digits of other numbers a year.
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

  /// The numbers that are read as a year if a series begins with them or is named by them.
  package static let years = 1900..<2100

  /// A number with leading zeros.
  /// - Parameter width: the minimum number of digits.
  package static func text(_ number: Int, width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
