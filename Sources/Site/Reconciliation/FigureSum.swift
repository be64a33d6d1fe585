import Records

/// Figures added up one by one, each currency for itself.
///
/// It shares no code with the sums that it checks: those of expressions, of results and of money.
///
/// Sums of what was written are exact. Of numbers without end, such as thirds, the 38th digit depends on the order in
/// which they are added, so two sums of those are the same where they differ beyond the 30th.
struct FigureSum {
  /// The sum of plain numbers.
  private var number = Part()
  /// The sum of each currency; a handful at most.
  private var amounts: [(currency: Currency, sum: Part)] = []
  /// Whether a sum has more than 38 digits.
  private var isTooLarge = false

  /// Makes a sum of nothing.
  init() {}

  /// Adds a value; nil counts as nothing.
  mutating func add(_ value: Value) {
    switch value {
    case .number(let number): add(number)
    case .money(let money): add(money)
    default: break
    }
  }

  /// Adds a number.
  mutating func add(_ other: Decimal) {
    if !number.add(other) { isTooLarge = true }
  }

  /// Adds money.
  mutating func add(_ money: Money) {
    guard let single = money.single else {
      for amount in money.amounts { add(amount) }
      return
    }
    add(single)
  }

  private mutating func add(_ amount: Money.Amount) {
    for index in amounts.indices where amounts[index].currency == amount.currency {
      if !amounts[index].sum.add(amount.number) { isTooLarge = true }
      return
    }
    var sum = Part()
    _ = sum.add(amount.number)
    amounts.append((amount.currency, sum))
  }

  /// Whether a figure is this sum; one with too many digits is nil.
  /// - Parameters:
  ///   - digits: the digits after the mark that an amount was rounded to, by currency; nil where it was not.
  ///   - ownDigits: those that a plain number was rounded to.
  func matches(
    _ figure: Value, roundedTo digits: ((Currency) -> Int)? = nil, numberTo ownDigits: Int? = nil
  ) -> Bool {
    if isTooLarge { return figure == .null }
    switch figure {
    case .number(let figure):
      return amounts.isEmpty
        && (ownDigits.map { number.sum.rounded(toDigits: $0) == figure } ?? number.matches(figure))
    case .money(let money):
      if amounts.isEmpty, let figure = money.single {
        // Plain numbers are an amount of the figure's one currency.
        return digits.map { number.sum.rounded(toDigits: $0(figure.currency)) == figure.number }
          ?? number.matches(figure.number)
      }
      guard number.sum.isZero else { return false }
      return amounts.allSatisfy { currency, sum in
        let figure = money.number(in: currency)
        return digits.map { sum.sum.rounded(toDigits: $0(currency)) == figure } ?? sum.matches(figure)
      }
        && money.amounts.allSatisfy { amount in
          amount.number.isZero || amounts.contains { $0.currency == amount.currency }
        }
    default: return false
    }
  }

  /// The sum as a reader compares it: `12.50 EUR; 200 JPY`.
  var description: String {
    if isTooLarge { return "more than 38 digits" }
    guard !amounts.isEmpty else { return number.sum.description }
    return amounts.map { Money($0.sum.sum, $0.currency).description }.joined(separator: "; ")
  }
}

/// The sum of numbers of one unit.
private struct Part {
  /// The sum.
  private(set) var sum = Decimal.zero
  /// The sum of the numbers' magnitudes: what is lost in any order is a small part of it.
  private var size = Decimal.zero
  /// Whether no number was without end.
  private var isExact = true

  /// 10^-30.
  private static let tolerance = Decimal(10).raised(to: -30) ?? .zero

  /// Adds a number; false where the sum has more than 38 digits before the mark.
  mutating func add(_ other: Decimal) -> Bool {
    if isExact, other.legible.scale != other.scale { isExact = false }
    size = size.adding(other.magnitude) ?? size
    guard let next = sum.adding(other) else { return false }
    sum = next
    return true
  }

  /// Whether a figure is this sum, as far as digits reach.
  func matches(_ figure: Decimal) -> Bool {
    if figure == sum { return true }
    guard !isExact, let difference = figure.subtracting(sum)?.magnitude,
      let limit = size.multiplied(by: Self.tolerance)
    else { return false }
    return difference <= limit
  }
}
