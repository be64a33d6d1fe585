import Diagnostics
import FrontMatter
import Records

/// Errors in the keys of a record: missing keys, unknown keys, and keys of another entity.
extension RecordReader {
  /// Reports keys that the model does not have, and missing required keys. A misspelled required key is
  /// reported once, as the unknown key.
  mutating func reportMissing(
    _ plan: EntityPlan, node: FrontMatterNode?, row: Int,
    unknown: [(key: FrontMatterNode, value: FrontMatterNode)],
    currency: Currency
  ) {
    // Most records have neither.
    guard !unknown.isEmpty || plan.required.contains(where: { !seen[$0] }) else { return }
    let entity = context.model.entities[plan.entity]
    let presentNames = unknown.map { entity.presentName(of: document.text(of: $0.key)) }
    var missing = plan.required.filter { !seen[$0] }
    for (index, (key, value)) in unknown.enumerated() {
      let isGuessed = index < maximumSuggestions
      let text = document.text(of: key)
      // '{sum:5}' has the key 'sum:5'.
      let name = String(text.prefix { $0 != ":" })
      let present = entity.presentName(of: name)
      let nearest = present ?? (isGuessed ? guess(name, plan).nearest : nil)
      let candidates = missing.filter { position in
        nearest.map { $0 == plan.keys[position].name } ?? fits(value, plan, position, currency: currency)
      }
      let only = candidates.count == 1 ? candidates.first : nil
      missing.removeAll { $0 == only }
      // Two keys that have one name now must not become the same key twice.
      let isAlone = present != nil && presentNames.count { $0 == present } == 1
      chunk.diagnostics.append(
        .unknownKey(
          key, of: node, in: document, plan.name, known: isGuessed ? plan.writableNames : [],
          guess: isGuessed ? guess(text, plan) : .none, present: isAlone ? present : nil,
          fallback: present ?? only.map { plan.keys[$0].name }))
    }
    for position in missing {
      let name = plan.keys[position].name
      chunk.diagnostics.append(.missingValue(name, of: plan.name, at: place(of: name, in: node)))
      mark(position, of: plan, row: row)
    }
  }

  /// A key that an entity does not have.
  struct UnknownKey: Hashable {
    let name: String
    let entity: Int
  }

  /// Which key of a plan an unknown one may mean.
  private mutating func guess(_ name: String, _ plan: EntityPlan) -> KeyGuess {
    let key = UnknownKey(name: name, entity: plan.entity)
    if let known = keyGuesses[key] { return known }
    let guess = KeyGuess(
      name, among: plan.writableNames, labels: context.model.entities[plan.entity].writtenLabels)
    keyGuesses[key] = guess
    return guess
  }

  /// Reports keys below a list that belong to its last record but are less indented, as one error.
  /// - Returns: the other keys.
  mutating func reportOutdented(
    _ unknown: [(key: FrontMatterNode, value: FrontMatterNode)],
    below lists: [(node: FrontMatterNode, plan: EntityPlan, link: Int)]
  ) -> [(key: FrontMatterNode, value: FrontMatterNode)] {
    var unknown = unknown
    for (index, list) in lists.enumerated() where !unknown.isEmpty {
      let end = index + 1 < lists.count ? lists[index + 1].node.bytes.lowerBound : .max
      func isOutdented(_ key: FrontMatterNode) -> Bool {
        key.bytes.lowerBound > list.node.bytes.lowerBound && key.bytes.lowerBound < end
          && list.plan.has(key: document.text(of: key))
      }
      let keys = unknown.map(\.key).filter(isOutdented)
      guard let first = keys.first, let record = Array(document.items(of: list.node)).last,
        record.kind == .mapping, !record.isFlow, let above = Array(document.pairs(of: record)).first?.key
      else { continue }
      unknown.removeAll { isOutdented($0.key) }
      let names = enumeration(keys.map { "'\(document.text(of: $0))'" })
      let (what, them) = keys.count == 1 ? ("is a key", "it") : ("are keys", "them")
      chunk.diagnostics.append(
        Diagnostic(
          .unknownKey, at: document.range(of: first),
          "\(names) \(what) of a \(list.plan.name); indent \(them) below '\(document.text(of: above))'"))
    }
    return unknown
  }

  /// The error for a record whose keys show that it is in another entity's folder, which is one error for all
  /// its keys, and its actual entity. Nil if the record may be in the right place.
  func misplacement(
    _ unknown: [FrontMatterNode], _ plan: EntityPlan
  ) -> (diagnostic: Diagnostic, home: Int)? {
    guard unknown.count >= 2 else { return nil }
    let entity = context.model.entities[plan.entity]
    let unknown = unknown.filter { entity.presentName(of: document.text(of: $0)) == nil }
    guard unknown.count >= 2, let first = unknown.first else { return nil }
    let foreign = unknown.map { document.text(of: $0) }
    let own = zip(plan.keys, seen).filter { $1 && !["draft", "was"].contains($0.name) }.map(\.0.name)
    let home = context.plans.first { other in
      let entity = context.model.entities[other.entity]
      return other.table != plan.table && entity.folder != nil && !entity.isAbstract
        && (foreign + own).allSatisfy { other.has(key: $0) }
    }
    guard let home, let folder = context.model.entities[home.entity].folder else { return nil }
    let diagnostic = Diagnostic(
      .unknownKey, at: document.range(of: first),
      "unknown key '\(foreign[0])' in \(plan.name); it is one of \(home.name), and such records lie in '\(folder)'"
    )
    return (diagnostic, home.entity)
  }

  /// Whether a value can be read as an attribute's value, for an attribute that is not plain text.
  private func fits(_ value: FrontMatterNode, _ plan: EntityPlan, _ position: Int, currency: Currency) -> Bool
  {
    guard case .attribute(let index) = plan.keys[position].key, value.isScalar, !value.isEmpty,
      !plan.attributes[index].type.isText
    else { return false }
    let reader = ValueReader(plan.attributes[index].attribute, currency: currency)
    return document.withBytes(of: value) { (try? reader.value($0)) != nil }
  }

  /// Reports defaults that the record uses and that are not valid in its currency, such as 2.50 in a currency
  /// without decimals.
  mutating func reportDefaults(_ plan: EntityPlan, node: FrontMatterNode?, row: Int, currency: Currency) {
    guard currency != context.model.currency, !isCurrencyUnknown else { return }
    for (index, attribute) in plan.attributes.enumerated() where !seen[index] && attribute.type == .money {
      guard attribute.defaultValue != .null, defaultValue(attribute, currency: currency) == .null else {
        continue
      }
      chunk.parts[plan.part].invalidValues.append((row, attribute.column))
      let name = plan.currencyAttribute.map { plan.attributes[$0].name } ?? attribute.name
      let value = document.value(of: name, in: node).flatMap { $0.isEmpty ? nil : document.range(of: $0) }
      chunk.diagnostics.append(
        .unfitDefault(attribute.attribute, currency: currency, at: value ?? place(of: name, in: node)))
    }
  }

  /// The empty key itself, or else the record's first key, or where a record without keys begins.
  private func place(of name: String, in node: FrontMatterNode?) -> SourceRange {
    let keys = document.pairs(of: node).map(\.key)
    guard let key = keys.first(where: { document.isEqual($0, to: name) }) ?? keys.first else {
      return node.map { document.range(of: $0) } ?? document.file[0..<0]
    }
    return document.range(of: key)
  }
}

extension Entity {
  /// The labels of attributes and relationships that the model gives them, in every language, with their keys.
  fileprivate var writtenLabels: [(label: String, key: String)] {
    let labels =
      attributes.map { ($0.writtenLabel, $0.name.text) }
      + relationships.map { ($0.declaration.label, $0.name) }
    return labels.flatMap { label, key in
      label.map { [$0.text] + $0.translations.map(\.text) }?.map { ($0, key) } ?? []
    }
  }
}
