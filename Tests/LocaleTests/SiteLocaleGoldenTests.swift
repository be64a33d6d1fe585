import Locale
import Testing

/// What others write for the same values: ICU 78.3 for numbers and amounts, Babel 2.18 for dates.
///
/// (Babel leaves out CLDR's minimum grouping digits and currency spacing, and the ICU at hand, in a JavaScript engine,
/// writes U+202F in dates as a space.)
struct SiteLocaleGoldenTests {
  @Test(arguments: rows)
  func writesWhatCLDRSays(row: Row) {
    let locale = SiteLocale(language: row.language)
    #expect(locale.isKnown)
    #expect(locale.visibleDate(2026, 3, 5) == row.march)
    #expect(locale.visibleDate(2026, 11, 21) == row.november)
    #expect(locale.visibleNumber("-1234567.8") == row.number)
    #expect(locale.visibleMoney("1234.50", "EUR") == row.euros)
    #expect(locale.visibleMoney("-1234567.89", "USD") == row.dollars)
    #expect(locale.visibleMoney("7", "JPY") == row.yen)
  }

  /// A language and how it writes two days, -1234567.8, 1234.50 EUR, -1234567.89 USD and 7 JPY.
  struct Row: CustomTestStringConvertible {
    let language, march, november, number, euros, dollars, yen: String
    var testDescription: String { language }

    init?(_ line: Substring) {
      let cells = line.split(separator: " | ").map(String.init)
      guard cells.count == 7 else { return nil }
      (language, march, november, number) = (cells[0], cells[1], cells[2], cells[3])
      (euros, dollars, yen) = (cells[4], cells[5], cells[6])
    }
  }

  @Test func readsEveryGoldenLine() {
    #expect(Self.rows.count == 48)
  }

  static let rows = golden.split(separator: "\n").compactMap(Row.init)

  /// `_` is U+00A0, `~` U+202F, `→` U+200E and `←` U+200F.
  private static let golden = """
    en | Mar 5, 2026 | Nov 21, 2026 | -1,234,567.8 | €1,234.50 | -$1,234,567.89 | ¥7
    en-GB | 5 Mar 2026 | 21 Nov 2026 | -1,234,567.8 | €1,234.50 | -US$1,234,567.89 | JP¥7
    en-AU | 5 Mar 2026 | 21 Nov 2026 | -1,234,567.8 | EUR_1,234.50 | -USD_1,234,567.89 | JPY_7
    en-CA | Mar 5, 2026 | Nov 21, 2026 | -1,234,567.8 | €1,234.50 | -US$1,234,567.89 | JP¥7
    en-IE | 5 Mar 2026 | 21 Nov 2026 | -1,234,567.8 | €1,234.50 | -US$1,234,567.89 | JP¥7
    en-NZ | 5 Mar 2026 | 21 Nov 2026 | -1,234,567.8 | €1,234.50 | -US$1,234,567.89 | JP¥7
    en-IN | 5 Mar 2026 | 21 Nov 2026 | -12,34,567.8 | €1,234.50 | -$12,34,567.89 | JP¥7
    de | 05.03.2026 | 21.11.2026 | -1.234.567,8 | 1.234,50_€ | -1.234.567,89_$ | 7_¥
    de-AT | 05.03.2026 | 21.11.2026 | -1_234_567,8 | €_1.234,50 | -$_1.234.567,89 | ¥_7
    de-CH | 05.03.2026 | 21.11.2026 | -1'234'567.8 | EUR_1'234.50 | $-1'234'567.89 | ¥_7
    fr | 5 mars 2026 | 21 nov. 2026 | -1~234~567,8 | 1~234,50_€ | -1~234~567,89_$US | 7_JPY
    fr-CH | 5 mars 2026 | 21 nov. 2026 | -1'234'567,8 | 1'234.50_€ | -1'234'567.89_$US | 7_JPY
    fr-CA | 5 mars 2026 | 21 nov. 2026 | -1_234_567,8 | 1_234,50_€ | -1_234_567,89_$_US | 7_¥
    es | 5 mar 2026 | 21 nov 2026 | -1.234.567,8 | 1234,50_€ | -1.234.567,89_US$ | 7_JPY
    de-LI | 05.03.2026 | 21.11.2026 | -1'234'567.8 | €_1'234.50 | -$_1'234'567.89 | ¥_7
    es-US | 5 mar 2026 | 21 nov 2026 | -1,234,567.8 | EUR_1,234.50 | -$1,234,567.89 | ¥7
    it-CH | 5 mar 2026 | 21 nov 2026 | -1'234'567.8 | €_1'234.50 | USD-1'234'567.89 | JPY_7
    es-MX | 5 mar 2026 | 21 nov 2026 | -1,234,567.8 | EUR_1,234.50 | -USD_1,234,567.89 | JPY_7
    it | 5 mar 2026 | 21 nov 2026 | -1.234.567,8 | 1234,50_€ | -1.234.567,89_USD | 7_JPY
    pt | 5 de mar. de 2026 | 21 de nov. de 2026 | -1.234.567,8 | €_1.234,50 | -US$_1.234.567,89 | JP¥_7
    pt-PT | 05/03/2026 | 21/11/2026 | -1_234_567,8 | 1234,50_€ | -1_234_567,89_US$ | 7_JP¥
    nl | 5 mrt 2026 | 21 nov 2026 | -1.234.567,8 | €_1.234,50 | US$_-1.234.567,89 | JP¥_7
    pl | 5 mar 2026 | 21 lis 2026 | -1_234_567,8 | 1234,50_€ | -1_234_567,89_USD | 7_JPY
    cs | 5. 3. 2026 | 21. 11. 2026 | -1_234_567,8 | 1_234,50_€ | -1_234_567,89_US$ | 7_JP¥
    sk | 5. 3. 2026 | 21. 11. 2026 | -1_234_567,8 | 1_234,50_€ | -1_234_567,89_USD | 7_JPY
    sl | 5. mar. 2026 | 21. nov. 2026 | −1.234.567,8 | 1234,50_€ | −1.234.567,89_$ | 7_¥
    hr | 5. ožu 2026. | 21. stu 2026. | −1.234.567,8 | 1.234,50_€ | −1.234.567,89_USD | 7_JPY
    hu | 2026. márc. 5. | 2026. nov. 21. | -1_234_567,8 | 1234,50_EUR | -1_234_567,89_USD | 7_¥
    ro | 5 mar. 2026 | 21 nov. 2026 | -1.234.567,8 | 1.234,50_EUR | -1.234.567,89_USD | 7_JPY
    bg | 5.03.2026~г. | 21.11.2026~г. | -1_234_567,8 | 1234,50_€ | -1_234_567,89_щ.д. | 7_JPY
    el | 5 Μαρ 2026 | 21 Νοε 2026 | -1.234.567,8 | 1.234,50_€ | -1.234.567,89_$ | 7_JP¥
    da | 5. mar. 2026 | 21. nov. 2026 | -1.234.567,8 | 1.234,50_€ | -1.234.567,89_US$ | 7_JP¥
    sv | 5 mars 2026 | 21 nov. 2026 | −1_234_567,8 | 1_234,50_€ | −1_234_567,89_US$ | 7_JPY
    nb | 5. mars 2026 | 21. nov. 2026 | −1_234_567,8 | 1_234,50_€ | −1_234_567,89_USD | 7_JPY
    nn | 5. mars 2026 | 21. nov. 2026 | −1_234_567,8 | 1_234,50_€ | −1_234_567,89_USD | 7_JPY
    fi | 5.3.2026 | 21.11.2026 | −1_234_567,8 | 1_234,50_€ | −1_234_567,89_$ | 7_¥
    et | 5. märts 2026 | 21. nov 2026 | −1_234_567,8 | 1234,50_€ | −1_234_567,89_$ | 7_¥
    lv | 2026. gada 5. marts | 2026. gada 21. nov. | -1_234_567,8 | 1234,50_€ | -1_234_567,89_$ | 7_¥
    lt | 2026-03-05 | 2026-11-21 | −1_234_567,8 | 1_234,50_€ | −1_234_567,89_USD | 7_JPY
    ru | 5 мар. 2026~г. | 21 нояб. 2026~г. | -1_234_567,8 | 1_234,50_€ | -1_234_567,89_$ | 7_¥
    uk | 5 бер. 2026~р. | 21 лист. 2026~р. | -1_234_567,8 | 1_234,50_EUR | -1_234_567,89_USD | 7_¥
    tr | 5 Mar 2026 | 21 Kas 2026 | -1.234.567,8 | €1.234,50 | -$1.234.567,89 | ¥7
    he | 5 במרץ 2026 | 21 בנוב׳ 2026 | →-1,234,567.8 | ←1,234.50_←€ | ←→-1,234,567.89_←$ | ←7_←¥
    ar | 05←/03←/2026 | 21←/11←/2026 | →-1,234,567.8 | ←1,234.50_€ | ←→-1,234,567.89_US$ | ←7_JP¥
    ja | 2026/03/05 | 2026/11/21 | -1,234,567.8 | €1,234.50 | -$1,234,567.89 | ￥7
    ko | 2026. 3. 5. | 2026. 11. 21. | -1,234,567.8 | €1,234.50 | -US$1,234,567.89 | JP¥7
    zh | 2026年3月5日 | 2026年11月21日 | -1,234,567.8 | €1,234.50 | -US$1,234,567.89 | JP¥7
    zh-Hant | 2026年3月5日 | 2026年11月21日 | -1,234,567.8 | €1,234.50 | -US$1,234,567.89 | ¥7
    """
}
