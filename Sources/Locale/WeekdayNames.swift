/// Names of weekdays from Monday, separated by bars: CLDR 48, the wide names that stand alone
/// (`dates/calendars/gregorian/days/stand-alone/wide` in `ca-gregorian.json`). Regions do not differ.
enum WeekdayNames {
  /// The names in a language, given by the first part of its tag; in English if the language is unknown.
  static func names(in tag: String) -> [String] {
    let language = tag.lowercased().prefix { $0 != "-" }
    return (byLanguage[String(language)] ?? english).split(separator: "|").map { String($0) }
  }

  private static let english = "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday"

  private static let byLanguage = [
    "de": "Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag",
    "fr": "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche",
    "es": "lunes|martes|miércoles|jueves|viernes|sábado|domingo",
    "it": "lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica",
    "pt": "segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira|sábado|domingo",
    "nl": "maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag",
    "pl": "poniedziałek|wtorek|środa|czwartek|piątek|sobota|niedziela",
    "cs": "pondělí|úterý|středa|čtvrtek|pátek|sobota|neděle",
    "sk": "pondelok|utorok|streda|štvrtok|piatok|sobota|nedeľa",
    "sl": "ponedeljek|torek|sreda|četrtek|petek|sobota|nedelja",
    "hr": "ponedjeljak|utorak|srijeda|četvrtak|petak|subota|nedjelja",
    "hu": "hétfő|kedd|szerda|csütörtök|péntek|szombat|vasárnap",
    "ro": "luni|marți|miercuri|joi|vineri|sâmbătă|duminică",
    "bg": "понеделник|вторник|сряда|четвъртък|петък|събота|неделя",
    "el": "Δευτέρα|Τρίτη|Τετάρτη|Πέμπτη|Παρασκευή|Σάββατο|Κυριακή",
    "da": "mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag",
    "sv": "måndag|tisdag|onsdag|torsdag|fredag|lördag|söndag",
    "nb": "mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag",
    "nn": "måndag|tysdag|onsdag|torsdag|fredag|laurdag|søndag",
    "fi": "maanantai|tiistai|keskiviikko|torstai|perjantai|lauantai|sunnuntai",
    "et": "esmaspäev|teisipäev|kolmapäev|neljapäev|reede|laupäev|pühapäev",
    "lv": "Pirmdiena|Otrdiena|Trešdiena|Ceturtdiena|Piektdiena|Sestdiena|Svētdiena",
    "lt": "pirmadienis|antradienis|trečiadienis|ketvirtadienis|penktadienis|šeštadienis|sekmadienis",
    "ru": "понедельник|вторник|среда|четверг|пятница|суббота|воскресенье",
    "uk": "понеділок|вівторок|середа|четвер|пʼятниця|субота|неділя",
    "tr": "Pazartesi|Salı|Çarşamba|Perşembe|Cuma|Cumartesi|Pazar",
    "he": "יום שני|יום שלישי|יום רביעי|יום חמישי|יום שישי|יום שבת|יום ראשון",
    "ar": "الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد",
    "ja": "月曜日|火曜日|水曜日|木曜日|金曜日|土曜日|日曜日",
    "ko": "월요일|화요일|수요일|목요일|금요일|토요일|일요일",
    "zh": "星期一|星期二|星期三|星期四|星期五|星期六|星期日",
  ]
}
