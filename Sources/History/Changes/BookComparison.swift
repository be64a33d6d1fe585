import Content
import Diagnostics
import FileSystem
import Records

/// Compares two books: written values as `VersionComparison` does, and the computed values that follow.
struct BookComparison {
  let old: ComparedBook
  let new: ComparedBook
  /// Compares the files of each book, read by its own model.
  private let versions: VersionComparison
  /// The new ids of renamed records.
  private var renames: VersionComparison.Renames = [:]
  private var changes = BookChanges()
  /// The attributes to compare, as far as they are looked up.
  private var attributes: [EntityPair: ComparedAttributes] = [:]

  private init(old: ComparedBook, new: ComparedBook) {
    self.old = old
    self.new = new
    versions = VersionComparison(models: [new.graph.model, old.graph.model])
  }

  /// The changes from one book to another.
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
    let deleted = old.records.keys.filter { new.records[$0] == nil && !new.isSkipped($0) }
    let inserted = new.records.keys.filter { old.records[$0] == nil && !old.isSkipped($0) }
    let renamed = renamedRecords(deleted, inserted)
    for (before, after) in renamed { renames[before.family, default: [:]][before.id] = after.id }
    let (gone, come) = (Set(renamed.map(\.old)), Set(renamed.map(\.new)))
    for name in deleted where !gone.contains(name) {
      add(versions.change(from: old.records[name].map(version(before:)), to: nil, name: name))
    }
    for name in inserted where !come.contains(name) {
      add(versions.change(from: nil, to: new.records[name].map(version(after:)), name: name))
    }
    for (before, after) in renamed { compare(before, after) }
    for name in new.records.keys where old.records[name] != nil { compare(name, name) }
    addTotals()
    sort()
  }

  // MARK: Renamed records

  /// The renamed records: those with a new id, if the file names the former id (`was`) or has the same bytes, or if the
  /// former file names the new id, as when a rename is undone; and those of a family of another name, because its entity was renamed or got a parent.
  private func renamedRecords(_ deleted: [RecordName], _ inserted: [RecordName]) -> [(
    old: RecordName, new: RecordName
  )] {
    var left = Set(deleted)
    let gone = Dictionary(
      grouping: deleted.filter { !new.graph.model.hasFamily($0.family) }, by: \.id)
    let come = Set(inserted.map(\.family)).filter { !old.graph.model.hasFamily($0) }
    var sameBytes: [ArraySlice<UInt8>: [RecordName]] = [:]
    // The former records by the names that they had before.
    var undone: [RecordName: [RecordName]] = [:]
    for name in deleted.sorted(by: { $0.id.precedes($1.id) }) {
      guard let record = old.records[name] else { continue }
      let file = old.graph.file(of: record)
      sameBytes[content(file), default: []].append(name)
      for id in WrittenRecord(file).formerIDs {
        undone[RecordName(family: name.family, id: id), default: []].append(name)
      }
    }
    var renamed: [(old: RecordName, new: RecordName)] = []
    for name in inserted.sorted(by: { $0.id.precedes($1.id) }) {
      guard let record = new.records[name] else { continue }
      let file = new.graph.file(of: record)
      let candidates =
        WrittenRecord(file).formerIDs.map { RecordName(family: name.family, id: $0) }
        + (sameBytes[content(file)] ?? []).filter { $0.family == name.family }
        + (gone[name.id] ?? []).filter {
          come.contains(name.family) || new.graph.model.isInFamily($0.family, name.family)
        }
      guard let former = candidates.first(where: left.contains) else { continue }
      left.remove(former)
      renamed.append((former, name))
    }
    // A rename that is undone counts if the former record is no other's.
    let known = Set(renamed.map(\.new))
    for name in inserted.sorted(by: { $0.id.precedes($1.id) }) where !known.contains(name) {
      guard let former = undone[name]?.first(where: left.contains) else { continue }
      left.remove(former)
      renamed.append((former, name))
    }
    return renamed
  }

  private func content(_ file: MarkdownFile) -> ArraySlice<UInt8> {
    file.source.bytes[min(file.frontMatter.lowerBound, file.source.bytes.count)...]
  }

  // MARK: Records

  private func version(before record: RecordHandle) -> VersionComparison.Version {
    var version = old.version(of: record, model: 1)
    version.record.written = versions.withPresentNames(
      version.record.written, of: old.entity(record), in: old.graph.model)
    return version
  }

  private func version(after record: RecordHandle) -> VersionComparison.Version {
    new.version(of: record, model: 0)
  }

  private mutating func add(_ change: RecordChange?) {
    if let change { changes.records.append(change) }
  }

  /// Compares a record before and after.
  private mutating func compare(_ before: RecordName, _ after: RecordName) {
    guard let first = old.records[before], let second = new.records[after] else { return }
    let isChanged =
      before.id != after.id || old.entity(first).name != new.entity(second).name
      || old.graph.file(of: first).source.bytes != new.graph.file(of: second).source.bytes
    let written = isChanged ? (old: version(before: first), new: version(after: second)) : nil
    if let written {
      let change = versions.change(from: written.old, to: written.new, name: after, former: before)
      add(change.flatMap { versions.change($0, following: renames, in: new.graph.model) })
    }
    addEffects(first, second, written?.old.record.written, written?.new.record.written)
    let former = Dictionary(old.rows(of: first).map { ($0.list.name, $0.rows) }) { first, _ in first }
    for (list, rows) in new.rows(of: second) {
      guard let oldRows = former[list.name] else { continue }
      guard let written else {
        // The file is unchanged, so only computed values can differ.
        guard oldRows.count == rows.count else { continue }
        for (before, after) in zip(oldRows, rows) { addEffects(before, after, nil, nil) }
        continue
      }
      let (before, after) = (written.old.record.written.lists, written.new.record.written.lists)
      guard let oldWritten = before[list.name], let newWritten = after[list.name],
        oldWritten.count == oldRows.count, newWritten.count == rows.count
      else { continue }
      for case (let one?, let other?) in versions.pairs(of: list.name, written.old, written.new) {
        addEffects(oldRows[one], rows[other], oldWritten[one], newWritten[other])
      }
    }
    compareImplied(first, second)
  }

  // MARK: Effects

  /// An attribute as both books have it.
  private struct ComparedAttribute {
    /// Its present name.
    let key: String
    let isDerived: Bool
    let former: Attribute?
    let current: Attribute?
  }

  /// The attributes of a record, and of each the columns in both books; nil if only one book has it. An
  /// attribute is large, and most are not looked at beyond their columns.
  private struct ComparedAttributes {
    let columns: [(old: Int, new: Int)?]
    let attributes: [ComparedAttribute]
  }

  /// Both entities of a record.
  private struct EntityPair: Hashable {
    let old: Int
    let new: Int
  }

  /// The attributes of a record that is of one entity in the old book, and of one in the new book.
  private mutating func attributes(of pair: EntityPair) -> ComparedAttributes {
    if let known = attributes[pair] { return known }
    let (oldEntity, newEntity) = (old.graph.model.entities[pair.old], new.graph.model.entities[pair.new])
    let gone = oldEntity.attributes.filter {
      versions.attribute(versions.key($0.name.text, of: oldEntity), of: newEntity) == nil
    }
    let found = (newEntity.attributes + gone).map { attribute in
      let key = attribute.name.text
      return ComparedAttribute(
        key: key, isDerived: attribute.derived != nil, former: versions.attribute(key, of: oldEntity),
        current: newEntity.attribute(named: key))
    }
    let columns = found.map { attribute in
      attribute.former.flatMap { former in attribute.current.map { (former.column, $0.column) } }
    }
    let both = ComparedAttributes(columns: columns, attributes: found)
    attributes[pair] = both
    return both
  }

  /// Adds the computed values that changed and that neither file writes.
  private mutating func addEffects(
    _ first: RecordHandle, _ second: RecordHandle, _ before: WrittenRecord?, _ after: WrittenRecord?
  ) {
    let pair = EntityPair(old: old.graph.entity(of: first), new: new.graph.entity(of: second))
    let compared = attributes(of: pair)
    for (index, columns) in compared.columns.enumerated() {
      // Most values are the same in both books, and making their texts takes far longer than comparing them.
      if let columns, old.value(columns.old, first).hasText(of: new.value(columns.new, second)) { continue }
      let attribute = compared.attributes[index]
      let (key, former, current) = (attribute.key, attribute.former, attribute.current)
      let isWritten = before?.values[key] != nil || after?.values[key] != nil
      guard attribute.isDerived || !isWritten else { continue }
      let oldText = former.flatMap { old.text($0, first, before) }
      let newText = current.flatMap { new.text($0, second, after) }
      guard oldText != newText else { continue }
      // Values computed from something invalid are not compared.
      let isInvalid =
        former.map { old.isInvalid($0, first, before) } ?? false
        || current.map { new.isInvalid($0, second, after) } ?? false
      if isInvalid { continue }
      addEffect(on: second, in: new, ValueChange(key: key, old: oldText, new: newText))
    }
  }

  private mutating func addEffect(on record: RecordHandle, in side: ComparedBook, _ value: ValueChange) {
    let entity = side.entity(record)
    changes.effects.append(
      Effect(entity: entity.name, label: entity.label, id: side.graph.id(of: record), value: value))
  }

  /// Adds the changes of the records that a record implies. They all follow from the record.
  private mutating func compareImplied(_ first: RecordHandle, _ second: RecordHandle) {
    let former = Dictionary(old.implied(by: first).map { ($0.list, $0.row) }) { first, _ in first }
    for (list, after) in new.implied(by: second) {
      guard let before = former[list] else { continue }
      switch (before, after) {
      case (let before?, let after?): addEffects(before, after, nil, nil)
      case (let before?, nil): addEffects(of: before, in: old) { ValueChange(key: $0, old: $1, new: nil) }
      case (nil, let after?): addEffects(of: after, in: new) { ValueChange(key: $0, old: nil, new: $1) }
      case (nil, nil): break
      }
    }
  }

  private mutating func addEffects(
    of record: RecordHandle, in side: ComparedBook, _ change: (_ key: String, _ text: String) -> ValueChange
  ) {
    for attribute in side.entity(record).attributes {
      guard let text = side.text(attribute, record, nil) else { continue }
      addEffect(on: record, in: side, change(attribute.name.text, text))
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
      // A total that lacks some of the records is meaningless.
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
        let formerNames = [attribute.name.text] + attribute.formerNames.map(\.text)
        let former = formerNames.lazy.compactMap { oldEntity?.attribute(named: $0) }.first
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
    return sum.value.exactText(home: side.home)
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
  /// Compares two books.
  package init(from old: Book, to new: Book) {
    self = BookComparison.changes(from: old, to: new)
  }
}
