import Query
import Records

extension ModelExpressions {
  /// Computes every derived value and every formula that is not overridden, and sorts records in their
  /// entity's order. Whatever is computed from something invalid is marked invalid.
  /// - Complexity: O(*n* log *n*) in the records, for the order.
  func derive(_ graph: RecordGraph, today: CivilDate) async -> RecordGraph {
    var graph = graph
    for column in failed { graph.tables[column.table].marks.values[column.column] = .all }
    var isDone = computed.map { _ in false }
    func compute(where isWanted: (Expression.Dependency) -> Bool) async {
      for (index, item) in computed.enumerated()
      where !isDone[index] && isWanted(item.column(in: graph.model)) {
        await self.compute(item, graph.rows(of: item.entity), in: &graph, today: today)
        isDone[index] = true
      }
    }
    for item in implied {
      // What it reads, directly or indirectly, is computed before it is implied.
      let columns = reads(of: item.expressions, in: graph.model).columns
      await compute { columns.contains($0) }
      let added = await add(item, to: &graph, today: today)
      for (index, other) in computed.enumerated() where isDone[index] && other.entity == item.entity {
        await self.compute(other, added, in: &graph, today: today)
      }
    }
    await compute { _ in true }
    await order(&graph, today: today)
    return graph
  }

  // MARK: Values

  private func compute(
    _ item: Computed, _ all: some Sequence<some BinaryInteger>, in graph: inout RecordGraph, today: CivilDate
  ) async {
    let table = graph.model.entities[item.entity].table
    let column = item.attribute.column
    if item.expression.usesToday(in: graph) { graph.tables[table].datedColumns.insert(column) }
    let all = all.map { Int32($0) }
    let rows =
      item.attribute.derived != nil
      ? all : all.filter { graph.tables[table].columns[column][Int($0)] == .null }
    guard !rows.isEmpty else { return }
    let invalid = item.expression.invalidRows(of: table, in: graph)
    for row in rows where invalid.contains(Int(row)) {
      graph.tables[table].marks.insert(Int(row), column: column)
    }
    let evaluator = Evaluator(graph: graph, today: today)
    let currencies = RecordCurrencies(table, of: graph)
    // Small enough to keep two cores busy to the end with 10,000 records.
    let parts = await inParallel(rows.count, by: 1_024) { part in
      let rows = Array(rows[part])
      return evaluator.column(of: item.expression, rows: rows)?.stored(
        as: item.attribute, of: rows, currencies: currencies)
    }
    graph.tables[table].columns[column].put(parts.compactMap { $0 }, in: rows)
  }

  // MARK: Order

  /// Sorts each entity's records by its sort, and each to-many relationship by its destination's sort.
  private func order(_ graph: inout RecordGraph, today: CivilDate) async {
    let named = Evaluator(graph: graph, today: today)
    let ids = await inParallel(graph.tables.count, by: 1) { named.idRanks(of: $0.lowerBound) }
    for table in graph.tables.indices { graph.tables[table].idRanks = ids[table] }
    let (unordered, evaluator) = (graph, Evaluator(graph: graph, today: today))
    let entities = graph.model.entities
    let orders = await inParallel(entities.count, by: 1) { evaluator.order(of: $0.lowerBound) }
    let ranks = await inParallel(orders.count, by: 1) { part in
      orders[part.lowerBound].ranks(count: unordered.table(of: part.lowerBound).count)
    }
    let lists = entities.flatMap { entity in
      entity.relationships.filter(\.isMany).map { (entity.table, $0.link, $0.destination) }
    }
    let links = await inParallel(lists.count, by: 1) { part in
      let (table, link, destination) = lists[part.lowerBound]
      return unordered.tables[table].links[link].sorted(by: ranks[destination])
    }
    for (entity, order) in zip(entities, orders) { graph.tables[entity.table].orders.append(order) }
    for ((table, link, _), sorted) in zip(lists, links) { graph.tables[table].links[link] = sorted }
    await orderLists(&graph, today: today)
  }

  /// Sorts the lists of related records for which the model declares an order; a sort by a reference follows
  /// the order of the records it leads to.
  private func orderLists(_ graph: inout RecordGraph, today: CivilDate) async {
    let lists = SortedList.all(of: graph)
    let (ordered, evaluator) = (graph, Evaluator(graph: graph, today: today))
    let ranks = await inParallel(lists.count, by: 1) { part in
      let list = lists[part.lowerBound]
      return list.order(by: evaluator).ranks(count: ordered.table(of: list.relationship.destination).count)
    }
    for (list, rank) in zip(lists, ranks) {
      let (table, link) = (graph.model.entities[list.entity].table, list.relationship.link)
      graph.tables[table].links[link] =
        graph.tables[table].links[link].sorted(by: rank, in: graph.rows(of: list.entity))
    }
  }
}

/// A list of related records for which the model declares an order.
private struct SortedList: Sendable {
  /// The entity whose records have the list.
  let entity: Int
  let relationship: Relationship
  let descriptors: [SortDescriptor]
  /// The records that may be in the list.
  let rows: Range<Int>

  /// All sorted lists of a model, those of subentities after their parents'. A sort that does not compile is
  /// ignored; it is reported where the model is checked.
  static func all(of graph: RecordGraph) -> [SortedList] {
    let compiler = QueryCompiler(graph: graph)
    return graph.model.entities.enumerated().flatMap { index, entity in
      entity.lists.compactMap { list in
        guard let sort = list.sort, let relationship = entity.relationship(named: list.name.text),
          relationship.isMany
        else { return nil }
        let descriptors = compiler.sort(sort, entity: relationship.destination).descriptors
        guard !descriptors.isEmpty else { return nil }
        return SortedList(
          entity: index, relationship: relationship, descriptors: descriptors,
          rows: graph.rows(of: relationship.destination))
      }
    }
  }

  /// All records that may be in the list, in its order.
  /// - Complexity: O(*n* log *n*) in these records.
  func order(by evaluator: Evaluator) -> [Int32] {
    evaluator.sorted(
      rows.map { Int32(truncatingIfNeeded: $0) }, by: descriptors, entity: relationship.destination)
  }
}

extension Column {
  /// Computed values as an attribute stores them.
  ///
  /// Money rounds here, once, half away from zero, to its currency's digits or the attribute's.
  /// - Parameter rows: the row of each value.
  func stored(as attribute: Attribute, of rows: [Int32], currencies: RecordCurrencies) -> Column {
    let digits = attribute.digits
    return switch (attribute.type, self) {
    case (.money, .money(let amounts)):
      // The sum of no payments has no currency; an order in yen has received 0 yen.
      .money(
        zip(amounts, rows).map { amount, row in
          amount.map { $0.isZero ? Money(.zero, currencies[Int(row)]) : $0.rounded(to: digits) }
        })
    case (.money, .number(let numbers)):
      .money(
        zip(numbers, rows).map { number, row in
          number.map { Money($0, currencies[Int(row)]).rounded(to: digits) }
        })
    case (.decimal, .number(let numbers)):
      digits.map { digits in
        .number(numbers.map { $0?.rounded(toDigits: digits).padded(toDigits: digits) })
      } ?? self
    default: self
    }
  }

  /// Writes values into some rows. The array is taken out of the column first, to avoid copying it.
  /// - Parameter parts: the values, in consecutive columns; columns of another type are ignored.
  mutating func put(_ parts: [Column], in rows: [Int32]) {
    func replace<Element>(_ values: inout [Element], _ parts: [[Element]]) {
      for (row, value) in zip(rows, parts.joined()) { values[Int(row)] = value }
    }
    switch self {
    case .text(var values):
      self = .text([])
      replace(&values, parts.compactMap { if case .text(let part) = $0 { part } else { nil } })
      self = .text(values)
    case .number(var values):
      self = .number([])
      replace(&values, parts.compactMap { if case .number(let part) = $0 { part } else { nil } })
      self = .number(values)
    case .money(var values):
      self = .money([])
      replace(&values, parts.compactMap { if case .money(let part) = $0 { part } else { nil } })
      self = .money(values)
    case .boolean(var values):
      self = .boolean([])
      replace(&values, parts.compactMap { if case .boolean(let part) = $0 { part } else { nil } })
      self = .boolean(values)
    case .date(var values):
      self = .date([])
      replace(&values, parts.compactMap { if case .date(let part) = $0 { part } else { nil } })
      self = .date(values)
    case .currency(var values):
      self = .currency([])
      replace(&values, parts.compactMap { if case .currency(let part) = $0 { part } else { nil } })
      self = .currency(values)
    case .tags(var values):
      self = .tags([])
      replace(&values, parts.compactMap { if case .tags(let part) = $0 { part } else { nil } })
      self = .tags(values)
    }
  }
}

extension Money {
  /// The amount rounded half away from zero, to the attribute's digits or else the currency's.
  fileprivate func rounded(to digits: Int?) -> Money {
    digits.map { rounded(toDigits: $0) } ?? rounded
  }
}
