extension Decimal {
  /// The same value with at least a number of digits after the point: 1.5 with two is 1.50. Unchanged if it
  /// would then have more than 38 digits.
  package func padded(toDigits digits: Int) -> Decimal {
    guard scale < digits, digits <= Self.precision else { return self }
    let (product, overflow) = significand.multipliedReportingOverflow(by: Int128(powerOfTen(digits - scale)))
    guard !overflow, product.magnitude < Self.limit else { return self }
    return Decimal(significand: product, scale: Int16(truncatingIfNeeded: digits))
  }

  /// How a number is rounded to one of its neighbours.
  package enum RoundingRule: Sendable {
    /// The nearest; if both are equally near, the one farther from zero.
    case halfAwayFromZero
    /// The one nearer to zero.
    case towardZero
    /// The greatest neighbour that is not greater than the number.
    case down
    /// The least neighbour that is not less than the number.
    case up
  }

  /// The greatest integer that is not greater than the number.
  package var floor: Decimal { rounded(toDigits: 0, .down) }
  /// The least integer that is not less than the number.
  package var ceiling: Decimal { rounded(toDigits: 0, .up) }
  /// The nearest integer, half away from zero.
  package var rounded: Decimal { rounded(toDigits: 0) }

  /// The number for readers: one that uses nearly all digits, such as a third, is rounded to six digits after
  /// the point, or to six significant ones; any other is unchanged.
  ///
  /// What remains of such numbers whose sum is nearly zero is rounded to 20 digits after the point, so that it
  /// is zero: a third three times, less one.
  package var legible: Decimal {
    guard scale > (small == nil ? 6 : 25),
      scale > 25 || digitCount(significand.magnitude) > 30
    else { return self }
    // A sum of quotients may end in zeros, and adding to it may leave fewer digits after the point.
    let shortest = withoutTrailingZeros
    return shortest.scale > 6 ? shortest.roundedIfEndless : shortest
  }

  /// The number as people write a percentage: `19%` for 0.19; nil if it is too large.
  package var percentText: String? {
    multiplied(by: Decimal(100)).map { "\($0.withoutTrailingZeros.legible)%" }
  }

  private var roundedIfEndless: Decimal {
    let digits = digitCount(significand.magnitude)
    guard digits > 30 || scale > 25 else { return self }
    let kept = max(6, scale - digits + 6)
    return rounded(toDigits: digits > 30 ? kept : min(20, kept)).withoutTrailingZeros
  }

  /// The number with at most a number of digits after the point; one that has no more is unchanged.
  /// - Parameters:
  ///   - digits: the digits after the point; a negative number counts as 0.
  ///   - rule: how to round.
  package func rounded(toDigits digits: Int, _ rule: RoundingRule = .halfAwayFromZero) -> Decimal {
    let digits = max(digits, 0)
    guard digits < scale else { return self }
    let excess = scale - digits
    let magnitude = significand.magnitude
    // If all digits are dropped, the quotient is 0 and the remainder is less than half of the divisor.
    let power = excess <= Self.precision ? powerOfTen(excess) : UInt128.max
    let (quotient, rest) = magnitude.quotientAndRemainder(dividingBy: power)
    let goesAway =
      switch rule {
      case .halfAwayFromZero: rest >= power - rest
      case .towardZero: false
      case .down: isNegative && rest > 0
      case .up: !isNegative && rest > 0
      }
    let result = Int128(goesAway ? quotient + 1 : quotient)
    return Decimal(significand: isNegative ? -result : result, scale: Int16(truncatingIfNeeded: digits))
  }
}
