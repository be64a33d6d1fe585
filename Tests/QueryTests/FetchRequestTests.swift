import Diagnostics
import Query
import Records
import Testing

/// The properties of Core Data's `NSFetchRequest`, each by its name there.
struct FetchRequestTests {
  private func run(_ keys: KeyValuePairs<String, String>) throws -> FetchResult { try FetchFixture.run(keys) }

  @Test func entityAndPredicate() throws {
    #expect(try run(["from": "Order"]).firsts == "o3 o1 o2 o4 o5 o6")
    #expect(try run(["from": "orders", "where": "customer.name = 'Zoe'"]).firsts == "o2 o5")
    #expect(try run(["from": "Order", "where": "FALSEPREDICATE"]).count == 0)
  }

  @Test func sortDescriptors() throws {
    #expect(try run(["from": "Order", "sort": "-date"]).firsts == "o6 o5 o4 o1 o2 o3")
    #expect(try run(["from": "Order", "sort": "customer.name, date desc"]).firsts == "o4 o1 o3 o6 o5 o2")
  }

  @Test(
    arguments: [
      (nil, "o3 o1 o2 o4 o5 o6"), (0, "o3 o1 o2 o4 o5 o6"), (1, "o3"), (4, "o3 o1 o2 o4"),
      (6, "o3 o1 o2 o4 o5 o6"),
      (.max, "o3 o1 o2 o4 o5 o6"), (-1, "o3 o1 o2 o4 o5 o6"),
    ] as [(Int?, String)])
  func fetchLimit(limit: Int?, ids: String) throws {
    var request = FetchFixture.request(["from": "Order"])
    request.limit = limit
    let result = try FetchFixture.run(request)
    #expect(result.firsts == ids)
  }

  @Test(
    arguments: [
      (0, nil, "o3 o1 o2 o4 o5 o6"), (2, nil, "o2 o4 o5 o6"), (2, 2, "o2 o4"), (5, 9, "o6"), (6, nil, ""),
      (.max, .max, ""), (-3, 1, "o3"),
    ] as [(Int, Int?, String)])
  func fetchOffset(offset: Int, limit: Int?, ids: String) throws {
    var request = FetchFixture.request(["from": "Order"])
    request.offset = offset
    request.limit = limit
    #expect(try FetchFixture.run(request).firsts == ids)
  }

  @Test func moneySortsByTheSitesCurrencyFirst() throws {
    #expect(try run(["from": "Order", "sort": "-total"]).firsts == "o2 o1 o4 o3 o5 o6")
    #expect(
      try run([
        "from": "Order", "group": "customer", "columns": "customer, @sum.total", "sort": "-@sum.total",
      ])
      .texts == ["→zoe|20.00 EUR; 3.00 USD", "→acme|15.00 EUR", "-|7.50 EUR", "→anne|0.00 EUR"])
  }

  @Test func groupsCountTheirDifferentValues() throws {
    let result = try run([
      "from": "Order", "group": "made",
      "columns": "made, @count, countDistinct(customer), countDistinct(date.year)",
    ])
    #expect(result.texts == ["false|2|2|2", "true|4|3|1"])
    #expect(result.plan.columns.map(\.isTotal) == [false, true, false, false])
    #expect(
      FetchFixture.diagnosticLines(["from": "Order", "group": "made", "columns": "@distinct.customer.@count"])
        == [
          "columns:1: the records of a group are already distinct; the number of different values is "
            + "countDistinct(customer)"
        ])
    #expect(
      FetchFixture.diagnosticLines(["from": "Customer", "columns": "countDistinct(orders)"]) == [
        "columns:1: countDistinct() adds up a group, beside 'group' and in 'having'; for a list write orders.@distinct.@count"
      ])
  }

  @Test func expressionsAreCalledByTheLabelsOfWhatTheyRead() throws {
    let result = try run([
      "from": "Order", "columns": "round(total, 1), total * 2, (total - 5) / hours, -total, date + 14",
    ])
    #expect(
      result.plan.columns.map(\.label) == [
        "Total", "Total × 2", "(Total − 5) ÷ Hours", "−Total", "Date + 14",
      ])
    #expect(result.plan.columns.map(\.header)[1] == "total * 2")
    let customers = try run([
      "from": "Customer",
      "columns": "orders.@count, orders.@sum.total, orders.@max.date, TERNARY(name = nil, 1, 2)",
    ])
    #expect(
      customers.plan.columns.map(\.label) == ["Orders", "Total", "Date (max)", "TERNARY(name = nil, 1, 2)"])
  }

  @Test func propertiesToFetch() throws {
    let result = try run([
      "from": "Order", "columns": "customer.name, date.month, total * 2, tags", "limit": "2",
    ])
    #expect(result.texts == ["Acme|2025-12|10.00 EUR|[]", "Acme|2026-01|20.00 EUR|[a b]"])
    #expect(result.plan.columns.map(\.type) == [.text, .text, .money, .list(.text)])
  }

  @Test func returnsDistinctResults() throws {
    let keys: KeyValuePairs = ["from": "Order", "columns": "customer.name, made", "distinct": "true"]
    let result = try run(keys)
    #expect(result.texts == ["Acme|false", "Acme|true", "Zoe|true", "-|true", "Zoe|false", "Änne|true"])
    #expect(result.records == nil)
    #expect(
      try run(["from": "Order", "columns": "customer", "distinct": "true"]).texts == [
        "→acme", "→zoe", "-", "→anne",
      ])
  }

  @Test func distinctRowsSortAsTheFirstOfEach() throws {
    let result = try run([
      "from": "Order", "columns": "customer.name", "distinct": "true", "sort": "-date", "limit": "3",
    ])
    // Of Zoe's orders the first in their own order is older than the one without a customer.
    #expect(result.texts == ["Änne", "-", "Zoe"])
  }

  @Test func propertiesToGroupBy() throws {
    let result = try run([
      "from": "Order", "group": "customer.name", "columns": "customer.name, @count, @sum.total, max(date)",
      "sort": "-@count, customer.name",
    ])
    #expect(
      result.texts == [
        "Acme|2|15.00 EUR|2026-01-05", "Zoe|2|20.00 EUR; 3.00 USD|2026-02-11", "-|1|7.50 EUR|2026-02-10",
        "Änne|1|0.00 EUR|2026-02-12",
      ])
    #expect(result.records == nil)
  }

  @Test func groupsAscendByTheirKeysAndShowThemWithTheCount() throws {
    let result = try run(["from": "Order", "group": "made, date.year"])
    #expect(result.texts == ["false|2025|1", "false|2026|1", "true|2026|4"])
    #expect(result.plan.columns.map(\.label) == ["Made", "Year", "Count"])
  }

  @Test func havingPredicate() throws {
    let keys: KeyValuePairs = [
      "from": "Order", "group": "customer", "having": "@count > 1 AND @sum.hours > 2",
    ]
    #expect(try run(keys).texts == ["→zoe|2"])
  }

  @Test func includesSubentities() throws {
    #expect(try run(["from": "Service"]).firsts == "bike chai lock")
    #expect(try run(["from": "Service", "subentities": "false"]).firsts == "chai lock")
    #expect(try run(["from": "Service", "subentities": "false", "sort": "-price"]).firsts == "lock chai")
    #expect(try run(["from": "Repair"]).firsts == "bike")
  }

  @Test func sectionsOfAFetchedResultsController() throws {
    let result = try run(["from": "Order", "section": "customer.name", "sort": "-date"])
    #expect(result.firsts == "o4 o1 o3 o6 o5 o2")
    #expect(result.sections.map { result.text(of: $0.title) } == ["-", "Acme", "Änne", "Zoe"])
    #expect(result.sections.map(\.rows) == [0..<1, 1..<3, 3..<4, 4..<6])
  }

  @Test(arguments: [("-date.year", ""), ("date.year", "-date.year"), ("date.year desc", "date")])
  func sectionsDescendWhereTheyOrTheSortSaySo(section: String, sort: String) throws {
    var request = FetchFixture.request(["from": "Order", "section": section])
    if !sort.isEmpty { request.sort = [.init(sort, name: "sort")] }
    let result = try FetchFixture.run(request)
    #expect(result.sections.map { result.text(of: $0.title) } == ["2026", "2025"])
  }

  @Test func sectionsOfGroups() throws {
    let result = try run([
      "from": "Order", "group": "made, customer", "section": "made", "columns": "customer, @count",
      "sort": "-@count",
    ])
    #expect(result.sections.map { result.text(of: $0.title) } == ["false", "true"])
    #expect(result.texts == ["→acme|1", "→zoe|1", "-|1", "→acme|1", "→anne|1", "→zoe|1"])
  }

  @Test func sectionsComeAfterOffsetAndLimit() throws {
    var result = try run(["from": "Order", "section": "customer.name", "offset": "1", "limit": "2"])
    #expect(result.sections.map { result.text(of: $0.title) } == ["Acme", "Zoe"])
    #expect(result.sections.map(\.rows) == [0..<1, 1..<2])
    result = try run(["from": "Order", "section": "customer.name", "sort": "-total", "limit": "3"])
    let most = try run(["from": "Order", "sort": "-total", "limit": "3"])
    #expect(Set(result.records ?? []) == Set(most.records ?? []))
    result = try run([
      "from": "Order", "group": "made, customer", "section": "made", "columns": "customer, @count",
      "sort": "-@count", "limit": "2",
    ])
    #expect(result.count == 2)
  }

  @Test func asOfFixesTheDay() throws {
    let result = try run(["from": "Order", "where": "date > today() - 30", "as-of": "2026-02-01"])
    #expect(result.firsts == "o1 o2 o4 o5 o6")
    #expect(result.day == CivilDate("2026-02-01"))
    #expect(try run(["from": "Order", "columns": "today()"]).day == FetchFixture.today)
    #expect(try run(["from": "Order", "as-of": "2026-02-01"]).day == nil)
  }

  @Test func runsAmongRecordsThatACallerKnows() throws {
    let plan = try FetchFixture.plan(FetchFixture.request(["from": "Order", "where": "made = true"]))
    #expect(
      plan.run(graph: FetchFixture.graph, today: FetchFixture.today, among: [2, 0, 5]).firsts == "o1 o6")
  }
}
