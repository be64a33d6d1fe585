/// A part of a date's pattern.
///
/// The pattern letters are those of UTS 35, "Date Field Symbols", as far as CLDR's medium dates use them.
enum DateField: Equatable {
  /// `y`, `M`, `MM`, `MMM`, `d` and `dd`.
  case year, month, paddedMonth, monthName, day, paddedDay
  /// A UTF-8 byte that stands for itself.
  case literal(UInt8)

  /// Reads a pattern such as `d 'de' MMM 'de' y`; what is in quotes, and every other character, stands for itself.
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
        case "MMM": .monthName
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
}
