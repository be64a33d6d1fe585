import Content
import Diagnostics
import Records

/// Compares versions of one record by what is written in them, each value in the one form that its type gives it. Each
/// version is read by a model of its own; a record's past is thousands of versions, which are not worth reading a book
/// for each.
///
/// If two books are compared, a value that only one of the versions says is compared with what the other's book has.
/// What a property was called before counts as written under its present name.
struct VersionComparison: Sendable {
  /// The models of the versions; the first is the present one, whose currency amounts do not name in texts.
  let models: [Model]
  /// The present names of properties by their former ones, by entity; most books have none.
  private let presentNames: [String: [String: String]]

  /// Makes a comparison.
  init(models: [Model]) {
    self.models = models
    presentNames = Dictionary(
      uniqueKeysWithValues: models[0].entities.map { ($0.name, $0.presentNames) }.filter { !$1.isEmpty })
  }

  /// A version with the entity that its folder implies in a model, and the index of that model.
  typealias Version = (record: RecordVersion, entity: Int, model: Int)

  /// The present model.
  var present: Model { models[0] }

  /// What changed from one version to another; nil if nothing did.
  /// - Parameters:
  ///   - name: the record's name; of a deleted one the one that it had.
  ///   - former: the name that it had, if that was another one.
  func change(from old: Version?, to new: Version?, name: RecordName, former: RecordName? = nil)
    -> RecordChange?
  {
    guard let version = new ?? old else { return nil }
    // What was no record before, or is none after, has no other name.
    let name = new == nil ? former ?? name : name
    let former = old != nil && new != nil ? former : nil
    let formerID = former.flatMap { $0.id == name.id ? nil : $0.id }
    var change = RecordChange(
      kind: old == nil ? .inserted : new == nil ? .deleted : formerID == nil ? .updated : .renamed,
      entity: entity(of: version), family: name.family, id: name.id, formerID: formerID)
    guard let new else { return change }
    guard let old else {
      change.values = values(nil, part(of: new))
      change.rows = lists(of: new).flatMap { list in
        parts(of: list, in: new).enumerated().map {
          row(.inserted, list.name, $0, values(nil, $1), of: $1.entity)
        }
      }
      return change
    }
    if former?.family != name.family { change.formerFamily = former?.family }
    if entity(of: old).name != entity(of: new).name {
      change.values.append(ValueChange(key: "entity", old: entity(of: old).name, new: entity(of: new).name))
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

  /// A record with its keys by their present names, and those of its rows.
  /// - Parameter model: the model that the entity is of.
  func withPresentNames(_ written: WrittenRecord, of entity: Entity, in model: Model) -> WrittenRecord {
    guard !presentNames.isEmpty else { return written }
    var written = written
    for (former, name) in presentNames[entity.name] ?? [:] { written.rename(former, to: name) }
    for list in entity.relationships where list.origin == .owned {
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

  /// The attribute of an entity that has a name at present.
  func attribute(_ key: String, of entity: Entity) -> Attribute? {
    entity.attribute(named: key)
      ?? (presentNames[entity.name] == nil
        ? nil : entity.attributes.first { self.key($0.name.text, of: entity) == key })
  }

  private func entity(of version: Version) -> Entity { models[version.model].entities[version.entity] }

  private func currency(of version: Version) -> Currency {
    entity(of: version).currency { version.record.written.values[$0] } ?? models[version.model].currency
  }

  /// The lists of records that are written inside a version, by their present names.
  private func lists(of version: Version) -> [(name: String, destination: Int)] {
    let entity = entity(of: version)
    return entity.relationships.filter { $0.origin == .owned }.map {
      (key($0.name, of: entity), $0.destination)
    }
  }

  /// The rows of a version's list.
  private func parts(of list: (name: String, destination: Int), in version: Version) -> [Part] {
    let entity = models[version.model].entities[list.destination]
    let currency = currency(of: version)
    return (version.record.written.lists[list.name] ?? []).map {
      Part(written: $0, entity: entity, model: version.model, currency: currency)
    }
  }

  /// The record of a version, without its rows.
  private func part(of version: Version) -> Part {
    Part(
      written: version.record.written, entity: entity(of: version), model: version.model,
      currency: currency(of: version))
  }

  // MARK: Values

  /// The keys of a record's file that are not its values.
  private static let otherKeys: Set = ["was", "lints"]

  /// What is written in a record or in one of its rows.
  private struct Part {
    let written: WrittenRecord
    let entity: Entity
    /// The index of the entity's model.
    let model: Int
    /// The currency of amounts that name none.
    let currency: Currency

    var values: [String: String] { written.values }
  }

  /// The values that changed: the model's in its order, those that it had before, then those of keys that no model knows.
  /// - Parameter old: what was written before; nil if nothing was.
  private func values(_ old: Part?, _ new: Part) -> [ValueChange] {
    var changes: [ValueChange] = []
    var known = Self.otherKeys
    let before = old?.values ?? [:]
    func add(_ key: String, _ old: String?, _ new: String?) {
      if old != new { changes.append(ValueChange(key: key, old: old, new: new)) }
    }
    // Where the currencies differ, all amounts name theirs.
    let home = old.map { $0.currency == new.currency } ?? true ? present.currency : nil
    let other = old.flatMap { $0.model == new.model && $0.entity.name == new.entity.name ? nil : $0.entity }
    let gone =
      other.map { other in
        other.attributes.filter { attribute(key($0.name.text, of: other), of: new.entity) == nil }
      } ?? []
    for attribute in new.entity.attributes + gone where attribute.derived == nil {
      let key = key(attribute.name.text, of: new.entity)
      known.insert(key)
      // A text that is the same means the same by one model and in one currency.
      if before[key] == new.values[key], before[key] == nil || other == nil && home != nil { continue }
      // What both have not written is the model's, not the record's; a record that is inserted shows what it has written.
      let former = other.flatMap { self.attribute(key, of: $0) } ?? attribute
      let current = other == nil ? attribute : self.attribute(key, of: new.entity) ?? attribute
      func text(_ attribute: Attribute, _ part: Part) -> String? {
        guard part.values[key] != nil || !before.isEmpty else { return nil }
        if let texts = part.written.texts { return texts[key] }
        return (part.values[key] ?? attribute.defaultValue?.text).map {
          self.text(of: $0, attribute, part.currency, home: home)
        }
      }
      add(key, old.flatMap { text(former, $0) }, text(current, new))
    }
    for relationship in new.entity.relationships {
      let key = key(relationship.name, of: new.entity)
      known.insert(key)
      add(key, before[key], new.values[key])
    }
    for key in Set(before.keys).union(new.values.keys).subtracting(known).sorted() {
      add(key, before[key], new.values[key])
    }
    return changes
  }

  /// A written text in the form that its type gives it; as it is if it is not a value of that type.
  /// - Parameter home: the currency that amounts do not name; nil where all name theirs.
  private func text(of text: String, _ attribute: Attribute, _ currency: Currency, home: Currency?) -> String
  {
    attribute.value(of: text, currency: currency)?.exactText(home: home) ?? text
  }

  // MARK: Contents

  /// The written values of a version, in its model's order.
  func contents(of version: Version) -> [(key: String, value: String)] {
    values(nil, part(of: version)).map { ($0.key, $0.new ?? "") }
  }

  /// What each row of a version holds, list by list.
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
    for attribute in part.entity.attributes {
      let key = key(attribute.name.text, of: part.entity)
      if let written = values[key] {
        values[key] =
          part.written.texts?[key] ?? text(of: written, attribute, part.currency, home: present.currency)
      }
    }
    return values
  }

  // MARK: Rows

  private func row(
    _ kind: RecordChange.Kind, _ list: String, _ position: Int, _ values: [ValueChange], of entity: Entity
  ) -> RecordChange {
    RecordChange(
      kind: kind, entity: entity, family: entity.name, id: "\(list)#\(position + 1)", values: values)
  }

  private func rows(_ list: String, _ old: [Part], _ new: [Part]) -> [RecordChange] {
    if old.isEmpty, new.isEmpty { return [] }
    let (before, after) = (old.map(content), new.map(content))
    if before == after { return [] }
    return RowMatching(before, after).changes { first, second in
      let changed = values(old[first], new[second])
      return changed.isEmpty ? nil : row(.updated, list, second, changed, of: new[second].entity)
    } inserted: { second in
      row(.inserted, list, second, values(nil, new[second]), of: new[second].entity)
    } deleted: { first in
      let values = values(nil, old[first]).map { ValueChange(key: $0.key, old: $0.new, new: nil) }
      return row(.deleted, list, first, values, of: old[first].entity)
    }
  }
}
