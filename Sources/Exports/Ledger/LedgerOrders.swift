import Content
import Query
import Records

/// An entity whose records a ledger books: records with a date, an amount `total`, and a list `payments` of records
/// with a date and an amount.
struct LedgerOrders {
  /// The entity, an index into the model's entities.
  let entity: Int
  /// The columns of the day: `date`, and, if it is not required, a required date for records without.
  let dates: [AccountColumns.Place]
  let total: AccountColumns.Place
  /// The column of the amount `open`.
  let open: Int?
  let payments: AccountColumns.Receipts
  /// Other lists inside an order that settle it or add to it: those that `open` reads.
  let settlements: [AccountColumns.Receipts]
  let customer: Customer?

  /// The column of an order's customer.
  struct Customer {
    let link: Int
    let table: Int
    let nameColumn: Int?

    func record(of order: Int, in orders: Table) -> RecordHandle? {
      orders.links[link].target(of: order).map { RecordHandle(table: table, row: $0) }
    }

    func name(of row: Int, in graph: RecordGraph) -> String? {
      nameColumn.flatMap { graph.tables[table].columns[$0][row].text }
    }
  }

  /// All entities of orders of a model.
  static func all(in model: Model, _ expressions: ModelExpressions) -> [LedgerOrders] {
    model.entities.indices.compactMap { LedgerOrders($0, in: model, expressions) }
  }

  /// The entities whose records have a day and an amount `sum` or `total`, such as expenses, and are no orders with
  /// `payments`.
  /// - Returns: the names of those that have records, and how many.
  static func leftOut(
    in graph: RecordGraph, _ expressions: ModelExpressions
  ) -> [(entity: String, records: Int)] {
    let model = graph.model
    return model.entities.indices.compactMap { index in
      let entity = model.entities[index]
      let count = graph.rows(of: index).count
      guard count > 0, !entity.isAbstract, entity.owner == nil, entity.day != nil,
        ["sum", "total"].contains(where: { entity.attribute(named: $0, of: .money) != nil }),
        LedgerOrders(index, in: model, expressions) == nil
      else { return nil }
      return (entity.name, count)
    }
  }

  /// The data that the accounts read. The customer is not included, because no figure depends on it.
  static func reads(
    _ index: Int, in model: Model, _ expressions: ModelExpressions
  ) -> (columns: Set<Expression.Dependency>, links: Set<Expression.LinkDependency>) {
    guard let orders = LedgerOrders(index, in: model, expressions) else { return ([], []) }
    let columns =
      orders.dates + [orders.total] + orders.receipts.flatMap { [$0.date, $0.amount].compactMap(\.self) }
    let links = orders.receipts.map { Expression.LinkDependency(table: orders.total.table, link: $0.link) }
    return (Set(columns), Set(links))
  }

  /// The payments and the other lists.
  var receipts: [AccountColumns.Receipts] { [payments] + settlements }

  private init?(_ index: Int, in model: Model, _ expressions: ModelExpressions) {
    let order = model.entities[index]
    guard !order.isAbstract, let date = order.day,
      let total = order.attribute(named: "total", of: .money),
      let list = order.relationship(named: "payments"), list.isMany,
      let payments = AccountColumns.Receipts(of: list, in: model, .subtracted)
    else { return nil }
    entity = index
    dates = ([date] + (date.isRequired ? [] : [order.requiredDate].compactMap(\.self))).map {
      .init(table: order.table, column: $0.column)
    }
    self.total = .init(table: order.table, column: total.column)
    self.payments = payments
    settlements = AccountColumns.receipts(of: index, total, in: model, expressions).filter {
      $0.isReadByOpen && $0.link != payments.link
    }
    open = order.attribute(named: "open", of: .money)?.column
    customer = order.relationship(named: "customer").flatMap { relationship in
      guard !relationship.isMany else { return nil }
      let customer = model.entities[relationship.destination]
      return Customer(
        link: relationship.link, table: customer.table,
        nameColumn: customer.attribute(named: "name", of: .string)?.column)
    }
  }
}
