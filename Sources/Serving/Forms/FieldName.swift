/// The name of a field of a form.
///
///     v.date               a value of the record
///     r.rows               a list, which may have no rows left
///     r.rows.2.quantity    a value of a row, or what the form says of the row
enum FieldName: Hashable, Sendable, CustomStringConvertible {
  /// The id of a new record.
  case id
  /// A value of the record, by its key.
  case value(String)
  /// A list of rows, by its key.
  case list(String)
  /// A value of a row, by the key of its list, the row's name in the form, and its key.
  case cell(list: String, row: String, key: String)

  /// Parses a name; nil for the fields of a form that are no values.
  init?(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
    switch (parts[0], parts.count) {
    case ("id", 1): self = .id
    case ("v", 2...): self = .value(parts.dropFirst().joined(separator: "."))
    case ("r", 2): self = .list(parts[1])
    case ("r", 4): self = .cell(list: parts[1], row: parts[2], key: parts[3])
    default: return nil
    }
  }

  /// The name as forms have it.
  var text: String {
    switch self {
    case .id: "id"
    case .value(let key): "v.\(key)"
    case .list(let key): "r.\(key)"
    case .cell(let list, let row, let key): "r.\(list).\(row).\(key)"
    }
  }

  var description: String { text }

  /// Whether it is of a row.
  var isOfRow: Bool { if case .cell = self { true } else { false } }
}

extension HTML.StringInterpolation {
  /// Appends a name, escaped for an attribute.
  mutating func appendInterpolation(_ name: FieldName) { appendInterpolation(name.text) }
}
