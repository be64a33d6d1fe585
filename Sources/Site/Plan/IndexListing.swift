import Content
import Diagnostics
import Query
import Records

/// A filter of an index.
struct IndexFilter: Sendable {
  /// The expression as written.
  let name: String
  /// Its label.
  let label: String
  /// Whether a record may have several of its values.
  let isOfLists: Bool
  /// The column, if it filters by tags; else nil.
  let tags: Int?

  /// Makes the filter of an expression.
  init(_ filter: FetchColumn) {
    name = filter.expression.text
    label = filter.label
    isOfLists = filter.type.isList
    guard filter.attributeType == .tags, let path = filter.path, path.steps.isEmpty,
      case .attribute(let column) = path.leaf
    else {
      tags = nil
      return
    }
    tags = column
  }
}

/// One way to list an entity's records on pages: all of them, sorted in another way, or filtered by a value.
struct IndexListing: Sendable {
  /// The entity.
  var entity: Int
  /// The index's page in Content, if it has one.
  var page: Page?
  /// The path of the first page without `.html`: `orders/index`, `orders/by/total-desc`.
  var stem: String
  /// The folder of the pages after the first: `orders/page`, `orders/by/total-desc/page`.
  var pageFolder: String
  /// The title of its pages.
  var title: String
  /// What it shows, in words, without the count.
  var summary: String
  /// How many records a page shows.
  var pageSize: Int
  /// The columns.
  var columns: [ColumnView]
  /// The result.
  var result: FetchResult
  /// The path of its exports without the ending; nil if there are none.
  var exportPath: String?
  /// The plan of the exports, if they have more columns than the page; nil for the page's.
  var exported: FetchPlan?
  /// The index's feed, which its sorted and filtered listings name as well.
  var feed: FeedPlan?
  /// What falls due, which its sorted and filtered listings name as well.
  var calendar: DueCalendarPlan?
  /// Which of the entity's sorts it is, and in which direction; nil for the index's own.
  var sort: (index: Int, isDescending: Bool)?
  /// Whether its sort's direction is the one that `sorts` asks for, which the links of other listings lead to.
  var isAsWritten = false
  /// Which value of which filter it shows.
  var facet: (filter: Int, value: Int)?

  /// Whether no record has the facet's value, which the bars of other pages then leave out.
  var isOfUnusedValue = false
  /// Whether some values of the facet's filter have no page.
  var isOfTruncatedFilter = false

  /// The day that it holds for; nil if it holds for every day.
  var day: CivilDate?

  /// The expression of its sort.
  var sortKey: Syntax?
  /// The sort's label.
  var sortLabel: String?
  /// The name of the facet's value in addresses.
  var facetKey: String?
  /// The label of the facet's value.
  var facetLabel: String?
  /// The filters of the index, on its own listing.
  var filters: [IndexFilter] = []

  /// The record whose related records it lists, of which the record's page shows the first; nil for an index.
  var owner: Navigation.Link?

  /// Whether it is the whole list of a record's related records.
  var isRelated: Bool { owner != nil }

  /// The path of the page with all values of a filter.
  func pathOfValues(of filter: String) -> String {
    "\(stem.dropLast("index".count))where/\(slug(filter))/index.html"
  }

  /// Whether it is an entity's index itself, neither sorted differently nor filtered.
  var isBase: Bool { sort == nil && facet == nil && !isRelated }

  /// The number of pages, at least one.
  var pageCount: Int { max(1, (result.count + pageSize - 1) / pageSize) }

  /// The path of a page.
  /// - Parameter number: from 1.
  func path(ofPage number: Int) -> String {
    number == 1 ? stem + ".html" : "\(pageFolder)/\(number).html"
  }

  /// What is written beside its first page.
  var export: ExportPlan? {
    exportPath.map {
      ExportPlan(
        path: $0, result: exported.map { result.showing($0) } ?? result, index: isRelated ? nil : entity)
    }
  }
}
