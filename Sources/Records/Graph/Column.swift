/// The values of one attribute for all records of a table, by row; nil if there is none.
///
/// Optionals need no extra memory here: `Decimal`, `Money`, `String` and `Bool` have spare bits for nil.
package enum Column: Sendable {
  /// string, text, email and url
  case text([String?])
  /// integer and decimal
  case number([Decimal?])
  /// Amounts by currency.
  case money([Money?])
  /// True or false.
  case boolean([Bool?])
  /// Civil days.
  case date([CivilDate?])
  /// Currencies, which apply to the amounts of a record that name none.
  case currency([Currency?])
  /// The tags in the order written; empty for a record without any.
  case tags([[String]])

  /// Makes a column without values.
  package init(type: AttributeType, count: Int = 0) {
    switch type {
    case .string, .text, .email, .url: self = .text(Array(repeating: nil, count: count))
    case .integer, .decimal: self = .number(Array(repeating: nil, count: count))
    case .money: self = .money(Array(repeating: nil, count: count))
    case .boolean: self = .boolean(Array(repeating: nil, count: count))
    case .date: self = .date(Array(repeating: nil, count: count))
    case .currency: self = .currency(Array(repeating: nil, count: count))
    case .tags: self = .tags(Array(repeating: [], count: count))
    }
  }

  /// How many rows of a column have a value.
  package enum Filling: Sendable {
    /// None, some or all of them.
    case empty, partial, full
  }

  /// How many rows have a value; a row without tags has none.
  /// - Complexity: O(*n*) in the rows up to the first that differs from row 0.
  package var filling: Filling {
    switch self {
    case .text(let values): Self.filling(values) { $0 != nil }
    case .number(let values): Self.filling(values) { $0 != nil }
    case .money(let values): Self.filling(values) { $0 != nil }
    case .boolean(let values): Self.filling(values) { $0 != nil }
    case .date(let values): Self.filling(values) { $0 != nil }
    case .currency(let values): Self.filling(values) { $0 != nil }
    case .tags(let values): Self.filling(values) { !$0.isEmpty }
    }
  }

  // Inlined for each type of value: the generic version took ten times as long.
  @inline(__always)
  private static func filling<T>(_ values: [T], _ isValue: (T) -> Bool) -> Filling {
    guard let first = values.first.map(isValue) else { return .empty }
    guard values.allSatisfy({ isValue($0) == first }) else { return .partial }
    return first ? .full : .empty
  }

  /// The value of a row.
  package subscript(row: Int) -> Value {
    switch self {
    case .text(let values): values[row].map(Value.text) ?? .null
    case .number(let values): values[row].map(Value.number) ?? .null
    case .money(let values): values[row].map(Value.money) ?? .null
    case .boolean(let values): values[row].map(Value.boolean) ?? .null
    case .date(let values): values[row].map(Value.date) ?? .null
    case .currency(let values): values[row].map { .text($0.code) } ?? .null
    case .tags(let values): values[row].isEmpty ? .null : .list(values[row].map(Value.text))
    }
  }

  /// The values of some rows; none for row -1.
  func gathered(_ rows: [Int32]) -> Column {
    func gather<Element>(_ values: [Element?]) -> [Element?] { rows.map { $0 < 0 ? nil : values[Int($0)] } }
    return switch self {
    case .text(let values): .text(gather(values))
    case .number(let values): .number(gather(values))
    case .money(let values): .money(gather(values))
    case .boolean(let values): .boolean(gather(values))
    case .date(let values): .date(gather(values))
    case .currency(let values): .currency(gather(values))
    case .tags(let values): .tags(rows.map { $0 < 0 ? [] : values[Int($0)] })
    }
  }
}
