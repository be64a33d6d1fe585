import Diagnostics
import FrontMatter
import TestSupport
import Testing

@Suite struct SourceTextTests {
  /// Each text holds one `X`, marked in the file; the map must lead from the one to the other.
  @Test(arguments: [
    "a: b 1️⃣X c", "a: 'b 1️⃣X c'", "a: 'it''s ''1️⃣X'''", "a: \"\\t\\u00e9\\x41\\U0001F600é1️⃣X\"",
    "a: \"b \\\n   1️⃣X\"", "a: \"b\n\n\n  c 1️⃣X\"", "a: b\n  c 1️⃣X", "a: |\n  b\n\n  c1️⃣X\n",
    "a: >\n  b\n  c\n\n  1️⃣X\n  d\n",
    "a: >-\r\n  b\r\n   c\r\n  1️⃣X\r\n", "a: |2\n   é1️⃣X\n", "a: |+\n\n  b\n  1️⃣X\n\n",
    "- a: |1\n    1️⃣X\n  b: 1".replacing("- a", with: "a"),
    "a: |#5\n  1️⃣X", "a: >+ # c\n  1️⃣X\n\n\n", "\u{FEFF}a: |2\n   1️⃣X",
  ])
  func mapsTextToFile(text: String) throws {
    let marked = MarkedText(text)
    let (document, node) = try value(marked.text)
    let source = document.sourceText(of: node)
    #expect(source.text == document.text(of: node))
    let index = try #require(source.text.utf8.firstIndex(of: UInt8(ascii: "X")))
    let offset = source.text.utf8.distance(from: source.text.startIndex, to: index)
    #expect(source.range(offset..<offset + 1).bytes.lowerBound == marked.offsets["1️⃣"])
    #expect(source.range(offset..<offset + 1).text.first == "X")
  }

  @Test func mapsAnEscapeToItsBackslash() throws {
    let (document, node) = try value("a: \"x\\u00e9y\"")
    let source = document.sourceText(of: node)
    #expect(source.range(1..<3).text == "\\u00e9")
    #expect(source.range(0..<4).text == "x\\u00e9y")
  }

  @Test func needsNoMapForATextThatReadsAsWritten() throws {
    let (document, node) = try value("a: 'b = 1'")
    #expect(document.sourceText(of: node).offsets == nil)
    #expect(document.sourceText(of: node).start == 4)
  }
}
