import Diagnostics

/// The model in force: entities with their attributes and relationships, with all names resolved.
///
/// Entities are identified by index. A family (an entity without a parent, with all its subentities) shares
/// one table. Entities are in preorder, so an entity and its subentities are a range of indices, and their
/// records a range of rows.
package struct Model: Sendable {
  /// All entities, each family in preorder.
  package private(set) var entities: [Entity]
  /// The layout of each family's table.
  package let tables: [TableLayout]
  /// The currency of amounts that name none, unless a record says otherwise.
  package var currency: Currency
  /// Whether a part of model.yml could not be read, so that entities may be missing and nothing that depends
  /// on the complete model is reported.
  package var isInvalid = false

  /// Whether records have the days on which they were created and changed.
  package var hasHistory = false

  /// The words of a language for names without a label; names that are not in it are put in words themselves.
  private(set) var words = ["id": "ID"]

  /// The names and folders of the entities that a public site leaves out; empty in the model of a full site.
  package var privateEntities: Set<String> = []

  private let indices: [String: Int]
  private let folders: [String: Int]

  /// Makes a model from resolved entities; `ModelBuilder` resolves them.
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

  /// The index of the entity that a name in a command means: its name in any case, its folder, its label, or
  /// a word of another language.
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

  /// The index of the entity whose records are in a folder, given by its path below Content.
  package func entity(inFolder folder: some StringProtocol) -> Int? { folders[String(folder)] }

  /// Whether the location of some entity's records is unknown, so that a page may be one of them.
  package var hasUnknownHomes: Bool { entities.contains { $0.declaration.hasUnknownHome } }

  /// The list that contains an entity's records; nil if each has its own file.
  package func list(of entity: Entity) -> Relationship? {
    entity.owner.map { entities[$0.entity].relationships[$0.relationship] }
  }

  /// Whether an entity's records may be implied.
  package func mayImply(_ entity: Entity) -> Bool {
    list(of: entity)?.declaration.implied != nil
  }

  /// Marks a name of an entity and its subentities as invalid.
  package mutating func markInvalid(_ name: String, of entity: String) {
    guard let index = indices[entity] else { return }
    for heir in entities[index].family { entities[heir].declaration.invalidNames.insert(name) }
  }

  /// The label of a name that all records or values have, such as `id` or `month`.
  package func label(of name: String) -> String { words[name] ?? labelInWords(name) }

  /// Labels entities and properties with a language's words.
  /// - Parameters:
  ///   - words: the words by name. `Order` gets the word for `order`, and its plural the word for its folder.
  ///   - isKnown: returns whether a property of an entity, or for nil the entity itself, has the meaning that
  ///     the words assume; names that a site declares itself may not.
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
      // An inherited property keeps the parent's label; parents come first.
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
    // A site's own relationship that has the name of its destination has its word as well.
    for index in entities.indices {
      for place in entities[index].relationships.indices {
        let relationship = entities[index].relationships[place]
        guard relationship.word == nil, relationship.isNamedLikeDestination(in: entities) else { continue }
        let destination = entities[relationship.destination]
        entities[index].relationships[place].word =
          relationship.isMany ? destination.pluralWord : destination.word
      }
    }
  }

  /// The names of all entities, in the model's order.
  package var entityNames: [String] { entities.map(\.name) }
}

/// An entity: a kind of record.
package struct Entity: Sendable {
  /// The declaration, with inherited values filled in.
  package var declaration: EntityDeclaration
  /// The entity it inherits from.
  package var parent: Int?
  /// The entity and all its subentities, as indices into `Model.entities`.
  package var family: Range<Int>
  /// The table that holds its records.
  package var table: Int
  /// Its attributes, inherited ones first.
  package internal(set) var attributes: [Attribute] = []
  /// Its relationships, inherited ones first.
  package internal(set) var relationships: [Relationship] = []
  /// The owner's entity and the relationship, if its records are inside others.
  package var owner: (entity: Int, relationship: Int)?
  /// For each attribute's name, its index in `attributes`; for each relationship's, the complement of its
  /// index in `relationships`.
  var places: [String: Int] = [:]
  /// The present names of its properties, by their former ones.
  package internal(set) var presentNames: [String: String] = [:]
  /// What it inherits. Of what there are several, the inherited ones come first.
  var inherited = Inherited()

  /// The name.
  package var name: String { declaration.name.text }
  /// The folder of its records below Content; nil if they are inside others.
  package var folder: String? { declaration.folder?.text }
  /// Whether it has no records of its own.
  package var isAbstract: Bool { declaration.isAbstract }
  /// The label for one of its records.
  package var label: String { declaration.label ?? word ?? labelInWords(name) }
  /// The label for its records together: `plural`, or the folder's name in words, or the label.
  package var pluralLabel: String { declaration.plural ?? pluralWord ?? folder.map(labelInWords) ?? label }
  /// The settings for lists of related records on its records' pages.
  package var lists: [RecordList] { declaration.lists }
  /// The word for one of its records in a language.
  var word: String?
  /// The word for its records together in that language.
  var pluralWord: String?

  /// Makes an entity without properties.
  init(declaration: EntityDeclaration, parent: Int?, index: Int, table: Int) {
    self.declaration = declaration
    self.parent = parent
    self.table = table
    family = index..<index + 1
  }

  /// The first required attribute of type date; nil if there is none.
  package var requiredDate: Attribute? { attributes.first { $0.type == .date && $0.isRequired } }

  /// The day that a record's figures belong to: the attribute `date`, or else the first required date.
  package var day: Attribute? { attribute(named: "date", of: .date) ?? requiredDate }

  /// The day that each record must have: the attribute `date` if it is required, or else the first required date.
  package var requiredDay: Attribute? { day.flatMap { $0.isRequired ? $0 : requiredDate } }

  /// The attribute that gives the currency of amounts that name none.
  package var currencyAttribute: Attribute? { attributes.first { $0.type == .currency } }

  /// The currency that a record's file sets for its amounts; nil if it does not.
  /// - Parameter written: returns the text written for a key.
  package func currency(_ written: (_ key: String) -> String?) -> Currency? {
    guard let attribute = currencyAttribute else { return nil }
    return (written(attribute.name.text) ?? attribute.defaultValue?.text).flatMap { Currency(code: $0) }
  }

  /// The attribute that is the title of its records; nil if there is none or an expression computes it.
  package var titleAttribute: Attribute? { declaration.title.flatMap { attribute(named: $0.text) } }

  /// The attribute with a name.
  package func attribute(named name: String) -> Attribute? {
    places[name].flatMap { $0 >= 0 ? attributes[$0] : nil }
  }
  /// The attribute with a name and type.
  package func attribute(named name: String, of type: AttributeType) -> Attribute? {
    attribute(named: name).flatMap { $0.type == type ? $0 : nil }
  }
  /// The relationship with a name.
  package func relationship(named name: String) -> Relationship? {
    relationshipIndex(named: name).map { relationships[$0] }
  }
  /// The index of the relationship with a name.
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

  /// Adds an attribute with a new name.
  mutating func add(_ attribute: Attribute) {
    places[attribute.name.text] = attributes.count
    addFormerNames(attribute.formerNames, of: attribute.name.text)
    attributes.append(attribute)
  }

  /// Adds a relationship with a new name.
  mutating func add(_ relationship: Relationship) {
    places[relationship.name] = ~relationships.count
    addFormerNames(relationship.declaration.formerNames, of: relationship.name)
    relationships.append(relationship)
  }

  /// Adds the former names of a property; a name that two properties had is that of the first.
  private mutating func addFormerNames(_ names: [DeclaredName], of name: String) {
    for former in names where presentNames[former.text] == nil { presentNames[former.text] = name }
  }

  /// Whether a name may be unknown only because of an error in its declaration.
  ///
  /// The error is reported at the declaration, so records that write the name and expressions that read it
  /// are not reported as well.
  package func hasInvalid(_ name: String) -> Bool {
    declaration.isInvalid || declaration.invalidNames.contains(name)
  }
  /// The names of its attributes and relationships, in the model's order.
  package var propertyNames: [String] { attributes.map(\.name.text) + relationships.map(\.name) }
}

/// The layout of a family's table: a column for each attribute, a link column for each relationship.
package struct TableLayout: Sendable {
  /// The entities whose records are in the table.
  package var entities: Range<Int>
  /// The type of each column.
  package var columns: [AttributeType]
  /// The layout of each link column.
  package var links: [LinkLayout]
}

/// The layout of a link column.
package struct LinkLayout: Sendable {
  /// The destination's table.
  package var destination: Int
  /// Whether a row may have any number of destinations.
  package var isMany: Bool
}
