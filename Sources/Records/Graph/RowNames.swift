// What names a row in a command: `2026-0001#2` in its owner's first list, `payments/2026-0001#2` in another.

extension Model {
  /// The list that the records of an entity are written in, unless a number alone names one: it is not their owner's
  /// first list.
  package func otherList(of entity: Int) -> String? {
    guard let owner = entities[entity].owner else { return nil }
    let lists = entities[owner.entity].relationships
    return lists.firstIndex { $0.origin == .owned } == owner.relationship
      ? nil : lists[owner.relationship].name
  }

  /// The name of a row.
  /// - Parameters:
  ///   - position: its position in the list, from 1.
  ///   - owner: the id of its owner.
  ///   - entity: its entity, an index into the model's entities.
  package func rowName(_ position: Int, of owner: String, _ entity: Int) -> String {
    (otherList(of: entity).map { $0 + "/" } ?? "") + "\(owner)#\(position)"
  }
}

extension RecordGraph {
  /// What names a record in a command: its id, and for a row its list where the number alone is that of another.
  package func commandName(of record: RecordHandle) -> String {
    let id = id(of: record)
    guard !isImplied(record), let list = model.otherList(of: entity(of: record)) else { return id }
    return "\(list)/\(id)"
  }
}
