import Diagnostics
import FrontMatter
import TestSupport
import Testing

/// What is read is what libyaml reads, and what is no YAML is none to it, over generated texts.
///
///     DOCKET_FUZZ=1000000 swift test -c release --filter LibYAMLTests
@Suite struct LibYAMLTests {
  private static let lines = [
    "date: 2026-03-14", "a: b", "b:", "rows:", "- x", "- a: b", "- {service: chai, sum: 252.00}", "c: 'c'",
    "d: \"d e\"", "tags: [a, b]", "k: {a: \"b\", c: d}", "url: http://a/b:c", "# note", "", "x: -5", "x: y#z",
    "name: é", "e: \"\"", "-", "- ", "   ", "x: y # z", "m: >", "m: |", "l: |2-", "- >+ # c", "---", "...",
    "q: 'it''s'", "a b: c", "word", "a : b", "{a: b}", "[a]", "x: {a: , b: c}", "x: [a, ]", "x: [a b , c]",
    "x: {a: b}c", "x: [a, [b, {c: d, e}], f]", "- - a", "- - b: c", "'d': \"\\x41\\u00e9\\n\"", "x: {", "}",
    "x: [", "]", ", y", "g: h, i", "\"o", "p\"", "x: \"a \\", "b\"", "t:\tu", "- \tv", "\t", "x: [a: b, c]",
    "é: [ü, ö]", "z: x: y", "? k", ": v", "x: - y", "x: {a: b, a: c}", "<<: x", "x: &a", "*b", "!c",
  ]
  private static let seeds = [
    "date: 2026-03-14\ncustomer: ernst-handel\nmade: true\nrows:\n  - {service: chai, sum: 252.00}\n  - service: chang\n    price: 1.85\n",
    "a: 'it''s'\nb: \"x\\ty\\u00e9 \\\n   z\"\nc: |2\n   lit\n    eral\n\nd: >-\n  fol\n  ded\n\n   more\ne: pl\n  ain\n",
    "where: 'a = \"b\"' # c\nlist: [a, [b, {c: d}], \"e\"]\r\nmüller: straße €😀\r\nempty:\r\n- x\r\n",
    "a:\n  - b: {c: [d, {e: f,\n g: h}], i}\n    j: >+\n      k\n\n     l\n  -\n    - m\n    -   n: |-\n\n          o\n",
  ]
  private static let pieces = [
    " ", "  ", "\n", "\r\n", "\r", "\t", ":", ": ", "- ", "-", "? ", "?", "'", "\"", "\\", "\\\n", "[", "]",
    "{", "}", ",", "#", " #", "&", "*", "!", "|", ">", "|2-", ">+", "|0", "%", "@", "`", "---", "\n---\n",
    "...\n", "é", "😀", "\n  ", "\n    ", "<<: ", "a", "x: y\n", "\\u00e9", "\\x4", "\\q", "  - ", "\n- ",
  ]
  /// Diagnostics of what is YAML and not read by docket.
  private static let stricter: Set<DiagnosticID> = [
    .yamlAnchor, .yamlAlias, .yamlTag, .yamlMergeKey, .yamlDirective, .complexKey, .nestingTooDeep,
    .controlCharacter, .lineSeparator, .severalDocuments, .mergeConflict,
  ]

  /// What a run compared.
  private struct Counts {
    var read = 0
    var refused = 0
    var stricter = 0
  }

  @Test(.enabled(if: LibYAML.isInstalled, "libyaml is not installed"))
  func readsWhatLibYAMLReads() async throws {
    let library = try #require(LibYAML())
    var generator = SeededGenerator(seed: 11)
    var document = FrontMatterDocument()
    var counts = Counts()
    let report = try await fuzz(5_000) { round in
      let bytes = try Self.text(round, &generator)
      guard firstInvalidUTF8(in: bytes) == nil else { return }
      compare(bytes, &document, library, &counts)
    }
    #expect(report.isWithinBounds)
    #expect(counts.read * 5 > report.count)
    #expect(counts.refused * 5 > report.count)
    print(
      "\(counts.read) texts read alike, \(counts.refused) refused by both, \(counts.stricter) by docket alone"
    )
  }

  /// A text of random lines, or one of the seeds, half of them with pieces put in.
  private static func text(_ round: Int, _ generator: inout SeededGenerator) throws -> [UInt8] {
    var bytes: [UInt8] = []
    if round.isMultiple(of: 3) {
      bytes = Array(seeds[round / 3 % seeds.count].utf8)
    } else {
      for _ in 0..<Int.random(in: 1...7, using: &generator) {
        let indent = try #require([0, 0, 0, 0, 2, 2, 2, 4, 1].randomElement(using: &generator))
        let count = Int.random(in: 0..<4, using: &generator) == 0 ? lines.count : 18
        bytes += repeatElement(0x20, count: indent)
        bytes += try #require(lines[..<count].randomElement(using: &generator)).utf8
        bytes += (round.isMultiple(of: 5) ? "\r\n" : "\n").utf8
      }
      if Int.random(in: 0..<4, using: &generator) == 0 { bytes.removeLast() }
    }
    guard round.isMultiple(of: 2) || round.isMultiple(of: 3) else { return bytes }
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let place = Int.random(in: 0...bytes.count, using: &generator)
      let end = min(bytes.count, place + Int.random(in: 0...2, using: &generator))
      bytes.replaceSubrange(place..<end, with: try #require(pieces.randomElement(using: &generator)).utf8)
    }
    return bytes
  }

  /// Whether a `|` or `>` stands below its key or `-` without being indented, which YAML does not allow and libyaml does.
  private static func hasBlockScalarBelowKey(_ diagnostics: [Diagnostic]) -> Bool {
    diagnostics.contains { ["|", ">"].contains($0.range.text.first) && $0.id == .yamlSyntax }
  }

  private func compare(
    _ bytes: [UInt8], _ document: inout FrontMatterDocument, _ library: LibYAML, _ counts: inout Counts
  ) {
    let file = SourceFile(path: "a", bytes: bytes)
    let diagnostics = document.read(file, 0..<bytes.count)
    let outcome = library.read(bytes)
    let text = String(decoding: bytes, as: UTF8.self).debugDescription
    let isRead = diagnostics.allSatisfy { $0.id == .duplicateKey } || !document.nodes.isEmpty
    guard isRead else {
      let ids = Set(diagnostics.map(\.id))
      if ids.isSubset(of: Self.stricter) || outcome == .unsupported
        || Self.hasBlockScalarBelowKey(diagnostics)
      {
        counts.stricter += 1
      } else {
        counts.refused += 1
        #expect(outcome == .failure, "\(text) \(diagnostics.map(\.summary))")
      }
      return
    }
    counts.read += 1
    // It takes a line of '...' for the end of a document only where one has begun.
    if document.nodes.isEmpty, outcome == .failure, bytes.contains(UInt8(ascii: ".")) { return }
    guard case .nodes(var expected) = outcome else {
      Issue.record("read, and not by libyaml: \(text)")
      return
    }
    // A document of nothing is an empty scalar to it.
    if expected.count == 1, expected[0].kind == 0, expected[0].text.isEmpty { expected = [] }
    let nodes = document.nodes.map { node in
      LibYAML.Node(
        kind: node.kind.rawValue, isFlow: node.isFlow, bytes: node.bytes,
        text: node.isScalar ? document.withBytes(of: node) { span in span.indices.map { span[$0] } } : [])
    }
    for index in expected.indices where index < nodes.count {
      // The value of a key without ':' stands where that would be; to libyaml it stands at the next token.
      if nodes[index].text.isEmpty, nodes[index].kind == 0, index > 0,
        nodes[index].bytes.lowerBound == nodes[index - 1].bytes.upperBound
      {
        expected[index].bytes = nodes[index].bytes
      }
    }
    #expect(nodes == expected, "\(text)")
  }
}
