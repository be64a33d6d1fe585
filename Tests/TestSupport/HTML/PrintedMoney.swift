import Foundation

/// Amounts as English pages print them: `€1,234.50`, `¥202,400`, several joined by ` + `.
package struct PrintedMoney: Equatable, Sendable, CustomStringConvertible {
  /// The amounts by currency; none is zero.
  package private(set) var amounts: [String: Decimal] = [:]

  /// Nothing.
  package init() {}

  /// Reads what a page prints.
  /// - Throws: where it is anything but euros and yen.
  package init(_ text: String) throws {
    // A dash stands for zero in a report of sums.
    if text == "–" { return }
    for part in text.components(separatedBy: " + ") {
      let currency = part.contains("€") ? "EUR" : part.contains("¥") ? "JPY" : nil
      let digits = part.filter { !"€¥,\u{A0}".contains($0) }.replacing("\u{2212}", with: "-")
      guard let currency, digits.allSatisfy({ "-.0123456789".contains($0) }),
        let amount = Decimal(string: digits)
      else { throw Unexpected("'\(text)' is no amount of euros or yen") }
      add(amount, currency)
    }
  }

  private mutating func add(_ amount: Decimal, _ currency: String) {
    let sum = amounts[currency, default: 0] + amount
    amounts[currency] = sum == 0 ? nil : sum
  }

  package static func + (a: PrintedMoney, b: PrintedMoney) -> PrintedMoney {
    var sum = a
    for (currency, amount) in b.amounts { sum.add(amount, currency) }
    return sum
  }

  package static func - (a: PrintedMoney, b: PrintedMoney) -> PrintedMoney {
    var difference = a
    for (currency, amount) in b.amounts { difference.add(-amount, currency) }
    return difference
  }

  package static func += (a: inout PrintedMoney, b: PrintedMoney) { a = a + b }

  /// The amounts by code: `202400 JPY, 15825.48 EUR`.
  package var description: String {
    amounts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  }
}
