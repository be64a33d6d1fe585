import Locale
import TestSupport
import Testing

struct SiteLocaleTests {
  @Test(arguments: [
    ("de-DE", "05.03.2026"), ("DE_at", "05.03.2026"), ("pt-BR", "5 de mar. de 2026"),
    ("pt-PT-x-club", "05/03/2026"),
    ("zh-Hans-CN", "2026年3月5日"), ("en-ZA", "Mar 5, 2026"), ("no", "5. mars 2026"), ("iw", "5 במרץ 2026"),
  ])
  func takesTheLongestKnownPrefixOfALanguage(language: String, date: String) {
    let locale = SiteLocale(language: language)
    #expect(locale.isKnown)
    #expect(locale.visibleDate(2026, 3, 5) == date)
  }

  @Test(arguments: [
    ("de", "14. März 2026"), ("de-AT", "14. März 2026"), ("en", "March 14, 2026"), ("en-GB", "14 March 2026"),
    ("fr-CH", "14 mars 2026"), ("es-MX", "14 de marzo de 2026"), ("ru", "14 марта 2026~г."),
    ("lv", "2026. gada 14. marts"), ("zh-TW", "2026年3月14日"), ("ko", "2026년 3월 14일"), ("he", "14 במרץ 2026"),
    ("no", "14. mars 2026"), ("el", "14 Μαρτίου 2026"), ("xx", "March 14, 2026"),
  ])
  func writesTheMonthInWords(language: String, date: String) {
    #expect(SiteLocale(language: language).visibleLongDate(2026, 3, 14) == date)
  }

  /// A month is read from the beginning of its name where only one begins so.
  @Test func theBeginningOfTwoMonthsNamesNone() {
    let french = SiteLocale(language: "fr")
    #expect(french.month(named: "juil") == 7 && french.month(named: "jui") == nil)
  }

  @Test func austriaHasItsJanuary() {
    #expect(SiteLocale(language: "de-AT").visibleLongDate(2026, 1, 6) == "6. Jänner 2026")
    #expect(SiteLocale(language: "de-DE").visibleLongDate(2026, 1, 6) == "6. Januar 2026")
  }

  @Test(arguments: SiteLocaleGoldenTests.rows.map(\.language))
  func theMonthsInWordsDiffer(language: String) {
    let locale = SiteLocale(language: language)
    #expect(Set((1...12).map { locale.visibleLongDate(2026, $0, 5) }).count == 12)
  }

  @Test(arguments: ["zh-TW", "zh-HK", "zh-Hant-TW"])
  func knowsWhereChineseIsWrittenTraditionally(language: String) {
    #expect(SiteLocale(language: language).visibleMoney("7", "TWD") == "$7")
  }

  @Test(arguments: [("Deutsch", "de"), ("cz", "cs"), ("français", "fr"), ("ga", nil)])
  func aNameOfALanguageHasATag(name: String, tag: String?) {
    #expect(SiteLocale.suggestedTag(for: name) == tag)
    #expect(tag.map { SiteLocale(language: $0).isKnown } ?? true)
  }

  @Test(arguments: ["ga", "xx-GB", "english", "", "-", "e", "\u{0}"])
  func writesEnglishForAnUnknownLanguageAndSaysSo(language: String) {
    let locale = SiteLocale(language: language)
    #expect(!locale.isKnown)
    #expect(locale.tag == language)
    #expect(locale.visibleDate(2026, 3, 5) == "Mar 5, 2026")
    #expect(locale.visibleMoney("-1234.50", "USD") == "-$1,234.50")
  }

  @Test(arguments: [
    ("en", "Mar 2026"), ("de", "03.2026"), ("fr", "mars 2026"), ("pt-BR", "mar. de 2026"), ("ja", "2026/03"),
    ("zh", "2026年3月"), ("sv", "mars 2026"), ("hu", "2026. márc."), ("en-GB", "Mar 2026"),
    ("ru", "март 2026~г."),
  ])
  func writesAMonthAsADayWithoutItsDay(language: String, month: String) {
    #expect(SiteLocale(language: language).visibleMonth(2026, 3) == month)
  }

  @Test(arguments: [
    ("en", "May"), ("de", "Mai"), ("de-AT", "Mai"), ("ru", "май"), ("ja", "5月"), ("pt-PT", "mai."),
    ("pl", "maj"),
  ])
  func aMonthAloneHasAName(language: String, name: String) {
    #expect(SiteLocale(language: language).monthName(5) == name)
  }

  @Test(arguments: SiteLocaleGoldenTests.rows.map(\.language))
  func writesEachMonthOfEachYearDifferently(language: String) {
    let locale = SiteLocale(language: language)
    let months = [2025, 2026].flatMap { year in (1...12).map { locale.visibleMonth(year, $0) } }
    #expect(Set(months).count == 24)
  }

  @Test func joinsTheTagWithHyphens() {
    #expect(SiteLocale(language: "pt_BR").tag == "pt-BR")
  }

  @Test(arguments: ["ar", "he-IL", "fa", "ur-PK", "ku-Arab", "uz_arab"])
  func writesFromTheRight(language: String) {
    #expect(SiteLocale(language: language).direction == .rightToLeft)
  }

  /// A language whose formats are not known has the English ones, with a mark that keeps the sign in place.
  @Test func keepsTheSignBeforeANumberFromTheRight() {
    func negative(_ language: String) -> String {
      var output: [UInt8] = []
      SiteLocale(language: language).appendNumber(Array("-2".utf8).span, to: &output)
      return String(decoding: output, as: UTF8.self)
    }
    #expect(negative("fa") == "\u{200e}-2" && negative("ur") == "\u{200e}-2")
    #expect(negative("en") == "-2" && negative("xx") == "-2")
  }

  @Test(arguments: ["de", "ar-Latn", "az", "zh-Hant", "", "area"])
  func writesFromTheLeft(language: String) {
    #expect(SiteLocale(language: language).direction == .leftToRight)
  }

  @Test(arguments: SiteLocaleGoldenTests.rows.map(\.language))
  func writesEveryMonthDifferently(language: String) {
    let locale = SiteLocale(language: language)
    #expect(Set((1...12).map { locale.visibleDate(2026, $0, 5) }).count == 12)
  }

  @Test func writesWhatIsNoDateAsNumbers() {
    let english = SiteLocale(language: "en")
    #expect(english.visibleDate(7, 13, 0) == "13 0, 7")
    #expect(english.visibleDate(0, 0, -1) == "0 -1, 0")
    #expect(english.visibleDate(Int.min, Int.max, 10) == "9223372036854775807 10, -9223372036854775808")
  }

  @Test(arguments: [
    ("en", "999", "999"), ("en", "1000", "1,000"), ("en", "0.125", "0.125"), ("en", "-0.5", "-0.5"),
    ("en-IN", "1234", "1,234"), ("en-IN", "123456", "1,23,456"), ("en-IN", "123456789.5", "12,34,56,789.5"),
    ("es", "1234.5", "1234,5"), ("es", "12345", "12.345"), ("pl", "-1234", "-1234"),
    ("pl", "-12345", "-12_345"),
    ("de-CH", "100000", "100'000"), ("sv", "-1", "−1"),
    (
      "de", "12345678901234567890123456789012345678.9", "12.345.678.901.234.567.890.123.456.789.012.345.678,9"
    ),
  ])
  func groupsDigits(language: String, plain: String, expected: String) {
    #expect(SiteLocale(language: language).visibleNumber(plain) == expected)
  }

  @Test(arguments: [
    ("", ""), ("-", "-"), (".", ","), (".5", ",5"), ("5.", "5,"), ("1.2.3", "1,2.3"), ("1234e5", "1.234e5"),
    ("--1234", "--1234"), ("+1", "+1"), ("NaN", "NaN"), ("∞", "∞"),
  ])
  func losesNothingOfWhatIsNoPlainDecimal(plain: String, expected: String) {
    #expect(SiteLocale(language: "de").visibleNumber(plain) == expected)
  }

  @Test(arguments: [
    ("de-CH", "-5.00", "CHF", "CHF-5.00"), ("de-CH", "5.00", "CHF", "CHF_5.00"),
    ("nl", "-5.00", "EUR", "€_-5,00"),
    ("ja", "5", "CNY", "元_5"), ("sv", "5.00", "DKK", "5,00_Dkr"), ("fr-CA", "5.00", "USD", "5,00_$_US"),
    ("ar", "5.000", "KWD", "←5.000_د.ك.←"), ("he", "-5", "CNY", "←→-5_←→CN¥→"),
    ("pl", "1.00", "PLN", "1,00_zł"),
    ("en", "5", "XOF", "F~CFA_5"), ("en", "5", "XXX", "XXX_5"), ("en", "5", "usd", "usd_5"),
    ("en", "5", "", "_5"),
    ("en", "", "EUR", "€"), ("en", "5", "EURO", "EURO_5"), ("de", "1.2345678", "EUR", "1,2345678_€"),
  ])
  func placesTheCurrency(language: String, plain: String, currency: String, expected: String) {
    #expect(SiteLocale(language: language).visibleMoney(plain, currency) == expected)
  }

  @Test(arguments: [
    ("en", "Monday", "Sunday"), ("de-AT", "Montag", "Sonntag"), ("pt_BR", "segunda-feira", "domingo"),
    ("zh-TW", "星期一", "星期日"), ("no", "mandag", "søndag"), ("ja", "月曜日", "日曜日"), ("xx", "Monday", "Sunday"),
  ])
  func daysOfTheWeekHaveTheirNames(language: String, first: String, last: String) {
    let locale = SiteLocale(language: language)
    #expect([0, 1, 7, 8].map { locale.weekdayName($0) } == [nil, first, last, nil])
  }

  @Test(arguments: SiteLocaleGoldenTests.rows.map(\.language))
  func writesNoTwoCurrenciesAlike(language: String) {
    let locale = SiteLocale(language: language)
    let currencies = currenciesWithSymbols.split(separator: " ").map(String.init)
    var written: [String: String] = [:]
    for currency in currencies {
      let earlier = written.updateValue(currency, forKey: locale.visibleMoney("7", currency))
      #expect(earlier == nil, "\(currency)")
    }
  }

  /// Whatever marks a language adds, the digits of a number are those of the figure.
  @Test(arguments: SiteLocaleGoldenTests.rows.map(\.language))
  func keepsEveryDigit(language: String) {
    let locale = SiteLocale(language: language)
    var generator = SeededGenerator(seed: 20_260_305)
    for _ in 0..<200 {
      let whole = (0..<Int.random(in: 1...15, using: &generator)).map { _ in
        Int.random(in: 0...9, using: &generator)
      }
      let fraction = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        Int.random(in: 0...9, using: &generator)
      }
      let digits = (whole + fraction).map(String.init).joined()
      let plain =
        (Bool.random(using: &generator) ? "-" : "") + whole.map(String.init).joined()
        + (fraction.isEmpty ? "" : "." + fraction.map(String.init).joined())
      #expect(locale.visibleNumber(plain).filter { ("0"..."9").contains($0) } == digits)
      #expect(locale.visibleMoney(plain, "EUR").filter { ("0"..."9").contains($0) } == digits)
    }
  }
}

/// The currencies that some language has a symbol for.
private let currenciesWithSymbols = """
  AED ARS AUD BBD BGN BHD BMD BND BRL BSD BZD CAD CHF CLP CNY COP CZK DKK DOP DZD EGP EUR FJD FKP GBP GIP HKD HUF \
  ILS INR IQD IRR ISK JMD JOD JPY KRW KWD LBP LYD MAD MRU MXN NAD NOK NZD OMR PHP PLN QAR RUB SAR SBD SCR SDG SEK \
  SGD SRD SYP THB TMT TND TRY TTD TWD UAH USD UYU VND WST XAF XCD XCG XOF XPF YER ZWG
  """
