import Diagnostics
import Query
import Records
import Testing

/// Sorting so many rows that keys are counted instead of compared.
@Suite struct ManyRowsTests {
  /// A few are compared, many are counted: by either way the first key decides, then the second.
  @Test func sortsManyAsAFew() throws {
    let graph = Self.bigGraph(orders: 2_500, customers: 40)
    let order = try #require(graph.model.entity(named: "Order"))
    let evaluator = Evaluator(graph: graph, today: Fixture.today)
    func keys(_ rows: [Int32]) throws -> [(day: Value, name: Value)] {
      func values(_ text: String) throws -> [Value] {
        let source = SourceText(text, name: "--columns")
        return evaluator.values(
          of: try #require(QueryCompiler(graph: graph).expression(source, entity: order).expression),
          rows: rows)
      }
      return Array(zip(try values("date"), try values("customer.name")))
    }
    let sort = QueryCompiler(graph: graph).sort(
      SourceText("-date, customer.name", name: "--sort"), entity: order
    )
    .descriptors
    for count in [2_500, 999] {
      let rows = graph.rows(of: order).prefix(count).map { Int32($0) }
      let sorted = evaluator.sorted(rows, by: sort, entity: order)
      #expect(sorted.sorted() == rows)
      let found = try keys(sorted)
      for (one, next) in zip(found, found.dropFirst()) {
        let (day, later) = (try #require(one.day.date), try #require(next.day.date))
        let names = NaturalOrder.compare(one.name.text ?? "", next.name.text ?? "")
        #expect(day > later || day == later && names != .descending)
      }
    }
  }

  /// Lists side by side cannot multiply, and yet an expression may name too many of them.
  @Test(arguments: [(terms: 100, isTooMuch: false), (terms: 3_400, isTooMuch: true)])
  func manyListsSideBySideAreLimited(terms: Int, isTooMuch: Bool) throws {
    let graph = Self.bigGraph(orders: 30_000, customers: 40)
    let customer = try #require(graph.model.entity(named: "Customer"))
    let sum = Array(repeating: "orders.@sum.total", count: terms).joined(separator: "+")
    let found = QueryCompiler(graph: graph).expression(SourceText(sum, name: "--columns"), entity: customer)
    let isRefused = found.diagnostics.contains { $0.summary.contains("visits more than 100000000 values") }
    #expect(isRefused == isTooMuch)
  }

  /// However many keys there are, and however long they are together, the first decides.
  @Test func manyKeysAreSortedByInTheirOrder() throws {
    let graph = Self.bigGraph(orders: 2_500, customers: 40)
    let order = try #require(graph.model.entity(named: "Order"))
    let evaluator = Evaluator(graph: graph, today: Fixture.today)
    let rows = graph.rows(of: order).map { Int32($0) }
    let keys = [
      "customer.name", "date.year", "date", "total", "rows.@sum.quantity", "made", "paid", "date.weekday",
    ]
    func places(_ key: String) throws -> [Int] {
      let compiled = QueryCompiler(graph: graph).sort(SourceText(key, name: "--sort"), entity: order)
      let sorted = evaluator.sorted(rows, by: compiled.descriptors, entity: order)
      return sorted.map { Int($0) }
    }
    func names(_ rows: [Int]) throws -> [Value] {
      let source = SourceText("customer.name", name: "--columns")
      let name = try #require(QueryCompiler(graph: graph).expression(source, entity: order).expression)
      return evaluator.values(of: name, rows: rows.map { Int32($0) })
    }
    let expected = try names(try places(keys[0]))
    for count in 2...keys.count {
      let sort = keys.prefix(count).joined(separator: ", ")
      #expect(try names(try places(sort)) == expected, "\(sort)")
    }
  }

  /// What a pattern finds out about one batch of texts it knows for all others.
  @Test func patternsLearnOnce() throws {
    let graph = Self.bigGraph(orders: 9_000, customers: 40)
    let order = try #require(graph.model.entity(named: "Order"))
    let evaluator = Evaluator(graph: graph, today: Fixture.today)
    let predicate = try #require(
      QueryCompiler(graph: graph).predicate(
        SourceText("customer.name MATCHES '.*(1|2|mer) ?[0-9]*[5-8]' AND id LIKE '*7*'", name: "--where"),
        entity: order
      ).expression)
    let rows = graph.rows(of: order).map { Int32($0) }
    let (one, all) = (PatternMemory(), PatternMemory())
    let first = evaluator.filter(Array(rows.prefix(2_048)), predicate, memory: one)
    let found = evaluator.filter(rows, predicate, memory: all)
    #expect(first == found.filter { $0 < 2_048 })
    #expect(found.count > 100)
    #expect(one.stepCount > 10)
    // Five batches take few steps more than one: those for letters that the first did not have.
    #expect(all.stepCount < one.stepCount + 10, "\(one.stepCount) steps, then \(all.stepCount)")
  }

  /// 4,000 orders of one customer are 16 million elements for each step from all of them to all of them.
  @Test func recordsThatAreOnlyCountedAreNotVisited() throws {
    let graph = Self.bigGraph(orders: 4_000, customers: 1)
    let order = try #require(graph.model.entity(named: "Order"))
    func compile(_ text: String) -> (expression: Expression?, diagnostics: [Diagnostic]) {
      QueryCompiler(graph: graph).predicate(SourceText(text, name: "--where"), entity: order)
    }
    let rows = graph.rows(of: order).map { Int32($0) }
    for count in ["customer.orders.@count", "customer.orders.customer.orders.@count"] {
      let predicate = try #require(compile("\(count) > 3999").expression, "\(count)")
      #expect(
        Evaluator(graph: graph, today: Fixture.today).filter(Array(rows.prefix(10)), predicate).count == 10)
    }
    #expect(compile("customer.orders.rows.service.name.@count > 1").diagnostics.isEmpty)
    #expect(compile("customer.orders.customer.orders.total.@count > 1").diagnostics.count == 1)
  }

  private static func bigGraph(orders: Int, customers: Int) -> RecordGraph {
    var random = QueryRandom(seed: 7)
    let services = ["chai", "chang", "konbu", "tofu", "ikura"]
    var records = (0..<customers).map {
      Record(entity: "Customer", id: "c\($0)", values: ["name": "Customer \($0)"])
    }
    records += services.map {
      Record(entity: "Service", id: $0, values: ["name": $0, "price": "2.50"])
    }
    for index in 0..<orders {
      let day = CivilDate(dayNumber: 19_000 + Int.random(in: 0..<1_500, using: &random)) ?? .first
      let rows = (0..<3).map { _ in
        [
          "service": services.randomElement(using: &random) ?? "chai", "discount": "0.10",
          "quantity": "\(Int.random(in: 1...40, using: &random))",
          "price": "\(Int.random(in: 1...40, using: &random)).85",
        ]
      }
      records.append(
        Record(
          entity: "Order", id: "2026-\(index)",
          values: [
            "date": day.description, "customer": "c\(Int.random(in: 0..<customers, using: &random))",
            "made": Bool.random(using: &random) ? "true" : "false",
            "paid": Bool.random(using: &random) ? "true" : "false",
          ], lists: ["rows": rows]))
    }
    return GraphBuilder.graph(model: TestModel.model, records: records, today: Fixture.today)
  }
}
