import Records
import Testing

/// Amounts as people write them.
@Suite struct MoneyReadingTests {
  @Test(arguments: [
    ("64.00 €", "64.00 EUR"), ("64,00 €", "64.00 EUR"), ("€64", "64 EUR"), ("€ -3,5", "-3.5 EUR"),
    ("EUR 5", "5 EUR"),
    ("5EUR", "5 EUR"), ("12.50\u{A0}€", "12.50 EUR"), ("1 234,50 zł", "1234.50 PLN"), ("usd 5", "5 USD"),
    ("12,50 Euro", "12.50 EUR"), ("0.125 €", "0.125 EUR"), ("1.234,50 €", "1234.50 EUR"),
    ("Fr. 20", "20 CHF"), ("Fr.1'200.-", "1200 CHF"), ("1’200.50 CHF", "1200.50 CHF"), ("20.–", "20"),
    ("20:-", "20"),
    ("1'200", "1200"), ("1.200,-", "1200"), ("1,200.- CHF", "1200 CHF"), ("20,-- €", "20 EUR"),
  ])
  func readsAmountsAsPeopleWriteThem(text: String, amount: String) {
    #expect(Money.certainReading(of: text) == amount)
  }

  @Test(arguments: [
    ("$1,250.00", "USD", "1250.00 USD"), ("£50.00", "GBP", "50.00 GBP"), ("¥ 500", "JPY", "500 JPY"),
    ("50,00 kr", "SEK", "50.00 SEK"), ("R$ 50,00", "EUR", "50.00 BRL"), ("US$5", "CAD", "5 USD"),
  ])
  func readsASignAsThatOfTheHomeCurrency(text: String, home: String, amount: String) throws {
    let currency = try #require(Currency(code: home))
    #expect(Money.certainReading(of: text, homes: [currency]) == amount)
  }

  @Test func leavesTheSignOfOtherCurrenciesAlone() throws {
    #expect(Money.certainReading(of: "$5", homes: [.euro]) == nil)
    #expect(Money.certainReading(of: "£5", homes: [try #require(Currency(code: "USD"))]) == nil)
  }

  @Test(arguments: [
    "$5", "5 £", "1,234 €", "€", "5", "", "€5€", "5 EUR EUR", "about 5 €", "5 Stück", "5-3 €",
    "1.234 €", "EUR -1.234", "20 pen", "all 5", "12 try", "20-", "1'20", "1'200'", "20-.", "Nr. 5",
  ])
  func leavesAloneWhatMayBeAnything(text: String) {
    #expect(Money.certainReading(of: text) == nil)
  }

  /// A foreign currency is worse than no suggestion.
  @Test(arguments: [
    ("kr", "SEK", "SEK"), ("kr", "EUR", nil), ("UDS", "EUR", "USD"), ("euros", "CHF", "EUR"),
    ("pens", "EUR", nil),
    ("SKr", "EUR", nil), ("BTC", "EUR", nil), ("THX", "THB", "THB"), ("THX", "EUR", nil),
  ])
  func suggestsOnlyCurrenciesThatAreLikely(text: String, home: String, code: String?) {
    #expect(Currency.suggestedCode(for: text, home: Currency(code: home)) == code)
  }
}
