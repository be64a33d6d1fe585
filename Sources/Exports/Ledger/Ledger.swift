import Content
import Query
import Records

/// A book as double-entry accounts: what `docket export hledger` and `beancount` write, independent of the format.
///
/// An order makes its customer owe its total, which is income; a payment settles it. So on any day an account of
/// what is receivable is the orders up to it minus the payments up to it, and at the end what docket calls open. A
/// customer's account is named by its id, which never changes with the name; if customers of two entities have one
/// id, the folder distinguishes them: `guests/anna`.
package struct Ledger: Sendable {
  /// The account of a posting.
  package enum Account: Hashable, Sendable {
    /// What a customer owes; nil for orders without one.
    case receivable(RecordHandle?)
    /// What was earned, and what was received.
    case income, payments
  }

  /// An amount in an account.
  package struct Posting: Sendable {
    /// The account.
    package let account: Account
    /// What is added to it.
    package let amount: Money.Amount
  }

  /// Postings that add up to nothing, in each currency.
  package struct Transaction: Sendable {
    /// The day.
    package let date: CivilDate
    /// Who it is with, and what it is about.
    package let payee: String?
    package let text: String
    /// The id of the order or payment.
    package let id: String
    /// The amounts.
    package let postings: [Posting]
  }

  /// The transactions by day, then in the order of the records.
  package private(set) var transactions: [Transaction] = []
  /// What is open by account at the end: what docket computes, not what the postings add up to. An order whose model
  /// has no open amount owes its total without its payments.
  package private(set) var balances: [(account: Account, amounts: [Money.Amount])] = []
  /// The name of each customer's account among those of what is receivable.
  package private(set) var customers: [RecordHandle: String] = [:]
  /// The book's title.
  package let title: String
  /// The currency of the site.
  package let currency: Currency
  /// The payments without a day, which get their orders' days.
  package private(set) var undatedCount = 0

  private let graph: RecordGraph

  /// Reads a book.
  /// - Throws: `ExportFailure` if its model has no orders with a date, a total and payments, if one of these is
  ///   private and the book is public, if an order has no total or no open amount, or if that is not the total without
  ///   the payments.
  package init(_ book: Book) throws(ExportFailure) {
    graph = book.graph
    title = book.settings.title
    for entity in graph.model.entities {
      guard let name = book.privateNames?.privateName(of: entity.name, reads: OrderPlaces.reads) else {
        continue
      }
      throw ExportFailure(
        "the accounts of \(entity.name) are private, since they read '\(name)', and not in a public export")
    }
    currency = graph.model.currency
    var open: [Account: Money] = [:]
    let places = try OrderPlaces.all(in: graph.model)
    let tables = Set(places.compactMap { $0.customer?.table })
    for place in places { try add(place, customersIn: tables, &open) }
    transactions = transactions.enumerated().sorted {
      ($0.element.date, $0.offset) < ($1.element.date, $1.offset)
    }.map(\.element)
    let accounts = open.keys.sorted { name(of: $0) < name(of: $1) }
    balances = accounts.map { account in (account, open[account]?.amounts ?? []) }
  }

  /// The day after the last transaction.
  package var end: CivilDate? { transactions.last.flatMap { $0.date.adding(days: 1) ?? $0.date } }

  /// The currencies of all amounts, by code, each with the digits after the point of the amount that has the most.
  package var currencies: [(currency: Currency, digits: Int)] {
    var digits: [Currency: Int] = [:]
    for amount in transactions.flatMap(\.postings).map(\.amount) + balances.flatMap(\.amounts) {
      let known = digits[amount.currency] ?? amount.currency.digits
      digits[amount.currency] = max(known, amount.number.scale)
    }
    return digits.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// All accounts, in the order of their names.
  package var accounts: [Account] {
    Set(transactions.flatMap(\.postings).map(\.account) + balances.map(\.account))
      .sorted { name(of: $0) < name(of: $1) }
  }

  private func name(of account: Account) -> String {
    switch account {
    case .payments: "0"
    case .receivable(nil): "1"
    case .receivable(let customer?): "2" + (customers[customer] ?? "")
    case .income: "3"
    }
  }

  // MARK: Orders

  /// Adds the orders of an entity.
  /// - Parameters:
  ///   - tables: the tables of the customers of all orders.
  ///   - balances: what is open by account, to which that of the orders is added.
  private mutating func add(
    _ place: OrderPlaces, customersIn tables: Set<Int>, _ balances: inout [Account: Money]
  ) throws(ExportFailure) {
    let orders = graph.model.entities[place.entity]
    let table = graph.tables[orders.table]
    let payments = graph.tables[graph.model.entities[place.payments].table]
    for row in graph.rows(of: place.entity, includingSubentities: false) {
      guard let day = table.columns[place.date][row].date else { continue }
      let id = graph.id(of: row, in: orders.table)
      let customer = place.customer.flatMap { $0.record(of: row, in: table) }
      let account = Account.receivable(customer)
      if let customer, customers[customer] == nil {
        customers[customer] = accountName(of: customer, among: tables)
      }
      let payee = customer.flatMap { customer in
        place.customer.flatMap { $0.name(of: customer.row, in: graph) }
      }
      let total = try amount(at: place.total, of: row, place.entity)
      var owed = total
      add(day, payee, orders.label + " " + id, id: id, from: .income, to: account, total)
      for payment in table.links[place.list].targets(of: row).map({ Int($0) }) {
        guard let sum = payments.columns[place.paymentSum][payment].money else { continue }
        let paid = payments.columns[place.paymentDate][payment].date
        if paid == nil { undatedCount += 1 }
        owed = owed.subtracting(sum) ?? owed
        add(
          paid ?? day, payee, graph.model.entities[place.payments].label + " " + id,
          id: graph.id(of: payment, in: graph.model.entities[place.payments].table), from: account,
          to: .payments, sum)
      }
      var open = owed
      if let column = place.open { open = try amount(at: column, of: row, place.entity) }
      guard open == owed else {
        throw ExportFailure(
          "the accounts would not balance: 'open' of \(orders.label) \(id) is \(open), "
            + "but its total less its payments is \(owed)"
        )
      }
      balances[account] = (balances[account] ?? Money(.zero, currency)).adding(open) ?? open
    }
  }

  /// A figure of an order.
  /// - Throws: `ExportFailure` if it has none: the accounts are not to say that it is zero.
  private func amount(at column: Int, of row: Int, _ entity: Int) throws(ExportFailure) -> Money {
    let order = graph.model.entities[entity]
    if let amount = graph.tables[order.table].columns[column][row].money { return amount }
    let name = order.attributes.first { $0.column == column }?.name.text ?? ""
    throw ExportFailure(
      "\(order.label.lowercased()) \(graph.id(of: row, in: order.table)) has no '\(name)', and the accounts need it: "
        + "write what it is computed from",
      at: Locator(graph.file(of: row, in: order.table)).start(
        item: graph.fileOffset(of: row, in: order.table)))
  }

  /// The id of a customer, after its folder if that of another table has the same.
  private func accountName(of customer: RecordHandle, among tables: Set<Int>) -> String {
    let id = graph.id(of: customer)
    let isUnique = tables.allSatisfy { $0 == customer.table || graph.row(withID: id, in: $0) == nil }
    let entity = graph.model.entities[graph.entity(of: customer)]
    return isUnique ? id : "\(entity.folder ?? entity.name)/\(id)"
  }

  /// Adds a transaction that moves an amount.
  private mutating func add(
    _ date: CivilDate, _ payee: String?, _ text: String, id: String, from source: Account,
    to destination: Account, _ money: Money
  ) {
    let postings = money.amounts.flatMap { amount in
      [
        Posting(account: destination, amount: amount),
        Posting(account: source, amount: Money.Amount(amount.number.negated, amount.currency)),
      ]
    }
    transactions.append(Transaction(date: date, payee: payee, text: text, id: id, postings: postings))
  }
}

/// Where the figures of an entity's orders are.
private struct OrderPlaces {
  /// The entities of the orders and of their payments, as indices into the model's entities.
  let entity: Int
  let payments: Int
  /// The columns of the order's day, total and open amount.
  let date: Int
  let total: Int
  let open: Int?
  /// The link column of the payments.
  let list: Int
  /// The columns of the payment's day and sum.
  let paymentDate: Int
  let paymentSum: Int
  /// Where the customer is.
  let customer: Customer?

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

  /// The entities that have a date, a total and payments with a date and a sum.
  static func all(in model: Model) throws(ExportFailure) -> [OrderPlaces] {
    let places = model.entities.indices.compactMap { OrderPlaces($0, in: model) }
    guard places.isEmpty else { return places }
    throw ExportFailure(
      "the accounts are made of orders, and no entity of the model has what they need: a date 'date', an amount 'total', and a list 'payments' of records with 'date' and 'sum'"
    )
  }

  /// What the accounts of an entity's records read. The customer is left out of it, because no figure depends on that.
  static func reads(
    _ index: Int, in model: Model, _ expressions: ModelExpressions
  ) -> (columns: Set<Expression.Dependency>, links: Set<Expression.LinkDependency>) {
    guard let place = OrderPlaces(index, in: model) else { return ([], []) }
    let (orders, payments) = (model.entities[index].table, model.entities[place.payments].table)
    let columns: [Expression.Dependency] = [
      .init(table: orders, column: place.date), .init(table: orders, column: place.total),
      .init(table: payments, column: place.paymentDate), .init(table: payments, column: place.paymentSum),
    ]
    return (Set(columns), [.init(table: orders, link: place.list)])
  }

  private init?(_ index: Int, in model: Model) {
    func column(_ name: String, _ type: AttributeType, of entity: Entity) -> Int? {
      entity.attribute(named: name, of: type)?.column
    }
    let order = model.entities[index]
    guard !order.isAbstract, let date = column("date", .date, of: order),
      let total = column("total", .money, of: order),
      let list = order.relationship(named: "payments"), list.isMany,
      let paymentDate = column("date", .date, of: model.entities[list.destination]),
      let paymentSum = column("sum", .money, of: model.entities[list.destination])
    else { return nil }
    entity = index
    payments = list.destination
    (self.date, self.total, self.list) = (date, total, list.link)
    open = column("open", .money, of: order)
    (self.paymentDate, self.paymentSum) = (paymentDate, paymentSum)
    customer = order.relationship(named: "customer").flatMap { relationship in
      guard !relationship.isMany else { return nil }
      let customer = model.entities[relationship.destination]
      return Customer(
        link: relationship.link, table: customer.table, nameColumn: column("name", .string, of: customer))
    }
  }
}
