import Content
import Diagnostics
import Query
import Records

/// Plans the index pages of all entities: the index itself, its sorted pages, and a page for each value of a filter.
struct IndexPlanner {
  /// What was planned.
  struct Indexes: Sendable {
    /// Every listing, those of one entity one behind the other.
    var listings: [IndexListing] = []
    /// The number of records of each entity that has an index.
    var counts: [Int?] = []
    /// The newest records of the entity with a date, for the home page.
    var newest: IndexListing?
  }

  private let content: LoadedContent
  private let titles: RecordTitles
  private let formatter: ValueFormatter
  private let today: CivilDate
  private var indexes = Indexes()
  private var diagnostics: [Diagnostic] = []

  private var graph: RecordGraph { content.graph }
  private var model: Model { content.graph.model }

  /// Plans all indexes.
  static func plan(
    _ content: LoadedContent, titles: RecordTitles, formatter: ValueFormatter, today: CivilDate
  ) -> (indexes: Indexes, diagnostics: [Diagnostic]) {
    var planner = IndexPlanner(content: content, titles: titles, formatter: formatter, today: today)
    for entity in content.graph.model.entities.indices { planner.planIndex(of: entity) }
    planner.planNewest()
    return (planner.indexes, planner.diagnostics)
  }

  private init(content: LoadedContent, titles: RecordTitles, formatter: ValueFormatter, today: CivilDate) {
    self.content = content
    self.titles = titles
    self.formatter = formatter
    self.today = today
  }

  // MARK: The index

  private mutating func planIndex(of index: Int) {
    let entity = model.entities[index]
    guard let folder = entity.folder else { return indexes.counts.append(nil) }
    indexes.counts.append(graph.rows(of: index).count)
    let page = content.pages.first { $0.kind == .index(entity: index) }
    let request = page?.request ?? FetchRequest()
    let day = page?.asOf ?? today
    let (plan, problems) = FetchPlan.compile(request, entity: index, graph: graph)
    diagnostics += problems
    guard let plan else { return }
    let title = page?.title ?? entity.pluralLabel
    var base = IndexListing(
      entity: index, page: page, stem: folder + "/index", further: folder + "/page", title: title,
      summary: title,
      pageSize: page?.pageSize ?? Page.defaultPageSize, columns: ColumnView.columns(of: plan, asOf: day),
      result: plan.run(graph: graph, today: day), exportPath: request.exports ? folder + "/index" : nil)
    base.feed = feed(of: base, at: folder + "/feed.xml")
    let filters = compile(page?.filters ?? [], index, for: "a filter")
    base.filterLabels = filters.map { ($0.expression.text, $0.label) }
    indexes.listings.append(base)
    planSorts(page, base, plan, folder: folder, day: day)
    for (number, filter) in filters.enumerated() {
      planFacets(of: filter, number: number, base, folder: folder, day: day, limit: page?.filterLimit)
    }
  }

  /// The feed that an index page asks for.
  private mutating func feed(of base: IndexListing, at path: String) -> FeedPlan? {
    guard let range = base.page?.feedRange else { return nil }
    let feed = FeedPlan(base.result, path: path)
    guard content.settings.baseURL != nil, feed != nil else {
      let reason =
        feed == nil
        ? "it needs records with a date" : "its links are absolute; write 'base-url' in site.yml"
      diagnostics.append(
        Diagnostic(.noFeed, .warning, at: range, "the index '\(base.title)' gets no feed: \(reason)"))
      return nil
    }
    return feed
  }

  // MARK: Sorts

  /// Two listings for each of an index's sorts: ascending, and descending.
  private mutating func planSorts(
    _ page: Page?, _ base: IndexListing, _ plan: FetchPlan, folder: String, day: CivilDate
  ) {
    let sources = (page?.sorts ?? []).filter { !reportDirection(of: $0) }
    for (number, column) in compile(sources, base.entity, for: "a sort").enumerated() {
      let name = slug(column.expression.text)
      for isDescending in [false, true] {
        var sorted = plan
        // A section's expression comes first in every sort.
        let place = plan.section == nil ? 0 : 1
        sorted.sort.insert(SortDescriptor(column.expression, isDescending: isDescending), at: place)
        var listing = base
        listing.stem = "\(folder)/by/\(name)" + (isDescending ? "-desc" : "")
        listing.further = listing.stem + "/page"
        listing.sort = (number, isDescending)
        listing.sortLabel = column.label
        listing.summary = summary(base.title, by: column.label)
        listing.result = sorted.run(graph: graph, today: day)
        listing.exportPath = base.exportPath == nil ? nil : listing.stem
        indexes.listings.append(listing)
      }
    }
  }

  /// Reports a sort that is written with a direction, as in a fetch request; here each makes pages for both.
  private mutating func reportDirection(of source: SourceText) -> Bool {
    var words = source.text.split(whereSeparator: \.isWhitespace)
    let isMarked = words.first?.first == "-"
    let isNamed = words.count > 1 && ["asc", "desc"].contains(words.last?.lowercased())
    guard isMarked || isNamed else { return false }
    if isNamed { words.removeLast() }
    let plain = words.joined(separator: " ").drop { $0 == "-" || $0 == " " }
    diagnostics.append(
      Diagnostic(
        .invalidRequest, at: source.range, "each of 'sorts' makes pages for both directions; write '\(plain)'"
      ))
    return true
  }

  /// Compiles the expressions of sorts or filters, each with what to call it.
  private mutating func compile(_ sources: [SourceText], _ entity: Int, for use: String) -> [FetchColumn] {
    guard !sources.isEmpty else { return [] }
    var request = FetchRequest()
    request.columns = sources.map { .init(value: $0) }
    let (plan, problems) = FetchPlan.compile(request, entity: entity, graph: graph)
    diagnostics += problems
    var texts: [String: String] = [:]
    return (plan?.columns ?? []).filter { column in
      let text = column.expression.text
      if column.type.isList {
        diagnostics.append(
          Diagnostic(
            .typeMismatch, at: column.expression.range,
            "\(use) needs one value for each record, and '\(text)' gives a list"))
        return false
      }
      guard let other = texts.updateValue(text, forKey: idFolded(slug(text))) else { return true }
      let clash = other == text ? "is named twice" : "and '\(other)' would make the same pages"
      diagnostics.append(
        Diagnostic(.urlCollision, at: column.expression.range, "'\(text)' \(clash); remove one of them"))
      return false
    }
  }

  private func summary(_ title: String, by label: String) -> String {
    words("summaryBy", "{0}, by {1}", title, label.prefix(1).lowercased() + label.dropFirst())
  }

  // MARK: Filters

  /// A listing for each value of a filter, in the values' order; nil is last.
  private mutating func planFacets(
    of filter: FetchColumn, number: Int, _ base: IndexListing, folder: String, day: CivilDate, limit: Int?
  ) {
    guard let rows = base.result.records else { return }
    let values = Evaluator(graph: graph, today: day).values(of: filter.expression, rows: rows)
    var rowsByValue: [Value: [Int32]] = [:]
    for (row, value) in zip(rows, values) { rowsByValue[value, default: []].append(row) }
    var facets = rowsByValue.map { (value: $0.key, rows: $0.value, label: label(of: $0.key, filter)) }
    let most = limit ?? Page.defaultFilterLimit
    let isCut = facets.count > most
    if isCut {
      facets.sort { ($1.rows.count, $0.label) < ($0.rows.count, $1.label) }
      let left = facets[most...].reduce(0) { $0 + $1.rows.count }
      diagnostics.append(
        Diagnostic(
          .filterLimit, .warning, at: filter.expression.range,
          "'\(filter.expression.text)' has \(facets.count) values; pages are made for the \(most) most frequent, and \(left) records "
            + "with the other \(facets.count - most) have none; raise 'filter-limit' to make them"))
      facets = Array(facets[..<most])
    }
    facets.sort { a, b in
      if (a.value == .null) != (b.value == .null) { return b.value == .null }
      if case (.boolean(let a), .boolean(let b)) = (a.value, b.value) { return a && !b }
      let order = NaturalOrder.compare(sortText(of: a.value), sortText(of: b.value))
      return order == .same ? urlText(of: a.value) < urlText(of: b.value) : order == .ascending
    }
    // What offset and limit leave out is left out of the rows already.
    var plan = base.result.plan
    (plan.offset, plan.limit) = (0, nil)
    var taken: Set<String> = []
    for (place, facet) in facets.enumerated() {
      var name = slug(urlText(of: facet.value))
      if name.isEmpty { name = "none" }
      var unique = name
      var count = 1
      while !taken.insert(idFolded(unique)).inserted {
        count += 1
        unique = "\(name)-\(count)"
      }
      var listing = base
      listing.stem = "\(folder)/where/\(slug(filter.expression.text))/\(unique)"
      listing.further = listing.stem + "/page"
      listing.facet = (number, place)
      listing.facetLabel = facet.label
      listing.summary = summary(base.title, filter, facet.value, facet.label)
      listing.isOfCutFilter = isCut
      listing.result = plan.run(graph: graph, today: day, among: facet.rows)
      listing.exportPath = base.exportPath == nil ? nil : listing.stem
      listing.filterLabels = []
      indexes.listings.append(listing)
    }
  }

  /// What a filtered listing shows: `Orders not paid`, `Orders, customer: Acme`.
  private func summary(_ title: String, _ filter: FetchColumn, _ value: Value, _ label: String) -> String {
    let name = filter.label.prefix(1).lowercased() + filter.label.dropFirst()
    return switch value {
    case .boolean(true): words("summaryIs", "{0} {1}", title, name)
    case .boolean(false): words("summaryIsNot", "{0} not {1}", title, name)
    default: words("summaryWith", "{0}, {1}: {2}", title, name, label)
    }
  }

  /// A sentence of the theme with its parts put in.
  private func words(_ name: String, _ fallback: String, _ parts: String...) -> String {
    var text = formatter.words[name] ?? fallback
    for (index, part) in parts.enumerated() { text = text.replacing("{\(index)}", with: part) }
    return text
  }

  // MARK: Values

  private func label(of value: Value, _ filter: FetchColumn) -> String {
    if value == .null { return formatter.words["none"] ?? "none" }
    return filter.isYear
      ? urlText(of: value)
      : formatter.text(of: value) { titles.title(of: $1, in: $0, graph: graph) }
  }

  /// A value as it stands in a URL: an id, an ISO form, or the text.
  private func urlText(of value: Value) -> String {
    switch value {
    case .null: ""
    case .boolean(let flag): flag ? "true" : "false"
    case .record(let table, let row): graph.id(of: row, in: table)
    case .date(let date): date.description
    case .number(let number): number.description
    case .money(let money): money.description
    case .text(let text): text
    case .list(let values): values.map { urlText(of: $0) }.joined(separator: "-")
    }
  }

  private func sortText(of value: Value) -> String {
    if case .record(let table, let row) = value { return titles.title(of: row, in: table, graph: graph) }
    return urlText(of: value)
  }

  // MARK: The newest

  /// The ten newest records of the first entity that has a page and a required date.
  private mutating func planNewest() {
    let dated = model.entities.indices.first { index in
      model.entities[index].folder != nil
        && model.entities[index].attributes.contains { $0.type == .date && $0.isRequired }
    }
    guard let dated, let base = indexes.listings.first(where: { $0.entity == dated && $0.isBase }),
      let date = model.entities[dated].attributes.first(where: { $0.type == .date && $0.isRequired })
    else { return }
    var request = FetchRequest()
    request.sort = ["-#\(date.name.text)", "-id"].map { SourceText($0, name: "home") }
    request.columns = base.page?.request.columns ?? []
    request.limit = 10
    guard let plan = FetchPlan.compile(request, entity: dated, graph: graph).plan else { return }
    var newest = base
    newest.columns = ColumnView.columns(of: plan, asOf: today)
    newest.result = plan.run(graph: graph, today: today)
    newest.pageSize = 10
    indexes.newest = newest
  }
}
