/// A field in the pattern of an amount.
enum MoneyField: Equatable {
  /// `#`, `¤` and `-`.
  case number, currency, minus
  /// The gap between a currency and the adjacent number: empty after `€`, a no-break space after `CHF`.
  case gap
  /// A UTF-8 byte that is written as it is.
  case literal(UInt8)

  /// Parses one half of a pattern such as `¤#;¤-#`.
  static func fields(of pattern: some StringProtocol) -> [MoneyField] {
    var fields: [MoneyField] = []
    for character in pattern.unicodeScalars {
      switch character {
      case "#":
        if fields.last == .currency { fields.append(.gap) }
        fields.append(.number)
      case "¤":
        if fields.last == .number { fields.append(.gap) }
        fields.append(.currency)
      case "-": fields.append(.minus)
      default: fields += UTF8.encode(character).map { $0.map(MoneyField.literal) } ?? []
      }
    }
    return fields
  }
}
