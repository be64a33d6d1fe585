import Query
import Testing

/// Requests that ask for one value after the other.
struct EqualityIndexTests {
  /// The first of a pair makes the index, the second is found by it: with so many rows left to look at.
  @Test(
    arguments: [
      ("customer = 'acme'", "customer = 'zoe'", 2),
      ("customer = 'acme'", "customer = NIL", 1),
      ("customer = 'acme'", "'anne' = customer AND made = true", 1),
      ("made = true AND customer = 'acme'", "customer = 'acme' AND made = true", 2),
      ("customer.name = 'Acme'", "customer.name = 'Zoe'", 2),
      ("customer.name = 'Acme'", "customer.name = 'A\u{308}nne'", 1),
      ("date.year = 2026", "date.year = 2025", 1),
      ("date.quarter = '2026-Q1'", "date.quarter = '2025-Q4' AND total > 1", 1),
      ("date = '2026-01-05'", "date = '2026-02-10'", 1),
      ("hours = 1", "hours = 1.00", 3),
      ("hours = 1", "hours = 7", 0),
    ])
  func looksAtFewRecords(first: String, second: String, count: Int) throws {
    var indexes = EqualityIndexes()
    indexes.add(for: try plan(first), graph: FetchFixture.graph)
    let plan = try plan(second)
    let rows = try #require(indexes.rows(for: plan))
    #expect(rows.count == count)
    let (graph, today) = (FetchFixture.graph, FetchFixture.today)
    #expect(
      plan.run(graph: graph, today: today, among: rows).texts == plan.run(graph: graph, today: today).texts)
  }

  /// The same for an element of a list; a record is found once, however many of its elements have the value.
  @Test(
    arguments: [
      ("ANY orders.service = 'bike'", "ANY orders.service = 'chai'", 2),
      ("ANY orders.service.name = 'Lock'", "'Chai' IN orders.service.name AND name != 'Zoe'", 2),
      ("ANY orders.service = 'chai'", "ANY orders.service = NIL", 1),
      ("ANY orders.date.year = 2026", "ANY orders.date.year = 2025", 1),
      ("ANY orders.tags = 'a'", "ANY orders.tags = 'b'", 2),
      ("ANY orders.tags = 'a'", "ANY orders.tags = 'c'", 0),
    ])
  func looksAtFewRecordsWithAnElement(first: String, second: String, count: Int) throws {
    var indexes = EqualityIndexes()
    indexes.add(for: try plan(first, of: "Customer"), graph: FetchFixture.graph)
    let plan = try plan(second, of: "Customer")
    let rows = try #require(indexes.rows(for: plan))
    #expect(rows.count == count)
    let (graph, today) = (FetchFixture.graph, FetchFixture.today)
    #expect(
      plan.run(graph: graph, today: today, among: rows).texts == plan.run(graph: graph, today: today).texts)
  }

  /// Amounts equal plain numbers, and the others no single value.
  @Test(arguments: [
    "total = 10", "ALL tags = 'a'", "NONE tags = 'a'", "ANY tags =[c] 'a'", "ANY tags > 'a'",
    "ANY customer.orders.total = 10", "customer.name =[c] 'acme'", "customer = 'acme' OR made = true",
    "NOT customer = 'acme'", "hours > 1", "customer != 'acme'", "length(customer.name) = 4",
  ])
  func anyOtherPredicateLooksAtAll(predicate: String) throws {
    var indexes = EqualityIndexes()
    indexes.add(for: try plan(predicate), graph: FetchFixture.graph)
    #expect(indexes.rows(for: try plan(predicate)) == nil)
  }

  private func plan(_ predicate: String, of entity: String = "Order") throws -> FetchPlan {
    try FetchFixture.plan(FetchFixture.request(["from": entity, "where": predicate]))
  }
}
