/// A record of a graph: its table and its row there.
package struct RecordHandle: Sendable, Hashable, Comparable {
  /// The table's index in the graph.
  package let table: Int
  /// The row in the table.
  package let row: Int

  package init(table: Int, row: Int) {
    self.table = table
    self.row = row
  }

  package static func < (a: RecordHandle, b: RecordHandle) -> Bool {
    (a.table, a.row) < (b.table, b.row)
  }
}

extension RecordGraph {
  /// The owner of a record that is inside another; nil for a record with its own file.
  package func owner(of record: RecordHandle) -> RecordHandle? {
    tables[record.table].owners.map { RecordHandle(table: $0.table, row: Int($0.rows[record.row])) }
  }

  /// The record in whose file a record is written: its owner, or the record itself.
  package func fileOwner(of record: RecordHandle) -> RecordHandle { owner(of: record) ?? record }

  /// The record with an id in a table.
  /// - Parameter id: the id in NFC.
  package func record(withID id: String, in table: Int) -> RecordHandle? {
    row(withID: id, in: table).map { RecordHandle(table: table, row: $0) }
  }

  /// The entity of a record, an index into the model's entities.
  package func entity(of record: RecordHandle) -> Int { entity(of: record.row, in: record.table) }

  package func id(of record: RecordHandle) -> String { id(of: record.row, in: record.table) }

  /// The file that a record is written in.
  package func file(of record: RecordHandle) -> MarkdownFile { file(of: record.row, in: record.table) }

  /// Whether a record is implied.
  package func isImplied(_ record: RecordHandle) -> Bool { tables[record.table].isImplied(record.row) }
}
