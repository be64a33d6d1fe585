import Diagnostics
import Query
import Records
import Testing

/// Groups by the elements of a list.
@Suite struct ListGroupTests {
  private func run(_ keys: KeyValuePairs<String, String>) throws -> FetchResult { try FetchFixture.run(keys) }

  @Test func aRecordIsInTheGroupOfEachElement() throws {
    let result = try run([
      "from": "Order", "group": "tags", "columns": "tags, @count, @sum.total, length(tags) + @count",
    ])
    #expect(
      result.texts == ["-|4|32.50 EUR; 3.00 USD|-", "a|1|10.00 EUR|2", "b|2|10.00 EUR|3"])
    #expect(result.plan.columns.map(\.label).prefix(3) == ["Tags", "Count", "Total"])
    #expect(result.plan.columns.map(\.type).first == .text)
    // A record counts once, whatever the number of its groups; and no total counts it twice.
    #expect(result.members?.sorted() == [0, 1, 2, 3, 4, 5])
    #expect(result.totals.allSatisfy { $0 == .null })
    #expect(result.values(ofKey: 0).map { result.text(of: $0) } == ["-", "a", "b"])
  }

  @Test func anElementThatIsThereTwiceCountsOnce() throws {
    // Acme ordered chai twice.
    let result = try run([
      "from": "Customer", "group": "orders.service", "columns": "orders.service, @count, min(name)",
    ])
    #expect(result.texts == ["-|1|Zoe", "→bike|1|Zoe", "→chai|2|Acme"])
  }

  @Test func aPathContinuesFromTheElement() throws {
    let result = try run([
      "from": "Customer", "group": "orders", "having": "orders.total > 5",
      "columns": "orders.id, orders.service.name, orders.tags, @count", "sort": "-orders.total",
    ])
    #expect(result.texts == ["o2|Bike repair|[]|1", "o1|Chai|[a b]|1"])
    let years = try run(["from": "Customer", "group": "orders.date.year", "columns": "orders.date.year"])
    #expect(years.texts == ["2025", "2026"])
  }

  @Test func otherKeysDivideTheGroupsFurther() throws {
    let result = try run([
      "from": "Order", "where": "customer != NIL", "group": "made, tags", "columns": "tags, made, @count",
    ])
    #expect(result.texts == ["-|false|2", "-|true|1", "a|true|1", "b|true|2"])
  }

  /// Order 1 is the first record of two groups.
  @Test func groupsWithTheSameFirstRecordStayApart() throws {
    let result = try run([
      "from": "Order", "group": "made, tags", "section": "made", "columns": "tags, @count", "sort": "-tags",
      "limit": "1",
    ])
    #expect(result.texts == ["b|2"])
    #expect(result.sections.map(\.rows) == [0..<1])
  }

  @Test(
    arguments: [
      (
        ["from": "Order", "group": "tags, customer.orders"],
        "group:7: 'customer.orders' is a second list in 'group', beside 'tags'; it takes one"
      ),
      (["from": "Order", "group": "tags, tags"], "group:7: 'tags' is named twice in 'group'"),
      (
        ["from": "Order", "group": "tags", "columns": "tags.@count"],
        "columns:6: @count needs a list before it, found a text"
      ),
      (
        ["from": "Order", "group": "made", "columns": "tags"],
        "columns:1: 'tags' differs within a group; use one value of each list, as in sum(tags.@count), "
          + "or use one of the keys made"
      ),
    ] as [(KeyValuePairs<String, String>, String)])
  func mistakes(keys: KeyValuePairs<String, String>, diagnostic: String) {
    #expect(FetchFixture.diagnosticLines(keys) == [diagnostic])
  }

  @Test func aTotalThatWouldCountARecordTwiceIsRefused() {
    var request = FetchFixture.request(["from": "Order", "group": "tags", "columns": "tags, @sum.total"])
    request.columns[1].isTotal = true
    let (plan, diagnostics) = FetchPlan.compile(request, entity: nil, graph: FetchFixture.graph)
    #expect(plan == nil)
    #expect(
      diagnostics.map(\.summary) == [
        "'@sum.total' has no total: a record is in the group of each of its 'tags'; leave out 'total'"
      ])
  }
}
