import Records

/// A column while records are read: one of the arrays is in use, by the attribute's type.
///
/// `Column` is the same as an enumeration; here a value is set in place, without taking the array out and back.
struct ColumnPart: Sendable {
  let type: AttributeType
  var texts: [String?] = []
  var numbers: [Decimal?] = []
  var moneys: [Money?] = []
  var booleans: [Bool?] = []
  var dates: [CivilDate?] = []
  var currencies: [Currency?] = []
  var tags: [[String]] = []

  init(type: AttributeType) {
    self.type = type
  }

  /// Appends a value of the column's type, or nil.
  mutating func append(_ value: Value) {
    switch type {
    case .string, .text, .email, .url: texts.append(value.text)
    case .integer, .decimal: numbers.append(value.number)
    case .money: moneys.append(value.money)
    case .boolean: booleans.append(value.boolean)
    case .date: dates.append(value.date)
    case .currency: currencies.append(value.text.flatMap { Currency(code: $0) })
    case .tags:
      guard case .list(let values) = value else { return tags.append([]) }
      tags.append(values.compactMap(\.text))
    }
  }

  /// Replaces the value appended last.
  mutating func setLast(_ value: Value) {
    switch type {
    case .string, .text, .email, .url: texts.removeLast()
    case .integer, .decimal: numbers.removeLast()
    case .money: moneys.removeLast()
    case .boolean: booleans.removeLast()
    case .date: dates.removeLast()
    case .currency: currencies.removeLast()
    case .tags: tags.removeLast()
    }
    append(value)
  }

  /// Appends the values of another column of the same type; only the arrays in use have any.
  mutating func append(contentsOf other: ColumnPart) {
    texts += other.texts
    numbers += other.numbers
    moneys += other.moneys
    booleans += other.booleans
    dates += other.dates
    currencies += other.currencies
    tags += other.tags
  }

  /// The finished column.
  var column: Column {
    switch type {
    case .string, .text, .email, .url: .text(texts)
    case .integer, .decimal: .number(numbers)
    case .money: .money(moneys)
    case .boolean: .boolean(booleans)
    case .date: .date(dates)
    case .currency: .currency(currencies)
    case .tags: .tags(tags)
    }
  }
}

/// The written links of a relationship while records are read.
///
/// A target is the place of the destination's file among all files of its table, known before any is read; -1 for
/// none, and -2 - *n* for the *n*th deferred reference of the chunk.
struct LinkPart: Sendable {
  let isMany: Bool
  /// The targets; of a to-one relationship one for each row.
  var targets: [Int32] = []
  /// The number of targets of each row of a to-many relationship.
  var counts: [Int32] = []
}

/// The records that a chunk of files adds to one table.
struct TablePart: Sendable {
  var count = 0
  var columns: [ColumnPart]
  var links: [LinkPart]
  /// For records written inside others: the owner's place among the chunk's files.
  var owners: [Int32] = []
  /// For records written inside others: the place in the owner's list, from 1.
  var positions: [Int32] = []
  /// For records written inside others: where they begin in the file.
  var places: [Int32] = []

  init(layout: TableLayout) {
    columns = layout.columns.map { ColumnPart(type: $0) }
    links = layout.links.map { LinkPart(isMany: $0.isMany) }
  }
}
