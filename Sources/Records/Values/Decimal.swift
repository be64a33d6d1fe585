/// An exact decimal number of up to 38 significant digits.
///
/// A number is a whole significand and a scale, the count of its digits after the point; nothing is ever rounded
/// to binary. The scale stays as written, so that `1.10` prints `1.10`, but numbers are equal, ordered and hashed by
/// value: `1.10 == 1.1`.
///
///     Decimal("1.10") == Decimal("1.1")       // true
///     Decimal.one.divided(by: Decimal(8))     // 0.125
///
/// Operations return nil if the result has more than 38 digits before the point.
package struct Decimal: Sendable {
  // The two halves of an `Int128`, kept apart because its alignment of 16 would take 32 bytes a number, not 24.
  private let low: UInt64
  private let high: Int64
  /// The count of digits after the decimal mark, as written or computed.
  let storedScale: Int16

  /// The maximum number of digits of a number.
  package static let precision = 38
  /// The largest significand is one less than this, 10^38.
  static let limit = UInt128(10_000_000_000_000_000_000) * 10_000_000_000_000_000_000
  /// The maximum number of digits after the point; what is nearer to zero than that is zero.
  static let maximumScale = Int(Int16.max)

  /// 0.
  package static let zero = Decimal(0)
  /// 1.
  package static let one = Decimal(1)

  /// Makes a number from its parts, which must be within the limits.
  init(significand: Int128, scale: Int16) {
    low = UInt64(truncatingIfNeeded: significand)
    high = Int64(truncatingIfNeeded: significand >> 64)
    storedScale = scale
  }

  /// Makes a number from a 64-bit significand.
  init(small: Int64, scale: Int16) {
    low = UInt64(bitPattern: small)
    high = small >> 63
    storedScale = scale
  }

  /// A whole number.
  package init(_ value: Int) {
    self.init(small: Int64(value), scale: 0)
  }

  /// A number of units of its last digits: 1250 units of two digits are 12.50.
  /// - Parameter digits: digits after the point, at most 18.
  package init(units: Int, digits: Int) {
    self.init(small: Int64(units), scale: Int16(truncatingIfNeeded: digits))
  }

  /// The count of digits after the decimal mark, trailing zeros included.
  package var scale: Int { Int(storedScale) }

  /// The number times 10^scale.
  var significand: Int128 { Int128(high) << 64 | Int128(low) }

  /// The significand if it fits in 64 bits, as nearly every amount does.
  var small: Int64? {
    let value = Int64(bitPattern: low)
    return high == value >> 63 ? value : nil
  }

  /// Whether the number is 0, at any scale.
  package var isZero: Bool { low == 0 && high == 0 }
  /// Whether the number is less than 0.
  package var isNegative: Bool { high < 0 }

  /// The number as an integer, or nil if it is not whole or too large.
  package var integer: Int? {
    if storedScale == 0, let small { return Int(small) }
    let whole = rounded(toDigits: 0, .towardZero)
    guard whole == self else { return nil }
    return whole.small.map(Int.init)
  }

  /// The number in units of its last digits, of which 10^digits make one: 12.5 is 1250 in units of two digits.
  /// - Parameter digits: digits after the point.
  /// - Returns: nil if the number has more of them, or too many units for 64 bits.
  package func units(digits: Int) -> Int? {
    guard let small, storedScale <= digits, digits - scale <= 18 else { return nil }
    let (units, overflow) = Int(small).multipliedReportingOverflow(by: Int(powerOfTen(digits - scale)))
    return overflow ? nil : units
  }

  /// The number with the other sign.
  package var negated: Decimal { Decimal(significand: -significand, scale: storedScale) }
  /// The number without its sign.
  package var magnitude: Decimal { isNegative ? negated : self }

  /// The same value without zeros at the end: 1.10 is 1.1, 3.00 is 3.
  package var withoutTrailingZeros: Decimal {
    var value = significand
    var scale = storedScale
    for step in [16, 8, 4, 2, 1] as [Int16] {
      while scale >= step {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: Int128(powerOfTen(Int(step))))
        guard remainder == 0 else { break }
        value = quotient
        scale -= step
      }
    }
    return Decimal(significand: value, scale: scale)
  }
}

extension Decimal: Comparable {
  /// Whether two numbers have the same value, whatever their scales.
  package static func == (a: Decimal, b: Decimal) -> Bool {
    a.storedScale == b.storedScale ? a.low == b.low && a.high == b.high : a.compare(b) == .same
  }

  /// Whether the first number is less.
  package static func < (a: Decimal, b: Decimal) -> Bool { a.compare(b) == .ascending }

  /// The order of two numbers by value; never rounds and never overflows.
  package func compare(_ other: Decimal) -> Ordering {
    if storedScale == other.storedScale {
      return high == other.high ? Ordering(low, other.low) : Ordering(high, other.high)
    }
    if isNegative != other.isNegative { return isNegative ? .ascending : .descending }
    if isZero || other.isZero { return Ordering(isZero ? 0 : 1, other.isZero ? 0 : 1) }
    let mine = significand.magnitude
    let theirs = other.significand.magnitude
    let order =
      storedScale < other.storedScale
      ? Self.compare(mine, by: other.scale - scale, with: theirs)
      : Self.compare(theirs, by: scale - other.scale, with: mine).reversed
    return order.signed(isNegative)
  }

  /// The order of `a` · 10^power and `b`, neither of them 0.
  private static func compare(_ a: UInt128, by power: Int, with b: UInt128) -> Ordering {
    // 10^38 is more than any significand.
    guard power < precision else { return .descending }
    let product = a.multipliedFullWidth(by: powerOfTen(power))
    return product.high > 0 ? .descending : Ordering(product.low, b)
  }
}

extension Ordering {
  fileprivate func signed(_ negative: Bool) -> Ordering { negative ? reversed : self }
}

extension Decimal: Hashable {
  /// Hashes the value; 1.10 and 1.1 hash alike.
  package func hash(into hasher: inout Hasher) {
    let plain = withoutTrailingZeros
    hasher.combine(plain.low)
    hasher.combine(plain.high)
    hasher.combine(plain.storedScale)
  }
}

private let powersOfTen: [UInt128] = {
  var powers: [UInt128] = [1]
  for index in 0..<38 { powers.append(powers[index] * 10) }
  return powers
}()

/// 10 to the power of 0 to 38.
func powerOfTen(_ exponent: Int) -> UInt128 { powersOfTen[exponent] }

/// The count of decimal digits of a number, 0 for 0.
func digitCount(_ value: UInt128) -> Int {
  // 1233 / 4096 is a little more than the logarithm of 2, so the estimate is right or one too small.
  let estimate = ((128 - value.leadingZeroBitCount) * 1233) >> 12
  return estimate < 39 && value >= powersOfTen[estimate] ? estimate + 1 : estimate
}
