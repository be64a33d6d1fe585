import Exports
import Records

/// A statement of account: the charges and receipts of a period, in order, with the balance after each.
///
/// Movements are the records of an entity with a date and a total, such as orders, and records inside them
/// with a date and an amount, such as payments, or fees that the amount `open` adds. The opening balance is the sum of
/// all movements before the period, the closing balance that of all up to its end: the opening balance of the next
/// period.
package struct AccountStatement: Sendable {
  /// A charge or a receipt.
  package struct Movement: Sendable {
    /// Its date, or its record's date if it has none.
    let date: CivilDate?
    /// The record, or the record that contains it.
    let row: Int32
    /// Its row in `AccountColumns.receipts`; nil for the record itself.
    let receipt: (list: Int, row: Int32)?
    /// Whether it is a charge.
    let isCharge: Bool
    /// The amount charged, or received.
    let amount: Money
    /// The balance after it.
    package fileprivate(set) var balance: Money
  }

  /// The columns of dates and amounts.
  let columns: AccountColumns
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
    _ columns: AccountColumns, of records: [Int32], in graph: RecordGraph, since: CivilDate?,
    until: CivilDate?
  ) {
    let zero = Money(.zero, graph.model.currency)
    var all: [(movement: Movement, place: Int)] = []
    for row in records {
      let date = graph.value(row, at: columns.date).date
      if let amount = graph.value(row, at: columns.amount).money {
        let charge = Movement(
          date: date, row: row, receipt: nil, isCharge: true, amount: amount, balance: zero)
        all.append((charge, all.count))
      }
      for (list, receipt) in columns.receipts.enumerated() {
        for target in graph.tables[columns.table].links[receipt.link].targets(of: Int(row)) {
          guard let amount = graph.value(target, at: receipt.amount).money else { continue }
          let day = receipt.date.flatMap { graph.value(target, at: $0).date } ?? date
          let movement = Movement(
            date: day, row: row, receipt: (list, target), isCharge: receipt.isAdded, amount: amount,
            balance: zero)
          all.append((movement, all.count))
        }
      }
    }
    all.sort { a, b in
      // A movement without a date counts as the oldest.
      let (first, second) = (a.movement.date?.dayNumber ?? .min, b.movement.date?.dayNumber ?? .min)
      if first != second { return first < second }
      return a.movement.isCharge == b.movement.isCharge ? a.place < b.place : a.movement.isCharge
    }
    var sums = (opening: RunningSum(from: .money(zero)), charged: RunningSum(from: .money(zero)))
    var received = RunningSum(from: .money(zero))
    var balance = RunningSum(from: .money(zero))
    var shown: [Movement] = []
    for (movement, _) in all {
      if let until, let date = movement.date, date.dayNumber > until.dayNumber { break }
      let signed = movement.isCharge ? movement.amount : movement.amount.negated
      balance.add(.money(signed))
      if let since, (movement.date?.dayNumber ?? .min) < since.dayNumber {
        sums.opening.add(.money(signed))
        continue
      }
      if movement.isCharge {
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
