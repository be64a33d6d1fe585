import Content
import Diagnostics
import Query
import Records

/// A book in double-entry accounting, independent of the format: for `docket export hledger` and `beancount`.
///
/// An order adds its total to its customer's debt, as income but for the parts that `LedgerAccounts` names;
/// payments and other receipts settle it. So on any day the balance of a receivable account is the sum of previous
/// orders minus previous receipts, and at the end it equals docket's open amount. A customer's account is named by
/// the id, so it does not change with the name. If customers of two entities have the same id, the folder
/// distinguishes them: `guests/anna`.
package struct Ledger: Sendable {
  /// The account of a posting.
  enum Account: Hashable, Sendable {
    /// The debt of a customer; nil for orders without a customer.
    case receivable(RecordHandle?)
    /// The income, without the parts of totals that have accounts of their own.
    case income
    /// Receipts or a part of totals, by name; and the value by which payments are divided.
    case named(String, value: String? = nil)
  }

  /// An amount in an account.
  struct Posting: Sendable {
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
  /// without an open amount in the model owes its total minus its receipts.
  private(set) var balances: [(account: Account, amounts: [Money.Amount])] = []
  /// The account name of each customer, within the receivable accounts.
  private(set) var customers: [RecordHandle: String] = [:]
  /// The book's title.
  let title: String
  /// The currency of the site.
  let currency: Currency
  /// The number of receipts without a date, which use their orders' dates.
  package private(set) var undatedCount = 0
  /// The errors of orders that lack what the accounts need, which must not count as zero, or whose open amount is not
  /// their total minus their receipts. A ledger with errors is not to be written.
  package private(set) var diagnostics: [Diagnostic] = []

  /// The entities that are not booked though their records are like orders, and the numbers of these records.
  package let leftOut: [(entity: String, records: Int)]

  /// The numbers of orders in which a part has no value, by its index.
  private var missingParts: [Int: Int] = [:]
  private let graph: RecordGraph
  private let named: LedgerAccounts
  private let evaluator: Evaluator

  /// Reads a book.
  /// - Parameters:
  ///   - named: the accounts that the user names, of this book.
  ///   - today: the day that `today()` is in their expressions.
  /// - Throws: `ExportFailure` if the model has no orders with a date, a total and payments, if one of these
  ///   is private and the book is public.
  package init(_ book: Book, _ named: LedgerAccounts, today: CivilDate) throws(ExportFailure) {
    graph = book.graph
    self.named = named
    evaluator = Evaluator(graph: book.graph, today: today)
    title = book.settings.title
    for entity in graph.model.entities {
      guard let name = book.leftOut?.names.privateName(of: entity.name, reads: LedgerOrders.reads) else {
        continue
      }
      throw ExportFailure(
        "the accounts of \(entity.name) are private, since they read '\(name)', and not in a public export")
    }
    currency = graph.model.currency
    var open: [Account: Money] = [:]
    let all = named.orders
    leftOut = LedgerOrders.leftOut(in: graph, book.expressions)
    guard !all.isEmpty else {
      throw ExportFailure(
        "the accounts are made of orders, and no entity of the model has what they need: a date, an amount 'total', and a list 'payments' of records with a date and an amount"
      )
    }
    let tables = Set(all.compactMap { $0.customer?.table })
    for orders in all { add(orders, customersIn: tables, &open) }
    transactions = transactions.enumerated().sorted {
      ($0.element.date, $0.offset) < ($1.element.date, $1.offset)
    }.map(\.element)
    let accounts = open.keys.sorted { name(of: $0) < name(of: $1) }
    balances = accounts.map { account in (account, open[account]?.amounts ?? []) }
  }

  /// The names of the entities that are booked and have records, if they have no ancestor in common: then some may be no
  /// income, such as suppliers' bills.
  package var unrelatedEntities: [String] {
    let booked = named.orders.map(\.entity).filter {
      !graph.rows(of: $0, includingSubentities: false).isEmpty
    }
    let model = graph.model
    let isOne = model.entities.contains { entity in booked.allSatisfy { entity.family.contains($0) } }
    return isOne ? [] : booked.map { model.entities[$0].name }
  }

  /// The expressions of parts of totals that have no value in some orders, with their accounts and the numbers of
  /// these orders.
  package var partsWithoutValues: [(expression: String, account: String, orders: Int)] {
    missingParts.sorted { $0.key < $1.key }.map { part, orders in
      (named.parts[part].amount.text, named.parts[part].account, orders)
    }
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
    case .named(let name, let value):
      (name.hasPrefix("assets:") ? "0" : "4") + name + (value.map { ":" + $0 } ?? "")
    case .receivable(nil): "1"
    case .receivable(let customer?): "2" + (customers[customer] ?? "")
    case .income: "3"
    }
  }

  // MARK: Orders

  /// An order that has what the accounts need.
  private struct Order {
    let id: String
    let row: Int
    let day: CivilDate
    let total: Money
    /// The account of the customer's debt.
    let account: Account
    /// The customer's name.
    let payee: String?
  }

  /// Adds the orders of an entity.
  /// - Parameters:
  ///   - tables: the tables of all orders' customers.
  ///   - balances: the open amounts by account, to which those of the orders are added.
  private mutating func add(
    _ orders: LedgerOrders, customersIn tables: Set<Int>, _ balances: inout [Account: Money]
  ) {
    let entity = graph.model.entities[orders.entity]
    let all = graph.rows(of: orders.entity, includingSubentities: false).map { Int32(truncatingIfNeeded: $0) }
    for row in named.conditions[orders.entity].map({ evaluator.filter(all, $0) }) ?? all {
      guard let order = order(Int(row), of: orders, customersIn: tables) else { continue }
      add(
        order.day, order.payee, entity.label + " " + order.id, id: order.id, to: order.account, order.total,
        from: shares(of: order.total, order.row, orders.entity))
      let owed = addReceipts(of: order, orders)
      let open = orders.open.flatMap { graph.tables[entity.table].columns[$0][order.row].money } ?? owed
      guard open == owed else {
        diagnostics.append(unbalanced(order, of: orders, open: open, owed: owed))
        continue
      }
      balances[order.account] = (balances[order.account] ?? Money(.zero, currency)).adding(open) ?? open
    }
  }

  /// Reads an order, and gives its customer an account name.
  /// - Returns: nil, with errors, if it lacks what the accounts need.
  private mutating func order(_ row: Int, of orders: LedgerOrders, customersIn tables: Set<Int>) -> Order? {
    let entity = graph.model.entities[orders.entity]
    let table = graph.tables[entity.table]
    let days = orders.dates.compactMap { graph.value(Int32(row), at: $0).date }
    // What is open is computed from the total, and is missing where that is.
    let amounts = [orders.total.column] + (orders.open.map { [$0] } ?? [])
    let missing = [
      days.isEmpty ? orders.dates[0].column : nil,
      amounts.first { table.columns[$0][row].money == nil },
    ].compactMap(\.self)
    diagnostics += missing.map { lacking($0, of: row, orders.entity) }
    guard missing.isEmpty, let day = days.first, let total = table.columns[orders.total.column][row].money
    else { return nil }
    let customer = orders.customer.flatMap { $0.record(of: row, in: table) }
    if let customer, customers[customer] == nil {
      customers[customer] = accountName(of: customer, among: tables)
    }
    return Order(
      id: graph.id(of: row, in: entity.table), row: row, day: day, total: total,
      account: .receivable(customer),
      payee: customer.flatMap { customer in orders.customer.flatMap { $0.name(of: customer.row, in: graph) } }
    )
  }

  /// Adds what settles an order or is added to it.
  /// - Returns: what is owed after that.
  private mutating func addReceipts(of order: Order, _ orders: LedgerOrders) -> Money {
    let table = graph.tables[graph.model.entities[orders.entity].table]
    var owed = order.total
    for list in orders.receipts {
      let receipts = graph.model.entities[list.entity]
      for receipt in table.links[list.link].targets(of: order.row) {
        guard let sum = graph.value(receipt, at: list.amount).money else { continue }
        let received = list.date.flatMap { graph.value(receipt, at: $0).date }
        if received == nil { undatedCount += 1 }
        owed = (list.isAdded ? owed.adding(sum) : owed.subtracting(sum)) ?? owed
        let other = account(of: Int(receipt), in: list, of: orders)
        let (source, destination) = list.isAdded ? (other, order.account) : (order.account, other)
        add(
          received ?? order.day, order.payee, receipts.label + " " + order.id,
          id: graph.id(of: Int(receipt), in: receipts.table), to: destination, sum, from: [(source, sum)])
      }
    }
    return owed
  }

  /// The error of an order whose open amount is not what its total and receipts leave.
  private func unbalanced(_ order: Order, of orders: LedgerOrders, open: Money, owed: Money) -> Diagnostic {
    let entity = graph.model.entities[orders.entity]
    let added = orders.receipts.filter(\.isAdded).map { " plus its " + $0.name }.joined()
    let subtracted = orders.receipts.filter { !$0.isAdded }.map(\.name).joined(separator: " and ")
    return Diagnostic(
      .brokenRule, at: graph.locator(of: order.row, in: entity.table).start,
      "the accounts would not balance: 'open' of \(entity.label) \(order.id) is \(open), "
        + "but its total\(added) less its \(subtracted) is \(owed)")
  }

  /// The account of a receipt: that which the user names, else that of payments, which are divided, or of what
  /// settles an order or adds to it and is none.
  private func account(
    of receipt: Int, in list: AccountColumns.Receipts, of orders: LedgerOrders
  ) -> Account {
    let isPayment = list.link == orders.payments.link
    let name =
      named.account(of: list, in: orders.total.table)
      ?? (isPayment ? "assets:payments" : (list.isAdded ? "income:" : "expenses:") + list.name)
    let division = isPayment ? named.divisions[list.entity] : nil
    return .named(name, value: division.flatMap { text(of: $0, receipt) })
  }

  /// The error of an order that has no value in a column that the accounts need.
  private func lacking(_ column: Int, of row: Int, _ entity: Int) -> Diagnostic {
    let order = graph.model.entities[entity]
    let attribute = order.attributes.first { $0.column == column }
    let name = attribute?.name.text ?? ""
    let remedy = attribute?.expression == nil ? ": write it" : ": write what it is computed from"
    return Diagnostic(
      .missingValue, at: graph.locator(of: row, in: order.table).start,
      "\(order.label.lowercased()) \(graph.id(of: row, in: order.table)) has no '\(name)', and the accounts need it"
        + remedy)
  }

  /// Divides an order's total among the income and the accounts of its own parts, the income last.
  ///
  /// A part has the digits of its currency, or those of the total if that has more, so that an expression
  /// without end such as `total / 1.19` can be printed; the income is what remains.
  private mutating func shares(of total: Money, _ row: Int, _ entity: Int) -> [(Account, Money)] {
    var income = total
    var shares: [(Account, Money)] = []
    for (index, part) in named.parts.enumerated() where part.entity == entity {
      guard let amount = evaluator.value(of: part.amount, row: row).money else {
        missingParts[index, default: 0] += 1
        continue
      }
      guard !amount.isZero else { continue }
      let scale = total.amounts.map(\.number.scale).max() ?? 0
      let rounded = total.hasFurtherDigits ? amount.rounded(toDigits: scale) : amount.rounded
      income = income.subtracting(rounded) ?? income
      shares.append((.named(part.account), rounded))
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
