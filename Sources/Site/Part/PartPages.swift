import Content
import Diagnostics
import FileSystem
import Records

/// The pages of a part of a site. What is on a page only to lead to others, such as the navigation and a record's
/// neighbors, is left out of it if they are not in the part: its words tell of them even without a link.
struct PartPages: Sendable {
  /// The paths of the pages.
  let paths: Set<String>
  /// The files of the records whose pages are among them.
  let files: Set<Int>
}

extension PartPages? {
  /// Whether pages lead to a page; nil is the whole site.
  func leads(to path: String) -> Bool { map { $0.paths.contains(path) } ?? true }
}

extension SitePlan {
  /// The pages that names mean.
  /// - Parameter names: as in ``PlannedSite/part(_:isSingleFile:)``; unknown ones have none.
  func pages(named names: [String], in contents: SiteContents) -> PartPages {
    let found = names.flatMap { places(of: $0, in: contents.book, contents.listings) }
    let paths = Set(found.map { self.paths[$0] })
    return PartPages(
      paths: paths, files: Set(recordPagePaths.indices.filter { paths.contains(recordPagePaths[$0]) }))
  }

  /// The path of a page without its ending, as a name means it.
  static func stem(of name: String, in book: Book) -> String {
    var stem = name.path(below: ".") ?? name
    for root in [book.root, String(book.root.fileName)] { stem = stem.path(below: root) ?? stem }
    for ending in [".md", ".html"] where stem.hasSuffix(ending) { stem = String(stem.dropLast(ending.count)) }
    return nfc(stem)
  }

  /// The places in the plan of the pages that a name means: of one page, of an index with all of its pages, or of a page
  /// with `each` and those below it.
  /// - Complexity: O(*n*) in the files of the site.
  func places(of name: String, in book: Book, _ listings: [IndexListing]) -> [Int] {
    let stem = Self.stem(of: name, in: book)
    return items.indices.filter { index in
      switch items[index] {
      case .record(let table, let row):
        paths[index] == stem + ".html" || book.graph.id(of: row, in: table) == stem
      case .page(let page):
        paths[index] == stem + ".html"
          || book.pages[page].instance != nil && paths[index].hasPrefix(stem + "/")
            && book.pages[page].file.path == stem + ".md"
      case .index(let listing, _): listings[listing].stem == stem || paths[index] == stem + ".html"
      case .document, .home, .model, .values: paths[index] == stem + ".html"
      default: false
      }
    }
  }
}
