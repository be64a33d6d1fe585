extension Decimal {
  /// The sum; exact up to 38 digits, otherwise its fraction is rounded half away from zero.
  /// - Returns: nil if there are more than 38 digits before the point.
  package func adding(_ other: Decimal) -> Decimal? {
    if let a = small, let b = other.small {
      if storedScale == other.storedScale {
        let (sum, overflow) = a.addingReportingOverflow(b)
        if !overflow { return Decimal(small: sum, scale: storedScale) }
      }
      // A 64-bit number times 10^18 is less than 10^38.
      let step = abs(scale - other.scale)
      if step <= 18 {
        let power = Int128(powerOfTen(step))
        let sum = scale < other.scale ? Int128(a) * power + Int128(b) : Int128(a) + Int128(b) * power
        return Decimal(significand: sum, scale: max(storedScale, other.storedScale))
      }
    }
    return scale <= other.scale ? Self.sum(self, other) : Self.sum(other, self)
  }

  /// The difference, with the same limits as the sum.
  package func subtracting(_ other: Decimal) -> Decimal? { adding(other.negated) }

  /// The sum of any two numbers, where the scale of `a` is at most that of `b`, computed in 256 bits.
  private static func sum(_ a: Decimal, _ b: Decimal) -> Decimal? {
    var large = a.significand.magnitude
    var small = b.significand.magnitude
    guard large > 0 else { return b }
    var scale = a.scale
    var step = b.scale - scale
    if step > precision {
      // The result has more than 38 digits, whatever `b` is. Give `a` all of its 38 digits; what is left of
      // `b` after them only matters for rounding, so it is enough to know whether it is zero.
      let room = precision - digitCount(large)
      large *= powerOfTen(room)
      scale += room
      step -= room
      if step > precision {
        small = shifted(small, right: step - precision)
        step = precision
      }
    }
    let product = large.multipliedFullWidth(by: powerOfTen(step))
    let wide = Wide(high: product.high, low: product.low)
    let result =
      a.isNegative == b.isNegative
      ? (negative: a.isNegative, value: wide.adding(small))
      : wide.isLess(than: small)
        ? (negative: b.isNegative, value: Wide(high: 0, low: small - wide.low))
        : (negative: a.isNegative, value: wide.subtracting(small))
    return Decimal(negative: result.negative, result.value, scale: scale + step)
  }

  /// The number without its last digits. If nonzero digits are dropped, a last digit of 0 or 5 is increased
  /// by one, so that the result still rounds like the whole number.
  private static func shifted(_ value: UInt128, right count: Int) -> UInt128 {
    guard count <= precision else { return value == 0 ? 0 : 1 }
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: powerOfTen(count))
    return rest > 0 && quotient % 5 == 0 ? quotient + 1 : quotient
  }

  /// The product; exact up to 38 digits, otherwise its fraction is rounded half away from zero.
  /// - Returns: nil if there are more than 38 digits before the point.
  package func multiplied(by other: Decimal) -> Decimal? {
    let sum = scale + other.scale
    // The product of two 64-bit numbers is less than 10^38.
    if let a = small, let b = other.small, sum <= Self.maximumScale {
      return Decimal(significand: Int128(a) * Int128(b), scale: Int16(truncatingIfNeeded: sum))
    }
    let product = significand.magnitude.multipliedFullWidth(by: other.significand.magnitude)
    return Decimal(
      negative: isNegative != other.isNegative, Wide(high: product.high, low: product.low), scale: sum)
  }

  /// The quotient to 38 significant digits, rounded half away from zero, without trailing zeros.
  /// - Returns: nil for a division by 0, and if there are more than 38 digits before the point.
  package func divided(by other: Decimal) -> Decimal? {
    guard !other.isZero else { return nil }
    guard !isZero else { return .zero }
    // With 38 digits, and as many zeros appended as the divisor has digits, the quotient has 38 or 39 digits.
    let divisor = other.significand.magnitude
    let room = Self.precision - digitCount(significand.magnitude)
    let zeros = digitCount(divisor)
    let product = (significand.magnitude * powerOfTen(room)).multipliedFullWidth(by: powerOfTen(zeros))
    var (quotient, rest) = Wide(high: product.high, low: product.low).divided(by: divisor)
    if quotient.isBelowLimit, rest >= divisor - rest { quotient = quotient.adding(1) }
    let result = Decimal(
      negative: isNegative != other.isNegative, quotient, scale: scale + room + zeros - other.scale)
    return result?.withoutTrailingZeros
  }

  /// The power; exact while it fits in 38 digits, then each multiplication rounds. 0 to the power of 0 is 1.
  /// - Parameter exponent: -999 to 999.
  /// - Returns: nil for other exponents, for a negative power of 0, and if there are more than 38 digits before
  ///   the point.
  /// - Complexity: O(log *exponent*) multiplications.
  package func raised(to exponent: Int) -> Decimal? {
    guard (-999...999).contains(exponent), exponent >= 0 || !isZero else { return nil }
    if exponent < 0 {
      // Taking the reciprocal last loses the least; but 10^-50 can be represented and 10^50 cannot.
      if let power = raised(to: -exponent), let result = Self.one.divided(by: power) { return result }
      return Self.one.divided(by: self)?.raised(to: -exponent)
    }
    var result = Self.one
    for bit in stride(from: Int.bitWidth - exponent.leadingZeroBitCount - 1, through: 0, by: -1) {
      guard let square = result.multiplied(by: result) else { return nil }
      result = square
      if exponent >> bit & 1 == 1 {
        guard let product = result.multiplied(by: self) else { return nil }
        result = product
      }
    }
    return result
  }

  /// Makes a number of at most 38 digits from a wider one; nil if it has more before the point.
  private init?(negative: Bool, _ wide: Wide, scale: Int) {
    var magnitude = wide.low
    var scale = scale
    if !wide.isBelowLimit {
      let excess = wide.digitCount - Self.precision
      guard excess <= scale else { return nil }
      let power = powerOfTen(excess)
      let (quotient, rest) = wide.divided(by: power)
      magnitude = quotient.low
      scale -= excess
      if rest >= power - rest { magnitude += 1 }
      if magnitude == Self.limit {
        guard scale > 0 else { return nil }
        magnitude /= 10
        scale -= 1
      }
    }
    guard scale >= 0 else { return nil }
    // 38 digits so far after the point are closer to zero than any number that can be represented.
    guard scale <= Self.maximumScale else {
      self = .zero
      return
    }
    let significand = Int128(magnitude)
    self.init(significand: negative ? -significand : significand, scale: Int16(truncatingIfNeeded: scale))
  }
}

/// A 256-bit integer, at most 2 · 10^76, for intermediate results of products and quotients.
private struct Wide {
  let high: UInt128
  let low: UInt128

  /// Whether it has at most 38 digits.
  var isBelowLimit: Bool { high == 0 && low < Decimal.limit }

  var digitCount: Int {
    let top = divided(by: Decimal.limit).quotient.low
    return top == 0 ? Records.digitCount(low) : Decimal.precision + Records.digitCount(top)
  }

  func isLess(than value: UInt128) -> Bool { high == 0 && low < value }

  func adding(_ value: UInt128) -> Wide {
    let (sum, carry) = low.addingReportingOverflow(value)
    return Wide(high: carry ? high + 1 : high, low: sum)
  }

  func subtracting(_ value: UInt128) -> Wide {
    let (difference, borrow) = low.subtractingReportingOverflow(value)
    return Wide(high: borrow ? high - 1 : high, low: difference)
  }

  func divided(by divisor: UInt128) -> (quotient: Wide, rest: UInt128) {
    let (top, carry) = high.quotientAndRemainder(dividingBy: divisor)
    guard high > 0 else {
      let (quotient, rest) = low.quotientAndRemainder(dividingBy: divisor)
      return (Wide(high: 0, low: quotient), rest)
    }
    let (quotient, rest) = divisor.dividingFullWidth((carry, low))
    return (Wide(high: top, low: quotient), rest)
  }
}
