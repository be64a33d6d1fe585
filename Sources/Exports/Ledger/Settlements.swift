import Content
import Query
import Records

/// What leads from the total of an entity's records to what is open: their payments, and whatever else their computed
/// amount `open` subtracts, such as write-offs, or adds, such as fees for reminders.
package struct Settlements: Sendable {
  /// The lists, in the model's order; those that are added first, next to the total.
  let lists: [AccountColumns.Receipts]
  private let total: AccountColumns.Place
  private let open: AccountColumns.Place?

  /// Finds the lists: those called `payments`, and those that `open` reads and `total` does not. Nil without an amount
  /// `total`.
  package init?(of entity: Int, in model: Model, _ expressions: ModelExpressions) {
    let declared = model.entities[entity]
    guard let total = declared.attribute(named: "total", of: .money) else { return nil }
    self.total = .init(table: declared.table, column: total.column)
    open = declared.attribute(named: "open", of: .money).map {
      .init(table: declared.table, column: $0.column)
    }
    let all = AccountColumns.receipts(of: entity, total, in: model, expressions).filter {
      $0.isReadByOpen || $0.name == "payments"
    }
    lists = all.filter(\.isAdded) + all.filter { !$0.isAdded }
  }

  /// The records that settle one, list by list, each in the order in which it is written.
  ///
  /// If they do not lead from the total to `open`, that reads a list in another way, such as a half of it: then they are
  /// the payments alone.
  package func records(of row: Int, in graph: RecordGraph) -> [(list: AccountColumns.Receipts, row: Int)] {
    let stated = open.flatMap { graph.value(Int32(row), at: $0).money }
    let isWhole =
      stated == nil || graph.balance(of: Int32(row), from: total, by: lists) == stated
    return lists.filter { isWhole || $0.name == "payments" }.flatMap { list in
      graph.tables[total.table].links[list.link].targets(of: row).map { (list, Int($0)) }
    }
  }
}
