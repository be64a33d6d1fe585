import Content
import Diagnostics
import Exports
import Query
import Records
import Templates

/// Makes the view of each page: its content beyond what all pages share, and its template.
struct PageFactory: Sendable {
  /// The content of the site, with the links of its pages inserted.
  var contents: SiteContents
  /// The content that all pages share.
  let siteView: SiteView
  /// The compiled templates of each kind of page.
  let templates: SiteTemplates
  let navigation: Navigation
  /// The search index; nil if the theme has no search.
  var search: SearchIndex?
  /// The changes of records; nil if none are shown.
  let history: SiteHistory?

  /// The input for rendering a page or a block.
  struct Rendering {
    let view: PageView
    /// The template to start with.
    let template: TemplateProgram.Entry
    /// The record that the page is about.
    var record: Handle?

    /// The handles of the contexts, outermost first.
    var contexts: [Handle] { record.map { [PageSource.root, $0] } ?? [PageSource.root] }
  }

  /// A page with the template for pages of Content; nil if the theme has none.
  /// - Parameters:
  ///   - nodes: the nodes of the page so far.
  ///   - entity: the entity to mark in the navigation.
  func page(
    from page: PageDescription, _ nodes: PageNodes? = nil, entity: Int? = nil
  ) -> Rendering? {
    guard let template = templates.pages["page"] else { return nil }
    var nodes = nodes ?? PageNodes(site: siteView)
    nodes.add(page)
    return Rendering(view: nodes.view(path: page.path, entity: entity), template: template)
  }

  // MARK: Records

  func page(ofRecord row: Int, in table: Int, at path: String) -> Rendering? {
    let graph = siteView.graph
    let entity = graph.entity(of: row, in: table)
    guard let template = templates.records[entity] else { return nil }
    var nodes = PageNodes(site: siteView)
    let changes = history?.changes(of: row, in: table) ?? []
    let kinds = contents.documents.kinds(of: row, entity: entity)
    nodes.add(
      PageDescription(
        title: siteView.title(of: row, in: table), path: path,
        isDraft: graph.isDraft(row, in: table),
        edit: editURL(of: graph.file(of: row, in: table).path),
        documents: kinds.map { .init(title: $0.label, path: OutputPath.document($0.name, ofPage: path)) },
        history: changes.isEmpty ? nil : history?.add(changes, namesRecords: false, to: &nodes.tree)))
    return rendering(of: nodes, at: path, ofRecord: row, in: table, entity: entity, by: template)
  }

  /// The input for rendering a page of a record, its own or a document.
  private func rendering(
    of nodes: PageNodes, at path: String, ofRecord row: Int, in table: Int, entity: Int,
    by template: TemplateProgram.Entry
  ) -> Rendering {
    let view = nodes.view(
      path: path, file: siteView.fileIndex(of: row, in: table), entity: entity,
      usedFields: siteView.usedFields(of: row, in: table, entity: entity))
    return Rendering(view: view, template: template, record: Handle(.record, table: table, row: row))
  }

  /// The URL for editing a file of Content; nil if site.yml has none.
  func editURL(of path: @autoclosure () -> Substring) -> String? {
    contents.book.settings.editURL.map { $0.replacing("{path}", with: PercentEncoding.path(String(path()))) }
  }

  /// A document of a record.
  /// - Parameter path: its own path, or that of a page that shows it among others.
  func page(ofDocument index: Int, row: Int, at path: String) -> Rendering? {
    let kind = contents.documents.kinds[index]
    guard let template = templates.documents[index] else { return nil }
    let table = siteView.graph.model.entities[kind.entity].table
    let title = siteView.title(of: row, in: table)
    var nodes = PageNodes(site: siteView)
    let above = OutputPath.page(of: siteView.graph.file(of: row, in: table).path)
    nodes.add(
      PageDescription(
        title: "\(kind.label) \(title)", path: path, isDraft: siteView.graph.isDraft(row, in: table),
        sections: [.init(title: title, path: above)],
        settlements: addSettlements(of: row, entity: kind.entity, to: &nodes.tree)))
    return rendering(of: nodes, at: path, ofRecord: row, in: table, entity: kind.entity, by: template)
  }

  /// Adds what settles a record.
  private func addSettlements(of row: Int, entity: Int, to tree: inout ViewTree) -> ViewTree.Index {
    let graph = siteView.graph
    let items = siteView.settlements[entity]?.items(of: row, in: graph) ?? []
    func value(at place: AccountColumns.Place, of row: Int) -> ViewTree.Node? {
      guard siteView.hasValue(place.table, place.column, row) else { return nil }
      return .handle(Handle(.attribute, table: place.table, member: place.column, row: row))
    }
    return tree.list(items) { tree, item in
      tree.object(SettlementFields.self) { tree, field in
        switch (field, item) {
        case (.label, .receipt(let list, _)): tree.text(graph.model.entities[list.entity].label)
        case (.date, .receipt(let list, let row)):
          list.date.flatMap { value(at: $0, of: row) }.map { tree.add($0) }
        case (.note, .receipt(let list, let row)): tree.text(list.note(of: row, in: graph))
        case (.sum, .receipt(let list, let row)): value(at: list.amount, of: row).map { tree.add($0) }
        case (.label, .amount(let attribute)): tree.text(attribute.label)
        case (.date, .amount), (.note, .amount): nil
        case (.sum, .amount(let attribute)):
          value(at: graph.model.entities[entity].column(attribute), of: row).map { tree.add($0) }
        }
      }
    }
  }

  // MARK: Pages

  /// The home page, or another page of Content.
  func page(_ rendered: PageBody?, at path: String) -> Rendering? {
    let isHome = path == "index.html"
    let named = rendered?.page.template?.text
    guard let template = isHome ? templates.home : templates.pages[named ?? "page"] else { return nil }
    var nodes = PageNodes(site: siteView)
    nodes.add(
      PageDescription(
        title: rendered?.title ?? contents.book.settings.title, path: path, page: rendered?.page,
        html: rendered?.html, isHome: isHome, sections: rendered?.sections ?? [],
        edit: rendered.flatMap { $0.page.isGenerated ? nil : editURL(of: $0.page.file.path) }))
    if isHome {
      nodes[.entities] = nodes.tree.add(.handle(Handle(.siteNode, 0, Int(siteView.entitiesNode))))
      nodes[.newest] = contents.indexes.newest.flatMap { addNewest($0, to: &nodes) }
    }
    let view = nodes.view(path: path, page: rendered?.number)
    return Rendering(view: view, template: template)
  }

  /// The newest records as a table.
  private func addNewest(_ listing: IndexListing, to nodes: inout PageNodes) -> ViewTree.Index? {
    guard listing.result.count > 0 else { return nil }
    let table = nodes.add(
      TableView(
        name: "newest", label: listing.title, table: siteView.graph.model.entities[listing.entity].table,
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
