import Diagnostics
import FrontMatter
import Patterns
import Records

/// How to read the records of one entity: its keys, looked up once.
///
/// This is a class, like ``AttributePlan``: plans are accessed for every value and never copied.
final class EntityPlan: Sendable {
  /// What a key stands for.
  enum Key: Sendable {
    /// An index into `attributes`.
    case attribute(Int)
    /// An index into the entity's relationships.
    case relationship(Int)
    /// The key `draft`, which no model declares.
    case draft
    /// The key `lints`, which turns lints off for the record.
    case lints
    /// The key `was`, the record's former ids.
    case was
  }

  /// The entity, an index into the model's entities.
  let entity: Int
  let name: String
  /// The table of its records.
  let table: Int
  /// The index of that table's part in the chunks of the files that contain its records.
  let part: Int
  /// Each key's name, and what the key stands for.
  let keys: [(name: String, key: Key)]
  /// The keys that a user may write, for "did you mean".
  let writableNames: [String]
  /// The index of each key in `keys`.
  private let positions: [String: Int]
  /// The attributes in the model's order.
  let attributes: [AttributePlan]
  let defaulted: [AttributePlan]
  let relationships: [RelationshipPlan]
  /// The attribute that names the record's currency.
  let currencyAttribute: Int?
  /// The keys, as indices into `keys`, that every record must have.
  let required: [Int]

  init(entity index: Int, model: Model, tables: FileTables, attributes: [AttributePlan]) {
    let entity = model.entities[index]
    self.entity = index
    self.attributes = attributes
    name = entity.name
    table = entity.table
    part = tables.parts[table]
    defaulted = attributes.filter { $0.attribute.type == .currency || $0.defaultValue != .null }
    let relationships = entity.relationships.map { RelationshipPlan($0, of: entity) }
    self.relationships = relationships
    let currencyName = entity.currencyAttribute?.name.text
    currencyAttribute = entity.attributes.firstIndex { $0.name.text == currencyName }
    let isInside = entity.declaration.inside != nil
    let keys: [(name: String, key: Key)] =
      entity.attributes.indices.map { (entity.attributes[$0].name.text, .attribute($0)) }
      + entity.relationships.indices.map { (entity.relationships[$0].name, .relationship($0)) }
      + (isInside ? [] : [("draft", .draft), ("lints", .lints), ("was", .was)])
    self.keys = keys
    positions = Dictionary(keepingFirst: keys.indices.map { (keys[$0].name, $0) })
    writableNames = keys.filter { Self.isWritable($0.key, attributes, relationships) }.map(\.name)
    required =
      entity.attributes.indices.filter { !attributes[$0].isInvalid && attributes[$0].attribute.mustBeWritten }
      + entity.relationships.indices.filter {
        !relationships[$0].isInvalid && entity.relationships[$0].mustBeWritten(in: model)
      }.map { entity.attributes.count + $0 }
  }

  /// Whether a user may write a key.
  func has(key: String) -> Bool { position(of: key).map(isWritable) ?? false }

  /// The index of a key in `keys`.
  func position(of key: String) -> Int? { positions[key] }

  /// This plan and those of the records written inside its records.
  /// - Parameter plans: the plans of all entities.
  func inItsFiles(_ plans: [EntityPlan]) -> [EntityPlan] {
    [self] + relationships.filter { $0.origin == .owned }.map { plans[$0.destination] }
  }

  /// Whether a key's value is free text, of which YAML might drop a part.
  /// - Parameter position: an index into `keys`.
  func isText(_ position: Int) -> Bool {
    guard case .attribute(let index) = keys[position].key else { return false }
    return attributes[index].type.isText
  }

  /// Whether a user may write a key.
  /// - Parameter position: an index into `keys`.
  func isWritable(_ position: Int) -> Bool {
    Self.isWritable(keys[position].key, attributes, relationships)
  }

  private static func isWritable(
    _ key: Key, _ attributes: [AttributePlan], _ relationships: [RelationshipPlan]
  ) -> Bool {
    switch key {
    case .attribute(let index): attributes[index].attribute.derived == nil
    case .relationship(let index):
      relationships[index].origin != .computed && relationships[index].origin != .owner
    case .draft, .lints, .was: true
    }
  }
}

extension EntityPlan {
  /// The plans of all entities, with defaults, choices and bounds read by the attributes' types.
  static func plans(for model: Model) -> (plans: [EntityPlan], diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    let tables = FileTables(model)
    let plans = model.entities.indices.map { index in
      let entity = model.entities[index]
      let inherited = entity.ownAttributes.startIndex
      let attributes = entity.attributes.enumerated().map { position, attribute in
        AttributePlan(
          attribute, of: entity, currency: model.currency, isInherited: position < inherited, &diagnostics)
      }
      return EntityPlan(entity: index, model: model, tables: tables, attributes: attributes)
    }
    return (plans, diagnostics)
  }
}
