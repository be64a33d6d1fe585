import Diagnostics
import Query
import Records
import TestSupport
import Testing

@Suite struct SyntaxTests {
  @Test(arguments: 0..<20)
  func printsWhatReadsAsTheSameTree(_ seed: UInt64) throws {
    var random = QueryRandom(seed: seed)
    for _ in 0..<200 {
      let tree = random.tree()
      let text = tree.description
      let read = Parser.parse(text)
      #expect(read == tree, "\(text)")
      #expect(read?.description == text)
    }
  }

  @Test(arguments: [
    ("made==true&&!paid=NO", "made = TRUE AND NOT paid = FALSE"),
    ("a<>1||b=<2 or c=>3", "a != 1 OR b <= 2 OR c >= 3"),
    ("some rows.sum > 1", "ANY rows.sum > 1"),
    ("((a+b))*c", "(a + b) * c"), ("a+(b*c)", "a + b * c"), ("a-(b-c)", "a - (b - c)"),
    ("(a-b)-c", "(a - b) - c"),
    ("a - b - c", "a - b - c"), ("(2**3)**2", "(2 ** 3) ** 2"), ("2**(3**2)", "2 ** 3 ** 2"),
    ("-(2**2)", "-2 ** 2"),
    ("name contains[DC] \"it's\"", "name CONTAINS[cd] 'it\\'s'"), ("#in = self.in", "#in = SELF.#in"),
    ("abs:(x) = ABS(x)", "abs(x) = abs(x)"), ("not (a = 1 and b = 2)", "NOT (a = 1 AND b = 2)"),
    ("(a = 1 or b = 2) and c", "(a = 1 OR b = 2) AND c"), ("x in {1,'a',nil}", "x IN {1, 'a', NIL}"),
    ("subquery(rows,$r,$r.sum>1).@count", "SUBQUERY(rows, $r, $r.sum > 1).@count"), ("1.50", "1.50"),
    (".5", "0.5"),
    ("(a.@min).b", "(a.@min).b"), ("null = NIL", "NIL = NIL"), ("'\\u0041'", "'A'"),
  ])
  func plainestSpelling(_ query: String, _ spelling: String) throws {
    let tree = try #require(Parser.parse(query))
    #expect(tree.description == spelling)
  }

  /// Every text is read, refused or evaluated; none of them crashes.
  @Test(arguments: 0..<16)
  func survivesMutatedQueries(_ seed: UInt64) async throws {
    let seeds = [
      "made == true AND paid == false", "customer.name CONTAINS[cd] 'müller' OR total >= 1000",
      "ANY rows.service.name BEGINSWITH 'Repair'",
      "SUBQUERY(rows, $r, $r.sum > 100 AND $r.service = 'chai').@count > 0",
      "date BETWEEN {'2026-01-01', '2026-03-31'} AND NOT customer = nil",
      "paid = false AND due < today() - 30",
      "TERNARY(paid = true, 0, total - received) / 3 > '5 USD'",
      "CAST(CAST(date, 'String'), 'Date') + 2 ** 3 = date",
      "rows.service.@distinct.@sum.price * 1.5 IN {1, 'x', nil, total}",
      "customer IN {'acme', 'zoe'} OR 'ann' IN staff",
      "name LIKE[cd] '?*' AND customer.labels MATCHES '[a-z]+' OR #in != SELF.id",
      "-rows.@avg.sum < abs(open) - 3",
    ]
    let pieces = [
      "(", ")", "{", "}", "[cd]", "'", "\"", "\\", "#", "$r", "@sum", "@distinct", ".", ",", " AND ", " OR ",
      "NOT ", "ANY ",
      "nil", "1e5", "99999999999999999999", " ** ", " - ", "/0", "=", "<", "customer", "rows", "date",
      "total", "SELF", "'acme'",
      "ü", "\u{301}", "\u{0}", "😀", "count()", "TERNARY(", "CAST(", " IN ", " BETWEEN ", " LIKE ", "today()",
    ]
    var random = QueryRandom(seed: seed)
    let entities = [
      try Fixture.entity("Order"), try Fixture.entity("RowOfOrder"), try Fixture.entity("Customer"),
    ]
    let report = try await fuzz(400) { _ in
      var text = Array(seeds.randomElement(using: &random) ?? "")
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0...text.count, using: &random)
        let end = min(text.count, place + Int.random(in: 0...6, using: &random))
        switch Int.random(in: 0..<3, using: &random) {
        case 0: text.insert(contentsOf: pieces.randomElement(using: &random) ?? "", at: place)
        case 1: text.removeSubrange(place..<end)
        default:
          text.insert(contentsOf: text[place..<end], at: Int.random(in: 0...text.count, using: &random))
        }
      }
      try run(String(text), of: entities.randomElement(using: &random) ?? 0)
    }
    #expect(report.isWithinBounds)
  }

  /// Trees that the grammar has, most of them nonsense.
  @Test func survivesRandomTrees() throws {
    let entity = try Fixture.entity("Order")
    var count = 0
    for seed in UInt64(100)..<108 {
      var random = QueryRandom(seed: seed)
      for _ in 0..<200 { if try run(random.tree(depth: 3).description, of: entity) { count += 1 } }
    }
    #expect(count > 0)
  }

  /// - Returns: whether the text compiles.
  @discardableResult private func run(_ text: String, of entity: Int) throws -> Bool {
    let source = SourceText(text, name: "--where")
    let compiler = Fixture.compiler
    let rows = Fixture.graph.rows(of: entity).map { Int32($0) }
    let (expression, diagnostics) = compiler.expression(source, entity: entity)
    #expect((expression == nil) == diagnostics.hasErrors)
    #expect(diagnostics.allSatisfy { (0...text.utf8.count).contains($0.range.bytes.upperBound) })
    let sort = compiler.sort(source, entity: entity).descriptors
    #expect(Fixture.evaluator.sorted(rows, by: sort, entity: entity).count == rows.count)
    guard let expression else { return false }
    #expect(Fixture.evaluator.values(of: expression, rows: rows).count == rows.count)
    if expression.type == .boolean {
      let filtered = Fixture.evaluator.filter(rows, expression)
      let single = rows.filter { Fixture.evaluator.value(of: expression, row: Int($0)) == .boolean(true) }
      #expect(filtered == single, "\(text)")
    }
    let keys = expression.type.isList ? [] : [expression]
    let groups = Fixture.evaluator.groups(of: rows, by: keys)
    if let grouped = compiler.expression(source, entity: entity, group: keys).expression {
      #expect(Fixture.evaluator.values(of: grouped, groups: groups).count == groups.count)
    }
    return true
  }
}
