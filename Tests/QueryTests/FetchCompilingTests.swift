import Diagnostics
import Query
import Records
import Testing

struct FetchCompilingTests {
  private func columns(_ keys: KeyValuePairs<String, String>) throws -> [FetchColumn] {
    try FetchFixture.plan(FetchFixture.request(keys)).columns
  }

  // MARK: Columns

  @Test func defaultColumnsFollowTheModel() throws {
    let orders = try columns(["from": "Order"])
    #expect(
      orders.map(\.header) == ["id", "date", "made", "total", "hours", "tags", "in", "customer", "service"])
    #expect(
      orders.map(\.label) == ["ID", "Date", "Made", "Total", "Hours", "Tags", "In", "Customer", "Service"])
    #expect(try columns(["from": "Repair"]).map(\.header) == ["id", "name", "price", "warranty"])
    #expect(try columns(["from": "Customer"]).map(\.path?.leaf) == [.id, .title])
  }

  @Test(arguments: [
    ("customer.name", "Customer"), ("customer", "Customer"), ("customer.id", "ID"),
    ("service.price", "Price"),
    ("id", "ID"), ("date", "Date"), ("date.year", "Year"), ("#in", "In"), ("total * 2", "Total × 2"),
    ("hours ** 2", "hours ** 2"),
    ("SELF", "Order"),
    ("customer.orders.@count", "Orders"),
  ])
  func labelsSayInWordsWhatAPathLeadsTo(column: String, label: String) throws {
    let found = try #require(try columns(["from": "Order", "columns": column]).first)
    #expect(found.label == label)
    #expect(found.header == column)
  }

  @Test(arguments: [
    ("@count", "Count"), ("count()", "Count"), ("@sum.total", "Total"), ("sum(total)", "Total"),
    ("@avg.total", "Total (avg)"), ("sum(total * 2)", "Total × 2"), ("customer.name", "Customer"),
    ("sum(abs(total))", "Total (abs)"), ("countDistinct(date)", "Date (count)"),
    ("sum(round(total))", "Total"),
  ])
  func labelsOfGroups(column: String, label: String) throws {
    let found = try #require(
      try columns(["from": "Order", "group": "customer.name", "columns": column]).first)
    #expect(found.label == label)
    #expect(found.header == column)
    #expect(found.path == nil)
  }

  /// One word for two figures would say that they are the same.
  @Test(arguments: [
    (
      "@sum.total, sum(round(total)), sum(ceiling(total))",
      ["Total", "sum(round(total))", "sum(ceiling(total))"]
    ),
    ("sum(round(total)), sum(total)", ["sum(round(total))", "Total"]),
    ("sum(round(total)), sum(floor(total))", ["sum(round(total))", "sum(floor(total))"]),
    ("countDistinct(date), countDistinct(id), @count", ["Date (count)", "ID (count)", "Count"]),
  ])
  func labelsOfDifferentFiguresDiffer(list: String, labels: [String]) throws {
    let found = try columns(["from": "Order", "group": "customer.name", "columns": list])
    #expect(found.map(\.label) == labels)
  }

  @Test func writtenLabelsAreHeadersToo() throws {
    var request = FetchFixture.request(["from": "Order"])
    request.columns = [.init(value: SourceText("customer.name", name: "columns"), label: LabelText("Who"))]
    let column = try #require(try FetchFixture.plan(request).columns.first)
    #expect((column.label, column.header) == ("Who", "Who"))
  }

  @Test func pathsLeadThroughTheColumnsOfTheGraph() throws {
    let columns = try columns([
      "from": "Order",
      "columns": "id, date, customer, customer.name, service.price, customer.id, date.year, total + 1",
    ])
    let (customer, service) = (
      FetchPath.Step(link: 0, destination: 0), FetchPath.Step(link: 1, destination: 1)
    )
    #expect(
      columns.map(\.path) == [
        FetchPath(steps: [], leaf: .id), FetchPath(steps: [], leaf: .attribute(column: 0)),
        FetchPath(steps: [customer], leaf: .record), FetchPath(steps: [customer], leaf: .title),
        FetchPath(steps: [service], leaf: .attribute(column: 1)), FetchPath(steps: [customer], leaf: .id),
        nil, nil,
      ])
    #expect(columns.map(\.attributeType) == [nil, .date, nil, .string, .money, nil, nil, nil])
  }

  // MARK: Errors

  @Test(arguments: [
    ("Ordr", "from:1: unknown entity 'Ordr'; did you mean 'Order'?"),
    ("order", "from:1: unknown entity 'order'; did you mean 'Order'?"),
    ("customer", "from:1: unknown entity 'customer'; did you mean 'Customer'?"),
    ("servicess", "from:1: unknown entity 'servicess'; did you mean 'Service'?"),
    ("Auftrag", "from:1: unknown entity 'Auftrag'; did you mean 'Order'?"),
    ("invoice", "from:1: unknown entity 'invoice'"),
  ])
  func unknownEntities(name: String, diagnosticLine: String) {
    #expect(FetchFixture.diagnosticLines(["from": name]) == [diagnosticLine])
  }

  @Test func missingEntity() {
    #expect(
      FetchFixture.diagnosticLines(["where": "a = 1"]) == [
        "where:1: the request needs 'from' with the name of an entity"
      ])
    #expect(
      FetchFixture.diagnosticLines([:]) == ["request:1: the request needs 'from' with the name of an entity"])
    let order = FetchFixture.model.entity(named: "Order")
    #expect(FetchPlan.compile(FetchRequest(), entity: order, graph: FetchFixture.graph).plan?.entity == order)
  }

  @Test func reportsEveryErrorOfARequest() {
    let diagnosticLines = FetchFixture.diagnosticLines([
      "from": "Order", "where": "totl > 1", "columns": "date, customr, made", "sort": "total, -dat",
      "section": "hour",
    ])
    #expect(
      diagnosticLines == [
        "where:1: Order has no key 'totl'; did you mean 'total'?",
        "columns:7: Order has no key 'customr'; did you mean 'customer'?",
        "sort:9: Order has no key 'dat'; did you mean 'date'?",
        "section:1: Order has no key 'hour'; did you mean 'hours'?",
      ])
  }

  // What is no key of the group may be meant as the one with the error.
  @Test func anInvalidKeyHidesNoOtherError() {
    let diagnosticLines = FetchFixture.diagnosticLines([
      "from": "Order", "group": "custmer.name, dat.month", "having": "@sum.ttal > 3",
      "columns": "custmer.name, date.month, made, @sum.totl", "sort": "-max(dte)", "section": "hour",
    ])
    #expect(
      diagnosticLines == [
        "group:1: Order has no key 'custmer'; did you mean 'customer'?",
        "group:15: Order has no key 'dat'; did you mean 'date'?",
        "having:6: Order has no key 'ttal'; did you mean 'total'?",
        "columns:38: Order has no key 'totl'; did you mean 'total'?",
        "sort:6: Order has no key 'dte'; did you mean 'date'?",
        "section:1: Order has no key 'hour'; did you mean 'hours'?",
      ])
  }

  @Test(
    arguments: [
      (["where": "total"], "where:1: expected a predicate, found an amount of money"),
      (["columns": "@count"], "columns:1: '@count' needs a list before it, or a group"),
      (
        ["columns": "customer.orders.total"],
        "columns:1: expected one value, found a list of amounts; use @count, @sum or another operator"
      ),
      (
        ["sort": "tags"],
        "sort:1: expected one value, found a list of texts; use @count, @sum or another operator"
      ),
      (
        ["section": "tags"],
        "section:1: expected one value, found a list of texts; use @count, @sum or another operator"
      ),
      (
        ["having": "TRUEPREDICATE"],
        "having:1: 'having' is about groups; name their keys in 'group', or use 'where'"
      ),
      (["sort": "date, total, -date"], "sort:15: 'date' is named twice in 'sort'"),
      (["group": "made, made"], "group:7: 'made' is named twice in 'group'"),
      (["section": "made, date"], "section:7: a section takes one expression; found a second, 'date'"),
      (["columns": "date,,made"], "columns:6: expected a value, found the end"),
      (
        ["group": "made", "columns": "made, date"],
        "columns:7: 'date' differs within a group; use min() or max() of it, or use one of the keys made"
      ),
      (
        ["group": "made", "columns": "made", "having": "count > 2"],
        "having:1: Order has no key 'count'; did you mean '@count'?"
      ),
      (
        ["group": "made", "columns": "made, datte"],
        "columns:7: Order has no key 'datte'; did you mean 'date'?"
      ),
      (
        ["group": "made", "section": "date"],
        "section:1: 'date' differs within a group; use min() or max() of it, or use one of the keys made"
      ),
      (["group": "made", "having": "@count"], "having:1: expected a predicate, found a number"),
    ] as [(KeyValuePairs<String, String>, String)])
  func errorsAreLocated(keys: KeyValuePairs<String, String>, diagnosticLine: String) {
    var request = FetchFixture.request(keys)
    request.from = SourceText("Order", name: "from")
    let (plan, diagnostics) = FetchPlan.compile(request, entity: nil, graph: FetchFixture.graph)
    #expect(plan == nil)
    let found = diagnostics.map { diagnostic in
      let column = diagnostic.range.file.location(of: diagnostic.range.bytes.lowerBound).column
      return "\(diagnostic.range.file.path):\(column): \(diagnostic.summary)"
    }
    #expect(found == [diagnosticLine])
  }

  @Test func aWrongKeyOfTheGroupBringsNoOtherErrors() {
    #expect(
      FetchFixture.diagnosticLines(["from": "Order", "group": "mad", "columns": "mad, @count", "sort": "mad"])
        == ["group:1: Order has no key 'mad'; did you mean 'made'?"])
  }

  @Test func onlyFiguresAreTotalled() throws {
    var request = FetchFixture.request(["from": "Order"])
    request.columns = [.init(value: SourceText("date", name: "columns"), isTotal: true)]
    let (plan, diagnostics) = FetchPlan.compile(request, entity: nil, graph: FetchFixture.graph)
    #expect(plan == nil)
    #expect(diagnostics.map(\.summary) == ["'date' is a date, which cannot be added up"])
  }
}
