import Editing
import Records
import Testing

struct ValueTests {
  private func written(_ text: String, _ type: AttributeType) throws -> String {
    TypedValue(today: try #require(CivilDate("2026-11-21"))).written(text, as: type)
  }

  @Test(arguments: [
    ("14.03.2026", AttributeType.date, "2026-03-14"), ("2026-3-4", .date, "2026-03-04"),
    ("heute", .date, "2026-11-21"), ("Aujourd’hui", .date, "2026-11-21"), ("manana", .date, "2026-11-22"),
    ("昨日", .date, "2026-11-20"), ("later", .date, "later"),
    ("today", .date, "2026-11-21"), ("Yesterday", .date, "2026-11-20"), ("3/4/2026", .date, "3/4/2026"),
    ("38,00", .money, "38.00"), ("64,00 €", .money, "64.00 EUR"), ("1.234,50", .money, "1234.50"),
    ("1,234", .decimal, "1,234"), ("12.5", .decimal, "12.5"), ("10 %", .decimal, "10 %"),
    (" Ann ", .string, "Ann"), ("€", .currency, "EUR"),
    ("1.000.000", .money, "1000000"), ("-12.345.678 €", .money, "-12345678 EUR"),
    ("1.000.00", .money, "1.000.00"),
    ("1.000.000.50", .money, "1.000.000.50"), ("2.500.000", .integer, "2500000"),
    ("0.125.000", .decimal, "0.125.000"),
    ("1'250.50", .money, "1250.50"), ("1’250’000", .decimal, "1250000"),
    ("CHF 1'250.50", .money, "1250.50 CHF"), ("1’250.50 CHF", .money, "1250.50 CHF"),
    ("1'250,50", .money, "1250.50"), ("-1'250", .integer, "-1250"), ("1'25", .money, "1'25"),
    ("0'250", .money, "0'250"), ("1250'000", .money, "1250'000"), ("1.250'000", .money, "1.250'000"),
    ("1'250'", .money, "1'250'"), ("O'Neill", .string, "O'Neill"), ("chf", .currency, "CHF"),
    ("x", .boolean, "true"), ("(12.50)", .money, "-12.50"), ("20.-", .money, "20"),
    ("12,50-", .money, "-12.50"),
    ("-US$12.50", .money, "-12.50 USD"), ("(€ 1.234,50)", .money, "-1234.50 EUR"),
    ("\u{2212}3", .integer, "-3"), ("(12,50) EUR", .money, "-12.50 EUR"),
    ("12,50- EUR", .money, "-12.50 EUR"), ("EUR (12.50)", .money, "-12.50 EUR"),
    ("(1'250.50)\u{A0}CHF", .money, "-1250.50 CHF"), ("12.50\u{2212} €", .money, "-12.50 EUR"),
    ("(-3) EUR", .money, "(-3) EUR"), ("(3 EUR", .money, "(3 EUR"), ("(3) oranges", .money, "(3) oranges"),
    ("(3)", .decimal, "-3"), ("(-3)", .decimal, "(-3)"), ("--3", .decimal, "--3"), ("3-2", .decimal, "3-2"),
    ("()", .money, "()"), ("-", .money, "-"),
  ])
  func takesWhatHasOneReading(text: String, type: AttributeType, result: String) throws {
    #expect(try written(text, type) == result)
  }

  /// In an amount that names yen a comma can only group digits, and the digits may be those of another script.
  /// Without the name the record may have another currency.
  @Test(arguments: [
    ("1,200", "JPY", "1,200"), ("1,200 JPY", "EUR", "1200 JPY"), ("-12,000 KRW", "EUR", "-12000 KRW"),
    ("¥1,200", "JPY", "1200 JPY"), ("(￥7,212)", "JPY", "-7212 JPY"), ("¥1,200", "EUR", "¥1,200"),
    ("1200円", "EUR", "1200 JPY"), ("1,200円", "JPY", "1200 JPY"), ("￥１，２００", "JPY", "1200 JPY"),
    ("1,200", "EUR", "1,200"), ("1,200", nil, "1,200"), ("1,200 EUR", "JPY", "1,200 EUR"),
    ("１２３", "EUR", "123"), ("١٢٫٥٠", "EUR", "12.50"), ("۱۲", "EUR", "12"),
    ("١٬٢٥٠٫٥٠ €", "EUR", "1250.50 EUR"),
  ])
  func takesAmountsOfWholeUnitsAndOtherDigits(text: String, home: String?, result: String) throws {
    let today = try #require(CivilDate("2026-11-21"))
    let values = TypedValue(
      today: today, currencies: [home].compactMap(\.self).compactMap { Currency(code: $0) })
    #expect(values.written(text, as: .money) == result)
  }

  @Test func takesTheFormsThatAreNamed() throws {
    let today = try #require(CivilDate("2026-11-21"))
    let german = TypedValue(today: today, dateFormat: DateFormat("dd.MM.yyyy"), hasDecimalComma: true)
    #expect(german.written("03.04.2026", as: .date) == "2026-04-03")
    for (text, amount) in [
      ("748.48", "748.48"), ("748.48 CHF", "748.48 CHF"), ("CHF 748.48", "748.48 CHF"),
      ("1.748,48 CHF", "1748.48 CHF"), ("1.748 CHF", "1748 CHF"), ("Fr. 1.748,50", "1748.50 CHF"),
      ("Fr.12,50", "12.50 CHF"), ("-Fr. 12,50", "-12.50 CHF"), ("12,50 Fr.", "12.50 CHF"), ("€.20", "€.20"),
    ] { #expect(german.written(text, as: .money) == amount) }
    #expect(german.written("3.4.2026 00:00", as: .date) == "2026-04-03")
    #expect(german.written("3.4.2026 14:30", as: .date) == "3.4.2026 14:30")
    #expect(german.written("1.234", as: .money) == "1234")
    #expect(german.written("١٫٢٥٠", as: .money) == "1.25")
    // Three digits after a point could be thousands, as files have it.
    #expect(german.written("1.234,500", as: .money) == "1234.50")
    #expect(german.written("1,125 €", as: .money) == "1.1250 EUR")
    #expect(german.written("0,125", as: .decimal) == "0.125")
    #expect(german.written("1.234,5 €", as: .money) == "1234.5 EUR")
    #expect(german.written("12.34", as: .money) == "12.34")
    for (typed, written) in [("5 %", "5%"), ("5,0 %", "5.0%"), ("5%", "5%")] {
      #expect(german.written(typed, as: .decimal) == written)
    }
    #expect(german.written("1\u{202F}250,5\u{A0}%", as: .decimal) == "1250.5%")
    #expect(german.written("(1.234,5) EUR", as: .money) == "-1234.5 EUR")
    #expect(german.written("(12.34) EUR", as: .money) == "-12.34 EUR")
    // No number in groups begins with a zero, nor a year of four digits with two.
    #expect(german.written("0.125", as: .money) == "0.125")
    #expect(german.written("-0.125", as: .decimal) == "-0.125")
    #expect(german.written("01.02.26", as: .date) == "01.02.26")
    let american = TypedValue(today: today, dateFormat: DateFormat("M/d/yy"), hasDecimalComma: false)
    #expect(american.written("3/4/26", as: .date) == "2026-03-04")
    #expect(american.written("1,234.50", as: .decimal) == "1234.50")
    let home = TypedValue(
      today: today, currencies: [try #require(Currency(code: "USD"))], hasDecimalComma: false)
    #expect(home.written("$1,250.00", as: .money) == "1250.00 USD")
    #expect(home.written("£5", as: .money) == "£5")
    let several = TypedValue(
      today: today, currencies: ["EUR", "GBP", "AUD", "USD"].compactMap { Currency(code: $0) })
    #expect(several.written("£20.00", as: .money) == "20.00 GBP")
    #expect(several.written("$5", as: .money) == "$5")
    let named = try #require(DateFormat("d MMM yyyy"))
    for text in ["3 Nov 2026", "03 November 2026", "3 nov. 2026"] {
      #expect(named.date(text, today: today)?.description == "2026-11-03")
    }
    for text in ["3 No 2026", "3 Novem 26", "3 11 2026", "3 Dez 2026", "31 Nov 2026"] {
      #expect(named.date(text, today: today) == nil)
    }
    #expect(DateFormat("dd.MMM.yyyy")?.date("03.Nov.2026", today: today)?.description == "2026-11-03")
    #expect(DateFormat("MMMM d, yyyy")?.date("September 7, 2026", today: today)?.description == "2026-09-07")
    #expect(DateFormat("yyyy") == nil)
    #expect(DateFormat("dd.MM.yyyyq") == nil)
    func day(_ text: String, _ form: String) -> String? {
      DateFormat(form)?.date(text, today: today)?.description
    }
    #expect(day("2026-01-05 14:22:31 +0100", "yyyy-MM-dd HH:mm:ss Z") == "2026-01-05")
    #expect(day("2026-01-05T14:22:31.250Z", "yyyy-MM-ddTHH:mm:ss.SSSZ") == "2026-01-05")
    #expect(day("1/5/2026 2:22 PM", "M/d/yyyy h:mm a") == "2026-01-05")
    #expect(day("2026-01-05 14:22:31", "yyyy-MM-dd HH:mm") == nil)
    #expect(day("2026-01-05", "yyyy-MM-dd HH:mm") == nil)
    // A year of two digits is within 80 years before 2026 and 20 years after it.
    #expect(day("31.12.68", "dd.MM.yy") == "1968-12-31")
    #expect(day("31.12.45", "dd.MM.yy") == "2045-12-31")
    #expect(day("01.01.46", "dd.MM.yy") == "1946-01-01")
    for form in ["dd/mm/yyyy", "DD/MM/YYYY"] { #expect(day("05/01/2026", form) == "2026-01-05") }
    #expect(DateFormat("yyyy-mm-dd HH:mm") == nil)
  }

  @Test func seriesGoOn() throws {
    func next(_ ids: String..., year: Int = 2026) -> String? {
      var series = IDSeries(ids)
      return series?.next(year: year)
    }
    #expect(next("2026-0085", "2026-0086") == "2026-0087")
    #expect(next("2026-0085", "2026-0086", year: 2027) == "2027-0001")
    #expect(next("2025-0999", "2026-0001", year: 2025) == "2025-1000")
    #expect(next("10248", "11077") == "11078")
    #expect(next("2026007", "2026008") == "2026009")
    #expect(next("A-9", "A-10", "A-11", "2026-0001") == "A-12")
    #expect(next("tube-28", "tube-26", "chain-8") == nil)
    #expect(next("r2026/x", "acme") == nil)
    #expect(next("2026-0085", "2026-0085-1") == "2026-0086")
    var series = IDSeries.ofYears
    #expect([2026, 2026, 2025].map { series.next(year: $0) } == ["2026-0001", "2026-0002", "2025-0001"])
  }
}
