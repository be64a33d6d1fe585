/// The long format of dates, with the whole name of the month: CLDR 48, `dateFormats/long` and `months/format/wide` of
/// `dates/calendars/gregorian` in `ca-gregorian.json`.
enum LongDates {
  /// The pattern in the letters of UTS 35, and the names of the months, separated by spaces; no names if the pattern
  /// has numbers.
  typealias Format = (pattern: String, months: String)

  /// The format of a language, given by its tag in lower case, or of its first part.
  static func format(of tag: String) -> Format {
    let language = String(tag.prefix { $0 != "-" })
    return byTag[tag] ?? byTag[language] ?? ("MMMM d, y", english)
  }

  private static let english =
    "January February March April May June July August September October November December"
  private static let britishDate: Format = ("d MMMM y", english)

  private static let byTag: [String: Format] = [
    "en": ("MMMM d, y", english),
    "de": ("d. MMMM y", "Januar Februar März April Mai Juni Juli August September Oktober November Dezember"),
    "fr": (
      "d MMMM y", "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"
    ),
    "es": (
      "d 'de' MMMM 'de' y",
      "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"
    ),
    "it": (
      "d MMMM y",
      "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"
    ),
    "pt": (
      "d 'de' MMMM 'de' y",
      "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"
    ),
    "nl": (
      "d MMMM y", "januari februari maart april mei juni juli augustus september oktober november december"
    ),
    "pl": (
      "d MMMM y",
      "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia"
    ),
    "cs": (
      "d. MMMM y", "ledna února března dubna května června července srpna září října listopadu prosince"
    ),
    "sk": (
      "d. MMMM y", "januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra"
    ),
    "sl": (
      "d. MMMM y", "januar februar marec april maj junij julij avgust september oktober november december"
    ),
    "hr": (
      "d. MMMM y.",
      "siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenoga prosinca"
    ),
    "hu": (
      "y. MMMM d.",
      "január február március április május június július augusztus szeptember október november december"
    ),
    "ro": (
      "d MMMM y",
      "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie"
    ),
    "bg": (
      "d MMMM y 'г'.", "януари февруари март април май юни юли август септември октомври ноември декември"
    ),
    "el": (
      "d MMMM y",
      "Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου Σεπτεμβρίου Οκτωβρίου Νοεμβρίου Δεκεμβρίου"
    ),
    "da": (
      "d. MMMM y", "januar februar marts april maj juni juli august september oktober november december"
    ),
    "sv": (
      "d MMMM y", "januari februari mars april maj juni juli augusti september oktober november december"
    ),
    "nb": ("d. MMMM y", "januar februar mars april mai juni juli august september oktober november desember"),
    "nn": ("d. MMMM y", "januar februar mars april mai juni juli august september oktober november desember"),
    "fi": (
      "d. MMMM y",
      "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta"
    ),
    "et": (
      "d. MMMM y",
      "jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember"
    ),
    "lv": (
      "y. 'gada' d. MMMM",
      "janvāris februāris marts aprīlis maijs jūnijs jūlijs augusts septembris oktobris novembris decembris"
    ),
    "lt": (
      "y 'm'. MMMM d 'd'.",
      "sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio gruodžio"
    ),
    "ru": (
      "d MMMM y 'г'.", "января февраля марта апреля мая июня июля августа сентября октября ноября декабря"
    ),
    "uk": (
      "d MMMM y 'р'.",
      "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня"
    ),
    "tr": ("d MMMM y", "Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık"),
    "he": ("d בMMMM y", "ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר"),
    "ar": ("d MMMM y", "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر"),
    "ja": ("y年M月d日", ""),
    "ko": ("y년 MMMM d일", "1월 2월 3월 4월 5월 6월 7월 8월 9월 10월 11월 12월"),
    "zh": ("y年M月d日", ""),
    "en-au": britishDate, "en-gb": britishDate, "en-ie": britishDate, "en-in": britishDate,
    "en-nz": britishDate,
    "de-at": (
      "d. MMMM y", "Jänner Februar März April Mai Juni Juli August September Oktober November Dezember"
    ),
  ]
}
