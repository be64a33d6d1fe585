import Content
import Query
import Records

/// A statement of account: the charges and receipts of a period, in order, with the balance after each.
///
/// Movements are the records of an entity with a date and a total, such as orders, and records inside them
/// with a date and an amount, such as payments. The opening balance is the sum of all movements before the
/// period, the closing balance that of all up to its end: the opening balance of the next period.
package struct Statement: Sendable {
  /// A charge or a receipt.
  package struct Movement: Sendable {
    /// Its date, or its record's date if it has none.
    let date: CivilDate?
    /// The record, or the record that contains it.
    let row: Int32
    /// Its row in `StatementColumns.receipts`; nil for a charge, which is the record itself.
    let receipt: (list: Int, row: Int32)?
    /// The amount charged, or received.
    let amount: Money
    /// The balance after it.
    package fileprivate(set) var balance: Money
  }

  /// The columns of dates and amounts.
  let columns: StatementColumns
  /// The graph of the records.
  let graph: RecordGraph
  /// The first day; nil if the period has no start.
  let since: CivilDate?
  /// The last day; nil if the period has no end.
  let until: CivilDate?
  /// The balance before the first movement.
  package let opening: Money
  /// The movements by date; on the same day, charges come first.
  package let movements: [Movement]
  /// The balance after the last movement.
  package let closing: Money
  /// The sum of charges in the period.
  package let charged: Money
  /// The sum of receipts in the period.
  package let received: Money

  /// Makes a statement.
  /// - Parameter records: rows of the entity's table, in its own order.
  /// - Complexity: O(*n* log *n*) in the movements.
  package init(
    _ columns: StatementColumns, of records: [Int32], in graph: RecordGraph, since: CivilDate?,
    until: CivilDate?
  ) {
    let zero = Money(.zero, graph.model.currency)
    var all: [(movement: Movement, place: Int)] = []
    for row in records {
      let date = graph.value(row, at: columns.date).date
      if let amount = graph.value(row, at: columns.amount).money {
        all.append((Movement(date: date, row: row, receipt: nil, amount: amount, balance: zero), all.count))
      }
      for (list, receipt) in columns.receipts.enumerated() {
        for target in graph.tables[columns.table].links[receipt.link].targets(of: Int(row)) {
          guard let amount = graph.value(target, at: receipt.amount).money else { continue }
          let day = graph.value(target, at: receipt.date).date ?? date
          all.append(
            (Movement(date: day, row: row, receipt: (list, target), amount: amount, balance: zero), all.count)
          )
        }
      }
    }
    all.sort { a, b in
      // A movement without a date counts as the oldest.
      let (first, second) = (a.movement.date?.dayNumber ?? .min, b.movement.date?.dayNumber ?? .min)
      if first != second { return first < second }
      let (isCharge, isOtherCharge) = (a.movement.receipt == nil, b.movement.receipt == nil)
      return isCharge == isOtherCharge ? a.place < b.place : isCharge
    }
    var sums = (opening: RunningSum(from: .money(zero)), charged: RunningSum(from: .money(zero)))
    var received = RunningSum(from: .money(zero))
    var balance = RunningSum(from: .money(zero))
    var shown: [Movement] = []
    for (movement, _) in all {
      if let until, let date = movement.date, date.dayNumber > until.dayNumber { break }
      let signed = movement.receipt == nil ? movement.amount : movement.amount.negated
      balance.add(.money(signed))
      if let since, (movement.date?.dayNumber ?? .min) < since.dayNumber {
        sums.opening.add(.money(signed))
        continue
      }
      if movement.receipt == nil {
        sums.charged.add(.money(movement.amount))
      } else {
        received.add(.money(movement.amount))
      }
      var movement = movement
      movement.balance = balance.value.money ?? zero
      shown.append(movement)
    }
    (self.columns, self.graph, self.since, self.until) = (columns, graph, since, until)
    opening = sums.opening.value.money ?? zero
    movements = shown
    closing = balance.value.money ?? zero
    charged = sums.charged.value.money ?? zero
    self.received = received.value.money ?? zero
  }
}

/// The columns of a statement's dates and amounts.
package struct StatementColumns: Sendable {
  /// A column of a table.
  typealias Place = Expression.Dependency

  /// Records inside others that reduce the balance.
  struct Receipts: Sendable {
    /// The link column of the list in the owner's table.
    let link: Int
    /// The entity of the records.
    let entity: Int
    /// The date.
    let date: Place
    /// The amount received.
    let amount: Place
    /// The columns of descriptive texts.
    let notes: [Int]
  }

  /// The table of the records that are charged.
  let table: Int
  /// Their date.
  let date: Place
  /// Their total.
  let amount: Place
  /// The lists of receipts.
  let receipts: [Receipts]
  /// What computes the amount `open`; nil if nothing does.
  let open: ModelExpressions.Computed?

  /// Finds the columns: a required date and an amount `total`, and, in lists inside such a record, a date and
  /// an amount, preferably required and added up. A list that the total is computed from contains charges,
  /// not receipts, and a list that a computed `open` does not read, such as deposits, neither. Nil if the
  /// entity has no such attributes.
  package init?(of entity: Int, in model: Model, _ expressions: ModelExpressions) {
    let declared = model.entities[entity]
    guard let date = declared.requiredDate,
      let total = declared.attribute(named: "total", of: .money)
    else { return nil }
    table = declared.table
    self.date = Place(table: table, column: date.column)
    amount = Place(table: table, column: total.column)
    let charged = expressions.links(usedBy: total, of: entity, in: model)
    let unpaid = declared.attribute(named: "open", of: .money)
    let owed = unpaid.map { expressions.links(usedBy: $0, of: entity, in: model) }
    open = expressions.computed.first { $0.entity == entity && $0.attribute.column == unpaid?.column }
    receipts = declared.relationships.compactMap { list in
      let inner = model.entities[list.destination]
      let amounts = inner.attributes.filter { $0.type == .money }
      guard list.origin == .owned, !charged.contains(list.link),
        owed.map({ $0.isEmpty || $0.contains(list.link) }) ?? true,
        let date = inner.requiredDate ?? inner.attributes.first(where: { $0.type == .date }),
        let sum = amounts.first(where: \.isTotal) ?? amounts.first
      else { return nil }
      return Receipts(
        link: list.link, entity: list.destination, date: Place(table: inner.table, column: date.column),
        amount: Place(table: inner.table, column: sum.column),
        notes: inner.attributes.filter { $0.type == .string && $0.derived == nil }.map(\.column))
    }
  }
}

extension StatementColumns {
  /// The first record without a total.
  func recordWithoutTotal(among records: [Int32], in graph: RecordGraph) -> Int? {
    records.first { graph.value($0, at: amount).money == nil }.map { Int($0) }
  }

  /// The first record whose `open` is not its total less its receipts, and these two amounts: the balance of a
  /// statement would not be what the record says.
  func firstContradiction(
    among records: [Int32], in graph: RecordGraph
  ) -> (record: Int, open: Money, balance: Money)? {
    // What is open today may be another amount than what was on the last day of a period.
    guard let open, !open.expression.usesToday(in: graph) else { return nil }
    let place = open.column(in: graph.model)
    for row in records {
      guard let stated = graph.value(row, at: place).money, let total = graph.value(row, at: amount).money
      else { continue }
      var balance = RunningSum(from: .money(total))
      for receipt in receipts {
        for target in graph.tables[table].links[receipt.link].targets(of: Int(row)) {
          guard let received = graph.value(target, at: receipt.amount).money else { continue }
          balance.add(.money(received.negated))
        }
      }
      if let balance = balance.value.money, balance != stated { return (Int(row), stated, balance) }
    }
    return nil
  }

  /// Whether a record is dated before a day.
  func isDated(before day: CivilDate, _ row: Int32, in graph: RecordGraph) -> Bool {
    (graph.value(row, at: date).date?.dayNumber ?? .max) < day.dayNumber
  }

  /// The data that a statement reads: dates and amounts, and the lists of receipts. A receipt's text is not
  /// included, because no figure depends on it.
  static func reads(
    _ entity: Int, in model: Model, _ expressions: ModelExpressions
  ) -> (columns: Set<Expression.Dependency>, links: Set<Expression.LinkDependency>) {
    guard let places = StatementColumns(of: entity, in: model, expressions) else { return ([], []) }
    let columns =
      [places.date, places.amount] + places.receipts.flatMap { [$0.date, $0.amount] }
    let links = places.receipts.map { Expression.LinkDependency(table: places.table, link: $0.link) }
    return (Set(columns), Set(links))
  }
}

extension ModelExpressions {
  /// The links of an entity's table that a computed attribute reads, directly or through other attributes.
  fileprivate func links(usedBy attribute: Attribute, of entity: Int, in model: Model) -> Set<Int> {
    let table = model.entities[entity].table
    var links: Set<Int> = []
    var columns = [attribute.column]
    var known = Set(columns)
    while let column = columns.popLast() {
      for item in computed
      where item.attribute.column == column && model.entities[item.entity].table == table {
        links.formUnion(item.expression.reads.links.filter { $0.table == table }.map(\.link))
        columns += item.expression.reads.columns.filter {
          $0.table == table && known.insert($0.column).inserted
        }
        .map(\.column)
      }
    }
    return links
  }
}

extension RecordGraph {
  /// The value of a row in a column of a statement.
  fileprivate func value(_ row: Int32, at place: StatementColumns.Place) -> Value {
    tables[place.table].columns[place.column][Int(row)]
  }
}
