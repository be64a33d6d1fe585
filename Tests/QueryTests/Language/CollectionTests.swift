import Testing

/// To-many relationships: what each predicate selects and each expression is worth.
@Suite struct CollectionTests {
  @Test(arguments: [
    ("ANY rows.sum > 300", "o2 o4 o9 o10 o11"), ("SOME rows.sum > 300", "o2 o4 o9 o10 o11"),
    ("any rows.sum > 300", "o2 o4 o9 o10 o11"),
    ("ALL rows.sum > 300", "o4 o7 o9 o10 o11"), ("NONE rows.sum > 300", "o1 o3 o5 o6 o7 o8 o12"),
    ("NOT ANY rows.sum > 300", "o1 o3 o5 o6 o7 o8 o12"),
    ("ALL rows.sum > 300 AND rows.@count > 0", "o4 o9 o10 o11"), ("ANY rows.sum BETWEEN {30, 40}", "o1"),
    // ANY tests one element at a time: no row of o1 is between, though one is above and one below.
    ("ANY rows.sum BETWEEN {20, 30}", ""), ("ANY rows.sum > 20 AND ANY rows.sum < 30", "o1"),
    ("ALL rows.service = 'chai'", "o3 o7 o10 o12"), ("NONE rows.service = 'chai'", "o4 o5 o6 o7 o8 o9 o11"),
    ("ANY rows.service = nil", "o9"), ("ANY rows.text != nil", "o3 o9 o12"),
    ("ANY rows.service.name LIKE 'Ch*'", "o1 o2 o3 o4 o10 o12"),
    ("ANY rows.service.name MATCHES 'Chan.'", "o1 o4"),
    ("ANY rows.service.name IN {'Advice', 'Repair lock'}", "o5 o6 o8"),
    ("ANY rows.sum = total AND made", "o4 o5 o6 o9"),
    ("NONE rows.text CONTAINS 'tea'", "o1 o2 o4 o5 o6 o7 o8 o9 o10 o11 o12"),
    ("ANY payments.date.month = '2026-02'", "o2"),
    ("ANY customer.orders.made = false", "o1 o2 o3 o7 o10 o12"),
    ("ANY rows.order = SELF AND paid", "o1 o6"), ("ANY rows.sum = '5 USD'", "o8"),
    ("'Chai' IN rows.service.name", "o1 o2 o3 o10 o12"), ("rows.service.name CONTAINS 'Chang'", "o1 o4"),
    ("customer.orders CONTAINS 'o12'", "o1 o2 o12"),
    ("total IN rows.sum", "o3 o4 o5 o6 o9 o11 o12"),
    ("ANY rows.service IN customer.orders.rows.service", "o1 o2 o3 o4 o6 o8 o9 o10 o11 o12"),
  ])
  func quantifiers(_ predicate: String, _ ids: String) throws {
    let found = try Fixture.ids(predicate)
    #expect(found == ids)
  }

  @Test(arguments: [
    ("rows.@count", "o1", "2"), ("rows.@count", "o7", "0"), ("rows.@sum.sum", "o1", "54.50 EUR"),
    ("rows.@sum.sum", "o7", "0.00 EUR"),
    ("rows.@avg.sum", "o1", "27.25 EUR"), ("rows.@avg.sum", "o7", "nil"),
    ("rows.@min.sum", "o1", "18.50 EUR"), ("rows.@max.sum", "o1", "36.00 EUR"),
    ("rows.@min.sum", "o7", "nil"), ("rows.@sum.quantity", "o1", "12"), ("rows.@avg.quantity", "o1", "6"),
    ("rows.@sum.quantity", "o7", "0"),
    // Elements that are nil are skipped by all.
    ("rows.@sum.quantity", "o2", "14"), ("rows.@avg.quantity", "o2", "14"),
    ("rows.quantity.@count", "o2", "1"), ("rows.service.@count", "o9", "0"),
    ("rows.@sum.quantity", "o3", "0"), ("rows.@max.quantity", "o3", "nil"),
    // Duplicates are kept but for @distinct.
    ("rows.service.@count", "o10", "3"), ("rows.service.@distinct.@count", "o10", "1"),
    ("rows.sum.@distinct.@sum", "o10", "333.50 EUR"),
    ("rows.sum.@sum", "o10", "1000.50 EUR"), ("rows.service.@distinct", "o10", "{chai}"),
    ("rows.service.name", "o1", "{'Chai', 'Chang'}"),
    ("rows.service.@distinct.@sum.price", "o10", "18.00 EUR"),
    ("rows.service.@sum.price", "o10", "54.00 EUR"), ("rows.@distinct.@sum.sum", "o10", "1000.50 EUR"),
    ("customer.orders.@count", "o1", "3"), ("customer.orders.rows.@count", "o1", "5"),
    ("customer.orders.rows.@sum.sum", "o1", "686.50 EUR"),
    ("customer.orders.@count", "o5", "0"), ("customer.orders.rows.service.@distinct.@count", "o1", "3"),
    ("customer.orders.@max.date", "o1", "2026-03-14"),
    ("payments.@min.date", "o2", "2026-02-02"), ("payments.@min.date.year", "o2", "2026"),
    ("(payments.@min.date).weekday", "o2", "1"),
    ("payments.@max.date - payments.@min.date", "o2", "7"), ("rows.service.@min.name", "o1", "'Chai'"),
    ("rows.service.@max.name", "o1", "'Chang'"),
    // Several currencies are never added together, nor is one of them the least.
    ("rows.@sum.sum", "o8", "10.00 EUR; 5.00 USD"), ("rows.@min.sum", "o8", "nil"),
    ("rows.@avg.sum", "o8", "5.00 EUR; 2.50 USD"),
    ("staff.name", "o10", "{'Ann', 'Bob'}"), ("staff.@count", "o7", "0"),
    ("customer.labels", "o3", "{'vip', 'net30'}"),
    ("customer.orders.customer.labels.@count", "o3", "4"),
    ("customer.orders.customer.labels.@distinct.@count", "o3", "2"),
    ("SUBQUERY(rows, $r, $r.sum > 20).@sum.sum", "o1", "36.00 EUR"),
    ("SUBQUERY(rows, $r, $r.sum > 20)", "o1", "{o1#1}"),
    ("SUBQUERY(rows, $r, $r.sum > 20).service.name", "o1", "{'Chai'}"),
    ("SUBQUERY(rows, $r, $r.position = 2).@max.sum", "o1", "18.50 EUR"),
    ("SUBQUERY(customer.labels, $l, $l BEGINSWITH 'v').@count", "o3", "1"),
    ("SUBQUERY(rows, $r, TRUEPREDICATE).@count", "o7", "0"),
    // A bare key path inside is the outer record's.
    ("SUBQUERY(rows, $r, $r.sum < total).@count", "o1", "2"),
    ("SUBQUERY(rows, $r, $r.sum = total).@count", "o3", "1"),
    ("SUBQUERY(customer.orders, $o, $o.date < date).@count", "o12", "2"),
    ("SUBQUERY(customer.orders, $o, $o != SELF AND $o.made = made).@count", "o1", "1"),
    (
      "SUBQUERY(customer.orders, $o, SUBQUERY($o.rows, $r, $r.sum > 100 AND $o.made = true).@count > 0).id",
      "o1", "{'o2'}"
    ),
    ("SUBQUERY(customer.orders, $o, ANY $o.rows.service = 'bike').@count", "o1", "1"),
    (
      "SUBQUERY(customer.orders, $o, SUBQUERY(rows, $r, $r.service IN $o.rows.service).@count = 1).@count",
      "o1", "2"
    ),
    ("SUBQUERY(SUBQUERY(rows, $r, $r.sum > 1), $s, $s.sum < 20).@count", "o1", "1"),
  ])
  func evaluatesCollectionOperators(_ expression: String, _ id: String, _ value: String) throws {
    let found = try Fixture.value(expression, of: id)
    #expect(found == value)
  }

  @Test(arguments: [
    ("rows.@count > 1", "o1 o2 o8 o10"), ("rows.@count = 0", "o7"),
    ("orders.@count = 0", "Order has no key 'orders'"),
    ("SUBQUERY(rows, $x, $x.service = 'chai').@sum.sum > 300", "o10"),
    ("rows.service.@distinct.@count < rows.@count", "o8 o9 o10"),
  ])
  func counted(_ predicate: String, _ ids: String) throws {
    let found = try Fixture.ids(predicate)
    #expect(found == ids)
  }

  @Test(arguments: [
    ("position = 2", "o1#2 o2#2 o8#2 o10#2"), ("order = 'o1'", "o1#1 o1#2"),
    ("order.customer = 'zoe'", "o4#1 o8#1 o8#2"),
    ("order.customer.name BEGINSWITH 'Z' AND sum > 100", "o4#1"), ("id = 'o1#2'", "o1#2"),
    ("SELF = 'o10#3'", "o10#3"), ("path = 'orders/o8.md'", "o8#1 o8#2"),
    ("service.name = 'Chang'", "o1#2 o4#1"), ("service.price > 20", "o2#1 o6#1 o11#1"),
    ("service = 'lock'", "o6#1"), ("order.rows.@count = 3", "o10#1 o10#2 o10#3"),
    (
      "sum != quantity * price * (1 - discount) AND quantity = nil AND position = 1 AND service = 'chai'",
      "o3#1 o10#1 o12#1"
    ),
  ])
  func rowsOfOrders(_ predicate: String, _ ids: String) throws {
    let found = try Fixture.ids(predicate, of: "RowOfOrder")
    #expect(found == ids)
  }

  @Test(arguments: [
    ("Service", "price > 20", "bike lock"), ("Repair", "warranty = 24", "bike"),
    ("Repair", "price < 30", "lock"), ("Service", "SELF = 'bike'", "bike"),
    ("Service", "rows.@count = 0", ""), ("Service", "warranty = 24", "bike"),
    ("Repair", "SELF = 'chai'", "unknown Repair 'chai'"),
  ])
  func subentities(_ entity: String, _ predicate: String, _ ids: String) throws {
    let found = try Fixture.ids(predicate, of: entity)
    #expect(found == ids)
  }

  /// A reference has the keys that a subentity adds: records of others have no value.
  @Test(arguments: [
    ("service.warranty = 24", "o2#1 o11#1"), ("service.warranty = nil AND order = 'o2'", "o2#2"),
  ])
  func keysOfSubentities(_ predicate: String, _ ids: String) throws {
    let found = try Fixture.ids(predicate, of: "RowOfOrder")
    #expect(found == ids)
  }
}
