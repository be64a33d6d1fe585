import Content
import Markdown

/// The body of a page of Content: its Markdown as HTML, and the results of its query blocks.
struct PageBody: Sendable {
  let page: Page
  /// Its index among the content's pages.
  let index: Int
  /// Its position in the navigation, or that of the page above it; nil for the home page and index pages.
  var number: Int?
  /// The pages above it, outermost first: the `index.md` of enclosing folders, and the list of its values.
  var sections: [Navigation.Link] = []
  /// Whether the navigation includes the page itself.
  var isInNavigation = true
  /// The title: the written one, else the first heading, else the file's name.
  let title: String
  /// The parsed body; its links are inserted into `html` when all paths are known.
  let markdown: RenderedMarkdown
  /// The HTML of the Markdown, and later of the blocks.
  var html: [UInt8]
  /// The positions in the HTML at which to insert the blocks' results.
  var positions: [Int] = []
  /// The blocks with their results; nil for a block with errors.
  let blocks: [QueryBlockResult?]
  /// The addresses of the pages that blocks link to, by the index of the block; none for a page that does not exist.
  var linkURLs: [Int: String] = [:]
}

extension PageBody {
  /// Removes the heading used as the title, which the template shows itself. Links to it still work.
  mutating func dropTitle() {
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

extension PageBody {
  /// The results that are also exported to files beside the page.
  var exports: [ExportPlan] {
    blocks.compactMap(\.self).compactMap { block in
      block.plan.exportPath.map { ExportPlan(path: $0, result: block.result, block: block) }
    }
  }
}
