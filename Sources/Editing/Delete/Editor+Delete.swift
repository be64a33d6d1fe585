import Content
import Diagnostics
import FileSystem
import FrontMatter
import Records

extension Editor {
  /// Deletes records by the delete rules of the model. Only the files of records are edited.
  package func delete(_ names: [SourceText]) -> (edit: Edit, deletion: Deletion?) {
    var edit = Edit()
    let records = names.compactMap { resolveTarget($0, &edit) }
    guard !edit.diagnostics.hasErrors else { return (edit, nil) }
    let deletion = Deletion(of: records, in: graph)
    return (delete(deletion, named: names), deletion)
  }

  /// Deletes records by the delete rules of the model, and updates predicates that name renumbered rows.
  ///
  /// A record that an import mapping names is not deleted.
  /// - Parameter names: the records.
  /// - Returns: the edit, and what happens to which records, to be shown before it is made.
  package func delete(
    _ names: [SourceText], _ reader: some EditReader
  ) async -> (edit: Edit, deletion: Deletion?) {
    var (edit, deletion) = delete(names)
    if let deletion {
      edit.diagnostics += refusalsOfMappings(deletion.records, named: names)
    }
    return (await followingRows(in: edit, reader), deletion)
  }

  /// Deletes records that have already been looked up.
  func delete(_ records: [RecordHandle]) -> Edit {
    delete(
      Deletion(of: records, in: graph),
      named: records.map { SourceText(graph.commandName(of: $0), name: "ID") })
  }

  private func delete(_ deletion: Deletion, named names: [SourceText]) -> Edit {
    var edit = Edit()
    let isByRule = deletion.obstacles.contains { $0.rule != nil }
    edit.diagnostics =
      (isByRule ? [] : refusalsOfSkipped) + deletion.obstacles.map { refusal($0, names) }
    guard !edit.diagnostics.hasErrors else { return edit }
    let rows = deletion.records.filter { graph.tables[$0.table].owners != nil && !graph.isImplied($0) }
    let left = rows.filter { graph.owner(of: $0).map { !deletion.records.contains($0) } ?? false }
    var operations: [RecordHandle: [RecordOperation]] = [:]
    for reference in deletion.references where !graph.isImplied(reference.source) {
      let (source, target) = (reference.source, graph.id(of: reference.target))
      operations[graph.fileOwner(of: source), default: []].append(takingOut(reference))
      edit.lines.append(.init(graph.commandName(of: source), "\(name(of: reference)): - \(target)"))
    }
    edit.rowChanges = rowChanges(around: left, leaving: deletion.records)
    if !edit.rowChanges.isEmpty {
      let owners = Set(left.compactMap { graph.owner(of: $0) }.map { graph.id(of: $0) })
      edit.diagnostics += refusalsOfSkipped(namingRowsOf: owners)
    }
    renumber(by: edit.rowChanges, leaving: deletion.records, &operations)
    // From the end, so that the positions before a row stay valid.
    for row in left.sorted().reversed() {
      guard let place = rowIndex(of: row), let owner = graph.owner(of: row) else { continue }
      operations[owner, default: []].append(.removeRow(place))
      edit.lines.append(.init(graph.commandName(of: row), "removed"))
    }
    for (record, operations) in operations.sorted(by: { $0.key < $1.key }) {
      apply(operations, to: record, in: &edit)
    }
    for record in deletion.records.sorted() where graph.tables[record.table].owners == nil {
      let file = graph.file(of: record)
      edit.put(nil, at: String(file.path), before: file.source.bytes)
      edit.lines.append(.init(graph.id(of: record), "deleted"))
    }
    return edit
  }

  /// The key under which a reference is written.
  func name(of reference: Deletion.Reference) -> String {
    graph.relationships(of: reference.source)[reference.relationship].name
  }

  private func takingOut(_ reference: Deletion.Reference) -> RecordOperation {
    let relationship = graph.relationships(of: reference.source)[reference.relationship]
    let row = rowIndex(of: reference.source)
    return relationship.isMany
      ? .removeText(graph.id(of: reference.target), key: relationship.name, row: row)
      : .clear(key: relationship.name, row: row)
  }

  /// Where a record to delete was named; the first name if it is deleted because of another.
  func place(of id: String, among names: [SourceText]) -> SourceRange {
    (names.first { $0.text == id } ?? names.first ?? SourceText(id, name: "ID")).range
  }

  /// The error for a record that may not be deleted.
  func refusal(_ obstacle: Deletion.Obstacle, _ names: [SourceText]) -> Diagnostic {
    let id = graph.commandName(of: obstacle.record)
    let rule = obstacle.rule.map { graph.relationships(of: obstacle.record)[$0] }
    let keepers = obstacle.keepers.map { keeper in
      (
        record: keeper.record,
        key: keeper.relationship.map { graph.relationships(of: keeper.record)[$0].name } ?? ""
      )
    }
    let reason =
      if let rule {
        "its '\(rule.name)' \(rule.isMany ? "are" : "is") there, and the model says "
          + "'delete: \(rule.declaration.deleteRule.rawValue)'"
      } else {
        "it is the required \(Set(keepers.map { "'\($0.key)'" }).sorted().joined(separator: " and ")) of others"
      }
    var notes = keepers.prefix(Self.maximumNotes).map { keeper in
      let other = graph.commandName(of: keeper.record)
      return Diagnostic.Note(
        rule.map { "'\(other)' is among its '\($0.name)'" } ?? "'\(other)' needs its '\(keeper.key)'",
        at: graph.locator(of: keeper.record.row, in: keeper.record.table).place(of: [keeper.key]))
    }
    let more = keepers.count - notes.count
    if more > 0 { notes.append(.init("and \(more) more")) }
    return Diagnostic(
      rule == nil ? .missingValue : .brokenRule, at: place(of: id, among: names),
      "'\(id)' may not be deleted: \(reason)",
      notes: notes)
  }

  /// The maximum number of records that an error names as keeping another.
  private static let maximumNotes = 20

  package func delete(_ page: Page, in edit: inout Edit) {
    let path = String(page.file.path)
    edit.put(nil, at: path, before: page.file.source.bytes)
    edit.lines.append(.init(path, "deleted"))
  }
}

extension Editor {
  /// The page that a name means: the file at this path, from the current folder or from Content. Without `.md` it is the
  /// page only if no record has the name.
  package func page(_ name: String) -> Page? {
    let found = lookup.record(name, allowsPart: false)
    guard name.hasMarkdownEnding else {
      if case .none = found { return page(at: name + ".md") }
      return nil
    }
    if let file = FileSystem.resolved(name) {
      func isIt(_ path: String) -> Bool {
        path.fileName == name.fileName && FileSystem.resolved(path) == file
      }
      if let page = book.pages.first(where: { isIt($0.file.source.path) }) { return page }
      if case .record(let record) = found, isIt(graph.file(of: record).source.path) { return nil }
    }
    return page(at: name)
  }

  /// The error of a path that is no record's, and near that of a page.
  package func unknownPage(_ name: SourceText) -> Diagnostic? {
    guard name.text.hasMarkdownEnding else { return nil }
    if case .record = lookup.record(name.text, allowsPart: false) { return nil }
    let paths = book.pages.map { String($0.file.path) }
    let path = name.text.path(below: book.root) ?? name.text
    let named = paths.filter { $0.fileName == path.fileName }
    guard let nearest = named.count == 1 ? named[0] : nearestName(to: path, among: paths) else { return nil }
    return Diagnostic(
      .unknownReference, at: name.range, "unknown page '\(name.text)'\(suggestion(nearest))")
  }

  private func page(at path: String) -> Page? {
    book.pages.first { $0.file.path == path || $0.file.source.path == path }
  }
}
