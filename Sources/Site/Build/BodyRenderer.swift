import Content
import Diagnostics
import Records

/// Renders the Markdown bodies of records before anything is written, so that a broken link stops the build.
enum BodyRenderer {
  /// Renders the bodies of all records.
  /// - Parameters:
  ///   - paths: the path of each document's page.
  ///   - targets: what they may link to.
  /// - Returns: the HTML of each document, and every mistake in them.
  static func render(
    _ graph: RecordGraph, paths: [String], targets: LinkTargets
  ) async -> (bodies: RenderedBodies, diagnostics: [Diagnostic]) {
    var isRecord = [Bool](repeating: false, count: graph.documents.count)
    for table in graph.tables {
      for document in table.documents { isRecord[Int(document)] = true }
    }
    let wanted = isRecord
    let chunks = await inParallel(graph.documents.count, by: RenderedBodies.chunkSize) { part in
      var buffer: [UInt8] = []
      var ranges: [Range<Int32>] = []
      var diagnostics: [Diagnostic] = []
      for index in part {
        let start = Int32(buffer.count)
        let document = graph.documents[index]
        if wanted[index], !document.body.isEmpty {
          let path = paths[index]
          let markdown = MarkdownDocument(document.file, body: document.body)
          let rendered = markdown.render(into: &buffer) { targets.resolve($0, in: document, at: path) }
          diagnostics += rendered.diagnostics
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
    return (
      RenderedBodies(buffers: chunks.map(\.0), ranges: chunks.flatMap(\.1)), chunks.flatMap(\.2)
    )
  }
}
