import Content
import Diagnostics
import FileSystem
import FrontMatter
import Records

// Rows are named by their places. Where one is removed, those after it move up, and what names them follows.

extension Editor {
  /// What becomes of the ids of rows.
  /// - Parameters:
  ///   - rows: those that are removed from records that stay.
  ///   - deleted: all records that are deleted.
  func rowChanges(around rows: Set<RecordHandle>, leaving deleted: Set<RecordHandle>) -> RowChanges {
    var changes = RowChanges()
    for row in rows { changes[graph.id(of: row), in: row.table] = .removed }
    for (owner, removed) in Dictionary(grouping: rows, by: { graph.owner(of: $0) }) {
      guard let owner else { continue }
      for relationship in graph.relationships(of: owner) where relationship.origin == .owned {
        var position = 0
        for row in writtenRows(of: relationship, in: owner)
        where !removed.contains(row) && !deleted.contains(row) {
          position += 1
          let new = "\(graph.id(of: owner))#\(position)"
          if graph.id(of: row) != new { changes[graph.id(of: row), in: row.table] = .moved(to: new) }
        }
      }
    }
    return changes
  }

  /// The rows of a record's list in the order of the file, whatever order the model gives them.
  private func writtenRows(of relationship: Relationship, in owner: RecordHandle) -> [RecordHandle] {
    graph.destinations(of: relationship, from: owner).filter { !graph.isImplied($0) }.sorted()
  }

  /// Makes the other records follow the rows of one that get other places, in the edit that gives them these.
  ///
  /// A reference to a row that is removed is an error. What predicates name follows with ``followingRows(in:_:)``.
  /// - Parameter places: for each list by its key the new index of each row in the file; nil for one that is removed.
  package func follow(_ places: [String: [Int?]], of owner: RecordHandle, in edit: inout Edit) {
    var changes = RowChanges()
    for relationship in graph.relationships(of: owner) where relationship.origin == .owned {
      let rows = writtenRows(of: relationship, in: owner)
      for (row, place) in zip(rows, places[relationship.name] ?? []) {
        let new = place.map { "\(graph.id(of: owner))#\($0 + 1)" }
        let old = graph.id(of: row)
        if old != new { changes[old, in: row.table] = new.map { .moved(to: $0) } ?? .removed }
      }
    }
    guard !changes.isEmpty else { return }
    // What the record itself says of its rows is in the edit.
    let own = Set(
      [owner]
        + graph.relationships(of: owner).filter { $0.origin == .owned }.flatMap {
          graph.destinations(of: $0, from: owner)
        })
    for reference in graph.references(to: changes.rows(in: graph), outside: own) {
      let (source, target) = (reference.source, reference.target)
      guard changes[graph.id(of: target), in: target.table] == .removed else { continue }
      let place = Locator(graph.file(of: source)).place(
        of: [name(of: reference)], item: graph.fileOffset(of: source))
      edit.diagnostics.append(
        Diagnostic(
          .brokenRule, at: place,
          "'\(graph.id(of: target))' may not be removed: '\(graph.id(of: source))' refers to it"))
    }
    edit.rowChanges = changes
    var operations: [RecordHandle: [RecordOperation]] = [:]
    renumber(by: changes, leaving: own, &operations)
    for (record, operations) in operations.sorted(by: { $0.key < $1.key }) {
      apply(operations, to: record, in: &edit)
    }
  }

  /// Writes the new ids of rows wherever another record refers to them.
  func renumber(
    by changes: RowChanges, leaving deleted: Set<RecordHandle>,
    _ operations: inout [RecordHandle: [RecordOperation]]
  ) {
    // The rows of one list from the first on: no row gets an id that the row before still has.
    for reference in graph.references(to: changes.rows(in: graph), outside: deleted) {
      let (source, target) = (reference.source, reference.target)
      let id = graph.id(of: target)
      guard case .moved(let new)? = changes[id, in: target.table] else { continue }
      operations[graph.owner(of: source) ?? source, default: []].append(
        .replaceText(id, with: new, key: name(of: reference), row: rowIndex(of: source)))
    }
  }

  /// Makes the predicates of pages and of the model follow the rows that an edit gives other ids.
  ///
  /// The book after the edit is checked as one in which predicates still name rows by their former ids; so each has a
  /// fix-it, or, if it names a row that is removed, an error.
  package func followingRows(in edit: Edit, _ reader: some EditReader) async -> Edit {
    guard !edit.rowChanges.isEmpty, !edit.diagnostics.hasErrors else { return edit }
    var edit = edit
    var after = await reader.book(after: edit)
    let known = after.diagnostics
    after.graph.rowChanges = edit.rowChanges
    after.diagnostics = ModelExpressions.compile(for: after.graph).diagnostics
    let found = await reader.siteDiagnostics(after).filter { diagnostic in
      let named = diagnostic.range.text.trimming { $0 == "'" || $0 == "\"" }
      return diagnostic.id == .unknownReference && edit.rowChanges.contains(String(named))
    }.without(known)
    edit.diagnostics += found.filter(\.fixIts.isEmpty)
    guard !edit.diagnostics.hasErrors else { return edit }
    edit.make(FixPlan(found, mayChange: { $0.hasPrefix(book.root + "/") }), below: book.root)
    return edit
  }
}
