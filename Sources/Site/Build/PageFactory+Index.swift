import Content
import Diagnostics
import Formatting
import Query
import Records
import Templates

extension PageFactory {
  /// A page of a listing.
  /// - Parameter number: the 1-based page number.
  func page(ofListing index: Int, number: Int, at path: String) -> Rendering? {
    let listing = contents.listings[index]
    let place = siteView.place(ofTableOf: listing)
    let known = place.flatMap { templates.tables[$0 - siteView.indexTables.lowerBound] }
    guard let template = known ?? templates.indexes[listing.entity] else { return nil }
    let model = siteView.graph.model
    let entity = model.entities[listing.entity]
    let range = (number - 1) * listing.pageSize..<min(number * listing.pageSize, listing.result.count)
    var nodes = PageNodes(site: siteView)
    let rendered =
      listing.isPartialList ? nil : contents.indexPages[listing.entity].map { contents.pages[$0] }
    nodes.add(
      PageDescription(
        title: listing.isBase || listing.isPartialList ? listing.title : listing.summary, path: path,
        page: rendered?.page, html: number == 1 && listing.isBase ? rendered?.html : nil,
        feed: listing.feed?.path, calendar: listing.calendar?.path,
        sections: listing.owner.map { [$0] } ?? [],
        edit: rendered.flatMap { editURL(of: $0.page.file.path) }))
    let shown = TableView(listing, range, model, sorts: columnSorts(of: listing), tree: &nodes.tree)
    let table = place.map { nodes.put(shown, at: $0) } ?? nodes.add(shown)
    if siteView.entityNodes[listing.entity] >= 0 {
      nodes[.entity] = nodes.tree.add(
        .handle(Handle(.siteNode, 0, Int(siteView.entityNodes[listing.entity]))))
    }
    nodes[.table] = nodes.tree.add(.handle(table))
    nodes[.records] = nodes.tree.add(.handle(Handle(.pageRecords)))
    nodes[.summary] = nodes.tree.text(summary(of: listing))
    if let data = contents.data[listing.entity], !listing.isPartialList {
      nodes[.list] = nodes.tree.text(data.folder)
      nodes[.sort] = nodes.tree.text(listing.sort.map(data.name(of:)))
    }
    nodes[.isBase] = nodes.tree.add(.flag(listing.isBase))
    nodes[.asOf] = listing.day.map { nodes.tree.add(.value(.date($0))) }
    if listing.pageCount > 1 { nodes[.pagination] = addPagination(listing, number, range, to: &nodes.tree) }
    nodes[.sorts] = addSorts(of: listing, to: &nodes.tree)
    nodes[.filters] = addFilters(of: listing, to: &nodes.tree)
    let rows = listing.result.records.map { (entity.table, $0[range]) }
    let view = nodes.view(path: path, entity: listing.entity, records: rows)
    return Rendering(view: view, template: template)
  }

  /// The summary of a listing, with the number of its records.
  private func summary(of listing: IndexListing) -> String {
    siteView.formatter.labelled(listing.summary, text(ofCount: listing.result.count))
  }

  private func text(ofCount count: Int) -> String {
    siteView.formatter.text(of: .number(Decimal(count)))
  }

  /// The links of column headings: to the pages sorted by the columns, in reverse for the current sort.
  private func columnSorts(of listing: IndexListing) -> [ColumnSort?] {
    guard !listing.isPartialList else { return [] }
    // The listing is not copied to a variable, which would count a reference to each of its parts.
    let siblings = contents.siblings[listing.entity]?.sorts ?? []
    let isSortable = contents.data[listing.entity] != nil
    let force = listing.result.plan.sort.dropFirst(listing.result.plan.section == nil ? 0 : 1).first
    return listing.result.plan.columns.map { column in
      let isInForce = column.expression.syntax == force?.expression.syntax
      let sort = siblings.first { $0.asWritten.sort.key == column.expression.syntax }
      let next = sort.map { sort in
        guard isInForce, listing.facet == nil, let force else { return sort.asWritten.path }
        return sort.page(isDescending: !force.isDescending).path
      }
      guard isInForce || next != nil || isSortable else { return nil }
      return ColumnSort(
        path: next, isSortable: isSortable, isDescending: isInForce ? force?.isDescending : nil)
    }
  }

  // MARK: Pages

  private func addPagination(
    _ listing: IndexListing, _ number: Int, _ range: Range<Int>, to tree: inout ViewTree
  ) -> ViewTree.Index {
    let count = listing.pageCount
    return tree.object(PaginationFields.self) { tree, field in
      switch field {
      case .number: tree.add(.number(number))
      case .count: tree.add(.number(count))
      case .first: tree.add(.number(range.lowerBound + 1))
      case .last: tree.add(.number(range.upperBound))
      case .total: tree.add(.number(listing.result.count))
      case .previous: number > 1 ? tree.add(.path(listing.path(ofPage: number - 1))) : nil
      case .next: number < count ? tree.add(.path(listing.path(ofPage: number + 1))) : nil
      case .pages: addPages(listing, number, to: &tree)
      }
    }
  }

  /// The links to the first page, the last, and those around the current one, with gaps between.
  private func addPages(_ listing: IndexListing, _ number: Int, to tree: inout ViewTree) -> ViewTree.Index {
    let shown = (1...listing.pageCount).filter { $0 == 1 || $0 == listing.pageCount || abs($0 - number) <= 2 }
    var entries: [Int?] = []
    for page in shown {
      if let last = entries.last.flatMap({ $0 }), page > last + 1 { entries.append(nil) }
      entries.append(page)
    }
    return tree.list(entries) { tree, entry in
      tree.object(PageNumberFields.self) { tree, field in
        switch field {
        case .number: entry.map { tree.add(.number($0)) }
        case .url: entry.map { tree.add(.path(listing.path(ofPage: $0))) }
        case .isCurrent: tree.add(.flag(entry == number))
        case .isGap: tree.add(.flag(entry == nil))
        }
      }
    }
  }

  // MARK: Sorts and filters

  /// The sorted listings of an entity, each in the requested direction.
  private func addSorts(of listing: IndexListing, to tree: inout ViewTree) -> ViewTree.Index? {
    guard let siblings = contents.siblings[listing.entity]?.sorts, !siblings.isEmpty, !listing.isPartialList
    else { return nil }
    let data = contents.data[listing.entity]
    return tree.list(siblings.enumerated()) { tree, sibling in
      let written = sibling.element.asWritten
      let current = listing.sort.flatMap { $0.index == sibling.offset ? $0 : nil }
      let sort = current ?? written.sort
      return tree.object(SortFields.self) { tree, field in
        switch field {
        case .label: tree.text(sort.label)
        case .url: tree.add(.path(written.path))
        case .isCurrent: tree.add(.flag(current != nil))
        case .isDescending: tree.add(.flag(sort.isDescending))
        case .key: tree.text(data?.name(of: sort))
        case .reverse: tree.add(.path(sibling.element.page(isDescending: !sort.isDescending).path))
        }
      }
    }
  }

  private func addFilters(of listing: IndexListing, to tree: inout ViewTree) -> ViewTree.Index? {
    guard let siblings = contents.siblings[listing.entity], !listing.isPartialList else { return nil }
    let base = contents.listings[siblings.base]
    guard !base.filters.isEmpty else { return nil }
    return tree.list(base.filters.enumerated()) { tree, filter in
      let isActive = listing.facet?.filter == filter.offset
      var shown = siblings.common[filter.offset]
      if isActive,
        let current = (siblings.filters[filter.offset] + siblings.unused[filter.offset]).first(where: {
          $0.facet.value == listing.facet?.value
        }), !shown.contains(where: { $0.facet.value == current.facet.value })
      {
        shown.append(current)
      }
      // The script filters a list in place; without it, each value is a link to another page.
      if contents.data[listing.entity] == nil || !navigation.part.leads(to: base.path(ofPage: 1)) {
        shown.removeAll { !navigation.part.leads(to: $0.path) }
      }
      let count = count(ofValuesOf: filter.offset, siblings, base)
      return tree.object(FilterFields.self) { tree, field in
        switch field {
        case .label: tree.text(filter.element.label)
        case .name: tree.text(filter.element.name)
        case .isActive: tree.add(.flag(isActive))
        case .clear: tree.add(.path(base.path(ofPage: 1)))
        case .count: tree.add(.number(count))
        case .more:
          count > shown.count && navigation.part.leads(to: base.pathOfValues(of: filter.element.name))
            ? tree.add(.path(base.pathOfValues(of: filter.element.name))) : nil
        case .values:
          tree.list(shown) { tree, value in
            tree.object(FacetFields.self) { tree, field in
              switch field {
              case .label: tree.text(value.facet.label)
              case .url: tree.add(.path(value.path))
              case .count: tree.add(.number(value.count))
              case .isCurrent: tree.add(.flag(isActive && listing.facet?.value == value.facet.value))
              case .key: tree.text(value.facet.key)
              }
            }
          }
        }
      }
    }
  }

  /// The number of a filter's values, including those without a page.
  private func count(ofValuesOf filter: Int, _ siblings: ListingSiblings, _ base: IndexListing) -> Int {
    contents.data[base.entity]?.filters[filter].values.count ?? siblings.filters[filter].count
  }

  /// The page with all values of a filter that has more than its bar shows. It states how many have no page.
  func page(ofValuesOf index: Int, filter: Int, at path: String) -> Rendering? {
    let base = contents.listings[index]
    guard let siblings = contents.siblings[base.entity] else { return nil }
    let label = base.filters[filter].label
    let root = OutputPath.root(from: path)
    // A name may be written in the other direction.
    var list = LinkList(isolatesTitles: true)
    for value in siblings.filters[filter] {
      list.append(
        title: value.facet.label, url: root + PercentEncoding.path(value.path),
        after: " <small>\(text(ofCount: value.count))</small>")
    }
    var html = list.html
    let (shown, all) = (siblings.filters[filter].count, count(ofValuesOf: filter, siblings, base))
    if shown < all {
      html += "<p class=\"note\">\(text(ofCount: shown)) / \(text(ofCount: all))</p>\n"
    }
    let page = PageDescription(
      title: siteView.formatter.labelled(base.title, label), path: path, html: Array(html.utf8),
      sections: [.init(title: base.title, path: base.path(ofPage: 1))])
    return self.page(from: page, entity: base.entity)
  }
}

/// The listings of an entity, with what the bars above each of them show: a listing has dozens of references, which
/// a copy for each link of each page would retain.
struct ListingSiblings: Sendable {
  /// The maximum number of values that a filter's bar shows.
  static let maximumValues = 24

  struct Sorted: Sendable {
    /// Its index.
    let listing: Int
    let sort: IndexListing.Sort
    /// The path of its first page.
    let path: String
  }

  /// The two listings of a sort.
  struct Sort: Sendable {
    /// The listing in the direction that the index page requests.
    let asWritten: Sorted
    /// The listing in the opposite direction.
    let reversed: Sorted

    /// The listing in a direction.
    func page(isDescending: Bool) -> Sorted {
      isDescending == asWritten.sort.isDescending ? asWritten : reversed
    }
  }

  /// The listing of a filter's value.
  struct Value: Sendable {
    let facet: IndexListing.Facet
    /// The path of its first page.
    let path: String
    /// The number of its rows.
    let count: Int
  }

  /// The index without sort or filter.
  var base: Int
  /// The sorted listings, by the indices of the sorts.
  var sorts: [Sort] = []
  /// For each filter, the listings of its values.
  var filters: [[Value]]
  /// For each filter, the listings of values that no record has.
  var unused: [[Value]]
  /// For each filter, the listings in its bar: the most common values.
  var common: [[Value]] = []

  /// The listings of all entities.
  static func all(of listings: [IndexListing]) -> [Int: ListingSiblings] {
    var siblings: [Int: ListingSiblings] = [:]
    for (index, listing) in listings.enumerated() where listing.isBase {
      siblings[listing.entity] = ListingSiblings(
        base: index, filters: Array(repeating: [], count: listing.filters.count),
        unused: Array(repeating: [], count: listing.filters.count))
    }
    var ascending: Sorted?
    for (index, listing) in listings.enumerated() where !listing.isPartialList {
      let path = listing.path(ofPage: 1)
      if let sort = listing.sort {
        let sorted = Sorted(listing: index, sort: sort, path: path)
        // Planned as a pair, ascending first.
        if sort.isDescending, let ascending { siblings[listing.entity]?.addSort(ascending, sorted) }
        ascending = sorted
      }
      if let facet = listing.facet {
        let value = Value(facet: facet, path: path, count: listing.result.count)
        siblings[listing.entity]?.add(value)
      }
    }
    return siblings.mapValues { own in
      var own = own
      own.common = own.filters.map { mostCommon(of: $0) }
      return own
    }
  }

  /// Adds the listings of a sort.
  private mutating func addSort(_ ascending: Sorted, _ descending: Sorted) {
    sorts.append(
      descending.sort.isAsWritten
        ? Sort(asWritten: descending, reversed: ascending) : Sort(asWritten: ascending, reversed: descending))
  }

  private mutating func add(_ value: Value) {
    if value.facet.isUnused {
      unused[value.facet.filter].append(value)
    } else {
      filters[value.facet.filter].append(value)
    }
  }

  /// The values in the bar of a filter, in their order.
  private static func mostCommon(of values: [Value]) -> [Value] {
    guard values.count > maximumValues else { return values }
    let first = values.indices.sorted { (values[$1].count, $0) < (values[$0].count, $1) }
    return first.prefix(maximumValues).sorted().map { values[$0] }
  }
}
