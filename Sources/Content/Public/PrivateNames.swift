import Query
import Records

/// What a public site leaves out of a model: names marked `private: true`, and all that follows from them.
///
/// - A subentity of a private entity is private, and so are records written inside a private one.
/// - A relationship is private if its inverse or its destination is. Records inside a private list are
///   private.
/// - A computed value that reads something private is private. So is a list whose implied records reveal
///   something private, and so are the attributes that imply a private record or value (`paidOn` of an order
///   whose payments, or their dates, are private).
package struct PrivateNames: Sendable {
  /// The private entities, as indices into the model's entities.
  private(set) var entities: Set<Int> = []
  /// The private attributes, each with the reason as part of a sentence; empty if it is marked itself.
  private var columns: [Expression.Dependency: String] = [:]
  private var links: Set<Expression.LinkDependency> = []
  /// The full model.
  let model: Model
  /// The full model's expressions.
  let expressions: ModelExpressions

  /// Whether there are none.
  var isEmpty: Bool { entities.isEmpty && columns.isEmpty && links.isEmpty }

  /// Finds the private names.
  /// - Parameter expressions: the model's compiled expressions.
  /// - Complexity: O(*n*) in the model, times the lists that imply records.
  init(_ model: Model, _ expressions: ModelExpressions) {
    self.model = model
    self.expressions = expressions
    for (index, entity) in model.entities.enumerated() {
      if entity.declaration.isPrivate || entity.parent.map({ entities.contains($0) }) ?? false {
        entities.insert(index)
      }
      for attribute in entity.attributes where attribute.isPrivate {
        columns[entity.column(attribute)] = ""
      }
    }
    var count = -1
    while count != entities.count + links.count + columns.count {
      count = entities.count + links.count + columns.count
      addLinks()
      // Attributes are in dependency order.
      for item in expressions.computed where columns[item.column(in: model)] == nil {
        guard let name = privateName(in: item.expression) else { continue }
        columns[item.column(in: model)] = ", since it reads '\(name)',"
      }
      for item in expressions.implied {
        let entity = model.entities[item.entity]
        if privateName(in: item) != nil { entities.insert(item.entity) }
        if entities.contains(item.entity) {
          hide(item.stated(by: item.expressions, in: model), of: item, "a \(entity.name)")
        }
        for (attribute, expression) in item.values where contains(attribute, of: entity) {
          hide(
            item.stated(by: [expression], in: model), of: item,
            "the '\(attribute.name.text)' of a \(entity.name)")
        }
      }
    }
  }

  /// Whether an attribute of an entity is private.
  func contains(_ attribute: Attribute, of entity: Entity) -> Bool {
    columns[entity.column(attribute)] != nil
  }

  /// Whether a relationship of an entity is private.
  func contains(_ relationship: Relationship, of entity: Entity) -> Bool {
    links.contains(.init(table: entity.table, link: relationship.link))
  }

  /// The first private name in an expression; nil if there is none.
  func privateName(in expression: Expression) -> String? {
    var names = names(among: expression.reads.columns, expression.reads.links)
    if expression.reads.bodies.contains(where: { !(model.entities[$0].declaration.hasPublicBody ?? false) }) {
      names.append("body")
    }
    return names.min()
  }

  /// The first private name that a built-in computation about an entity reads without an expression that
  /// names it; nil if there is none.
  ///
  /// Such a computation reads whatever the model has, and would silently leave out the private part.
  /// - Parameters:
  ///   - entity: the entity's name.
  ///   - reads: returns the columns and links that it reads, for the entity's index in the full model.
  package func privateName(
    of entity: String,
    reads: (Int, Model, ModelExpressions) -> (Set<Expression.Dependency>, Set<Expression.LinkDependency>)
  ) -> String? {
    model.entity(named: entity).flatMap { index in
      let (columns, links) = reads(index, model, expressions)
      return names(among: columns, links).min()
    }
  }

  private func names(
    among read: Set<Expression.Dependency>, _ followed: Set<Expression.LinkDependency>
  ) -> [String] {
    model.entities.flatMap { entity in
      entity.attributes.filter {
        contains($0, of: entity) && read.contains(entity.column($0))
      }.map(\.name.text)
        + entity.relationships.filter {
          contains($0, of: entity) && followed.contains(.init(table: entity.table, link: $0.link))
        }.map(\.name)
    }
  }

  /// The private names of an entity, each with the reason, if it is not marked itself.
  func names(of entity: Entity) -> [String: String] {
    var names: [String: String] = [:]
    for attribute in entity.attributes {
      names[attribute.name.text] = columns[entity.column(attribute)]
    }
    for relationship in entity.relationships where contains(relationship, of: entity) {
      let destination = model.entities[relationship.destination]
      let isOfEntity = entities.contains(relationship.destination) && !relationship.declaration.isPrivate
      names[relationship.name] = isOfEntity ? ", since it leads to \(destination.name)," : ""
    }
    if !(entity.declaration.hasPublicBody ?? false) { names["body"] = "" }
    return names
  }

  // MARK: Following

  private mutating func addLinks() {
    for (index, entity) in model.entities.enumerated() {
      if let owner = entity.owner, entities.contains(owner.entity) { entities.insert(index) }
      for relationship in entity.relationships {
        let inverse = relationship.inverse.map {
          model.entities[relationship.destination].relationships[$0].declaration.isPrivate
        }
        guard
          relationship.declaration.isPrivate || inverse ?? false
            || entities.contains(relationship.destination)
        else { continue }
        links.insert(.init(table: entity.table, link: relationship.link))
        if relationship.origin == .owned { entities.insert(relationship.destination) }
        if relationship.origin == .owner { entities.insert(index) }
      }
    }
  }

  /// The first private name that the public values of an implied record read.
  private func privateName(in item: ModelExpressions.Implied) -> String? {
    let values = item.values.filter { !contains($0.attribute, of: model.entities[item.entity]) }
    return ([item.when] + values.map(\.expression)).compactMap { privateName(in: $0) }.first
  }

  /// Makes an owner's columns private if they reveal something private that it implies.
  private mutating func hide(_ stated: Set<Int>, of item: ModelExpressions.Implied, _ what: String) {
    for column in stated {
      let column = Expression.Dependency(table: model.entities[item.owner].table, column: column)
      columns[column] = columns[column] ?? ", since it tells of \(what),"
    }
  }
}
