import Records

/// A column while records are read; the attribute's type decides which array is in use.
///
/// Unlike the enumeration `Column`, it sets values in place, without taking the array out and back.
struct ColumnPart: Sendable {
  /// The attribute's type, which selects the array in use.
  let type: AttributeType
  /// Of string, text, email and url, by row. As in all arrays, rows after the last value have no element yet.
  var texts: [String?] = []
  /// Of integer and decimal.
  var numbers: [Decimal?] = []
  var moneys: [Money?] = []
  var booleans: [Bool?] = []
  var dates: [CivilDate?] = []
  var currencies: [Currency?] = []
  /// Of tags; empty for a row without any.
  var tags: [[String]] = []

  init(type: AttributeType) {
    self.type = type
  }

  /// Reserves the space for a number of values.
  mutating func reserveCapacity(_ count: Int) {
    switch type {
    case .string, .text, .email, .url: texts.reserveCapacity(count)
    case .integer, .decimal: numbers.reserveCapacity(count)
    case .money: moneys.reserveCapacity(count)
    case .boolean: booleans.reserveCapacity(count)
    case .date: dates.reserveCapacity(count)
    case .currency: currencies.reserveCapacity(count)
    case .tags: tags.reserveCapacity(count)
    }
  }

  /// Appends nil up to a number of values: rows without a value cost nothing until a later row has one.
  mutating func pad(to count: Int) {
    switch type {
    case .string, .text, .email, .url: texts.pad(to: count)
    case .integer, .decimal: numbers.pad(to: count)
    case .money: moneys.pad(to: count)
    case .boolean: booleans.pad(to: count)
    case .date: dates.pad(to: count)
    case .currency: currencies.pad(to: count)
    case .tags: while tags.count < count { tags.append([]) }
    }
  }

  /// Sets the value of the last row, or of a row after it.
  /// - Parameters:
  ///   - value: a value of the column's type, or nil.
  ///   - row: the row; rows between the last one and it get nil.
  mutating func set(_ value: Value, at row: Int) {
    switch type {
    case .string, .text, .email, .url: texts.set(value.text, at: row)
    case .integer, .decimal: numbers.set(value.number, at: row)
    case .money: moneys.set(value.money, at: row)
    case .boolean: booleans.set(value.boolean, at: row)
    case .date: dates.set(value.date, at: row)
    case .currency: currencies.set(value.text.flatMap { Currency(code: $0) }, at: row)
    case .tags:
      pad(to: row + 1)
      if case .list(let values) = value { tags[row] = values.compactMap(\.text) } else { tags[row] = [] }
    }
  }

  /// Appends another column of the same type; only the arrays in use have elements.
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

extension Array {
  /// Appends nil up to a number of elements.
  fileprivate mutating func pad<Wrapped>(to count: Int) where Element == Wrapped? {
    while self.count < count { append(nil) }
  }

  /// Sets the last element, or an element after it.
  fileprivate mutating func set<Wrapped>(_ value: Wrapped?, at index: Int) where Element == Wrapped? {
    if index < count {
      self[index] = value
    } else {
      pad(to: index)
      append(value)
    }
  }
}

/// The written links of a relationship while records are read.
///
/// A target is the index of a reference among the chunk's references, or -1 for none: the record with that id
/// is known only once all files are read.
struct LinkPart: Sendable {
  /// Whether a row may have any number of targets, given by `counts`.
  let isMany: Bool
  /// The targets; for a to-one relationship, one for each row.
  var targets: [Int32] = []
  /// The number of targets of each row of a to-many relationship.
  var counts: [Int32] = []
}

/// The records that a chunk of files adds to one table.
struct TablePart: Sendable {
  /// The number of rows.
  var count = 0
  /// The columns, in the order of the table's layout.
  var columns: [ColumnPart]
  /// The link columns, in the order of the table's layout.
  var links: [LinkPart]
  /// For records inside others: the owner's index among the chunk's files.
  var owners: [Int32] = []
  /// For records inside others: the position in the owner's list, from 1.
  var positions: [Int32] = []
  /// For records inside others: where they begin in the file.
  var fileOffsets: [Int32] = []
  /// The values that could not be read or are not allowed, by row and column.
  var invalidValues: [(row: Int, column: Int)] = []
  /// The links that could not be read, by row and link column.
  var invalidLinks: [(row: Int, link: Int)] = []

  init(layout: TableLayout) {
    columns = layout.columns.map { ColumnPart(type: $0) }
    links = layout.links.map { LinkPart(isMany: $0.isMany) }
  }

  /// Appends a row without values or links.
  mutating func appendRow() {
    count += 1
    for index in links.indices {
      if links[index].isMany { links[index].counts.append(0) } else { links[index].targets.append(-1) }
    }
  }

  /// Sets a value of the last appended row.
  mutating func set(_ value: Value, column: Int) {
    columns[column].set(value, at: count - 1)
  }
}
