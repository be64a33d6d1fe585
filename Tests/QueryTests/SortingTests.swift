import Diagnostics
import Query
import Records
import Testing

@Suite struct SortingTests {
  private func sorted(_ sort: String, of name: String = "Order") throws -> String {
    let entity = try Fixture.entity(name)
    let (descriptors, diagnostics) = Fixture.compiler.sort(SourceText(sort, name: "--sort"), entity: entity)
    guard diagnostics.isEmpty else { return diagnostics.map(\.summary).joined(separator: "; ") }
    let rows = Fixture.graph.rows(of: entity).map { Int32($0) }
    return Fixture.ids(Fixture.evaluator.sorted(rows, by: descriptors, entity: entity), of: entity)
  }

  @Test(arguments: [
    ("date", "o11 o9 o8 o1 o2 o3 o4 o5 o12 o7 o6 o10"), ("-date", "o10 o12 o7 o6 o5 o4 o3 o2 o1 o8 o9 o11"),
    ("date desc", "o10 o12 o7 o6 o5 o4 o3 o2 o1 o8 o9 o11"),
    ("date asc", "o11 o9 o8 o1 o2 o3 o4 o5 o12 o7 o6 o10"),
    ("date DESC", "o10 o12 o7 o6 o5 o4 o3 o2 o1 o8 o9 o11"),
    // Natural order, nil first; ties end with the entity's own sort.
    ("customer.name", "o5 o1 o2 o12 o7 o11 o9 o6 o3 o10 o8 o4"),
    ("-customer.name", "o8 o4 o3 o10 o6 o11 o9 o7 o1 o2 o12 o5"),
    ("customer.name, -date", "o5 o12 o2 o1 o7 o9 o11 o6 o10 o3 o4 o8"),
    ("id", "o1 o2 o3 o4 o5 o6 o7 o8 o9 o10 o11 o12"),
    ("-id", "o12 o11 o10 o9 o8 o7 o6 o5 o4 o3 o2 o1"),
    // Money: by what there is of the site's currency, then of the others.
    ("total", "o12 o7 o4 o11 o8 o3 o1 o6 o5 o2 o9 o10"), ("-total", "o10 o9 o2 o5 o6 o1 o3 o8 o11 o4 o7 o12"),
    ("made, date", "o11 o3 o12 o7 o9 o8 o1 o2 o4 o5 o6 o10"),
    ("due", "o11 o9 o8 o1 o2 o3 o4 o12 o6 o10 o5 o7"),
    ("rows.@count desc, id", "o10 o1 o2 o8 o3 o4 o5 o6 o9 o11 o12 o7"),
    ("TERNARY(made, 0, 1), id", "o1 o2 o4 o5 o6 o8 o9 o10 o3 o7 o11 o12"),
    // A record sorts in its entity's own order.
    ("customer", "o5 o1 o2 o12 o7 o11 o9 o6 o3 o10 o8 o4"),
    ("-total * 2, date", "o10 o9 o2 o5 o6 o1 o3 o8 o11 o4 o7 o12"),
    ("-date desc", "the direction is given twice, by '-' and by a word"),
    ("date,", "expected a value, found the end"),
    ("rows", "expected one value, found a list of RowOfOrder; use @count, @sum or another operator"),
    ("date, totl, -nmae", "Order has no key 'totl'; did you mean 'total'?; Order has no key 'nmae'"),
  ])
  func orders(_ sort: String, _ ids: String) throws {
    let found = try sorted(sort)
    #expect(found == ids)
  }

  /// Dollars and yen are not compared as numbers: of the site's currency they have nothing.
  @Test func amountsOfTwoCurrenciesAreSortedByCurrency() throws {
    let order = try Fixture.entity("Order")
    let table = Fixture.graph.model.entities[order].table
    let rows = try ["o11", "o1", "o4"].map { Int32(try #require(Fixture.graph.row(withID: $0, in: table))) }
    let sort = Fixture.compiler.sort(SourceText("total", name: "--sort"), entity: order).descriptors
    #expect(Fixture.ids(Fixture.evaluator.sorted(rows, by: sort, entity: order), of: order) == "o4 o11 o1")
  }

  @Test(arguments: [
    ("Customer", "acme anne bo ernst-handel mueller zoe"),
    ("Order", "o11 o9 o8 o1 o2 o3 o4 o5 o12 o7 o6 o10"),
    ("Service", "advice chai chang bike lock"), ("Repair", "bike lock"),
    ("RowOfOrder", "o9#1 o5#1 o8#1 o8#2 o1#1 o3#1 o10#1 o12#1 o2#2 o10#2 o10#3 o4#1 o1#2 o2#1 o11#1 o6#1"),
    ("Payment", "o1#1 o2#1 o2#2"),
  ])
  func ownOrder(_ name: String, _ ids: String) throws {
    let entity = try Fixture.entity(name)
    let found = Fixture.ids(Fixture.evaluator.order(of: entity), of: entity)
    #expect(found == ids)
  }

  @Test func sortsAsComparingPairByPairDoes() throws {
    let entity = try Fixture.entity("RowOfOrder")
    for sort in [
      "sum", "-sum, quantity", "service.name, -sum", "text, discount", "order.date, order.customer.name",
    ] {
      let descriptors = Fixture.compiler.sort(SourceText(sort, name: "--sort"), entity: entity).descriptors
      let rows = Fixture.graph.rows(of: entity).map { Int32($0) }
      let order = Fixture.evaluator.sorted(rows, by: descriptors, entity: entity)
      #expect(Set(order) == Set(rows))
      let reversed = Fixture.evaluator.sorted(Array(rows.reversed()), by: descriptors, entity: entity)
      #expect(order == reversed)
      let part = Fixture.evaluator.sorted(Array(rows.prefix(7)), by: descriptors, entity: entity)
      #expect(order.filter { $0 < 7 } == part)
    }
  }

  // MARK: Groups

  private func grouped(
    _ keys: String, _ columns: String, having: String = "TRUEPREDICATE", sort: String? = nil,
    where filter: String = "TRUEPREDICATE", of name: String = "Order"
  ) throws -> [String] {
    let entity = try Fixture.entity(name)
    func text(_ text: String) -> SourceText { SourceText(text, name: "--group") }
    let compiler = Fixture.compiler
    let keys = text(keys).splitAtCommas().compactMap { compiler.expression($0, entity: entity).expression }
    let predicate = try #require(compiler.predicate(text(filter), entity: entity).expression)
    let rows = Fixture.evaluator.filter(Fixture.graph.rows(of: entity), predicate)
    let compiled = text(columns).splitAtCommas().map {
      compiler.expression($0, entity: entity, group: keys)
    }
    let (expressions, diagnostics) = (compiled.compactMap(\.expression), compiled.flatMap(\.diagnostics))
    if !diagnostics.isEmpty { return diagnostics.map(\.summary) }
    let kept = try #require(compiler.predicate(text(having), entity: entity, group: keys).expression)
    var groups = Fixture.evaluator.filter(Fixture.evaluator.groups(of: rows, by: keys), kept)
    if let sort {
      groups = Fixture.evaluator.sorted(
        groups, by: compiler.sort(text(sort), entity: entity, group: keys).descriptors)
    }
    let values = expressions.map { Fixture.evaluator.values(of: $0, groups: groups).map(Fixture.written) }
    return (0..<groups.count).map { group in values.map { $0[group] }.joined(separator: " ") }
  }

  @Test func groupsByOneKey() throws {
    let found = try grouped("customer", "customer, @count, @sum.total")
    #expect(
      found == [
        "nil 1 75.00 EUR", "acme 3 686.50 EUR", "anne 1 0.00 EUR", "bo 2 1000.00 EUR; 5000 JPY",
        "ernst-handel 1 68.85 EUR", "mueller 2 1012.50 EUR", "zoe 2 10.00 EUR; 605.00 USD",
      ])
  }

  @Test func groupsBySeveralKeys() throws {
    let found = try grouped("date.year, made", "date.year, made, count()", where: "paid = false")
    #expect(found == ["2024 nil 1", "2025 true 2", "2026 false 3", "2026 true 4"])
  }

  /// A sum or a count has a value where its way leads nowhere, and ranks with the same value elsewhere.
  @Test(arguments: [
    ("customer.orders.payments.@count", ["0 9", "3 3"]),
    ("customer.orders.payments.@sum.sum", ["0.00 EUR 9", "154.50 EUR 3"]),
    ("customer.orders.@max.paidOn", ["nil 11", "2026-03-20 1"]),
  ])
  func groupsByWhatLeadsNowhere(key: String, groups: [String]) throws {
    let found = try grouped(key, "\(key), count()")
    #expect(found == groups)
  }

  @Test func aggregatesExpressions() throws {
    let found = try grouped(
      "",
      "count(), sum(TERNARY(due < today() - 30, open, 0)), max(date), min(customer.name), avg(rows.@count), sum(1)"
    )
    #expect(found == ["12 75.00 EUR 2026-03-30 'Acme' 1.3333333333333333333333333333333333333 12"])
  }

  @Test func aSumOfNothingIsInTheCurrencyOfTheGroup() throws {
    let found = try grouped(
      "currency", "currency, sum(payments.@sum.sum) + 5, @sum.payments.sum + 5, sum(payments.@sum.sum + 5)",
      where: "id IN {'o9', 'o11', 'o4'}")
    #expect(
      found == [
        "'EUR' 5.00 EUR 5.00 EUR 5.00 EUR", "'JPY' 5 JPY 5 JPY 5 JPY", "'USD' 5.00 USD 5.00 USD 5.00 USD",
      ])
  }

  @Test func goesOnFromAKey() throws {
    let found = try grouped("customer", "customer.name, customer.orders.@count", having: "@count > 1")
    #expect(found == ["'Acme' 3", "'bo' 2", "'Müller GmbH' 2", "'Zoë & Co' 2"])
  }

  @Test func sortsGroups() throws {
    let found = try grouped(
      "service.name", "service.name, @sum.sum", having: "service.name != nil", sort: "-@sum.sum",
      of: "RowOfOrder")
    #expect(
      found == [
        "'Chai' 1280.50 EUR", "'Repair bike' 400.00 EUR; 5000 JPY", "'Advice' 85.00 EUR; 5.00 USD",
        "'Repair lock' 68.85 EUR", "'Chang' 18.50 EUR; 600.00 USD",
      ])
  }

  @Test func groupsNothing() throws {
    #expect(try grouped("customer", "customer, @count", where: "FALSEPREDICATE") == [])
    #expect(try grouped("", "@count, @sum.total, @max.date", where: "FALSEPREDICATE") == ["0 0.00 EUR nil"])
  }

  @Test(arguments: [
    ("date", "'date' differs within a group; use min() or max() of it, or use one of the keys customer"),
    (
      "total",
      "'total' differs within a group; use sum(), min() or max() of it, or use one of the keys customer"
    ),
    ("made", "'made' differs within a group; add it to 'group', or use one of the keys customer"),
    ("customer.nmae", "Customer has no key 'nmae'; did you mean 'name'?"),
    (
      "rows.sum",
      "'rows.sum' differs within a group; use one value of each list, as in sum(rows.sum.@count), or use one of the keys customer"
    ),
    (
      "rows.@count",
      "'rows.@count' differs within a group; use sum(), min() or max() of it, or use one of the keys customer"
    ),
    ("SELF", "'SELF' differs within a group; add it to 'group', or use one of the keys customer"),
    ("customer.@count", "@count needs a list before it, found a record of Customer"),
    ("sum(rows)", "sum() takes numbers or amounts, found a list of RowOfOrder"),
    ("sum(date)", "sum() takes numbers or amounts, found a date"),
    (
      "sum(sum(total))",
      "sum() adds up a group, beside 'group' and in 'having'; for a list write rows.@sum.key"
    ),
    ("sum()", "sum() takes 1 argument, found 0"), ("count(total)", "count() takes 0 arguments, found 1"),
  ])
  func refusesWhatDiffersWithinAGroup(_ column: String, _ summary: String) throws {
    let found = try grouped("customer", column)
    #expect(found == [summary])
  }

  // MARK: What an expression tells

  @Test func tellsWhatItReads() throws {
    let entity = try Fixture.entity("RowOfOrder")
    let model = Fixture.graph.model
    func compiled(_ text: String) throws -> Query.Expression {
      try #require(Fixture.compiler.expression(SourceText(text, name: "formula"), entity: entity).expression)
    }
    func names(_ expression: Query.Expression) -> Set<String> {
      Set(
        expression.reads.columns.map { dependency in
          let entity = model.entities.first { entity in
            entity.table == dependency.table && entity.attributes.contains { $0.column == dependency.column }
          }
          let attribute = entity?.attributes.first { $0.column == dependency.column }
          return "\(entity?.name ?? "?").\(attribute?.name.text ?? "?")"
        })
    }
    let formula = try compiled("quantity * price * (1 - discount)")
    #expect(names(formula) == ["RowOfOrder.quantity", "RowOfOrder.price", "RowOfOrder.discount"])
    #expect(formula.type == .money)
    #expect(formula.reads.foreign.isEmpty)
    #expect(!formula.reads.today)

    let foreign = try compiled("quantity * service.price")
    #expect(foreign.reads.foreign.map(\.path) == ["service.price"])
    #expect(foreign.reads.foreign.map(\.range.text) == ["service.price"])

    // The owner of a row is the same document, and so are its other rows.
    #expect(try compiled("sum / order.rows.@sum.sum").reads.foreign.isEmpty)
    #expect(try compiled("order.customer.rating * 2").reads.foreign.map(\.path) == ["order.customer.rating"])
    #expect(
      try compiled("SUBQUERY(order.customer.orders, $o, $o.made).@count").reads.foreign.map(\.path) == [
        "$o.made"
      ])
    #expect(try compiled("TERNARY(service = 'chai', 1, 2)").reads.foreign.isEmpty)
    #expect(try compiled("order.date > today() - 3").reads.today)
    #expect(try compiled("service").key == "service")
    #expect(try compiled(" service . name ").text == "service . name")
  }

  @Test func givesColumns() throws {
    let entity = try Fixture.entity("Order")
    let rows: [Int32] = [1, 0]
    func column(_ text: String) throws -> Column? {
      let source = SourceText(text, name: "derived")
      let expression = try #require(Fixture.compiler.expression(source, entity: entity).expression)
      return Fixture.evaluator.column(of: expression, rows: rows)
    }
    guard case .number(let counts) = try column("rows.@count + count") else {
      Issue.record("expected numbers")
      return
    }
    #expect(counts == [Decimal(4), Decimal(4)])
    guard case .boolean(let flags) = try column("paid = true") else {
      Issue.record("expected booleans")
      return
    }
    #expect(flags == [false, true])
    guard case .date(let dates) = try column("today()") else {
      Issue.record("expected dates")
      return
    }
    #expect(dates == [Fixture.today, Fixture.today])
    #expect(try column("rows") == nil)
  }
}
