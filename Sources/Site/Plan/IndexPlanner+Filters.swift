import Content
import Diagnostics
import Query
import Records

extension IndexPlanner {
  /// The records to filter: those that an index shows, or, where its rows are no records, all that it is made of.
  func records(of base: IndexListing, day: CivilDate) -> [Int32] {
    base.shownRecords ?? base.result.plan.records(graph: graph, today: day)
  }

  /// Records that have the same value of a filter.
  private struct Facet {
    let value: Value
    let rows: [Int32]
    let label: String
  }

  /// A listing for each value of a filter, in the values' order; nil is last.
  /// - Parameters:
  ///   - number: the filter's place among the filters.
  ///   - rows: the records to filter.
  ///   - limit: the most values that get pages.
  mutating func planFacets(
    of filter: FetchColumn, number: Int, _ rows: [Int32], _ base: IndexListing, folder: String,
    day: CivilDate, limit: Int
  ) {
    let values = Evaluator(graph: graph, today: day).values(of: filter.expression, rows: rows)
    var rowsByValue: [Value: [Int32]] = [:]
    for (row, value) in zip(rows, values) { rowsByValue[value, default: []].append(row) }
    var facets = rowsByValue.map { Facet(value: $0.key, rows: $0.value, label: label(of: $0.key, filter)) }
    let all = facets
    let isCut = facets.count > limit
    if isCut {
      facets.sort { ($1.rows.count, $0.label) < ($0.rows.count, $1.label) }
      let left = facets[limit...].reduce(0) { $0 + $1.rows.count }
      diagnostics.append(
        Diagnostic(
          .filterLimit, .warning, at: filter.expression.range,
          "'\(filter.expression.text)' has \(facets.count) values; pages are made for the \(limit) most frequent, and \(left) records "
            + "with the other \(facets.count - limit) have none; raise 'filter-limit' to make them"))
      facets = Array(facets[..<limit])
    }
    facets.sort { precedes($0.value, $1.value) }
    let kept = Set(facets.map(\.value))
    let others = isCut ? all.filter { !kept.contains($0.value) } : []
    indexes.filters[base.entity, default: []].append(
      data(of: filter, facets + others.sorted { precedes($0.value, $1.value) }, base))
    var plan = base.result.plan
    if base.shownRecords != nil {
      // What offset and limit leave out is left out of the rows already.
      (plan.offset, plan.limit) = (0, nil)
    }
    let order = order(of: base)
    let names = names(of: facets.map(\.value))
    for (place, facet) in facets.enumerated() {
      var listing = base
      listing.stem = "\(folder)/where/\(slug(filter.expression.text))/\(names[place])"
      listing.further = listing.stem + "/page"
      listing.facet = (number, place)
      listing.facetLabel = facet.label
      listing.facetKey = names[place]
      listing.summary = formatter.summary(
        base.title, where: filter.label, is: facet.value, called: facet.label)
      if let order {
        listing.summary = formatter.summary(
          listing.summary, by: label(of: order.expression, in: base), isDescending: order.isDescending)
      }
      listing.isOfTruncatedFilter = isCut
      if filter.expression.usesToday { listing.day = day }
      listing.result = plan.run(graph: graph, today: day, among: facet.rows)
      listing.exportPath = base.exportPath == nil ? nil : listing.stem
      listing.filterLabels = []
      indexes.listings.append(listing)
    }
  }

  /// What a script is told of a filter: its values, and which of them each row has.
  private func data(of filter: FetchColumn, _ facets: [Facet], _ base: IndexListing) -> ListingData.Filter {
    var codes = [Int32](repeating: 0, count: graph.table(of: base.entity).count)
    for (code, facet) in facets.enumerated() { for row in facet.rows { codes[Int(row)] = Int32(code) } }
    let names = names(of: facets.map(\.value))
    return ListingData.Filter(
      name: filter.expression.text,
      values: zip(facets, names).map { ($0.label, $1, $0.rows.count) },
      codes: (base.result.records ?? []).map { codes[Int($0)] })
  }

  // MARK: Order

  /// What an index, or each of its sections, is sorted by first; nil where its page does not say.
  private func order(of listing: IndexListing) -> SortDescriptor? {
    let plan = listing.result.plan
    guard !(listing.page?.request.sort.isEmpty ?? true) else { return nil }
    return plan.sort.dropFirst(plan.section == nil ? 0 : 1).first
  }

  /// Whether a value comes before another one in a list of links: in the order of sorts, records by what they are
  /// called, true before false, and nil last.
  private func precedes(_ a: Value, _ b: Value) -> Bool {
    let order: Ordering =
      switch (a, b) {
      case (.null, _), (_, .null): a == b ? .same : b == .null ? .ascending : .descending
      case (.boolean(let a), .boolean(let b)): a == b ? .same : a ? .ascending : .descending
      case (.number(let a), .number(let b)): a.compare(b)
      case (.money(let a), .money(let b)): a.sortOrder(b, home: graph.model.currency)
      case (.date(let a), .date(let b)): Ordering(a.dayNumber, b.dayNumber)
      default: NaturalOrder.compare(sortText(of: a), sortText(of: b))
      }
    return order == .same ? urlText(of: a) < urlText(of: b) : order == .ascending
  }

  private func sortText(of value: Value) -> String {
    if case .record(let table, let row) = value { return titles.title(of: row, in: table, graph: graph) }
    return urlText(of: value)
  }

  // MARK: Words

  private func label(of value: Value, _ filter: FetchColumn) -> String {
    if value == .null { return formatter.words["none"] ?? "none" }
    if filter.isState, case .text(let state) = value { return formatter.state(state) }
    return filter.isYear
      ? urlText(of: value)
      : formatter.text(of: value) { titles.title(of: $1, in: $0, graph: graph) }
  }

  // MARK: URLs

  /// The name of each value in a URL. `none` is nil's alone, so that it means the same whatever the other values are.
  private func names(of values: [Value]) -> [String] {
    var taken: Set = ["none"]
    return values.map { value in
      if value == .null { return "none" }
      var name = name(of: value)
      if name.isEmpty { name = "none" }
      var unique = name
      var count = 1
      while !taken.insert(idFolded(unique)).inserted {
        count += 1
        unique = "\(name)-\(count)"
      }
      return unique
    }
  }

  /// A value as it stands in a URL: an id, an ISO form or number as it is, and text folded to the characters of ids.
  private func name(of value: Value) -> String {
    switch value {
    case .record, .date, .number, .boolean: urlText(of: value)
    case .money(let money):
      // A minus sign is no joint of words.
      (money.single?.number.isNegative ?? false ? "-" : "") + slug(urlText(of: value))
    case .null, .text, .list: slug(urlText(of: value))
    }
  }

  private func urlText(of value: Value) -> String {
    switch value {
    case .record(let table, let row): graph.id(of: row, in: table)
    case .list(let values): values.map { urlText(of: $0) }.joined(separator: "-")
    case .null, .text, .number, .money, .boolean, .date: value.plainText ?? ""
    }
  }
}

extension IndexListing {
  /// The records that its rows are; nil where they are groups or texts without repetition.
  fileprivate var shownRecords: [Int32]? { result.plan.isGrouped ? nil : result.members }
}
