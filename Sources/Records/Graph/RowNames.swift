// The names of rows in commands: `2026-0001#2` in an owner's first list, `payments/2026-0001#2` in another.

extension Model {
  /// The list that an entity's records are written in, if a row's name must contain it: it is not the owner's
  /// first list.
  package func otherList(of entity: Int) -> String? {
    guard let owner = entities[entity].owner else { return nil }
    let lists = entities[owner.entity].relationships
    return lists.firstIndex { $0.origin == .owned } == owner.relationship
      ? nil : lists[owner.relationship].name
  }

  /// The name of a row in commands.
  /// - Parameters:
  ///   - position: the row's position in the list, from 1.
  ///   - owner: the id of the row's owner.
  ///   - entity: the row's entity, an index into the model's entities.
  package func rowName(_ position: Int, of owner: String, _ entity: Int) -> String {
    (otherList(of: entity).map { $0 + "/" } ?? "") + "\(owner)#\(position)"
  }
}

extension RecordGraph {
  /// The name of a record in commands: its id, preceded by its list if that is not its owner's first.
  package func commandName(of record: RecordHandle) -> String {
    let id = id(of: record)
    guard !isImplied(record), let list = model.otherList(of: entity(of: record)) else { return id }
    return "\(list)/\(id)"
  }
}
