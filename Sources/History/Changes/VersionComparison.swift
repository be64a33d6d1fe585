import Content
import Diagnostics
import FrontMatter
import Records

/// A version of a record's file: what is written in it.
struct RecordVersion: Sendable, Equatable {
  let written: WrittenRecord
  /// The text beneath the front matter, line ends as `\n`.
  let body: [UInt8]
  /// Whether the file says that it is a draft.
  private(set) var isDraft = false

  /// Makes a version.
  init(written: WrittenRecord, body: [UInt8]) {
    self.written = written
    self.body = body
  }

  /// Whether nothing is written in it.
  var isEmpty: Bool { written.values.isEmpty && written.lists.isEmpty && body.isEmpty }

  /// Reads a version; nil if an error stops the reading of the file.
  /// - Parameters:
  ///   - path: the file's path.
  ///   - yaml: keeps its storage from one reading to the next.
  init?(_ bytes: [UInt8], path: String, _ yaml: inout FrontMatterDocument) {
    guard let file = MarkdownFile.read(bytes, path: path, into: &yaml) else { return nil }
    written = WrittenRecord(yaml, yaml.root)
    isDraft = yaml.isDraft
    body = file.bodyWithPlainLineEnds
  }
}

/// Compares versions of one record by what is written in them, each value in the one form that its type gives it.
struct VersionComparison: Sendable {
  /// The model that holds for all versions.
  let model: Model

  /// A version with the entity that its folder implies.
  typealias Version = (record: RecordVersion, entity: Int)

  /// What changed from one version to another; nil if nothing did.
  /// - Parameter formerID: the id that the record had, where it was renamed.
  func change(from old: Version?, to new: Version?, id: String, formerID: String?) -> RecordChange? {
    guard let entity = (new ?? old)?.entity else { return nil }
    // What was no record before, or is none after, has no other id.
    let isSame = old != nil && new != nil
    var change = RecordChange(
      kind: old == nil ? .inserted : new == nil ? .deleted : formerID == nil ? .updated : .renamed,
      entity: model.entities[entity].name, label: model.entities[entity].label,
      id: new == nil ? formerID ?? id : id, formerID: isSame ? formerID : nil)
    guard let new else { return change }
    let currency = currency(of: new)
    guard let old else {
      change.values = values([:], new.record.written.values, new.entity, currency, currency)
      change.rows = lists(of: new.entity).flatMap { list in
        (new.record.written.lists[list.name] ?? []).enumerated().map { index, row in
          self.row(.inserted, list, index, values([:], row.values, list.destination, currency, currency))
        }
      }
      return change
    }
    let oldCurrency = self.currency(of: old)
    if old.entity != new.entity {
      change.values.append(
        ValueChange(key: "entity", old: model.entities[old.entity].name, new: model.entities[new.entity].name)
      )
    }
    change.values += values(
      old.record.written.values, new.record.written.values, new.entity, oldCurrency, currency)
    for list in lists(of: new.entity) {
      change.rows += rows(
        list, old.record.written.lists[list.name] ?? [], new.record.written.lists[list.name] ?? [],
        oldCurrency,
        currency)
    }
    change.changesBody = old.record.body != new.record.body
    let isEmpty = change.values.isEmpty && change.rows.isEmpty && !change.changesBody
    return isEmpty && formerID == nil ? nil : change
  }

  /// The lists of records that are written inside those of an entity.
  private func lists(of entity: Int) -> [Relationship] {
    model.entities[entity].relationships.filter { $0.origin == .owned }
  }

  private func currency(of version: Version) -> Currency {
    model.entities[version.entity].currency { version.record.written.values[$0] } ?? model.currency
  }

  // MARK: Values

  /// The keys of a record's file that are not its values.
  private static let otherKeys: Set = ["was", "lints"]

  /// The values that changed: the model's in its order, then those of keys that it does not know.
  private func values(
    _ old: [String: String], _ new: [String: String], _ index: Int, _ oldCurrency: Currency,
    _ currency: Currency
  ) -> [ValueChange] {
    let entity = model.entities[index]
    var changes: [ValueChange] = []
    var known = Self.otherKeys
    func add(_ key: String, _ before: String?, _ after: String?) {
      if before != after { changes.append(ValueChange(key: key, old: before, new: after)) }
    }
    for attribute in entity.attributes where attribute.derived == nil {
      let key = attribute.name.text
      known.insert(key)
      guard old[key] != new[key] || old[key] != nil && oldCurrency != currency else { continue }
      // A record that is inserted with its own value shows it; one that merely has the default does not.
      let fallback = attribute.defaultValue?.text
      add(
        key, (old[key] ?? (old.isEmpty ? nil : fallback)).map { text(of: $0, attribute, oldCurrency) },
        (new[key] ?? (old.isEmpty ? nil : fallback)).map { text(of: $0, attribute, currency) })
    }
    for relationship in entity.relationships {
      known.insert(relationship.name)
      add(relationship.name, old[relationship.name], new[relationship.name])
    }
    for key in Set(old.keys).union(new.keys).subtracting(known).sorted() { add(key, old[key], new[key]) }
    return changes
  }

  /// A written text in the form that its type gives it; as it is if it is not a value of that type.
  private func text(of text: String, _ attribute: Attribute, _ currency: Currency) -> String {
    attribute.value(of: text, currency: currency)?.exactText(home: model.currency) ?? text
  }

  // MARK: Contents

  /// The written values of a version, in the model's order.
  func contents(of version: Version) -> [(key: String, value: String)] {
    let currency = currency(of: version)
    return values([:], version.record.written.values, version.entity, currency, currency).map {
      ($0.key, $0.new ?? "")
    }
  }

  /// What each row of a version holds, list by list.
  func rows(of version: Version) -> [(name: String, rows: [[String: String]])] {
    let currency = currency(of: version)
    return lists(of: version.entity).map { list in
      (
        list.name,
        (version.record.written.lists[list.name] ?? []).map {
          content(of: $0, model.entities[list.destination], currency)
        }
      )
    }
  }

  private func content(of record: WrittenRecord, _ entity: Entity, _ currency: Currency) -> [String: String] {
    var values = record.values
    for attribute in entity.attributes {
      let key = attribute.name.text
      if let written = values[key] { values[key] = text(of: written, attribute, currency) }
    }
    return values
  }

  // MARK: Rows

  private func row(
    _ kind: RecordChange.Kind, _ list: Relationship, _ position: Int, _ values: [ValueChange]
  ) -> RecordChange {
    let entity = model.entities[list.destination]
    return RecordChange(
      kind: kind, entity: entity.name, label: entity.label, id: "\(list.name)#\(position + 1)", values: values
    )
  }

  private func rows(
    _ list: Relationship, _ old: [WrittenRecord], _ new: [WrittenRecord], _ oldCurrency: Currency,
    _ currency: Currency
  ) -> [RecordChange] {
    if old.isEmpty, new.isEmpty { return [] }
    let entity = model.entities[list.destination]
    let before = old.map { content(of: $0, entity, oldCurrency) }
    let after = new.map { content(of: $0, entity, currency) }
    if before == after { return [] }
    return RowMatching(before, after).changes { first, second in
      let changed = values(old[first].values, new[second].values, list.destination, oldCurrency, currency)
      return changed.isEmpty ? nil : row(.updated, list, second, changed)
    } inserted: { second in
      row(.inserted, list, second, values([:], new[second].values, list.destination, currency, currency))
    } deleted: { first in
      let values = values([:], old[first].values, list.destination, oldCurrency, oldCurrency)
      return row(.deleted, list, first, values.map { ValueChange(key: $0.key, old: $0.new, new: nil) })
    }
  }
}

extension MarkdownFile {
  /// The body without carriage returns, so that CR LF is no other text than LF.
  var bodyWithPlainLineEnds: [UInt8] {
    let body = source.bytes[body]
    return body.contains(UInt8(ascii: "\r")) ? body.filter { $0 != UInt8(ascii: "\r") } : Array(body)
  }
}
