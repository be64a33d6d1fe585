import Content
import Diagnostics
import FrontMatter
import Records

// A row's id contains its position. If a row is removed, later rows move up, and references follow.

extension Editor {
  /// The changes of row ids that follow from deleting records.
  /// - Parameters:
  ///   - rows: the rows removed from records that stay.
  ///   - deleted: all deleted records.
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
  func writtenRows(of relationship: Relationship, in owner: RecordHandle) -> [RecordHandle] {
    graph.destinations(of: relationship, from: owner).filter { !graph.isImplied($0) }.sorted()
  }

  /// The index in a record's file of a row below all others; an item that could not be read counts.
  func indexAfterRows(of relationship: Relationship, in owner: RecordHandle) -> Int {
    let last = writtenRows(of: relationship, in: owner).last
    return last.map { Int(graph.tables[$0.table].positions[$0.row]) } ?? 0
  }

  /// The rows of a record's list by their indices in its file. Items that could not be read are missing.
  package func rowsByIndex(of relationship: Relationship, in owner: RecordHandle) -> [Int: RecordHandle] {
    let rows = writtenRows(of: relationship, in: owner)
    let indices = rows.map { Int(graph.tables[$0.table].positions[$0.row]) - 1 }
    return Dictionary(zip(indices, rows)) { first, _ in first }
  }

  /// Updates references from other records to the rows of a record that move, in the edit that moves them.
  ///
  /// A reference to a removed row is an error, and so is a delete rule of the row that refuses; and a file that cannot
  /// be read, if it may refer to one of them.
  /// ``followingRows(in:_:)`` updates predicates.
  /// - Parameter places: for each list, by its key, the new index of each row in the file; nil if removed.
  package func follow(_ places: [String: [Int?]], of owner: RecordHandle, in edit: inout Edit) {
    var changes = RowChanges()
    var removed: [RecordHandle] = []
    for relationship in graph.relationships(of: owner) where relationship.origin == .owned {
      let rows = writtenRows(of: relationship, in: owner)
      for (row, place) in zip(rows, places[relationship.name] ?? []) {
        if place == nil { removed.append(row) }
        let new = place.map { "\(graph.id(of: owner))#\($0 + 1)" }
        let old = graph.id(of: row)
        if old != new { changes[old, in: row.table] = new.map { .moved(to: $0) } ?? .removed }
      }
    }
    guard !changes.isEmpty else { return }
    let refusals = mayBeReferredTo(changes) ? refusalsOfSkipped : []
    edit.diagnostics +=
      refusals.isEmpty ? refusalsOfSkipped(namingRowsOf: [graph.id(of: owner)]) : refusals
    // The edit already contains what the record says about its own rows.
    let own = Set(
      [owner]
        + graph.relationships(of: owner).filter { $0.origin == .owned }.flatMap {
          graph.destinations(of: $0, from: owner)
        })
    let obstacles = Deletion(of: removed, in: graph).obstacles.filter { obstacle in
      obstacle.rule != nil && !obstacle.keepers.allSatisfy { own.contains($0.record) }
    }
    edit.diagnostics += obstacles.map { refusal($0, []) }
    let denied = Set(obstacles.map(\.record))
    for reference in graph.references(to: changes.rows(in: graph), outside: own) {
      let (source, target) = (reference.source, reference.target)
      guard changes[graph.id(of: target), in: target.table] == .removed, !denied.contains(target),
        isWritten(reference)
      else { continue }
      let place = graph.locator(of: source.row, in: source.table).place(of: [name(of: reference)])
      edit.refuse(
        .brokenRule, at: place,
        "'\(graph.commandName(of: target))' may not be removed: '\(graph.commandName(of: source))' refers to it; "
          + "'docket remove \(graph.commandName(of: target))' follows the model's delete rules")
    }
    edit.rowChanges = changes
    var operations: [RecordHandle: [RecordOperation]] = [:]
    renumber(by: changes, leaving: own, &operations)
    for (record, operations) in operations.sorted(by: { $0.key < $1.key }) {
      apply(operations, to: record, in: &edit)
    }
  }

  /// Whether the model has references to such rows in the files of other records.
  private func mayBeReferredTo(_ changes: RowChanges) -> Bool {
    model.entities.contains { entity in
      entity.relationships.contains {
        $0.origin == .written && changes.tables.contains(model.entities[$0.destination].table)
      }
    }
  }

  /// Whether a reference is in the file of its source, rather than in that of its target, where both may write it.
  private func isWritten(_ reference: Deletion.Reference) -> Bool {
    let (key, id) = (name(of: reference), graph.id(of: reference.target))
    return written(in: reference.source).contains { field in
      guard field.key == key else { return false }
      return switch field.value {
      case .text(let text): text == id
      case .list(let texts): texts.contains(id)
      case .rows: false
      }
    }
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
      operations[graph.fileOwner(of: source), default: []].append(
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
