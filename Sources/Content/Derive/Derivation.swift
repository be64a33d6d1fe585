import Query
import Records

extension ModelExpressions {
  /// Computes every derived value and every formula that is not written, and puts records in their own order.
  /// - Complexity: O(*n* log *n*) in the records, for the order.
  func derive(_ graph: RecordGraph, today: CivilDate) async -> RecordGraph {
    var graph = graph
    for item in computed {
      await compute(item, in: &graph, today: today)
      guard item.expression.readsDay(of: graph) else { continue }
      graph.tables[graph.model.entities[item.entity].table].datedColumns.insert(item.attribute.column)
    }
    await order(&graph, today: today)
    return graph
  }

  /// The amounts that the expression of a money attribute gives for some records, rounded as they are kept.
  /// - Parameters:
  ///   - item: the attribute.
  ///   - rows: rows of the attribute's table.
  ///   - graph: a graph with all values computed.
  func amounts(of item: Computed, rows: [Int32], in graph: RecordGraph, today: CivilDate) -> [Money?] {
    switch Evaluator(graph: graph, today: today).column(of: item.expression, rows: rows) {
    case .money(let amounts):
      let digits = item.attribute.digits
      return amounts.map { $0?.rounded(to: digits) }
    case .number(let numbers):
      let currencies = RecordCurrencies(graph.model.entities[item.entity].table, of: graph)
      let digits = item.attribute.digits
      return zip(numbers, rows).map { number, row in
        number.map { Money($0, currencies[Int(row)]).rounded(to: digits) }
      }
    default: return rows.map { _ in nil }
    }
  }

  // MARK: Values

  private func compute(_ item: Computed, in graph: inout RecordGraph, today: CivilDate) async {
    let table = graph.model.entities[item.entity].table
    let column = item.attribute.column
    let rows = graph.rows(of: item.entity).filter {
      item.attribute.derived != nil || graph.tables[table].columns[column][$0] == .null
    }.map { Int32($0) }
    guard !rows.isEmpty else { return }
    let evaluator = Evaluator(graph: graph, today: today)
    let parts = await inParallel(rows.count, by: 16_384) { part in
      evaluator.column(of: item.expression, rows: Array(rows[part]))
    }
    var values = ComputedValues(graph.tables[table].columns[column])
    graph.tables[table].columns[column] = .tags([])
    let currencies = RecordCurrencies(table, of: graph)
    var start = 0
    for part in parts.compactMap({ $0 }) {
      start = values.set(part, rows: rows, from: start, digits: item.attribute.digits) { currencies[$0] }
    }
    graph.tables[table].columns[column] = values.column
  }

  // MARK: Order

  /// Sorts every entity's records as the entity says, and every to-many relationship as its destination says.
  private func order(_ graph: inout RecordGraph, today: CivilDate) async {
    let (unordered, evaluator) = (graph, Evaluator(graph: graph, today: today))
    let orders = await inParallel(graph.model.entities.count, by: 1) { evaluator.order(of: $0.lowerBound) }
    let ranks = await inParallel(orders.count, by: 1) { part in
      let table = unordered.model.entities[part.lowerBound].table
      var rank = [Int32](repeating: 0, count: unordered.tables[table].count)
      for (place, row) in orders[part.lowerBound].enumerated() { rank[Int(row)] = Int32(place) }
      return rank
    }
    let lists = graph.model.entities.flatMap { entity in
      entity.relationships.filter(\.isMany).map { (entity.table, $0.link, $0.destination) }
    }
    let links = await inParallel(lists.count, by: 1) { part in
      let (table, link, destination) = lists[part.lowerBound]
      return unordered.tables[table].links[link].sorted(by: ranks[destination])
    }
    for (entity, order) in zip(graph.model.entities, orders) {
      graph.tables[entity.table].orders.append(order)
    }
    for ((table, link, _), sorted) in zip(lists, links) { graph.tables[table].links[link] = sorted }
  }
}

/// The currency of each record of a table: its own, its owner's, or the site's.
private struct RecordCurrencies {
  private let own: [Currency?]?
  private let owners: Table.Owners?
  private let ownersOwn: [Currency?]?
  private let site: Currency

  init(_ table: Int, of graph: RecordGraph) {
    func column(of table: Int) -> [Currency?]? {
      for case .currency(let values) in graph.tables[table].columns { return values }
      return nil
    }
    own = column(of: table)
    owners = graph.tables[table].owners
    // Records inside others have no records inside themselves, so there is one step.
    ownersOwn = owners.flatMap { column(of: $0.table) }
    site = graph.model.currency
  }

  subscript(row: Int) -> Currency {
    if let own { return own[row] ?? site }
    guard let owners, let ownersOwn else { return site }
    return ownersOwn[Int(owners.rows[row])] ?? site
  }
}

/// A column while computed values are put into it.
private struct ComputedValues {
  var column: Column

  init(_ column: Column) {
    self.column = column
  }

  /// Puts a part of the computed values in place.
  ///
  /// Money rounds here, once, half away from zero, to its currency's digits or the attribute's.
  /// - Parameters:
  ///   - part: the values, one for each of the next rows.
  ///   - rows: all rows that are computed.
  ///   - start: where the part's rows begin.
  ///   - digits: those of the attribute, where it has its own.
  ///   - currency: the currency of a plain number, and of zero, in a record.
  /// - Returns: where the next part's rows begin.
  mutating func set(
    _ part: Column, rows: [Int32], from start: Int, digits: Int?, currency: (Int) -> Currency
  ) -> Int {
    switch (column, part) {
    case (.money(var values), .money(let computed)):
      column = .tags([])
      for (index, value) in computed.enumerated() {
        let row = Int(rows[start + index])
        // The sum of no payments is of no currency; an order in yen has received 0 yen.
        values[row] = value.map { $0.isZero ? Money(.zero, currency(row)) : $0.rounded(to: digits) }
      }
      column = .money(values)
      return start + computed.count
    case (.money(var values), .number(let computed)):
      column = .tags([])
      for (index, value) in computed.enumerated() {
        let row = Int(rows[start + index])
        values[row] = value.map { Money($0, currency(row)).rounded(to: digits) }
      }
      column = .money(values)
      return start + computed.count
    case (.number(let values), .number(let computed)):
      return replace(values, computed, rows, start) { .number($0) }
    case (.text(let values), .text(let computed)):
      return replace(values, computed, rows, start) { .text($0) }
    case (.boolean(let values), .boolean(let computed)):
      return replace(values, computed, rows, start) { .boolean($0) }
    case (.date(let values), .date(let computed)):
      return replace(values, computed, rows, start) { .date($0) }
    case (.currency(let values), .text(let computed)):
      return replace(values, computed.map { $0.flatMap { Currency(code: $0) } }, rows, start) {
        .currency($0)
      }
    default: return start
    }
  }

  private mutating func replace<Element>(
    _ values: [Element?], _ computed: [Element?], _ rows: [Int32], _ start: Int,
    _ make: ([Element?]) -> Column
  ) -> Int {
    var values = values
    column = .tags([])
    for (index, value) in computed.enumerated() { values[Int(rows[start + index])] = value }
    column = make(values)
    return start + computed.count
  }
}

extension Money {
  /// An amount as an attribute keeps it: half away from zero, to the attribute's digits or else the currency's.
  fileprivate func rounded(to digits: Int?) -> Money {
    digits.map { rounded(toDigits: $0) } ?? rounded
  }
}
