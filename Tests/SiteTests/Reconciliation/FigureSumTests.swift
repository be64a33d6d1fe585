import Records
import Site
import TestSupport
import Testing

/// The second sum is added up on its own, and comes to the same.
@Suite struct FigureSumTests {
  /// Numbers of up to six digits after the mark and some with more, near the limits of 64 bits and beyond them.
  private static func randomNumbers(_ seed: UInt64) -> [Decimal] {
    var generator = SeededGenerator(seed: seed)
    return (0..<40).map { _ in
      let digits = Int.random(in: 0...8, using: &generator)
      let size = [100, 100_000, 9_000_000_000_000_000_000].randomElement(using: &generator) ?? 1
      let number = Decimal(units: Int.random(in: -size...size, using: &generator), digits: digits)
      guard Int.random(in: 0..<8, using: &generator) == 0 else { return number }
      return number.multiplied(by: Decimal(1_000_000_000)) ?? number
    }
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func isTheSumOfItsNumbers(seed: UInt64) throws {
    let numbers = Self.randomNumbers(seed)
    var sum = FigureSum()
    for number in numbers { sum.add(number) }
    let whole = try #require(numbers.reduce(Optional(Decimal.zero)) { $0?.adding($1) })
    #expect(sum.matches(.number(whole)))
    #expect(try !sum.matches(.number(#require(whole.adding(Decimal(units: 1, digits: 8))))))
    #expect(!sum.matches(.null))
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func keepsCurrenciesApart(seed: UInt64) throws {
    let currencies = try ["EUR", "USD", "JPY"].map { try #require(Currency(code: $0)) }
    var sum = FigureSum()
    var whole = Money(.zero, .euro)
    for (index, number) in Self.randomNumbers(seed).enumerated() {
      let money = Money(number, currencies[index % currencies.count])
      sum.add(money)
      whole = try #require(whole.adding(money))
    }
    #expect(sum.matches(.money(whole)))
    let more = try #require(whole.adding(Money(Decimal(units: 1, digits: 8), currencies[2])))
    #expect(!sum.matches(.money(more)))
  }

  @Test func aFigureHasNoCurrencyThatItsPartsLack() throws {
    let euros = Money(Decimal(5), .euro)
    var sum = FigureSum()
    sum.add(euros)
    #expect(sum.matches(.money(euros)))
    let both = try euros.adding(Money(Decimal(1), #require(Currency(code: "USD"))))
    #expect(try !sum.matches(.money(#require(both))))
  }

  /// A number among amounts is in no currency, and belongs to no sum of them.
  @Test func numbersAreNoAmounts() {
    let euros = Money(Decimal(5), .euro)
    var sum = FigureSum()
    sum.add(euros)
    sum.add(Decimal(3))
    #expect(!sum.matches(.money(euros)))
  }

  @Test func isTooLargeBeyondAllDigits() throws {
    let most = try #require(Decimal(10).raised(to: 37)?.multiplied(by: Decimal(9)))
    var sum = FigureSum()
    sum.add(most)
    sum.add(Decimal(5))
    #expect(try sum.matches(.number(#require(most.adding(Decimal(5))))))
    sum.add(most)
    #expect(sum.matches(.null) && !sum.matches(.number(most)))
  }
}
