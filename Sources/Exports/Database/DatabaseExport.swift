import Records
import SQLite

/// A book as an SQLite database: what `docket export sqlite` writes.
///
/// Amounts are integers in minor units with a currency column, dates are ISO text, references are foreign
/// keys. A value in several currencies is null in its column and has one row per currency in
/// `several_amounts`; the view `amounts` contains all amounts. The same records give the same bytes with the
/// same version of SQLite.
package struct DatabaseExport {
  /// The application ID in the file's header by which docket recognizes its own databases: `dckt`.
  private static let applicationID = 0x6463_6B74

  /// Checks the header of a file up to and including the application ID.
  /// - Returns: whether the bytes begin like a database of docket.
  package static func isOwn(_ beginning: [UInt8]) -> Bool {
    beginning.count >= 72 && beginning[68..<72].elementsEqual([0x64, 0x63, 0x6B, 0x74])
  }

  /// The database's file.
  package private(set) var bytes: [UInt8] = []
  /// Notes for readers of the figures, as sentences without full stops.
  package private(set) var notes: [String] = []

  private let graph: RecordGraph
  private let schema: DatabaseSchema
  private let database: Database
  private var currencies: Set<Currency> = []
  private var severalCount = 0
  private var roundedCount = 0

  /// Makes a database.
  /// - Parameter about: the names and values of the table `docket`.
  package init(_ graph: RecordGraph, about: KeyValuePairs<String, String>) throws {
    self.graph = graph
    schema = DatabaseSchema(graph.model)
    database = try Database()
    try database.execute(
      "PRAGMA application_id = \(Self.applicationID); PRAGMA user_version = 1; PRAGMA journal_mode = OFF; BEGIN"
    )
    for sql in schema.creation { try database.execute(sql) }
    try fill(about)
    for sql in schema.finishing { try database.execute(sql) }
    try database.execute("COMMIT")
    bytes = try database.bytes()
    if severalCount > 0 {
      notes.append(
        severalCount == 1
          ? "1 amount of several currencies is in the table \(schema.own.several)"
          : "\(severalCount) amounts of several currencies are in the table \(schema.own.several)")
    }
    if roundedCount > 0 {
      notes.append("\(roundedCount) numbers have more than 15 digits, and SQLite keeps the first 15")
    }
  }

  // MARK: Rows

  private mutating func fill(_ about: KeyValuePairs<String, String>) throws {
    let insert = try database.prepare("INSERT INTO \(sqlIdentifier(schema.own.about)) VALUES (?, ?)")
    for (key, value) in about { try insert.run([.text(key), .text(value)]) }
    let several = try database.prepare(
      "INSERT INTO \(sqlIdentifier(schema.own.several)) VALUES (?, ?, ?, ?, ?, ?)")
    for table in schema.tables { try fill(table, several) }
    for list in schema.lists { try fill(list) }
    let currency = try database.prepare("INSERT INTO \(sqlIdentifier(schema.own.currencies)) VALUES (?, ?)")
    for known in currencies.sorted() {
      let units = (0..<known.digits).reduce(1) { units, _ in units * 10 }
      try currency.run([.text(known.code), .integer(units)])
    }
  }

  private mutating func fill(_ table: DatabaseSchema.Table, _ several: Statement) throws {
    let marks = table.columns.map { _ in "?" }.joined(separator: ", ")
    let insert = try database.prepare("INSERT INTO \(sqlIdentifier(table.name)) VALUES (\(marks))")
    for row in graph.rows(of: table.entity) {
      var values: [Statement.Value] = []
      for column in table.columns { values.append(try value(of: column, row, table, several)) }
      try insert.run(values)
    }
  }

  private func fill(_ list: DatabaseSchema.ListTable) throws {
    let table = graph.model.entities[list.entity].table
    let marks =
      switch list.list {
      case .tags: "?, ?, ?"
      case .links: "?, ?"
      }
    let insert = try database.prepare("INSERT INTO \(sqlIdentifier(list.name)) VALUES (\(marks))")
    for row in graph.rows(of: list.entity) {
      let id = Statement.Value.text(graph.id(of: row, in: table))
      switch list.list {
      case .tags(let column):
        guard case .tags(let tags) = graph.tables[table].columns[column] else { continue }
        for (index, tag) in tags[row].enumerated() {
          try insert.run([id, .integer(index + 1), .text(tag)])
        }
      case .links(let link, let destination):
        for target in Set(graph.tables[table].links[link].targets(of: row)).sorted() {
          try insert.run([id, .text(graph.id(of: Int(target), in: destination))])
        }
      }
    }
  }

  private mutating func value(
    of column: DatabaseSchema.Column, _ row: Int, _ table: DatabaseSchema.Table, _ several: Statement
  ) throws -> Statement.Value {
    let place = graph.model.entities[table.entity].table
    switch column.source {
    case .id: return .text(graph.id(of: row, in: place))
    case .path: return .text(String(graph.file(of: row, in: place).path))
    case .position: return .integer(Int(graph.tables[place].positions[row]))
    case .isDraft: return .integer(graph.isDraft(row, in: place) ? 1 : 0)
    case .isImplied: return .integer(graph.tables[place].isImplied(row) ? 1 : 0)
    case .entity: return .text(graph.model.entities[graph.entity(of: row, in: place)].name)
    case .owner(let owners):
      guard let rows = graph.tables[place].owners?.rows else { return .null }
      return .text(graph.id(of: Int(rows[row]), in: owners))
    case .link(let link, let destination):
      guard let target = graph.tables[place].links[link].target(of: row) else { return .null }
      return .text(graph.id(of: target, in: graph.model.entities[destination].table))
    case .currency(let attribute):
      guard let amount = graph.tables[place].columns[attribute.column][row].money?.single else {
        return .null
      }
      return .text(amount.currency.code)
    case .attribute(let attribute):
      switch graph.tables[place].columns[attribute.column][row] {
      case .null, .record, .list: return .null
      case .text(let text): return .text(text)
      case .boolean(let flag): return .integer(flag ? 1 : 0)
      case .date(let day): return .text(day.description)
      case .number(let number): return self.number(number, of: attribute)
      case .money(let money): return try self.money(money, of: attribute, row, table, several)
      }
    }
  }

  private mutating func number(_ number: Decimal, of attribute: Attribute) -> Statement.Value {
    if attribute.type == .integer, let integer = number.integer { return .integer(integer) }
    let text = number.withoutTrailingZeros.description
    if text.drop(while: { "-0.".contains($0) }).count(where: \.isNumber) > 15 { roundedCount += 1 }
    return Double(text).map { .real($0) } ?? .null
  }

  private mutating func money(
    _ money: Money, of attribute: Attribute, _ row: Int, _ table: DatabaseSchema.Table, _ several: Statement
  ) throws -> Statement.Value {
    let entity = graph.model.entities[table.entity]
    let id = graph.id(of: row, in: entity.table)
    func units(_ amount: Money.Amount) throws(ExportFailure) -> Int {
      let digits = attribute.digits ?? amount.currency.digits
      // Trailing zeros do not count as digits.
      guard
        let units = amount.number.units(digits: digits)
          ?? amount.number.withoutTrailingZeros.units(digits: digits)
      else {
        throw ExportFailure(
          "'\(attribute.name.text)' of \(entity.name) \(id) is \(Money(amount)), which is not a 64-bit number of units with \(digits) digits after the point"
        )
      }
      return units
    }
    for amount in money.amounts { currencies.insert(amount.currency) }
    if let single = money.single { return .integer(try units(single)) }
    severalCount += 1
    for amount in money.amounts {
      try several.run([
        .text(entity.name), .text(id), .text(attribute.name.text), .text(amount.currency.code),
        .integer(try units(amount)), .real(Double(amount.number.description) ?? 0),
      ])
    }
    return .null
  }
}
