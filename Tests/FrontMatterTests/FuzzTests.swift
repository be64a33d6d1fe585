import Diagnostics
import FrontMatter
import TestSupport
import Testing

@Suite struct FuzzTests {
  private static let seeds = [
    "date: 2026-03-14\ncustomer: ernst-handel\nmade: true\nrows:\n  - {service: chai, sum: 252.00}\n  - service: chang\n    price: 1.85\n",
    "a: 'it''s'\nb: \"x\\ty\\u00e9 \\\n   z\"\nc: |2\n   lit\n    eral\n\nd: >-\n  fol\n  ded\n\n   more\ne: pl\n  ain\n",
    "where: 'a = \"b\"' # c\nlist: [a, [b, {c: d}], \"e\"]\r\nmüller: straße €😀\r\nempty:\r\n- x\r\n",
  ]
  private static let pieces =
    [
      " ", "  ", "\n", "\r\n", "\r", "\t", ":", ": ", "- ", "-", "? ", "'", "\"", "\\", "\\\n", "[", "]", "{",
      "}", ",", "#", " #", "&", "*", "!",
      "|", ">", "|2-", ">+", "%", "@", "`", "---", "\n---\n", "...", "é", "😀", "\u{85}", "\u{2028}",
      "\u{FEFF}", "\u{0}", "<<: ", "a", "x: y\n",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xE2, 0x80]]

  @Test func keepsItsPromisesOnMutatedTexts() async throws {
    var generator = SeededGenerator(seed: 42)
    var document = FrontMatterDocument()
    var read = 0
    let report = try await fuzz(4_000) { round in
      var bytes = Array(Self.seeds[round % Self.seeds.count].utf8)
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let start = Int.random(in: 0...bytes.count, using: &generator)
        let end = min(bytes.count, start + Int.random(in: 0...2, using: &generator))
        let piece = try #require(Self.pieces.randomElement(using: &generator))
        bytes.replaceSubrange(start..<end, with: piece)
      }
      let file = SourceFile(path: "fuzz", bytes: bytes)
      let diagnostics = document.read(file, 0..<bytes.count)
      check(diagnostics, document, file)
      if document.root != nil { read += 1 }
    }
    #expect(report.isWithinBounds)
    #expect(read * 8 > report.count)
  }

  private func check(_ diagnostics: [Diagnostic], _ document: FrontMatterDocument, _ file: SourceFile) {
    let all = 0..<file.bytes.count
    for diagnostic in diagnostics {
      #expect(diagnostic.range.bytes.clamped(to: all) == diagnostic.range.bytes, "\(file.text(all))")
      for fix in diagnostic.fixIts { #expect(fix.range.bytes.clamped(to: all) == fix.range.bytes) }
      #expect(!diagnostic.summary.contains("context") && !diagnostic.summary.contains("token"))
    }
    let stops = diagnostics.filter {
      $0.id != .duplicateKey && !$0.summary.hasPrefix("an escape in this text")
    }
    #expect(stops.isEmpty || (diagnostics.count == 1 && document.root == nil), "\(file.text(all))")
    for node in document.nodes {
      #expect(node.bytes.clamped(to: all) == node.bytes)
      let source = document.sourceText(of: node)
      #expect(source.text == document.text(of: node))
      if let offsets = source.offsets {
        #expect(offsets.count == source.text.utf8.count + 1)
        #expect(zip(offsets, offsets.dropFirst()).allSatisfy { $0 <= $1 })
        // A map that failed would have every byte at the node's start.
        #expect(
          offsets.count < 2 || offsets[0] > node.bytes.lowerBound || node.kind == .plain, "\(file.text(all))")
      }
      _ = document.unquotedText(of: node)
    }
  }

  @Test func readsEveryPrefix() {
    var document = FrontMatterDocument()
    for seed in Self.seeds {
      let file = SourceFile(path: "prefix", text: seed)
      for end in 0...file.bytes.count {
        check(
          document.read(file, 0..<end), document,
          SourceFile(path: "prefix", bytes: Array(file.bytes[..<end])))
      }
    }
  }
}
