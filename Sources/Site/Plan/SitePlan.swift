import Content
import Diagnostics
import FileSystem
import Records

/// Every file of the site: its path, and its source.
struct SitePlan: Sendable {
  /// The source of a file.
  enum Item: Sendable {
    /// A record's page, by its table and row in the graph.
    case record(table: Int, row: Int)
    /// A document of a record, by the index of its kind.
    case document(Int, row: Int)
    /// A page of a listing, by its 1-based number.
    case index(listing: Int, page: Int)
    /// A page of Content, by its index.
    case page(Int)
    /// The home page made from the model.
    case home
    /// The page about the model.
    case model
    /// The page of the latest changes, and its feed.
    case history, historyFeed
    /// The page that lists all entities and pages, for a site with too many for the navigation.
    case contents
    /// An exported result, by the index of its plan.
    case export(Int, ExportFormat)
    /// A part of the data of an entity's index.
    case data(entity: Int, ListingData.DataFile)
    /// A part of the search index.
    case search(SearchIndex.DataFile)
    /// The page of all values of a listing's filter.
    case values(listing: Int, filter: Int)
    /// The feed of a listing.
    case feed(listing: Int)
    /// The calendar of due records in a listing.
    case calendar(listing: Int)
    /// A file of the sitemap, by its 0-based number.
    case sitemap(Int)
    /// `robots.txt`.
    case robots
    /// The style sheet with the accent colour of site.yml.
    case accent
    /// The page at a former address of a record or page, by its index in the plan's redirects.
    case redirect(Int)
    /// A copied file of the theme, by its index.
    case asset(Int)
    /// A copied file of Content, by its index.
    case attachment(Int)
  }

  /// The paths, in the order of the items.
  private(set) var paths: [String] = []
  /// The source of each path.
  private(set) var items: [Item] = []
  /// The path of each record's page, by its file.
  private(set) var recordPagePaths: [String] = []
  /// The former addresses of records and pages: the current target, and the file that names the former one.
  private(set) var redirects: [(target: String, file: String)] = []
  /// The path of the page about the model, unless Content has a page there.
  private(set) var modelPath: String?
  /// The path of the page of the latest changes, unless there is no history or Content has a page there.
  private(set) var historyPath: String?
  /// The path of the page that lists all pages; nil if there is none.
  private(set) var contentsPath: String?
  /// The place of each theme file, and of each document's declaration; nil for built-in ones.
  private var (assetPlaces, documentPlaces): ([SourceRange?], [SourceRange]) = ([], [])
  /// The number of items before records' pages.
  private var otherCount = 0

  /// Plans a site.
  /// - Parameters:
  ///   - recordPagePaths: the path of each record's page, by its file.
  ///   - hasContents: whether a page lists all entities and pages.
  init(
    of contents: SiteContents, recordPagePaths: [String], assets: [Theme.Asset], brand: Brand,
    hasContents: Bool
  ) {
    let (book, pages, listings) = (contents.book, contents.book.pages, contents.listings)
    self.recordPagePaths = recordPagePaths
    (assetPlaces, documentPlaces) = (assets.map(\.place), contents.documents.kinds.map(\.place))
    if !pages.contains(where: { $0.kind == .home }) { add("index.html", .home) }
    for (index, page) in pages.enumerated() {
      if case .index = page.kind { continue }
      add(page.stem + ".html", .page(index))
    }
    addOwnPages(book, hasContents: hasContents)
    for (index, listing) in listings.enumerated() {
      for number in 1...listing.pageCount {
        add(listing.path(ofPage: number), .index(listing: index, page: number))
      }
    }
    for (index, export) in contents.exports.enumerated() {
      for format in ExportFormat.allCases { add(export.path + "." + format.rawValue, .export(index, format)) }
    }
    for (index, listing) in listings.enumerated() where listing.isBase {
      if let calendar = listing.calendar { add(calendar.path, .calendar(listing: index)) }
    }
    for own in contents.siblings.values.sorted(by: { $0.base < $1.base }) {
      let base = listings[own.base]
      for (filter, values) in own.filters.enumerated() where values.count > own.common[filter].count {
        add(base.pathOfValues(of: base.filters[filter].name), .values(listing: own.base, filter: filter))
      }
    }
    for (entity, data) in contents.data.sorted(by: { $0.key < $1.key }) {
      for file in data.files { add("\(data.folder)/\(file.name).js", .data(entity: entity, file)) }
    }
    if book.settings.baseURL != nil { addForPublishing(book, listings) }
    for (index, asset) in assets.enumerated() { add(asset.path, .asset(index)) }
    if brand.accent != nil { add(Brand.stylePath, .accent) }
    for (index, path) in book.attachments.enumerated() { add(nfc(path), .attachment(index)) }
    for (index, kind) in contents.documents.kinds.enumerated() {
      let table = book.graph.table(of: kind.entity)
      for row in kind.rows {
        let page = recordPagePaths[Int(table.files[Int(row)])]
        add(OutputPath.document(kind.name, ofPage: page), .document(index, row: Int(row)))
      }
    }
    otherCount = paths.count
    for table in book.graph.tables.indices where book.graph.tables[table].owners == nil {
      for (row, file) in book.graph.tables[table].files.enumerated() {
        add(recordPagePaths[Int(file)], .record(table: table, row: row))
      }
    }
    addRedirects(contents)
  }

  /// Adds the pages that docket makes, unless Content has a page or file there.
  private mutating func addOwnPages(_ book: Book, hasContents: Bool) {
    let taken = Set((paths + book.attachments).map { idFolded(nfc($0)) })
    if !taken.contains("model.html") {
      modelPath = "model.html"
      add("model.html", .model)
    }
    if book.history != nil, !taken.contains(SiteHistory.path) {
      historyPath = SiteHistory.path
      add(SiteHistory.path, .history)
    }
    if hasContents {
      // Unlike the page about the model, this page must exist, because it is the only way to some pages.
      let names = sequence(first: 1) { $0 + 1 }.lazy.map { $0 == 1 ? "contents.html" : "contents-\($0).html" }
      contentsPath = names.first { !taken.contains($0) }
      if let contentsPath { add(contentsPath, .contents) }
    }
  }

  /// The folder of the search's files.
  static let searchFolder = "search"

  /// The plan with the files of the search, if there is one.
  func adding(_ search: SearchIndex?) -> SitePlan {
    var plan = self
    for file in search?.files ?? [] { plan.add("\(Self.searchFolder)/\(file.name).js", .search(file)) }
    return plan
  }

  private mutating func add(_ path: String, _ item: Item) {
    paths.append(path)
    items.append(item)
  }

  /// The plan without the copied files of Content, with some exceptions.
  /// - Parameter kept: the paths to keep.
  func withoutAttachments(besides kept: Set<String>) -> SitePlan {
    keeping(
      items.indices.filter { index in
        if case .attachment = items[index] { kept.contains(paths[index]) } else { true }
      })
  }

  /// The plan with only some files.
  /// - Parameter indices: the indices of these files, ascending.
  func keeping(_ indices: [Int]) -> SitePlan {
    var plan = self
    plan.otherCount = indices.count { $0 < otherCount }
    (plan.paths, plan.items) = (indices.map { paths[$0] }, indices.map { items[$0] })
    return plan
  }

  /// Adds the redirects at former addresses: of records, of their documents, and of pages.
  private mutating func addRedirects(_ contents: SiteContents) {
    let (book, kinds) = (contents.book, contents.documents.kinds)
    var seen: Set<[String]> = []
    func add(_ path: String, _ target: String, _ file: MarkdownFile) {
      // If file systems ignore case, a name that differs only in case is the page's own.
      guard idFolded(path) != idFolded(target), seen.insert([idFolded(path), target]).inserted else { return }
      self.add(path, .redirect(redirects.count))
      redirects.append((target, file.source.path))
    }
    for name in book.graph.formerNames {
      let file = book.graph.file(of: name.row, in: name.table)
      let former = OutputPath.page(of: name.path)
      let page = recordPagePaths[Int(book.graph.tables[name.table].files[name.row])]
      add(former, page, file)
      for kind in kinds
      where book.graph.model.entities[kind.entity].table == name.table && kind.contains(name.row) {
        add(
          OutputPath.document(kind.name, ofPage: former), OutputPath.document(kind.name, ofPage: page), file)
      }
    }
    for page in book.pages {
      for former in page.formerPaths { add(OutputPath.page(of: former), page.stem + ".html", page.file) }
    }
  }

  /// Adds files that only published sites have: feeds, a sitemap, and robots.txt.
  private mutating func addForPublishing(_ book: Book, _ listings: [IndexListing]) {
    for (index, listing) in listings.enumerated() where listing.isBase {
      if let feed = listing.feed { add(feed.path, .feed(listing: index)) }
    }
    if historyPath != nil { add(SiteHistory.feedPath, .historyFeed) }
    let count = pagePaths.count + book.recordCount
    for (part, path) in Sitemap.paths(pageCount: count).enumerated() { add(path, .sitemap(part)) }
    add("robots.txt", .robots)
  }

  /// All paths except those of records' pages.
  var pathsOfOthers: [String] { Array(paths[..<otherCount]) }

  var pagePaths: [String] { zip(paths, items).filter { $1.isPage }.map(\.0) }

  // MARK: Collisions

  /// Finds files with the same path, or with paths that differ only in case, which some file systems and
  /// hosts cannot distinguish. Also finds files in the place of folders.
  func collisions(_ book: Book) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    // The folded paths, and for each the first path that folds to it.
    var foldedPaths = InternedTexts()
    var firsts: [Int] = []
    var folded: [UInt8] = []
    for (index, path) in paths.enumerated() {
      folded.removeAll(keepingCapacity: true)
      folded.appendIDFolded(path)
      let number = foldedPaths.index(of: folded.span)
      if number == firsts.count {
        firsts.append(index)
      } else {
        diagnostics.append(
          collision("two sources for one page", path, from: firsts[number], and: index, book))
      }
    }
    return onePerDocument(diagnostics + filesAtFolders(foldedPaths, firsts, book))
  }

  /// The diagnostics, reduced to one for each kind of document, because every record has it.
  private func onePerDocument(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    guard !diagnostics.isEmpty else { return [] }
    func key(_ place: SourceRange) -> String { "\(place.file.path):\(place.bytes.lowerBound)" }
    let places = Set(documentPlaces.map(key))
    var seen: Set<String> = []
    return diagnostics.filter { diagnostic in
      let place = key(diagnostic.range)
      return !places.contains(place) || seen.insert(place).inserted
    }
  }

  /// Finds files in the place of folders: a page `about.html` beside an `about.html/scan.pdf`.
  private func filesAtFolders(
    _ foldedPaths: InternedTexts, _ firsts: [Int], _ book: Book
  ) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    var seen: Set<Substring> = []
    var last = ""
    var folded: [UInt8] = []
    for (index, path) in paths.enumerated() {
      // Most files are in the same folder as the previous one.
      if path.lies(directlyIn: last) { continue }
      var folder = path[...]
      while let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")) {
        if folder.endIndex == path.endIndex { last = String(path[..<slash]) }
        folder = folder[..<slash]
        guard seen.insert(folder).inserted else { break }
        folded.removeAll(keepingCapacity: true)
        folded.appendIDFolded(String(folder))
        guard let number = foldedPaths.number(of: folded.span) else { continue }
        diagnostics.append(
          collision(
            "a page and a folder for one path", paths[firsts[number]], from: firsts[number], and: index, book)
        )
      }
    }
    return diagnostics
  }

  /// Whether a file is in a top-level folder, or in the folder's place.
  /// - Parameter folder: its name, folded like an id.
  func reaches(_ folder: String) -> Bool {
    paths.contains { path in
      // A non-ASCII letter may fold to an ASCII letter.
      guard let first = path.utf8.first, first >= 0x80 || first | 0x20 == folder.utf8.first else {
        return false
      }
      return idFolded(String(path.prefix { $0 != "/" })) == folder
    }
  }

  /// The error for two files with one path, located in the source that can be changed.
  private func collision(
    _ what: String, _ path: String, from a: Int, and b: Int, _ book: Book
  ) -> Diagnostic {
    let sources = [source(of: a, book), source(of: b, book)].sorted { a, b in
      // A file of Content can be renamed, so it is the place of the error.
      a.isFile == b.isFile ? a.name < b.name : b.isFile
    }
    let place = sources[1].place ?? sources[0].place ?? SourceRange(fileAt: book.root)
    return Diagnostic(
      .urlCollision, at: place, "\(what) '\(path)': \(sources[0].name) and \(sources[1].name)",
      notes: Diagnostic.noteOfAccents(sources[0].name, sources[1].name))
  }

  /// The source of a file: its name in diagnostics, its place, and whether it is a file of Content.
  private func source(of index: Int, _ book: Book) -> (name: String, place: SourceRange?, isFile: Bool) {
    func file(_ path: String) -> (String, SourceRange?, Bool) {
      (path, SourceRange(fileAt: path), true)
    }
    switch items[index] {
    case .record(let table, let row): return file(book.graph.file(of: row, in: table).source.path)
    case .page(let page): return file(book.pages[page].file.source.path)
    case .attachment(let attachment): return file(book.root + "/" + book.attachments[attachment])
    case .redirect(let redirect): return file(redirects[redirect].file)
    case .document(let kind, _): return ("the document '\(paths[index])'", documentPlaces[kind], false)
    case .asset(let asset): return ("the theme's '\(paths[index])'", assetPlaces[asset], false)
    default: return ("docket's own '\(paths[index])'", nil, false)
    }
  }
}

extension SitePlan.Item {
  /// Whether it is a redirect from a former address.
  var isRedirect: Bool { if case .redirect = self { true } else { false } }

  /// Whether it is a page for readers.
  var isPage: Bool {
    switch self {
    case .record, .document, .index, .page, .home, .model, .history, .contents, .values: true
    case .historyFeed, .data, .search, .export, .feed, .calendar, .sitemap, .robots, .accent, .redirect,
      .asset, .attachment:
      false
    }
  }
}
