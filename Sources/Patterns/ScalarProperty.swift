/// A property of Unicode scalars that `\p{…}` can name.
enum ScalarProperty: Hashable, Sendable {
  /// A set of general categories, as bits.
  case category(Categories)
  /// The Script property.
  case script(Script)
  /// A word character: alphabetic, mark, decimal number, connector punctuation or joiner.
  case word
  /// A binary property.
  case flag(Flag)

  /// The general categories of `\p{L}`, `\p{Lu}` and so on, one bit each in the order of ``table``.
  struct Categories: OptionSet, Hashable, Sendable {
    /// The bits.
    let rawValue: UInt32
  }

  /// The binary properties, by their names in loose form.
  enum Flag: String, Sendable {
    case alphabetic, alpha, uppercase, upper, lowercase, lower, cased, diacritic, ideographic, math, dash,
      emoji
    case whiteSpace = "whitespace"
    case space
    case hexDigit = "hexdigit"
    case any, ascii, assigned
  }

  /// `\d`
  static let decimalNumber = ScalarProperty.category(categories { $0.code == "nd" })
  /// `\s`
  static let whiteSpace = ScalarProperty.flag(.whiteSpace)
  /// `\p{M}`
  static let mark = ScalarProperty.category(categories { $0.code.hasPrefix("m") })

  /// The property with a name; nil if there is none.
  ///
  /// Case, spaces, `-` and `_` in the name are ignored (rule UAX44-LM3), and it may include the kind of
  /// property: `Script=Greek`, `sc=Greek`, `General_Category=Lu`, `gc=Lu`.
  init?(named name: String) {
    let parts = name.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(Self.loose)
    switch parts.count {
    case 1:
      if let flag = Flag(rawValue: parts[0]) {
        self = .flag(flag)
      } else if let script = Script(rawValue: parts[0]) {
        self = .script(script)
      } else {
        self.init(category: parts[0])
      }
    default:
      switch parts[0] {
      case "script", "sc":
        guard let script = Script(rawValue: parts[1]) else { return nil }
        self = .script(script)
      case "generalcategory", "gc": self.init(category: parts[1])
      default: return nil
      }
    }
  }

  private init?(category name: String) {
    let groups = [
      "letter": "l", "mark": "m", "number": "n", "punctuation": "p", "punct": "p", "symbol": "s",
      "separator": "z",
      "other": "c",
    ]
    let code = groups[name] ?? name
    let categories =
      if name == "lc" || name == "casedletter" {
        Self.categories { ["lu", "ll", "lt"].contains($0.code) }
      } else {
        Self.categories { $0.code == code || $0.name == code || $0.code.prefix(1) == code }
      }
    guard !categories.isEmpty else { return nil }
    self = .category(categories)
  }

  private static func loose(_ name: Substring) -> String {
    String(name.filter { !" -_".contains($0) }).lowercased()
  }

  /// Whether a scalar has the property.
  func holds(of scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .category(let categories): return categories.contains(Categories(scalar))
    case .script(let script): return script.ranges.contains { $0.contains(scalar.value) }
    case .word:
      switch scalar.properties.generalCategory {
      case .decimalNumber, .connectorPunctuation, .nonspacingMark, .spacingMark, .enclosingMark: return true
      default: return scalar.properties.isAlphabetic || scalar.properties.isJoinControl
      }
    case .flag(let flag):
      let properties = scalar.properties
      return switch flag {
      case .alphabetic, .alpha: properties.isAlphabetic
      case .uppercase, .upper: properties.isUppercase
      case .lowercase, .lower: properties.isLowercase
      case .cased: properties.isCased
      case .diacritic: properties.isDiacritic
      case .ideographic: properties.isIdeographic
      case .math: properties.isMath
      case .dash: properties.isDash
      case .emoji: properties.isEmoji
      case .whiteSpace, .space: properties.isWhitespace
      case .hexDigit: properties.isHexDigit
      case .any: true
      case .ascii: scalar.isASCII
      case .assigned: properties.generalCategory != .unassigned
      }
    }
  }
}

extension ScalarProperty.Categories {
  /// The general category of a scalar.
  fileprivate init(_ scalar: Unicode.Scalar) {
    let category = scalar.properties.generalCategory
    let bit = ScalarProperty.table.firstIndex { $0.category == category } ?? 0
    self.init(rawValue: 1 << UInt32(bit))
  }
}

extension ScalarProperty {
  /// The general categories with their names in PropertyValueAliases.txt, in loose form.
  fileprivate static let table: [(code: String, name: String, category: Unicode.GeneralCategory)] = [
    ("lu", "uppercaseletter", .uppercaseLetter), ("ll", "lowercaseletter", .lowercaseLetter),
    ("lt", "titlecaseletter", .titlecaseLetter), ("lm", "modifierletter", .modifierLetter),
    ("lo", "otherletter", .otherLetter), ("mn", "nonspacingmark", .nonspacingMark),
    ("mc", "spacingmark", .spacingMark), ("me", "enclosingmark", .enclosingMark),
    ("nd", "decimalnumber", .decimalNumber), ("nl", "letternumber", .letterNumber),
    ("no", "othernumber", .otherNumber), ("pc", "connectorpunctuation", .connectorPunctuation),
    ("pd", "dashpunctuation", .dashPunctuation), ("ps", "openpunctuation", .openPunctuation),
    ("pe", "closepunctuation", .closePunctuation), ("pi", "initialpunctuation", .initialPunctuation),
    ("pf", "finalpunctuation", .finalPunctuation), ("po", "otherpunctuation", .otherPunctuation),
    ("sm", "mathsymbol", .mathSymbol), ("sc", "currencysymbol", .currencySymbol),
    ("sk", "modifiersymbol", .modifierSymbol), ("so", "othersymbol", .otherSymbol),
    ("zs", "spaceseparator", .spaceSeparator), ("zl", "lineseparator", .lineSeparator),
    ("zp", "paragraphseparator", .paragraphSeparator), ("cc", "control", .control), ("cf", "format", .format),
    ("cs", "surrogate", .surrogate), ("co", "privateuse", .privateUse), ("cn", "unassigned", .unassigned),
  ]

  private static func categories(
    where isMeant: ((code: String, name: String, category: Unicode.GeneralCategory)) -> Bool
  ) -> Categories {
    var result: Categories = []
    for (bit, row) in table.enumerated() where isMeant(row) {
      result.insert(Categories(rawValue: 1 << UInt32(bit)))
    }
    return result
  }
}
