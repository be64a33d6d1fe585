import Content
import Diagnostics
import Exports
import Locale
import Markdown
import Query
import Records
import Templates

/// Turns content into a site: plan, views, render, write.
///
///     let (site, errors) = await SiteBuilder(content: content, theme: theme, …).prepare()
///     if !errors.hasErrors { let outcome = try await site.write(to: "Site", verify: false) }
///
/// Every error is found before anything is written.
package struct SiteBuilder: Sendable {
  /// The records and pages.
  package let content: Book
  /// The theme.
  package let theme: Theme
  /// Where the theme is named.
  package let themeRange: SourceRange
  /// The day that `today()` is.
  package let today: CivilDate

  /// Makes a builder.
  package init(content: Book, theme: Theme, themeRange: SourceRange, today: CivilDate) {
    var content = content
    // The built-in names are called as the site's language calls them, in the theme's words.
    content.graph.model.use(theme.texts(in: content.settings.language)) { entity, property in
      entity.isBuiltIn && property.map { !entity.isAdded($0) } ?? true
    }
    self.content = content
    self.theme = theme
    self.themeRange = themeRange
    self.today = today
  }

  /// Plans the site and checks everything that could go wrong with it.
  /// - Returns: the site, ready to be rendered and written, and every error.
  package func prepare() async -> (site: PreparedSite, diagnostics: [Diagnostic]) {
    // What nothing waits for is done beside the rest, for a core is idle most of the time.
    async let documentPaths = documentPaths()
    let words = theme.texts(in: content.settings.language)
    let locale = SiteLocale(language: content.settings.language)
    let titles = RecordTitles(content.graph, content.expressions, today: today)
    let (read, blockProblems) = PageRenderer.read(content)
    let styles = Set(read.flatMap(\.blocks).compactMap { $0?.style })
    async let compiled = SiteTemplates.compile(
      theme,
      shapes: ViewShapes(
        model: content.graph.model, words: words.keys.sorted(), hasAllWords: theme.hasAllTexts,
        params: content.settings.params.map(\.key)),
      model: content.graph.model, pages: content.pages, styles: styles, at: themeRange)
    let (indexes, indexProblems) = IndexPlanner.plan(
      content, titles: titles,
      formatter: ValueFormatter(locale: locale, words: words),
      today: today)
    let results = read.flatMap { $0.results(content.graph, today: today) }
    async let differences = differences(indexes.listings, results)
    let exports = indexes.listings.compactMap(\.export) + results.compactMap(\.export)
    let paths = await documentPaths
    let plan = SitePlan(
      content: content, documentPaths: paths, listings: indexes.listings, exports: exports,
      assets: theme.assets)
    async let collisions = plan.collisions(content)
    async let encodedPaths = EncodedPaths(of: paths)
    let faulty = (content.diagnostics + blockProblems + indexProblems).filter { $0.severity == .error }
    let targets = LinkTargets(
      graph: content.graph, pages: content.pages, files: Array(plan.paths[..<plan.others]),
      faulty: Set(faulty.map { nfc(String($0.range.file.path.dropFirst(content.root.count + 1))) }))
    let (pages, pageProblems) = PageRenderer.render(read, targets: targets)
    let (bodies, recordProblems) = await BodyRenderer.render(content.graph, paths: paths, targets: targets)
    var bodyProblems = pageProblems
    bodyProblems.append(recordProblems)
    let (templates, templateProblems) = await compiled
    let navigation = Navigation(
      counts: indexes.counts,
      pages: pages.filter { $0.number != nil }.map {
        .init(title: $0.title, path: OutputPath.page(of: $0.page.document.path))
      },
      modelPath: plan.modelPath)
    let view = await SiteView(
      content: content, today: today, titles: titles, bodies: bodies, pages: encodedPaths,
      navigation: navigation, words: words)
    let factory = PageFactory(
      content: content, site: view, templates: templates, listings: indexes.listings, pages: pages,
      newest: indexes.newest, words: words)
    let site = PreparedSite(factory: factory, plan: plan, exports: exports, theme: theme)
    let (wrongFigures, sharedPaths) = await (differences, collisions)
    let templateMistakes = templateProblems.filter { !isExcused($0) }
    guard content.hasWholeModel else { return (site, languageProblems(locale) + templateMistakes) }
    return (
      site,
      languageProblems(locale) + wrongFigures + blockProblems + indexProblems
        + sharedPaths + targets.offeringNearest(bodyProblems) + templateMistakes
    )
  }

  /// The path in the output of each document's page.
  private func documentPaths() async -> [String] {
    let documents = content.graph.documents
    let parts = await inParallel(documents.count, by: 4_096) { part in
      part.map { OutputPath.page(of: documents[$0].path) }
    }
    return parts.flatMap { $0 }
  }

  /// Adds up the site's figures a second time; records with errors may add up to anything.
  private func differences(_ listings: [IndexListing], _ results: [BlockResult]) -> [Diagnostic] {
    guard !content.diagnostics.hasErrors else { return [] }
    return Reconciliation.check(
      content, listings: listings, blocks: results.map { ($0.page.document.file, $0.result) })
  }

  /// Warns of a language whose way to write dates and amounts is not known.
  private func languageProblems(_ locale: SiteLocale) -> [Diagnostic] {
    guard !locale.isKnown, let range = content.settings.languageRange else { return [] }
    return [
      Diagnostic(
        .unknownLanguage, .warning, at: range,
        "dates and amounts are written as in English: docket does not know how the language '\(locale.tag)' writes them"
      )
    ]
  }
}

/// What a query block of a page shows.
private struct BlockResult {
  let page: Page
  let block: QueryBlockPlan
  let result: FetchResult

  /// What is written beside the page.
  var export: ExportPlan? { block.exportPath.map { ExportPlan(path: $0, result: result) } }
}

extension RenderedPage {
  /// The results of the page's blocks.
  fileprivate func results(_ graph: RecordGraph, today: CivilDate) -> [BlockResult] {
    blocks.compactMap { block in
      block.map { block in
        BlockResult(
          page: page, block: block, result: block.plan.run(graph: graph, today: block.asOf ?? today))
      }
    }
  }
}

extension SiteBuilder {
  /// Whether an attribute or a relationship of that name has an error; its inverse may have got lost with it.
  private func isBroken(_ name: String) -> Bool {
    content.graph.model.entities.contains { $0.declaration.broken.contains(name) }
  }

  /// Whether an error in a template may only be one that model.yml, site.yml or theme.yml has.
  private func isExcused(_ diagnostic: Diagnostic) -> Bool {
    switch diagnostic.id {
    case .missingTemplate: !content.settings.isWhole || !theme.hasAllTemplates
    // Without the model, nothing is known but the templates and whether their tags fit.
    case .templateSyntax, .templateDepth: false
    case .unknownName where isBroken(diagnostic.range.text): true
    default: !content.hasWholeModel
    }
  }
}

extension RecordTitles {
  /// Finds out how records are called.
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
  /// The value as a title; nil where there is none.
  fileprivate var titleText: String? { boolean == nil ? plainText : nil }
}
