import Diagnostics

extension Entity {
  /// What an entity inherits: how many of each, and which settings.
  struct Inherited: Sendable {
    /// The number of attributes.
    var attributes = 0
    /// The number of relationships.
    var relationships = 0
    /// The number of rules.
    var rules = 0
    /// The number of lists.
    var lists = 0
    /// The number of additional pages.
    var documents = 0
    /// Whether the title is the parent's, or written like it.
    var isTitle = false
    /// Whether the sort expressions are the parent's, or written like them.
    var isSort = false
  }

  /// The attributes that it does not inherit.
  package var ownAttributes: ArraySlice<Attribute> { attributes[inherited.attributes...] }
  /// The relationships that it does not inherit.
  package var ownRelationships: ArraySlice<Relationship> { relationships[inherited.relationships...] }
  /// The rules that it does not inherit.
  package var ownRules: ArraySlice<Rule> { declaration.rules[inherited.rules...] }
  /// The settings for lists that it does not inherit.
  package var ownLists: ArraySlice<RecordList> { declaration.lists[inherited.lists...] }
  /// The additional pages that it does not inherit.
  package var ownDocuments: ArraySlice<DocumentDeclaration> { declaration.documents[inherited.documents...] }
  /// The names of the attributes and relationships that it does not inherit.
  package var ownNames: [String] { ownAttributes.map(\.name.text) + ownRelationships.map(\.name) }
  /// The additional page with a name; nil if model.yml declares none.
  package func document(named name: String) -> DocumentDeclaration? {
    declaration.documents.first { $0.name.text == name }
  }

  /// The expression for the title of its records, unless it is the parent's.
  package var ownTitle: SourceText? { inherited.isTitle ? nil : declaration.title }
  /// The sort expressions, unless they are the parent's.
  package var ownSort: SourceText? { inherited.isSort ? nil : declaration.sort }

  /// Takes over what its parent has; call it before adding its own properties.
  mutating func inherit(from parent: Entity) {
    attributes = parent.attributes
    relationships = parent.relationships
    places = parent.places
    presentNames = parent.presentNames
    let own = declaration
    let lists = Set(own.lists.map(\.name.text))
    let documents = Set(own.documents.map(\.name.text))
    declaration.rules = parent.declaration.rules + own.rules
    declaration.lists = parent.lists.filter { !lists.contains($0.name.text) } + own.lists
    declaration.documents =
      parent.declaration.documents.filter { !documents.contains($0.name.text) } + own.documents
    declaration.title = own.title ?? parent.declaration.title
    declaration.sort = own.sort ?? parent.declaration.sort
    declaration.label = own.label ?? (own.inheritsLabel ? parent.declaration.label : nil)
    declaration.invalidNames.formUnion(parent.declaration.invalidNames)
    declaration.isInvalid = own.isInvalid || parent.declaration.isInvalid
    inherited = Inherited(
      attributes: attributes.count, relationships: relationships.count,
      rules: parent.declaration.rules.count, lists: declaration.lists.count - own.lists.count,
      documents: declaration.documents.count - own.documents.count,
      isTitle: own.title.map { $0.text == parent.declaration.title?.text } ?? true,
      isSort: own.sort.map { $0.text == parent.declaration.sort?.text } ?? true)
  }
}
