import Diagnostics
import Query
import Records

extension Model {
  /// The attributes whose values a record copies from one it refers to, each with the attribute copied from.
  ///
  /// These are amounts of the same name in both, such as a row's price and its service's, and figures of dated records
  /// whose formula is nothing but a value of that record (`vat: {formula: service.vat}`). A service itself, which has no
  /// day, goes on following its category. Of several references to something with an amount of that name, the first in
  /// the model gives it; another row gives none.
  /// - Parameters:
  ///   - entity: the record's entity, an index into the model's entities.
  ///   - reference: the name of the relationship.
  ///   - source: the other record's entity.
  package func copiedAttributes(
    of entity: Int, by reference: String, from source: Int
  ) -> [(own: Attribute, source: Attribute)] {
    entities[entity].attributes.compactMap { own in
      guard own.derived == nil, [.money, .decimal].contains(own.type) else { return nil }
      guard own.formula == nil ? own.type == .money : isDated(entity) else { return nil }
      let copied = own.formula == nil ? (reference: reference, key: own.name.text) : own.copiedValue
      guard let copied, copied.reference == reference,
        let other = entities[source].attribute(named: copied.key), other.type == own.type,
        own.formula != nil || gives(own, to: entity, by: reference, from: source)
      else { return nil }
      return (own, other)
    }
  }

  /// Whether a reference is the one that gives a record an amount without a formula.
  private func gives(_ amount: Attribute, to entity: Int, by reference: String, from source: Int) -> Bool {
    let first = entities[entity].relationships.first { relationship in
      let destination = entities[relationship.destination]
      return !relationship.isMany && destination.owner == nil
        && destination.attribute(named: amount.name.text)?.type == amount.type
    }
    return entities[source].owner == nil && (first == nil || first?.name == reference)
  }
}

extension RecordGraph {
  /// The figures that a record copies from one it refers to, such as a row's price from its service.
  ///
  /// It gets a copy of each that the other record has today, so that last year's order does not follow this year's
  /// price list. An amount without a formula is copied only where a required value that is not written needs it, and a
  /// figure with one unless a written value stands for it, such as a row's sum for its price.
  /// - Parameters:
  ///   - entity: the record's entity, an index into the model's entities.
  ///   - reference: the name of the relationship.
  ///   - table: the table of the record it refers to.
  ///   - row: that record's row.
  ///   - currency: the currency of the record's amounts that name none.
  ///   - isWritten: returns whether the record has a key.
  /// - Returns: the figures that it lacks, by name, formatted as for its file.
  package func copiedFigures(
    for entity: Int, by reference: String, from table: Int, _ row: Int, currency: Currency,
    isWritten: (String) -> Bool
  ) -> [(name: String, text: String)] {
    let declared = model.entities[entity]
    let source = self.entity(of: row, in: table)
    return model.copiedAttributes(of: entity, by: reference, from: source).compactMap { own, source in
      let name = own.name.text
      guard !isWritten(name),
        own.formula == nil ? declared.needs(name, isWritten) : !declared.replaces(name, isWritten),
        !tables[table].marks.contains(row, column: source.column)
      else { return nil }
      switch tables[table].columns[source.column] {
      case .money(let values): return values[row]?.single.map { (name, Money($0).text(home: currency)) }
      case .number(let values): return values[row].map { (name, $0.description) }
      default: return nil
      }
    }
  }

  /// The records without a figure that docket would copy into new ones, before anything is computed. What is written
  /// wrongly or under a former name is not missing.
  /// - Parameters:
  ///   - attribute: an attribute with a formula.
  ///   - index: its entity.
  /// - Returns: their rows; nil if the figure is not copied.
  func rowsToCopy(_ attribute: Attribute, of index: Int) -> [Int]? {
    let entity = model.entities[index]
    let name = attribute.name.text
    guard let reference = attribute.copiedValue?.reference,
      let relationship = entity.relationship(named: reference),
      let source = model.copiedAttributes(of: index, by: reference, from: relationship.destination).first(
        where: { $0.own.name.text == name })?.source
    else { return nil }
    let (table, target) = (tables[entity.table], tables[model.entities[relationship.destination].table])
    return validRows(of: index, attribute).filter { row in
      guard !table.isImplied(row), table.columns[attribute.column][row] == .null,
        let found = table.links[relationship.link].target(of: row),
        source.expression != nil || target.columns[source.column][found] != .null
      else { return false }
      return !entity.replaces(name) { key in
        entity.attribute(named: key).map { table.columns[$0.column][row] != .null } ?? false
      }
    }
  }
}

extension Attribute {
  /// The value of a record referred to that its formula is and nothing else: `service.price`; nil if it is more.
  package var copiedValue: (reference: String, key: String)? {
    guard let keys = formula?.text.split(separator: "."), keys.count == 2 else { return nil }
    guard keys.allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } }) else { return nil }
    return (String(keys[0]), String(keys[1]))
  }
}

extension Entity {
  /// Whether an amount would help to compute a required value that is not written.
  package func needs(_ name: String, _ isWritten: (String) -> Bool) -> Bool {
    attributes.contains { $0.isRequired && $0.computes(from: name) && !isWritten($0.name.text) }
  }

  /// Whether a value is written that would be computed from a figure.
  fileprivate func replaces(_ name: String, _ isWritten: (String) -> Bool) -> Bool {
    attributes.contains { $0.computes(from: name) && isWritten($0.name.text) }
  }
}

extension Attribute {
  /// Whether its formula reads a value of the same record.
  fileprivate func computes(from name: String) -> Bool {
    formula.map { ModelResolution.names(in: $0.text).contains { $0 == name } } ?? false
  }
}
