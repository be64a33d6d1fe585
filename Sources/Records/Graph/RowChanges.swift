/// The changes of row ids when rows are removed: later rows of the same list move up.
///
/// A graph with changes is in the state after the removal, but predicates name rows by their former ids.
package struct RowChanges: Sendable {
  package enum Change: Sendable, Equatable {
    case removed
    /// The row has a new id.
    case moved(to: String)
  }

  /// The changes by table and former id.
  private var changes: [Int: [String: Change]] = [:]

  /// Makes an empty set of changes.
  package init() {}

  /// Whether no row changes.
  package var isEmpty: Bool { changes.isEmpty }

  /// The tables of the rows that change.
  package var tables: Set<Int> { Set(changes.keys) }

  /// The change of the row with an id in a table; nil if it does not change.
  package subscript(id: String, in table: Int) -> Change? {
    get { changes[table]?[id] }
    set { changes[table, default: [:]][id] = newValue }
  }

  /// Whether a row with an id changes, in any table.
  package func contains(_ id: String) -> Bool { changes.values.contains { $0[id] != nil } }

  /// The rows that change, in a graph in the state before the removal.
  package func rows(in graph: RecordGraph) -> Set<RecordHandle> {
    Set(
      changes.flatMap { table, ids in
        ids.keys.compactMap { id in
          graph.record(withID: id, in: table)
        }
      })
  }
}
