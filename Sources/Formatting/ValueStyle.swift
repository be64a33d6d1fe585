import Query
import Records

/// The display style of values where their type does not determine it: in table cells, section headings,
/// tiles, charts, filters, feeds and result descriptions.
package enum ValueStyle: Sendable {
  /// The default style of the type.
  case plain
  /// A date's year, or an integer of a record, grouped from five digits on.
  case nominal
  /// A month or quarter, with or without a year, formatted like a date.
  case period
  /// A day of the week, shown by its name.
  case weekday
  /// A record's state, shown by the theme's word.
  case state
  /// A number as a percentage, with as many digits as it has.
  case percent
  /// A part of a whole, as a percentage with one digit after the point.
  case share
  /// A change, as a percentage with a sign.
  case change

  /// The style of an attribute's values.
  package init(_ attribute: Attribute) {
    self =
      attribute.isState
      ? .state : attribute.isPercent ? .percent : attribute.type == .integer ? .nominal : .plain
  }

  /// The style of an expression's values.
  /// - Parameter attribute: the attribute at the end of its key path, if it is one.
  package init(_ expression: Expression, attribute: Attribute?) {
    let periods = ["month", "quarter", "week", "monthOfYear", "quarterOfYear"]
    if expression.isYear {
      self = .nominal
    } else if expression.isWeekday {
      self = .weekday
    } else if expression.type.element == .text, let key = expression.keyOfValues, periods.contains(key) {
      self = .period
    } else {
      self = attribute.map { ValueStyle($0) } ?? .plain
    }
  }

  /// The style of the values of an expression for an entity's records.
  package init(_ expression: Expression, of entity: Int, in model: Model) {
    self.init(expression, attribute: KeyPathReading(expression.syntax, from: entity, in: model)?.attribute)
  }

  /// The style of a column's values.
  package init(_ column: FetchColumn) {
    switch column.rowFunction {
    case .share: self = .share
    case .change: self = .change
    case nil where column.isRatio, .cumulative where column.isRatio: self = .share
    default:
      // A total is never nominal, as a house number is.
      self =
        column.attribute?.type == .integer && column.isTotal
        ? .plain
        : column.isPercent ? .percent : ValueStyle(column.expression, attribute: column.attribute)
    }
  }
}

extension Expression {
  /// Whether the values are years of dates, whose digits are not grouped.
  package var isYear: Bool { type.element == .integer && keyOfValues == "year" }
}

extension FetchColumn {
  /// Whether the column shows years of dates, whose digits are not grouped.
  package var isYear: Bool { type == expression.type && expression.isYear }
}
