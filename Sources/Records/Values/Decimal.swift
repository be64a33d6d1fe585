/// An exact decimal number of up to 38 significant digits.
///
/// A number is an integer significand and a scale, the number of digits after the point; it is never
/// converted to binary fractions. The scale stays as written, so `1.10` prints `1.10`, but numbers are equal,
/// ordered and hashed by value: `1.10 == 1.1`.
///
///     Decimal("1.10") == Decimal("1.1")       // true
///     Decimal.one.divided(by: Decimal(8))     // 0.125
///
/// Operations return nil if the result has more than 38 digits before the point.
package struct Decimal: Sendable {
  // The halves of an `Int128`, whose alignment of 16 would make a number take 32 bytes rather than 24.
  private let low: UInt64
  private let high: Int64
  /// The number of digits after the point, as written or computed.
  let storedScale: Int16

  /// The maximum number of digits of a number.
  package static let precision = 38
  /// 10^38; significands are less than this.
  static let limit = UInt128(10_000_000_000_000_000_000) * 10_000_000_000_000_000_000
  /// The maximum number of digits after the point; numbers closer to zero become zero.
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

  package init(_ value: Int) {
    self.init(small: Int64(value), scale: 0)
  }

  /// Makes a number from units of its last digit: 1250 units with two digits are 12.50.
  /// - Parameter digits: the digits after the point, at most 18.
  package init(units: Int, digits: Int) {
    self.init(small: Int64(units), scale: Int16(truncatingIfNeeded: digits))
  }

  /// The number of digits after the point, including trailing zeros.
  package var scale: Int { Int(storedScale) }

  /// The number multiplied by 10^scale.
  var significand: Int128 { Int128(high) << 64 | Int128(low) }

  /// The significand if it fits in 64 bits, as for nearly every amount.
  var small: Int64? {
    let value = Int64(bitPattern: low)
    return high == value >> 63 ? value : nil
  }

  /// Whether the number is 0, at any scale.
  package var isZero: Bool { low == 0 && high == 0 }
  /// Whether the number is less than 0.
  package var isNegative: Bool { high < 0 }

  /// The number as an integer; nil if it is not whole or too large.
  package var integer: Int? {
    if storedScale == 0, let small { return Int(small) }
    let whole = rounded(toDigits: 0, .towardZero)
    guard whole == self else { return nil }
    return whole.small.map(Int.init)
  }

  /// The number in units of 10^-digits: 12.5 is 1250 in units of two digits.
  /// - Parameter digits: the digits after the point.
  /// - Returns: nil if the number has more digits, or more units than fit in 64 bits.
  package func units(digits: Int) -> Int? {
    guard let small, storedScale <= digits, digits - scale <= 18 else { return nil }
    let (units, overflow) = Int(small).multipliedReportingOverflow(by: Int(powerOfTen(digits - scale)))
    return overflow ? nil : units
  }

  /// The number with the opposite sign.
  package var negated: Decimal { Decimal(significand: -significand, scale: storedScale) }
  /// Whether its point may separate thousands, to those who write so: of 1.500, not of 1.50 or 0.500.
  package var mayHaveThousands: Bool { scale == 3 && magnitude >= .one }
  /// The number without its sign.
  package var magnitude: Decimal { isNegative ? negated : self }

  /// The same value without trailing zeros: 1.10 is 1.1, 3.00 is 3.
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
  /// Whether two numbers have the same value, at any scale.
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

  /// The order of `a` · 10^power and `b`, both nonzero.
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
  /// Hashes the value; 1.10 and 1.1 have the same hash.
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

/// 10 to a power from 0 to 38.
func powerOfTen(_ exponent: Int) -> UInt128 { powersOfTen[exponent] }

/// The number of decimal digits of a number; 0 for 0.
func digitCount(_ value: UInt128) -> Int {
  // 1233 / 4096 is slightly less than log10(2), so the estimate is right or too small by one.
  let estimate = ((128 - value.leadingZeroBitCount) * 1233) >> 12
  return estimate < 39 && value >= powersOfTen[estimate] ? estimate + 1 : estimate
}
