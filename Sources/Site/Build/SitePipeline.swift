import Content
import Diagnostics
import Exports
import Formatting
import Locale
import Markdown
import Records
import Templates

/// Makes a site from files, one stage per line. A stage takes values and returns a value and its diagnostics.
///
///     source → scan → read → decode → link → derive → check → plan → bodies → render → publish
///
/// The stages up to `check` are ``ContentLoader/load()``, which returns a ``Book``. `plan` and `bodies` are
/// ``site(of:for:after:)``, which returns a ``PlannedSite`` to render single files from memory, or publish
/// all of them. Nothing is written before `publish`.
///
///     let book = await pipeline.book(from: WorkingTree("Content"))
///     let (site, diagnostics) = await pipeline.site(of: book)
///     if !diagnostics.hasErrors { let outcome = try await site.publish(to: "Site", verify: false) }
package struct SitePipeline: Sendable {
  /// The requested theme; nil for the theme in site.yml.
  let theme: String?
  /// The requested language; nil for that of site.yml.
  let language: String?
  /// The site's own themes, one folder each.
  package var themes: any ContentSource
  /// Whether to include drafts.
  let includesDrafts: Bool
  /// The day that `today()` returns.
  let today: CivilDate
  /// Whether to leave out private things.
  let isPublic: Bool

  package init(
    theme: String? = nil, themes: any ContentSource, language: String? = nil, includesDrafts: Bool = false,
    today: CivilDate,
    isPublic: Bool = false
  ) {
    self.isPublic = isPublic
    self.theme = theme
    self.themes = themes
    self.language = language
    self.includesDrafts = includesDrafts
    self.today = today
  }

  /// Runs the stages from scan to check.
  /// - Parameter history: the changes of each commit, if they are known.
  package func book(from source: any ContentSource, history: BookHistory? = nil) async -> Book {
    await ContentLoader(
      source: source, includesDrafts: includesDrafts, today: today, findsLints: true, history: history,
      isPublic: isPublic
    ).load()
  }

  /// Runs the stages plan and bodies.
  /// - Parameter earlier: a previous site without errors; whatever is certainly unchanged is reused.
  /// - Returns: the site, and all of its diagnostics except those that only rendering finds.
  package func site(
    of book: Book, for purpose: Purpose = .build, after earlier: PlannedSite? = nil
  ) async -> (site: PlannedSite, diagnostics: [Diagnostic]) {
    let (original, book) = (book, purpose.translates ? book.inLanguage(ofOption: language) : book)
    let (theme, themeRange, themeDiagnostics) = await theme(
      for: book.settings, root: book.root, siteLanguage: purpose.siteLanguage)
    let formatter = theme.formatter(for: book)
    let named = book.named(as: theme)

    // Plan: the files and their paths. Work that nothing else waits for runs in parallel.
    async let recordPagePaths = recordPagePaths(of: named, after: earlier)
    let contents = await SiteContents.plan(
      named, theme, formatter, areSorted: purpose.preparesScript, today: today)
    async let foundBySearch =
      theme.hasScript && purpose.preparesScript
      ? SearchIndex(contents.book.graph, pages: contents.pages, titles: contents.titles, formatter) : nil
    async let compiled = SiteTemplates.compile(theme, for: contents, words: formatter.words, at: themeRange)
    async let differences =
      purpose.reconciles
      ? Reconciliation.differences(in: contents.book, contents.listings, contents.pages) : []
    let (brand, brandDiagnostics) = Brand.read(contents.book, theme: theme)
    var navigation = Navigation(contents, theme, brand, hasSearch: theme.hasScript && purpose.offersSearch)
    let unsearched = SitePlan(
      of: contents, recordPagePaths: await recordPagePaths, assets: theme.assets, brand: brand,
      hasContents: navigation.isLong)
    navigation.takePaths(of: unsearched)
    navigation.part = purpose.partNames.map { unsearched.pages(named: $0, in: contents) }
    async let foundCollisions =
      earlier?.plan.paths == unsearched.paths ? [] : unsearched.collisions(contents.book)
    async let encodedPaths = encodedPaths(of: unsearched, after: earlier)

    // Bodies: Markdown to HTML, with every link checked.
    let targets = LinkTargets(contents, files: unsearched.pathsOfOthers)
    let (pages, uses, pageDiagnostics) = await PageBodies.link(contents.pages, to: targets)
    let (bodies, recordDiagnostics) = await RenderedBodies.render(
      contents.book.graph, paths: unsearched.recordPagePaths, targets: targets,
      after: earlier?.factory.siteView.bodies)

    // Templates: content that is the same on every page is computed in advance.
    let view = await SiteView(
      of: contents, today: today, bodies: bodies, pages: encodedPaths, navigation: navigation,
      formatter: formatter)
    let (templates, templateDiagnostics) = await compiled
    let isRendered = purpose.alwaysRenders || templates.program.canFail
    let used = isRendered ? templates.specialized(for: view) : templates

    // Awaited last, because a single task joins the search's words, and often only after all bodies.
    var search = await foundBySearch
    let sharesFolder =
      theme.hasScript && purpose.offersSearch && purpose.translates
      && unsearched.reaches(SitePlan.searchFolder)
    // Whether a file is in the place of one of the search's, only these can say.
    if search == nil, sharesFolder {
      search = await SearchIndex(
        contents.book.graph, pages: contents.pages, titles: contents.titles, formatter)
    }
    let searched = unsearched.adding(search)
    let collisions = sharesFolder ? searched.collisions(contents.book) : await foundCollisions
    let templateLinks = TemplateLinks(of: theme)
    let plan = searched.withoutPrivateAttachments(of: contents.book, uses, bodies, brand, templateLinks)
    var linked = contents
    linked.pages = pages
    let factory = PageFactory(
      contents: linked, siteView: view, templates: used, navigation: navigation, search: search,
      history: SiteHistory(contents.book, titles: contents.titles, formatter: formatter))
    var site = PlannedSite(factory: factory, plan: plan, theme: theme)
    let translated = await translations(of: site, from: original, for: purpose, after: earlier)
    site.translations = translated.sites

    let ofTheme =
      themeDiagnostics + brandDiagnostics
      + templateDiagnostics.filter { !isFollowUp($0, of: contents.book, theme) }
    let ofLanguage = languageDiagnostics(formatter.locale, contents.book)
    // Without a valid model, templates cannot be checked.
    guard !contents.book.graph.model.isInvalid, purpose.translates else {
      return (site, ofTheme + ofLanguage)
    }
    return (
      site,
      ofTheme + ofLanguage + translated.diagnostics + contents.diagnostics + (await differences) + collisions
        + targets.offeringNearest(pageDiagnostics + recordDiagnostics) + templateLinks.warnings(plan)
    )
  }
}

// MARK: Stages

extension SitePipeline {
  /// The requested theme, or the theme in site.yml, and the place that names it.
  /// - Parameters:
  ///   - root: the folder of site.yml.
  ///   - siteLanguage: the language of site.yml, for documents in others.
  package func theme(
    for settings: SiteSettings, root: String, siteLanguage: String? = nil
  ) async -> (theme: Theme, range: SourceRange, diagnostics: [Diagnostic]) {
    let range =
      theme.map { SourceFile(path: "--theme", text: $0).range } ?? settings.themeRange
      ?? SourceRange(fileAt: root + "/site.yml")
    var (loaded, diagnostics) = await Theme.load(theme ?? settings.theme, at: range, in: themes)
    loaded.siteLanguage = siteLanguage
    return (loaded, range, diagnostics)
  }

  /// The site in each language that documents are in besides its own.
  /// - Parameters:
  ///   - site: the site in its own language, whose paths and bodies are those of the others.
  ///   - book: the book in the language of site.yml, before names are in the theme's words.
  ///   - earlier: a previous site.
  /// - Returns: the sites by language, of which only documents are rendered, and diagnostics of templates.
  private func translations(
    of site: PlannedSite, from book: Book, for purpose: Purpose, after earlier: PlannedSite?
  ) async -> (sites: [String: PlannedSite], diagnostics: [Diagnostic]) {
    guard purpose.translates else { return ([:], []) }
    var sites: [String: PlannedSite] = [:]
    var diagnostics: [Diagnostic] = []
    for language in site.factory.contents.documents.languages(in: book.graph.model) {
      guard SiteLocale(language: language.tag).isKnown || site.theme.hasTexts(in: language.tag) else {
        diagnostics.append(
          .unknownLanguage(language.tag, at: language.range, of: language.first, in: book.graph))
        continue
      }
      let (translation, found) = await self.site(
        of: book.inLanguage(language.tag, at: language.range).translated(to: language.tag),
        for: .documents(ofPart: purpose.partNames, siteLanguage: book.settings.language),
        after: earlier?.translations[language.tag] ?? site)
      sites[language.tag] = translation
      diagnostics += found
    }
    return (sites, diagnostics)
  }

  /// The output path of each record's page; reuses the paths of an earlier site if the names are the same.
  private func recordPagePaths(of book: Book, after earlier: PlannedSite?) async -> [String] {
    let files = book.graph.files
    if let earlier, book.root == earlier.book.root,
      files.elementsEqual(earlier.book.graph.files, by: { $0.source.path == $1.source.path })
    {
      return earlier.plan.recordPagePaths
    }
    let parts = await inParallel(files.count, by: 4_096) { part in
      part.map { OutputPath.page(of: files[$0].path) }
    }
    return parts.flatMap { $0 }
  }

  /// The percent-encoded paths of records' pages; reuses those of an earlier site if they are the same.
  private func encodedPaths(of plan: SitePlan, after earlier: PlannedSite?) async -> EncodedPaths {
    if let earlier, earlier.plan.recordPagePaths == plan.recordPagePaths {
      return earlier.factory.siteView.pages
    }
    return EncodedPaths(of: plan.recordPagePaths)
  }

  /// A warning for a language in which docket cannot write dates and amounts.
  private func languageDiagnostics(_ locale: SiteLocale, _ book: Book) -> [Diagnostic] {
    guard !locale.isKnown, let range = book.settings.languageRange else { return [] }
    return [
      Diagnostic(
        .unknownLanguage, .warning, at: range,
        "dates and amounts are written as in English: docket does not know how the language '\(locale.tag)' writes them"
          + suggestion(SiteLocale.suggestedTag(for: locale.tag))
      )
    ]
  }

  /// Whether a diagnostic of a template may result from an error in model.yml, site.yml or theme.yml.
  private func isFollowUp(_ diagnostic: Diagnostic, of book: Book, _ theme: Theme) -> Bool {
    func isInvalid(_ name: String) -> Bool {
      book.graph.model.entities.contains { $0.declaration.invalidNames.contains(name) }
    }
    return switch diagnostic.id {
    case .missingTemplate: !theme.hasAllTemplates
    // Without a valid model, only syntax and nesting of templates can be checked.
    case .templateSyntax, .templateDepth: false
    case .unknownName where isInvalid(diagnostic.range.text): true
    default: book.graph.model.isInvalid
    }
  }
}

extension Diagnostic {
  /// The warning of documents in a language that neither docket nor the theme knows, which are in the site's.
  /// - Parameter record: the first record with such a document.
  fileprivate static func unknownLanguage(
    _ tag: String, at range: SourceRange, of record: RecordHandle, in graph: RecordGraph
  ) -> Diagnostic {
    Diagnostic(
      .unknownLanguage, .warning, at: range,
      "docket does not know the language '\(tag)', and such documents are in the site's"
        + suggestion(SiteLocale.suggestedTag(for: tag)),
      notes: [
        .init(
          "the first is that of '\(graph.id(of: record))'",
          at: graph.locator(of: record.row, in: record.table).start)
      ])
  }
}

extension Book {
  /// The book with built-in names in the theme's words for the site's language, and with the documents that
  /// only the theme declares.
  fileprivate func named(as theme: Theme) -> Book {
    var book = self
    let model = graph.model
    book.graph.model.translate(theme.texts(in: settings.language)) { entity, property in
      entity.isBuiltIn && property.map { !entity.isAdded($0, in: model) } ?? true
    }
    book.expressions.documents += theme.documents(beside: graph.model)
    let entities = book.graph.model.entities
    let main =
      HomeDashboard.mainEntity(of: book) ?? entities.firstIndex { $0.folder != nil && !$0.isAbstract }
    if !settings.hasTitle, let main { book.settings.title = entities[main].pluralLabel }
    return book
  }
}

extension Theme {
  /// Formats values in a book's language, with the theme's words.
  fileprivate func formatter(for book: Book) -> ValueFormatter {
    ValueFormatter(
      locale: SiteLocale(language: book.settings.language), home: book.graph.model.currency,
      words: texts(in: book.settings.language))
  }
}

extension SitePlan {
  /// The plan of a public site without files that only private things use, because a file beside a record or
  /// page may be part of what it keeps private. The logo is kept, as every page shows it.
  fileprivate func withoutPrivateAttachments(
    of book: Book, _ uses: LinkUses, _ bodies: RenderedBodies, _ brand: Brand, _ links: TemplateLinks
  ) -> SitePlan {
    guard book.isPublic else { return self }
    return withoutAttachments(
      besides: uses.paths.union(bodies.linkedPaths).union(brand.logo.map { [$0] } ?? [])
        .union(links.attachments(of: book)))
  }
}

extension Navigation {
  /// The navigation of a site: its indexes, and the pages that are part of it.
  fileprivate init(_ contents: SiteContents, _ theme: Theme, _ brand: Brand, hasSearch: Bool) {
    self.init(
      counts: contents.indexes.counts,
      pages: contents.pages.filter { $0.number != nil && $0.isInNavigation }
        .sorted { ($0.number ?? 0) < ($1.number ?? 0) }
        .map { .init(title: $0.title, path: $0.page.stem + ".html") }, hasSearch: hasSearch, brand: brand,
      assets: theme.assetNames)
  }

  /// Adds the paths of docket's own pages.
  fileprivate mutating func takePaths(of plan: SitePlan) {
    (modelPath, historyPath, contentsPath) = (plan.modelPath, plan.historyPath, plan.contentsPath)
  }
}
