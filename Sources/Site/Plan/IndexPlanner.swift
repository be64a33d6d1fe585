import Content
import Diagnostics
import Query
import Records

/// Plans the index pages of all entities: the index itself, its sorted pages, and a page for each value of a filter.
struct IndexPlanner: Sendable {
  /// What was planned.
  struct Indexes: Sendable {
    /// Every listing, those of one entity one after the other.
    var listings: [IndexListing] = []
    /// The number of records of each entity that has an index.
    var counts: [Int?] = []
    /// The filters of each entity's index, for the script that combines them.
    var filters: [Int: [ListingData.Filter]] = [:]
    /// The newest records of the entity with a date, for the home page.
    var newest: IndexListing?
    /// The home page, if it is made from the model.
    var home: HomeDashboard?
  }

  /// The titles of records.
  let titles: RecordTitles
  /// How values are written, and the theme's words.
  let formatter: ValueFormatter
  /// What was planned so far.
  var indexes = Indexes()
  /// What is wrong with it.
  var diagnostics: [Diagnostic] = []
  let book: Book
  let today: CivilDate

  /// The words of the theme.
  var words: [String: String] { formatter.words }
  /// The records that are listed.
  var graph: RecordGraph { book.graph }
  var model: Model { book.graph.model }

  /// Plans the indexes of all entities, and the home page.
  /// - Parameter hasDashboard: whether a home page is made from the model if Content has none.
  static func plan(
    _ book: Book, titles: RecordTitles, formatter: ValueFormatter, hasDashboard: Bool, today: CivilDate
  ) -> IndexPlanner {
    var planner = IndexPlanner(book: book, titles: titles, formatter: formatter, today: today)
    for entity in book.graph.model.entities.indices { planner.planIndex(of: entity) }
    if hasDashboard {
      planner.indexes.home = HomeDashboard(
        book, listings: planner.indexes.listings, words: planner.words)
    }
    return planner
  }

  /// Plans the other lists: the newest records, those of the home page's tiles, and those of related records.
  ///
  /// Nothing on a page waits for them, so they are planned in parallel with the pages' query blocks.
  /// - Parameter cutLists: the lists of related records that get pages of their own.
  func planLists(_ cutLists: [RecordLists.Cut]) async -> (indexes: Indexes, diagnostics: [Diagnostic]) {
    var planner = self
    planner.planNewest()
    planner.planTiles()
    for list in cutLists { planner.planRelated(list) }
    return (planner.indexes, planner.diagnostics)
  }

  private init(book: Book, titles: RecordTitles, formatter: ValueFormatter, today: CivilDate) {
    self.book = book
    self.titles = titles
    self.formatter = formatter
    self.today = today
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
      // Further errors of the page show in the same run; what groups can be sorted by is known only from them.
      if request.group.isEmpty { _ = compile(sorts: page?.sorts ?? [], index, of: FetchRequest()) }
      _ = compile(filters: page?.filters ?? [], index, asOf: request.asOf)
      return
    }
    let title = page?.title ?? entity.pluralLabel
    var base = IndexListing(
      entity: index, page: page, stem: folder + "/index", pageFolder: folder + "/page", title: title,
      summary: title,
      pageSize: page?.pageSize ?? Page.defaultPageSize, columns: ColumnView.columns(of: plan, asOf: day),
      result: plan.run(graph: graph, today: day), exportPath: request.exports ? folder + "/index" : nil)
    if request.columns.isEmpty, !plan.isGrouped { base.exported = written }
    base.day = base.result.day
    base.feed = feed(of: base, at: folder + "/feed.xml")
    if request.exports { base.calendar = DueCalendarPlan(base.result, path: folder + "/due.ics") }
    let filters = compile(filters: page?.filters ?? [], index, asOf: request.asOf)
    base.filters = filters.map { IndexFilter($0) }
    indexes.listings.append(base)
    planSorts(page?.sorts ?? [], base, folder: folder, day: day)
    let rows = filters.isEmpty ? [] : records(of: base, day: day)
    for (number, filter) in filters.enumerated() {
      planFacets(
        of: filter, number: number, rows, base, folder: folder, day: day,
        limit: page?.filterLimit ?? Page.defaultFilterLimit)
    }
  }

  /// The feed that an index page asks for.
  private mutating func feed(of base: IndexListing, at path: String) -> FeedPlan? {
    guard let range = base.page?.feedRange else { return nil }
    let feed = FeedPlan(base.result, path: path)
    guard book.settings.baseURL != nil, feed != nil else {
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
    _ sources: [FetchRequest.Column], _ base: IndexListing, folder: String, day: CivilDate
  ) {
    for (number, (sort, written)) in compile(
      sorts: sources, base.entity, of: base.page?.request ?? FetchRequest()
    )
    .enumerated() {
      let name = slug(sort.expression.text)
      let label = written ?? label(of: sort.expression, in: base)
      for isDescending in [false, true] {
        var sorted = base.result.plan
        // A section's expression comes first in every sort.
        let place = sorted.section == nil ? 0 : 1
        sorted.sort.insert(SortDescriptor(sort.expression, isDescending: isDescending), at: place)
        let records = recordsLeft(in: base, day: day)
        if records != nil { (sorted.offset, sorted.limit) = (0, nil) }
        var listing = base
        listing.stem = "\(folder)/by/\(name)" + (isDescending ? "-desc" : "")
        listing.pageFolder = listing.stem + "/page"
        listing.kind = .sorted(
          .init(
            index: number, isDescending: isDescending, isAsWritten: isDescending == sort.isDescending,
            key: sort.expression.syntax, label: label))
        listing.summary = formatter.summary(base.title, by: label, isDescending: isDescending)
        listing.result = sorted.run(graph: graph, today: day, among: records)
        listing.day = listing.result.day ?? base.day
        listing.exportPath = base.exportPath == nil ? nil : listing.stem
        indexes.listings.append(listing)
      }
    }
  }

  /// The records that an index's limit and offset leave, in the entity's own order: sorted differently it still
  /// shows these. Nil if it has neither, or if its rows are not records.
  private func recordsLeft(in base: IndexListing, day: CivilDate) -> [Int32]? {
    let plan = base.result.plan
    guard plan.limit != nil || plan.offset > 0, let shown = base.shownRecords else { return nil }
    let kept = Set(shown)
    return plan.records(graph: graph, today: day).filter(kept.contains)
  }

  /// Compiles an index's sorts, those of its groups if it lists groups.
  /// - Parameter request: what it lists; its filters and sections have their own errors.
  private mutating func compile(
    sorts sources: [FetchRequest.Column], _ entity: Int, of request: FetchRequest
  ) -> [(sort: SortDescriptor, label: String?)] {
    // One request for each, because a sort that is named twice is an error about pages here.
    var request = request
    (request.predicate, request.having, request.section) = (nil, nil, nil)
    let descriptors = sources.flatMap { source -> [(sort: SortDescriptor, label: String?)] in
      request.sort = [source.value]
      let (plan, found) = FetchPlan.compile(request, entity: entity, graph: graph)
      diagnostics += found
      return (plan?.sort ?? []).map { ($0, source.label) }
    }
    return distinctPages(descriptors) { $0.sort.expression }
  }

  /// Compiles an index's filters, expressions of its records.
  private mutating func compile(
    filters sources: [FetchRequest.Column], _ entity: Int, asOf day: CivilDate?
  ) -> [FetchColumn] {
    guard !sources.isEmpty else { return [] }
    let request = FetchRequest(columns: sources, asOf: day)
    let (plan, found) = FetchPlan.compile(request, entity: entity, graph: graph)
    diagnostics += found
    return distinctPages(plan?.columns ?? []) { $0.expression }
  }

  /// Those whose pages are not also an earlier one's.
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

  /// The ten newest records of the first entity that has a page and a required date.
  private mutating func planNewest() {
    guard let dated = HomeDashboard.mainEntity(of: book),
      let base = indexes.listings.first(where: { $0.entity == dated && $0.isBase }),
      let date = model.entities[dated].requiredDate
    else { return }
    var request = FetchRequest()
    request.sort = ["-#\(date.name.text)", "-id"].map { SourceText($0, name: "home") }
    // The columns of groups say nothing about a record.
    if !base.result.plan.isGrouped { request.columns = base.page?.request.columns ?? [] }
    request.limit = 10
    guard let written = FetchPlan.compile(request, entity: dated, graph: graph).plan else { return }
    let plan = wantedPlan(of: request, written, entity: dated, day: today)
    var newest = base
    newest.columns = ColumnView.columns(of: plan, asOf: today)
    newest.result = plan.run(graph: graph, today: today)
    newest.pageSize = 10
    indexes.newest = newest
  }

  /// The lists of the tiles on the home page made from the model, which look like the index.
  private mutating func planTiles() {
    guard let home = indexes.home else { return }
    let base = home.base
    for list in home.lists {
      var request = FetchRequest()
      request.predicate = SourceText(list.predicate, name: "home")
      if !base.result.plan.isGrouped {
        request.columns = base.page?.request.columns ?? []
        request.sort = base.page?.request.sort ?? []
      }
      guard let written = FetchPlan.compile(request, entity: base.entity, graph: graph).plan else { continue }
      let plan = wantedPlan(of: request, written, entity: base.entity, day: today)
      let title = formatter.labelled(base.title, list.title)
      var listing = IndexListing(
        entity: base.entity, stem: list.stem, pageFolder: list.stem + "/page", title: title, summary: title,
        pageSize: base.pageSize, columns: ColumnView.columns(of: plan, asOf: today),
        result: plan.run(graph: graph, today: today), exportPath: list.stem)
      listing.exported = written
      listing.kind = .related(Navigation.Link(title: base.title, path: base.path(ofPage: 1)))
      listing.day = listing.result.day
      indexes.listings.append(listing)
    }
  }
}
