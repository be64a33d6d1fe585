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
