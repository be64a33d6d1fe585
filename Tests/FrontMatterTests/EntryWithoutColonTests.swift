import Diagnostics
import FrontMatter
import Testing

@Suite struct EntryWithoutColonTests {
  @Test(arguments: [
    ("a: {b: c, d}", "{b: 'c, d'}"), ("a: {b: c, d, e f, g: h, i}", "{b: 'c, d, e f', g: 'h, i'}"),
    ("a: {b: 12,50}", "{b: '12,50'}"), ("a: {b: c, d # e: f\n}", "{b: 'c, d'}"),
    ("a: [{b: c , d, d}, {e: f}]", "[{b: 'c , d, d'}, {e: 'f'}]"),
    ("a: {b: c, d, d: e}", "{b: 'c, d', d: 'e'}"),
    ("a: {b: 1,00, c: 2,00,}", "{b: '1,00', c: '2,00'}"),
    ("a: {b: , c: d}", "{b: -, c: 'd'}"), ("a: {b: 'c, d'}", "{b: 'c, d'}"),
    ("a: [b: c, d]", "[{b: 'c'}, 'd']"), ("a:\n  b: c, d\n", "{b: 'c, d'}"),
  ])
  func isTheRestOfAnUnquotedValue(text: String, expected: String) throws {
    let (document, node) = try value(text)
    #expect(outline(document, node) == expected)
  }

  @Test(arguments: [
    ("{b, c: d}", "b"), ("{b c}", "b c"), ("{b: \"c\", d}", "d"), ("{b: c, \"d\"}", "d"), ("{b: , d}", "d"),
    ("{b: [c], d}", "d"), ("{b: c,\n d}", "d"), ("{b: c # e\n, d}", "d"), ("{b: [{x: c}], d}", "d"),
  ])
  func isAKeyWithoutAValueElsewhere(text: String, key: String) throws {
    let (document, node) = try value("a: \(text)")
    let found = document.pairs(of: node).filter { document.missingColon($0.key, $0.value, keys: []) != nil }
    #expect(found.map { document.text(of: $0.key) } == [key])
  }

  @Test(arguments: [
    ("{b: c, d}", nil), ("{b: c, price 5}", "price 5"), ("{b: c, d, price}", "price"),
    ("{b: c, prize}", "prize"), ("{b: f(c, price)}", nil), ("{b: f(c), price}", "price"),
    ("{b: 'c, price'}", nil), ("{b: c, price:5}", "price:"), ("{price 5}", "price 5"),
    ("{b: , c: 'd'}", nil), ("{\"b\":, c: d}", nil),
  ])
  func aKeyThatLacksItsColonIsFound(text: String, place: String?) throws {
    let (document, node) = try value("a: \(text)")
    let found = document.pairs(of: node).compactMap {
      document.missingColon($0.key, $0.value, keys: ["b", "price"])
    }
    #expect(found.map(\.range.text) == (place.map { [$0] } ?? []))
  }

  @Test func textAndExpressionsNeedQuotes() throws {
    let (document, node) = try value("a: {b: c, d}")
    let text = try #require(document.value(of: "b", in: node))
    #expect(
      document.unquotedText(of: text)?.summary == "in { } text with a comma needs quotes: \"c, d\"")
    #expect(
      document.unquotedText(of: text, as: .expression)?.summary
        == "in { } an expression with a comma needs quotes: \"c, d\"")
    #expect(document.unquotedText(of: text, as: .word) == nil)
  }
}
