import Content
import Diagnostics
import FrontMatter
import Records

// A row's id contains its position. If a row is removed, later rows move up, and references follow.

extension Editor {
  /// Adds the changes of row ids that follow from deleting records.
  /// - Parameters:
  ///   - rows: the rows removed from records that stay.
  ///   - deleted: all deleted records.
  func addChanges(
    around rows: Set<RecordHandle>, leaving deleted: Set<RecordHandle>, to changes: inout RowChanges
  ) {
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
  }

  /// The rows of a record's list in the order of the file, whatever order the model gives them.
  private func writtenRows(of relationship: Relationship, in owner: RecordHandle) -> [RecordHandle] {
    graph.destinations(of: relationship, from: owner).filter { !graph.isImplied($0) }.sorted()
  }

  /// For each list of a record, by its key, the new index of each row in the file; nil if it is removed.
  package typealias RowPlaces = [String: [Int?]]

  /// The places of a record's rows without the rows that the delete rules remove together with others.
  ///
  /// Only a missing place says something: indices are those before the other rows were removed.
  package func applyingDeleteRules(to places: RowPlaces, of owner: RecordHandle) -> RowPlaces {
    let removed = removedRows(places, of: owner)
    guard !removed.isEmpty else { return places }
    let gone = Deletion(of: removed, in: graph).records
    var result = places
    for (list, row, index) in rows(of: owner, in: places) where gone.contains(row) {
      result[list]?[index] = nil as Int?
    }
    return result
  }

  /// The rows of a record that have places, each with its list and its index in the file.
  private func rows(
    of owner: RecordHandle, in places: RowPlaces
  ) -> [(list: String, row: RecordHandle, index: Int)] {
    graph.relationships(of: owner).filter { $0.origin == .owned }.flatMap { relationship in
      zip(writtenRows(of: relationship, in: owner), places[relationship.name]?.indices ?? 0..<0).map {
        (relationship.name, $0, $1)
      }
    }
  }

  private func removedRows(_ places: RowPlaces, of owner: RecordHandle) -> [RecordHandle] {
    rows(of: owner, in: places).filter { places[$0.list]?[$0.index] == nil }.map(\.row)
  }

  /// The changes of the ids of a record's rows that follow from their places.
  package func rowChanges(_ places: RowPlaces, of owner: RecordHandle) -> RowChanges {
    var changes = RowChanges()
    for (list, row, index) in rows(of: owner, in: places) {
      let new = places[list]?[index].map { "\(graph.id(of: owner))#\($0 + 1)" }
      let old = graph.id(of: row)
      if old != new { changes[old, in: row.table] = new.map { .moved(to: $0) } ?? .removed }
    }
    return changes
  }

  /// Follows the rows of a record that move or are removed, in the edit that does so: updates references from
  /// other records, and applies the delete rules. ``followingRows(in:_:)`` updates predicates.
  package func follow(_ places: RowPlaces, of owner: RecordHandle, in edit: inout Edit) {
    let changes = rowChanges(places, of: owner)
    guard !changes.isEmpty else { return }
    // The edit already contains what the record says about its own rows.
    let own = Set(
      [owner]
        + graph.relationships(of: owner).filter { $0.origin == .owned }.flatMap {
          graph.destinations(of: $0, from: owner)
        })
    edit.rowChanges = changes
    let removed = removedRows(places, of: owner)
    let names = removed.map { SourceText(graph.id(of: $0), name: "ID") }
    let deletion = Deletion(of: removed, in: graph)
    guard !deletion.records.contains(owner) else {
      return edit.refuse(
        .brokenRule, at: place(of: "", among: names),
        "the model's delete rules would delete '\(graph.id(of: owner))' with this row; delete it instead")
    }
    delete(deletion, named: names, besides: own, in: &edit)
  }

  /// Replaces the ids of moved rows wherever another record refers to them.
  func renumber(
    by changes: RowChanges, leaving deleted: Set<RecordHandle>,
    _ operations: inout [RecordHandle: [RecordOperation]]
  ) {
    // In the order of the rows: a row never gets an id that an earlier row still has.
    for reference in graph.references(to: changes.rows(in: graph), outside: deleted) {
      let (source, target) = (reference.source, reference.target)
      let id = graph.id(of: target)
      guard case .moved(let new)? = changes[id, in: target.table] else { continue }
      operations[graph.owner(of: source) ?? source, default: []].append(
        .replaceText(id, with: new, key: name(of: reference), row: rowIndex(of: source)))
    }
  }

  /// Updates the predicates of pages and of the model that name rows whose ids change in an edit.
  ///
  /// The edited book is checked with the former ids still in its predicates, so each of them has a fix-it, or
  /// an error if its row is removed.
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
