import Records

/// A sum of figures, separate for each currency.
///
/// It shares no code with the sums that it checks, in expressions, results and money, except the addition of two
/// decimals.
///
/// Sums of written numbers are exact. For repeating decimals such as thirds, the 38th digit depends on the
/// order of addition, so two such sums are considered equal if they differ only beyond the 30th digit.
package struct FigureSum {
  /// The sum of plain numbers.
  private var number = UnitSum()
  /// The sums of all currencies, which are few, in the order of their first amounts.
  private var amounts: [(currency: Currency, sum: UnitSum)] = []
  /// Whether an intermediate sum had more than 38 digits before the point.
  private var isTooLarge = false

  package init() {}

  /// Adds a value; nil is ignored.
  mutating func add(_ value: Value) {
    switch value {
    case .number(let number): add(number)
    case .money(let money): add(money)
    default: break
    }
  }

  /// Adds a number.
  package mutating func add(_ other: Decimal) {
    if !number.add(other) { isTooLarge = true }
  }

  package mutating func add(_ money: Money) {
    guard let single = money.single else {
      for amount in money.amounts { add(amount) }
      return
    }
    add(single)
  }

  /// Adds the figures of a column in some rows.
  /// - Returns: whether the column has figures.
  mutating func add(_ rows: some Sequence<Int32>, of column: Column) -> Bool {
    switch column {
    case .money(let values): for row in rows { if let value = values[Int(row)] { add(value) } }
    case .number(let values): for row in rows { if let value = values[Int(row)] { add(value) } }
    case .text, .boolean, .date, .currency, .tags: return false
    }
    return true
  }

  private mutating func add(_ amount: Money.Amount) {
    let index = amounts.firstIndex { $0.currency == amount.currency }
    if index == nil { amounts.append((amount.currency, UnitSum())) }
    if !amounts[index ?? amounts.count - 1].sum.add(amount.number) { isTooLarge = true }
  }

  /// Whether a figure equals the sum. A sum with too many digits equals nil.
  /// - Parameters:
  ///   - digits: the digits after the point that amounts are rounded to, by currency; nil if not rounded.
  ///   - ownDigits: the digits that plain numbers are rounded to.
  package func matches(
    _ figure: Value, roundedTo digits: ((Currency) -> Int)? = nil, numberTo ownDigits: Int? = nil
  ) -> Bool {
    if isTooLarge { return figure == .null }
    switch figure {
    case .number(let figure):
      return amounts.isEmpty && number.matches(figure, roundedTo: ownDigits)
    case .money(let money):
      if amounts.isEmpty, let figure = money.single {
        // Plain numbers are compared as amounts in the figure's only currency.
        return number.matches(figure.number, roundedTo: digits?(figure.currency))
      }
      guard number.sum.isZero else { return false }
      return amounts.allSatisfy { currency, sum in
        sum.matches(money.number(in: currency), roundedTo: digits?(currency))
      }
        && money.amounts.allSatisfy { amount in
          amount.number.isZero || amounts.contains { $0.currency == amount.currency }
        }
    default: return false
    }
  }

  /// The sum as text: `12.50 EUR; 200 JPY`.
  var description: String {
    if isTooLarge { return "more than 38 digits" }
    guard !amounts.isEmpty else { return number.sum.description }
    return amounts.map { Money($0.sum.sum, $0.currency).description }.joined(separator: "; ")
  }
}

/// The sum of numbers of one unit.
private struct UnitSum {
  /// The sum; if an intermediate one had more than 38 digits before the point, only a part of it.
  private(set) var sum = Decimal.zero
  /// The sum of the magnitudes. Rounding errors in any order are a small part of it.
  private var size = Decimal.zero
  /// Whether every number was finite.
  private var isExact = true

  /// 10^-30.
  private static let tolerance = Decimal(10).raised(to: -30) ?? .zero

  /// Adds a number; false if the sum has more than 38 digits before the point.
  mutating func add(_ other: Decimal) -> Bool {
    if other.legible.scale != other.scale { isExact = false }
    size = size.adding(other.magnitude) ?? size
    guard let next = sum.adding(other) else { return false }
    sum = next
    return true
  }

  /// Whether a figure equals the sum rounded to some digits; without rounding, within the precision of the
  /// digits.
  func matches(_ figure: Decimal, roundedTo digits: Int?) -> Bool {
    if let digits { return sum.rounded(toDigits: digits) == figure }
    if figure == sum { return true }
    guard !isExact, let difference = figure.subtracting(sum)?.magnitude,
      let limit = size.multiplied(by: Self.tolerance)
    else { return false }
    return difference <= limit
  }
}
