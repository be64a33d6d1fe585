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

  @Test func aColumnAddsUpAsItsValuesDo() throws {
    let numbers = try ["2", nil, "0.50", "-3.125"].map { try $0.map { try #require(Decimal($0)) } }
    let amounts = numbers.map { $0.map { Money($0, .euro) } }
    var (sum, money) = (RunningSum(from: .number(.zero)), RunningSum(from: .money(Money(.zero, .euro))))
    sum.add(numbers, at: [3, 0, 1, 2, 2])
    money.add(amounts, at: [3, 0, 1, 2, 2])
    #expect(try sum.value == number("-0.125"))
    #expect(try money.value == .money(Money(#require(Decimal("-0.125")), .euro)))
    sum.add(amounts, at: [0])
    #expect(try sum.value == number("-0.125"))
    let most = try #require(Decimal(10).raised(to: 37)?.multiplied(by: Decimal(9)))
    sum.add([most, Decimal(5)], at: [0, 0, 1])
    #expect(sum.value == .null)
    sum.add(.number(.one))
    #expect(sum.value == .null)
  }

  @Test func aSumBeyondAllDigitsStaysNull() throws {
    let most = Value.number(try #require(Decimal(10).raised(to: 37)?.multiplied(by: Decimal(9))))
    #expect(try sum(most, most, number("5")) == .null)
    #expect(try sum(from: .number(.zero), most, most, number("5")) == .null)
  }
}
