import Content
import Diagnostics
import Markdown
import Records

/// The HTML of all records' bodies.
struct RenderedBodies: Sendable {
  /// The bodies of some files, one after another in a buffer.
  struct Chunk: Sendable {
    var html: [UInt8] = []
    /// The range of each file's body, in order.
    var ranges: [Range<Int32>] = []
    /// The positions of URLs of links and images within the site, in order.
    var urls: [Int32] = []
    var diagnostics = BodyDiagnostics()
    /// The dependencies of their links.
    var uses = LinkUses()
  }

  /// The number of files in a chunk.
  static let chunkSize = 256
  /// The chunks, in the order of the files.
  let chunks: [Chunk]
  let targets: LinkTargets

  /// In a public site, the output paths that links lead to.
  var linkedPaths: Set<String> { chunks.reduce(into: []) { $0.formUnion($1.uses.paths) } }

  /// The HTML of a file's body, with links relative to the file's own page; nil if it is empty.
  func html(of file: Int) -> ArraySlice<UInt8>? {
    let range = range(of: file)
    return range.isEmpty ? nil : chunks[file / Self.chunkSize].html[range]
  }

  /// The positions in the HTML of a file's body of URLs within the site. A URL begins with the path to the
  /// site's top or, for a link to the file's own page, with `#` or the end of the attribute.
  /// - Complexity: O(log *n*) in the links of the files in the chunk.
  func urls(of file: Int) -> ArraySlice<Int32> {
    let (urls, range) = (chunks[file / Self.chunkSize].urls, range(of: file))
    return urls[urls.partitioningIndex { $0 >= range.lowerBound }...].prefix { $0 < range.upperBound }
  }

  private func range(of file: Int) -> Range<Int> {
    let range = chunks[file / Self.chunkSize].ranges[file % Self.chunkSize]
    return Int(range.lowerBound)..<Int(range.upperBound)
  }
}

// MARK: Rendering

extension RenderedBodies {
  /// Renders the Markdown bodies of all records before anything is written: a broken link stops the build.
  /// - Parameters:
  ///   - paths: the path of each file's page.
  ///   - earlier: bodies of a previous reading; those that are certainly the same are reused.
  /// - Returns: the HTML of each file, and all errors.
  static func render(
    _ graph: RecordGraph, paths: [String], targets: LinkTargets, after earlier: RenderedBodies? = nil
  ) async -> (bodies: RenderedBodies, diagnostics: BodyDiagnostics) {
    let earlier = earlier.flatMap { $0.hasSameLinks(with: targets) ? $0 : nil }
    var isRecord = [Bool](repeating: false, count: graph.files.count)
    for table in graph.tables {
      for file in table.files { isRecord[Int(file)] = true }
    }
    let wanted = isRecord
    let chunks = await inParallel(graph.files.count, by: chunkSize) { part in
      earlier?.chunk(part, of: graph.files)
        ?? Chunk(part, of: graph.files, areRecords: wanted, paths: paths, targets: targets)
    }
    var diagnostics = BodyDiagnostics()
    for chunk in chunks { diagnostics.append(chunk.diagnostics) }
    return (RenderedBodies(chunks: chunks, targets: targets), diagnostics)
  }

  /// Whether every link certainly has the same destination with other targets.
  private func hasSameLinks(with others: LinkTargets) -> Bool {
    others.areSame(as: targets) && !chunks.contains { $0.uses.hasRecordHeadings }
  }

  /// A chunk to reuse; nil if the bytes of one of its files have changed.
  private func chunk(_ part: Range<Int>, of files: [MarkdownFile]) -> Chunk? {
    let own = targets.recordFiles
    guard part.allSatisfy({ files[$0].source.bytes == own[$0].source.bytes }) else { return nil }
    return chunks[part.lowerBound / Self.chunkSize]
  }
}

extension RenderedBodies.Chunk {
  /// Renders the bodies of some files.
  fileprivate init(
    _ part: Range<Int>, of files: [MarkdownFile], areRecords: [Bool], paths: [String], targets: LinkTargets
  ) {
    var lookup = LinkLookup(targets)
    for index in part {
      let start = Int32(html.count)
      let file = files[index]
      if areRecords[index], !file.body.isEmpty {
        let path = paths[index]
        let markdown = MarkdownDocument(file.source, body: file.body)
        let rendered = markdown.render(into: &html) { lookup.resolve($0, in: file, at: path) }
        urls += rendered.rewrittenURLs.map { Int32($0) }
        diagnostics.append(rendered.diagnostics)
        for query in rendered.queries {
          diagnostics.append(
            Diagnostic(
              .misplacedQuery, at: file.source[query.fence],
              "a query block belongs on a page; a record's body is not replaced by results"))
        }
      }
      ranges.append(start..<Int32(html.count))
    }
    uses = lookup.uses
  }
}
