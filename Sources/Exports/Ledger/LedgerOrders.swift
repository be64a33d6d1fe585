import Content
import Query
import Records

/// An entity whose records a ledger books: records with a required date, an amount `total`, and a list
/// `payments` among their receipts.
struct LedgerOrders {
  /// The list of receipts whose amounts are payments; those of other lists are none.
  static let payments = "payments"

  /// The entity, an index into the model's entities.
  let entity: Int
  /// The dates and amounts.
  let columns: AccountColumns
  /// The column of the amount `open`.
  let open: Int?
  /// The customer.
  let customer: Customer?

  /// The column of an order's customer.
  struct Customer {
    let link: Int
    let table: Int
    /// The column of the name.
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

  /// The data that the accounts read. The customer is not included, because no figure depends on it.
  static func reads(
    _ index: Int, in model: Model, _ expressions: ModelExpressions
  ) -> (columns: Set<Expression.Dependency>, links: Set<Expression.LinkDependency>) {
    LedgerOrders(index, in: model, expressions) == nil
      ? ([], []) : AccountColumns.reads(index, in: model, expressions)
  }

  /// The lists of receipts in words: `its payments and writeOffs`.
  var receiptNames: String { "its " + columns.receipts.map(\.name).joined(separator: " and ") }

  private init?(_ index: Int, in model: Model, _ expressions: ModelExpressions) {
    let order = model.entities[index]
    guard !order.isAbstract, let columns = AccountColumns(of: index, in: model, expressions),
      columns.receipts.contains(where: { $0.name == Self.payments })
    else { return nil }
    entity = index
    self.columns = columns
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
