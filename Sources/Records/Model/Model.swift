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

  /// For each table, the entities that declare a name, in the model's order.
  private let declaring: [[String: [Int]]]
  private let indices: [String: Int]
  private let folders: [String: Int]

  /// Makes a model from resolved entities; `ModelBuilder` resolves them.
  init(entities: [Entity], tables: [TableLayout], currency: Currency) {
    self.entities = entities
    self.tables = tables
    self.currency = currency
    declaring = tables.map { table in
      table.entities.reduce(into: [:]) { declaring, index in
        for name in entities[index].ownNames { declaring[name, default: []].append(index) }
      }
    }
    indices = Dictionary(keepingFirst: entities.indices.map { (entities[$0].name, $0) })
    folders = Dictionary(
      keepingFirst: entities.indices.compactMap { index in entities[index].folder.map { ($0, index) } })
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

  /// Whether the figures of an entity's records belong to a day, theirs or that of the record that they are in.
  package func isDated(_ entity: Int) -> Bool {
    entities[entity].day != nil || entities[entity].owner.map { isDated($0.entity) } ?? false
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
  package func label(of name: String) -> String {
    // A theme's text `path` is about the way to a page.
    words[name == "path" ? "filePath" : name] ?? labelInWords(name)
  }

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

  /// Selects the language of the texts that model.yml gives by language.
  package mutating func selectLanguage(_ language: String) {
    for index in entities.indices {
      entities[index].declaration.label?.select(language)
      entities[index].declaration.plural?.select(language)
      for place in entities[index].declaration.documents.indices {
        entities[index].declaration.documents[place].label?.select(language)
      }
      for list in entities[index].declaration.lists.indices {
        entities[index].declaration.lists[list].columns.selectLanguage(language)
      }
      for place in entities[index].attributes.indices {
        entities[index].attributes[place].writtenLabel?.select(language)
      }
      for place in entities[index].relationships.indices {
        entities[index].relationships[place].declaration.label?.select(language)
        entities[index].relationships[place].destinationLabel?.select(language)
      }
    }
  }

  /// The entities that records with a name may be of: the entity that has it, or the subentities that add it.
  ///
  /// Several only if each adds one of its own; a name that one inherits from another is the same. None for a
  /// subentity's `created` and the like, which all records may have in another sense.
  /// - Parameters:
  ///   - name: an attribute or a relationship.
  ///   - index: an entity, the type of a reference for instance, which leads to records of its subentities as well.
  package func entities(with name: String, from index: Int) -> [Int] {
    if entities[index].hasProperty(named: name) { return [index] }
    guard !["body", "created", "changed", "implied"].contains(name) else { return [] }
    return declaring[entities[index].table][name]?.filter(entities[index].family.contains) ?? []
  }

  /// The attribute with a name of an entity's records, or of those of the subentity that adds it.
  package func attribute(named name: String, from index: Int) -> Attribute? {
    entities(with: name, from: index).first.flatMap { entities[$0].attribute(named: name) }
  }

  /// The relationship with a name of an entity's records, or of those of the subentity that adds it.
  package func relationship(named name: String, from index: Int) -> Relationship? {
    entities(with: name, from: index).first.flatMap { entities[$0].relationship(named: name) }
  }

  /// The attributes that a single subentity of an entity adds; the entity's other records have no value for them.
  package func attributesOfSubentities(of index: Int) -> [Attribute] {
    entities[index].family.dropFirst().flatMap { heir in
      entities[heir].ownAttributes.filter { entities(with: $0.name.text, from: index) == [heir] }
    }
  }

  /// The relationships that a single subentity of an entity adds.
  package func relationshipsOfSubentities(of index: Int) -> [Relationship] {
    entities[index].family.dropFirst().flatMap { heir in
      entities[heir].ownRelationships.filter { entities(with: $0.name, from: index) == [heir] }
    }
  }

  /// The names of all entities, in the model's order.
  package var entityNames: [String] { entities.map(\.name) }
}

/// The layout of a family's table: a column for each attribute, a link column for each relationship.
package struct TableLayout: Sendable {
  /// The entities whose records are in the table.
  package var entities: Range<Int>
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
