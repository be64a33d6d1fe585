/// A record of a graph: its table and its row there.
package struct RecordHandle: Sendable, Hashable, Comparable {
  /// The table's index in the graph.
  package let table: Int
  /// The row in the table.
  package let row: Int

  /// Makes a handle.
  package init(table: Int, row: Int) {
    self.table = table
    self.row = row
  }

  package static func < (a: RecordHandle, b: RecordHandle) -> Bool {
    (a.table, a.row) < (b.table, b.row)
  }
}

extension RecordGraph {
  /// The record that another is written inside of; nil for one with a file of its own.
  package func owner(of record: RecordHandle) -> RecordHandle? {
    tables[record.table].owners.map { RecordHandle(table: $0.table, row: Int($0.rows[record.row])) }
  }
}
