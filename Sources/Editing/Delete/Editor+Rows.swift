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
    for row in rows { changes[id(of: row), in: row.table] = .removed }
    for (owner, removed) in Dictionary(grouping: rows, by: { graph.owner(of: $0) }) {
      guard let owner else { continue }
      for relationship in graph.relationships(of: owner) where relationship.origin == .owned {
        var position = 0
        for row in graph.destinations(of: relationship, from: owner) where !isImplied(row) {
          guard !removed.contains(row), !deleted.contains(row) else { continue }
          position += 1
          let new = "\(id(of: owner))#\(position)"
          if id(of: row) != new { changes[id(of: row), in: row.table] = .moved(to: new) }
        }
      }
    }
    return changes
  }

  /// Writes the new ids of rows wherever another record refers to them.
  func renumber(
    by changes: RowChanges, leaving deleted: Set<RecordHandle>,
    _ operations: inout [RecordHandle: [RecordOperation]]
  ) {
    guard !changes.isEmpty else { return }
    for (index, entity) in model.entities.enumerated() {
      for relationship in entity.relationships where relationship.origin == .written {
        guard model.entities[relationship.destination].owner != nil else { continue }
        for row in graph.rows(of: index, includingSubentities: false) {
          let source = RecordHandle(table: entity.table, row: row)
          guard !deleted.contains(source) else { continue }
          // From the first on, so that no id is that of the row before.
          for target in graph.destinations(of: relationship, from: source).sorted() {
            let id = id(of: target)
            guard case .moved(let new)? = changes[id, in: target.table] else { continue }
            operations[graph.owner(of: source) ?? source, default: []].append(
              .replaceText(id, with: new, key: relationship.name, row: rowIndex(of: source)))
          }
        }
      }
    }
  }

  /// Makes the predicates of pages and of the model follow the rows that an edit gives other ids.
  ///
  /// The book after the edit is checked as one in which predicates still name rows by their former ids; so each has a
  /// fix-it, or, if it names a row that is removed, an error.
  /// - Parameter workspace: reads the book with the edit laid over it.
  package func followingRows(in edit: Edit, _ workspace: Workspace) async -> Edit {
    guard !edit.rowChanges.isEmpty, !edit.diagnostics.hasErrors else { return edit }
    var edit = edit
    var after = await workspace.book(after: edit)
    let known = after.diagnostics
    after.graph.rowChanges = edit.rowChanges
    after.diagnostics = ModelExpressions.compile(for: after.graph).diagnostics
    let found = await workspace.siteDiagnostics(after).filter { diagnostic in
      let named = diagnostic.range.text.trimming { $0 == "'" || $0 == "\"" }
      return diagnostic.id == .unknownReference && edit.rowChanges.contains(String(named))
    }.without(known)
    edit.diagnostics += found.filter(\.fixIts.isEmpty)
    guard !edit.diagnostics.hasErrors else { return edit }
    for change in FixPlan(found, mayChange: { $0.hasPrefix(book.root + "/") }).changes {
      guard let path = change.file.path.path(below: book.root) else { continue }
      edit.change(path, by: change.script)
      edit.lines.append(.init(path, change.fixed.count == 1 ? "1 place" : "\(change.fixed.count) places"))
    }
    return edit
  }
}
