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
  /// What it is to the index of its entity.
  enum Kind: Sendable {
    /// The index itself.
    case index
    /// The index in another order.
    case sorted(Sort)
    /// The records of the index with one value of a filter.
    case filtered(Facet)
    /// Records of another page, which the link leads to and which shows the first of them: the related records of a
    /// record, or those of a tile of the home page.
    case related(Navigation.Link)
  }

  /// One of the entity's sorts, in one direction.
  struct Sort: Sendable {
    /// The number of the sort.
    let index: Int
    /// Its direction here.
    let isDescending: Bool
    /// Whether the direction is the one that `sorts` asks for, which the links of other listings lead to.
    let isAsWritten: Bool
    /// The expression.
    let key: Syntax
    /// The label.
    let label: String
  }

  /// One value of one of the index's filters.
  struct Facet: Sendable {
    /// The number of the filter.
    let filter: Int
    /// The number of the value.
    let value: Int
    /// The value's name in addresses.
    let key: String
    /// The value's label.
    let label: String
    /// Whether no record has the value, which the bars of other pages then leave out.
    let isUnused: Bool
    /// Whether some values of the filter have no page.
    let isOfTruncatedFilter: Bool
  }

  /// What it is to the index of its entity.
  var kind = Kind.index
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
  /// The day that it holds for; nil if it holds for every day.
  var day: CivilDate?

  /// The filters of the index, on its own listing.
  var filters: [IndexFilter] = []

  /// Whether it is an entity's index itself, neither sorted differently nor filtered.
  var isBase: Bool { if case .index = kind { true } else { false } }
  /// The sort that it is in; nil for the index's own.
  var sort: Sort? { if case .sorted(let sort) = kind { sort } else { nil } }
  /// The value of a filter that it shows.
  var facet: Facet? { if case .filtered(let facet) = kind { facet } else { nil } }
  /// The page whose records it lists; nil for an index.
  var owner: Navigation.Link? { if case .related(let owner) = kind { owner } else { nil } }
  /// Whether it is the whole list of another page's records.
  var isRelated: Bool { owner != nil }

  /// The path of the page with all values of a filter.
  func pathOfValues(of filter: String) -> String {
    "\(stem.dropLast("index".count))where/\(slug(filter))/index.html"
  }

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
