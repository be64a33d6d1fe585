import Diagnostics

/// A name as it was declared, with its place.
package struct DeclaredName: Sendable {
  /// The name.
  package var text: String
  /// Where it stands.
  package var range: SourceRange

  /// Makes a name.
  package init(_ text: String, at range: SourceRange) {
    self.text = text
    self.range = range
  }
}

/// An entity as model.yml writes it: only what is its own, names not yet looked up.
package struct EntityDeclaration: Sendable {
  /// The entity's name.
  package var name: DeclaredName
  /// The folder of its records below Content.
  package var folder: DeclaredName?
  /// `Order.rows`: the to-many relationship in whose list its records are written.
  package var inside: DeclaredName?
  /// The entity it inherits from.
  package var parent: DeclaredName?
  /// Whether it has no records of its own.
  package var isAbstract = false
  /// What to call a record of it.
  package var label: String?
  /// The expression of a record's title.
  package var title: SourceText?
  /// The sort expressions.
  package var sort: SourceText?
  /// Whether a public site leaves it out.
  package var isPrivate = false
  /// Whether its records' bodies are shown in a public site.
  package var hasPublicBody: Bool?
  /// What must hold for each record.
  package var rules: [Rule] = []
  /// Its own attributes, in the order written.
  package var attributes: [Attribute] = []
  /// Its own relationships, in the order written.
  package var relationships: [RelationshipDeclaration] = []
  /// The names of attributes and relationships whose declaration has an error.
  package var broken: Set<String> = []
  /// Whether a part of the declaration could not be read, so that any name may be one of `broken`.
  package var isIncomplete = false
  /// Whether what is written of its folder, or of having none, could not be read.
  package var hasUnknownHome = false

  /// Makes an entity without properties.
  package init(name: DeclaredName) {
    self.name = name
  }
}

/// A relationship as model.yml writes it.
package struct RelationshipDeclaration: Sendable {
  /// The relationship's name.
  package var name: DeclaredName
  /// The destination entity.
  package var destination: DeclaredName
  /// Whether it leads to any number of records.
  package var isMany = false
  /// The relationship back, in the destination.
  package var inverse: DeclaredName?
  /// Whether it must lead somewhere.
  package var isRequired = false
  /// The least number of records it may lead to.
  package var minCount: Int?
  /// The greatest number of records it may lead to.
  package var maxCount: Int?
  /// What becomes of the destination when a record is deleted.
  package var deleteRule = DeleteRule.nullify
  /// What to call it.
  package var label: String?
  /// Whether a public site leaves it out.
  package var isPrivate = false

  /// Makes a to-one relationship without an inverse.
  package init(name: DeclaredName, destination: DeclaredName) {
    self.name = name
    self.destination = destination
  }
}
