extension Decimal {
  /// The same value with at least that many digits after the point: 1.5 with two is 1.50. One that would have more
  /// than 38 stays as it is.
  package func padded(toDigits digits: Int) -> Decimal {
    guard scale < digits, digits <= Self.precision else { return self }
    let (product, overflow) = significand.multipliedReportingOverflow(by: Int128(powerOfTen(digits - scale)))
    guard !overflow, product.magnitude < Self.limit else { return self }
    return Decimal(significand: product, scale: Int16(truncatingIfNeeded: digits))
  }

  /// Which of its neighbours a number becomes.
  package enum RoundingRule: Sendable {
    /// The nearest; of two equally near, the one farther from zero.
    case halfAwayFromZero
    /// The one nearer to zero.
    case towardZero
    /// The greatest that is not greater.
    case down
    /// The least that is not less.
    case up
  }

  /// The greatest whole number that is not greater.
  package var floor: Decimal { rounded(toDigits: 0, .down) }
  /// The least whole number that is not less.
  package var ceiling: Decimal { rounded(toDigits: 0, .up) }
  /// The nearest whole number, half away from zero.
  package var rounded: Decimal { rounded(toDigits: 0) }

  /// The number for readers: one that fills all its digits, such as a third, is rounded to six digits after
  /// the mark, or to six that are not zero; any other stays as it is.
  package var legible: Decimal {
    guard small == nil, scale > 6 else { return self }
    let digits = digitCount(significand.magnitude)
    // A quotient may end in zeros, and its sum with another number has fewer digits after the point.
    return digits > 30 ? rounded(toDigits: max(6, scale - digits + 6)).withoutTrailingZeros : self
  }

  /// The number with at most that many digits after the point. A number that has no more is returned as it is.
  /// - Parameters:
  ///   - digits: digits after the point; a negative count is taken as 0.
  ///   - rule: half away from zero unless said otherwise.
  package func rounded(toDigits digits: Int, _ rule: RoundingRule = .halfAwayFromZero) -> Decimal {
    let digits = max(digits, 0)
    guard digits < scale else { return self }
    let excess = scale - digits
    let magnitude = significand.magnitude
    // If all digits are dropped, the quotient is 0 and the remainder less than half of the divisor.
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
