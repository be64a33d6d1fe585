import Diagnostics
import Query
import Testing

/// How deep, long and wide a query may be.
@Suite struct LimitTests {
  @Test(arguments: [("(", ")"), ("NOT ", ""), ("-", ""), ("abs(", ")"), ("2 ** ", "")])
  func refusesDeepNesting(_ open: String, _ close: String) throws {
    let entity = try Fixture.entity("Order")
    for count in [201, 5_000, 60_000 / open.utf8.count] {
      let text =
        String(repeating: open, count: count) + "1" + String(repeating: close, count: min(count, 100))
      let result = Fixture.compiler.expression(SourceText(text, name: "--where"), entity: entity)
      #expect(result.diagnostics.map(\.summary) == ["the query is nested deeper than 200"])
    }
  }

  @Test func readsNestingUpToTheLimit() throws {
    let text = String(repeating: "(", count: 200) + "1" + String(repeating: ")", count: 200) + " = 1"
    #expect(try Fixture.ids(text).hasPrefix("o1 o2"))
  }

  @Test func readsLongChains() throws {
    let sum = Array(repeating: "count", count: 5_000).joined(separator: " + ")
    #expect(try Fixture.value(sum, of: "o1") == "10000")
    let or = Array(repeating: "count = 7", count: 4_000).joined(separator: " OR ") + " OR paid"
    #expect(try Fixture.ids(or) == "o1 o6")
  }

  @Test func readsTheLongestChain() throws {
    let sum = "count" + String(repeating: "+1", count: 32_000)
    #expect(try Fixture.value(sum, of: "o1") == "32002")
  }

  @Test func aVeryLongTextIsNil() throws {
    let texts = [4_094, 4_095].map { "length(id + '\(String(repeating: "x", count: $0))')" }
    #expect(try texts.map { try Fixture.value($0, of: "o1") } == ["4096", "nil"])
  }

  @Test func refusesALongText() throws {
    let text = String(repeating: " ", count: 65_536) + "1"
    #expect(try Fixture.value(text, of: "o1") == "the query is longer than 65536 bytes")
  }

  @Test func refusesPathsThatExplode() throws {
    let path = "rows" + String(repeating: ".order.rows", count: 60) + ".@count"
    #expect(
      try Fixture.value(path, of: "o1")
        == "the key path visits more than 100000000 values in all; go through fewer to-many relationships")
    #expect(try Fixture.value("rows.order.rows.order.rows.@count", of: "o1") == "8")
    let nested = (0..<40).reduce("TRUEPREDICATE") { "SUBQUERY(rows, $v\($1), \($0)).@count > 0" }
    #expect(try Fixture.ids(nested).hasPrefix("the key path visits more than"))
  }
}
