import Content
import Diagnostics
import Markdown
import Records

/// A page of Content with its Markdown rendered, and its query blocks' results still to be put in.
struct RenderedPage: Sendable {
  /// The page.
  let page: Page
  /// Its index among the content's pages.
  let index: Int
  /// Its place in the navigation; nil for the home page and index pages.
  var number: Int?
  /// The title: written, else the first heading, else the file's name.
  let title: String
  /// The HTML of the Markdown, later of the blocks as well.
  var html: [UInt8] = []
  /// Where in the HTML each block's result belongs.
  var positions: [Int] = []
  /// The blocks; nil for one with errors.
  let blocks: [QueryBlockPlan?]
}

extension RenderedPage {
  /// Takes away the heading that the title was taken from, for the template shows the title itself; what links to the
  /// heading still finds its place.
  fileprivate mutating func dropTitle() {
    let (open, close) = (Array("<h1 id=\"".utf8), Array("</h1>\n".utf8))
    guard html.starts(with: open), let quote = html[open.count...].firstIndex(of: UInt8(ascii: "\"")),
      let end = html.indices.first(where: { html[$0...].starts(with: close) })
    else { return }
    let anchor = Array("<a id=\"".utf8) + html[open.count..<quote] + Array("\"></a>\n".utf8)
    let shift = end + close.count - anchor.count
    html.replaceSubrange(..<(end + close.count), with: anchor)
    positions = positions.map { $0 - shift }
  }
}

/// Reads the bodies of pages: first their query blocks, then, when all paths of the site are known, the rest.
enum PageRenderer {
  /// Reads titles and query blocks.
  static func read(_ content: Book) -> (pages: [RenderedPage], diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    var number = 0
    let indexed = Set(content.pages.compactMap(\.indexedFolder))
    let pages = content.pages.enumerated().map { index, page in
      let markdown = MarkdownDocument(page.document.file, body: page.document.body)
      var discarded: [UInt8] = []
      // Links are looked up when the paths of the blocks' exports are known; here only the blocks count.
      let queries = markdown.render(into: &discarded) { _ in .unchanged }.queries
      let blocks = QueryBlockReader.read(queries, of: page, graph: content.graph)
      diagnostics += blocks.diagnostics
      let title = page.title ?? markdown.headings().first?.text ?? name(of: page)
      var rendered = RenderedPage(page: page, index: index, title: title, blocks: blocks.plans)
      if page.kind == .other, !page.isBelowIndex(of: indexed) {
        rendered.number = number
        number += 1
      }
      return rendered
    }
    return (pages, diagnostics)
  }

  /// Renders the Markdown of all pages, links looked up.
  static func render(_ pages: [RenderedPage], targets: LinkTargets) -> (
    pages: [RenderedPage], problems: BodyDiagnostics
  ) {
    var problems = BodyDiagnostics()
    let rendered = pages.map { page in
      var page = page
      let document = page.page.document
      let path = OutputPath.page(of: document.path)
      let markdown = MarkdownDocument(document.file, body: document.body)
      let result = markdown.render(into: &page.html) { targets.resolve($0, in: document, at: path) }
      problems.append(result.problems)
      page.positions = result.queries.map(\.position)
      if page.page.title == nil { page.dropTitle() }
      return page
    }
    return (rendered, problems)
  }

  /// The file's name as a title: `unpaid-orders.md` is "Unpaid orders".
  private static func name(of page: Page) -> String {
    let last = page.document.path.split(separator: "/").last ?? ""
    return labelInWords(String(last.dropLast(3)).replacing("-", with: "_"))
  }
}

extension Page {
  /// The folder whose `index.md` the page is; nil for Content's own and for other pages.
  fileprivate var indexedFolder: Substring? {
    guard kind == .other, let slash = document.path.lastIndex(of: "/"),
      document.path[slash...] == "/index.md"
    else { return nil }
    return document.path[..<slash]
  }

  /// Whether the page lies beside an `index.md`, which leads to it; the navigation of every page need not.
  fileprivate func isBelowIndex(of folders: Set<Substring>) -> Bool {
    guard let slash = document.path.lastIndex(of: "/") else { return false }
    return indexedFolder == nil && folders.contains(document.path[..<slash])
  }
}
