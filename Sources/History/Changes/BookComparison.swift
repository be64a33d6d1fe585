import Content
import Diagnostics
import FileSystem
import Records

/// Compares two books.
///
/// Not `VersionComparison`: two read books know each value as it was typed and what was computed from it, which a file
/// of a former commit alone does not.
struct BookComparison {
  let old: ComparedBook
  let new: ComparedBook
  /// The ids of renamed records, by the names that they had.
  private var renames: [RecordName: String] = [:]
  private var changes = BookChanges()

  private init(old: ComparedBook, new: ComparedBook) {
    self.old = old
    self.new = new
  }

  /// What changed from one book to another.
  /// - Complexity: O(*n*) in the values of both, except for the rows of changed records (``RowMatching``).
  static func changes(from old: Book, to new: Book) -> BookChanges {
    var comparison = BookComparison(
      old: ComparedBook(old, comparedWith: new), new: ComparedBook(new, comparedWith: old))
    comparison.run()
    return comparison.changes
  }

  private mutating func run() {
    let invalidSettings = Set(old.invalidSettings + new.invalidSettings)
    changes.skipped = invalidSettings.union(old.skippedPaths).union(new.skippedPaths)
      .sorted { $0.precedes($1) }
    guard invalidSettings.isEmpty else { return }
    for model in [old.book.graph.model, new.book.graph.model] {
      for (index, entity) in model.entities.enumerated() {
        changes.lists[entity.name] = model.otherList(of: index)
      }
    }
    changes.settings = SettingsChanges.lines(from: old.book, to: new.book)
    var deleted = old.places.keys.filter { new.places[$0] == nil && !new.isSkipped($0) }
    var inserted = new.places.keys.filter { old.places[$0] == nil && !old.isSkipped($0) }
    let renamed = renamedRecords(deleted, inserted)
    for (before, after) in renamed { renames[before] = after.id }
    let (gone, come) = (Set(renamed.map(\.old)), Set(renamed.map(\.new)))
    deleted.removeAll(where: gone.contains)
    inserted.removeAll(where: come.contains)
    for name in deleted { addDeleted(name, id: name.id) }
    for name in inserted { addInserted(name, id: name.id) }
    for (before, after) in renamed { compare(before, after) }
    for name in new.places.keys where old.places[name] != nil { compare(name, name) }
    addTotals()
    sort()
  }

  // MARK: Renamed records

  /// Records with another name: with another id, where the file says so (`was`) or holds the same bytes; or of a family
  /// that the model calls something else.
  private func renamedRecords(_ deleted: [RecordName], _ inserted: [RecordName]) -> [(
    old: RecordName, new: RecordName
  )] {
    var left = Set(deleted)
    var sameBytes: [ArraySlice<UInt8>: [RecordName]] = [:]
    for name in deleted.sorted(by: { $0.id.precedes($1.id) }) {
      guard let place = old.places[name] else { continue }
      sameBytes[content(old.file(place)), default: []].append(name)
    }
    var renamed: [(old: RecordName, new: RecordName)] = []
    for name in inserted.sorted(by: { $0.id.precedes($1.id) }) {
      guard let place = new.places[name] else { continue }
      let file = new.file(place)
      let candidates =
        WrittenRecord(file).formerIDs.map { RecordName(family: name.family, id: $0) }
        + (sameBytes[content(file)] ?? []).filter { $0.family == name.family }
        + (old.graph.model.entity(named: name.family) != nil
          ? [] : deleted.filter { $0.id == name.id && new.graph.model.entity(named: $0.family) == nil })
      guard let former = candidates.first(where: left.contains) else { continue }
      left.remove(former)
      renamed.append((former, name))
    }
    return renamed
  }

  private func content(_ file: MarkdownFile) -> ArraySlice<UInt8> {
    file.source.bytes[min(file.frontMatter.lowerBound, file.source.bytes.count)...]
  }

  // MARK: Records

  private mutating func addDeleted(_ name: RecordName, id: String) {
    guard let place = old.places[name] else { return }
    changes.records.append(Self.change(.deleted, old.entity(place), id, of: name.family))
  }

  private mutating func addInserted(_ name: RecordName, id: String) {
    guard let place = new.places[name] else { return }
    let written = WrittenRecord(new.file(place))
    let values = written.values.isEmpty ? [] : valuesOfInserted(place, written)
    var change = Self.change(.inserted, new.entity(place), id, values, of: name.family)
    for (list, rows) in new.rows(of: place) {
      let items = written.lists[list.name] ?? []
      for (index, row) in rows.enumerated() where index < items.count {
        let label = new.entity(row)
        change.rows.append(
          Self.change(.inserted, label, "\(list.name)#\(index + 1)", valuesOfInserted(row, items[index])))
      }
    }
    changes.records.append(change)
  }

  private static func change(
    _ kind: RecordChange.Kind, _ entity: Entity, _ id: String, _ values: [ValueChange] = [],
    of family: String? = nil
  ) -> RecordChange {
    RecordChange(kind: kind, entity: entity, family: family ?? entity.name, id: id, values: values)
  }

  private func valuesOfInserted(_ place: RecordHandle, _ written: WrittenRecord) -> [ValueChange] {
    Self.values(place, written, of: new).map { ValueChange(key: $0.key, old: nil, new: $0.text) }
  }

  /// The values of a deleted row.
  private func valuesOfDeleted(_ place: RecordHandle, _ written: [WrittenRecord], _ index: Int)
    -> [ValueChange]
  {
    guard index < written.count else { return [] }
    return Self.values(place, written[index], of: old).map {
      ValueChange(key: $0.key, old: $0.text, new: nil)
    }
  }

  private static func values(
    _ place: RecordHandle, _ written: WrittenRecord, of side: ComparedBook
  ) -> [(key: String, text: String)] {
    let entity = side.entity(place)
    return entity.propertyNames.compactMap { key in
      written.values[key].map {
        (key, entity.attribute(named: key).flatMap { side.text($0, place, written) } ?? $0)
      }
    }
  }

  /// Compares a record with itself as it was.
  private mutating func compare(_ before: RecordName, _ after: RecordName) {
    guard let first = old.places[before], let second = new.places[after] else { return }
    let id = after.id
    let formerID = before.id == id ? nil : before.id
    let (oldFile, newFile) = (old.file(first), new.file(second))
    let isWritten = oldFile.source.bytes != newFile.source.bytes
    let oldWritten = isWritten ? WrittenRecord(oldFile) : nil
    let newWritten = isWritten ? WrittenRecord(newFile) : nil
    let (oldEntity, newEntity) = (old.entity(first), new.entity(second))
    var change = Self.change(formerID == nil ? .updated : .renamed, newEntity, id, of: after.family)
    change.formerID = formerID
    if before.family != after.family { change.formerFamily = before.family }
    if oldEntity.name != newEntity.name {
      change.values.append(ValueChange(key: "entity", old: oldEntity.name, new: newEntity.name))
    }
    change.values += values(first, second, oldWritten, newWritten, id: id)
    if let oldWritten, let newWritten {
      change.changesBody =
        oldFile.bodyWithPlainLineEnds != newFile.bodyWithPlainLineEnds
      let lists = old.rows(of: first)
      for (list, rows) in new.rows(of: second) {
        let oldRows = lists.first { $0.list.name == list.name }?.rows ?? []
        change.rows += self.rows(
          list.name, oldRows, rows, oldWritten.lists[list.name] ?? [], newWritten.lists[list.name] ?? [],
          owner: id)
      }
      for (list, rows) in lists where !new.rows(of: second).contains(where: { $0.list.name == list.name }) {
        change.rows += rows.indices.map {
          Self.change(
            .deleted, old.entity(rows[$0]), "\(list.name)#\($0 + 1)",
            valuesOfDeleted(rows[$0], oldWritten.lists[list.name] ?? [], $0))
        }
      }
    } else {
      compareComputedRows(first, second)
    }
    compareImplied(first, second, owner: id)
    if formerID != nil || !change.values.isEmpty || !change.rows.isEmpty || change.changesBody {
      changes.records.append(change)
    }
  }

  /// The rows of a file that did not change: only what is computed can differ.
  private mutating func compareComputedRows(_ first: RecordHandle, _ second: RecordHandle) {
    for (oldRows, newRows) in zip(old.rows(of: first), new.rows(of: second)) {
      guard oldRows.rows.count == newRows.rows.count else { continue }
      for (before, after) in zip(oldRows.rows, newRows.rows) {
        _ = values(before, after, nil, nil, id: new.id(after))
      }
    }
  }

  /// The records that a record implies: all that changes about them follows from it.
  private mutating func compareImplied(
    _ first: RecordHandle, _ second: RecordHandle, owner: String
  ) {
    let former = Dictionary(
      old.implied(by: first).map { ($0.list, $0.row) }, uniquingKeysWith: { first, _ in first })
    for (list, after) in new.implied(by: second) {
      guard let before = former[list] else { continue }
      switch (before, after) {
      case (let before?, let after?): _ = values(before, after, nil, nil, id: new.id(after))
      case (let before?, nil): addEffects(of: before, in: old) { ValueChange(key: $0, old: $1, new: nil) }
      case (nil, let after?): addEffects(of: after, in: new) { ValueChange(key: $0, old: nil, new: $1) }
      case (nil, nil): break
      }
    }
  }

  private mutating func addEffects(
    of place: RecordHandle, in side: ComparedBook,
    _ change: (_ key: String, _ text: String) -> ValueChange
  ) {
    let entity = side.entity(place)
    for attribute in entity.attributes {
      guard let text = side.text(attribute, place, nil) else { continue }
      changes.effects.append(
        Effect(
          entity: entity.name, label: entity.label, id: side.id(place),
          value: change(attribute.name.text, text)))
    }
  }

  // MARK: Values

  /// The written values that changed; those that are computed become effects.
  private mutating func values(
    _ first: RecordHandle, _ second: RecordHandle, _ before: WrittenRecord?,
    _ after: WrittenRecord?, id: String
  ) -> [ValueChange] {
    let (oldEntity, newEntity) = (old.entity(first), new.entity(second))
    var values: [ValueChange] = []
    let attributes =
      newEntity.attributes + oldEntity.attributes.filter { newEntity.attribute(named: $0.name.text) == nil }
    for attribute in attributes {
      let key = attribute.name.text
      let (former, current) = (oldEntity.attribute(named: key), newEntity.attribute(named: key))
      let oldText = former.flatMap { old.text($0, first, before) }
      let newText = current.flatMap { new.text($0, second, after) }
      guard oldText != newText else { continue }
      let change = ValueChange(key: key, old: oldText, new: newText)
      let isComputed = attribute.derived != nil || before?.values[key] == nil && after?.values[key] == nil
      if isComputed {
        // What follows from something that could not be read is not judged.
        let isInvalid =
          former.map { old.isInvalid($0, first, before) } ?? false
          || current.map { new.isInvalid($0, second, after) } ?? false
        if isInvalid { continue }
        changes.effects.append(Effect(entity: newEntity.name, label: newEntity.label, id: id, value: change))
      } else {
        values.append(change)
      }
    }
    guard let before, let after else { return values }
    let links =
      newEntity.relationships
      + oldEntity.relationships.filter { newEntity.relationship(named: $0.name) == nil }
    for link in links where link.origin == .written {
      let family = old.graph.model.entity(named: familyName(link)).map { _ in familyName(link) } ?? ""
      let oldText = before.values[link.name].map { ids in
        ids.split(separator: ", ").map {
          renames[RecordName(family: family, id: String($0))] ?? String($0)
        }
        .joined(separator: ", ")
      }
      let newText = after.values[link.name]
      if oldText != newText {
        values.append(ValueChange(key: link.name, old: before.values[link.name], new: newText))
      }
    }
    return values
  }

  /// The name of the entity that a relationship's destination inherits from.
  private func familyName(_ link: Relationship) -> String {
    let model = new.graph.model
    guard model.entities.indices.contains(link.destination) else { return "" }
    return model.family(of: model.entities[link.destination])
  }

  // MARK: Rows

  private mutating func rows(
    _ list: String, _ oldRows: [RecordHandle], _ newRows: [RecordHandle],
    _ before: [WrittenRecord],
    _ after: [WrittenRecord], owner: String
  ) -> [RecordChange] {
    func content(_ side: ComparedBook, _ place: RecordHandle, _ written: WrittenRecord) -> [String:
      String]
    {
      let entity = side.entity(place)
      var values = written.values
      for key in values.keys {
        if let attribute = entity.attribute(named: key), let text = side.text(attribute, place, written) {
          values[key] = text
        }
      }
      return values
    }
    guard oldRows.count == before.count, newRows.count == after.count else { return [] }
    let matching = RowMatching(
      zip(oldRows, before).map { content(old, $0, $1) }, zip(newRows, after).map { content(new, $0, $1) })
    return matching.changes { first, second in
      let changed = values(
        oldRows[first], newRows[second], before[first], after[second], id: "\(owner)#\(second + 1)")
      guard !changed.isEmpty else { return nil }
      return Self.change(.updated, new.entity(newRows[second]), "\(list)#\(second + 1)", changed)
    } inserted: { row in
      Self.change(
        .inserted, new.entity(newRows[row]), "\(list)#\(row + 1)", valuesOfInserted(newRows[row], after[row]))
    } deleted: { row in
      Self.change(
        .deleted, old.entity(oldRows[row]), "\(list)#\(row + 1)", valuesOfDeleted(oldRows[row], before, row))
    }
  }

  // MARK: Totals

  private mutating func addTotals() {
    let gone = old.graph.model.entities.filter { new.graph.model.entity(named: $0.name) == nil }
    for entity in new.graph.model.entities + gone where !entity.isAbstract {
      let (before, after) = (
        old.graph.model.entity(named: entity.name), new.graph.model.entity(named: entity.name)
      )
      let (oldEntity, newEntity) = (
        before.map { old.graph.model.entities[$0] }, after.map { new.graph.model.entities[$0] }
      )
      // A sum without some of the records says nothing.
      if oldEntity.map(old.lacksRecords) ?? false || newEntity.map(new.lacksRecords) ?? false { continue }
      func add(_ key: String, _ oldText: String?, _ newText: String?) {
        guard oldText != newText else { return }
        changes.totals.append(
          TotalChange(
            entity: entity.name, label: entity.pluralLabel,
            value: ValueChange(key: key, old: oldText, new: newText)))
      }
      add(
        "@count", before.map { "\(old.graph.rows(of: $0).count)" },
        after.map { "\(new.graph.rows(of: $0).count)" })
      for attribute in entity.attributes where attribute.isTotal {
        let former = oldEntity?.attribute(named: attribute.name.text)
        let current = newEntity?.attribute(named: attribute.name.text)
        if let oldEntity, let former, old.hasInvalid(former, of: oldEntity) { continue }
        if let newEntity, let current, new.hasInvalid(current, of: newEntity) { continue }
        func sum(_ attribute: Attribute?, _ entity: Int?, _ side: ComparedBook) -> String? {
          attribute.flatMap { attribute in entity.flatMap { Self.sum(of: attribute, $0, side) } }
        }
        add(attribute.name.text, sum(former, before, old), sum(current, after, new))
      }
    }
  }

  private static func sum(of attribute: Attribute, _ entity: Int, _ side: ComparedBook) -> String? {
    let table = side.graph.model.entities[entity].table
    let zero: Value =
      attribute.type == .money ? .money(Money(.zero, side.graph.model.currency)) : .number(.zero)
    var sum = RunningSum(from: zero)
    for row in side.graph.rows(of: entity) {
      sum.add(side.graph.tables[table].columns[attribute.column][row])
    }
    return side.text(sum.value)
  }

  // MARK: Order

  private mutating func sort() {
    let model = new.graph.model
    func rank(_ entity: String) -> Int { model.entity(named: entity) ?? model.entities.count }
    changes.records.sort {
      (rank($0.entity), $0.entity) == (rank($1.entity), $1.entity)
        ? $0.id.precedes($1.id) : (rank($0.entity), $0.entity) < (rank($1.entity), $1.entity)
    }
    let keys = changes.effects.indices.sorted { first, second in
      let (one, other) = (changes.effects[first], changes.effects[second])
      if rank(one.entity) != rank(other.entity) { return rank(one.entity) < rank(other.entity) }
      if one.id != other.id { return one.id.precedes(other.id) }
      return first < second
    }
    changes.effects = keys.map { changes.effects[$0] }
  }
}

extension BookChanges {
  /// What changed from one book to another.
  package init(from old: Book, to new: Book) {
    self = BookComparison.changes(from: old, to: new)
  }
}
