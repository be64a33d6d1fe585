/// The currency of each record of a table: its own, its owner's, or the site's.
///
/// A record's own currency is the value of its entity's attribute of type currency. Entities that share a
/// table may each have such an attribute.
package struct RecordCurrencies: Sendable {
  /// The values of a currency attribute, and the rows that have it.
  private struct Part {
    let rows: Range<Int>
    let values: [Currency?]
  }

  private let own: [Part]
  private let owners: [Int32]
  private let ownersOwn: [Part]
  private let site: Currency

  /// Looks up the currencies of a table's records.
  package init(_ table: Int, of graph: RecordGraph) {
    func parts(of table: Int) -> [Part] {
      graph.model.tables[table].entities.compactMap { entity in
        guard let attribute = graph.model.entities[entity].currencyAttribute,
          case .currency(let values) = graph.tables[table].columns[attribute.column]
        else { return nil }
        return Part(rows: graph.rows(of: entity, includingSubentities: false), values: values)
      }
    }
    own = parts(of: table)
    owners = graph.tables[table].owners?.rows ?? []
    // Records inside others contain no records themselves, so there is only one step.
    ownersOwn = graph.tables[table].owners.map { parts(of: $0.table) } ?? []
    site = graph.model.currency
  }

  /// The currency of a row's record.
  /// - Complexity: O(*n*) in the entities of a family.
  package subscript(row: Int) -> Currency {
    if let part = own.first(where: { $0.rows.contains(row) }) { return part.values[row] ?? site }
    guard !owners.isEmpty else { return site }
    let owner = Int(owners[row])
    return ownersOwn.first { $0.rows.contains(owner) }?.values[owner] ?? site
  }

  /// The currencies that records of the table have of their own, with or without the site's.
  /// - Complexity: O(*n*) in the records.
  package var all: Set<Currency> {
    var all: Set<Currency> = []
    // Neighbours mostly have the same.
    var last = site
    for part in own {
      for case let currency? in part.values where currency != last {
        all.insert(currency)
        last = currency
      }
    }
    return all
  }

  /// Whether any record may have a currency other than the site's.
  /// - Complexity: O(*n*) in the records.
  package var mayDiffer: Bool {
    // Unwrapped before the comparison: comparing optionals is a function call for each record.
    (own + ownersOwn).contains { part in part.values.contains { $0.map { $0 != site } ?? false } }
  }
}

extension Model {
  /// Whether records of an entity may have a currency of their own, or their owner's.
  package func givesCurrency(_ entity: Int) -> Bool {
    func gives(_ entity: Int) -> Bool {
      tables[entities[entity].table].entities.contains { entities[$0].currencyAttribute != nil }
    }
    return gives(entity) || entities[entity].owner.map { gives($0.entity) } ?? false
  }
}
