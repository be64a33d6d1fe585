import Records

/// The main date of a record: the first required date of its entity, else that of the owning record.
struct MainDate: Sendable {
  /// The keys of the date: `date`, or `order.date`.
  let keys: [String]
  private let table: Int
  private let column: Int
  /// The table of the contained records; nil if the date is the record's own.
  private let inner: Int?

  /// Finds the main date of an entity; nil if it has none.
  init?(of entity: Int, in model: Model) {
    let declared = model.entities[entity]
    if let own = declared.requiredDate {
      (keys, table, column, inner) = ([own.name.text], declared.table, own.column, nil)
    } else if let owner = declared.owner.map({ model.entities[$0.entity] }), let date = owner.requiredDate,
      let back = declared.relationships.first(where: { $0.origin == .owner })
    {
      (keys, table, column) = ([back.name, date.name.text], owner.table, date.column)
      inner = declared.table
    } else {
      return nil
    }
  }

  /// The main date of a record.
  /// - Parameter row: a row of the entity's own table.
  func day(of row: Int, in graph: RecordGraph) -> CivilDate? {
    var row = row
    if let inner {
      guard let owners = graph.tables[inner].owners else { return nil }
      row = Int(owners.rows[row])
    }
    guard case .date(let days) = graph.tables[table].columns[column] else { return nil }
    return days[row]
  }
}
