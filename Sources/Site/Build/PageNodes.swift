import Content
import Records
import Templates

/// The value of `page` in templates.
struct PageDescription {
  let title: String
  /// The path in the output.
  let path: String
  /// The page of Content; nil for a page of another kind.
  var page: Page?
  /// Its body as HTML.
  var html: [UInt8]?
  /// Whether it is the home page.
  var isHome = false
  /// Whether it, or the record that it is about, is a draft.
  var isDraft = false
  /// The path of its feed.
  var feed: String?
  /// The path of its calendar.
  var calendar: String?
  /// The pages above it, outermost first.
  var sections: [Navigation.Link] = []
  /// The URL for editing its file.
  var edit: String?
  /// The documents of its record.
  var documents: [Navigation.Link] = []
  /// The node of its changes.
  var history: ViewTree.Index?
  /// The node of what settles the record that it is a document of.
  var settlements: ViewTree.Index?
}

/// The nodes of a page under construction.
struct PageNodes {
  private let site: SiteView
  var tree = ViewTree()
  private var roots: [ViewTree.Index]
  private var tables: [TableView]

  /// Starts with the nodes that every page has.
  init(site: SiteView) {
    self.site = site
    tables = site.tables
    tree.reserveCapacity(24)
    roots = Array(repeating: -1, count: RootFields.allCases.count)
    roots[RootFields.site.rawValue] = tree.add(.handle(Handle(.siteNode, 0, Int(site.siteNode))))
  }

  /// A top-level name.
  subscript(field: RootFields) -> ViewTree.Index? {
    get { roots[field.rawValue] }
    set { roots[field.rawValue] = newValue ?? -1 }
  }

  /// Adds `page`.
  mutating func add(_ page: PageDescription) {
    let sections = page.sections.filter { site.part.leads(to: $0.path) }
    let documents = page.documents.filter { site.part.leads(to: $0.path) }
    self[.page] = tree.object(PageFields.self) { tree, field in
      switch field {
      case .title: tree.text(page.title)
      case .description: tree.text(page.page?.description?.text)
      case .url: tree.add(.path(page.path))
      case .content: page.html.flatMap { $0.isEmpty ? nil : tree.add(.html($0)) }
      case .params: page.page.map { tree.add(mapping: $0.params) }
      case .isHome: tree.add(.flag(page.isHome))
      case .isDraft: tree.add(.flag(page.isDraft || page.page?.isDraft ?? false))
      case .feed: page.feed.map { tree.add(.path($0)) }
      case .history: page.history
      case .calendar: page.calendar.map { tree.add(.path($0)) }
      case .edit: tree.text(page.edit)
      case .section: sections.last.map { tree.add($0, isCurrent: .flag(true)) }
      case .sections: tree.list(sections) { $0.add($1, isCurrent: .flag(true)) }
      case .documents:
        documents.isEmpty ? nil : tree.list(documents) { $0.add($1, isCurrent: .flag(false)) }
      case .settlements: page.settlements
      }
    }
  }

  /// Adds a table that only this page has.
  mutating func add(_ table: TableView) -> Handle {
    tables.append(table)
    return Handle(.table, table: tables.count - 1, owner: 0)
  }

  /// Replaces the table of a listing by one page of it.
  mutating func put(_ table: TableView, at place: Int) -> Handle {
    tables[place] = table
    return Handle(.table, table: place, owner: 0)
  }

  /// The finished view.
  /// - Parameters:
  ///   - path: the page's path; nil for content that several pages show.
  ///   - file: the file of the record that the page, or a document of it, belongs to.
  func view(
    path: String?, file: Int? = nil, entity: Int? = nil, page: Int? = nil,
    records: (table: Int, rows: ArraySlice<Int32>)? = nil, usedFields: [Int: [Int]] = [:]
  ) -> PageView {
    PageView(
      path: path, recordFile: file, currentEntity: entity, currentPage: page, roots: roots, tree: tree,
      tables: tables,
      records: records, usedFields: usedFields)
  }
}

extension ViewTree {
  /// Adds a link to a page.
  /// - Parameter isCurrent: the node that says whether the link is to the page that shows it.
  mutating func add(_ link: Navigation.Link, isCurrent: Node) -> Index {
    object(PageLinkFields.self) { tree, field in
      switch field {
      case .title: tree.text(link.title)
      case .url: tree.add(.path(link.path))
      case .isCurrent: tree.add(isCurrent)
      }
    }
  }
}
