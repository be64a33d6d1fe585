import Records

/// A sum of figures, separate for each currency.
///
/// It shares no code with the sums that it checks, in expressions, results and money.
///
/// Sums of written numbers are exact. For repeating decimals such as thirds, the 38th digit depends on the
/// order of addition, so two such sums are considered equal if they differ only beyond the 30th digit.
package struct FigureSum {
  /// The sum of plain numbers.
  private var number = UnitSum()
  /// The sums of the first currency, and of the others, which are few.
  private var first: (currency: Currency, sum: UnitSum)?
  private var others: [(currency: Currency, sum: UnitSum)] = []
  /// Whether an intermediate sum had more than 38 digits.
  private var wasTooLarge = false

  /// Whether a sum has more than 38 digits.
  private var isTooLarge: Bool {
    wasTooLarge || number.isTooLarge || first?.sum.isTooLarge ?? false
      || others.contains { $0.sum.isTooLarge }
  }
  /// The sums of all currencies.
  private var amounts: [(currency: Currency, sum: UnitSum)] { (first.map { [$0] } ?? []) + others }

  /// Makes an empty sum.
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
    if !number.add(other) { wasTooLarge = true }
  }

  /// Adds money.
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
    if first == nil { first = (amount.currency, UnitSum()) }
    if first?.currency == amount.currency {
      if first?.sum.add(amount.number) == false { wasTooLarge = true }
      return
    }
    for index in others.indices where others[index].currency == amount.currency {
      if !others[index].sum.add(amount.number) { wasTooLarge = true }
      return
    }
    var sum = UnitSum()
    _ = sum.add(amount.number)
    others.append((amount.currency, sum))
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
      return first == nil && number.matches(figure, roundedTo: ownDigits)
    case .money(let money):
      if first == nil, let figure = money.single {
        // Plain numbers are compared as amounts in the figure's only currency.
        return number.matches(figure.number, roundedTo: digits?(figure.currency))
      }
      guard number.sum.isZero else { return false }
      if others.isEmpty, let first, let figure = money.single, figure.currency == first.currency {
        return first.sum.matches(figure.number, roundedTo: digits?(first.currency))
      }
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
  /// The numbers that fit into 64 bits, nearly all: their sum and that of their magnitudes, in units.
  private var units = 0
  private var unitsOfSize = 0
  private var digits = 0
  /// The sum of the other numbers.
  private var rest = Decimal.zero
  /// The sum of their magnitudes. Rounding errors in any order are a small part of it.
  private var sizeOfRest = Decimal.zero
  /// Whether every number was finite.
  private var isExact = true

  /// 10^-30.
  private static let tolerance = Decimal(10).raised(to: -30) ?? .zero
  /// The maximum number of digits after the point of numbers added as units.
  private static let maximumDigits = 6

  /// The sum; if it ``isTooLarge``, only a part of it.
  var sum: Decimal { wholeSum ?? rest }
  /// Whether the sum has more than 38 digits before the point.
  var isTooLarge: Bool { !rest.isZero && wholeSum == nil }

  private var wholeSum: Decimal? {
    let whole = Decimal(units: units, digits: digits)
    return rest.isZero ? whole : rest.adding(whole)
  }

  /// The sum of the magnitudes.
  private var size: Decimal { sizeOfRest.adding(Decimal(units: unitsOfSize, digits: digits)) ?? sizeOfRest }

  /// Adds a number; false if the sum has more than 38 digits before the point.
  mutating func add(_ other: Decimal) -> Bool {
    if other.scale > digits, other.scale <= Self.maximumDigits, !finishUnits(digits: other.scale) {
      return false
    }
    if let units = other.units(digits: digits) {
      let (sum, overflow) = self.units.addingReportingOverflow(units)
      let (size, overflowOfSize) = unitsOfSize.addingReportingOverflow(Int(clamping: units.magnitude))
      if !overflow, !overflowOfSize {
        (self.units, unitsOfSize) = (sum, size)
        return true
      }
    }
    if other.legible.scale != other.scale { isExact = false }
    return finishUnits(digits: digits) && addToRest(other, other.magnitude)
  }

  /// Adds the units to the rest, and continues with units of other digits.
  private mutating func finishUnits(digits next: Int) -> Bool {
    defer { (units, unitsOfSize, digits) = (0, 0, next) }
    return units == 0 && unitsOfSize == 0
      || addToRest(Decimal(units: units, digits: digits), Decimal(units: unitsOfSize, digits: digits))
  }

  private mutating func addToRest(_ number: Decimal, _ magnitude: Decimal) -> Bool {
    sizeOfRest = sizeOfRest.adding(magnitude) ?? sizeOfRest
    guard let next = rest.adding(number) else { return false }
    rest = next
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
