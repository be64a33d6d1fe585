import Diagnostics
import Records

/// A key of an attribute in model.yml.
enum AttributeOption: String, CaseIterable {
  case type, required, `default`, choices, min, max
  case minLength = "min-length"
  case maxLength = "max-length"
  case pattern, unique, digits, percent, label, translations
  case `private`, total, was, derived, formula

  /// The types that the option applies to, in the order of the documentation; nil for all.
  private var types: [AttributeType]? {
    switch self {
    case .min, .max: [.integer, .decimal, .money, .date, .string, .text]
    case .minLength, .maxLength, .pattern: [.string, .text, .email, .url, .tags]
    case .translations: [.string, .text]
    case .digits: [.decimal, .money]
    case .percent: [.decimal]
    case .total: AttributeType.allCases.filter(\.isNumeric)
    case .type, .required, .default, .choices, .unique, .label, .private, .was, .derived, .formula: nil
    }
  }

  /// Whether the option applies to attributes of a type.
  func fits(_ type: AttributeType) -> Bool { types?.contains(type) ?? true }

  /// The message for an attribute of a type that the option does not apply to.
  func misfit(with type: AttributeType) -> String {
    let names = (types ?? []).map(\.rawValue)
    let list =
      names.count > 1
      ? names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "") : names.joined()
    let instead: String? =
      switch self {
      case .min where Self.minLength.fits(type): Self.minLength.rawValue
      case .max where Self.maxLength.fits(type): Self.maxLength.rawValue
      case .minLength where Self.min.fits(type): Self.min.rawValue
      case .maxLength where Self.max.fits(type): Self.max.rawValue
      default: nil
      }
    return "'\(rawValue)' is for attributes of type \(list), not \(type.rawValue)"
      + suggestion(instead)
  }
}

extension AttributeType {
  /// The type that other programs call by this name.
  static func suggested(for name: String) -> AttributeType? {
    switch name.lowercased() {
    case "str", "varchar", "char", "enum", "phone", "tel": .string
    case "longtext", "textarea", "markdown", "multiline": .text
    case "int", "int32", "int64", "long", "count": .integer
    case "number", "float", "double", "real", "numeric", "percent", "percentage": .decimal
    case "amount", "price", "cash": .money
    case "bool", "flag", "checkbox", "yesno": .boolean
    case "datetime", "timestamp", "day", "time": .date
    case "mail", "e-mail": .email
    case "uri", "link", "website", "web": .url
    case "list", "array", "strings", "keywords": .tags
    default: nil
    }
  }
}

extension Attribute {
  /// Changes the type. A default, choice or bound stays if it reads as the same value.
  mutating func change(to type: AttributeType) {
    let before = self
    self.type = type
    guard type != before.type else { return }
    func isKept(_ source: SourceText) -> Bool {
      func value(_ attribute: Attribute) -> Value? {
        try? ValueReader.value(of: source, as: attribute, currency: .euro).get()
      }
      return value(self) == value(before)
    }
    if let source = defaultValue, !isKept(source) { defaultValue = nil }
    if let source = minimum, !isKept(source) { minimum = nil }
    if let source = maximum, !isKept(source) { maximum = nil }
    choices = choices.filter { isKept($0) }
  }

  /// Removes the options that do not apply to the new type.
  mutating func dropMisfits() {
    if !AttributeOption.min.fits(type) { (minimum, maximum) = (nil, nil) }
    if !AttributeOption.pattern.fits(type) { (minLength, maxLength, pattern) = (nil, nil, nil) }
    if !AttributeOption.digits.fits(type) { digits = nil }
    if !AttributeOption.percent.fits(type) { isPercent = false }
    if !AttributeOption.total.fits(type) { writtenTotal = nil }
  }
}
