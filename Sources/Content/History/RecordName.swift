import Records

/// A record's name in all versions of a book: its family, and its id, which is unique in the family.
package struct RecordName: Sendable, Hashable {
  /// The name of the family's first entity, from which the others inherit.
  package let family: String
  package let id: String

  package init(family: String, id: String) {
    self.family = family
    self.id = id
  }
}

extension Model {
  /// The name of a record with its own file.
  package func recordName(_ id: String, of entity: Entity) -> RecordName {
    RecordName(family: family(of: entity), id: id)
  }

  /// Whether records with their own files belong to a family of that name.
  package func hasFamily(_ name: String) -> Bool {
    entities.contains { !$0.isAbstract && $0.owner == nil && family(of: $0) == name }
  }

  /// Whether an entity of that name belongs to a family.
  package func isInFamily(_ name: String, _ family: String) -> Bool {
    entity(named: name).map { self.family(of: entities[$0]) == family } ?? false
  }

  /// The name of the first entity of an entity's family, from which the others inherit.
  package func family(of entity: Entity) -> String { entities[tables[entity.table].entities.lowerBound].name }
}

extension RecordGraph {
  /// The name of a record; for a record inside another, the owner's name.
  package func name(of record: RecordHandle) -> RecordName {
    let home = fileOwner(of: record)
    let entity = model.entities[model.tables[home.table].entities.lowerBound]
    return RecordName(family: entity.name, id: id(of: home))
  }
}
