import Query
import Records

extension ModelExpressions {
  /// Adds the records that a list implies, each after the written records of its owner.
  /// - Parameter graph: a graph in which everything that the implied records read is computed.
  /// - Returns: the rows of the new records.
  func add(_ item: Implied, to graph: inout RecordGraph, today: CivilDate) async -> [Int32] {
    let evaluator = Evaluator(graph: graph, today: today)
    let (ownerTable, list) = (graph.model.entities[item.owner].table, item.link(in: graph.model).link)
    let invalid = item.when.invalidRows(of: ownerTable, in: graph)
    graph.tables[ownerTable].marks.insert(invalid, link: list)
    let rows = graph.rows(of: item.owner).map { Int32(truncatingIfNeeded: $0) }
    let owners = await inParallel(rows.count, by: 4_096) {
      evaluator.filter(Array(rows[$0]), item.when)
    }.flatMap { $0 }.filter { !invalid.contains(Int($0)) }
    guard !owners.isEmpty else { return [] }
    let currencies = RecordCurrencies(ownerTable, of: graph)
    let table = graph.model.entities[item.entity].table
    let added = graph.addImplied(to: item.entity, owners: owners)
    putDefaults(of: item, in: &graph.tables[table], added, owners.map { currencies[Int($0)] }, graph.model)
    for (attribute, expression) in item.values {
      let invalid = expression.invalidRows(of: ownerTable, in: graph)
      for (owner, row) in zip(owners, added) where invalid.contains(Int(owner)) {
        graph.tables[table].marks.insert(Int(row), column: attribute.column)
      }
      let parts = await inParallel(owners.count, by: 4_096) { part in
        let rows = Array(owners[part])
        return evaluator.column(of: expression, rows: rows)?.stored(
          as: attribute, of: rows, currencies: currencies)
      }
      graph.tables[table].columns[attribute.column].put(parts.compactMap { $0 }, in: added)
    }
    return added
  }

  /// Gives new records their default values.
  /// - Parameter currencies: the currency of each record's owner.
  private func putDefaults(
    of item: Implied, in table: inout Table, _ rows: [Int32], _ currencies: [Currency], _ model: Model
  ) {
    for attribute in model.entities[item.entity].attributes
    where attribute.type == .currency || attribute.defaultValue != nil {
      var part = ColumnPart(type: attribute.type)
      for (index, currency) in currencies.enumerated() {
        part.set(attribute.defaultValue(currency: currency), at: index)
      }
      table.columns[attribute.column].put([part.column], in: rows)
    }
  }
}

extension Attribute {
  /// The default for a record whose amounts are in a currency, which is itself that of a currency; null if there
  /// is none or it is unreadable.
  func defaultValue(currency: Currency) -> Value {
    if type == .currency { return .text(currency.code) }
    guard let source = defaultValue,
      case .success(let value) = ValueReader.value(of: source, as: self, currency: currency)
    else { return .null }
    return value
  }
}
