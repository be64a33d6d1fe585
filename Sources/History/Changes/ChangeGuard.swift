import Content
import Diagnostics
import Query
import Records

/// Values of selected records that must not change, as `docket diff --fail-on` names them.
///
///     Order.total WHERE date.year < 2026
///
/// A list of records that are written inside others, such as `Order.rows`, changes with each row that is
/// inserted, deleted or updated.
package struct ChangeGuard {
  /// The entity's name.
  package let entity: String
  /// The name of the attribute, relationship or list.
  package let key: String
  /// The predicate that selects records; nil for all.
  package let predicate: SourceText?

  /// Reads a guard.
  /// - Parameter text: `ENTITY.KEY`, optionally followed by WHERE and a predicate that selects records.
  /// - Returns: nil if the text has another form.
  package init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
    guard let names = words.first?.split(separator: ".", omittingEmptySubsequences: false), names.count == 2,
      words.count == 1 || words.count == 3 && words[1].uppercased() == "WHERE"
    else { return nil }
    entity = String(names[0])
    key = String(names[1])
    let start = words.count == 3 ? text.utf8.distance(from: text.startIndex, to: words[2].startIndex) : 0
    predicate = words.count == 3 ? SourceText(text, name: "--fail-on")[start..<text.utf8.count] : nil
  }

  /// What violates the guard.
  /// - Parameters:
  ///   - changes: the changes between the books.
  ///   - old: the book before. A record is selected if it meets the predicate in either book.
  ///   - new: the book after.
  ///   - today: the day that `today()` returns.
  /// - Returns: the ids of the selected records whose value changed, those of records that meet the predicate in one of
  ///   the books only and were neither inserted nor deleted, and all errors in the text.
  package func violations(
    in changes: BookChanges, from old: Book, to new: Book, today: CivilDate
  ) -> (changed: [String], moved: [String], diagnostics: [Diagnostic]) {
    let before = records(of: old, today: today), after = records(of: new, today: today)
    guard before.diagnostics.isEmpty || after.diagnostics.isEmpty else {
      return ([], [], after.diagnostics)
    }
    let concerned = before.ids.union(after.ids)
    // What a record does not say does not change by its being inserted or deleted; but it does come to meet a predicate.
    let stating = predicate == nil ? before.stating.union(after.stating) : concerned
    // If a record is inserted or deleted, so are the records written inside it.
    let owners = Set(stating.compactMap { id in id.lastIndex(of: "#").map { String(id[..<$0]) } })
    let (family, owningFamily) = (names(in: [old, new]), owningNames(in: [old, new]))
    let listed = listedNames(in: [old, new])
    var ids: Set<String> = []
    for record in changes.records.flatMap(\.withRows) {
      let former = record.formerID ?? record.id
      switch record.kind {
      case .inserted, .deleted:
        if family.contains(record.entity) && stating.contains(record.id)
          || owningFamily.contains(record.entity) && owners.contains(record.id)
        {
          ids.insert(record.id)
        }
      case .updated, .renamed:
        let isConcerned =
          family.contains(record.entity) && (concerned.contains(record.id) || concerned.contains(former))
        let isChanged =
          record.values.contains { $0.key == key } || record.rows.contains { $0.id.hasPrefix(key + "#") }
        if isConcerned, isChanged { ids.insert(record.id) }
      }
    }
    for effect in changes.effects {
      if effect.value.key == key, family.contains(effect.entity), concerned.contains(effect.id) {
        ids.insert(effect.id)
      }
      if listed.contains(effect.entity), let end = effect.id.lastIndex(of: "#") {
        let owner = String(effect.id[..<end])
        if concerned.contains(owner) { ids.insert(owner) }
      }
    }
    ids.formUnion(relinked(changes, old, new).intersection(concerned))
    // Of a book with errors it is unknown what meets the predicate, and so it is if one of the models lacks what it reads.
    let isKnown =
      predicate != nil && before.diagnostics.isEmpty && after.diagnostics.isEmpty
      && ![old, new].contains { $0.diagnostics.hasErrors }
    return (ids.sorted(), isKnown ? moved(changes, [old, new], before.ids, after.ids) : [], [])
  }

  /// The ids of records in both books that others link to or no longer do, if both ends may write the relationship:
  /// none of their own values changes.
  private func relinked(_ changes: BookChanges, _ old: Book, _ new: Book) -> Set<String> {
    let renamed = Dictionary(
      changes.records.compactMap { change in change.formerID.map { ($0, change.id) } },
      uniquingKeysWith: { $1 })
    /// The ids of the records that each record is linked to; none unless both ends may write it.
    func links(in book: Book) -> [String: Set<String>] {
      let model = book.graph.model
      guard let entity = model.entity(named: entity),
        let relationship = model.entities[entity].relationship(named: key),
        relationship.isWrittenAtBothSides(in: model)
      else { return [:] }
      let table = model.entities[entity].table
      let destination = model.entities[relationship.destination].table
      let link = book.graph.tables[table].links[relationship.link]
      return Dictionary(
        book.graph.rows(of: entity).map { row in
          (
            book.graph.id(of: row, in: table),
            Set(link.targets(of: row).map { book.graph.id(of: Int($0), in: destination) })
          )
        }, uniquingKeysWith: { $0.union($1) })
    }
    let after = links(in: new)
    return Set(
      links(in: old).compactMap { id, targets in
        let present = renamed[id] ?? id
        guard let now = after[present] else { return nil }
        return now == Set(targets.map { renamed[$0] ?? $0 }) ? nil : present
      })
  }

  /// The ids of records that meet the predicate in one of the books only, but for those inserted or deleted.
  ///
  /// Rows are left out where others of their list were inserted or deleted, because their ids are places.
  private func moved(
    _ changes: BookChanges, _ books: [Book], _ before: Set<String>, _ after: Set<String>
  ) -> [String] {
    let families = names(in: books).union(owningNames(in: books))
    let concerned = changes.records.filter { families.contains($0.entity) }
    let renamed = Dictionary(
      concerned.compactMap { change in change.formerID.map { ($0, change.id) } }, uniquingKeysWith: { $1 })
    let insertedOrDeleted = Set(concerned.filter { [.inserted, .deleted].contains($0.kind) }.map(\.id))
    let lists = listNames(in: books)
    let rearranged = Set(
      concerned.filter { change in
        change.rows.contains { row in
          row.kind != .updated && lists.contains { row.id.hasPrefix($0 + "#") }
        }
      }.map(\.id))
    func owner(_ id: String) -> String { String(id.prefix { $0 != "#" }) }
    let present = before.map { id in
      renamed[owner(id)].map { $0 + id.dropFirst(owner(id).count) } ?? id
    }
    return after.symmetricDifference(present).filter { id in
      !insertedOrDeleted.contains(owner(id)) && !(id.contains("#") && rearranged.contains(owner(id)))
    }.sorted()
  }

  /// The names of the lists that hold the guarded entity's records; empty if they have files of their own.
  private func listNames(in books: [Book]) -> Set<String> {
    Set(
      books.map(\.graph.model).compactMap { model in
        model.entity(named: entity).flatMap { model.entities[$0].owner }.map {
          model.entities[$0.entity].relationships[$0.relationship].name
        }
      })
  }

  /// The names of the entity and its subentities.
  private func names(in books: [Book]) -> Set<String> {
    familyNames(in: books) { _, entity in entity }
  }

  /// The names of the entity that owns the guarded entity's records, and of its subentities.
  private func owningNames(in books: [Book]) -> Set<String> {
    familyNames(in: books) { model, entity in model.entities[entity].owner?.entity }
  }

  /// The names of the entities of the list's rows; empty if the key is not a list.
  private func listedNames(in books: [Book]) -> Set<String> {
    familyNames(in: books) { model, entity in
      model.entities[entity].relationship(named: key).flatMap { $0.origin == .owned ? $0.destination : nil }
    }
  }

  /// The names of an entity found from the guarded one, and of its subentities.
  private func familyNames(
    in books: [Book], of find: (_ model: Model, _ entity: Int) -> Int?
  ) -> Set<String> {
    Set(
      books.map(\.graph.model).flatMap { model in
        model.entity(named: entity).flatMap { find(model, $0) }
          .map { model.entities[$0].family.map { model.entities[$0].name } } ?? []
      })
  }

  /// The records that meet the predicate, and those of them that have a value of the key, be it computed.
  private func records(
    of book: Book, today: CivilDate
  ) -> (ids: Set<String>, stating: Set<String>, diagnostics: [Diagnostic]) {
    let graph = book.graph
    func failure(_ words: String) -> (ids: Set<String>, stating: Set<String>, diagnostics: [Diagnostic]) {
      let source = SourceText("\(self.entity).\(key)", name: "--fail-on")
      return ([], [], [Diagnostic(.unknownKeyPath, at: source.range, words)])
    }
    guard let entity = graph.model.entity(named: entity),
      graph.model.entities[entity].hasProperty(named: key)
    else { return failure("there is no '\(self.entity).\(key)' in the model") }
    if let list = graph.model.entities[entity].relationship(named: key), list.origin == .computed {
      let other = graph.model.entities[list.destination]
      let source = list.inverse.map { "'\(other.name).\(other.relationships[$0].name)'" } ?? "other records"
      return failure("'\(self.entity).\(key)' follows from \(source); name that instead")
    }
    var rows = graph.rows(of: entity).map { Int32(truncatingIfNeeded: $0) }
    if let predicate {
      let compiled = QueryCompiler(graph: graph).predicate(predicate, entity: entity)
      guard let expression = compiled.expression else { return ([], [], compiled.diagnostics) }
      rows = Evaluator(graph: graph, today: today).filter(rows, expression)
    }
    let declared = graph.model.entities[entity]
    let table = graph.tables[declared.table]
    func states(_ row: Int) -> Bool {
      if let attribute = declared.attribute(named: key) {
        return table.columns[attribute.column][row] != .null
      }
      return declared.relationship(named: key).map { !table.links[$0.link].targets(of: row).isEmpty } ?? true
    }
    func ids(_ rows: [Int32]) -> Set<String> { Set(rows.map { graph.id(of: Int($0), in: declared.table) }) }
    return (ids(rows), ids(rows.filter { states(Int($0)) }), [])
  }
}

extension RecordChange {
  /// The change of the record and the changes of its rows, each with its full id.
  fileprivate var withRows: [RecordChange] {
    [self]
      + rows.map { row in
        var row = row
        row.id = "\(id)#\(row.id.split(separator: "#").last ?? "")"
        return row
      }
  }
}
