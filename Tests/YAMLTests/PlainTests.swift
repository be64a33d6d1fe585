import Diagnostics
import TestSupport
import Testing
import YAML

/// What is read without libyaml is what libyaml reads.
@Suite struct PlainTests {
  /// What every record, site.yml and model.yml in a plain hand holds is read without libyaml.
  @Test(arguments: [
    "date: 2026-03-14\ncustomer: ernst-handel\nmade: true\nrows:\n  - {service: chai, sum: 252.00}\n  - service: chang\n    price: 1.85\n",
    "rows:\n- service: chai\n  sum: 1\n- service: chang\n",
    "# a comment\r\nname: \"Müller & Söhne\"\r\n\r\nurl: https://example.com/a:b#c\r\nempty:\r\nlast: 'x'",
    "entities:\n  Order:\n    attributes:\n      total: {type: money, derived: 'rows.@sum.sum'}\n      note: text\n",
    "tags: [a, b c, \"d, e\"]\nbase-url: x\n",
  ])
  func readsWhatRecordsAreWrittenIn(_ text: String) {
    var document = YAMLDocument()
    #expect(document.parse(SourceFile(path: "a", text: text), 0..<text.utf8.count).isEmpty)
    #expect(document.isPlain)
    expectLibrarysNodes(Array(text.utf8), document, [])
  }

  private static let plainLines = [
    "date: 2026-03-14", "a: b", "b:", "rows:", "- x", "- a: b", "- {service: chai, sum: 252.00}", "c: 'c'",
    "d: \"d e\"", "tags: [a, b]", "k: {a: \"b\", c: d}", "url: http://a/b:c", "# note", "", "x: -5", "x: y#z",
    "name: é", "e: \"\"",
  ]
  private static let otherLines = [
    "-", "- ", "   ", "x: y # z", "x: - y", "m: >", "---", "...", "q: 'it''s'", "a b: c", "? a", "a : b",
    "{a: b}", "[a]", "x: {a: , b: c}", "x: [a, ]", "x: [a b , c]", "x: {a: b}c",
  ]
  private static let pieces = [
    " ", "  ", "\n", "\r\n", "\r", "\t", ":", ": ", "- ", "'", "\"", "\\", "[", "]", "{", "}", ",", "#", " #",
    "&", "*", "!", "|", "?", "%", "@", "é", "\u{FEFF}", "\n  ", "\n    ", "<<: ", "a: b\n",
  ]

  @Test func agreesWithTheLibrary() async throws {
    var generator = SeededGenerator(seed: 7)
    var document = YAMLDocument()
    var plain = 0
    let report = try await fuzz(6_000) { round in
      var text = ""
      for _ in 0..<Int.random(in: 1...7, using: &generator) {
        let indent = try #require([0, 0, 0, 0, 0, 2, 2, 4, 1].randomElement(using: &generator))
        let lines = Int.random(in: 0..<10, using: &generator) == 0 ? Self.otherLines : Self.plainLines
        text +=
          String(repeating: " ", count: indent) + (try #require(lines.randomElement(using: &generator)))
        text += round.isMultiple(of: 5) ? "\r\n" : "\n"
      }
      var bytes = Array(text.utf8)
      if round.isMultiple(of: 2) {
        let place = Int.random(in: 0...bytes.count, using: &generator)
        let piece = try #require(Self.pieces.randomElement(using: &generator))
        bytes.replaceSubrange(
          place..<min(bytes.count, place + Int.random(in: 0...1, using: &generator)), with: piece.utf8)
      }
      let problems = document.parse(SourceFile(path: "fuzz", bytes: bytes), 0..<bytes.count)
      guard document.isPlain else { return }
      plain += 1
      expectLibrarysNodes(bytes, document, problems)
    }
    #expect(report.isWithinBounds)
    #expect(plain * 20 > report.count)
  }

  /// Expects the nodes and mistakes that libyaml gives for the same text: a comment with a tab, which is not plain,
  /// adds nothing to it.
  private func expectLibrarysNodes(_ bytes: [UInt8], _ document: YAMLDocument, _ problems: [Diagnostic]) {
    let file = SourceFile(path: "library", bytes: bytes + Array("\n#\t".utf8))
    var library = YAMLDocument()
    let expected = library.parse(file, 0..<file.bytes.count)
    #expect(!library.isPlain)
    #expect(library.nodes == document.nodes, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
    #expect(expected.map(\.range.bytes) == problems.map(\.range.bytes))
  }
}
