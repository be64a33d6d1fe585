import Content
import Diagnostics
import Exports
import Locale
import Markdown
import Query
import Records
import Templates

/// How files become a site, one stage per line. A stage takes values and returns a value and its diagnostics.
///
///     source → scan → read → decode → link → derive → check → plan → bodies → render → publish
///
/// Up to `check` the stages are those of `ContentLoader.load()`, which gives a ``Book``; `plan` and `bodies` are
/// ``site(of:for:after:)``, which gives a ``PlannedSite``; that renders single files from memory and publishes all of
/// them. Nothing is written before `publish`.
///
///     let book = await pipeline.book(from: WorkingTree("Content"))
///     let (site, diagnostics) = await pipeline.site(of: book)
///     if !diagnostics.hasErrors { let outcome = try await site.publish(to: "Site", verify: false) }
package struct SitePipeline: Sendable {
  /// The theme that is asked for; nil for the one that site.yml names.
  package let theme: String?
  /// The site's own themes, a folder each.
  package var themes: any ContentSource
  /// Whether drafts belong.
  package let includesDrafts: Bool
  /// The day that `today()` is.
  package let today: CivilDate
  /// Whether what is private is left out.
  package let isPublic: Bool

  /// Makes the pipeline of a site.
  package init(
    theme: String? = nil, themes: any ContentSource, includesDrafts: Bool = false, today: CivilDate,
    isPublic: Bool = false
  ) {
    self.isPublic = isPublic
    self.theme = theme
    self.themes = themes
    self.includesDrafts = includesDrafts
    self.today = today
  }

  /// Scan, read, decode, link, derive and check.
  /// - Parameters:
  ///   - source: the files.
  ///   - history: what each commit changed, if that is known.
  package func book(from source: any ContentSource, history: RecordHistory? = nil) async -> Book {
    await ContentLoader(
      source: source, includesDrafts: includesDrafts, today: today, lints: true, history: history,
      isPublic: isPublic
    ).load()
  }

  /// What a site is planned for.
  package enum Purpose: Sendable {
    /// All of its files are written.
    case build
    /// Single pages are rendered. What keeps no page from being shown is left for later: ``PlannedSite/searchable()``,
    /// ``PlannedSite/sorted()`` and ``PlannedSite/reconcile()``.
    case serving
    /// Some of its pages are written, which cannot be searched: the search leads to all of them.
    case part
    /// Only what templates can get wrong is rendered. It needs neither the search nor the orders of lists for the
    /// script, which took half of a check.
    case check
  }

  /// Plan and bodies.
  /// - Parameters:
  ///   - book: the records and pages.
  ///   - purpose: what the site is for.
  ///   - earlier: a site without errors of another reading; what is certainly the same is taken from it.
  /// - Returns: the site, and every diagnostic about it except those that only rendering shows.
  package func site(
    of book: Book, for purpose: Purpose = .build, after earlier: PlannedSite? = nil
  ) async -> (site: PlannedSite, diagnostics: [Diagnostic]) {
    let (theme, themeRange, themeDiagnostics) = await theme(for: book.settings, root: book.root)
    let named = book.named(as: theme)
    let words = theme.texts(in: book.settings.language)
    let formatter = ValueFormatter(
      locale: SiteLocale(language: book.settings.language), home: book.graph.model.currency, words: words)

    // Plan: what is shown, and at which paths. What nothing waits for is done in parallel.
    async let documentPaths = documentPaths(of: named, after: earlier)
    let titles = RecordTitles(named.graph, named.expressions, today: today)
    let cutLists = theme.showsLists ? RecordLists.cut(in: named.graph) : []
    let planned = IndexPlanner.plan(
      named, titles: titles, formatter: formatter, hasDashboard: theme.showsBlocksAtHome, today: today)
    async let plannedLists = planned.planLists(cutLists)
    let (book, eachDiagnostics) = EachPages.expand(
      named.adding(planned.indexes.home),
      names: ValueNames(graph: named.graph, titles: titles, formatter: formatter), today: today)
    let (pages, pageDiagnosticsOfBlocks) = await PageBodies.parse(book, today: today)
    let blockDiagnostics = eachDiagnostics + pageDiagnosticsOfBlocks
    let (indexes, indexDiagnostics) = await plannedLists
    async let foundBySearch = search(
      of: book, pages: pages, titles: titles, isMade: theme.hasScript && purpose == .build)
    async let compiled = SiteTemplates.compile(
      theme, for: book, words: words, pages: pages, cutLists: cutLists, at: themeRange)
    async let differences =
      purpose == .serving ? [] : Reconciliation.differences(in: book, indexes.listings, pages)
    let siblings = ListingSiblings.all(of: indexes.listings)
    let (brand, brandDiagnostics) = Brand.read(book, theme: theme)
    let data =
      theme.hasScript ? await ListingData.all(indexes, siblings, areSorted: purpose == .build) : [:]
    let documents = RecordDocuments(of: book, words: words, today: today)
    let exports = indexes.listings.compactMap(\.export) + pages.flatMap(\.exports)
    let paths = await documentPaths
    var navigation = Navigation(
      counts: indexes.counts, pages: pages, hasSearch: theme.hasScript && purpose != .part, brand: brand,
      assets: theme.assetNames
    )
    let unsearched = SitePlan(
      book: book, documentPaths: paths, listings: indexes.listings, siblings: siblings, data: data,
      exports: exports, assets: theme.assets, brand: brand, hasContents: navigation.isLong,
      documents: documents)
    (navigation.modelPath, navigation.historyPath) = (unsearched.modelPath, unsearched.historyPath)
    navigation.contentsPath = unsearched.contentsPath
    async let foundCollisions =
      earlier?.plan.paths == unsearched.paths ? [] : unsearched.collisions(book)
    async let encodedPaths =
      earlier.flatMap { $0.plan.documentPaths == paths ? $0.factory.site.pages : nil }
      ?? EncodedPaths(of: paths)

    // Bodies: Markdown to HTML, every link checked.
    let targets = LinkTargets(
      book, pages: pages, files: unsearched.pathsOfOthers, besides: blockDiagnostics + indexDiagnostics)
    let (linkedPages, uses, pageDiagnostics) = await PageBodies.link(pages, to: targets)
    let (bodies, recordDiagnostics) = await RenderedBodies.render(
      book.graph, paths: paths, targets: targets, after: earlier?.factory.site.bodies)

    // Joining the search's words is one piece of work; bodies are rendered in parallel.
    let search = await foundBySearch
    let everything = unsearched.adding(search)
    let collisions =
      search != nil && unsearched.reaches(SitePlan.searchFolder)
      ? everything.collisions(book) : await foundCollisions
    // A file beside a record or page may be part of what it keeps private: it is public only if something public
    // shows it.
    let plan =
      book.privatePaths == nil
      ? everything : everything.withoutAttachments(besides: uses.paths.union(bodies.linkedPaths))

    let view = await SiteView(
      book: book, today: today, titles: titles, bodies: bodies, pages: encodedPaths,
      listings: indexes.listings, navigation: navigation, words: words)
    let (templates, templateDiagnostics) = await compiled
    let history = SiteHistory(book, titles: titles, formatter: formatter, isPublic: book.privatePaths != nil)
    let isRendered = purpose != .check || templates.program.canFail
    let factory = PageFactory(
      book: book, site: view, templates: isRendered ? templates.specialized(for: view) : templates,
      listings: indexes.listings,
      pages: linkedPages,
      newest: indexes.newest, navigation: navigation, words: words, siblings: siblings, data: data,
      search: search, history: history, documents: documents)
    let site = PlannedSite(factory: factory, plan: plan, exports: exports, theme: theme)

    let ofTheme =
      themeDiagnostics + brandDiagnostics + templateDiagnostics.filter { !isFollowUp($0, of: book, theme) }
    let ofLanguage = languageDiagnostics(formatter.locale, book)
    // Without the model, nothing can be said about what it would show.
    guard !book.graph.model.isInvalid else { return (site, ofTheme + ofLanguage) }
    return (
      site,
      ofTheme + ofLanguage + blockDiagnostics + indexDiagnostics + (await differences) + collisions
        + targets.offeringNearest(pageDiagnostics + recordDiagnostics)
    )
  }
}

// MARK: Stages

extension SitePipeline {
  /// The theme that is asked for or that site.yml names, and where it is named.
  /// - Parameter root: the folder with site.yml.
  package func theme(
    for settings: SiteSettings, root: String
  ) async -> (theme: Theme, range: SourceRange, diagnostics: [Diagnostic]) {
    let range =
      theme.map { SourceFile(path: "--theme", text: $0).range } ?? settings.themeRange
      ?? SourceFile(path: root + "/site.yml", bytes: []).range
    let (loaded, diagnostics) = await Theme.load(theme ?? settings.theme, at: range, in: themes)
    return (loaded, range, diagnostics)
  }

  /// The path in the output of each document's page; those of an earlier site if the documents have the same names.
  private func documentPaths(of book: Book, after earlier: PlannedSite?) async -> [String] {
    let documents = book.graph.documents
    if let earlier, book.root == earlier.factory.book.root,
      documents.elementsEqual(earlier.factory.book.graph.documents, by: { $0.file.path == $1.file.path })
    {
      return earlier.plan.documentPaths
    }
    let parts = await inParallel(documents.count, by: 4_096) { part in
      part.map { OutputPath.page(of: documents[$0].path) }
    }
    return parts.flatMap { $0 }
  }

  /// What the site's search finds; nil if none is made.
  private func search(
    of book: Book, pages: [PageBody], titles: RecordTitles, isMade: Bool
  ) async -> SearchIndex? {
    isMade ? await SearchIndex(book.graph, pages: pages, titles: titles) : nil
  }

  /// Warns about a language whose dates and amounts docket cannot write.
  private func languageDiagnostics(_ locale: SiteLocale, _ book: Book) -> [Diagnostic] {
    guard !locale.isKnown, let range = book.settings.languageRange else { return [] }
    return [
      Diagnostic(
        .unknownLanguage, .warning, at: range,
        "dates and amounts are written as in English: docket does not know how the language '\(locale.tag)' writes them"
      )
    ]
  }

  /// Whether a diagnostic of a template may only be a consequence of one in model.yml, site.yml or theme.yml.
  private func isFollowUp(_ diagnostic: Diagnostic, of book: Book, _ theme: Theme) -> Bool {
    func isInvalid(_ name: String) -> Bool {
      book.graph.model.entities.contains { $0.declaration.invalidNames.contains(name) }
    }
    return switch diagnostic.id {
    case .missingTemplate: !theme.hasAllTemplates
    // Without the model, nothing is known but the templates and whether their tags fit.
    case .templateSyntax, .templateDepth: false
    case .unknownName where isInvalid(diagnostic.range.text): true
    default: book.graph.model.isInvalid
    }
  }
}

extension Book {
  /// The book with its built-in names in the theme's words for the site's language, and with the documents that
  /// only the theme declares.
  fileprivate func named(as theme: Theme) -> Book {
    var book = self
    book.graph.model.translate(theme.texts(in: settings.language)) { entity, property in
      entity.isBuiltIn && property.map { !entity.isAdded($0) } ?? true
    }
    book.expressions.documents += theme.documents(beside: graph.model)
    return book
  }
}

extension Book {
  /// The book with a home page made from the model, if it has none.
  fileprivate func adding(_ home: HomeDashboard?) -> Book {
    guard let home else { return self }
    var book = self
    book.pages.append(home.page(title: settings.title, root: root))
    return book
  }
}

extension SiteTemplates {
  /// Compiles a theme for what a book's pages show.
  fileprivate static func compile(
    _ theme: Theme, for book: Book, words: [String: String], pages: [PageBody], cutLists: [RecordLists.Cut],
    at range: SourceRange
  ) -> (templates: SiteTemplates, diagnostics: [Diagnostic]) {
    let shapes = ViewShapes(
      model: book.graph.model, words: words.keys.sorted(), hasAllWords: theme.hasAllTexts,
      params: book.settings.params.map(\.key), assets: theme.assetNames)
    let needs = Needs(
      shapes: shapes, model: book.graph.model, pages: book.pages,
      styles: Set(pages.flatMap(\.blocks).compactMap { $0?.style }), documents: book.expressions.documents,
      listed: Set(cutLists.map { $0.relationship.destination }))
    return compile(theme, for: needs, at: range)
  }
}

extension LinkTargets {
  /// What links of a book may lead to.
  /// - Parameters:
  ///   - files: every path of the output but records' pages.
  ///   - others: diagnostics besides the book's own.
  fileprivate convenience init(
    _ book: Book, pages: [PageBody], files: [String], besides others: [Diagnostic]
  ) {
    let errors = (book.diagnostics + others).filter { $0.severity == .error }
    self.init(
      graph: book.graph, pages: pages, files: files,
      invalid: Set(errors.map { nfc(String($0.range.file.path.dropFirst(book.root.count + 1))) }),
      privatePaths: book.privatePaths)
  }
}

extension Navigation {
  /// The navigation of a site: its indexes, and the pages that have a place in it.
  fileprivate init(
    counts: [Int?], pages: [PageBody], hasSearch: Bool, brand: Brand, assets: [(name: String, path: String)]
  ) {
    self.init(
      counts: counts,
      pages: pages.filter { $0.number != nil && $0.isInNavigation }
        .sorted { ($0.number ?? 0) < ($1.number ?? 0) }
        .map { .init(title: $0.title, path: $0.page.stem + ".html") }, hasSearch: hasSearch, brand: brand,
      assets: assets)
  }
}

extension RecordTitles {
  /// Finds the titles of records.
  init(_ graph: RecordGraph, _ expressions: ModelExpressions, today: CivilDate) {
    let evaluator = Evaluator(graph: graph, today: today)
    sources = graph.model.tables.indices.map { table in
      graph.model.tables[table].entities.map { index in
        let entity = graph.model.entities[index]
        guard let expression = expressions.titles[index] else { return .id }
        if let attribute = entity.titleAttribute { return .attribute(column: attribute.column) }
        let values = evaluator.values(of: expression, rows: (0..<graph.tables[table].count).map { Int32($0) })
        return .computed(values.enumerated().map { $1.titleText ?? graph.id(of: $0, in: table) })
      }
    }
  }
}

extension Value {
  /// The value as a title; nil if there is none.
  fileprivate var titleText: String? { boolean == nil ? plainText : nil }
}
