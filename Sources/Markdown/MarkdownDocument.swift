import Diagnostics

/// The parsed Markdown body of a file, with its headings and HTML.
///
/// The body is CommonMark, parsed by libcmark, with top-level pipe tables (``PipeTables``) and heading ids
/// (``HeadingIDs``). Raw HTML is dropped with a warning, comments silently. Every link is checked.
///
///     Paid by *card*.        <p>Paid by <em>card</em>.</p>
///     ## Notes               <h2 id="notes">Notes</h2>
///
/// Initialization parses the body, which is about two thirds of the work.
package struct MarkdownDocument: ~Copyable {
  private let file: SourceFile
  private let body: Range<Int>
  private let tree: MarkdownTree
  private let tables: PipeTables?

  /// Parses a body.
  /// - Parameters:
  ///   - file: the file; its bytes in `body` are valid UTF-8.
  ///   - body: the range of the body, in UTF-8 bytes from the start of the file.
  /// - Complexity: O(*n*) in the bytes, except for hostile input.
  package init(_ file: SourceFile, body: Range<Int>) {
    self.file = file
    self.body = body.clamped(to: 0..<file.bytes.count)
    let plain = MarkdownTree(parsing: file.bytes, in: self.body)
    tables = PipeTables(in: plain, of: self.body, in: file)
    if let tables {
      tree = MarkdownTree(parsing: tables.text, in: 0..<tables.text.count)
    } else {
      tree = plain
    }
  }

  /// What rendering finds besides HTML: the headings and the query blocks. No link is looked up.
  /// - Complexity: O(*n*) in the nodes.
  package func reading() -> RenderedMarkdown {
    var html: [UInt8] = []
    return render(into: &html) { _ in .pending }
  }

  /// Renders the body as HTML.
  /// - Parameters:
  ///   - resolve: looks up each destination without a scheme; an image within a link comes after the link.
  ///   - output: the buffer to append UTF-8 HTML to, which ends in a line feed unless it is empty.
  /// - Returns: the ranges of the HTML and its query blocks, and the diagnostics of the body. An invalid link
  ///   has no destination in the HTML.
  /// - Complexity: O(*n*) in the nodes.
  package func render(
    into output: inout [UInt8], resolve: @escaping (LinkReference) -> LinkResolution
  ) -> RenderedMarkdown {
    let start = output.count
    var renderer = MarkdownRenderer(
      file, body: body, tables: tables, appendingTo: output.take(), resolve: resolve)
    tree.walk { event, node in renderer.visit(event, node) }
    output = renderer.html.bytes
    return RenderedMarkdown(
      file: file, body: body, html: start..<output.count, headings: renderer.headings,
      queries: renderer.queries, pendingLinks: renderer.pendingLinks,
      rewrittenURLs: renderer.rewrittenURLs, diagnostics: renderer.diagnostics)
  }
}

/// The result of rendering a body, besides the bytes of its HTML.
package struct RenderedMarkdown: Sendable {
  let file: SourceFile
  let body: Range<Int>
  /// The range of the HTML in the buffer.
  package let html: Range<Int>
  /// The headings, in page order. The first one is the title of a page that has none.
  package let headings: [Heading]
  /// The query blocks, in page order. The result of each is to be inserted at its `position` in the buffer.
  package let queries: [QueryBlock]
  /// The links whose destinations are not inserted yet, in page order.
  let pendingLinks: [PendingLink]
  /// The positions in the buffer of URLs that destinations were rewritten to, in page order.
  package let rewrittenURLs: [Int]
  package let diagnostics: BodyDiagnostics
}

/// The diagnostics of bodies, including broken links without a suggestion yet: finding the nearest path scans
/// all paths of the site, once for each missing path.
package struct BodyDiagnostics: Sendable {
  /// The errors.
  package private(set) var diagnostics: [Diagnostic] = []
  /// The missing paths below Content, by the index of the link's diagnostic.
  package private(set) var missing: [(diagnostic: Int, path: String)] = []

  package init() {}

  /// Adds an error.
  package mutating func append(_ diagnostic: Diagnostic, missing path: String? = nil) {
    if let path { missing.append((diagnostics.count, path)) }
    diagnostics.append(diagnostic)
  }

  /// One error for all at the same place, as several pages of one file have them.
  /// - Parameter note: what is noted with the first one about the number of those that say something else.
  package func onePerPlace(noting note: (Int) -> String) -> BodyDiagnostics {
    struct Place: Hashable {
      let path: String
      let bytes: Range<Int>
    }
    let byPlace = Dictionary(grouping: diagnostics.indices) {
      Place(path: diagnostics[$0].range.file.path, bytes: diagnostics[$0].range.bytes)
    }
    let paths = Dictionary(missing.map { ($0.diagnostic, $0.path) }) { first, _ in first }
    var result = BodyDiagnostics()
    for indices in byPlace.values.sorted(by: { $0[0] < $1[0] }) {
      let first = diagnostics[indices[0]]
      let others = indices.count { diagnostics[$0].summary != first.summary }
      result.append(others > 0 ? first.adding(note(others)) : first, missing: paths[indices[0]])
    }
    return result
  }

  /// The diagnostics of two lists, joined.
  package static func + (some: BodyDiagnostics, others: BodyDiagnostics) -> BodyDiagnostics {
    var all = some
    all.append(others)
    return all
  }

  /// Adds the diagnostics of another body.
  package mutating func append(_ other: BodyDiagnostics) {
    missing += other.missing.map { (diagnostics.count + $0.diagnostic, $0.path) }
    diagnostics += other.diagnostics
  }
}

/// A top-level fenced block with `query` as its first word: a fetch request, to be replaced by its result.
package struct QueryBlock: Sendable, Equatable {
  /// The YAML between the fences, in UTF-8 bytes from the start of the file, without the last line ending.
  package let content: Range<Int>
  /// The line of the opening fence, in UTF-8 bytes from the start of the file.
  package let fence: Range<Int>
  /// The position for the result in the HTML buffer, always at the start of a line.
  package let position: Int
}

extension [UInt8] {
  /// Moves the buffer out, leaving an empty array, so that appending needs no copy.
  fileprivate mutating func take() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &self)
    return taken
  }
}
