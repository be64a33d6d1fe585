import Diagnostics
import FrontMatter
import Testing

@Suite struct EntryWithoutColonTests {
  /// Each entry as the key in front and what has no `:`.
  @Test(arguments: [
    ("a: {b: c, d}", ["b|d"]), ("a: {b: c, d, e f, g: h, i}", ["b|d|e f", "g|i"]), ("a: {b, c: d}", ["|b"]),
    ("a: {b c, d}", ["|b c|d"]), ("a: {b: c, \"d\"}", ["b|d"]), ("a: {b: c, x 5, e}", ["b|", "|x 5|e"]),
    ("a: {b: c, x:5}", ["b|", "|x:5"]), ("a: {b: c, d # e: f\n}", ["b|d"]),
    ("a: {b: , c: d}", []), ("a: {\"b\":, c: d}", []), ("a: {b: c, d:\n}", []), ("a: {b: 'c, d'}", []),
    ("a: [b, c]", []), ("a: [b: , c]", []), ("a:\n  b: c, d\n", []),
  ])
  func findsWhatHasNoColon(text: String, entries: [String]) throws {
    let (document, node) = try value(text)
    let found = document.entriesWithoutColon(of: node, known: ["x"]).map { entry in
      ([entry.before?.key] + entry.keys).map { $0.map { document.text(of: $0) } ?? "" }.joined(separator: "|")
    }
    // What a known key begins is split from nothing.
    #expect(found == entries.filter { !$0.hasSuffix("|") })
  }

  @Test(arguments: ["a: {b: c, d, d}", "a: {b: 1,00, c: 2,00}", "a: {b: c, d, d: e}"])
  func theSameTwiceIsNoDuplicateKey(text: String) {
    #expect(parse(text).diagnostics.map(\.summary) == [])
  }
}
