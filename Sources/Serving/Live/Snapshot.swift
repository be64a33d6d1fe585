import Content
import Diagnostics
import FileSystem
import Records
import Site

/// What the server shows at one moment. It never changes; a new reading of the book makes a new one.
struct Snapshot: Sendable {
  /// The last site without errors; nil until there was one.
  let site: PlannedSite?
  /// The place in the plan of each path of that site.
  let places: [String: Int]
  /// The book of the last reading, however much is wrong with it; nil before the first.
  let book: Book?
  /// The diagnostics of the last reading, including errors that keep its site from being shown.
  private(set) var diagnostics: [Diagnostic]
  /// Whether that is everything; else a review will find those that keep no page from being shown.
  private(set) var isReviewed: Bool
  /// The files of the site that are made when they are first asked for.
  let later: LaterFiles?
  /// What the last reading was made of; nil before the first.
  let origin: Loaded.Origin?
  /// A number that identifies the files beside the pages, in hexadecimal; empty before there was a site.
  let theme: String

  /// Nothing yet.
  static let empty = Snapshot(
    site: nil, places: [:], book: nil, diagnostics: [], isReviewed: true, later: nil, origin: nil, theme: "")

  /// What is shown after another reading of the book.
  func after(_ loaded: Loaded) -> Snapshot {
    // Forms use the same names as the pages.
    var book = loaded.book
    book.graph.model = loaded.site.model
    guard !loaded.diagnostics.hasErrors else {
      return Snapshot(
        site: site, places: places, book: book, diagnostics: loaded.diagnostics, isReviewed: false,
        later: later, origin: loaded.origin, theme: theme)
    }
    let isSame = site.map { $0.paths == loaded.site.paths } ?? false
    return Snapshot(
      site: loaded.site,
      places: isSame ? places : Dictionary(zip(loaded.site.paths, 0...)) { first, _ in first },
      book: book, diagnostics: loaded.diagnostics, isReviewed: false, later: LaterFiles(loaded.site),
      origin: loaded.origin, theme: loaded.site.themeDigest)
  }

  /// The same with all diagnostics.
  func reviewed(_ diagnostics: [Diagnostic]) -> Snapshot {
    var snapshot = self
    (snapshot.diagnostics, snapshot.isReviewed) = (diagnostics, true)
    return snapshot
  }

  /// The file at a path as the browser asks for it: `orders/` is the index page there.
  func place(of path: String) -> Int? {
    places[path.isEmpty || path.hasSuffix("/") ? path + "index.html" : path]
  }
}

extension PlannedSite {
  /// A number that identifies the theme's files by their paths and by what changes when they are written, in
  /// hexadecimal.
  fileprivate var themeDigest: String {
    let files = assetIndices.map { index in
      let content =
        switch file(at: index) {
        case .themeFile(let path, let theme):
          FileSystem.immediateStamp(of: theme.root + "/" + path)?.text ?? ""
        case .made(let bytes, _, _): PageFile.digest(of: bytes)
        case .asset, .attachment: ""
        }
      return "\(paths[index]) \(content)\n"
    }
    return PageFile.digest(of: Array(files.joined().utf8))
  }
}
