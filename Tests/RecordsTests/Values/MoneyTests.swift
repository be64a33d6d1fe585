import Records
import TestSupport
import Testing

struct CurrencyTests {
  @Test func knowsItsDigits() {
    let digits = [
      "EUR": 2, "USD": 2, "JPY": 0, "BHD": 3, "CLF": 4, "XCG": 2, "ISK": 0, "TND": 3, "DEM": 2, "ITL": 0,
      "HRK": 2,
    ]
    for (code, count) in digits { #expect(Currency(code: code)?.digits == count) }
    #expect(Currency(code: "EUR") == .euro)
  }

  @Test(arguments: ["eur", "DDD", "EU", "EURO", "", "E R", "ZZZ", "AAA", "ÄÖÜ"])
  func refuses(code: String) {
    #expect(Currency(code: code) == nil)
  }

  @Test func everyCodeReadsAsItself() {
    let codes = Currency.allCodes
    #expect(codes.count == 233)
    #expect(codes == codes.sorted())
    #expect(codes.allSatisfy { Currency(code: $0)?.code == $0 })
    #expect(codes.compactMap { Currency(code: $0) }.sorted().map(\.code) == codes)
  }
}

struct MoneyTests {
  /// Money from `12.50 EUR; 5.00 USD`.
  private func money(_ text: String) throws -> Money {
    var sum: Money?
    for part in text.split(separator: ";") {
      let words = part.split(separator: " ").map(String.init)
      let number = try #require(Decimal(words[0]))
      let money = Money(number, try #require(Currency(code: words[1])))
      sum = try sum.map { try #require($0.adding(money)) } ?? money
    }
    return try #require(sum)
  }

  @Test func takesNoMemoryForOneCurrency() {
    #expect(MemoryLayout<Money>.stride == 32)
    #expect(MemoryLayout<Money?>.stride == 32)
  }

  @Test(arguments: [
    ("1.10 EUR", "2 EUR", "3.10 EUR"), ("1 EUR", "2 USD", "1.00 EUR; 2.00 USD"),
    ("2 USD", "1 EUR", "1.00 EUR; 2.00 USD"),
    ("0 EUR", "2 USD", "2.00 USD"), ("2 USD", "0 EUR", "2.00 USD"), ("0 EUR", "0 USD", "0.00 EUR"),
    ("1 EUR; 2 USD", "-1 EUR", "2.00 USD"), ("1 EUR; 2 USD", "-1 EUR; -2 USD", "0.00 EUR"),
    ("1 EUR; 2 USD", "3 GBP; 4 USD; 5 JPY", "1.00 EUR; 3.00 GBP; 5 JPY; 6.00 USD"),
    ("1 USD", "1 EUR; 2 JPY", "1.00 EUR; 2 JPY; 1.00 USD"),
    // Nothing is added, so no digit is.
    ("1 EUR; 2 USD", "0.0000 EUR", "1.00 EUR; 2.00 USD"), ("1 EUR", "0.0000 USD", "1.00 EUR"),
  ])
  func addsCurrencyByCurrency(a: String, b: String, sum: String) throws {
    #expect(try money(a).adding(money(b))?.description == sum)
    #expect(try #require(money(a).adding(money(b))?.subtracting(money(b))) == money(a))
    let start = try money(a)
    var whole = start
    let isAdded = whole.add(try money(b))
    #expect(isAdded && whole.description == sum)
    #expect(try start == money(a))
  }

  /// Amounts in any order, among them some that cancel out, against sums of each currency on its own.
  @Test func addsManyInPlace() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      var sum = try money("0 EUR")
      var numbers: [String: Int] = [:]
      for _ in 0..<30 {
        let code = try #require(["EUR", "USD", "JPY", "GBP"].randomElement(using: &random))
        let units = Int.random(in: -3...3, using: &random)
        let before = sum
        let description = before.description
        let isAdded = sum.add(try money("\(units) \(code)"))
        #expect(isAdded && before.description == description)
        numbers[code, default: 0] += units
      }
      for (code, units) in numbers {
        #expect(sum.number(in: try #require(Currency(code: code))) == Decimal(units))
      }
      #expect(sum.isZero == numbers.values.allSatisfy { $0 == 0 })
      #expect(sum.single != nil || sum.amounts.allSatisfy { !$0.number.isZero })
      #expect(sum.amounts.map(\.currency) == sum.amounts.map(\.currency).sorted())
    }
  }

  @Test(arguments: ["0 EUR", "1 USD"])
  func aSumWithTooManyDigitsIsNotAdded(other: String) throws {
    let number = try #require(Decimal(10).raised(to: 37)?.multiplied(by: Decimal(9)))
    let most = try #require(money(other).adding(Money(number, .euro)))
    var sum = most
    let isAdded = sum.add(Money(number, .euro))
    #expect(!isAdded && sum == most)
  }

  @Test func zeroIsZeroInEveryCurrency() throws {
    #expect(try money("0 EUR") == money("0.00 USD"))
    #expect(try Set([money("0 EUR"), money("0.00 USD")]).count == 1)
    #expect(try money("1 EUR") != money("1 USD"))
    #expect(try money("1 EUR; 2 USD") == money("2.0 USD; 1.00 EUR"))
    #expect(try money("1 EUR; 2 USD").hashValue == money("2.0 USD; 1.00 EUR").hashValue)
    #expect(try money("1 EUR; 2 USD").scaled(by: .zero)?.isZero == true)
  }

  @Test func scalesDividesAndRounds() throws {
    let both = try money("10 EUR; 100 JPY")
    #expect(both.divided(by: Decimal(3))?.rounded.description == "3.33 EUR; 33 JPY")
    #expect(both.scaled(by: Decimal(2))?.description == "20.00 EUR; 200 JPY")
    #expect(both.divided(by: .zero) == nil)
    #expect(both.negated.description == "-10.00 EUR; -100 JPY")
    #expect(try money("0.004 EUR; 3 USD").rounded.description == "3.00 USD")
    #expect(try money("1.2345 EUR").rounded(toDigits: 3).description == "1.235 EUR")
  }

  @Test func hasARatioWithinOneCurrency() throws {
    #expect(try money("10 EUR").ratio(to: money("4 EUR"))?.description == "2.5")
    #expect(try money("10 EUR").ratio(to: money("4 USD")) == nil)
    #expect(try money("10 EUR").ratio(to: money("0 EUR")) == nil)
    #expect(try money("1 EUR; 1 USD").ratio(to: money("1 EUR")) == nil)
  }

  @Test(arguments: [
    ("1 EUR", "2 EUR", Ordering.ascending), ("2.0 EUR", "2 EUR", .same), ("0 EUR", "5 USD", .ascending),
    ("5 EUR", "0 USD", .descending), ("5 EUR", "5 USD", nil), ("1 EUR; 1 USD", "1 EUR", .descending),
    ("0 EUR", "1 EUR; 1 USD", .ascending), ("0 EUR", "-1 EUR; -1 USD", .descending),
    ("0 EUR", "-1 EUR; 1 USD", nil), ("1 EUR; 1 USD", "1 EUR; 1 USD", .same), ("1 EUR; 1 USD", "2 EUR", nil),
    ("1 EUR; 1 USD", "3 JPY", nil), ("45 EUR", "-18 JPY", .descending),
    ("45 EUR; 1 JPY", "-18 JPY", .descending),
  ])
  func comparesWhereNoRateIsNeeded(a: String, b: String, order: Ordering?) throws {
    #expect(try money(a).compare(money(b)) == order)
    #expect(try money(b).compare(money(a)) == order?.reversed)
  }

  @Test(arguments: [
    ("1 EUR", "2", Ordering.ascending), ("1 EUR; 2 USD", "0", .descending), ("1 EUR; 2 USD", "1", nil),
    ("-1 EUR; 2 USD", "0", nil),
  ])
  func comparesWithNumbers(amount: String, number: String, order: Ordering?) throws {
    #expect(try money(amount).compare(try #require(Decimal(number))) == order)
  }

  @Test func sortsByTheHomeCurrencyThenByTheOthers() throws {
    let sorted = try [
      "-1 EUR", "-1 USD", "0 JPY", "1.0 USD", "5 JPY", "1 EUR", "9 AED; 1 EUR", "2 EUR", "2 EUR; 1 USD",
    ].map(money)
    for (i, a) in sorted.enumerated() {
      for (j, b) in sorted.enumerated() { #expect(a.sortOrder(b, home: .euro) == Ordering(i, j)) }
    }
  }

  @Test func readsAnAmountWithItsCurrency() throws {
    let plain = try Money.parse("252.00".utf8.span)
    #expect(plain.number.description == "252.00")
    #expect(plain.currency == nil)
    let other = try Money.parse("-1 234.50 USD".utf8.span)
    #expect(other.number.description == "-1234.50")
    #expect(other.currency == Currency(code: "USD"))
  }

  @Test(arguments: [
    ("12,50 USD", MoneyError.number(.comma(reading: "12.50 USD"))),
    ("1,234 USD", .number(.comma(reading: nil))),
    ("12.50 usd", .unknownCurrency("usd")), ("12.50 EURO", .unknownCurrency("EURO")),
    ("12.50USD", .number(.malformed)),
    ("USD 12.50", .number(.malformed)), ("USD", .number(.malformed)), (" USD", .number(.malformed)),
    ("", .number(.malformed)), ("10% USD", .number(.malformed)), ("1 2 USD", .number(.malformed)),
    ("12.50 €", .number(.malformed)), ("1234567890123456 USD", .number(.tooManyDigits)),
  ])
  func refuses(text: String, error: MoneyError) {
    #expect(throws: error) { try Money.parse(text.utf8.span) }
  }

  @Test func printsTheHomeCurrencyPlain() throws {
    #expect(try money("12.5 EUR; 7 JPY").text(home: .euro) == "12.50; 7 JPY")
    #expect(try Value.money(money("12.5 EUR")).plainText(home: .euro) == "12.50")
    #expect(try Value.money(money("12.5 EUR")).plainText == "12.50 EUR")
  }

  @Test func everySumIsTheSumOfItsParts() throws {
    var generator = SeededGenerator(seed: 3)
    let currencies = ["EUR", "JPY", "USD", "CHF"].compactMap { Currency(code: $0) }
    for _ in 0..<300 {
      var total = Money(.zero, .euro)
      var parts: [Currency: Int] = [:]
      for _ in 0..<Int.random(in: 0...6, using: &generator) {
        let currency = try #require(currencies.randomElement(using: &generator))
        let value = Int.random(in: -2...2, using: &generator)
        parts[currency, default: 0] += value
        total = try #require(total.adding(Money(Decimal(value), currency)))
      }
      for currency in currencies { #expect(total.number(in: currency) == Decimal(parts[currency] ?? 0)) }
      #expect(total.amounts.map(\.currency) == total.amounts.map(\.currency).sorted())
      #expect(total.single != nil || total.amounts.allSatisfy { !$0.number.isZero })
    }
  }
}
