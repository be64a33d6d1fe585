extension LocaleFacts {
  /// English, which is also used for unknown languages.
  static let english = LocaleFacts(
    tag: "en", date: "MMM d, y", months: "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
    money: "¤#", except: "JPY ¥ PHP ₱ USD $")

  /// All languages with known formats, in any order.
  static let table: [LocaleFacts] = [
    english,
    LocaleFacts(
      tag: "en-GB", date: "d MMM y", months: "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec",
      money: "¤#", except: "PHP ₱"),
    LocaleFacts(
      tag: "en-AU", date: "d MMM y", months: "Jan Feb Mar Apr May June July Aug Sept Oct Nov Dec",
      money: "¤#", symbols: .codes, except: "AUD $ EUR EUR SCR Rs XAF XAF XOF XOF XPF CFP"),
    LocaleFacts(
      tag: "en-CA", date: "MMM d, y", months: "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
      money: "¤#", except: "CAD $ PHP ₱ XCG Cg"),
    LocaleFacts(
      tag: "en-IE", date: "d MMM y", months: "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec",
      money: "¤#", except: "PHP ₱"),
    LocaleFacts(
      tag: "en-NZ", date: "d MMM y", months: "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec",
      money: "¤#", except: "NZD $ PHP ₱"),
    LocaleFacts(
      tag: "en-IN", date: "d MMM y", months: "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec",
      groupSize: 2, money: "¤#", except: "PHP ₱ USD $"),
    LocaleFacts(
      tag: "de", date: "dd.MM.y",
      monthsAlone: "Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez", group: ".", decimal: ",",
      money: "#\u{a0}¤", percent: "#\u{a0}%",
      except: "AUD AU$ JPY ¥ THB ฿ USD $"),
    LocaleFacts(
      tag: "de-AT", date: "dd.MM.y",
      monthsAlone: "Jän Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez", group: "\u{a0}", decimal: ",",
      moneyGroup: ".", money: "¤\u{a0}#",
      percent: "#\u{a0}%",
      except: "AUD AU$ JPY ¥ THB ฿ USD $"),
    LocaleFacts(
      tag: "de-CH", date: "dd.MM.y",
      monthsAlone: "Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez", group: "'", money: "¤\u{a0}#;¤-#",
      except: "AUD AU$ EUR EUR JPY ¥ THB ฿ USD $"),
    LocaleFacts(
      tag: "de-LI", date: "dd.MM.y",
      monthsAlone: "Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez", group: "'", money: "¤\u{a0}#",
      except: "AUD AU$ JPY ¥ THB ฿ USD $"),
    LocaleFacts(
      tag: "fr", date: "d MMM y",
      months: "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
      group: "\u{202f}", decimal: ",", money: "#\u{a0}¤", percent: "#\u{a0}%",
      except: french),
    LocaleFacts(
      tag: "fr-CH", date: "d MMM y",
      months: "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
      group: "'", decimal: ",", moneyDecimal: ".", money: "#\u{a0}¤",
      except: french),
    LocaleFacts(
      tag: "fr-CA", date: "d MMM y",
      months: "janv. févr. mars avr. mai juin juill. août sept. oct. nov. déc.",
      group: "\u{a0}", decimal: ",", money: "#\u{a0}¤", percent: "#\u{a0}%", symbols: .codes,
      except:
        "AUD $\u{a0}AU BRL R$ CAD $ CNY CN¥ GBP £ HKD $\u{a0}HK JPY ¥ NZD $\u{a0}NZ SGD $\u{a0}SG USD $\u{a0}US XAF XAF XOF XOF XPF XPF"
    ),
    LocaleFacts(
      tag: "es", date: "d MMM y", months: "ene feb mar abr may jun jul ago sept oct nov dic",
      group: ".", decimal: ",", minimumGroupingDigits: 2, money: "#\u{a0}¤", percent: "#\u{a0}%",
      symbols: .codes,
      except: "THB ฿ USD US$ VND ₫ XAF XAF XOF XOF"),
    LocaleFacts(
      tag: "es-MX", date: "d MMM y", months: "ene feb mar abr may jun jul ago sep oct nov dic",
      money: "¤#", symbols: .codes, except: "EUR EUR MRU UM MXN $ XAF XAF XOF XOF"),
    LocaleFacts(
      tag: "es-US", date: "d MMM y", months: "ene feb mar abr may jun jul ago sep oct nov dic",
      money: "¤#", symbols: .codes, except: "EUR EUR JPY ¥ USD $ XAF XAF XOF XOF"),
    LocaleFacts(
      tag: "it", date: "d MMM y", months: "gen feb mar apr mag giu lug ago set ott nov dic",
      group: ".", decimal: ",", minimumGroupingDigits: 2, money: "#\u{a0}¤", symbols: .codes,
      except: "AUD A$ CAD CA$ CNY CN¥ GBP £ ILS ₪ NZD NZ$ PHP ₱ THB ฿ XCD EC$ XCG Cf"),
    LocaleFacts(
      tag: "it-CH", date: "d MMM y", months: "gen feb mar apr mag giu lug ago set ott nov dic",
      group: "'", money: "¤\u{a0}#;¤-#", symbols: .codes,
      except: "AUD A$ CAD CA$ CNY CN¥ GBP £ ILS ₪ NZD NZ$ PHP ₱ THB ฿ XCD EC$ XCG Cf"),
    LocaleFacts(
      tag: "pt", date: "d 'de' MMM 'de' y",
      months: "jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez.",
      group: ".", decimal: ",", money: "¤\u{a0}#", except: "AUD AU$ THB ฿"),
    LocaleFacts(
      tag: "pt-PT", date: "dd/MM/y",
      monthsAlone: "jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez.",
      group: "\u{a0}", decimal: ",", minimumGroupingDigits: 2, money: "#\u{a0}¤",
      except: "AUD AU$ THB ฿"),
    LocaleFacts(
      tag: "nl", date: "d MMM y", months: "jan feb mrt apr mei jun jul aug sep okt nov dec",
      group: ".", decimal: ",", money: "¤\u{a0}#;¤\u{a0}-#",
      except: "AUD AU$ CAD C$ FJD FJ$ SBD SI$ THB ฿ XPF XPF ZWG ZiG"),
    LocaleFacts(
      tag: "pl", date: "d MMM y", months: "sty lut mar kwi maj cze lip sie wrz paź lis gru",
      group: "\u{a0}", decimal: ",", minimumGroupingDigits: 2, money: "#\u{a0}¤", symbols: .codes,
      except: "BRL R$ PLN zł XCD EC$ XCG XCG"),
    LocaleFacts(
      tag: "cs", date: "d. M. y",
      monthsAlone: "led úno bře dub kvě čvn čvc srp zář říj lis pro", group: "\u{a0}", decimal: ",",
      money: "#\u{a0}¤", percent: "#\u{a0}%",
      except: "AUD AU$ CZK Kč ILS ILS INR INR VND VND"),
    LocaleFacts(
      tag: "sk", date: "d. M. y",
      monthsAlone: "jan feb mar apr máj jún júl aug sep okt nov dec", group: "\u{a0}", decimal: ",",
      money: "#\u{a0}¤", percent: "#\u{a0}%",
      symbols: .codes,
      except: "ILS NIS MXN MX$ XCD EC$ XCG Cg"),
    LocaleFacts(
      tag: "sl", date: "d. MMM y", months: "jan. feb. mar. apr. maj jun. jul. avg. sep. okt. nov. dec.",
      group: ".", decimal: ",", minus: "\u{2212}", minimumGroupingDigits: 2, money: "#\u{a0}¤",
      percent: "#\u{a0}%",
      symbols: .codes,
      except: "CNY CN¥ HKD HK$ ILS ₪ INR ₹ JPY ¥ KRW ₩ USD $ VND ₫"),
    LocaleFacts(
      tag: "hr", date: "d. MMM y.", months: "sij velj ožu tra svi lip srp kol ruj lis stu pro",
      group: ".", decimal: ",", minus: "\u{2212}", money: "#\u{a0}¤", percent: "#\u{a0}%", symbols: .codes,
      except: "XPF XPF"),
    LocaleFacts(
      tag: "hu", date: "y. MMM d.",
      months: "jan. febr. márc. ápr. máj. jún. júl. aug. szept. okt. nov. dec.",
      group: "\u{a0}", decimal: ",", minimumGroupingDigits: 2, money: "#\u{a0}¤", symbols: .codes,
      except: "EUR EUR HUF Ft JPY ¥"),
    LocaleFacts(
      tag: "ro", date: "d MMM y", months: "ian. feb. mar. apr. mai iun. iul. aug. sept. oct. nov. dec.",
      group: ".", decimal: ",", money: "#\u{a0}¤", percent: "#\u{a0}%", symbols: .codes, except: "EUR EUR"),
    LocaleFacts(
      tag: "bg", date: "d.MM.y\u{202f}'г'.",
      monthsAlone: "яну фев март апр май юни юли авг сеп окт ное дек",
      group: "\u{a0}", decimal: ",", minimumGroupingDigits: 2, money: "#\u{a0}¤", symbols: .codes,
      except: "BGN лв. USD щ.д."),
    LocaleFacts(
      tag: "el", date: "d MMM y", months: "Ιαν Φεβ Μαρ Απρ Μαΐ Ιουν Ιουλ Αυγ Σεπ Οκτ Νοε Δεκ",
      group: ".", decimal: ",", money: "#\u{a0}¤", except: "THB ฿ USD $"),
    LocaleFacts(
      tag: "da", date: "d. MMM y", months: "jan. feb. mar. apr. maj jun. jul. aug. sep. okt. nov. dec.",
      group: ".", decimal: ",", money: "#\u{a0}¤", percent: "#\u{a0}%", except: "AUD AU$ DKK kr. THB ฿"),
    LocaleFacts(
      tag: "sv", date: "d MMM y", months: "jan. feb. mars apr. maj juni juli aug. sep. okt. nov. dec.",
      group: "\u{a0}", decimal: ",", minus: "\u{2212}", money: "#\u{a0}¤", percent: "#\u{a0}%",
      symbols: .codes,
      except: swedish),
    LocaleFacts(
      tag: "nb", date: "d. MMM y", months: "jan. feb. mars apr. mai juni juli aug. sep. okt. nov. des.",
      group: "\u{a0}", decimal: ",", minus: "\u{2212}", money: "#\u{a0}¤", percent: "#\u{a0}%",
      symbols: .codes,
      except: "GBP £ NOK kr XAF XAF XPF XPF"),
    LocaleFacts(
      tag: "nn", date: "d. MMM y", months: "jan. feb. mars apr. mai juni juli aug. sep. okt. nov. des.",
      group: "\u{a0}", decimal: ",", minus: "\u{2212}", money: "#\u{a0}¤", percent: "#\u{a0}%",
      symbols: .codes,
      except: "NOK kr XAF XAF XPF XPF"),
    LocaleFacts(
      tag: "fi", date: "d.M.y",
      monthsAlone: "tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu",
      group: "\u{a0}", decimal: ",", minus: "\u{2212}", money: "#\u{a0}¤", percent: "#\u{a0}%",
      symbols: .codes,
      except: "GBP £ JPY ¥ USD $ XPF XPF"),
    LocaleFacts(
      tag: "et", date: "d. MMM y", months: "jaan veebr märts apr mai juuni juuli aug sept okt nov dets",
      group: "\u{a0}", decimal: ",", minus: "\u{2212}", minimumGroupingDigits: 2, money: "#\u{a0}¤",
      except: "AUD AU$ JPY ¥ THB ฿ USD $"),
    LocaleFacts(
      tag: "lv", date: "y. 'gada' d. MMM",
      months: "janv. febr. marts apr. maijs jūn. jūl. aug. sept. okt. nov. dec.",
      group: "\u{a0}", decimal: ",", minimumGroupingDigits: 2, money: "#\u{a0}¤",
      except: "AUD AU$ JPY ¥ THB ฿ USD $"),
    LocaleFacts(
      tag: "lt", date: "y-MM-dd",
      monthsAlone: "saus. vas. kov. bal. geg. birž. liep. rugp. rugs. spal. lapkr. gruod.",
      group: "\u{a0}", decimal: ",", minus: "\u{2212}", money: "#\u{a0}¤", percent: "#\u{a0}%",
      symbols: .codes,
      except: "XAF XAF XOF XOF XPF XPF"),
    LocaleFacts(
      tag: "ru", date: "d MMM y\u{202f}'г'.",
      months: "янв. февр. мар. апр. мая июн. июл. авг. сент. окт. нояб. дек.",
      monthsAlone: "янв. февр. март апр. май июнь июль авг. сент. окт. нояб. дек.",
      group: "\u{a0}", decimal: ",", money: "#\u{a0}¤", percent: "#\u{a0}%",
      except: "JPY ¥ RUB ₽ THB ฿ TMT ТМТ UAH ₴ USD $ XCG Cg"),
    LocaleFacts(
      tag: "uk", date: "d MMM y\u{202f}'р'.",
      months: "січ. лют. бер. квіт. трав. черв. лип. серп. вер. жовт. лист. груд.",
      group: "\u{a0}", decimal: ",", money: "#\u{a0}¤", symbols: .codes, except: "EUR EUR JPY ¥ UAH ₴"),
    LocaleFacts(
      tag: "tr", date: "d MMM y", months: "Oca Şub Mar Nis May Haz Tem Ağu Eyl Eki Kas Ara",
      group: ".", decimal: ",", money: "¤#", percent: "%#", except: "AUD AU$ JPY ¥ THB ฿ TRY ₺ USD $"),
    LocaleFacts(
      tag: "he", date: "d בMMM y", months: "ינו׳ פבר׳ מרץ אפר׳ מאי יוני יולי אוג׳ ספט׳ אוק׳ נוב׳ דצמ׳",
      minus: "\u{200e}-", money: "\u{200f}#\u{a0}\u{200f}¤;\u{200f}-#\u{a0}\u{200f}¤",
      except: "CNY \u{200e}CN¥\u{200e} JPY ¥ THB ฿ USD $"),
    LocaleFacts(
      tag: "ar", date: "dd\u{200f}/MM\u{200f}/y",
      monthsAlone: "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
      minus: "\u{200e}-", money: "\u{200f}#\u{a0}¤;\u{200f}-#\u{a0}¤", percent: "#\u{200e}%\u{200e}",
      except: arabic),
    LocaleFacts(
      tag: "ja", date: "y/MM/dd",
      monthsAlone: "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月", money: "¤#", except: "CNY 元 JPY ￥ USD $ XCG Cg"),
    LocaleFacts(
      tag: "ko", date: "y. M. d.",
      monthsAlone: "1월 2월 3월 4월 5월 6월 7월 8월 9월 10월 11월 12월", money: "¤#", except: "AUD AU$"),
    LocaleFacts(
      tag: "zh", date: "y年M月d日",
      monthsAlone: "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月", money: "¤#", except: "AUD AU$ CNY ¥"),
    LocaleFacts(
      tag: "zh-Hant", date: "y年M月d日",
      monthsAlone: "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月", money: "¤#", except: "AUD AU$ JPY ¥ KRW ￦ TWD $"),
  ]

  /// The symbols of French, which puts the country after the sign.
  private static let french = """
    ARS $AR AUD $AU BMD $BM BND $BN BZD $BZ CAD $CA CLP $CL CNY CNY COP $CO FJD $FJ FKP £FK GBP £GB \
    GIP £GI HKD HKD JPY JPY LBP £LB MXN $MX NAD $NA NZD $NZ SBD $SB SGD $SG SRD $SR TTD $TT TWD TWD \
    USD $US UYU $UY WST $WS XCD XCD XPF FCFP
    """

  /// The symbols of Swedish, which distinguishes between the crowns.
  private static let swedish = """
    BBD Bds$ BMD BM$ BRL BR$ BSD BS$ BZD BZ$ CAD CA$ DKK Dkr DOP RD$ EGP EG£ ILS ₪ ISK Ikr JMD JM$ \
    MXN MX$ NOK Nkr SEK kr USD US$ XCD EC$ XCG XCG
    """

  /// The symbols of Arabic, each with the mark that keeps its final full stop in place.
  private static let arabic = """
    AED د.إ.\u{200f} AUD AU$ BHD د.ب.\u{200f} DZD د.ج.\u{200f} EGP ج.م.\u{200f} GBP UK£ \
    IQD د.ع.\u{200f} IRR ر.إ. JOD د.أ.\u{200f} KWD د.ك.\u{200f} LBP ل.ل.\u{200f} LYD د.ل.\u{200f} \
    MAD د.م.\u{200f} MRU أ.م. OMR ر.ع.\u{200f} QAR ر.ق.\u{200f} SAR ر.س.\u{200f} SDG ج.س. \
    SYP ل.س.\u{200f} THB ฿ TND د.ت.\u{200f} YER ر.ي.\u{200f}
    """
}
