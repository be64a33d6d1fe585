import Diagnostics

/// The model in force: entities with their attributes and relationships, all names looked up.
///
/// Entities are known by their index. A family (an entity without a parent and all that inherit from it) shares
/// one table; entities are in preorder, so an entity and its subentities are one range of indices, and their
/// records one range of rows.
package struct Model: Sendable {
  /// All entities, each family in preorder.
  package private(set) var entities: [Entity]
  /// The layout of each family's table.
  package let tables: [TableLayout]
  /// The currency of amounts that name none, unless a record says otherwise.
  package var currency: Currency
  /// Whether model.yml could not be read as a whole, so that entities may be missing: nothing is reported that
  /// depends on the complete model.
  package var isInvalid = false

  /// Whether records know the days on which they were created and changed.
  package var hasHistory = false

  /// What to call names that have no label, in a language; a name silently is put in words as it is.
  package private(set) var words = ["id": "ID"]

  /// The names and folders of the entities that a public site leaves out; empty in the model of a full site.
  package var privateEntities: Set<String> = []

  private let indices: [String: Int]
  private let folders: [String: Int]

  /// Makes a model of entities that fit together; `ModelBuilder` makes them fit.
  init(entities: [Entity], tables: [TableLayout], currency: Currency) {
    self.entities = entities
    self.tables = tables
    self.currency = currency
    indices = Dictionary(
      entities.indices.map { (entities[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
    folders = Dictionary(
      entities.indices.compactMap { index in entities[index].folder.map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The index of an entity by its name.
  package func entity(named name: String) -> Int? { indices[name] }

  /// The index of the entity that a name typed in a command means: by its name in any case, its folder, its label, or
  /// the word of another language.
  package func entity(called name: String) -> Int? {
    func isNamed(_ entity: Entity) -> Bool {
      [entity.name, entity.folder ?? entity.name, entity.label, entity.pluralLabel].contains {
        folded($0, case: true, marks: false) == folded(name, case: true, marks: false)
      }
    }
    if let found = entity(named: name) ?? entities.firstIndex(where: isNamed) { return found }
    let names = Set(LanguageWords.names(of: name).map { $0.lowercased() })
    return entities.firstIndex { names.contains($0.name.lowercased()) }
  }

  /// The index of the entity whose records are in a folder, by its whole path below Content.
  package func entity(inFolder folder: some StringProtocol) -> Int? { folders[String(folder)] }

  /// Whether nobody knows where the records of some entity lie, so that what looks like a page may be one.
  package var hasUnknownHomes: Bool { entities.contains { $0.declaration.hasUnknownHome } }

  /// The list that the records of an entity are written in; nil if each has a file of its own.
  package func list(of entity: Entity) -> Relationship? {
    entity.owner.map { entities[$0.entity].relationships[$0.relationship] }
  }

  /// Whether an entity's records may be in their owners' lists without being written there.
  package func mayImply(_ entity: Entity) -> Bool {
    list(of: entity)?.declaration.implied != nil
  }

  /// Marks a name of an entity, and of those that inherit from it, as invalid.
  package mutating func markInvalid(_ name: String, of entity: String) {
    guard let index = indices[entity] else { return }
    for heir in entities[index].family { entities[heir].declaration.invalidNames.insert(name) }
  }

  /// The label of a name that every record or value has, such as `id` or `month`.
  package func label(of name: String) -> String { words[name] ?? labelInWords(name) }

  /// Labels entities and properties with a language's words.
  /// - Parameters:
  ///   - words: by name; `Order` gets the word for `order`, its records together the one for their folder.
  ///   - isKnown: whether the words are about an entity's property, or, for nil, about the entity itself. What a site
  ///     declares is named after the site says.
  package mutating func translate(
    _ words: [String: String], where isKnown: (_ entity: Entity, _ property: String?) -> Bool
  ) {
    self.words.merge(words) { $1 }
    for index in entities.indices {
      let entity = entities[index]
      if isKnown(entity, nil) {
        entities[index].word = words[entity.name.prefix(1).lowercased() + entity.name.dropFirst()]
        entities[index].pluralWord = entity.folder.flatMap { words[$0] }
      }
      // What an entity inherits keeps its parent's label; parents come first.
      let parent = entity.parent.map { entities[$0] }
      for place in entity.attributes.indices {
        let name = entity.attributes[place].name.text
        entities[index].attributes[place].word =
          isKnown(entity, name) ? words[name] : parent?.attribute(named: name)?.word
      }
      for place in entity.relationships.indices {
        let name = entity.relationships[place].name
        entities[index].relationships[place].word =
          isKnown(entity, name) ? words[name] : parent?.relationship(named: name)?.word
      }
    }
  }

  /// The names of all entities, in the model's order.
  package var entityNames: [String] { entities.map(\.name) }
}

/// A kind of record.
package struct Entity: Sendable {
  /// What was declared, inherited values filled in.
  package var declaration: EntityDeclaration
  /// The entity it inherits from.
  package var parent: Int?
  /// The entity and all that inherit from it, as indices into `Model.entities`.
  package var family: Range<Int>
  /// The table that holds its records.
  package var table: Int
  /// Its attributes, inherited ones first.
  package internal(set) var attributes: [Attribute] = []
  /// Its relationships, inherited ones first.
  package internal(set) var relationships: [Relationship] = []
  /// The owner's entity and its relationship, if records are written inside another.
  package var owner: (entity: Int, relationship: Int)?
  /// By name the place of each attribute in `attributes`, and the complement of each relationship's in
  /// `relationships`.
  private var places: [String: Int] = [:]
  /// The present names of its properties, by their former ones.
  package private(set) var presentNames: [String: String] = [:]
  /// How many attributes and relationships are inherited.
  private var inherited = (attributes: 0, relationships: 0)

  /// The name.
  package var name: String { declaration.name.text }
  /// The folder of its records below Content; nil if they are written inside others.
  package var folder: String? { declaration.folder?.text }
  /// Whether it has no records of its own.
  package var isAbstract: Bool { declaration.isAbstract }
  /// The label of a record of it.
  package var label: String { declaration.label ?? word ?? labelInWords(name) }
  /// What to call its records together: `plural`, else the folder's name in words, else the label.
  package var pluralLabel: String { declaration.plural ?? pluralWord ?? folder.map(labelInWords) ?? label }
  /// How lists of related records are shown on its records' pages.
  package var lists: [RecordList] { declaration.lists }
  /// A language's words for a record of it, and for its records together.
  var word: String?
  /// The word for the records together, as `word` is that for one of them.
  var pluralWord: String?

  /// Makes an entity without properties.
  init(declaration: EntityDeclaration, parent: Int?, index: Int, table: Int) {
    self.declaration = declaration
    self.parent = parent
    self.table = table
    family = index..<index + 1
  }

  /// The day that every record has: the first attribute that is a date and required; nil for an entity without.
  package var requiredDate: Attribute? { attributes.first { $0.type == .date && $0.isRequired } }

  /// The day that a record's figures belong to, if it has one: `date`, or the required date of an entity without.
  package var day: Attribute? { attribute(named: "date", of: .date) ?? requiredDate }

  /// The attribute that says in which currency a record's amounts are that name none.
  package var currencyAttribute: Attribute? { attributes.first { $0.type == .currency } }

  /// The currency that a record's file gives its amounts; nil where it gives them none.
  /// - Parameter written: what is written under a key.
  package func currency(_ written: (_ key: String) -> String?) -> Currency? {
    guard let attribute = currencyAttribute else { return nil }
    return (written(attribute.name.text) ?? attribute.defaultValue?.text).flatMap { Currency(code: $0) }
  }

  /// The attribute that is the title of the entity's records; nil if an expression computes it, or there is none.
  package var titleAttribute: Attribute? { declaration.title.flatMap { attribute(named: $0.text) } }

  /// The attribute of a name.
  package func attribute(named name: String) -> Attribute? {
    places[name].flatMap { $0 >= 0 ? attributes[$0] : nil }
  }
  /// The attribute of a name and a type.
  package func attribute(named name: String, of type: AttributeType) -> Attribute? {
    attribute(named: name).flatMap { $0.type == type ? $0 : nil }
  }
  /// The relationship of a name.
  package func relationship(named name: String) -> Relationship? {
    relationshipIndex(named: name).map { relationships[$0] }
  }
  /// The index of the relationship of a name.
  func relationshipIndex(named name: String) -> Int? {
    places[name].flatMap { $0 < 0 ? ~$0 : nil }
  }
  /// The name that a property has now which had another one before; nil if no property had it.
  package func presentName(of former: String) -> String? { presentNames[former] }

  /// Names of properties, each one that is a former name replaced by the present one.
  package func presentNames(of names: [String]) -> [String] {
    names.map { presentName(of: $0) ?? $0 }
  }

  /// Whether it has an attribute or a relationship of a name.
  package func hasProperty(named name: String) -> Bool { places[name] != nil }

  /// The attributes that it does not inherit.
  package var ownAttributes: ArraySlice<Attribute> { attributes[inherited.attributes...] }
  /// The relationships that it does not inherit.
  package var ownRelationships: ArraySlice<Relationship> { relationships[inherited.relationships...] }

  /// Inherits all attributes and relationships of its parent; it has none of its own yet.
  mutating func inheritProperties(of parent: Entity) {
    inherited = (parent.attributes.count, parent.relationships.count)
    attributes = parent.attributes
    relationships = parent.relationships
    places = parent.places
    presentNames = parent.presentNames
  }

  /// Adds an attribute whose name it does not have.
  mutating func add(_ attribute: Attribute) {
    places[attribute.name.text] = attributes.count
    for former in attribute.formerNames { presentNames[former.text] = attribute.name.text }
    attributes.append(attribute)
  }

  /// Adds a relationship whose name it does not have.
  mutating func add(_ relationship: Relationship) {
    places[relationship.name] = ~relationships.count
    for former in relationship.declaration.formerNames { presentNames[former.text] = relationship.name }
    relationships.append(relationship)
  }

  /// Whether a name is unknown only because its declaration has an error.
  ///
  /// That is reported where it is declared; a record that writes the key and an expression that reads it are not
  /// further errors.
  package func hasInvalid(_ name: String) -> Bool {
    declaration.isInvalid || declaration.invalidNames.contains(name)
  }
  /// The names of its attributes and relationships, in the model's order.
  package var propertyNames: [String] { attributes.map(\.name.text) + relationships.map(\.name) }
}

/// What a family's table holds: a column for each attribute, a link column for each relationship.
package struct TableLayout: Sendable {
  /// The entities whose records it holds.
  package var entities: Range<Int>
  /// The type of each column.
  package var columns: [AttributeType]
  /// The shape of each link column.
  package var links: [LinkLayout]
}

/// What a link column holds.
package struct LinkLayout: Sendable {
  /// The table it leads to.
  package var destination: Int
  /// Whether it leads to any number of records.
  package var isMany: Bool
}
