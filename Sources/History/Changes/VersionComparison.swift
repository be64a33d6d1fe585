import Content
import Diagnostics
import Records

/// Compares versions of one record by their written values, in canonical form.
///
/// Each version is read by the model of its time, without a book. When two books are compared, a value
/// written on only one side is compared with the other book's value. Former names of properties count as
/// their present names.
struct VersionComparison: Sendable {
  /// The models of the versions. The first is the present one, whose currency texts of amounts leave out.
  let models: [Model]
  /// The present names of renamed properties by their former names, by entity; empty for most books.
  private let presentNames: [String: [String: String]]
  /// What thousands of changes need of the entities, by model and entity.
  private var properties: [[Properties]] = []

  /// An entity's names and keys. An entity itself is slow to copy, and slower still on all cores at once.
  private struct Properties {
    let name: String
    let label: String
    /// The keys of its attributes, and which of them are written in files, in the model's order.
    let attributes: [(key: String, isWritten: Bool)]
    let relationships: [String]
    /// The lists of records that are written inside its records.
    let lists: [(name: String, destination: Int)]
    /// All keys that a file may have.
    let keys: Set<String>
  }

  init(models: [Model]) {
    self.models = models
    presentNames = Dictionary(
      uniqueKeysWithValues: models[0].entities.map { ($0.name, $0.presentNames) }.filter { !$1.isEmpty })
    properties = models.map { model in
      model.entities.map { entity in
        let attributes = entity.attributes.map { (key($0.name.text, of: entity), $0.derived == nil) }
        let relationships = entity.relationships.map { key($0.name, of: entity) }
        return Properties(
          name: entity.name, label: entity.label, attributes: attributes, relationships: relationships,
          lists: entity.ownedLists.map { (key($0.name, of: entity), $0.destination) },
          keys: Self.otherKeys.union(attributes.filter(\.1).map(\.0)).union(relationships))
      }
    }
  }

  /// A version with its entity, derived from its folder, and the index of the entity's model.
  typealias Version = (record: RecordVersion, entity: Int, model: Int)

  var present: Model { models[0] }

  /// The change from one version to another; nil if there is none.
  /// - Parameters:
  ///   - name: the record's name; for a deleted record, its last name.
  ///   - former: the previous name, if it differs.
  func change(from old: Version?, to new: Version?, name: RecordName, former: RecordName? = nil)
    -> RecordChange?
  {
    guard let version = new ?? old else { return nil }
    // An inserted or deleted record has no second name.
    let name = new == nil ? former ?? name : name
    let former = old != nil && new != nil ? former : nil
    let formerID = former.flatMap { $0.id == name.id ? nil : $0.id }
    let entity = properties[version.model][version.entity].name
    var change = RecordChange(
      kind: old == nil ? .inserted : new == nil ? .deleted : formerID == nil ? .updated : .renamed,
      entity: entity, label: properties[version.model][version.entity].label, family: name.family,
      id: name.id, formerID: formerID)
    guard let new else { return change }
    guard let old else {
      change.values = values(nil, part(of: new))
      change.rows = lists(of: new).flatMap { list in
        parts(of: list, in: new).enumerated().map {
          row(.inserted, list.name, $0, values(nil, $1), of: $1)
        }
      }
      return change
    }
    if former?.family != name.family { change.formerFamily = former?.family }
    let formerEntity = properties[old.model][old.entity].name
    if formerEntity != entity {
      change.values.append(ValueChange(key: "entity", old: formerEntity, new: entity))
    }
    change.values += values(part(of: old), part(of: new))
    let (before, after) = (lists(of: old), lists(of: new))
    for list in after {
      let former = before.first { $0.name == list.name }
      change.rows += rows(list.name, former.map { parts(of: $0, in: old) } ?? [], parts(of: list, in: new))
    }
    for list in before where !after.contains(where: { $0.name == list.name }) {
      change.rows += rows(list.name, parts(of: list, in: old), [])
    }
    change.changesBody = old.record.body != new.record.body
    let isEmpty = change.values.isEmpty && change.rows.isEmpty && !change.changesBody
    return isEmpty && change.formerRecordName == nil ? nil : change
  }

  /// A record and its rows with keys replaced by their present names.
  /// - Parameter model: the model of the entity.
  func withPresentNames(_ written: WrittenRecord, of entity: Entity, in model: Model) -> WrittenRecord {
    guard !presentNames.isEmpty else { return written }
    var written = written
    for (former, name) in presentNames[entity.name] ?? [:] { written.rename(former, to: name) }
    for list in entity.ownedLists {
      let key = key(list.name, of: entity)
      written.lists[key] = written.lists[key]?.map {
        withPresentNames($0, of: model.entities[list.destination], in: model)
      }
    }
    return written
  }

  /// The present name of an entity's property.
  func key(_ name: String, of entity: Entity) -> String {
    presentNames.isEmpty ? name : presentNames[entity.name]?[name] ?? name
  }

  /// The attribute of an entity with a present name.
  func attribute(_ key: String, of entity: Entity) -> Attribute? {
    entity.attribute(named: key)
      ?? (presentNames[entity.name] == nil
        ? nil : entity.attributes.first { self.key($0.name.text, of: entity) == key })
  }

  private func currency(of version: Version) -> Currency {
    models[version.model].entities[version.entity].currency { version.record.written.values[$0] }
      ?? models[version.model].currency
  }

  /// The lists of records written inside a version, by their present names.
  private func lists(of version: Version) -> [(name: String, destination: Int)] {
    properties[version.model][version.entity].lists
  }

  /// The rows of a version's list.
  private func parts(of list: (name: String, destination: Int), in version: Version) -> [Part] {
    guard let rows = version.record.written.lists[list.name] else { return [] }
    let currency = currency(of: version)
    return rows.map {
      Part(written: $0, entity: list.destination, model: version.model, currency: currency)
    }
  }

  /// The record of a version, without its rows.
  private func part(of version: Version) -> Part {
    Part(
      written: version.record.written, entity: version.entity, model: version.model,
      currency: currency(of: version))
  }

  // MARK: Values

  /// The keys in a record's file that are not values.
  private static let otherKeys: Set = ["was", "lints"]

  /// The written content of a record or one of its rows.
  private struct Part {
    let written: WrittenRecord
    /// The indices of the entity and of its model.
    let entity: Int
    let model: Int
    /// The currency of amounts that name none.
    let currency: Currency

    var values: [String: String] { written.values }
  }

  /// The changed values: attributes in the model's order, then removed ones, then keys not in the model.
  /// - Parameter old: the content before; nil if the record is new.
  private func values(_ old: Part?, _ new: Part) -> [ValueChange] {
    var changes: [ValueChange] = []
    let before = old?.values ?? [:]
    func add(_ key: String, _ old: String?, _ new: String?) {
      if old != new { changes.append(ValueChange(key: key, old: old, new: new)) }
    }
    // If the currencies differ, all amounts are written with their currency.
    let home = old.map { $0.currency == new.currency } ?? true ? present.currency : nil
    let own = properties[new.model][new.entity]
    let other = old.flatMap { old in
      old.model == new.model && properties[old.model][old.entity].name == own.name ? nil : entity(of: old)
    }
    // A default that neither side writes is the model's. An inserted record shows only written values.
    func compare(_ key: String, _ attribute: Attribute) {
      let former = other.flatMap { self.attribute(key, of: $0) } ?? attribute
      let current = other == nil ? attribute : self.attribute(key, of: entity(of: new)) ?? attribute
      func text(_ attribute: Attribute, _ part: Part) -> String? {
        guard part.values[key] != nil || !before.isEmpty else { return nil }
        if let texts = part.written.texts { return texts[key] }
        return (part.values[key] ?? attribute.defaultValue?.text).map {
          self.text(of: $0, attribute, part.currency, home: home)
        }
      }
      add(key, old.flatMap { text(former, $0) }, text(current, new))
    }
    // Equal texts have equal meaning only in the same model and the same currency.
    func isSame(_ key: String) -> Bool {
      before[key] == new.values[key] && (before[key] == nil || other == nil && home != nil)
    }
    for (index, attribute) in own.attributes.enumerated()
    where attribute.isWritten && !isSame(attribute.key) {
      compare(attribute.key, models[new.model].entities[new.entity].attributes[index])
    }
    let gone = other.map { self.gone($0, in: entity(of: new)) } ?? []
    for (key, attribute) in gone where !isSame(key) { compare(key, attribute) }
    for key in own.relationships { add(key, before[key], new.values[key]) }
    let others = (new.values.keys + before.keys.filter { new.values[$0] == nil }).filter { key in
      !own.keys.contains(key) && !gone.contains { $0.key == key }
    }
    for key in others.sorted() { add(key, before[key], new.values[key]) }
    return changes
  }

  /// The attributes that are written in files of one entity and that another one lacks, with their present names.
  private func gone(_ entity: Entity, in other: Entity) -> [(key: String, attribute: Attribute)] {
    entity.attributes.filter { attribute in
      attribute.derived == nil && self.attribute(key(attribute.name.text, of: entity), of: other) == nil
    }.map { (key($0.name.text, of: other), $0) }
  }

  private func entity(of part: Part) -> Entity { models[part.model].entities[part.entity] }

  /// A written text in canonical form; unchanged if it is not a valid value of the type.
  /// - Parameter home: the currency to leave out of amounts; nil to write every currency.
  private func text(of text: String, _ attribute: Attribute, _ currency: Currency, home: Currency?) -> String
  {
    // A list with a comma in one of its texts has no other form.
    if attribute.type == .tags, text.contains("\"") { return text }
    return attribute.value(of: text, currency: currency)?.exactText(home: home) ?? text
  }

  // MARK: Contents

  /// The written values of a version, in its model's order.
  func contents(of version: Version) -> [(key: String, value: String)] {
    values(nil, part(of: version)).map { ($0.key, $0.new ?? "") }
  }

  /// The contents of a version's rows, list by list.
  func rows(of version: Version) -> [(name: String, rows: [[String: String]])] {
    lists(of: version).map { list in (list.name, parts(of: list, in: version).map(content)) }
  }

  /// The rows of a list in two versions, paired.
  func pairs(of list: String, _ old: Version, _ new: Version) -> [(old: Int?, new: Int?)] {
    func contents(_ version: Version) -> [RowMatching.Row] {
      lists(of: version).first { $0.name == list }.map { parts(of: $0, in: version).map(content) } ?? []
    }
    return RowMatching(contents(old), contents(new)).pairs
  }

  private func content(of part: Part) -> [String: String] {
    var values = part.values
    for (index, (key, _)) in properties[part.model][part.entity].attributes.enumerated() {
      if let written = values[key] {
        let attribute = models[part.model].entities[part.entity].attributes[index]
        values[key] =
          part.written.texts?[key] ?? text(of: written, attribute, part.currency, home: present.currency)
      }
    }
    return values
  }

  // MARK: Rows

  private func row(
    _ kind: RecordChange.Kind, _ list: String, _ position: Int, _ values: [ValueChange], of part: Part
  ) -> RecordChange {
    let entity = properties[part.model][part.entity]
    return RecordChange(
      kind: kind, entity: entity.name, label: entity.label, family: entity.name,
      id: "\(list)#\(position + 1)", values: values)
  }

  private func rows(_ list: String, _ old: [Part], _ new: [Part]) -> [RecordChange] {
    if old.isEmpty, new.isEmpty { return [] }
    let (before, after) = (old.map(content), new.map(content))
    if before == after { return [] }
    return RowMatching(before, after).pairs.compactMap { pair in
      switch (pair.old, pair.new) {
      case (let first?, let second?):
        let changed = values(old[first], new[second])
        return changed.isEmpty ? nil : row(.updated, list, second, changed, of: new[second])
      case (nil, let second?):
        return row(.inserted, list, second, values(nil, new[second]), of: new[second])
      case (let first?, nil):
        let values = values(nil, old[first]).map { ValueChange(key: $0.key, old: $0.new, new: nil) }
        return row(.deleted, list, first, values, of: old[first])
      case (nil, nil): return nil
      }
    }
  }
}
