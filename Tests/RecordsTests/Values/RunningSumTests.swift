import Records
import Testing

/// Sums that grow value by value.
@Suite struct RunningSumTests {
  private func sum(from start: Value = .null, _ values: Value...) -> Value {
    var sum = RunningSum(from: start)
    for value in values { sum.add(value) }
    return sum.value
  }

  private func number(_ text: String) throws -> Value { .number(try #require(Decimal(text))) }

  @Test func nullCountsAsNothing() throws {
    #expect(sum() == .null)
    #expect(sum(.null, .null) == .null)
    #expect(sum(from: .number(.zero)) == .number(.zero))
    #expect(try sum(.null, number("2"), .null, number("0.5")) == number("2.5"))
  }

  @Test func aValueOfAnotherTypeIsIgnored() throws {
    let amount = Value.money(Money(try #require(Decimal("2.5")), .euro))
    #expect(try sum(from: .number(.zero), number("-0.125"), amount) == number("-0.125"))
    #expect(try sum(from: amount, number("1")) == amount)
  }

  @Test func aSumBeyondAllDigitsStaysNull() throws {
    let most = Value.number(try #require(Decimal(10).raised(to: 37)?.multiplied(by: Decimal(9))))
    #expect(try sum(most, most, number("5")) == .null)
    #expect(try sum(from: .number(.zero), most, most, number("5")) == .null)
  }
}
