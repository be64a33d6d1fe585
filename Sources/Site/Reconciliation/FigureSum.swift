import Records

/// Figures added up one by one, each currency for itself.
///
/// It shares no code with the sums that it checks: those of expressions, of results and of money.
struct FigureSum {
  /// The sum of plain numbers.
  private var number = Decimal.zero
  /// The sum of each currency; a handful at most.
  private var amounts: [(currency: Currency, number: Decimal)] = []
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
    if let sum = number.adding(other) { number = sum } else { isTooLarge = true }
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
      if let sum = amounts[index].number.adding(amount.number) {
        amounts[index].number = sum
      } else {
        isTooLarge = true
      }
      return
    }
    amounts.append((amount.currency, amount.number))
  }

  /// Whether a figure is this sum; one with too many digits is nil.
  /// - Parameter digits: the digits behind the mark that the figure was rounded to, by currency; nil where it was not.
  func matches(_ figure: Value, roundedTo digits: ((Currency) -> Int)? = nil) -> Bool {
    if isTooLarge { return figure == .null }
    switch figure {
    case .number(let figure): return amounts.isEmpty && figure == number
    case .money(let money):
      guard number.isZero else { return false }
      let sums = amounts.map { amount in
        (
          amount.currency,
          digits.map { amount.number.rounded(toDigits: $0(amount.currency)) } ?? amount.number
        )
      }
      return sums.allSatisfy { money.number(in: $0) == $1 }
        && money.amounts.allSatisfy { amount in
          amount.number.isZero || sums.contains { $0.0 == amount.currency }
        }
    default: return false
    }
  }

  /// The sum as a reader compares it: `12.50 EUR; 200 JPY`.
  var description: String {
    if isTooLarge { return "more than 38 digits" }
    guard !amounts.isEmpty else { return number.description }
    return amounts.map { Money($0.number, $0.currency).description }.joined(separator: "; ")
  }
}
