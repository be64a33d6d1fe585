import Diagnostics
import Query
import Records

/// How to read the records of one entity: its keys, looked up once.
///
/// A class, like the plan of an attribute: both are asked for with every value, and never copied.
final class EntityPlan: Sendable {
  /// What a key stands for.
  enum Key: Sendable {
    /// An index into `attributes`.
    case attribute(Int)
    /// An index into the entity's relationships.
    case relationship(Int)
    case draft
  }

  /// The entity, an index into the model's entities.
  let entity: Int
  /// The entity's name.
  let name: String
  /// The table of its records.
  let table: Int
  /// The name of each key, and what it stands for.
  let keys: [(name: String, key: Key)]
  /// For each key whether its value is free text, of which YAML might lose a part.
  let isText: [Bool]
  /// The attributes in the model's order.
  let attributes: [AttributePlan]
  /// Those of them whose value is not nil where nothing is written.
  let defaulted: [AttributePlan]
  /// The entity's relationships.
  let relationships: [RelationshipPlan]
  /// The attribute that names the record's currency.
  let currencyAttribute: Int?
  /// The keys, as indices into `keys`, that every record must have.
  let required: [Int]

  /// Makes the plan of an entity.
  init(entity index: Int, model: Model, attributes: [AttributePlan]) {
    let entity = model.entities[index]
    self.entity = index
    self.attributes = attributes
    name = entity.name
    table = entity.table
    defaulted = attributes.filter { $0.attribute.type == .currency || $0.defaultValue != .null }
    relationships = entity.relationships.map { RelationshipPlan($0, of: entity) }
    currencyAttribute = entity.attributes.firstIndex { $0.type == .currency }
    let isInside = entity.declaration.inside != nil
    isText =
      entity.attributes.map(\.type.isText) + entity.relationships.map { _ in false }
      + (isInside ? [] : [false])
    keys =
      entity.attributes.indices.map { (entity.attributes[$0].name.text, .attribute($0)) }
      + entity.relationships.indices.map { (entity.relationships[$0].name, .relationship($0)) }
      + (isInside ? [] : [("draft", .draft)])
    required =
      entity.attributes.indices.filter { attributes[$0].mustBeWritten }
      + entity.relationships.indices.filter { entity.relationships[$0].mustBeWritten }.map {
        entity.attributes.count + $0
      }
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

/// How to read the links of one relationship.
///
/// A class, like the plan of an attribute: a relationship is a dozen texts and places, which are not to be copied
/// with every value.
final class RelationshipPlan: Sendable {
  let relationship: Relationship
  let name: String
  /// Its records' entity, an index into the model's entities.
  let destination: Int
  /// The link column.
  let link: Int
  let isMany: Bool
  let origin: Relationship.Origin
  /// Whether its declaration has a mistake, so that nothing is said of what records write.
  let isExcused: Bool

  init(_ relationship: Relationship, of entity: Entity) {
    self.relationship = relationship
    name = relationship.name
    destination = relationship.destination
    link = relationship.link
    isMany = relationship.isMany
    origin = relationship.origin
    isExcused = entity.excuses(relationship.name)
  }
}

extension Relationship {
  /// Whether a record without it is a mistake.
  fileprivate var mustBeWritten: Bool { declaration.isRequired && origin == .written }
}

extension AttributePlan {
  /// Whether a record without it is a mistake.
  fileprivate var mustBeWritten: Bool {
    isRequired && attribute.expression == nil && attribute.defaultValue == nil && type != .currency
  }
}

/// How to read the values of one attribute: its default and constraints as values.
///
/// What every value asks for stands beside the attribute, not to be copied out of it.
final class AttributePlan: Sendable {
  let attribute: Attribute
  let name: String
  let type: AttributeType
  let digits: Int?
  /// The column of its table.
  let column: Int
  let isRequired: Bool
  /// Whether it is always computed.
  let isDerived: Bool
  /// Whether any option narrows the type's values.
  let isConstrained: Bool
  /// The entity's name, for sentences.
  let entityName: String
  let defaultValue: Value
  let choices: [Value]
  let minimum: Value
  let maximum: Value
  let pattern: Pattern?

  /// Reads an attribute's options by its type.
  /// - Parameter diagnostics: receives what is wrong with them.
  init(_ attribute: Attribute, of entity: Entity, currency: Currency, _ diagnostics: inout [Diagnostic]) {
    var problems: [Diagnostic] = []
    func value(_ source: SourceText?) -> Value {
      guard let source else { return .null }
      switch ValueReader.value(of: source, as: attribute, currency: currency) {
      case .success(let value): return value
      case .failure(let mistake):
        problems.append(mistake.diagnostic)
        return .null
      }
    }
    self.attribute = attribute
    name = attribute.name.text
    type = attribute.type
    digits = attribute.digits
    column = attribute.column
    isRequired = attribute.isRequired
    isDerived = attribute.derived != nil
    entityName = entity.name
    defaultValue = value(attribute.defaultValue)
    choices = attribute.choices.map { value($0) }
    minimum = value(attribute.minimum)
    maximum = value(attribute.maximum)
    var pattern: Pattern?
    if let source = attribute.pattern {
      do throws(PatternError) {
        pattern = try Pattern(source.text)
      } catch {
        problems.append(Diagnostic(.querySyntax, at: source.range(error.range), error.summary))
      }
    }
    self.pattern = pattern
    isConstrained =
      !choices.isEmpty || minimum != .null || maximum != .null || pattern != nil || attribute.minLength != nil
      || attribute.maxLength != nil
    diagnostics += problems
  }
}

extension EntityPlan {
  /// The plans of all entities, their defaults, choices and bounds read by the attributes' types.
  static func plans(for model: Model) -> (plans: [EntityPlan], diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    let plans = model.entities.indices.map { index in
      let entity = model.entities[index]
      let attributes = entity.attributes.map {
        AttributePlan($0, of: entity, currency: model.currency, &diagnostics)
      }
      return EntityPlan(entity: index, model: model, attributes: attributes)
    }
    return (plans, diagnostics)
  }
}
