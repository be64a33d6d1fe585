import Diagnostics
import Locale
import Records

/// The order of year, month and day in a date, given as `dd.MM.yyyy` or `M/d/yy`. A time after it is ignored:
/// `yyyy-MM-dd HH:mm:ss Z` reads `2026-01-05 14:22:31 +0100`. Letters follow Unicode Technical Standard 35, but a day may
/// be `DD`, a year `YYYY`, and a month `mm` where nothing else is the month. `MMM` and `MMMM` are names in English
/// or in the book's language, whole or abbreviated: `d MMM yyyy` reads `3 Nov 2026` and `03 Dezember 2026`.
package struct DateFormat: Sendable {
  /// The format's source text.
  let pattern: String
  private let fields: [Field]
  /// The language of months besides English.
  private let locale: SiteLocale?

  private enum Field: Equatable {
    case year(digits: Int), month, monthName, day, mark(Character), time, zone

    var isOfDay: Bool {
      switch self {
      case .year, .month, .monthName, .day: true
      case .mark, .time, .zone: false
      }
    }
  }

  /// Reads a format: one run each of `y`, `M` and `d`, optional time fields, and separators; nil otherwise.
  /// - Parameter language: that of the names of months, besides English.
  package init?(_ pattern: String, language: String = "en") {
    var fields: [Field] = []
    let written = pattern.replacing("D", with: "d").replacing("Y", with: "y")
    var rest = (written.contains("M") ? written : written.replacing("m", with: "M"))[...]
    while let first = rest.first {
      let run = rest.prefix { $0 == first }
      switch first {
      case "y": fields.append(.year(digits: run.count == 2 ? 2 : 4))
      case "M" where run.count <= 2: fields.append(.month)
      case "M" where run.count <= 4: fields.append(.monthName)
      case "d" where run.count <= 2: fields.append(.day)
      case "H", "h", "m", "s", "S": fields.append(.time)
      case "a", "z", "Z", "x", "X": fields.append(.zone)
      case "T": fields.append(.mark("T"))
      case _ where first.isLetter || first.isNumber: return nil
      default: fields += run.map { .mark($0) }
      }
      rest = rest.dropFirst(run.count)
    }
    guard fields.count(where: \.isOfDay) == 3, fields.contains(.month) || fields.contains(.monthName),
      fields.contains(.day)
    else { return nil }
    self.pattern = pattern
    self.fields = fields
    locale = fields.contains(.monthName) ? SiteLocale(language: language) : nil
  }

  /// The common formats in which a text is a day, the likeliest first.
  package static func forms(of text: String) -> [String] {
    guard let mark = text.first(where: { !$0.isNumber }) else { return [] }
    let orders = mark == "." ? ["d.M.y"] : ["d.M.y", "M.d.y"]
    let patterns =
      orders.flatMap { order in ["yyyy", "yy"].map { order.replacing("y", with: $0) } } + ["yyyy.M.d"]
    // Which day is read does not matter, so neither does the century.
    guard let today = CivilDate(year: 2000, month: 1, day: 1) else { return [] }
    let times = ["", " HH:mm", " HH:mm:ss", "THH:mm:ss", " HH:mm:ss Z", "THH:mm:ssZ", "THH:mm:ss.SSSZ"]
    let named = ["d MMM yyyy", "d. MMM yyyy", "d-MMM-yyyy", "d-MMM-yy"]
    return (patterns.map { $0.replacing(".", with: "\(mark)") } + named).compactMap { day in
      times.lazy.map { day + $0 }.first { DateFormat($0)?.date(text, today: today) != nil }
    }
  }

  private static let english = SiteLocale(language: "en")

  /// The date of a text in this format; nil if the text has another form.
  ///
  /// A year of two digits is the one from 80 years before today to 20 years after it, as in ICU's `SimpleDateFormat`.
  package func date(_ text: String, today: CivilDate) -> CivilDate? {
    var rest = text[...]
    var (year, month, day) = (0, 0, 0)
    for (index, field) in fields.enumerated() {
      func number(_ most: Int) -> Int? {
        let digits = rest.prefix(most).prefix { $0.isASCII && $0.isNumber }
        rest = rest.dropFirst(digits.count)
        return Int(digits)
      }
      switch field {
      case .mark(let mark):
        guard rest.popFirst() == mark else { return nil }
      case .year(let digits):
        let before = rest.count
        guard let value = number(digits), before - rest.count == digits else { return nil }
        let first = today.year - 80
        year = digits == 2 ? first + (value - first % 100 + 100) % 100 : value
      case .month:
        guard let value = number(2) else { return nil }
        month = value
      case .monthName:
        let name = rest.prefix { $0.isLetter }
        guard let value = locale?.month(named: name) ?? Self.english.month(named: name) else { return nil }
        rest = rest.dropFirst(name.count)
        // The mark of an abbreviation, unless it is one between the fields.
        let next = index + 1 < fields.count ? fields[index + 1] : nil
        if rest.first == ".", next != .mark(".") { rest = rest.dropFirst() }
        month = value
      case .day:
        guard let value = number(2) else { return nil }
        day = value
      case .time:
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(digits.count)
      case .zone:
        let name = rest.prefix { $0.isLetter || $0.isNumber || "+-:/".contains($0) }
        guard !name.isEmpty else { return nil }
        rest = rest.dropFirst(name.count)
      }
    }
    // Spreadsheets write midnight after a date; any other time would be lost.
    guard rest.allSatisfy({ " T:.0Z".contains($0) }) else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }
}
