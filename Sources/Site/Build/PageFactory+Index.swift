import Content
import Diagnostics
import Query
import Records
import Templates

extension PageFactory {
  /// A page of a listing.
  /// - Parameter number: from 1.
  func page(ofListing index: Int, number: Int, at path: String) -> Rendering? {
    let listing = listings[index]
    guard let template = templates.indexes[listing.entity] else { return nil }
    let model = site.graph.model
    let entity = model.entities[listing.entity]
    let range = (number - 1) * listing.pageSize..<min(number * listing.pageSize, listing.result.count)
    var nodes = PageNodes(site: site)
    let rendered = pages.first { $0.page.kind == .index(entity: listing.entity) }
    nodes.page(
      title: listing.isBase ? listing.title : listing.summary, path: path, page: rendered?.page,
      html: number == 1 && listing.isBase ? rendered?.html : nil, feed: listing.feed?.path)
    let table = nodes.add(TableView(listing, range, model, tree: &nodes.tree))
    nodes[.entity] = nodes.tree.add(.handle(Handle(.siteNode, 0, Int(site.entityNodes[listing.entity]))))
    nodes[.table] = nodes.tree.add(.handle(table))
    nodes[.records] = nodes.tree.add(.handle(Handle(.pageRecords)))
    nodes[.summary] = nodes.tree.text(summary(of: listing))
    if listing.pageCount > 1 { nodes[.pagination] = addPagination(listing, number, range, to: &nodes.tree) }
    nodes[.sorts] = addSorts(of: listing, to: &nodes.tree)
    nodes[.filters] = addFilters(of: listing, to: &nodes.tree)
    let rows = listing.result.records.map { (entity.table, $0[range]) }
    let view = nodes.view(path: path, entity: listing.entity, records: rows)
    return Rendering(view: view, template: template, contexts: [PageSource.root])
  }

  /// What a listing shows, how many there are of it, and the day where the result depends on it.
  private func summary(of listing: IndexListing) -> String {
    let count = site.formatter.text(of: .number(Decimal(listing.result.count))) { _, _ in "" }
    let text = "\(listing.summary): \(count)"
    guard let day = listing.day else { return text }
    return text + " · \(site.formatter.words["asOf"] ?? "As of") \(site.formatter.text(of: day))"
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

  /// The first, the last, and those around the current page; a gap where some are left out.
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

  /// The listings of one entity that are sorted, each sort in the direction that is asked for.
  private func addSorts(of listing: IndexListing, to tree: inout ViewTree) -> ViewTree.Index? {
    let siblings = listings.filter { $0.entity == listing.entity && $0.facet == nil }
    let entries = siblings.filter(\.isAsWritten)
    guard !entries.isEmpty else { return nil }
    return tree.list(entries) { tree, sibling in
      let isCurrent = listing.sort?.index == sibling.sort?.index && listing.sort != nil
      let isDescending = (isCurrent ? listing : sibling).sort?.isDescending ?? false
      let reverse = siblings.first {
        $0.sort.map { $0.index == sibling.sort?.index && $0.isDescending != isDescending } ?? false
      }
      return tree.object(SortFields.self) { tree, field in
        switch field {
        case .label: tree.text(sibling.sortLabel)
        case .url: tree.add(.path(sibling.path(ofPage: 1)))
        case .isCurrent: tree.add(.flag(isCurrent))
        case .isDescending: tree.add(.flag(isDescending))
        case .reverse: reverse.map { tree.add(.path($0.path(ofPage: 1))) }
        }
      }
    }
  }

  private func addFilters(of listing: IndexListing, to tree: inout ViewTree) -> ViewTree.Index? {
    let siblings = listings.filter { $0.entity == listing.entity }
    guard let base = siblings.first(where: \.isBase), !base.filterLabels.isEmpty else { return nil }
    return tree.list(base.filterLabels.enumerated()) { tree, filter in
      let values = siblings.filter { $0.facet?.filter == filter.offset }
      let isActive = listing.facet?.filter == filter.offset
      return tree.object(FilterFields.self) { tree, field in
        switch field {
        case .label: tree.text(filter.element.label)
        case .name: tree.text(filter.element.name)
        case .isActive: tree.add(.flag(isActive))
        case .clear: tree.add(.path(base.path(ofPage: 1)))
        case .values:
          tree.list(values) { tree, value in
            tree.object(FacetFields.self) { tree, field in
              switch field {
              case .label: tree.text(value.facetLabel)
              case .url: tree.add(.path(value.path(ofPage: 1)))
              case .count: tree.add(.number(value.result.count))
              case .isCurrent: tree.add(.flag(isActive && listing.facet?.value == value.facet?.value))
              }
            }
          }
        }
      }
    }
  }
}
