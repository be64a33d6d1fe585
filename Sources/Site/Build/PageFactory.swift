import Content
import Diagnostics
import Query
import Records
import Templates

/// Makes the view of each page: what it shows beyond what all pages share, and the template to show it with.
struct PageFactory: Sendable {
  /// The records and pages.
  let book: Book
  /// What all pages share.
  let site: SiteView
  /// The compiled templates of each kind of page.
  let templates: SiteTemplates
  /// The index pages, sorted and filtered ones among them, by the indices that the plan uses.
  let listings: [IndexListing]
  /// The pages of Content with their bodies rendered, by their indices there.
  let pages: [PageBody]
  /// The newest records, for the home page.
  let newest: IndexListing?
  /// What pages link to.
  let navigation: Navigation
  /// The theme's words in the site's language.
  let words: [String: String]
  /// The listings of each entity that lead to each other.
  let siblings: [Int: ListingSiblings]
  /// The data of each entity's index, for the script that sorts and filters it.
  var data: [Int: ListingData]
  /// What the search finds; nil for a theme without it.
  var search: SearchIndex?

  /// The changes of records; nil if none are shown.
  let history: SiteHistory?
  /// The further pages of records.
  let documents: RecordDocuments

  /// Makes the factory of a site.
  /// - Parameters:
  ///   - site: what all pages share.
  ///   - pages: the pages of Content with their bodies rendered.
  init(
    of contents: SiteContents, site: SiteView, templates: SiteTemplates, pages: [PageBody],
    navigation: Navigation, words: [String: String], search: SearchIndex?, history: SiteHistory?
  ) {
    book = contents.book
    self.site = site
    self.templates = templates
    listings = contents.listings
    self.pages = pages
    newest = contents.indexes.newest
    self.navigation = navigation
    self.words = words
    siblings = contents.siblings
    data = contents.data
    self.search = search
    self.history = history
    documents = contents.documents
  }

  /// What rendering a page or a block needs.
  struct Rendering {
    /// What it shows.
    let view: PageView
    /// Where its rendering begins.
    let template: TemplateProgram.Entry
    /// The handles of the contexts, outermost first.
    let contexts: [Handle]
  }

  // MARK: Records

  /// The page of a record.
  func page(ofRecord row: Int, in table: Int, at path: String) -> Rendering? {
    let entity = site.graph.entity(of: row, in: table)
    guard let template = templates.records[entity] else { return nil }
    var nodes = PageNodes(site: site)
    let changes = history?.changes(of: row, in: table) ?? []
    let links = documents.kinds(of: row, entity: entity).map {
      Navigation.Link(title: documents.kinds[$0].label, path: documents.path(of: $0, beside: path))
    }
    nodes.page(
      title: site.titles.title(of: row, in: table, graph: site.graph), path: path,
      edit: editURL(of: site.pagePath(of: row, in: table)), documents: links
    ) { tree in
      changes.isEmpty ? nil : history?.add(changes, namesRecords: false, words: words, to: &tree)
    }
    let view = nodes.view(
      path: path, entity: entity, usedFields: site.usedFields(of: row, in: table, entity: entity))
    return Rendering(
      view: view, template: template, contexts: [PageSource.root, Handle(.record, table: table, row: row)])
  }

  /// Where a file of Content is edited; nil if site.yml does not say.
  func editURL(of path: Substring) -> String? {
    book.settings.editURL.map { $0.replacing("{path}", with: PercentEncoding.path(String(path))) }
  }

  /// A further page of a record.
  func page(ofDocument index: Int, row: Int, at path: String) -> Rendering? {
    let kind = documents.kinds[index]
    guard let template = templates.documents[index] else { return nil }
    let table = site.graph.model.entities[kind.entity].table
    let title = site.titles.title(of: row, in: table, graph: site.graph)
    var nodes = PageNodes(site: site)
    let above = String(path.dropLast(kind.name.utf8.count + 6)) + ".html"
    nodes.page(title: "\(kind.label) \(title)", path: path, section: .init(title: title, path: above))
    return Rendering(
      view: nodes.view(path: path, entity: kind.entity), template: template,
      contexts: [PageSource.root, Handle(.record, table: table, row: row)])
  }

  // MARK: Pages

  /// The home page, or a page of its own.
  func page(_ rendered: PageBody?, at path: String) -> Rendering? {
    let isHome = path == "index.html"
    let named = rendered?.page.template?.text
    guard let template = isHome ? templates.home : templates.pages[named ?? "page"] else { return nil }
    var nodes = PageNodes(site: site)
    nodes.page(
      title: rendered?.title ?? book.settings.title, path: path, page: rendered?.page,
      html: rendered?.html, isHome: isHome, sections: rendered?.sections ?? [],
      edit: rendered.flatMap { $0.page.isGenerated ? nil : editURL(of: $0.page.document.path) })
    if isHome {
      nodes[.entities] = nodes.tree.add(.handle(Handle(.siteNode, 0, Int(site.entitiesNode))))
      nodes[.newest] = newest.flatMap { addNewest($0, to: &nodes) }
    }
    let view = nodes.view(path: path, page: rendered?.number)
    return Rendering(view: view, template: template, contexts: [PageSource.root])
  }

  /// The newest records as a table.
  private func addNewest(_ listing: IndexListing, to nodes: inout PageNodes) -> ViewTree.Index? {
    guard listing.result.count > 0 else { return nil }
    let table = nodes.add(
      TableView(
        name: "newest", label: listing.title, table: site.graph.model.entities[listing.entity].table,
        columns: listing.columns,
        rows: listing.result.tableRows(0..<min(listing.pageSize, listing.result.count)),
        columnsNode: nodes.tree.columns(listing.columns)))
    return nodes.tree.object(NewestFields.self) { tree, field in
      switch field {
      case .title: tree.text(listing.title)
      case .url: tree.add(.path(listing.path(ofPage: 1)))
      case .table: tree.add(.handle(table))
      }
    }
  }

}

/// The nodes of one page while they are assembled.
struct PageNodes {
  private let site: SiteView
  /// The page's tree.
  var tree = ViewTree()
  private var roots: [ViewTree.Index]
  private var tables: [TableView]

  /// Starts with what every page has.
  init(site: SiteView) {
    self.site = site
    tables = site.tables
    roots = Array(repeating: -1, count: RootFields.allCases.count)
    roots[RootFields.site.rawValue] = tree.add(.handle(Handle(.siteNode, 0, Int(site.siteNode))))
  }

  /// One of the outermost names.
  subscript(field: RootFields) -> ViewTree.Index? {
    get { roots[field.rawValue] }
    set { roots[field.rawValue] = newValue ?? -1 }
  }

  /// Adds `page`.
  mutating func page(
    title: String, path: String, page: Page? = nil, html: [UInt8]? = nil, isHome: Bool = false,
    feed: String? = nil, calendar: String? = nil, section: Navigation.Link? = nil,
    sections: [Navigation.Link] = [], edit: String? = nil, documents: [Navigation.Link] = [],
    history: (inout ViewTree) -> ViewTree.Index? = { _ in nil }
  ) {
    let sections = section.map { [$0] } ?? sections
    self[.page] = tree.object(PageFields.self) { tree, field in
      switch field {
      case .title: tree.text(title)
      case .description: tree.text(page?.description)
      case .url: tree.add(.path(path))
      case .content: html.flatMap { $0.isEmpty ? nil : tree.add(.html($0)) }
      case .params: page.map { tree.add(mapping: $0.params) }
      case .isHome: tree.add(.flag(isHome))
      case .feed: feed.map { tree.add(.path($0)) }
      case .history: history(&tree)
      case .calendar: calendar.map { tree.add(.path($0)) }
      case .edit: tree.text(edit)
      case .section: sections.last.map { tree.add($0, isCurrent: true) }
      case .sections: tree.list(sections) { $0.add($1, isCurrent: true) }
      case .documents:
        documents.isEmpty ? nil : tree.list(documents) { $0.add($1, isCurrent: false) }
      }
    }
  }

  /// Adds a table of the page's own.
  mutating func add(_ table: TableView) -> Handle {
    tables.append(table)
    return Handle(.table, table: tables.count - 1, owner: 0)
  }

  /// Replaces a listing's known table by a page of it.
  mutating func put(_ table: TableView, at place: Int) -> Handle {
    tables[place] = table
    return Handle(.table, table: place, owner: 0)
  }

  /// The finished view.
  /// - Parameter path: the page's path; nil for what several pages show.
  func view(
    path: String?, entity: Int? = nil, page: Int? = nil,
    records: (table: Int, rows: ArraySlice<Int32>)? = nil, usedFields: [Int: [Int]] = [:]
  ) -> PageView {
    PageView(
      path: path, currentEntity: entity, currentPage: page, roots: roots, tree: tree, tables: tables,
      records: records, usedFields: usedFields)
  }
}

extension ViewTree {
  /// Adds a link to a page.
  fileprivate mutating func add(_ link: Navigation.Link, isCurrent: Bool) -> Index {
    object(PageLinkFields.self) { tree, field in
      switch field {
      case .title: tree.text(link.title)
      case .url: tree.add(.path(link.path))
      case .isCurrent: tree.add(.flag(isCurrent))
      }
    }
  }
}
