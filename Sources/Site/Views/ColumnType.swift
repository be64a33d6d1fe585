import Formatting
import Query
import Records

/// The type of the values in a column or a field, by whose name templates and the script of lists decide how
/// to show them.
enum ColumnType: String, Sendable {
  /// The types of attributes.
  case string, text, integer, decimal, money, currency, boolean, date, email, url, tags
  /// A record; records, each of which links to its page; and values that are not records.
  case record, records, list
  /// A record's id.
  case id
  /// A year of a date, whose digits are not grouped.
  case year
  /// A picture without values.
  case sparkline

  /// The name in templates: that of the type in the model, or another. Lists have one name.
  var name: String { self == .records ? "list" : rawValue }

  /// Whether the values are numbers or amounts, which are right-aligned.
  var isNumber: Bool { self == .integer || self == .decimal || self == .money }

  /// Whether the values are addresses, which are shown as links.
  var isAddress: Bool { self == .email || self == .url }
}

extension ColumnType {
  /// The type of an attribute's values.
  init(_ type: AttributeType) {
    self =
      switch type {
      case .string: .string
      case .text: .text
      case .integer: .integer
      case .decimal: .decimal
      case .money: .money
      case .currency: .currency
      case .boolean: .boolean
      case .date: .date
      case .email: .email
      case .url: .url
      case .tags: .tags
      }
  }

  /// The type of an expression's values.
  init(_ type: StaticType) {
    self =
      switch type {
      case .null, .text: .text
      case .integer: .integer
      case .decimal: .decimal
      case .money: .money
      case .boolean: .boolean
      case .date: .date
      case .record: .record
      case .list(.record): .records
      case .list: .list
      }
  }

  /// The type of the values in a column of a result. A year's digits are not grouped, and a weekday has a name.
  init(_ column: FetchColumn) {
    if column.isYear {
      self = .year
    } else if ValueStyle(column) == .weekday {
      self = .text
    } else {
      self = column.path?.leaf == .id ? .id : Self(column.type)
    }
  }
}
