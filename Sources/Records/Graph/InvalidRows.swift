/// The rows of a column or of a relationship that could not be read, or that were computed from such rows.
///
/// The reason is reported where it was read. What is marked is not diagnosed again.
package struct InvalidRows: Sendable {
  /// Whether every row is invalid.
  private(set) var areAll = false
  /// The invalid rows, unless all are.
  package private(set) var rows: Set<Int32> = []

  /// No row.
  package init() {}

  /// Every row.
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
  package mutating func insert(_ row: Int) { rows.insert(Int32(truncatingIfNeeded: row)) }

  /// The same marks on rows that have moved.
  /// - Parameter places: the new row of each old one.
  fileprivate func moved(_ places: [Int32]) -> InvalidRows {
    var result = self
    result.rows = Set(rows.map { places[Int($0)] })
    return result
  }

  /// The rows that this or the other marks.
  func union(_ other: InvalidRows) -> InvalidRows {
    var result = self
    result.areAll = areAll || other.areAll
    result.rows.formUnion(other.rows)
    return result
  }
}

/// The records of a table that exist and were skipped: their file cannot be read, or has nearly the right name.
package struct SkippedRecords: Sendable {
  private var ids: Set<String> = []
  /// Whether there are some with unknown ids.
  package private(set) var areUnknown = false

  /// No record.
  package init() {}

  /// Adds a record; without an id, any number of them.
  package mutating func insert(_ id: String?) {
    if let id { ids.insert(id) } else { areUnknown = true }
  }

  /// Whether an id may be that of a skipped record.
  package func contains(_ id: String) -> Bool { areUnknown || ids.contains(id) }

  /// Whether no record was skipped.
  package var isEmpty: Bool { !areUnknown && ids.isEmpty }
}

/// What is invalid in a table.
package struct TableMarks: Sendable {
  /// The rows without a valid value, by column.
  package var values: [Int: InvalidRows] = [:]
  /// The rows with missing or wrong links, by link column.
  package var links: [Int: InvalidRows] = [:]
  /// The records that are not in the table.
  package var skipped = SkippedRecords()

  /// Nothing.
  package init() {}

  /// Whether a value or a link of a row is marked.
  package func contains(_ row: Int) -> Bool {
    values.values.contains { $0.contains(row) } || links.values.contains { $0.contains(row) }
  }

  /// Marks the value of a row.
  package mutating func insert(_ row: Int, column: Int) { values[column, default: InvalidRows()].insert(row) }

  /// Marks the links of a row.
  package mutating func insert(_ row: Int, link: Int) { links[link, default: InvalidRows()].insert(row) }

  /// Marks the values and links that others mark.
  package mutating func formUnion(_ other: TableMarks) {
    values.merge(other.values) { $0.union($1) }
    links.merge(other.links) { $0.union($1) }
  }

  /// Moves the marks with their rows.
  /// - Parameter places: the new row of each old one.
  mutating func move(_ places: [Int32]) {
    values = values.mapValues { $0.moved(places) }
    links = links.mapValues { $0.moved(places) }
  }

  /// Whether nothing is invalid.
  package var isEmpty: Bool { values.isEmpty && links.isEmpty && skipped.isEmpty }
}

extension RecordGraph {
  /// Whether an id may be that of an existing record that was skipped.
  package func isSkipped(_ id: String, in table: Int) -> Bool { tables[table].marks.skipped.contains(id) }

  /// The rows of the records of an entity and its subentities whose value of an attribute is valid.
  /// - Complexity: O(*n*) in the rows.
  package func validRows(of entity: Int, _ attribute: Attribute) -> [Int] {
    let rows = rows(of: entity)
    guard let invalid = tables[model.entities[entity].table].marks.values[attribute.column] else {
      return Array(rows)
    }
    return rows.filter { !invalid.contains($0) }
  }

  /// The rows of a table for which something that is read is invalid; nil if nothing is.
  ///
  /// A row is invalid if one of its columns or links is marked, or if the links lead to such a row.
  /// - Parameters:
  ///   - table: the table.
  ///   - columns: the columns that are read, by table.
  ///   - links: the link columns that are followed, by table.
  /// - Complexity: O(1) where nothing is marked; else O(*n*) in the rows and links of the tables.
  package func invalidRows(
    of table: Int, columns: [(table: Int, column: Int)], links: [(table: Int, link: Int)]
  ) -> [Bool]? {
    guard tables.contains(where: { !$0.marks.isEmpty }) else { return nil }
    var masks: [Int: [Bool]] = [:]
    var next: [(table: Int, row: Int)] = []
    func mark(_ rows: InvalidRows?, of table: Int) {
      guard let rows, !rows.isEmpty else { return }
      if rows.areAll {
        for row in 0..<tables[table].count { mark(row, of: table) }
      } else {
        for row in rows.rows { mark(Int(row), of: table) }
      }
    }
    func mark(_ row: Int, of table: Int) {
      if masks[table] == nil { masks[table] = Array(repeating: false, count: tables[table].count) }
      guard masks[table]?[row] == false else { return }
      masks[table]?[row] = true
      next.append((table, row))
    }
    for (table, column) in columns { mark(tables[table].marks.values[column], of: table) }
    for (table, link) in links { mark(tables[table].marks.links[link], of: table) }
    guard !next.isEmpty else { return nil }
    let inverses = links.map { source, link in
      let destination = model.tables[source].links[link].destination
      let inverse = tables[source].links[link].inverted(destinationCount: tables[destination].count)
      return (source: source, destination: destination, inverse: inverse)
    }
    while let (table, row) = next.popLast() {
      for (source, destination, inverse) in inverses where destination == table {
        for target in inverse.targets(of: row) { mark(Int(target), of: source) }
      }
    }
    return masks[table]
  }
}
