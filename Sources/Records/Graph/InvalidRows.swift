/// The rows of a column or relationship that could not be read, or were computed from such rows.
///
/// The reason was reported where it was read; a marked row is not diagnosed again.
package struct InvalidRows: Sendable {
  /// Whether every row is invalid.
  private(set) var areAll = false
  /// The invalid rows, unless all of them are.
  private(set) var rows: Set<Int32> = []

  /// Makes marks on no row.
  package init() {}

  /// Marks on all rows.
  package static var all: InvalidRows {
    var rows = InvalidRows()
    rows.areAll = true
    return rows
  }

  /// Whether no row is invalid.
  package var isEmpty: Bool { !areAll && rows.isEmpty }

  /// Whether a row is invalid.
  package func contains(_ row: Int) -> Bool { areAll || rows.contains(Int32(truncatingIfNeeded: row)) }

  /// Marks a row.
  /// - Returns: whether it was not marked before.
  @discardableResult mutating func insert(_ row: Int) -> Bool {
    rows.insert(Int32(truncatingIfNeeded: row)).inserted
  }

  /// The same marks after rows have moved.
  /// - Parameter places: the new row of each old row.
  fileprivate func moved(_ places: [Int32]) -> InvalidRows {
    var result = self
    result.rows = Set(rows.map { places[Int($0)] })
    return result
  }

  /// Adds other marks to these.
  package mutating func formUnion(_ other: InvalidRows) {
    areAll = areAll || other.areAll
    rows.formUnion(other.rows)
  }
}

/// The records of a table that were skipped: their file cannot be read, or its name is only nearly right.
package struct SkippedRecords: Sendable {
  /// The known ids.
  package private(set) var ids: Set<String> = []
  /// Whether there are skipped records with unknown ids.
  package private(set) var areUnknown = false

  /// Adds a record; nil stands for any number of records with unknown ids.
  package mutating func insert(_ id: String?) {
    if let id { ids.insert(id) } else { areUnknown = true }
  }

  /// Whether an id may belong to a skipped record.
  package func contains(_ id: String) -> Bool { areUnknown || ids.contains(id) }

  /// Whether no record was skipped.
  package var isEmpty: Bool { !areUnknown && ids.isEmpty }
}

/// The invalid values, links and records of a table.
package struct TableMarks: Sendable {
  /// The rows without a valid value, by column.
  package var values: [Int: InvalidRows] = [:]
  /// The rows with missing or wrong links, by link column.
  package var links: [Int: InvalidRows] = [:]
  /// The skipped records, which are not in the table.
  package var skipped = SkippedRecords()

  /// Makes empty marks.
  package init() {}

  /// Whether a value or a link of a row is marked.
  package func contains(_ row: Int) -> Bool {
    values.values.contains { $0.contains(row) } || links.values.contains { $0.contains(row) }
  }

  /// Whether the value of a row is marked.
  package func contains(_ row: Int, column: Int) -> Bool { values[column]?.contains(row) ?? false }

  /// Whether the links of a row are marked.
  package func contains(_ row: Int, link: Int) -> Bool { links[link]?.contains(row) ?? false }

  /// Marks the value of a row.
  package mutating func insert(_ row: Int, column: Int) { values[column, default: InvalidRows()].insert(row) }

  /// Marks the links of a row.
  package mutating func insert(_ row: Int, link: Int) { links[link, default: InvalidRows()].insert(row) }

  /// Marks the links of rows.
  package mutating func insert(_ rows: InvalidRows, link: Int) {
    guard !rows.isEmpty else { return }
    links[link, default: InvalidRows()].formUnion(rows)
  }

  /// Adds other marks to these.
  package mutating func formUnion(_ other: TableMarks) {
    for (column, rows) in other.values { values[column, default: InvalidRows()].formUnion(rows) }
    for (link, rows) in other.links { links[link, default: InvalidRows()].formUnion(rows) }
  }

  /// Moves the marks along with their rows.
  /// - Parameter places: the new row of each old row.
  mutating func move(_ places: [Int32]) {
    values = values.mapValues { $0.moved(places) }
    links = links.mapValues { $0.moved(places) }
  }

  /// Whether nothing is marked.
  package var isEmpty: Bool { values.isEmpty && links.isEmpty && skipped.isEmpty }
}

extension RecordGraph {
  /// Whether an id may belong to a skipped record.
  package func isSkipped(_ id: String, in table: Int) -> Bool { tables[table].marks.skipped.contains(id) }

  /// The rows of an entity's records, subentities included, whose value of an attribute is valid.
  /// - Complexity: O(*n*) in the rows.
  package func validRows(of entity: Int, _ attribute: Attribute) -> [Int] {
    let rows = rows(of: entity)
    guard let invalid = tables[model.entities[entity].table].marks.values[attribute.column] else {
      return Array(rows)
    }
    return rows.filter { !invalid.contains($0) }
  }

  /// The rows of a table for which something that is read is invalid.
  ///
  /// A row is invalid if a column or link of it is marked, or if its links lead to an invalid row.
  /// - Parameters:
  ///   - table: the table.
  ///   - columns: the columns that are read, by table.
  ///   - links: the link columns that are followed, by table.
  /// - Complexity: O(1) if nothing is marked; otherwise O(*n*) in the rows and links of the tables.
  package func invalidRows(
    of table: Int, columns: [(table: Int, column: Int)], links: [(table: Int, link: Int)]
  ) -> InvalidRows {
    guard tables.contains(where: { !$0.marks.isEmpty }) else { return InvalidRows() }
    var invalid: [Int: InvalidRows] = [:]
    var next: [RecordHandle] = []
    func mark(_ rows: InvalidRows?, of table: Int) {
      guard let rows else { return }
      if rows.areAll {
        for row in 0..<tables[table].count { mark(row, of: table) }
      } else {
        for row in rows.rows { mark(Int(row), of: table) }
      }
    }
    func mark(_ row: Int, of table: Int) {
      if invalid[table, default: InvalidRows()].insert(row) {
        next.append(RecordHandle(table: table, row: row))
      }
    }
    for (table, column) in columns { mark(tables[table].marks.values[column], of: table) }
    for (table, link) in links { mark(tables[table].marks.links[link], of: table) }
    guard !next.isEmpty else { return InvalidRows() }
    let inverses = links.map { source, link in
      let destination = model.tables[source].links[link].destination
      let inverse = tables[source].links[link].inverted(destinationCount: tables[destination].count)
      return (source: source, destination: destination, inverse: inverse)
    }
    while let record = next.popLast() {
      for (source, destination, inverse) in inverses where destination == record.table {
        for target in inverse.targets(of: record.row) { mark(Int(target), of: source) }
      }
    }
    return invalid[table] ?? InvalidRows()
  }
}
