import Content
import Query
import Records

/// A book in double-entry accounting, independent of the format: for `docket export hledger` and `beancount`.
///
/// An order adds its total to its customer's debt, as income but for the parts that `LedgerAccounts` names; a
/// payment settles it. So on any day the balance of a receivable account is the sum of previous orders minus
/// previous payments, and at the end it equals docket's open amount. A customer's account is named by the id, so it does not change with the name. If
/// customers of two entities have the same id, the folder distinguishes them: `guests/anna`.
package struct Ledger: Sendable {
  /// The account of a posting.
  enum Account: Hashable, Sendable {
    /// The debt of a customer; nil for orders without a customer.
    case receivable(RecordHandle?)
    /// The income, without the parts of totals that have accounts of their own.
    case income
    /// A part of totals, by the name of its account.
    case part(String)
    /// The payments received; of one value where they are divided.
    case payments(String?)
  }

  /// An amount in an account.
  struct Posting: Sendable {
    /// The account.
    let account: Account
    /// The amount added to the account.
    let amount: Money.Amount
  }

  /// Postings whose sum is zero in each currency.
  package struct Transaction: Sendable {
    /// The day.
    let date: CivilDate
    /// The customer, and a description.
    let payee: String?
    let text: String
    /// The id of the order or payment.
    let id: String
    /// The amounts.
    let postings: [Posting]
  }

  /// The transactions by day, then in the order of the records.
  package private(set) var transactions: [Transaction] = []
  /// The open amounts by account at the end, as computed by docket rather than from the postings. An order
  /// without an open amount in the model owes its total minus its payments.
  private(set) var balances: [(account: Account, amounts: [Money.Amount])] = []
  /// The account name of each customer, within the receivable accounts.
  private(set) var customers: [RecordHandle: String] = [:]
  /// The book's title.
  let title: String
  /// The currency of the site.
  let currency: Currency
  /// The number of payments without a date, which use their orders' dates.
  package private(set) var undatedCount = 0

  private let graph: RecordGraph
  private let own: LedgerAccounts
  private let evaluator: Evaluator

  /// Reads a book.
  /// - Parameters:
  ///   - own: the accounts that the user names, of this book.
  ///   - today: the day that `today()` is in their expressions.
  /// - Throws: `ExportFailure` if the model has no orders with a date, a total and payments, if one of these
  ///   is private and the book is public, if an order lacks a total or open amount, or if the open amount is
  ///   not the total minus the payments.
  package init(_ book: Book, _ own: LedgerAccounts, today: CivilDate) throws(ExportFailure) {
    graph = book.graph
    self.own = own
    evaluator = Evaluator(graph: book.graph, today: today)
    title = book.settings.title
    for entity in graph.model.entities {
      guard let name = book.leftOut?.names.privateName(of: entity.name, reads: OrderPlaces.reads) else {
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
  var end: CivilDate? { transactions.last.flatMap { $0.date.adding(days: 1) ?? $0.date } }

  /// The currencies of all amounts, by code, each with the maximum number of digits after the point.
  var currencies: [(currency: Currency, digits: Int)] {
    var digits: [Currency: Int] = [:]
    for amount in transactions.flatMap(\.postings).map(\.amount) + balances.flatMap(\.amounts) {
      let known = digits[amount.currency] ?? amount.currency.digits
      digits[amount.currency] = max(known, amount.number.scale)
    }
    return digits.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// All accounts, in the order of their names.
  var accounts: [Account] {
    Set(transactions.flatMap(\.postings).map(\.account) + balances.map(\.account))
      .sorted { name(of: $0) < name(of: $1) }
  }

  private func name(of account: Account) -> String {
    switch account {
    case .payments(let value): "0" + (value ?? "")
    case .receivable(nil): "1"
    case .receivable(let customer?): "2" + (customers[customer] ?? "")
    case .income: "3"
    case .part(let name): "4" + name
    }
  }

  // MARK: Orders

  /// Adds the orders of an entity.
  /// - Parameters:
  ///   - tables: the tables of all orders' customers.
  ///   - balances: the open amounts by account, to which those of the orders are added.
  private mutating func add(
    _ place: OrderPlaces, customersIn tables: Set<Int>, _ balances: inout [Account: Money]
  ) throws(ExportFailure) {
    let orders = graph.model.entities[place.entity]
    let table = graph.tables[orders.table]
    let paymentEntity = graph.model.entities[place.payments]
    let payments = graph.tables[paymentEntity.table]
    let division = own.divisions[place.payments]
    let rows = graph.rows(of: place.entity, includingSubentities: false)
    for row in rows {
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
      add(
        day, payee, orders.label + " " + id, id: id, to: account, total,
        from: shares(of: total, row, place.entity))
      for payment in table.links[place.list].targets(of: row).map({ Int($0) }) {
        guard let sum = payments.columns[place.paymentSum][payment].money else { continue }
        let paid = payments.columns[place.paymentDate][payment].date
        if paid == nil { undatedCount += 1 }
        owed = owed.subtracting(sum) ?? owed
        add(
          paid ?? day, payee, paymentEntity.label + " " + id,
          id: graph.id(of: payment, in: paymentEntity.table),
          to: .payments(division.flatMap { text(of: $0, payment) }), sum, from: [(account, sum)])
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

  /// An amount of an order.
  /// - Throws: `ExportFailure` if it has none, which must not count as zero.
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

  /// Divides an order's total among the income and the accounts of its own parts, the income last.
  ///
  /// A part has the digits of its currency, or those of the total if that has more, so that an expression
  /// without end such as `total / 1.19` can be printed; the income is what remains.
  private func shares(of total: Money, _ row: Int, _ entity: Int) -> [(Account, Money)] {
    var income = total
    var shares: [(Account, Money)] = []
    for part in own.parts where part.entity == entity {
      guard let amount = evaluator.value(of: part.amount, row: row).money, !amount.isZero else { continue }
      let scale = total.amounts.map(\.number.scale).max() ?? 0
      let rounded = total.hasFurtherDigits ? amount.rounded(toDigits: scale) : amount.rounded
      income = income.subtracting(rounded) ?? income
      shares.append((.part(part.account), rounded))
    }
    return income.isZero && !shares.isEmpty ? shares : shares + [(.income, income)]
  }

  /// The value of an expression of a payment, as the name of an account; nil if it has none.
  private func text(of expression: Expression, _ payment: Int) -> String? {
    switch evaluator.value(of: expression, row: payment) {
    case .record(let table, let row): graph.id(of: row, in: table)
    case let value: value.plainText
    }
  }

  /// The id of a customer, with its folder if a record in another table has the same id.
  private func accountName(of customer: RecordHandle, among tables: Set<Int>) -> String {
    let id = graph.id(of: customer)
    let isUnique = tables.allSatisfy { $0 == customer.table || graph.row(withID: id, in: $0) == nil }
    let entity = graph.model.entities[graph.entity(of: customer)]
    return isUnique ? id : "\(entity.folder ?? entity.name)/\(id)"
  }

  /// Adds a transaction that moves an amount to an account from the accounts of its parts.
  private mutating func add(
    _ date: CivilDate, _ payee: String?, _ text: String, id: String, to destination: Account, _ money: Money,
    from sources: [(account: Account, money: Money)]
  ) {
    let postings =
      money.amounts.map { Posting(account: destination, amount: $0) }
      + sources.flatMap { source in
        source.money.negated.amounts.map { Posting(account: source.account, amount: $0) }
      }
    transactions.append(Transaction(date: date, payee: payee, text: text, id: id, postings: postings))
  }
}

/// The columns of an entity's orders.
struct OrderPlaces {
  /// The entities of the orders and of their payments, as indices into the model's entities.
  let entity: Int
  let payments: Int
  /// The columns of the order's date, total and open amount.
  let date: Int
  let total: Int
  let open: Int?
  /// The link column of the payments.
  let list: Int
  /// The columns of the payment's date and sum.
  let paymentDate: Int
  let paymentSum: Int
  /// The column of the customer.
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
  static func found(in model: Model) -> [OrderPlaces] {
    model.entities.indices.compactMap { OrderPlaces($0, in: model) }
  }

  /// The entities of orders.
  /// - Throws: `ExportFailure` if there are none.
  static func all(in model: Model) throws(ExportFailure) -> [OrderPlaces] {
    let places = found(in: model)
    guard places.isEmpty else { return places }
    throw ExportFailure(
      "the accounts are made of orders, and no entity of the model has what they need: a date 'date', an amount 'total', and a list 'payments' of records with 'date' and 'sum'"
    )
  }

  /// The data that the accounts read. The customer is not included, because no figure depends on it.
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
