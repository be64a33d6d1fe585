import Content
import Diagnostics
import Markdown
import Records

/// The HTML of all records' bodies.
struct RenderedBodies: Sendable {
  /// The bodies of some documents, one after another in one buffer.
  struct Chunk: Sendable {
    var html: [UInt8] = []
    /// Where each document's is, in their order.
    var ranges: [Range<Int32>] = []
    /// What is wrong with them.
    var diagnostics = BodyDiagnostics()
    /// What their links needed.
    var uses = LinkUses()
  }

  /// How many documents are in a chunk.
  static let chunkSize = 256
  /// The documents in their order.
  let chunks: [Chunk]
  /// What the links lead to.
  let targets: LinkTargets

  /// The paths of the output that links lead to, in a public site.
  var linkedPaths: Set<String> { chunks.reduce(into: []) { $0.formUnion($1.uses.paths) } }

  /// The HTML of a document's body; nil if it is empty.
  func html(of document: Int) -> ArraySlice<UInt8>? {
    let chunk = chunks[document / Self.chunkSize]
    let range = chunk.ranges[document % Self.chunkSize]
    return range.isEmpty ? nil : chunk.html[Int(range.lowerBound)..<Int(range.upperBound)]
  }
}

// MARK: Rendering

extension RenderedBodies {
  /// Renders the Markdown bodies of all records, before anything is written: a broken link stops the build.
  /// - Parameters:
  ///   - paths: the path of each document's page.
  ///   - targets: what they may link to.
  ///   - earlier: bodies of another reading, from which those are taken that are certainly the same.
  /// - Returns: the HTML of each document, and every error in them.
  static func render(
    _ graph: RecordGraph, paths: [String], targets: LinkTargets, after earlier: RenderedBodies? = nil
  ) async -> (bodies: RenderedBodies, diagnostics: BodyDiagnostics) {
    let earlier = earlier.flatMap { $0.hasSameLinks(with: targets) ? $0 : nil }
    var isRecord = [Bool](repeating: false, count: graph.documents.count)
    for table in graph.tables {
      for document in table.documents { isRecord[Int(document)] = true }
    }
    let wanted = isRecord
    let chunks = await inParallel(graph.documents.count, by: chunkSize) { part in
      earlier?.chunk(part, of: graph.documents)
        ?? Chunk(part, of: graph.documents, areRecords: wanted, paths: paths, targets: targets)
    }
    var diagnostics = BodyDiagnostics()
    for chunk in chunks { diagnostics.append(chunk.diagnostics) }
    return (RenderedBodies(chunks: chunks, targets: targets), diagnostics)
  }

  /// Whether every link certainly leads to the same place with other targets.
  private func hasSameLinks(with others: LinkTargets) -> Bool {
    others.areSame(as: targets) && !chunks.contains { $0.uses.hasRecordHeadings }
  }

  /// A chunk as it is; nil if one of its documents has other bytes now.
  private func chunk(_ part: Range<Int>, of documents: [Document]) -> Chunk? {
    let own = targets.documents
    guard part.allSatisfy({ documents[$0].file.bytes == own[$0].file.bytes }) else { return nil }
    return chunks[part.lowerBound / Self.chunkSize]
  }
}

extension RenderedBodies.Chunk {
  /// Renders the bodies of some documents.
  fileprivate init(
    _ part: Range<Int>, of documents: [Document], areRecords: [Bool], paths: [String], targets: LinkTargets
  ) {
    var lookup = LinkLookup(targets)
    for index in part {
      let start = Int32(html.count)
      let document = documents[index]
      if areRecords[index], !document.body.isEmpty {
        let path = paths[index]
        let markdown = MarkdownDocument(document.file, body: document.body)
        let rendered = markdown.render(into: &html) { lookup.resolve($0, in: document, at: path) }
        diagnostics.append(rendered.diagnostics)
        for query in rendered.queries {
          diagnostics.append(
            Diagnostic(
              .misplacedQuery, at: document.file[query.fence],
              "a query block belongs on a page; a record's body is not replaced by results"))
        }
      }
      ranges.append(start..<Int32(html.count))
    }
    uses = lookup.uses
  }
}
