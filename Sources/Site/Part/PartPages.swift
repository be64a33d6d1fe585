import Content
import FileSystem
import Records

/// The pages of a part of a site. Content that only leads to other pages, such as the navigation, is left out
/// if those are not in the part: even without a link its text would reveal them.
struct PartPages: Sendable {
  /// The paths of the pages.
  let paths: Set<String>
  /// The files of the records with these pages.
  let files: Set<Int>
}

extension PartPages? {
  /// Whether pages may link to a page; nil is the whole site.
  func leads(to path: String) -> Bool { map { $0.paths.contains(path) } ?? true }
}

extension SitePlan {
  /// The pages selected by names.
  /// - Parameter names: as in ``PlannedSite/part(_:isSingleFile:)``; unknown names select none.
  func pages(named names: [String], in contents: SiteContents) -> PartPages {
    let found = names.flatMap { places(of: $0, in: contents.book, contents.listings) }
    let paths = Set(found.map { self.paths[$0] })
    return PartPages(
      paths: paths, files: Set(recordPagePaths.indices.filter { paths.contains(recordPagePaths[$0]) }))
  }

  /// The path of a named page without its extension.
  static func stem(of name: String, in book: Book) -> String {
    var stem = name.path(below: ".") ?? name
    for root in [book.root, String(book.root.fileName)] { stem = stem.path(below: root) ?? stem }
    // An id may end in `.html`, as the file `x.html.md` has it.
    if let ending = [".md", ".html"].first(where: stem.hasSuffix) {
      stem = String(stem.dropLast(ending.count))
    }
    return nfc(stem)
  }

  /// The indices in the plan of the pages that a name selects: a page, an index with all of its pages, or a
  /// page with `each` and the pages below it.
  /// - Complexity: O(*n*) in the files of the site.
  func places(of name: String, in book: Book, _ listings: [IndexListing]) -> [Int] {
    let stem = Self.stem(of: name, in: book)
    // As commands name a record where other folders have its id: `orders/2026-0002`.
    let (id, folder) = (stem.fileName, stem.lastIndex(of: "/").map { stem[..<$0] })
    return items.indices.filter { index in
      switch items[index] {
      case .record(let table, let row):
        paths[index] == stem + ".html" || [stem, name].contains(book.graph.id(of: row, in: table))
          || folder != nil && book.graph.id(of: row, in: table) == id
            && book.graph.model.entities[book.graph.entity(of: row, in: table)].folder.map { $0[...] }
              == folder
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
