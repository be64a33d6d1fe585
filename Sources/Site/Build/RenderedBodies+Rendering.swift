import Content
import Diagnostics
import Markdown
import Records

extension RenderedBodies {
  /// Renders the Markdown bodies of all records, before anything is written: a broken link stops the build.
  /// - Parameters:
  ///   - paths: the path of each document's page.
  ///   - targets: what they may link to.
  ///   - earlier: bodies of another reading, from which those are taken that surely are the same.
  /// - Returns: the HTML of each document, and every error in them.
  static func render(
    _ graph: RecordGraph, paths: [String], targets: LinkTargets, after earlier: RenderedBodies? = nil
  ) async -> (bodies: RenderedBodies, diagnostics: BodyDiagnostics) {
    let earlier = earlier.flatMap { targets.areSame(as: $0.targets) ? $0 : nil }
    var isRecord = [Bool](repeating: false, count: graph.documents.count)
    for table in graph.tables {
      for document in table.documents { isRecord[Int(document)] = true }
    }
    let wanted = isRecord
    let chunks = await inParallel(graph.documents.count, by: chunkSize) { part in
      earlier?.chunk(part, of: graph.documents)
        ?? chunk(part, of: graph.documents, areRecords: wanted, paths: paths, targets: targets)
    }
    var diagnostics = BodyDiagnostics()
    for chunk in chunks { diagnostics.append(chunk.diagnostics) }
    let bodies = RenderedBodies(
      buffers: chunks.map(\.bytes), ranges: chunks.flatMap(\.ranges), diagnostics: chunks.map(\.diagnostics),
      targets: targets)
    return (bodies, diagnostics)
  }

  /// A buffer as it is; nil where one of its documents has other bytes now.
  private func chunk(
    _ part: Range<Int>, of documents: [Document]
  ) -> (bytes: [UInt8], ranges: [Range<Int32>], diagnostics: BodyDiagnostics)? {
    let own = targets.documents
    guard part.allSatisfy({ documents[$0].file.bytes == own[$0].file.bytes }) else { return nil }
    let index = part.lowerBound / Self.chunkSize
    return (buffers[index], Array(ranges[part]), diagnostics[index])
  }

  /// Renders the bodies of some documents, one after another into one buffer.
  private static func chunk(
    _ part: Range<Int>, of documents: [Document], areRecords: [Bool], paths: [String], targets: LinkTargets
  ) -> (bytes: [UInt8], ranges: [Range<Int32>], diagnostics: BodyDiagnostics) {
    var buffer: [UInt8] = []
    var ranges: [Range<Int32>] = []
    var diagnostics = BodyDiagnostics()
    for index in part {
      let start = Int32(buffer.count)
      let document = documents[index]
      if areRecords[index], !document.body.isEmpty {
        let path = paths[index]
        let markdown = MarkdownDocument(document.file, body: document.body)
        let rendered = markdown.render(into: &buffer) { targets.resolve($0, in: document, at: path) }
        diagnostics.append(rendered.diagnostics)
        for query in rendered.queries {
          diagnostics.append(
            Diagnostic(
              .misplacedQuery, at: document.file[query.fence],
              "a query block belongs on a page; a record's body is not replaced by results"))
        }
      }
      ranges.append(start..<Int32(buffer.count))
    }
    return (buffer, ranges, diagnostics)
  }
}
