import Content
import Diagnostics
import FileSystem
import Records
import Site

/// What the server shows at one moment. A snapshot is immutable; rereading the book makes a new one.
struct Snapshot: Sendable {
  /// The last site without errors; nil if there was none yet.
  let site: PlannedSite?
  /// The index in the plan of each path of that site.
  let places: [String: Int]
  /// The book of the last reading, even if it has errors; nil before the first reading.
  let book: Book?
  /// The diagnostics of the last reading, including errors that prevent its site from being shown.
  private(set) var diagnostics: [Diagnostic]
  /// Whether the diagnostics are complete; if not, a review will add those that do not prevent showing pages.
  private(set) var isReviewed: Bool
  /// The files of the site that are made on first request.
  let later: LaterFiles?
  /// The origin of the last reading; nil before the first.
  let origin: Loaded.Origin?
  /// The digest of the theme's files, in hexadecimal; empty before there was a site.
  let theme: String
  /// The number of sites there have been.
  let siteNumber: Int

  /// A snapshot before the first reading.
  static let empty = Snapshot(
    site: nil, places: [:], book: nil, diagnostics: [], isReviewed: true, later: nil, origin: nil, theme: "",
    siteNumber: 0)

  /// The snapshot after another reading of the book.
  func after(_ loaded: Loaded) -> Snapshot {
    // Forms use the same names as the pages.
    let made = loaded.made
    var book = loaded.book
    book.graph.model = made.site.model
    guard !made.diagnostics.hasErrors else {
      return Snapshot(
        site: site, places: places, book: book, diagnostics: made.diagnostics, isReviewed: false,
        later: later, origin: loaded.origin, theme: theme, siteNumber: siteNumber)
    }
    let isSame = site.map { $0.paths == made.site.paths } ?? false
    return Snapshot(
      site: made.site,
      places: isSame ? places : Dictionary(zip(made.site.paths, 0...)) { first, _ in first },
      book: book, diagnostics: made.diagnostics, isReviewed: false, later: LaterFiles(made.site),
      origin: loaded.origin, theme: made.site.themeDigest, siteNumber: siteNumber + 1)
  }

  /// A copy with all diagnostics.
  func reviewed(_ diagnostics: [Diagnostic]) -> Snapshot {
    var snapshot = self
    (snapshot.diagnostics, snapshot.isReviewed) = (diagnostics, true)
    return snapshot
  }

  /// The index of the file for a requested path: `orders/` is the index page in that folder.
  func place(of path: String) -> Int? {
    places[path.isEmpty || path.hasSuffix("/") ? path + "index.html" : path]
  }
}

extension PlannedSite {
  /// A digest of the theme's files by their paths and by a value that changes with each write, in
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
