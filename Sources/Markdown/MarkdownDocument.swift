import Diagnostics

/// The Markdown body of a file, parsed: its headings, and its HTML.
///
/// CommonMark, read by libcmark, with pipe tables at top level (``PipeTables``) and ids on headings
/// (``HeadingIDs``). Raw HTML is dropped with a warning, comments without one. Every link is checked.
///
///     Paid by *card*.        <p>Paid by <em>card</em>.</p>
///     ## Notes               <h2 id="notes">Notes</h2>
///
/// Making one is the parse, about two thirds of the work; its headings alone cost almost nothing more.
package struct MarkdownDocument: ~Copyable {
  private let file: SourceFile
  private let body: Range<Int>
  private let tree: MarkdownTree
  private let tables: PipeTables?

  /// Parses a body.
  /// - Parameters:
  ///   - file: the file; its bytes in `body` are valid UTF-8.
  ///   - body: where the body is, in UTF-8 bytes from the start of the file.
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

  /// The headings in the order of the page. The first one's text is the title of a page that has none.
  /// - Complexity: O(*n*) in the nodes.
  package func headings() -> [Heading] {
    var ids = HeadingIDs()
    var headings: [Heading] = []
    var cells = (tables?.cells ?? [])[...]
    tree.walk { event, node in
      guard event == .enter, node.kind == .heading else { return }
      if node.lines.lowerBound == cells.first?.line {
        cells.removeFirst()
        return
      }
      let text = node.plainText
      headings.append(Heading(text: text, id: ids.next(for: text)))
    }
    return headings
  }

  /// Renders the body as HTML.
  /// - Parameters:
  ///   - resolve: looks up each destination without a scheme; an image within a link comes after the link.
  ///   - output: where the HTML is appended, in UTF-8; it ends in a line feed unless it is empty.
  /// - Returns: where the HTML and its query blocks are, and the diagnostics of the body. An invalid link has no
  ///   destination in the HTML.
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
  /// The HTML in the buffer it was appended to.
  package let html: Range<Int>
  /// The headings in the order of the page. The first one's text is the title of a page that has none.
  package let headings: [Heading]
  /// The query blocks in the order of the page; of each, the result is to be put at its `position` in the buffer.
  package let queries: [QueryBlock]
  /// The links whose destinations are still to be inserted, in the order of the page.
  let pendingLinks: [PendingLink]
  /// Where in the buffer the URLs begin that destinations were rewritten to, in the order of the page.
  package let rewrittenURLs: [Int]
  /// The diagnostics of the body.
  package let diagnostics: BodyDiagnostics
}

/// The diagnostics of bodies, and which of them are links whose nearest path is still to be found: that scans all
/// paths of the site, once for each missing path.
package struct BodyDiagnostics: Sendable {
  /// The errors.
  package private(set) var diagnostics: [Diagnostic] = []
  /// The missing paths below Content that links name, by the index of the diagnostic.
  package private(set) var missing: [(diagnostic: Int, path: String)] = []

  /// Starts with none.
  package init() {}

  /// Adds an error.
  package mutating func append(_ diagnostic: Diagnostic, missing path: String? = nil) {
    if let path { missing.append((diagnostics.count, path)) }
    diagnostics.append(diagnostic)
  }

  /// The diagnostics of some bodies, then those of others.
  package static func + (some: BodyDiagnostics, others: BodyDiagnostics) -> BodyDiagnostics {
    var all = some
    all.append(others)
    return all
  }

  /// Adds those of another body.
  package mutating func append(_ other: BodyDiagnostics) {
    missing += other.missing.map { (diagnostics.count + $0.diagnostic, $0.path) }
    diagnostics += other.diagnostics
  }
}

/// A fenced block at top level whose first word is `query`: a fetch request, to be replaced by its result.
package struct QueryBlock: Sendable, Equatable {
  /// The YAML between the fences, in UTF-8 bytes from the start of the file, without its last line end.
  package let content: Range<Int>
  /// The line of the opening fence, in UTF-8 bytes from the start of the file.
  package let fence: Range<Int>
  /// Where in the buffer of the HTML the result belongs; it is always at the start of a line.
  package let position: Int
}

extension [UInt8] {
  /// Gives the buffer away and leaves an empty array, so that it is still appended to in place.
  fileprivate mutating func take() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &self)
    return taken
  }
}
