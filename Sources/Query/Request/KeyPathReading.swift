import Diagnostics
import Records

/// A key path resolved in the model: its label, and what it leads to.
package struct KeyPathReading {
  /// Its label in a heading.
  package var label: String
  /// The path, if all relationships are to-one and it ends in a record or a part of one.
  package var path: FetchPath?
  /// The attribute, if the path ends in one.
  package var attribute: Attribute?
  /// The last relationship on the path; nil if one before it may lead nowhere, so that what is missing may be
  /// another record than its own.
  var relationship: Relationship?
  /// The same, if the path ends in a record, its title or its id, so that only a record can be missing.
  package var namedRelationship: Relationship? {
    [.record, .title, .id].contains(path?.leaf) ? relationship : nil
  }

  /// Resolves a key path; nil if the expression is something else or goes through a to-many relationship.
  /// - Parameters:
  ///   - syntax: an expression that compiles.
  ///   - entity: the entity whose records it starts at.
  package init?(_ syntax: Syntax, from entity: Int, in model: Model) {
    var keys: [Syntax.Step] = []
    switch syntax.kind {
    case .itself: break
    case .path(let base, let steps) where base.map({ $0.kind == .itself }) ?? true: keys = steps
    default: return nil
    }
    self.init(keys[...], from: entity, in: model)
  }

  /// Resolves the keys of a path.
  package init?(_ keys: ArraySlice<Syntax.Step>, from start: Int, in model: Model) {
    var entity = start
    var steps: [FetchPath.Step] = []
    var leadsOn = true
    label = model.entities[entity].label
    path = FetchPath(steps: [], leaf: .record)
    for (index, key) in zip(keys.indices, keys) {
      guard !key.isOperator else { return nil }
      if path != nil, let relationship = model.relationship(named: key.name, from: entity) {
        guard !relationship.isMany else { return nil }
        self.relationship = leadsOn ? relationship : nil
        leadsOn = leadsOn && (relationship.origin == .owner || relationship.declaration.isRequired)
        entity = relationship.destination
        label = relationship.label
        steps.append(.init(link: relationship.link, destination: model.entities[entity].table))
        path = FetchPath(steps: steps, leaf: .record)
      } else if path != nil, index == keys.endIndex - 1, let leaf = Self.leaf(key.name, of: entity, in: model)
      {
        path = FetchPath(steps: steps, leaf: leaf)
        attribute = model.attribute(named: key.name, from: entity)
        // The title of a related record takes the relationship's label: `customer.name` is "Customer".
        if steps.isEmpty || !Self.isTitle(key.name, of: entity, in: model) {
          label = attribute?.label ?? model.label(of: key.name)
        }
      } else {
        // A key that every record has, or a part of a date.
        label = model.label(of: key.name)
        path = nil
      }
    }
  }

  private static func leaf(_ key: String, of entity: Int, in model: Model) -> FetchPath.Leaf? {
    if key == "id" { return .id }
    guard let attribute = model.attribute(named: key, from: entity) else { return nil }
    return isTitle(key, of: entity, in: model) ? .title : .attribute(column: attribute.column)
  }

  /// Whether a key is the title of an entity's records and of its subentities' records.
  static func isTitle(_ key: String, of entity: Int, in model: Model) -> Bool {
    model.entities[entity].family.allSatisfy { index in
      (model.entities[index].declaration.title?.text ?? "id") == key
    }
  }
}
