import Content
import Diagnostics
import Query
import Records

/// The accounts of a ledger that the user names: a part of an order's total, such as its VAT, is no income,
/// write-offs are a loss, and payments in cash are in another account than those to a bank.
package struct LedgerAccounts: Sendable {
  /// The roots of all accounts of beancount, in lowercase.
  package static let beancountRoots = ["assets", "liabilities", "equity", "income", "expenses"]

  /// A part of the total of an entity's orders.
  struct Part: Sendable {
    /// The entity of the orders, an index into the model's entities.
    let entity: Int
    /// The amount, and the account it is booked to instead of the income.
    let amount: Expression
    let account: String
  }

  /// The entities that are booked.
  private(set) var orders: [LedgerOrders] = []
  /// The parts, in the order given.
  private(set) var parts: [Part] = []
  /// The accounts of lists of receipts, by the list's column.
  private var lists: [Expression.LinkDependency: String] = [:]
  /// The expression whose values divide the payments of an entity, an index into the model's entities.
  private(set) var divisions: [Int: Expression] = [:]
  /// The condition that the records of an entity, an index into the model's entities, must meet to be booked.
  private(set) var conditions: [Int: Expression] = [:]

  /// Reads expressions about the orders and payments of a book.
  ///
  /// Where several entities are orders, an expression is about those that have what it names.
  /// - Parameters:
  ///   - named: an amount of an order, or a list of its receipts, each with its account.
  ///   - division: an expression of payments with one value; nil if all payments go to one account.
  ///   - entities: the names of the entities to book, with those that inherit from them; none for all that are orders.
  ///   - condition: a predicate that orders must meet to be booked, true of those of an entity without its names; nil
  ///     for all.
  ///   - book: a book without errors.
  /// - Returns: nil and the errors, if there are any.
  package static func read(
    named: [(expression: SourceText, account: String)], division: SourceText?, entities: [SourceText] = [],
    where condition: SourceText? = nil, in book: Book
  ) -> (accounts: LedgerAccounts?, diagnostics: [Diagnostic]) {
    var accounts = LedgerAccounts()
    let all = LedgerOrders.all(in: book.graph.model, book.expressions)
    var (orders, diagnostics) = selected(entities, of: all, in: book.graph.model)
    if entities.isEmpty { orders = all }
    accounts.orders = orders
    if let condition { diagnostics += accounts.readCondition(condition, in: book) }
    for (source, account) in named { diagnostics += accounts.read(source, account: account, in: book) }
    if let division { diagnostics += accounts.readDivision(division, in: book) }
    return (diagnostics.isEmpty ? accounts : nil, diagnostics)
  }

  /// Reads the predicate that orders must meet to be booked.
  /// - Returns: the errors for the first entity, if no entity has the predicate's names.
  private mutating func readCondition(_ source: SourceText, in book: Book) -> [Diagnostic] {
    let compiler = QueryCompiler(graph: book.graph)
    let compiled = orders.map { ($0.entity, compiler.predicate(source, entity: $0.entity)) }
    for (entity, result) in compiled { conditions[entity] = result.expression }
    return conditions.isEmpty ? compiled.first?.1.diagnostics ?? [] : []
  }

  /// Reads an amount of orders, or a list of their receipts, and its account.
  /// - Returns: the errors.
  private mutating func read(_ source: SourceText, account: String, in book: Book) -> [Diagnostic] {
    let graph = book.graph
    var (expressions, diagnostics) = Self.compile(source, for: orders.map(\.entity), graph) {
      refusal(of: $1, entity: $0, in: book)
    }
    for (entity, expression) in expressions {
      guard let list = list(named: expression.key, of: entity) else {
        let same = parts.first { $0.entity == entity && $0.amount.syntax == expression.syntax }
        if let same {
          diagnostics.append(
            Diagnostic(
              .duplicateKey, at: source.range,
              "'\(source.text)' has the account '\(same.account)' already, and would be booked twice"))
          break
        }
        parts.append(Part(entity: entity, amount: expression, account: account))
        continue
      }
      let place = Expression.LinkDependency(table: graph.model.entities[entity].table, link: list.link)
      if let other = lists.updateValue(account, forKey: place), other != account {
        diagnostics.append(
          Diagnostic(.duplicateKey, at: source.range, "'\(list.name)' has the account '\(other)' already"))
      }
    }
    return diagnostics
  }

  /// Why an expression is neither a part of the total of an entity's orders nor a list of their receipts; nil if it is.
  private func refusal(of expression: Expression, entity: Int, in book: Book) -> String? {
    guard list(named: expression.key, of: entity) == nil else { return nil }
    guard expression.type == .money else {
      return
        "is \(expression.type.name(in: book.graph.model)); an account has one amount of each order, or a list of what "
        + "settles it"
    }
    if let list = settlingList(of: entity, expression, in: book) {
      return "depends on '\(list)', which settles the order and is no part of its total"
    }
    return Self.isOfOrder(expression, entity, in: book)
      ? nil : "is of another record, and has nothing to do with 'total', so it is no part of it"
  }

  /// Reads the expression that divides payments.
  /// - Returns: the errors.
  private mutating func readDivision(_ source: SourceText, in book: Book) -> [Diagnostic] {
    let (found, diagnostics) = Self.compile(source, for: orders.map(\.payments.entity), book.graph) {
      $1.type.isList ? "is \($1.type.name(in: book.graph.model)); an account needs one value" : nil
    }
    divisions = Dictionary(keepingFirst: found)
    return diagnostics
  }

  /// The account that the user names for a list of receipts; nil if none.
  /// - Parameter table: the table of the orders.
  func account(of list: AccountColumns.Receipts, in table: Int) -> String? {
    lists[.init(table: table, link: list.link)]
  }

  /// The list of receipts that an amount is computed from, directly or by other amounts, as `open` is; nil if none.
  private func settlingList(of entity: Int, _ amount: Expression, in book: Book) -> String? {
    let model = book.graph.model
    let links = book.expressions.reads(of: [amount], in: model) { $0.type.isNumeric }.links
    let table = model.entities[entity].table
    return orders.first { $0.entity == entity }?.receipts.first {
      links.contains(.init(table: table, link: $0.link))
    }?.name
  }

  /// Whether an amount reads something that an order or its rows say, or that its total is computed from.
  private static func isOfOrder(_ amount: Expression, _ entity: Int, in book: Book) -> Bool {
    let model = book.graph.model
    let order = model.entities[entity]
    let columns = book.expressions.reads(of: [amount], in: model).columns
    if columns.contains(where: { model.isOneDocument($0.table, order.table) }) { return true }
    let total = order.attribute(named: "total", of: .money).map { order.column($0) }
    let formulas = book.expressions.computed.filter { $0.column(in: model) == total }
    return !columns.isDisjoint(
      with: book.expressions.reads(of: formulas.map(\.expression), in: model).columns)
  }

  /// The entities to book, of those that are orders.
  private static func selected(
    _ names: [SourceText], of orders: [LedgerOrders], in model: Model
  ) -> (orders: [LedgerOrders], diagnostics: [Diagnostic]) {
    // Without orders, the ledger says what they need.
    guard !orders.isEmpty else { return ([], []) }
    var families: [Range<Int>] = []
    var diagnostics: [Diagnostic] = []
    for name in names {
      let family = model.entity(named: name.text).map { model.entities[$0].family }
      guard let family, orders.contains(where: { family.contains($0.entity) }) else {
        let known = orders.map { model.entities[$0.entity].name }
        let nearest = nearestName(to: name.text, among: known)
        diagnostics.append(
          Diagnostic(
            .unknownEntity, at: name.range,
            "'\(name.text)' is no entity of orders"
              + suggestion(nearest, else: "; those are \(known.joined(separator: ", "))")))
        continue
      }
      families.append(family)
    }
    return (orders.filter { order in families.contains { $0.contains(order.entity) } }, diagnostics)
  }

  private func list(named name: String?, of entity: Int) -> AccountColumns.Receipts? {
    orders.first { $0.entity == entity }?.receipts.first { $0.name == name }
  }

  /// Compiles an expression for each entity that has what it names.
  /// - Parameter refusal: what is wrong with an expression for an entity, as its predicate; nil if nothing is.
  /// - Returns: no expressions and the errors for one entity, if there are any.
  private static func compile(
    _ source: SourceText, for entities: [Int], _ graph: RecordGraph, refusal: (Int, Expression) -> String?
  ) -> (expressions: [(Int, Expression)], diagnostics: [Diagnostic]) {
    let compiler = QueryCompiler(graph: graph)
    let results = entities.map { ($0, compiler.expression(source, entity: $0)) }
    let expressions = results.compactMap { entity, result in result.expression.map { (entity, $0) } }
    if expressions.isEmpty { return ([], results.first?.1.diagnostics ?? []) }
    for (entity, expression) in expressions {
      guard let refusal = refusal(entity, expression) else { continue }
      return ([], [Diagnostic(.typeMismatch, at: expression.range, "'\(expression.text)' \(refusal)")])
    }
    return (expressions, [])
  }

  /// Why a text is not the name of an account that the user may give, as a sentence; nil if it is one.
  /// - Parameter roots: what its first part may be, in lowercase; nil if anything.
  package static func refusal(of account: String, roots: [String]?) -> String? {
    let parts = account.split(separator: ":", omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { part in
      part.first.map(isNameCharacter) ?? false && !part.contains("  ") && !part.hasSuffix(" ")
        && part.allSatisfy { isNameCharacter($0) || " -_.&/'".contains($0) }
    }
    guard isName, let root = parts.first else {
      return
        "'\(account)' is no account; one is letters and digits with ':' between its parts: liabilities:vat"
    }
    if (account.lowercased() + ":").hasPrefix("assets:receivable:") {
      return "'assets:receivable' holds what docket calls open, and no other amounts"
    }
    if roots != nil, parts.count == 1 { return "'\(account)' needs a second part, as in liabilities:vat" }
    guard roots?.contains(root.lowercased()) ?? true else {
      return "an account begins with assets, liabilities, equity, income or expenses, not with '\(root)'"
    }
    return nil
  }

  private static func isNameCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }
}
