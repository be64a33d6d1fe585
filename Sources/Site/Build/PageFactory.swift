import Content
import Diagnostics
import Query
import Records
import Templates

/// Makes the view of each page: what it shows beyond what all pages share, and the template to show it with.
struct PageFactory: Sendable {
  /// The records and pages.
  let content: Book
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
  /// The theme's words in the site's language.
  let words: [String: String]
  /// The listings of each entity that lead to each other.
  let siblings: [Int: ListingSiblings]
  /// The data of each entity's index, for the script that sorts and filters it.
  let data: [Int: ListingData]
  /// What the search finds; nil for a theme without it.
  let search: SearchIndex?

  /// What rendering a page or a block takes.
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
    nodes.page(title: site.titles.title(of: row, in: table, graph: site.graph), path: path)
    let view = nodes.view(path: path, entity: entity)
    return Rendering(
      view: view, template: template, contexts: [PageSource.root, Handle(.record, table, row)])
  }

  // MARK: Pages

  /// The home page, or a page of its own.
  func page(_ rendered: PageBody?, at path: String) -> Rendering? {
    let isHome = path == "index.html"
    let named = rendered?.page.template?.text
    guard let template = isHome ? templates.home : templates.pages[named ?? "page"] else { return nil }
    var nodes = PageNodes(site: site)
    nodes.page(
      title: rendered?.title ?? content.settings.title, path: path, page: rendered?.page,
      html: rendered?.html, isHome: isHome, section: rendered?.section)
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
        rows: listing.result.tableRows(0..<min(listing.pageSize, listing.result.count)), tree: &nodes.tree))
    return nodes.tree.object(NewestFields.self) { tree, field in
      switch field {
      case .title: tree.text(listing.title)
      case .url: tree.add(.path(listing.path(ofPage: 1)))
      case .table: tree.add(.handle(table))
      }
    }
  }

  /// A query block of a page.
  func block(_ block: QueryBlockPlan, _ result: FetchResult, at path: String) -> Rendering? {
    guard let template = templates.blocks[block.style] else { return nil }
    var nodes = PageNodes(site: site)
    nodes.page(title: block.title ?? block.name, path: path)
    let table = nodes.add(
      TableView(
        result, name: block.name, label: block.title, exportPath: block.exportPath, site.graph.model,
        tree: &nodes.tree))
    let node = nodes.tree.object(BlockFields.self) { tree, field in
      switch field {
      case .title: tree.text(block.title)
      case .name: tree.text(block.name)
      case .summary:
        tree.text(
          block.hasSummary
            ? ResultSummary(result: result, titles: site.titles, formatter: site.formatter).text : nil)
      case .query: tree.text(block.hasSummary ? result.plan.requestText(in: site.graph.model) : nil)
      case .asOf: result.readsDay ? tree.add(.value(.date(result.today))) : nil
      case .table: tree.add(.handle(table))
      case .svg: svg(of: block, result).map { tree.add(.html($0)) }
      case .value:
        block.countsRows
          ? tree.add(.value(.number(Decimal(result.count))))
          : result.figure == .null ? nil : tree.add(.value(result.figure))
      case .url: block.linkURL.map { tree.text($0) } ?? nil
      case .others:
        block.style == .number && !block.countsRows
          ? tree.list(result.plan.columns.indices.dropFirst()) { tree, column in
            tree.object(FigureFields.self) { tree, field in
              switch field {
              case .label: tree.text(result.plan.columns[column].label)
              case .value:
                result.figure(of: column) == .null ? nil : tree.add(.value(result.figure(of: column)))
              }
            }
          } : nil
      }
    }
    nodes[.block] = node
    return Rendering(view: nodes.view(path: path), template: template, contexts: [PageSource.root])
  }

  /// The picture of a query block that is shown as a chart; nil where there is nothing to draw.
  private func svg(of block: QueryBlockPlan, _ result: FetchResult) -> [UInt8]? {
    guard let columns = block.chart, let kind = Chart.Kind(rawValue: block.style.rawValue) else { return nil }
    let chart = Chart(result, columns, kind: kind, title: block.title, formatter: site.formatter) {
      site.titles.title(of: $1, in: $0, graph: site.graph)
    }
    return chart.map { ChartLayout.draw($0, formatter: site.formatter).svg(name: block.name) }
  }
}

/// The nodes of one page while they are put together.
struct PageNodes {
  private let site: SiteView
  /// The page's tree.
  var tree = ViewTree()
  private var roots: [ViewTree.Index]
  private var tables: [TableView]

  /// Starts with what every page has.
  init(site: SiteView) {
    self.site = site
    tables = site.listTables
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
    feed: String? = nil, section: Navigation.Link? = nil
  ) {
    self[.page] = tree.object(PageFields.self) { tree, field in
      switch field {
      case .title: tree.text(title)
      case .description: tree.text(page?.description)
      case .url: tree.add(.path(path))
      case .content: html.flatMap { $0.isEmpty ? nil : tree.add(.html($0)) }
      case .params: page.map { tree.add(mapping: $0.params) }
      case .isHome: tree.add(.flag(isHome))
      case .feed: feed.map { tree.add(.path($0)) }
      case .section:
        section.map { section in
          tree.object(PageLinkFields.self) { tree, field in
            switch field {
            case .title: tree.text(section.title)
            case .url: tree.add(.path(section.path))
            case .isCurrent: tree.add(.flag(true))
            }
          }
        }
      }
    }
  }

  /// Adds a table of the page's own.
  mutating func add(_ table: TableView) -> Handle {
    tables.append(table)
    return Handle(.table, tables.count - 1)
  }

  /// The finished view.
  func view(
    path: String, entity: Int? = nil, page: Int? = nil, records: (table: Int, rows: ArraySlice<Int32>)? = nil
  ) -> PageView {
    PageView(
      path: path, currentEntity: entity, currentPage: page, roots: roots, tree: tree, tables: tables,
      records: records)
  }
}
