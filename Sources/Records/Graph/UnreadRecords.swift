/// The records that exist and could not be read: their file has an error, or nearly the right name.
///
/// That is reported where it is. Whoever refers to such a record makes no further error, and what is computed from
/// it is not known to be wrong.
package struct UnreadRecords: Sendable {
  private var ids: [Int: Set<String>] = [:]
  private var tables: Set<Int> = []

  /// No record.
  package init() {}

  /// Adds a record, or where its id is not known any record of a table.
  package mutating func insert(_ id: String?, in table: Int) {
    if let id {
      ids[table, default: []].insert(id)
    } else {
      tables.insert(table)
    }
  }

  /// Whether an id may be that of such a record.
  package func contains(_ id: String, in table: Int) -> Bool {
    tables.contains(table) || ids[table]?.contains(id) ?? false
  }

  /// Whether a table lacks any record.
  package func areMissing(from table: Int) -> Bool {
    tables.contains(table) || !(ids[table] ?? []).isEmpty
  }
}
