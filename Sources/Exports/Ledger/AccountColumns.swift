import Content
import Query
import Records

/// What an entity's records charge and receive: the columns of dates and amounts, for statements and ledgers.
package struct AccountColumns: Sendable {
  /// A column of a table.
  package typealias Place = Expression.Dependency

  /// Records inside others that reduce the balance or, such as fees for reminders, add to it.
  package struct Receipts: Sendable {
    /// The name of the list.
    package let name: String
    /// The link column of the list in the owner's table.
    package let link: Int
    /// The entity of the records.
    package let entity: Int
    /// The date; nil if there is none, as a write-off may have none.
    package let date: Place?
    /// The amount received or charged.
    package let amount: Place
    /// The columns of descriptive texts.
    package let notes: [Int]
    /// The column of the attribute `note`; nil if there is none.
    private let note: Int?
    /// How the amount `open` reads the list; nil if it does not.
    private let effect: Effect?

    /// What a list does to the amount `open` that reads it.
    enum Effect { case subtracted, added }

    /// Whether the amount `open` reads the list.
    var isReadByOpen: Bool { effect != nil }
    /// Whether the records are charges: `open` adds them.
    package var isAdded: Bool { effect == .added }

    /// The columns of a list: its `date`, else the first required date or the first date; and its `sum`, else the
    /// first amount that is added up or the first amount. Nil if its records have no amounts, or no dates and `open` does
    /// not read them.
    init?(of list: Relationship, in model: Model, _ effect: Effect?) {
      let inner = model.entities[list.destination]
      let amounts = inner.attributes.filter { $0.type == .money }
      let date = inner.day ?? inner.attributes.first { $0.type == .date }
      guard date != nil || effect != nil,
        let sum = amounts.first(where: { $0.name.text == "sum" }) ?? amounts.first(where: \.isTotal)
          ?? amounts.first
      else { return nil }
      (name, link, entity) = (list.name, list.link, list.destination)
      self.date = date.map { Place(table: inner.table, column: $0.column) }
      amount = Place(table: inner.table, column: sum.column)
      notes = inner.attributes.filter { $0.type == .string && $0.derived == nil }.map(\.column)
      note = inner.attribute(named: "note", of: .string)?.column
      self.effect = effect
    }

    /// The `note` of a record of the list. Its other texts are for whoever books it.
    package func note(of row: Int, in graph: RecordGraph) -> String? {
      note.flatMap { graph.tables[amount.table].columns[$0][row].text }
    }
  }

  /// The table of the records that are charged.
  package let table: Int
  /// Their date.
  package let date: Place
  /// Their total.
  package let amount: Place
  /// The lists of receipts.
  package let receipts: [Receipts]
  /// What computes the amount `open`; nil if nothing does.
  let open: ModelExpressions.Computed?

  /// Finds the columns: a required date, an amount `total`, and the lists of receipts. Nil if the entity has no such
  /// attributes.
  package init?(of entity: Int, in model: Model, _ expressions: ModelExpressions) {
    let declared = model.entities[entity]
    guard let date = declared.requiredDay,
      let total = declared.attribute(named: "total", of: .money)
    else { return nil }
    table = declared.table
    self.date = Place(table: table, column: date.column)
    amount = Place(table: table, column: total.column)
    let unpaid = declared.attribute(named: "open", of: .money)
    open = unpaid.flatMap { expressions.computation(of: $0, of: entity, in: model) }
    receipts = Self.receipts(of: entity, total, in: model, expressions)
  }

  /// The lists inside an entity's records that hold records with a date and an amount. A list that the total is
  /// computed from is part of its charge, and a list that a computed `open` does not read, such as deposits, is neither
  /// charge nor receipt.
  static func receipts(
    of entity: Int, _ total: Attribute, in model: Model, _ expressions: ModelExpressions
  ) -> [Receipts] {
    let declared = model.entities[entity]
    let charged = expressions.links(usedBy: total, of: entity, in: model)
    let open = declared.attribute(named: "open", of: .money)
    let owed = open.map { expressions.links(usedBy: $0, of: entity, in: model) }
    return declared.relationships.compactMap { list in
      guard list.origin == .owned, !charged.contains(list.link),
        owed.map({ $0.isEmpty || $0.contains(list.link) }) ?? true
      else { return nil }
      guard let open, owed?.contains(list.link) ?? false else { return Receipts(of: list, in: model, nil) }
      let isAdded = expressions.adds(list.name, to: open, of: entity, in: model)
      return Receipts(of: list, in: model, isAdded ? .added : .subtracted)
    }
  }
}

extension AccountColumns {
  /// An amount of a record itself that leads from its total to what is open, such as a retention.
  struct Term: Sendable {
    let attribute: Attribute
    /// Whether `open` adds it.
    let isAdded: Bool
  }

  /// The amounts of an entity's records that its `open` adds or subtracts besides the total and the lists of receipts.
  static func terms(of entity: Int, in model: Model, _ expressions: ModelExpressions) -> [Term] {
    let declared = model.entities[entity]
    guard let total = declared.attribute(named: "total", of: .money),
      let open = declared.attribute(named: "open", of: .money)
    else { return [] }
    let receipts = Set(receipts(of: entity, total, in: model, expressions).map(\.link))
    let parts = expressions.partsOfTotals(in: model)
    var signs: [Int: Set<Bool>] = [:]
    expressions.forEachTerm(of: open, of: entity, in: model) { steps, isPositive, isFactor in
      guard !isFactor, steps.count == 1, let name = steps.first, name != "total",
        let attribute = declared.attribute(named: name, of: .money),
        !parts.contains(declared.column(attribute))
      else { return false }
      // What is received is shown payment by payment.
      guard expressions.links(usedBy: attribute, of: entity, in: model).isDisjoint(with: receipts) else {
        return true
      }
      signs[attribute.column, default: []].insert(isPositive)
      return false
    }
    return declared.attributes.compactMap { attribute in
      guard let signs = signs[attribute.column], signs.count == 1 else { return nil }
      return Term(attribute: attribute, isAdded: signs == [true])
    }
  }

  /// The first record without a total, apart from those whose total is invalid.
  package func recordWithoutTotal(among records: [Int32], in graph: RecordGraph) -> Int? {
    let marks = graph.tables[table].marks
    return records.first {
      graph.value($0, at: amount).money == nil && !marks.contains(Int($0), column: amount.column)
    }.map { Int($0) }
  }

  /// The first record whose `open` is not its total less its receipts and more its charges, and these two amounts: the
  /// balance of a statement would not be what the record says.
  /// - Parameter today: the day that `today()` is.
  package func firstContradiction(
    among records: [Int32], in graph: RecordGraph, today: CivilDate
  ) -> (record: Int, open: Money, balance: Money)? {
    guard let open else { return nil }
    let usesToday = open.expression.usesToday(in: graph)
    let place = open.column(in: graph.model)
    for row in records {
      // What is open today may leave out what is received later.
      if usesToday, hasReceipt(since: today, row, in: graph) { continue }
      guard let stated = graph.value(row, at: place).money else { continue }
      let balance = graph.balance(of: row, from: amount, by: receipts)
      if let balance, balance != stated { return (Int(row), stated, balance) }
    }
    return nil
  }

  private func hasReceipt(since day: CivilDate, _ row: Int32, in graph: RecordGraph) -> Bool {
    receipts.contains { list in
      graph.tables[table].links[list.link].targets(of: Int(row)).contains { receipt in
        list.date.flatMap { graph.value(receipt, at: $0).date }.map { $0 >= day } ?? false
      }
    }
  }

  /// Whether a record is dated before a day.
  package func isDated(before day: CivilDate, _ row: Int32, in graph: RecordGraph) -> Bool {
    (graph.value(row, at: date).date?.dayNumber ?? .max) < day.dayNumber
  }

  /// The data that an account reads: dates and amounts, and the lists of receipts. A receipt's text is not
  /// included, because no figure depends on it.
  package static func reads(
    _ entity: Int, in model: Model, _ expressions: ModelExpressions
  ) -> (columns: Set<Expression.Dependency>, links: Set<Expression.LinkDependency>) {
    guard let places = AccountColumns(of: entity, in: model, expressions) else { return ([], []) }
    let columns =
      [places.date, places.amount] + places.receipts.flatMap { [$0.date, $0.amount].compactMap(\.self) }
    let links = places.receipts.map { Expression.LinkDependency(table: places.table, link: $0.link) }
    return (Set(columns), Set(links))
  }
}

extension RecordGraph {
  /// A record's total less its receipts and more its charges; nil without a total.
  func balance(
    of row: Int32, from total: AccountColumns.Place, by lists: [AccountColumns.Receipts]
  ) -> Money? {
    guard let amount = value(row, at: total).money else { return nil }
    var balance = RunningSum(from: .money(amount))
    for list in lists {
      for target in tables[total.table].links[list.link].targets(of: Int(row)) {
        guard let amount = value(target, at: list.amount).money else { continue }
        balance.add(.money(list.isAdded ? amount : amount.negated))
      }
    }
    return balance.value.money
  }

  /// The value of a row in a column of dates or amounts.
  package func value(_ row: Int32, at place: AccountColumns.Place) -> Value {
    tables[place.table].columns[place.column][Int(row)]
  }
}
