import Records
import TestSupport

/// Decimal arithmetic as on paper, digit by digit and of any length: slow, plain, and what `Decimal` must agree with.
struct LongNumber {
  var isNegative: Bool
  /// The digits, the last one first, without zeros at the front.
  var digits: [Int]
  /// How many of the digits stand after the mark.
  var scale: Int

  init(_ isNegative: Bool, _ digits: [Int], scale: Int) {
    self.isNegative = isNegative
    self.digits = digits
    self.scale = scale
    while self.digits.last == 0 { self.digits.removeLast() }
  }

  var isZero: Bool { digits.isEmpty }
  var negated: LongNumber { LongNumber(!isNegative, digits, scale: scale) }

  /// A number as a file may hold it, often short, sometimes with all its digits, often near a power of ten.
  static func random(using generator: inout SeededGenerator) -> LongNumber {
    let whole = Int.random(in: 0...15, using: &generator)
    let scale = Int.random(in: 0...(Bool.random(using: &generator) ? 4 : 38 - whole), using: &generator)
    let kind = Int.random(in: 0..<4, using: &generator)
    let digits = (0..<max(whole + scale, 1)).map { index in
      switch kind {
      case 0: 9
      case 1: index == whole + scale - 1 ? 1 : 0
      case 2: index == 0 || index == whole + scale - 1 ? 5 : 0
      default: Int.random(in: 0...9, using: &generator)
      }
    }
    let number = LongNumber(Bool.random(using: &generator), digits, scale: scale)
    return number.isZero ? LongNumber(false, [], scale: scale) : number
  }

  var text: String {
    var padded = digits
    while padded.count <= scale { padded.append(0) }
    var text = padded.reversed().map(String.init).joined()
    if scale > 0 { text.insert(".", at: text.index(text.endIndex, offsetBy: -scale)) }
    return (isNegative && !isZero ? "-" : "") + text
  }

  func adding(_ other: LongNumber) -> LongNumber {
    let scale = max(self.scale, other.scale)
    let a = [Int](repeating: 0, count: scale - self.scale) + digits
    let b = [Int](repeating: 0, count: scale - other.scale) + other.digits
    if isNegative == other.isNegative {
      var sum = [Int](repeating: 0, count: max(a.count, b.count) + 1)
      for (index, digit) in a.enumerated() { sum[index] += digit }
      for (index, digit) in b.enumerated() { sum[index] += digit }
      return LongNumber(isNegative, Self.carried(sum), scale: scale)
    }
    let isLess = Self.isLess(a, b)
    var difference = isLess ? b : a
    for (index, digit) in (isLess ? a : b).enumerated() where digit != 0 { difference[index] -= digit }
    for index in difference.indices where difference[index] < 0 {
      difference[index] += 10
      difference[index + 1] -= 1
    }
    return LongNumber(isLess ? other.isNegative : isNegative, difference, scale: scale)
  }

  func multiplied(by other: LongNumber) -> LongNumber {
    var product = [Int](repeating: 0, count: digits.count + other.digits.count + 1)
    for (i, a) in digits.enumerated() {
      for (j, b) in other.digits.enumerated() { product[i + j] += a * b }
    }
    return LongNumber(isNegative != other.isNegative, Self.carried(product), scale: scale + other.scale)
  }

  /// The quotient with some eighty digits, cut off: enough to round to 38, for half goes away from zero.
  func divided(by other: LongNumber) -> LongNumber {
    var rest: [Int] = []
    var quotient: [Int] = []
    let zeros = 80 + other.digits.count
    for digit in ([Int](repeating: 0, count: zeros) + digits).reversed() {
      rest.insert(digit, at: 0)
      var count = 0
      while !Self.isLess(rest, other.digits) {
        rest = LongNumber(false, rest, scale: 0).adding(LongNumber(true, other.digits, scale: 0)).digits
        count += 1
      }
      quotient.insert(count, at: 0)
    }
    return LongNumber(isNegative != other.isNegative, quotient, scale: scale + zeros - other.scale)
  }

  /// The number rounded to 38 digits, or nil where it has more before the mark.
  var rounded: Decimal? {
    var value = self
    if value.scale < 0 {
      value.digits.insert(contentsOf: [Int](repeating: 0, count: -value.scale), at: 0)
      value.scale = 0
    }
    while value.digits.count > 38 {
      let excess = value.digits.count - 38
      guard excess <= value.scale else { return nil }
      let isUp = value.digits[excess - 1] >= 5
      value = LongNumber(value.isNegative, Array(value.digits.dropFirst(excess)), scale: value.scale - excess)
      if isUp { value = value.adding(LongNumber(value.isNegative, [1], scale: value.scale)) }
    }
    let significand = value.digits.reversed().reduce(Decimal.zero) { sum, digit in
      sum.multiplied(by: Decimal(10))?.adding(Decimal(digit)) ?? .zero
    }
    // A power of 0.1 has one digit, so this product is exact.
    guard value.scale > 0 else { return value.isNegative ? significand.negated : significand }
    let unit = Decimal("0.1").flatMap { $0.raised(to: value.scale) } ?? .zero
    return significand.multiplied(by: value.isNegative ? unit.negated : unit)
  }

  private static func carried(_ digits: [Int]) -> [Int] {
    var digits = digits
    for index in digits.indices where digits[index] > 9 {
      digits[index + 1] += digits[index] / 10
      digits[index] %= 10
    }
    return digits
  }

  private static func isLess(_ a: [Int], _ b: [Int]) -> Bool {
    for index in stride(from: max(a.count, b.count) - 1, through: 0, by: -1) {
      let x = index < a.count ? a[index] : 0
      let y = index < b.count ? b[index] : 0
      if x != y { return x < y }
    }
    return false
  }
}
