import Content
import Diagnostics
import Formatting
import Query
import Records

/// Plans the index pages of all entities: the index, its sorted pages, and a page for each value of a filter.
struct IndexPlanner: Sendable {
  /// The result of planning.
  struct Indexes: Sendable {
    /// Every listing, grouped by entity.
    var listings: [IndexListing] = []
    /// The number of records of each entity that has an index.
    var counts: [Int?] = []
    /// The filters of each entity's index, for the script that combines them.
    var filters: [Int: [ListingData.Filter]] = [:]
    /// The newest records of the entity with a date, for the home page.
    var newest: IndexListing?
    /// The home page, if it is generated from the model.
    var home: HomeDashboard?
  }

  let titles: RecordTitles
  /// Formats values, and has the theme's words.
  let formatter: ValueFormatter
  /// The indexes planned so far.
  var indexes = Indexes()
  /// The diagnostics found so far.
  var diagnostics: [Diagnostic] = []
  let book: Book
  let today: CivilDate

  var graph: RecordGraph { book.graph }
  var model: Model { book.graph.model }

  /// Plans the indexes of all entities, and the home page.
  /// - Parameter hasDashboard: whether to generate a home page if Content has none.
  static func plan(
    _ book: Book, titles: RecordTitles, formatter: ValueFormatter, hasDashboard: Bool, today: CivilDate
  ) -> IndexPlanner {
    var planner = IndexPlanner(titles: titles, formatter: formatter, book: book, today: today)
    for entity in book.graph.model.entities.indices { planner.planIndex(of: entity) }
    if hasDashboard {
      planner.indexes.home = HomeDashboard(
        book, listings: planner.indexes.listings, formatter: formatter)
    }
    return planner
  }

  /// Plans the other lists: the newest records, the records of tiles on the home page, and related records.
  ///
  /// No page depends on them, so they are planned in parallel with the pages' query blocks.
  /// - Parameter cutLists: the lists of related records that get pages of their own.
  func planLists(_ cutLists: [RecordLists.Cut]) async -> (indexes: Indexes, diagnostics: [Diagnostic]) {
    var planner = self
    planner.planNewest()
    planner.planTiles()
    for list in cutLists { planner.planRelated(list) }
    return (planner.indexes, planner.diagnostics)
  }

  // MARK: The index

  private mutating func planIndex(of index: Int) {
    let entity = model.entities[index]
    guard let folder = entity.folder else { return indexes.counts.append(nil) }
    indexes.counts.append(graph.rows(of: index).count)
    let page = book.pages.first { $0.kind == .index(entity: index) }
    let request = page?.request ?? FetchRequest()
    let day = page?.asOf ?? today
    let (written, found) = FetchPlan.compile(request, entity: index, graph: graph)
    diagnostics += found
    let wanted = written.map { wantedPlan(of: request, $0, entity: index, day: day) }
    guard let written, let plan = wanted else {
      // Reports further errors of the page in the same run, except in sorts of groups.
      if request.group.isEmpty { _ = compile(sorts: page?.sorts ?? [], index, of: FetchRequest()) }
      _ = compile(filters: page?.filters ?? [], index, asOf: request.asOf)
      return
    }
    let title = page?.title?.text ?? entity.pluralLabel
    var base = IndexListing(
      entity: index, page: page, stem: folder + "/index", title: title, summary: title,
      pageSize: page?.pageSize ?? Page.defaultPageSize, columns: ColumnView.columns(of: plan, asOf: day),
      result: plan.run(graph: graph, today: day), hasExports: request.exports)
    if request.columns.isEmpty, !plan.isGrouped { base.exported = written }
    base.day = base.result.day
    base.feed = feed(of: base, at: folder + "/feed.xml")
    if request.exports { base.calendar = DueCalendarPlan(base.result, path: folder + "/due.ics") }
    let filters = compile(filters: page?.filters ?? [], index, asOf: request.asOf)
    base.filters = filters.map { IndexFilter($0) }
    indexes.listings.append(base)
    planSorts(page?.sorts ?? [], base, day: day)
    let rows = filters.isEmpty ? [] : records(of: base, day: day)
    for (number, filter) in filters.enumerated() {
      planFacets(
        of: filter, number: number, rows, base, day: day, limit: page?.filterLimit ?? Page.defaultFilterLimit)
    }
  }

  /// The feed requested by an index page.
  private mutating func feed(of base: IndexListing, at path: String) -> FeedPlan? {
    guard let range = base.page?.feedRange else { return nil }
    let feed = FeedPlan(base.result, path: path)
    guard book.settings.baseURL != nil, feed != nil else {
      let reason =
        feed == nil
        ? base.result.plan.isGrouped ? "its rows are groups of records" : "it needs records with a date"
        : "its links are absolute; write 'base-url' in site.yml"
      diagnostics.append(
        Diagnostic(.noFeed, .warning, at: range, "the index '\(base.title)' gets no feed: \(reason)"))
      return nil
    }
    return feed
  }

  // MARK: Sorts

  /// Adds two listings for each sort of an index: ascending and descending.
  private mutating func planSorts(_ sources: [ColumnDeclaration], _ base: IndexListing, day: CivilDate) {
    let sorts = compile(sorts: sources, base.entity, of: base.page?.request ?? FetchRequest())
    let records = sorts.isEmpty ? nil : recordsLeft(in: base, day: day)
    for (number, (sort, written)) in sorts.enumerated() {
      let name = slug(sort.expression.text)
      let label = written ?? label(of: sort.expression, in: base)
      for isDescending in [false, true] {
        var sorted = base.result.plan
        // A section's expression comes first in every sort.
        let place = sorted.section == nil ? 0 : 1
        sorted.sort.insert(SortDescriptor(sort.expression, isDescending: isDescending), at: place)
        if records != nil { (sorted.offset, sorted.limit) = (0, nil) }
        var listing = base
        listing.stem = "\(base.folder)/by/\(name)" + (isDescending ? "-desc" : "")
        listing.kind = .sorted(
          .init(
            index: number, isDescending: isDescending, isAsWritten: isDescending == sort.isDescending,
            key: sort.expression.syntax, label: label))
        listing.summary = formatter.summary(base.title, by: label, isDescending: isDescending)
        listing.result = sorted.run(graph: graph, today: day, among: records)
        listing.day = listing.result.day ?? base.day
        indexes.listings.append(listing)
      }
    }
  }

  /// The records left by an index's limit and offset, in the entity's own order, since sorted listings show
  /// the same records. Nil if there is no limit or offset, or if the rows are not records.
  private func recordsLeft(in base: IndexListing, day: CivilDate) -> [Int32]? {
    let plan = base.result.plan
    guard plan.limit != nil || plan.offset > 0, let shown = base.shownRecords else { return nil }
    let kept = Set(shown)
    return plan.records(graph: graph, today: day).filter(kept.contains)
  }

  /// Compiles an index's sorts; sorts of groups if it lists groups.
  /// - Parameter request: the request of the index. Errors in its filters are reported elsewhere.
  private mutating func compile(
    sorts sources: [ColumnDeclaration], _ entity: Int, of request: FetchRequest
  ) -> [(sort: SortDescriptor, label: String?)] {
    // Each sort is compiled separately, because here a repeated sort is an error about pages.
    var request = request
    (request.predicate, request.having, request.section) = (nil, nil, nil)
    let descriptors = sources.flatMap { source -> [(sort: SortDescriptor, label: String?)] in
      request.sort = [source.value]
      let (plan, found) = FetchPlan.compile(request, entity: entity, graph: graph)
      diagnostics += found
      return (plan?.sort ?? []).map { ($0, source.label?.text) }
    }
    return distinctPages(descriptors) { $0.sort.expression }
  }

  /// Compiles an index's filters, which are expressions of its records.
  private mutating func compile(
    filters sources: [ColumnDeclaration], _ entity: Int, asOf day: CivilDate?
  ) -> [FetchColumn] {
    guard !sources.isEmpty else { return [] }
    let request = FetchRequest(columns: sources, asOf: day)
    let (plan, found) = FetchPlan.compile(request, entity: entity, graph: graph)
    diagnostics += found
    return distinctPages(plan?.columns ?? []) { $0.expression }
  }

  /// The parts whose pages differ from those of earlier parts.
  private mutating func distinctPages<Part>(
    _ parts: [Part], _ expression: (Part) -> Query.Expression
  ) -> [Part] {
    var texts: [String: String] = [:]
    return parts.filter { part in
      let expression = expression(part)
      let text = expression.text
      guard let other = texts.updateValue(text, forKey: idFolded(slug(text))) else { return true }
      let clash = other == text ? "is named twice" : "and '\(other)' would make the same pages"
      diagnostics.append(
        Diagnostic(.urlCollision, at: expression.range, "'\(text)' \(clash); remove one of them"))
      return false
    }
  }

  // MARK: The home page

  /// Plans the ten newest records of the main entity.
  private mutating func planNewest() {
    guard let dated = HomeDashboard.mainEntity(of: book),
      let base = indexes.listings.first(where: { $0.entity == dated && $0.isBase }),
      let date = model.entities[dated].requiredDate
    else { return }
    let plan = plan(like: base) { request in
      request.sort = ["-#\(date.name.text)", "-id"].map { SourceText($0, name: "home") }
      request.limit = 10
    }
    guard let (_, shown) = plan else { return }
    var newest = base
    newest.columns = ColumnView.columns(of: shown, asOf: today)
    newest.result = shown.run(graph: graph, today: today)
    newest.pageSize = 10
    indexes.newest = newest
  }

  /// Plans the lists of the tiles on a generated home page, which look like the index.
  private mutating func planTiles() {
    guard let home = indexes.home else { return }
    let base = home.base
    for list in home.lists {
      let plan = plan(like: base) { $0.predicate = SourceText(list.predicate, name: "home") }
      guard let (written, shown) = plan else { continue }
      let title = formatter.labelled(base.title, list.title)
      let result = shown.run(graph: graph, today: today)
      indexes.listings.append(
        IndexListing(
          kind: .related(Navigation.Link(title: base.title, path: base.path(ofPage: 1))), entity: base.entity,
          stem: list.stem, title: title, summary: title, pageSize: base.pageSize,
          columns: ColumnView.columns(of: shown, asOf: today), result: result, hasExports: true,
          exported: written, day: result.day))
    }
  }

  /// The plan of a list with the columns and order of an index, as written and with the most useful columns.
  private func plan(
    like base: IndexListing, _ change: (inout FetchRequest) -> Void
  ) -> (written: FetchPlan, shown: FetchPlan)? {
    var request = FetchRequest()
    // Columns and sorts of groups do not apply to a record.
    if let page = base.page, !base.result.plan.isGrouped {
      (request.columns, request.sort) = (page.request.columns, page.request.sort)
    }
    change(&request)
    return FetchPlan.compile(request, entity: base.entity, graph: graph).plan.map { written in
      (written, wantedPlan(of: request, written, entity: base.entity, day: today))
    }
  }
}
