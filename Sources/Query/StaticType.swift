import Records

/// The type of an expression, known before evaluation.
package indirect enum StaticType: Sendable, Hashable {
  /// The type of NIL alone.
  case null
  /// Text, including emails, URLs and currencies.
  case text
  /// A whole number.
  case integer
  /// An exact number.
  case decimal
  /// Amounts by currency.
  case money
  /// True or false.
  case boolean
  /// A civil day.
  case date
  /// A record of an entity or its subentities, by the entity's index in the model.
  case record(entity: Int)
  /// A list of values, which are not lists themselves.
  case list(StaticType)

  /// The type of an attribute's values.
  init(_ type: AttributeType) {
    self =
      switch type {
      case .string, .text, .email, .url, .currency: .text
      case .integer: .integer
      case .decimal: .decimal
      case .money: .money
      case .boolean: .boolean
      case .date: .date
      case .tags: .list(.text)
      }
  }

  /// Whether it is a number without a currency.
  package var isNumber: Bool { self == .integer || self == .decimal }

  /// Whether it is a number or an amount, which add up.
  package var isNumeric: Bool {
    switch self {
    case .integer, .decimal, .money: true
    case .null, .text, .boolean, .date, .record, .list: false
    }
  }

  /// The type of a list's elements, or the type itself if it is not a list.
  package var element: StaticType { if case .list(let element) = self { element } else { self } }

  /// Whether it is a list.
  package var isList: Bool { if case .list = self { true } else { false } }

  /// The type in words, as a diagnostic names it: `a date`, `a list of Order`.
  package func name(in model: Model) -> String {
    switch self {
    case .null: "nil"
    case .text: "a text"
    case .integer, .decimal: "a number"
    case .money: "an amount of money"
    case .boolean: "a boolean"
    case .date: "a date"
    case .record(let entity): "a record of \(model.entities[entity].name)"
    case .list(.record(let entity)): "a list of \(model.entities[entity].name)"
    case .list(let element):
      switch element {
      case .text: "a list of texts"
      case .integer, .decimal: "a list of numbers"
      case .money: "a list of amounts"
      case .boolean: "a list of booleans"
      case .date: "a list of dates"
      default: "a list"
      }
    }
  }
}
