import Diagnostics
import Query
import Records
import Testing

struct FetchTotalsTests {
  private func totals(_ keys: KeyValuePairs<String, String>) throws -> String {
    let result = try FetchFixture.run(keys)
    return result.totals.map { result.text(of: $0) }.joined(separator: "|")
  }

  @Test func figuresThatTheModelAllowsAreTotalled() throws {
    #expect(try totals(["from": "Order", "columns": "id, total, hours"]) == "-|42.50 EUR; 3.00 USD|-")
    #expect(try totals(["from": "Service", "columns": "price"]) == "-")
  }

  @Test func aFigureBehindARelationshipIsNotTotalled() throws {
    #expect(try totals(["from": "Order", "columns": "service.price, total + 1"]) == "-|-")
  }

  @Test func whatBelongsToOneRecordEachIsTotalled() throws {
    #expect(
      try totals(["from": "Customer", "columns": "orders.@count, orders.@sum.total"])
        == "5|35.00 EUR; 3.00 USD")
    let others =
      "orders.@sum.hours, orders.@max.total, orders.@distinct.@count, orders.customer.@count, orders.@count + 1"
    #expect(try totals(["from": "Customer", "columns": others]) == "-|-|-|-|-")
    #expect(try totals(["from": "Order", "columns": "customer.orders.@count"]) == "-")
    #expect(try totals(["from": "Customer", "columns": "orders.@count", "distinct": "true"]) == "-")
  }

  @Test func aColumnSaysItself() throws {
    var request = FetchFixture.request(["from": "Order"])
    request.columns = [
      .init(value: SourceText("hours", name: "columns"), isTotal: true),
      .init(value: SourceText("total", name: "columns"), isTotal: false),
    ]
    let result = try FetchFixture.run(request)
    #expect(result.totals.map { result.text(of: $0) } == ["6.0", "-"])
  }

  @Test func countsAndSumsOfGroupsAreTotalled() throws {
    let columns =
      "customer.name, @count, count(), @sum.total, sum(hours), @avg.hours, max(total), sum(total) / 2"
    #expect(
      try totals(["from": "Order", "group": "customer.name", "columns": columns])
        == "-|6|6|42.50 EUR; 3.00 USD|6.0|-|-|-")
    #expect(try totals(["from": "Order", "group": "total", "columns": "total, @count"]) == "-|6")
  }

  @Test func totalsAreOfTheResultAfterTheLimit() throws {
    #expect(try totals(["from": "Order", "columns": "total", "limit": "2"]) == "15.00 EUR")
    #expect(try totals(["from": "Order", "columns": "total", "offset": "5"]) == "0.00 EUR")
    #expect(try totals(["from": "Order", "columns": "total", "where": "FALSEPREDICATE"]) == "0.00 EUR")
  }

  @Test func distinctRowsAreNotAddedUpUnlessTheyAreToBe() throws {
    #expect(try totals(["from": "Order", "columns": "total", "distinct": "true"]) == "-")
  }

  @Test func sectionsHaveSubtotals() throws {
    let result = try FetchFixture.run(["from": "Order", "columns": "total, id", "section": "made"])
    #expect(
      result.sections.map { $0.totals.map { result.text(of: $0) } } == [
        ["5.00 EUR; 3.00 USD", "-"], ["37.50 EUR", "-"],
      ]
    )
  }

  @Test func everyTotalIsTheSumOfItsSections() throws {
    for section in [
      "made", "customer", "customer.name", "date", "date.month", "total", "hours", "id",
      "TERNARY(made, 1, 2)",
    ] {
      for sort in ["date", "-total", "customer.name, hours"] {
        let result = try FetchFixture.run([
          "from": "Order", "columns": "total", "section": section, "sort": sort,
        ])
        let sum = result.sections.compactMap { $0.totals[0].money }.reduce(Money(.zero, .euro)) {
          $0.adding($1) ?? $0
        }
        #expect(result.totals[0].money == sum)
        #expect(result.sections.flatMap { Array($0.rows) } == Array(0..<result.count))
      }
    }
  }

  /// Enough rows for several batches: pages put together are the whole.
  @Test func pagesAreThePartsOfTheWhole() throws {
    let plan = try FetchFixture.plan(
      FetchFixture.request([
        "from": "Order", "columns": "id, total, customer", "sort": "-total", "section": "customer",
      ]))
    let rows = (0..<5000).map { Int32($0 % 6) }
    let result = plan.run(graph: FetchFixture.graph, today: FetchFixture.today, among: rows)
    #expect(result.count == 5000)
    #expect(result.sections.count == 4)
    for column in 0..<3 {
      let pages = stride(from: 0, to: 5000, by: 700).flatMap {
        result.values(of: column, in: $0..<min($0 + 700, 5000))
      }
      #expect(pages == result.values(of: column, in: 0..<5000))
    }
    let sum = result.values(of: 1, in: 0..<5000).compactMap(\.money).reduce(Money(.zero, .euro)) {
      $0.adding($1) ?? $0
    }
    #expect(result.totals[1].money == sum)
  }
}
