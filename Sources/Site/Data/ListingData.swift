import Content
import Query
import Records

/// The data of a list for the script that sorts and filters it: in parts, each a separate script, so that a
/// browser loads only what it needs.
///
///     orders/index/head.js          columns, filters and number formats
///     orders/index/rows-0.js        the cells of the first 16 rows
///     orders/index/top-5.js         the cells of the first page in order 5; `top-5-desc`: of the last page
///     orders/index/sort-5-0.js      the first 4,096 rows in order 5; `sort-5-desc-0`: reversed
///     orders/index/filter-0.js      the values of a filter, and the values of each row
///     orders/index/value-1-7.js     some values of a filter with very many: their rows, and the orders and
///                                   figures of these
///     orders/index/names-1-2.js     the values among these whose names begin alike
///     orders/index/sum-5.js         the figures of a column with a total
///     orders/index/totals.js        the totals for each combination of the filters' values
struct ListingData: Sendable {
  /// The number of positions of an order in a part.
  static let shard = 4_096
  /// The maximum number of values of a filter that are counted without a request.
  static let maximumCounted = 200
  /// The maximum number of combinations of values with totals in a part; with more, the figures themselves
  /// are as short.
  private static let maximumCombinations = 2_000

  enum DataFile: Sendable, Hashable {
    case head
    case rows(Int)
    case sort(order: Int, isDescending: Bool, shard: Int)
    case top(order: Int, isDescending: Bool)
    case filter(Int)
    case value(filter: Int, part: Int)
    case names(filter: Int, part: Int)
    case sum(Int)
    case totals

    /// Whether it depends on the orders.
    var isSorted: Bool {
      switch self {
      case .sort, .top, .value: true
      case .head, .rows, .filter, .names, .sum, .totals: false
      }
    }

    /// Its name, without extension.
    var name: String {
      switch self {
      case .head: "head"
      case .rows(let chunk): "rows-\(chunk)"
      case .sort(let order, let isDescending, let shard):
        "sort-\(order)" + (isDescending ? "-desc" : "") + "-\(shard)"
      case .top(let order, let isDescending): "top-\(order)" + (isDescending ? "-desc" : "")
      case .filter(let filter): "filter-\(filter)"
      case .value(let filter, let part): "value-\(filter)-\(part)"
      case .names(let filter, let part): "names-\(filter)-\(part)"
      case .sum(let column): "sum-\(column)"
      case .totals: "totals"
      }
    }
  }

  /// The values of a filter.
  struct Filter: Sendable {
    /// The expression as written.
    let name: String
    /// The label of each value, its name in addresses, and its number of rows.
    let values: [(label: String, key: String, count: Int)]
    /// The value of each row or, for a filter by lists, its set of values.
    let codes: [Int32]
    /// The sets of values that rows have, for a filter by lists; nil if each row has one value.
    let sets: [[Int32]]?
    /// The parts of its values if there are too many to load or count at once; nil otherwise.
    let parts: FilterValues?
    /// Whether it has very many values.
    var isLarge: Bool { parts != nil }

    init(
      name: String, values: [(label: String, key: String, count: Int)], codes: [Int32], sets: [[Int32]]? = nil
    ) {
      self.name = name
      self.values = values
      self.codes = codes
      self.sets = sets
      guard values.count > ListingData.maximumCounted else {
        parts = nil
        return
      }
      var rows = [[Int32]](repeating: [], count: values.count)
      for (row, code) in codes.enumerated() {
        for value in sets?[Int(code)] ?? [code] { rows[Int(value)].append(Int32(row)) }
      }
      parts = FilterValues(names: values.map(\.label), keys: values.map(\.key), rows: rows)
    }
  }

  /// The listing with the rows and columns.
  let listing: IndexListing
  /// The filters, in the order of the page.
  let filters: [Filter]
  /// The expressions that rows can be sorted by, with their names in addresses: the columns, then other sorts
  /// of the index page.
  let sorts: [(name: String, expression: Query.Expression)]
  /// For each sort of the index page, its index in `sorts`.
  private let placesOfSorts: [Int]
  /// The rows in each sort's order, ascending, followed by the descending orders, in which equal rows stay in
  /// the list's own order; empty until ``sorted()`` has made them.
  private(set) var orders: [[Int32]] = []
  /// The position of each row in each order; empty if no filter has very many values.
  private(set) var ranks: [[Int32]] = []
  /// The distinct combinations of codes in the filters that are not large, and the combination of each row;
  /// empty if there are too many.
  let combinations: (codes: [[Int32]], ofRows: [Int32])

  /// Makes the data of a list, without its orders; nil if its rows are not separate records, or in sections.
  /// - Parameter pages: a sorted listing of the same records for each sort of the index page.
  init?(_ listing: IndexListing, sortedOn pages: [IndexListing], filters: [Filter]) {
    let result = listing.result
    guard listing.isBase, listing.hasExports, result.records != nil, result.plan.section == nil,
      result.count > 1
    else { return nil }
    self.listing = listing
    self.filters = filters
    var sorts = zip(listing.columns, result.plan.columns).map { (name: $0.name, expression: $1.expression) }
    placesOfSorts = pages.compactMap { $0.result.plan.sort.first?.expression }.map { expression in
      if let place = sorts.firstIndex(where: { $0.expression.syntax == expression.syntax }) { return place }
      sorts.append((expression.text, expression))
      return sorts.count - 1
    }
    self.sorts = sorts
    combinations = Self.combinations(of: filters.filter { !$0.isLarge }, count: result.count)
  }

  /// The data of all indexes.
  /// - Parameter areSorted: whether to make their orders now.
  static func all(
    _ indexes: IndexPlanner.Indexes, _ siblings: [Int: ListingSiblings], areSorted: Bool
  ) async -> [Int: ListingData] {
    var all: [Int: ListingData] = [:]
    for (entity, own) in siblings {
      let data = ListingData(
        indexes.listings[own.base], sortedOn: own.sorts.map { indexes.listings[$0.asWritten.listing] },
        filters: indexes.filters[entity] ?? [])
      all[entity] = areSorted ? await data?.sorted() : data
    }
    return all
  }

  /// The rows in an order.
  func rows(inOrder order: Int, isDescending: Bool) -> [Int32] {
    orders[isDescending ? sorts.count + order : order]
  }

  /// The data with its orders.
  /// - Complexity: O(*n* log *n*) in the rows, for each of the sorts.
  func sorted() async -> ListingData {
    guard orders.isEmpty else { return self }
    let (result, sorts) = (listing.result, sorts)
    var data = self
    let found = await inParallel(sorts.count, by: 1) { part in
      result.places(sortedBy: sorts[part.lowerBound].expression)
    }
    data.orders = found.map(\.ascending) + found.map(\.descending)
    if filters.contains(where: \.isLarge) {
      data.ranks = data.orders.map { $0.ranks(count: $0.count) }
    }
    return data
  }

  /// The distinct combinations of some filters' codes.
  /// - Complexity: O(*n*) in the rows.
  private static func combinations(
    of filters: [Filter], count: Int
  ) -> (codes: [[Int32]], ofRows: [Int32]) {
    guard !filters.isEmpty else { return ([], []) }
    var codes = NumberedValues<[Int32]>()
    var ofRows: [Int32] = []
    ofRows.reserveCapacity(count)
    for row in 0..<count {
      ofRows.append(Int32(codes.number(of: filters.map { $0.codes[row] })))
      guard codes.values.count <= maximumCombinations else { return ([], []) }
    }
    return (codes.values, ofRows)
  }

  /// The name of a sort in addresses, with a leading `-` if it is descending; nil if the list has no such
  /// sort.
  /// - Complexity: O(*n*) in the sorts.
  func name(of sort: SortDescriptor) -> String? {
    sorts.first { $0.expression.syntax == sort.expression.syntax }.map {
      (sort.isDescending ? "-" : "") + $0.name
    }
  }

  /// The name in addresses of one of the index page's sorts, with a leading `-` if it is descending.
  func name(of sort: IndexListing.Sort) -> String {
    (sort.isDescending ? "-" : "") + sorts[placesOfSorts[sort.index]].name
  }

  /// The folder of its files: `orders/index`.
  var folder: String { listing.stem }

  var files: [DataFile] {
    let count = listing.result.count
    var files: [DataFile] = [.head]
    files += (0..<(count + chunk - 1) / chunk).map { .rows($0) }
    for order in sorts.indices {
      for isDescending in [false, true] {
        files += (0..<(count + Self.shard - 1) / Self.shard).map {
          .sort(order: order, isDescending: isDescending, shard: $0)
        }
        if hasTops { files.append(.top(order: order, isDescending: isDescending)) }
      }
    }
    for (index, filter) in filters.enumerated() {
      guard let values = filter.parts else {
        files.append(.filter(index))
        continue
      }
      files += values.byKey.indices.map { .value(filter: index, part: $0) }
      files += values.byName.indices.map { .names(filter: index, part: $0) }
    }
    files += listing.result.plan.columns.indices.filter { listing.result.plan.columns[$0].isTotal }
      .map { .sum($0) }
    if hasTotals { files.append(.totals) }
    return files
  }

  /// The number of rows in a part with cells; fewer if there are many columns.
  var chunk: Int { listing.columns.count > 12 ? 8 : 16 }

  /// Whether there is a part with the totals of combinations.
  var hasTotals: Bool { !combinations.codes.isEmpty && listing.columns.contains(where: \.isTotal) }

  /// Whether the first page of each order has its own part: in a long list, its rows are in as many parts.
  var hasTops: Bool {
    listing.result.count > 256 && listing.result.count > listing.pageSize
  }

  /// The number of bits of a row's position, in whole characters of six bits.
  var bits: Int { max(6, Self.bits(for: listing.result.count)) }

  /// The number of bits for numbers below a bound: up to three bits, or whole characters.
  static func bits(for bound: Int) -> Int {
    let bits = max(1, Int.bitWidth - max(0, bound - 1).leadingZeroBitCount)
    return bits <= 3 ? bits : (bits + 5) / 6 * 6
  }

  /// Appends numbers as characters: several in one character up to three bits, otherwise one or more
  /// characters each.
  static func append(_ numbers: some Sequence<Int32>, bits: Int, to output: inout [UInt8]) {
    let digits = SearchIndex.digits.utf8Start
    guard bits <= 3 else {
      for number in numbers {
        for shift in stride(from: bits - 6, through: 0, by: -6) {
          output.append(digits[Int(number) >> shift & 63])
        }
      }
      return
    }
    let each = 6 / bits
    var (packed, filled) = (0, 0)
    for number in numbers {
      packed |= Int(number) << (bits * filled)
      filled += 1
      if filled == each {
        output.append(digits[packed])
        (packed, filled) = (0, 0)
      }
    }
    if filled > 0 { output.append(digits[packed]) }
  }
}
