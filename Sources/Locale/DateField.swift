/// A field in the pattern of a date.
///
/// The pattern letters are those of UTS 35, "Date Field Symbols", that CLDR's medium and long dates use.
enum DateField: Equatable {
  /// `y`, `M`, `MM`, `MMM` and `MMMM`, `d` and `dd`.
  case year, month, paddedMonth, monthName, day, paddedDay
  /// A UTF-8 byte that is written as it is.
  case literal(UInt8)

  /// Parses a pattern such as `d 'de' MMM 'de' y`; quoted text and other characters are written as they are.
  static func fields(of pattern: String) -> [DateField] {
    var fields: [DateField] = []
    var isQuoted = false
    var rest = pattern[...]
    while let character = rest.first {
      let run = rest.prefix { $0 == character }
      let field: DateField? =
        switch run {
        case _ where isQuoted: nil
        case "y": .year
        case "M": .month
        case "MM": .paddedMonth
        case "MMM", "MMMM": .monthName
        case "d": .day
        case "dd": .paddedDay
        default: nil
        }
      if character == "'" {
        isQuoted.toggle()
        rest = rest.dropFirst()
      } else if let field {
        fields.append(field)
        rest = rest.dropFirst(run.count)
      } else {
        fields += character.utf8.map(DateField.literal)
        rest = rest.dropFirst()
      }
    }
    return fields
  }

  /// The fields of a date's pattern without the day and the text up to the next field; if the day is last,
  /// without the text before it: `MMM d, y` gives `MMM y`, `y-MM-dd` gives `y-MM`, `y年M月d日` gives `y年M月`.
  static func withoutDay(_ fields: [DateField]) -> [DateField] {
    guard let day = fields.firstIndex(where: { $0 == .day || $0 == .paddedDay }) else { return fields }
    var before = fields[..<day]
    let after = fields[(day + 1)...].drop { $0.isLiteral }
    if after.isEmpty {
      // A character that belongs to the month, such as 月, is kept.
      while case .literal(let byte)? = before.last, byte < 0x80 { before.removeLast() }
    }
    return Array(before + after)
  }

  private var isLiteral: Bool {
    if case .literal = self { true } else { false }
  }
}
