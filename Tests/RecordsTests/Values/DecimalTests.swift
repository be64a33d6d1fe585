import Records
import TestSupport
import Testing

struct DecimalTests {
  private func number(_ text: String) throws -> Decimal {
    try #require(Decimal(text), "\(text) is no number")
  }

  @Test(arguments: [
    ("1", "3", "0.333333"), ("-200", "3", "-66.666667"), ("1", "3000000", "0.000000333333"),
    ("100000000000000", "3", "33333333333333.333333"), ("1113.0000000001", "3", "371"),
    ("1", "8192", "0.0001220703125"),
  ])
  func numbersWithoutEndAreRoundedForReaders(a: String, b: String, text: String) throws {
    #expect(try number(a).divided(by: number(b))?.legible.description == text)
  }

  /// The sum of quotients keeps their digits where it should be zero, and may miss it by one of the last.
  @Test(arguments: [
    "0.0000000000000000000000000000000000000", "-0.0000000000000000000000000000000000001",
    "0.00000000000000000000000000007", "0.00000000000000000000000000000000000000",
  ])
  func whatRemainsOfNumbersWithoutEndIsZero(text: String) throws {
    #expect(try number(text).legible.description == "0")
  }

  @Test(arguments: ["123456789012345.12345678901234", "0.000000000001", "1.10", "0"])
  func writtenNumbersAreReadAsTheyAre(text: String) throws {
    #expect(try number(text).legible.description == text)
  }

  /// Where a point separates thousands, 1.000 is a thousand.
  @Test(arguments: [
    ("1.000", true), ("-1.000", true), ("1.500", true), ("0.999", false), ("1.00", false), ("1.0000", false),
  ])
  func threeDigitsAfterThePointMayBeThousands(text: String, mayBe: Bool) throws {
    #expect(try number(text).mayHaveThousands == mayBe)
  }

  @Test func takes24Bytes() {
    #expect(MemoryLayout<Decimal>.stride == 24)
    #expect(MemoryLayout<Decimal?>.stride == 24)
  }

  @Test func keepsItsScaleButIsEqualByValue() throws {
    let values = try ["1.1", "1.10", "1.100000000000000000000"].map(number)
    #expect(values.map(\.description) == ["1.1", "1.10", "1.100000000000000000000"])
    #expect(Set(values).count == 1)
    #expect(try number("0.00") == .zero)
    #expect(try Set([number("0.00"), number("-0"), .zero]).count == 1)
    #expect(try number("-1") < number("0.0"))
  }

  @Test(arguments: [
    ("0.1", "0.2", "0.3"), ("1.10", "2", "3.10"), ("-1", "1.00", "0.00"), ("5", "-7.5", "-2.5"),
    ("100000000000000", "0.0000001", "100000000000000.0000001"),
  ])
  func adds(a: String, b: String, sum: String) throws {
    #expect(try number(a).adding(number(b))?.description == sum)
    #expect(try number(b).adding(number(a))?.description == sum)
    #expect(try number(sum).subtracting(number(b)) == number(a))
  }

  @Test(arguments: [
    ("1", "3", "0.33333333333333333333333333333333333333"),
    ("2", "3", "0.66666666666666666666666666666666666667"),
    ("-2", "3", "-0.66666666666666666666666666666666666667"), ("3", "2", "1.5"), ("252.00", "2", "126"),
    ("1", "8", "0.125"), ("0", "7", "0"), ("100", "0.01", "10000"), ("9", "0.03", "300"),
    // What is left is half of the divisor.
    ("1.0000000000000000000000000000000000002", "16", "0.062500000000000000000000000000000000013"),
  ])
  func dividesTo38SignificantDigits(a: String, b: String, quotient: String) throws {
    #expect(try number(a).divided(by: number(b))?.description == quotient)
  }

  @Test func hasNoQuotientByZero() throws {
    #expect(Decimal.one.divided(by: .zero) == nil)
    #expect(try Decimal.zero.divided(by: number("0.00")) == nil)
  }

  @Test(arguments: [
    ("2", 10, "1024"), ("2", 0, "1"), ("0", 0, "1"), ("0", 3, "0"), ("0", -1, nil), ("2", -2, "0.25"),
    ("1.1", 2, "1.21"), ("-2", 3, "-8"), ("10", 37, "1" + String(repeating: "0", count: 37)), ("10", 38, nil),
    ("10", -50, "0." + String(repeating: "0", count: 49) + "1"), ("2", 999, nil), ("1", 999, "1"),
    ("-1", -999, "-1"),
    ("1", 1000, nil), ("1", -1000, nil), ("1", .min, nil),
    ("3", -2, "0.11111111111111111111111111111111111111"),
  ])
  func raisesToWholePowers(base: String, exponent: Int, power: String?) throws {
    #expect(try number(base).raised(to: exponent)?.description == power)
  }

  @Test func sinksToZeroFarBehindTheMark() throws {
    let tiny = try #require(Decimal(10).raised(to: -999))
    #expect(tiny > .zero)
    let tinier = try #require(tiny.raised(to: 30))
    #expect(tinier > .zero)
    #expect(tinier < tiny)
    #expect(try #require(tinier.multiplied(by: tinier)).isZero)
    #expect(tiny.adding(.one) == .one)
    #expect(tinier.rounded(toDigits: 2).isZero)
    #expect(tinier.ceiling == .one)
    #expect(tinier.negated.floor == Decimal(-1))
    #expect(tinier.integer == nil)
    #expect(tinier.hashValue == tinier.hashValue)
  }

  @Test func overflowsToNothing() throws {
    let huge = try #require(Decimal(10).raised(to: 37)?.multiplied(by: number("9.9")))
    #expect(huge.adding(huge) == nil)
    #expect(huge.negated.subtracting(huge) == nil)
    #expect(huge.multiplied(by: Decimal(2)) == nil)
    #expect(try huge.divided(by: number("0.1")) == nil)
    #expect(huge.subtracting(huge)?.isZero == true)
    #expect(Decimal(.max).adding(Decimal(.max))?.description == "18446744073709551614")
    #expect(Decimal(.min).negated.description == "9223372036854775808")
    #expect(Decimal(.min).integer == .min)
    #expect(Decimal(.min).negated.integer == nil)
  }

  @Test func roundsOnlyTheFractionOfAWideSum() throws {
    let nines = try #require(Decimal(10).raised(to: 37)?.adding(number("0.4")))
    #expect(nines.description == "1" + String(repeating: "0", count: 37))
    let more = try #require(Decimal(10).raised(to: 37)?.adding(number("0.5")))
    #expect(more.description == "1" + String(repeating: "0", count: 36) + "1")
    let less = try #require(Decimal(10).raised(to: 37)?.subtracting(number("0.04")))
    #expect(less == nines)
  }

  @Test(arguments: [
    ("2.345", 2, "2.35"), ("-2.345", 2, "-2.35"), ("2.344", 2, "2.34"), ("2.3", 2, "2.3"), ("0.5", 0, "1"),
    ("-0.5", 0, "-1"), ("0.49", 0, "0"), ("999.995", 2, "1000.00"), ("2.5", -3, "3"), ("1.005", 2, "1.01"),
  ])
  func roundsHalfAwayFromZero(text: String, digits: Int, result: String) throws {
    #expect(try number(text).rounded(toDigits: digits).description == result)
  }

  @Test(arguments: [
    ("1.5", "1", "2"), ("-1.5", "-2", "-1"), ("2", "2", "2"), ("-0.1", "-1", "0"), ("0.1", "0", "1"),
    ("2.00", "2", "2"),
  ])
  func findsFloorAndCeiling(text: String, floor: String, ceiling: String) throws {
    #expect(try number(text).floor.description == floor)
    #expect(try number(text).ceiling.description == ceiling)
  }

  @Test func convertsToIntegers() throws {
    #expect(try number("3.00").integer == 3)
    #expect(try number("3.10").integer == nil)
    #expect(try number("-12").integer == -12)
    #expect(try number("123456789012345.12345678901234567890123").integer == nil)
  }

  @Test func fillsUpDigits() throws {
    var bytes: [UInt8] = []
    for (text, digits) in [("12.5", 2), ("12.345", 2), ("7", 0), ("0", 3), ("-0.05", 4)] {
      try number(text).append(to: &bytes, minimumDigits: digits)
      bytes.append(UInt8(ascii: " "))
    }
    #expect(String(decoding: bytes, as: UTF8.self) == "12.50 12.345 7 0.000 -0.0500 ")
  }

  @Test func agreesWithLongArithmetic() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<1500 {
      let a = LongNumber.random(using: &generator)
      let b = LongNumber.random(using: &generator)
      let x = try number(a.text)
      let y = try number(b.text)
      #expect(x.description == a.text)
      #expect(x.adding(y) == a.adding(b).rounded, "\(x) + \(y)")
      #expect(x.subtracting(y) == a.adding(b.negated).rounded, "\(x) - \(y)")
      #expect(x.multiplied(by: y) == a.multiplied(by: b).rounded, "\(x) * \(y)")
      if !b.isZero { #expect(x.divided(by: y) == a.divided(by: b).rounded, "\(x) / \(y)") }
      let difference = a.adding(b.negated)
      #expect((x < y) == (difference.isNegative && !difference.isZero), "\(x) < \(y)")
      #expect((x == y) == difference.isZero, "\(x) == \(y)")
      #expect(x != y || x.hashValue == y.hashValue)
    }
  }
}
