import Content
import Query
import Records

struct IndexFilter: Sendable {
  /// The expression as written.
  let name: String
  let label: String
  /// Whether a record may have several of its values.
  let isOfLists: Bool
  /// The column, if it filters by tags; nil otherwise.
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

/// One way to list an entity's records on pages: all of them, in another order, or filtered by a value.
struct IndexListing: Sendable {
  /// The listing's relation to the index of its entity.
  enum Kind: Sendable {
    /// The index itself.
    case index
    /// The index in another order.
    case sorted(Sort)
    /// The records of the index with one value of a filter.
    case filtered(Facet)
    /// Records that another page shows in part, with a link to that page: a record's related records, or the
    /// records of a tile on the home page.
    case related(Navigation.Link)
  }

  /// One of the entity's sorts, in one direction.
  struct Sort: Sendable {
    /// The index of the sort.
    let index: Int
    /// The direction of this listing.
    let isDescending: Bool
    /// Whether the direction is the one in `sorts`, which other listings link to.
    let isAsWritten: Bool
    /// The expression.
    let key: Syntax
    let label: String
  }

  /// One value of one of the index's filters.
  struct Facet: Sendable {
    /// The index of the filter.
    let filter: Int
    /// The index of the value.
    let value: Int
    /// The value's name in addresses.
    let key: String
    /// The value's label.
    let label: String
    /// Whether no record has the value, so that the bars of other pages leave it out.
    let isUnused: Bool
    /// Whether some values of the filter have no page.
    let isOfTruncatedFilter: Bool
  }

  /// The listing's relation to the index of its entity.
  var kind = Kind.index
  var entity: Int
  /// The index's page in Content, if it has one.
  var page: Page?
  /// The path of the first page without `.html`: `orders/index`, `orders/by/total-desc`.
  var stem: String
  /// The title of its pages.
  var title: String
  /// A summary in words, without the count.
  var summary: String
  /// The number of records on a page.
  var pageSize: Int
  var columns: [ColumnView]
  var result: FetchResult
  /// Whether it is exported.
  var hasExports: Bool
  /// The plan of the exports if they have more columns than the page; nil if they have the same.
  var exported: FetchPlan?
  /// The index's feed, which sorted and filtered listings link to as well.
  var feed: FeedPlan?
  /// The calendar of due records, which sorted and filtered listings link to as well.
  var calendar: DueCalendarPlan?
  /// The day for which the listing is valid; nil if it does not depend on the day.
  var day: CivilDate?

  /// The filters of the index, on its own listing.
  var filters: [IndexFilter] = []

  /// Whether it is the index itself, not sorted differently or filtered.
  var isBase: Bool { if case .index = kind { true } else { false } }
  /// The sort of the listing; nil for the index's own.
  var sort: Sort? { if case .sorted(let sort) = kind { sort } else { nil } }
  /// The value that the listing is filtered by.
  var facet: Facet? { if case .filtered(let facet) = kind { facet } else { nil } }
  /// The page whose records are listed; nil for an index.
  var owner: Navigation.Link? { if case .related(let owner) = kind { owner } else { nil } }
  /// Whether it lists only the records of another page: those related to a record, or of a tile on the home page.
  var isPartialList: Bool { owner != nil }

  /// The folder of the pages after the first, each in its `page`: `orders`, `orders/by/total-desc`.
  var folder: Substring { isBase ? stem.dropLast("/index".utf8.count) : stem[...] }

  /// The path of its exports without extension; nil if there are none.
  var exportPath: String? { hasExports ? stem : nil }

  /// The path of the page with all values of a filter of the index.
  func pathOfValues(of filter: String) -> String { "\(folder)/where/\(slug(filter))/index.html" }

  /// The number of pages, at least one.
  var pageCount: Int { max(1, (result.count + pageSize - 1) / pageSize) }

  /// The path of a page.
  /// - Parameter number: the 1-based page number.
  func path(ofPage number: Int) -> String {
    number == 1 ? stem + ".html" : "\(folder)/page/\(number).html"
  }

  var export: ExportPlan? {
    exportPath.map {
      ExportPlan(
        path: $0, result: exported.map { result.showing($0) } ?? result, index: isPartialList ? nil : entity)
    }
  }
}
