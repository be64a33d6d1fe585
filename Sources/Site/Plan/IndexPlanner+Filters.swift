import Content
import Diagnostics
import Formatting
import Query
import Records

extension IndexPlanner {
  /// The records to filter: those that an index shows or, if its rows are not records, those it reads.
  func records(of base: IndexListing, day: CivilDate) -> [Int32] {
    base.shownRecords ?? base.result.plan.records(graph: graph, today: day)
  }

  /// Records with the same value of a filter.
  private struct RowsOfValue {
    let value: Value
    let rows: [Int32]
    let label: String
  }

  /// Adds a listing for each value of a filter, in the values' order with nil last. If values are lists, such
  /// as tags, a record is in the listing of each element. Booleans and choices have a listing for every
  /// value, even if no record has it, so that links such as to overdue orders always work.
  /// - Parameters:
  ///   - number: the index of the filter.
  ///   - rows: the records to filter.
  ///   - limit: the maximum number of values that get pages.
  mutating func planFacets(
    of filter: FetchColumn, number: Int, _ rows: [Int32], _ base: IndexListing, day: CivilDate,
    limit: Int
  ) {
    let all = facets(of: filter, rows, day: day)
    let shown = mostFrequent(all, of: filter, limit: limit)
    let known = Set(shown.map(\.value))
    let others = all.filter { !known.contains($0.value) }
    indexes.filters[base.entity, default: []].append(data(of: filter, shown + others, base))
    let used = Set(all.map(\.value))
    let unused = filter.closedValues.filter { !used.contains($0) }.map {
      RowsOfValue(value: $0, rows: [], label: label(of: $0, filter))
    }
    addListings(of: shown + unused, filter, number: number, base, day: day, isCut: !others.isEmpty)
  }

  /// The records of each value, in the values' order with nil last.
  private func facets(of filter: FetchColumn, _ rows: [Int32], day: CivilDate) -> [RowsOfValue] {
    let values = Evaluator(graph: graph, today: day).values(of: filter.expression, rows: rows)
    var rowsByValue: [Value: [Int32]] = [:]
    for (row, value) in zip(rows, values) {
      if case .list(let elements) = value {
        for element in elements.facetValues { rowsByValue[element, default: []].append(row) }
      } else {
        rowsByValue[value, default: []].append(row)
      }
    }
    let facets = rowsByValue.map {
      RowsOfValue(value: $0.key, rows: $0.value, label: label(of: $0.key, filter))
    }
    return valueNames.sorted(facets) { $0.value }
  }

  /// The values that get pages; a warning if these are not all of them.
  private mutating func mostFrequent(_ facets: [RowsOfValue], of filter: FetchColumn, limit: Int)
    -> [RowsOfValue]
  {
    guard facets.count > limit else { return facets }
    let byCount = facets.sorted { ($1.rows.count, $0.label) < ($0.rows.count, $1.label) }
    let left = Set(byCount[limit...].flatMap(\.rows)).count
    diagnostics.append(
      Diagnostic(
        .filterLimit, .warning, at: filter.expression.range,
        "'\(filter.expression.text)' has \(facets.count) values; pages are made for the \(limit) most frequent, and none "
          + "for the other \(facets.count - limit), with \(left) records; raise 'filter-limit' to make them"
      ))
    let kept = Set(byCount[..<limit].map(\.value))
    return facets.filter { kept.contains($0.value) }
  }

  private mutating func addListings(
    of facets: [RowsOfValue], _ filter: FetchColumn, number: Int, _ base: IndexListing, day: CivilDate,
    isCut: Bool
  ) {
    var plan = base.result.plan
    if base.shownRecords != nil {
      // The rows already exclude what offset and limit leave out.
      (plan.offset, plan.limit) = (0, nil)
    }
    let order = order(of: base)
    let names = valueNames.names(of: facets.map(\.value))
    for (place, facet) in facets.enumerated() {
      var listing = base
      listing.stem = "\(base.folder)/where/\(slug(filter.expression.text))/\(names[place])"
      listing.kind = .filtered(
        .init(
          filter: number, value: place, key: names[place], label: facet.label, isUnused: facet.rows.isEmpty,
          isOfTruncatedFilter: isCut))
      listing.summary = formatter.summary(
        base.title, where: filter.label, is: facet.value, called: facet.label)
      if let order {
        listing.summary = formatter.summary(
          listing.summary, by: label(of: order.expression, in: base), isDescending: order.isDescending)
      }
      if filter.expression.reads.today { listing.day = day }
      listing.result = plan.run(graph: graph, today: day, among: facet.rows)
      listing.filters = []
      indexes.listings.append(listing)
    }
  }

  /// The data of a filter for the script: its values, and the values of each row.
  private func data(of filter: FetchColumn, _ facets: [RowsOfValue], _ base: IndexListing)
    -> ListingData.Filter
  {
    let count = graph.table(of: base.entity).count
    var codes = [Int32](repeating: 0, count: count)
    var sets = NumberedValues<[Int32]>()
    if filter.type.isList {
      var ofRecords = [[Int32]](repeating: [], count: count)
      for (code, facet) in facets.enumerated() {
        for row in facet.rows { ofRecords[Int(row)].append(Int32(code)) }
      }
      for (row, set) in ofRecords.enumerated() where !set.isEmpty { codes[row] = Int32(sets.number(of: set)) }
    } else {
      for (code, facet) in facets.enumerated() { for row in facet.rows { codes[Int(row)] = Int32(code) } }
    }
    let names = valueNames.names(of: facets.map(\.value))
    return ListingData.Filter(
      name: filter.expression.text,
      values: zip(facets, names).map { ($0.label, $1, $0.rows.count) },
      codes: (base.result.records ?? []).map { codes[Int($0)] }, sets: filter.type.isList ? sets.values : nil)
  }

  // MARK: Order

  /// The first sort of an index, or of its sections; nil if its page has none.
  private func order(of listing: IndexListing) -> SortDescriptor? {
    let plan = listing.result.plan
    guard !(listing.page?.request.sort.isEmpty ?? true) else { return nil }
    return plan.sort.dropFirst(plan.section == nil ? 0 : 1).first
  }

  // MARK: Words

  private var valueNames: ValueNames { ValueNames(graph: graph, titles: titles, formatter: formatter) }

  private func label(of value: Value, _ filter: FetchColumn) -> String {
    valueNames.label(of: value, as: ValueStyle(filter), relationship: filter.relationship)
  }
}

extension [Value] {
  /// The values of a filter that a record with this list belongs to, as of groups: its distinct elements, nil among
  /// them, or nil alone.
  fileprivate var facetValues: [Value] {
    var found: Set<Value> = []
    return isEmpty ? [.null] : filter { found.insert($0).inserted }
  }
}

extension IndexListing {
  /// The records shown as rows; nil if the rows are groups or distinct texts.
  var shownRecords: [Int32]? { result.plan.isGrouped ? nil : result.members }
}

extension FetchColumn {
  /// All possible values, if they are known without the records.
  fileprivate var closedValues: [Value] {
    if type == .boolean { return [.boolean(false), .boolean(true)] }
    return attributeType == .string ? choices.map { .text($0) } : []
  }
}
