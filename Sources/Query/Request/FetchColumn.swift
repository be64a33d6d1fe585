import Diagnostics
import Records

/// A column of a fetch request's result.
package struct FetchColumn: Sendable {
  /// What its cells show.
  package let expression: Expression
  /// The heading for people: the label as written, else the expression in words.
  package let label: String
  /// The heading in exports: the label as written, else the expression as written.
  package let header: String
  /// Whether it is added up.
  package let isTotal: Bool
  /// The type of the attribute that it shows, where it is a key path to one.
  package let attributeType: AttributeType?
  /// The way to its cells' values, where that is nothing but to-one relationships and what stands at their end; nil
  /// where the result is of groups.
  package let path: FetchPath?

  /// What is known of its values.
  package var type: StaticType { expression.type }
}

/// A key path of to-one relationships, as integers: from row to row by links, then something of the last record.
package struct FetchPath: Sendable, Hashable {
  /// A to-one relationship on the way.
  package struct Step: Sendable, Hashable {
    /// The link column of the table that the step starts from.
    package let link: Int
    /// The table it leads to.
    package let destination: Int

    /// Makes a step.
    package init(link: Int, destination: Int) {
      self.link = link
      self.destination = destination
    }
  }

  /// What is shown of the record at the end.
  package enum Leaf: Sendable, Hashable {
    case id
    /// What its entity calls it.
    case title
    /// The record itself.
    case record
    /// An attribute, by its column.
    case attribute(column: Int)
  }

  /// The relationships, from the record on.
  package let steps: [Step]
  /// What stands at the end.
  package let leaf: Leaf

  /// Makes a path.
  package init(steps: [Step], leaf: Leaf) {
    self.steps = steps
    self.leaf = leaf
  }
}

/// A key path as it is followed through the model: what it is called, and what it leads to.
struct KeyPathReading {
  /// What a heading calls it.
  var label: String
  /// The way, where all relationships are to-one and the end is a record, or of one.
  var path: FetchPath?
  /// The attribute, where it stands at the end.
  var attribute: Attribute?

  /// Follows a key path; nil where the expression is anything else, or goes through a to-many relationship.
  /// - Parameters:
  ///   - syntax: an expression that compiles.
  ///   - entity: the entity whose record it begins at.
  init?(_ syntax: Syntax, from entity: Int, in model: Model) {
    var keys: [Syntax.Step] = []
    switch syntax.kind {
    case .itself: break
    case .path(let base, let steps) where base.map({ $0.kind == .itself }) ?? true: keys = steps
    default: return nil
    }
    self.init(keys[...], from: entity, in: model)
  }

  /// Follows the keys of a path.
  init?(_ keys: ArraySlice<Syntax.Step>, from start: Int, in model: Model) {
    var entity = start
    var steps: [FetchPath.Step] = []
    label = model.entities[entity].label
    path = FetchPath(steps: [], leaf: .record)
    for (index, key) in zip(keys.indices, keys) {
      guard !key.isOperator else { return nil }
      if path != nil, let relationship = model.entities[entity].relationship(named: key.name) {
        guard !relationship.isMany else { return nil }
        entity = relationship.destination
        label = relationship.label
        steps.append(.init(link: relationship.link, destination: model.entities[entity].table))
        path = FetchPath(steps: steps, leaf: .record)
      } else if path != nil, index == keys.endIndex - 1, let leaf = Self.leaf(key.name, of: entity, in: model)
      {
        path = FetchPath(steps: steps, leaf: leaf)
        attribute = model.entities[entity].attribute(named: key.name)
        // The title of a related record is called as the relationship is: `customer.name` is "Customer".
        if steps.isEmpty || !Self.isTitle(key.name, of: entity, in: model) {
          label = attribute?.label ?? "ID"
        }
      } else {
        // What every record has, or a part of a date.
        label = labelInWords(key.name)
        path = nil
      }
    }
  }

  private static func leaf(_ key: String, of entity: Int, in model: Model) -> FetchPath.Leaf? {
    if key == "id" { return .id }
    guard let attribute = model.entities[entity].attribute(named: key) else { return nil }
    return isTitle(key, of: entity, in: model) ? .title : .attribute(column: attribute.column)
  }

  /// Whether a key is the title of an entity's records and of all that inherit from it.
  private static func isTitle(_ key: String, of entity: Int, in model: Model) -> Bool {
    model.entities[entity].family.allSatisfy { index in
      (model.entities[index].declaration.title?.text ?? "id") == key
    }
  }
}
