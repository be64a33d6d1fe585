import Content
import Diagnostics
import FrontMatter
import Records

/// Turns requests into edits of a book's files.
///
/// Errors in the request itself, such as an unknown record, key or choice, are diagnostics at their place in
/// the request. Errors in the values are found when the edit is validated, as by `check`.
///
///     let editor = Editor(book, today: today)
///     let edit = editor.set(SourceText("2026-0054", name: "ID"), [assignment])
package struct Editor: Sendable {
  /// The current book.
  package let book: Book
  /// The book that predicates and expressions read, without drafts; nil for the current book, which has them.
  package var published: Book?
  /// The day that `today` means.
  package let today: CivilDate
  /// Finds records.
  package let lookup: RecordLookup
  /// The keys of each entity's records.
  let entityKeys: [EntityKeys]
  /// Reads values in the forms that people type.
  package var values: TypedValue
  /// The fields of the file that was asked for last.
  let lastFields = LastWrittenFields()
  /// Whether a reference may be part of a title. In a long file nobody would notice a wrong match.
  var allowsPartsOfTitles = true
  /// The ids of records that the same edit creates, by table. References may name them too.
  var madeIDs: [Int: Set<String>] = [:]

  package init(_ book: Book, today: CivilDate) {
    self.book = book
    self.today = today
    lookup = RecordLookup(book, today: today)
    entityKeys = book.graph.model.entities.map { EntityKeys($0) }
    values = TypedValue(today: today, currencies: book.graph.currencies)
  }

  var graph: RecordGraph { book.graph }
  var model: Model { book.graph.model }

  /// The position in its owner's file of a record written inside another; nil for a record with its own file.
  func rowIndex(of record: RecordHandle) -> RecordOperation.RowIndex? {
    model.list(of: model.entities[graph.entity(of: record)]).map {
      .init(list: $0.name, index: Int(graph.tables[record.table].positions[record.row]) - 1)
    }
  }

  // MARK: Set

  /// Sets keys of a record; an empty value removes the key.
  /// - Parameters:
  ///   - name: the record; `2026-0054#2` is a row.
  ///   - assignments: the keys and values.
  ///   - computed: keys with expressions for their values. If one evaluates to nil, the key keeps its value.
  package func set(
    _ name: SourceText, _ assignments: [Assignment], _ computed: [ComputedAssignment] = []
  ) -> Edit {
    var edit = Edit()
    guard let record = resolveTarget(name, &edit) else {
      if model.entity(called: name.text) != nil, !edit.diagnostics.isEmpty {
        let note =
          "it is an entity; '--where PREDICATE' says of which of its records, and TRUEPREDICATE means all"
        edit.diagnostics[edit.diagnostics.count - 1].notes.append(.init(note))
      }
      return edit
    }
    if computed.isEmpty {
      set(record, assignments, in: &edit)
    } else {
      set([record], of: graph.entity(of: record), assignments, computed, in: &edit)
    }
    return edit
  }

  /// Sets keys of a record.
  /// - Parameter decided: further keys whose values are decided, as by empty cells: no figures are copied into them.
  func set(
    _ record: RecordHandle, _ assignments: [Assignment], decided: Set<String> = [], in edit: inout Edit
  ) {
    let settings = settings(assignments, of: graph.entity(of: record), &edit)
    set([(record, settings)], inFileOf: graph.fileOwner(of: record), decided: decided, in: &edit)
  }

  /// A key and its new field; nil removes the key.
  typealias Setting = (key: String, field: RecordOperation.Field?)

  /// Resolves assignments to keys of an entity's records.
  func settings(_ assignments: [Assignment], of entity: Int, _ edit: inout Edit) -> [Setting] {
    var settings: [Setting] = []
    var seen: Set<String> = []
    for assignment in assignments {
      guard let field = edit.take(field(assignment, of: entity)) else { continue }
      if !seen.insert(assignment.key.text).inserted {
        edit.diagnostics.append(.givenTwice(assignment.key))
      }
      settings.append((assignment.key.text, field))
    }
    return settings
  }

  /// Sets keys of a record with a file of its own, or of rows in it.
  /// - Complexity: O(*n*) in the file's bytes, however many rows change.
  func set(
    _ changes: [(record: RecordHandle, settings: [Setting])], inFileOf owner: RecordHandle,
    decided: Set<String> = [], in edit: inout Edit
  ) {
    guard !edit.diagnostics.hasErrors else { return }
    var last: Locator?
    let computed = changes.map { record, settings in
      let texts = settings.map { ($0.key, $0.field?.value.plainText) }
      return amountsByFormula(
        following: Dictionary(texts, uniquingKeysWith: { $1 }), of: record, &last)
    }
    let given = zip(changes, computed).map { change, keys in
      (record: change.record, settings: change.settings + keys.map { ($0, nil) })
    }
    let following = figuresFollowing(given, inFileOf: owner, decided: decided)
    var operations: [RecordOperation] = []
    for (index, (record, settings)) in changes.enumerated() {
      let figures = following.isEmpty ? FollowingFigures() : following[index]
      let amounts = figures.replaced
      let name = graph.commandName(of: record)
      for (key, field) in settings + amounts {
        edit.lines.append(.init(name, "\(key): \(field?.value.plainText ?? "nothing")"))
      }
      for key in computed[index] { edit.lines.append(.init(name, "\(key): as computed")) }
      for (key, text, other) in figures.kept {
        edit.unchanged.append(.init(name, "\(key): \(text) stays; copied today it would be \(other)"))
      }
      if let (old, new) = currencies(of: record, setting: settings) {
        edit.unchanged.append(
          .init(name, "amounts that name no currency are \(new.code) now, and were \(old.code)"))
      }
      operations += self.operations(given[index].settings + amounts, on: record)
    }
    apply(operations, to: owner, in: &edit)
    for (record, settings) in given { removeLinks(of: record, notIn: settings, in: &edit) }
  }

  /// The operations that apply settings to a record.
  private func operations(_ settings: [Setting], on record: RecordHandle) -> [RecordOperation] {
    let row = rowIndex(of: record)
    return settings.map { key, field in field.map { .set($0, row: row) } ?? .clear(key: key, row: row) }
  }

  /// Removes links that settings take from a record's lists in the files of their other ends.
  private func removeLinks(of record: RecordHandle, notIn settings: [Setting], in edit: inout Edit) {
    for (key, field) in settings {
      switch field?.value {
      case .list(let ids)?: removeLinks(of: record, key, in: &edit) { !ids.contains($0) }
      case nil: removeLinks(of: record, key, in: &edit) { _ in true }
      default: break
      }
    }
  }

  /// Removes links of a many-to-many relationship from the files of their other ends: a link exists if either
  /// side lists it.
  /// - Parameter isRemoved: whether to remove the link to the record with an id.
  private func removeLinks(
    of record: RecordHandle, _ key: String, in edit: inout Edit, where isRemoved: (_ id: String) -> Bool
  ) {
    guard let relationship = graph.relationships(of: record).first(where: { $0.name == key }),
      relationship.isMany,
      let inverse = relationship.inverse.map({ model.entities[relationship.destination].relationships[$0] }),
      inverse.isMany, inverse.origin == .written
    else { return }
    let own = graph.id(of: record)
    for target in graph.destinations(of: relationship, from: record) where isRemoved(graph.id(of: target)) {
      let isListed = written(in: target).contains { field in
        guard field.key == inverse.name else { return false }
        if case .list(let ids) = field.value { return ids.contains(own) }
        return field.value.plainText == own
      }
      guard isListed else { continue }
      edit.lines.append(.init(graph.commandName(of: target), "\(inverse.name): - \(own)"))
      apply([.removeText(own, key: inverse.name, row: rowIndex(of: target))], to: target, in: &edit)
    }
  }

  /// Replaces the body of a record.
  /// - Parameter text: the body, with `\n` as line ending.
  func setBody(of record: RecordHandle, to text: String, in edit: inout Edit) {
    let file = graph.file(of: record)
    edit.change(String(file.path), by: file.script(givingBody: text, in: edit.source(of: file)))
  }

  /// Finds a record to change, or reports why there is none: it must be named in full and be in a file.
  func resolveTarget(_ name: SourceText, _ edit: inout Edit) -> RecordHandle? {
    guard let record = edit.take(lookup.resolve(name, allowsPart: false)) else { return nil }
    if graph.isImplied(record) {
      edit.refuse(.computedValue, at: name.range, "'\(name.text)' follows from its record and is in no file")
      return nil
    }
    return record
  }

  /// Applies operations to the file of a record, unless the request has errors.
  func apply(_ operations: [RecordOperation], to record: RecordHandle, in edit: inout Edit) {
    guard !edit.diagnostics.hasErrors, !operations.isEmpty else { return }
    let file = graph.file(of: record)
    let owner = graph.fileOwner(of: record)
    let changed = self.file(edit.source(of: file), after: operations, graph.entity(of: owner))
    if let changed = edit.take(changed) {
      edit.put(changed.bytes, at: String(file.path), before: file.source.bytes)
    }
  }

  /// A record's file after operations, made one after the other: only the bytes that an operation names change.
  /// A new key takes its place in the model's order.
  /// - Parameter entity: the entity of the record that has the file.
  /// - Returns: the file, or the error at a key that cannot be changed without changing something else.
  package func file(
    _ file: SourceFile, after operations: [RecordOperation], _ entity: Int
  ) -> Result<SourceFile, Diagnostic> {
    FrontMatterEdit.file(file, after: operations) { row in
      let list = row.flatMap { model.entities[entity].relationship(named: $0.list) }
      return entityKeys[list?.destination ?? entity].names
    }
  }

  // MARK: Rows

  /// Adds a row to a record's list, or texts to a list of texts.
  /// - Parameters:
  ///   - name: the record.
  ///   - list: the key of the list; `row` and `payment` are accepted too.
  ///   - arguments: the row's keys and values, or the texts.
  package func add(_ name: SourceText, to list: SourceText, _ arguments: [SourceText]) -> Edit {
    var edit = Edit()
    guard let record = resolveTarget(name, &edit),
      let (key, kind) = edit.take(self.key(list, of: graph.entity(of: record), isList: true))
    else { return edit }
    if case .rows(let relationship) = kind {
      let entity = relationship.destination
      let assignments = arguments.compactMap { edit.take(Assignment.one($0)) }
      let fields = completed(
        fields(assignments, of: entity, &edit), of: entity, currency: currency(of: record))
      let index = indexAfterRows(of: relationship, in: record)
      edit.lines.append(
        .init(
          model.rowName(index + 1, of: graph.id(of: record), entity),
          fields.map(\.plainText).joined(separator: ", ")))
      apply([.insertRow(fields, .init(list: key, index: index))], to: record, in: &edit)
      return edit
    }
    var listed = texts(of: record, kind)
    for argument in arguments {
      guard let text = edit.take(item(argument, kind)) else { continue }
      guard listed.insert(text).inserted else {
        edit.unchanged.append(.init(graph.commandName(of: record), "'\(text)' is in '\(key)' already"))
        continue
      }
      edit.lines.append(.init(graph.commandName(of: record), "\(key): + \(text)"))
      apply([.addText(text, key: key, row: rowIndex(of: record))], to: record, in: &edit)
    }
    return edit
  }

  /// Whether a record has a list of rows.
  /// - Parameters:
  ///   - name: the record.
  ///   - list: the key of the list.
  package func hasRows(_ name: SourceText, _ list: SourceText) -> Bool {
    guard case .record(let record) = lookup.record(name.text, allowsPart: false),
      case .success((_, .rows)) = key(list, of: graph.entity(of: record), isList: true)
    else { return false }
    return true
  }

  /// The items of a record's list: its texts, or the ids of records linked from either side.
  private func texts(of record: RecordHandle, _ kind: EntityKeys.Kind) -> Set<String> {
    switch kind {
    case .reference(let relationship):
      return Set(graph.destinations(of: relationship, from: record).map { graph.id(of: $0) })
    case .attribute(let attribute):
      guard case .tags(let values) = graph.tables[record.table].columns[attribute.column] else { return [] }
      return Set(values[record.row])
    default: return []
    }
  }

  /// Whether a part of a record's list could not be read.
  private func isInvalid(_ record: RecordHandle, _ kind: EntityKeys.Kind) -> Bool {
    let marks = graph.tables[record.table].marks
    return switch kind {
    case .reference(let relationship): marks.contains(record.row, link: relationship.link)
    case .attribute(let attribute): marks.contains(record.row, column: attribute.column)
    default: false
    }
  }

  /// The fields of assignments, in the entity's order; a key may occur once.
  func fields(
    _ assignments: [Assignment], of entity: Int, _ edit: inout Edit
  ) -> [RecordOperation.Field] {
    ordered(settings(assignments, of: entity, &edit).compactMap(\.field), of: entity)
  }

  func ordered(_ fields: [RecordOperation.Field], of entity: Int) -> [RecordOperation.Field] {
    let names = entityKeys[entity].names
    return fields.enumerated().sorted { a, b in
      let places = (names.firstIndex(of: a.element.key), names.firstIndex(of: b.element.key))
      return (places.0 ?? .max, a.offset) < (places.1 ?? .max, b.offset)
    }.map(\.element)
  }

  /// Removes rows, or texts from a list.
  /// - Parameters:
  ///   - name: the row, `2026-0054#2`, or, with a list, the record.
  ///   - list: the key of a list of texts or references.
  ///   - texts: the texts.
  package func remove(_ name: SourceText, from list: SourceText?, _ texts: [SourceText]) -> Edit {
    var edit = Edit()
    guard let record = resolveTarget(name, &edit) else { return edit }
    guard let list else {
      if rowIndex(of: record) != nil { return delete([record]) }
      edit.refuse(
        .unknownReference, at: name.range,
        "'\(name.text)' is not a row such as '2026-0054#2'; a record with a file of its own is deleted")
      return edit
    }
    guard let (key, kind) = edit.take(self.key(list, of: graph.entity(of: record), isList: true)) else {
      return edit
    }
    if case .rows(let relationship) = kind {
      let position = texts.first.flatMap { Int($0.text) } ?? 1
      let row = model.rowName(position, of: graph.id(of: record), relationship.destination)
      edit.refuse(
        .wrongShape, at: list.range,
        "the records of '\(key)' are removed by their number: docket remove \(row)")
      return edit
    }
    var listed = self.texts(of: record, kind)
    for written in texts {
      guard let text = edit.take(item(written, kind)) else { continue }
      guard listed.remove(text) != nil else {
        if isInvalid(record, kind) {
          edit.refuse(
            .wrongShape, at: written.range,
            "'\(key)' has an error, so it is unknown whether '\(text)' is in it; correct that first")
          continue
        }
        edit.unchanged.append(.init(graph.commandName(of: record), "'\(text)' is not in '\(key)'"))
        continue
      }
      edit.lines.append(.init(graph.commandName(of: record), "\(key): - \(text)"))
      apply([.removeText(text, key: key, row: rowIndex(of: record))], to: record, in: &edit)
      removeLinks(of: record, key, in: &edit) { $0 == text }
    }
    return edit
  }
}

extension RecordGraph {
  /// The currencies of amounts that name none: the site's, and those that records have.
  fileprivate var currencies: [Currency] {
    tables.indices.reduce(into: Set([model.currency])) { $0.formUnion(RecordCurrencies($1, of: self).all) }
      .sorted { $0.code < $1.code }
  }
}
