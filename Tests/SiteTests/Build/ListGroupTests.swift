import Content
import Diagnostics
import Query
import Records
import TestSupport
import Testing

/// Groups by the elements of a list, on pages.
@Suite struct ListGroupTests {
  /// Stacked, the bars of what an order is done by would say that it was done twice.
  @Test func barsOfAListStandSideBySide() async throws {
    func columns(of key: String) async throws -> [String] {
      let site = try await SiteFixture([
        "Content/customers/ann.md": "---\nname: Ann\n---\n",
        "Content/orders/o1.md":
          "---\ndate: 2026-01-05\ncustomer: ann\nrows: [{text: b, sum: 10}, {text: a, sum: 5}]\n---\n",
        "Content/orders/o2.md": "---\ndate: 2026-01-06\nrows: [{text: a, sum: 5}]\n---\n",
        "Content/bars.md":
          "```query\nas: bar\nfrom: Order\ngroup: date.month, \(key)\ncolumns: date.month, \(key), @sum.total\n```\n",
      ]).write()
      return try site.page("bars.html").all("g")[0].all("path").dropFirst().map { bar in
        String((bar.attributes["d"] ?? "").prefix { $0 != " " })
      }
    }
    #expect(Set(try await columns(of: "customer")).count == 1)
    #expect(Set(try await columns(of: "rows.text")).count == 2)
  }

  /// In books of random orders, each group is what a request for its element alone gives.
  @Test func eachGroupHoldsTheRecordsWithItsElement() async throws {
    let today = try #require(CivilDate("2026-11-21"))
    var groups = 0
    for seed in 1...40 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      var files = ["customers/a.md": "---\nname: A\n---\n", "services/s.md": "---\nname: S\n---\n"]
      for number in 0..<Int(random.next() % 30) {
        let rows = (0..<random.next() % 4).map { _ in
          "  - {\(["text: x", "text: y", "text: 'n o'", "service: s"][Int(random.next() % 4)]), "
            + "sum: \(random.next() % 90)}\n"
        }
        files["orders/o\(number).md"] =
          "---\ndate: 2026-0\(1 + random.next() % 9)-11\ncustomer: a\n"
          + (rows.isEmpty ? "" : "rows:\n\(rows.joined())") + "---\n"
      }
      let graph = await ContentLoader(source: MemorySource(files), includesDrafts: false, today: today).load()
        .graph
      func run(_ make: (inout FetchRequest) -> Void) throws -> FetchResult {
        var request = FetchRequest()
        request.from = SourceText("Order", name: "from")
        make(&request)
        let (plan, diagnostics) = FetchPlan.compile(request, entity: nil, graph: graph)
        #expect(diagnostics.map(\.summary) == [])
        return try #require(plan).run(graph: graph, today: today)
      }
      func columns(_ texts: String...) -> [ColumnDeclaration] {
        texts.map { .init(value: SourceText($0, name: "columns")) }
      }
      func values(_ result: FetchResult, _ column: Int) -> [Value] {
        result.values(of: column, in: 0..<result.count)
      }
      let whole = try run { request in
        request.group = [SourceText("rows.text", name: "group"), SourceText("date.quarter", name: "group")]
        request.columns = columns("rows.text", "date.quarter", "@count", "@sum.total")
      }
      for (index, key) in values(whole, 0).enumerated() {
        guard case .text(let quarter) = values(whole, 1)[index] else { continue }
        let condition =
          if case .text(let text) = key {
            "ANY rows.text = '\(text)'"
          } else {
            "rows.@count = 0 OR ANY rows.text = NIL"
          }
        let part = try run { request in
          request.predicate = SourceText("(\(condition)) AND date.quarter = '\(quarter)'", name: "where")
          request.group = [SourceText("1", name: "group")]
          request.columns = columns("@count", "@sum.total")
        }
        #expect(values(part, 0).first == values(whole, 2)[index], "seed \(seed), \(condition), \(quarter)")
        #expect(values(part, 1).first == values(whole, 3)[index], "seed \(seed), \(condition), \(quarter)")
        groups += 1
      }
      // What is in no group would be missing here.
      let all = try run { _ in }
      #expect(Set(whole.members ?? []) == Set(all.members ?? []))
    }
    #expect(groups > 200)
  }
}
