import Diagnostics
import FrontMatter
import TestSupport
import Testing

/// What is read is what libyaml reads, and what is no YAML is none to it, over generated texts.
///
///     DOCKET_FUZZ=1000000 swift test -c release --filter LibYAMLTests
@Suite struct LibYAMLTests {
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
      let bytes = try GeneratedText.next(round, &generator)
      guard firstInvalidUTF8(in: bytes) == nil else { return }
      compare(bytes, &document, library, &counts)
    }
    #expect(report.isWithinBounds)
    #expect(counts.read * 8 > report.count)
    #expect(counts.refused * 5 > report.count)
    print(
      "\(counts.read) texts read alike, \(counts.refused) refused by both, \(counts.stricter) by docket alone"
    )
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
    // What has no ':' is the rest of the value before it; to libyaml it is a key with an empty value.
    for index in nodes.indices where document.hasComma(document.nodes[index]) {
      while expected.count > index + 2, expected[index].bytes.upperBound < nodes[index].bytes.upperBound {
        let whole = expected[index].bytes.lowerBound..<expected[index + 1].bytes.upperBound
        expected[index].bytes = whole
        expected[index].text = Array(bytes[whole])
        expected.removeSubrange(index + 1...index + 2)
      }
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
