/// What becomes of the ids of rows where some are removed: those after them move up by one.
///
/// A graph that has such changes is one after the removal, in which predicates still name rows by their former ids.
package struct RowChanges: Sendable {
  /// What becomes of one row.
  package enum Change: Sendable, Equatable {
    case removed
    /// It has another id.
    case moved(to: String)
  }

  /// The changes by table and former id.
  private var changes: [Int: [String: Change]] = [:]

  /// No changes.
  package init() {}

  /// Whether no row is removed.
  package var isEmpty: Bool { changes.isEmpty }

  /// What becomes of the row of a table with an id; nil if nothing does.
  package subscript(id: String, in table: Int) -> Change? {
    get { changes[table]?[id] }
    set { changes[table, default: [:]][id] = newValue }
  }

  /// Whether something becomes of a row with an id, in any table.
  package func contains(_ id: String) -> Bool { changes.values.contains { $0[id] != nil } }

  /// The rows, in a graph that has them as they were.
  package func rows(in graph: RecordGraph) -> Set<RecordHandle> {
    Set(
      changes.flatMap { table, ids in
        ids.keys.compactMap { id in
          graph.row(withID: id, in: table).map { RecordHandle(table: table, row: $0) }
        }
      })
  }
}
