import Content
import Query
import Records

/// What leads from the total of an entity's records to what is open: their payments, and whatever else their computed
/// amount `open` subtracts, such as write-offs and retentions, or adds, such as fees for reminders.
package struct Settlements: Sendable {
  /// What is subtracted from a record's total, or added to it.
  package enum Item: Sendable {
    /// A record of a list.
    case receipt(AccountColumns.Receipts, row: Int)
    /// An amount of the record itself.
    case amount(Attribute)
  }

  /// The lists, in the model's order; those that are added first, next to the total.
  let lists: [AccountColumns.Receipts]
  /// The amounts of a record itself.
  private let terms: [AccountColumns.Term]
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
    terms = AccountColumns.terms(of: entity, in: model, expressions)
  }

  /// What settles a record: list by list the records in the order in which they are written, then its own amounts.
  ///
  /// Its own amounts are only among them if `open` is not what the lists leave of the total. If nothing leads from the
  /// total to `open`, that reads a list in another way, such as a half of it: then they are the payments alone.
  package func items(of row: Int, in graph: RecordGraph) -> [Item] {
    let stated = open.flatMap { graph.value(Int32(row), at: $0).money }
    let isOfLists = stated == nil || graph.balance(of: Int32(row), from: total, by: lists) == stated
    let isWhole = isOfLists || balance(of: row, in: graph) == stated
    let receipts = lists.filter { isWhole || $0.name == "payments" }.flatMap { list in
      graph.tables[total.table].links[list.link].targets(of: row).map { Item.receipt(list, row: Int($0)) }
    }
    // Private ones are not for the customer's eyes.
    let amounts = terms.map(\.attribute).filter { !$0.isPrivate }.filter { attribute in
      isWhole && !isOfLists && !(amount(attribute, of: row, in: graph)?.isZero ?? true)
    }
    return receipts + amounts.map(Item.amount)
  }

  /// What the lists and the record's own amounts leave of its total; nil without a total.
  private func balance(of row: Int, in graph: RecordGraph) -> Money? {
    terms.reduce(graph.balance(of: Int32(row), from: total, by: lists)) { balance, term in
      let amount = amount(term.attribute, of: row, in: graph) ?? Money(.zero, graph.model.currency)
      return term.isAdded ? balance?.adding(amount) : balance?.subtracting(amount)
    }
  }

  private func amount(_ attribute: Attribute, of row: Int, in graph: RecordGraph) -> Money? {
    graph.value(Int32(row), at: .init(table: total.table, column: attribute.column)).money
  }
}
