import Content
import Diagnostics
import Query
import Records

/// Every file of the site: its path, and what it is made of.
struct SitePlan: Sendable {
  /// What a file is made of.
  enum Item: Sendable {
    case record(table: Int, row: Int)
    /// A page of a listing, from 1.
    case index(listing: Int, page: Int)
    /// A page of Content, by its index.
    case page(Int)
    /// The home page made from the model.
    case home
    case export(Int, ExportFormat)
    case asset(Int)
    /// A file of Content that is copied, by its index.
    case attachment(Int)
  }

  /// The paths, each with an item.
  private(set) var paths: [String] = []
  /// What each path is made of.
  private(set) var items: [Item] = []
  /// What collides.
  private(set) var diagnostics: [Diagnostic] = []
  /// How many of the items, in front, are no records' pages.
  private(set) var others = 0

  /// Plans a site.
  init(content: LoadedContent, listings: [IndexListing], exports: [ExportPlan], assets: [Theme.Asset]) {
    let pages = content.pages
    if !pages.contains(where: { $0.kind == .home }) { add("index.html", .home) }
    for (index, page) in pages.enumerated() {
      if case .index = page.kind { continue }
      add(OutputPath.page(of: page.document.path), .page(index))
    }
    for (index, listing) in listings.enumerated() {
      for number in 1...listing.pageCount {
        add(listing.path(ofPage: number), .index(listing: index, page: number))
      }
    }
    for (index, export) in exports.enumerated() {
      for format in ExportFormat.allCases { add(export.path + "." + format.rawValue, .export(index, format)) }
    }
    for (index, asset) in assets.enumerated() { add(asset.path, .asset(index)) }
    for (index, path) in content.attachments.enumerated() { add(nfc(path), .attachment(index)) }
    others = paths.count
    for table in content.graph.tables.indices where content.graph.tables[table].owners == nil {
      for row in 0..<content.graph.tables[table].count {
        add(
          OutputPath.page(of: content.graph.document(of: row, in: table).path),
          .record(table: table, row: row))
      }
    }
    findCollisions(content)
  }

  private mutating func add(_ path: String, _ item: Item) {
    paths.append(path)
    items.append(item)
  }

  // MARK: Collisions

  /// Finds two files at one path, or at two that differ only by case: some file systems and hosts cannot tell them
  /// apart.
  private mutating func findCollisions(_ content: LoadedContent) {
    var firsts: [String: Int] = [:]
    firsts.reserveCapacity(paths.count)
    for (index, path) in paths.enumerated() {
      let folded = idFolded(path)
      guard let first = firsts[folded] else {
        firsts[folded] = index
        continue
      }
      let (a, b) = (source(of: first, content), source(of: index, content))
      let (later, earlier) = a.path < b.path ? (b, a) : (a, b)
      diagnostics.append(
        Diagnostic(
          .urlCollision, at: later.range,
          "two sources for one page '\(path)': \(earlier.path) and \(later.path)",
          notes: [.init("the other one", at: earlier.range)]))
    }
  }

  /// What a diagnostic shows as the source of a file of the site.
  private func source(of index: Int, _ content: LoadedContent) -> SourceFile {
    func made(_ what: String) -> SourceFile { SourceFile(path: what, bytes: []) }
    switch items[index] {
    case .record(let table, let row):
      return made(content.graph.document(of: row, in: table).file.path)
    case .page(let page): return made(content.pages[page].document.file.path)
    case .attachment(let attachment): return made(content.root + "/" + content.attachments[attachment])
    case .index: return made("the index '\(paths[index])'")
    case .export: return made("the export '\(paths[index])'")
    case .asset: return made("the theme's '\(paths[index])'")
    case .home: return made("the home page")
    }
  }
}

/// A format of an export, by its file's ending.
enum ExportFormat: String, Sendable, CaseIterable {
  case csv, json
}

/// A result that is written beside its page.
struct ExportPlan: Sendable {
  /// The path without its ending.
  let path: String
  /// What is written.
  let result: FetchResult

}
