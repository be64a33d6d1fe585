import Diagnostics
import Query
import Records

/// How to read the records of one entity: its keys, looked up once.
struct EntityPlan: Sendable {
  /// What a key stands for.
  enum Key: Sendable {
    /// An index into `attributes`.
    case attribute(Int)
    /// An index into the entity's relationships.
    case relationship(Int)
    case draft
  }

  /// An attribute with its constraints as values.
  struct AttributePlan: Sendable {
    let attribute: Attribute
    var defaultValue = Value.null
    var choices: [Value] = []
    var minimum = Value.null
    var maximum = Value.null
    var pattern: Pattern?
    /// The entity's name, for sentences.
    let entityName: String
  }

  /// The entity, an index into the model's entities.
  let entity: Int
  /// The name of each key, and what it stands for.
  let keys: [(name: String, key: Key)]
  /// For each key whether its value is free text, of which YAML might lose a part.
  let isText: [Bool]
  /// The attributes in the model's order.
  var attributes: [AttributePlan]
  /// The entity's relationships.
  let relationships: [Relationship]
  /// The attribute that names the record's currency.
  let currencyAttribute: Int?
  /// For each relationship the plan of the records written inside, an index into the reader's plans.
  let inside: [Int?]
  /// The entity's name.
  let name: String

  /// Makes the plan of an entity.
  init(entity index: Int, model: Model) {
    let entity = model.entities[index]
    self.entity = index
    name = entity.name
    attributes = entity.attributes.map { AttributePlan(attribute: $0, entityName: entity.name) }
    relationships = entity.relationships
    currencyAttribute = entity.attributes.firstIndex { $0.type == .currency }
    inside = entity.relationships.map { $0.origin == .owned ? $0.destination : nil }
    isText =
      entity.attributes.map(\.type.isText) + entity.relationships.map { _ in false }
      + (entity.declaration.inside == nil ? [false] : [])
    keys =
      entity.attributes.indices.map { (entity.attributes[$0].name.text, .attribute($0)) }
      + entity.relationships.indices.map { (entity.relationships[$0].name, .relationship($0)) }
      + (entity.declaration.inside == nil ? [("draft", .draft)] : [])
  }

  /// The keys that a user may write, for "did you mean".
  var writableNames: [String] {
    keys.compactMap { name, key in
      switch key {
      case .attribute(let index): attributes[index].attribute.derived == nil ? name : nil
      case .relationship(let index):
        relationships[index].origin == .computed || relationships[index].origin == .owner ? nil : name
      case .draft: name
      }
    }
  }
}

extension EntityPlan {
  /// The plans of all entities, their defaults, choices and bounds read by the attributes' types.
  static func plans(for model: Model) -> (plans: [EntityPlan], diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    let plans = model.entities.indices.map { index in
      var plan = EntityPlan(entity: index, model: model)
      for position in plan.attributes.indices {
        let attribute = plan.attributes[position].attribute
        func value(_ source: SourceText?) -> Value {
          guard let source else { return .null }
          switch ValueReader(attribute: attribute, currency: model.currency).value(of: source) {
          case .success(let value): return value
          case .failure(let mistake):
            diagnostics.append(mistake.diagnostic)
            return .null
          }
        }
        plan.attributes[position].defaultValue = value(attribute.defaultValue)
        plan.attributes[position].choices = attribute.choices.map { value($0) }
        plan.attributes[position].minimum = value(attribute.minimum)
        plan.attributes[position].maximum = value(attribute.maximum)
        if let source = attribute.pattern {
          do throws(PatternError) {
            plan.attributes[position].pattern = try Pattern(source.text)
          } catch {
            diagnostics.append(Diagnostic(.querySyntax, at: source.range(error.range), error.summary))
          }
        }
      }
      return plan
    }
    return (plans, diagnostics)
  }
}
