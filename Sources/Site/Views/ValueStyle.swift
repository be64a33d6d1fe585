import Query
import Records

/// How values are written for readers where their type alone does not say: in the cells of a table, the headings of its
/// sections, tiles, charts, filters, feeds and the words below a result.
enum ValueStyle: Sendable {
  /// As their type is written.
  case plain
  /// A date's year, or an integer as records have it, whose digits are grouped from five on.
  case nominal
  /// A month or quarter, of a year or of any year, which are written as days are.
  case period
  /// A day of the week, which is written by its name.
  case weekday
  /// A record's state, in the theme's word for it.
  case state
  /// A part of a whole, in per cent.
  case share
  /// A growth, in per cent with its sign.
  case change

  /// The style of an attribute's values.
  init(_ attribute: Attribute) {
    self = attribute.isState ? .state : attribute.type == .integer ? .nominal : .plain
  }

  /// The style of an expression's values.
  /// - Parameter attribute: the attribute that it leads to, if it is a key path to one.
  init(_ expression: Expression, attribute: Attribute?) {
    let periods = [".month", ".quarter", ".monthOfYear", ".quarterOfYear"]
    if expression.isYear {
      self = .nominal
    } else if expression.isWeekday {
      self = .weekday
    } else if expression.type.element == .text, periods.contains(where: { expression.text.hasSuffix($0) }) {
      self = .period
    } else {
      self = attribute.map { ValueStyle($0) } ?? .plain
    }
  }

  /// The style of the values of an expression that starts at the records of an entity.
  init(_ expression: Expression, of entity: Int, in model: Model) {
    self.init(expression, attribute: KeyPathReading(expression.syntax, from: entity, in: model)?.attribute)
  }

  /// The style of a column's values.
  init(_ column: FetchColumn) {
    switch column.rowFunction {
    case .share: self = .share
    case .change: self = .change
    default:
      // What is added up is no number of some kind, such as that of a house.
      self =
        column.attribute?.type == .integer && column.isTotal
        ? .plain : ValueStyle(column.expression, attribute: column.attribute)
    }
  }
}
