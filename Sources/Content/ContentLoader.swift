import Diagnostics
import FileSystem
import Records

/// The model in force, with all its diagnostics.
package struct LoadedModel: Sendable {
  /// What site.yml says.
  package let settings: SiteSettings
  package let model: Model
  /// Every error and warning in site.yml and model.yml.
  package let diagnostics: [Diagnostic]
}

/// Makes a book of Content: source, scan, read, decode, link, derive, check.
package struct ContentLoader: Sendable {
  /// Where the files are.
  let source: any ContentSource
  /// Whether drafts are included.
  let includesDrafts: Bool
  /// The day that `today()` is.
  let today: CivilDate
  /// Whether to find lints while loading; if not, the book finds them on request: ``Book/lints()``.
  let findsLints: Bool
  /// What each commit changed, if known.
  let history: BookHistory?
  /// Whether the book is for a public site: private things are checked with the rest and then left out.
  let isPublic: Bool

  package init(
    source: any ContentSource, includesDrafts: Bool, today: CivilDate, findsLints: Bool = false,
    history: BookHistory? = nil, isPublic: Bool = false
  ) {
    self.history = history
    self.isPublic = isPublic
    self.source = source
    self.includesDrafts = includesDrafts
    self.today = today
    self.findsLints = findsLints
  }

  /// Runs the stages from source to check.
  /// - Returns: the book; if its diagnostics include errors, only what could be understood.
  package func load() async -> Book {
    var decoded = DecodedFiles()
    return await load(ContentFiles.read(source, after: nil), &decoded)
  }

  /// Runs the pipeline after reading.
  /// - Parameters:
  ///   - files: what was read.
  ///   - decoded: what was decoded earlier; receives what is decoded now.
  func load(_ files: ContentFiles, _ decoded: inout DecodedFiles) async -> Book {
    var (settings, settingsDiagnostics) = readSettings(files)
    var read = await readModel(files, settings)
    let (plans, planDiagnostics) = EntityPlan.plans(for: read.model)
    decoded.begin(files)
    let scan = await decoded.scan(files, model: read.model)
    // Without its model, every record of a site's own entities would look wrong.
    let misnamedModels = files["model.yml"] == nil ? scan.misnamedModels : []
    if !misnamedModels.isEmpty { read.model.isInvalid = true }
    if files["site.yml"] == nil { settings.errorsOfAmounts += scan.misnamedSettings }
    let context = ReadingContext(
      model: read.model, plans: plans, tables: FileTables(read.model), prefix: prefix,
      includesDrafts: includesDrafts)
    var (pages, draftPages, misplaced, pageDiagnostics) = await decoded.pages(of: scan, in: files, context)
    for index in pages.indices { pages[index].selectLanguage(settings.language) }
    let (index, idDiagnostics) = decoded.index(of: scan, misplaced: misplaced, model: read.model)
    var (chunks, recordDiagnostics) = await decoded.records(of: index, in: files, context)
    // What is an amount in one currency may be another one, or a mistake, in another; so may a value in another model.
    if !settings.errorsOfAmounts.isEmpty || !misnamedModels.isEmpty || read.diagnostics.hasErrors {
      recordDiagnostics = recordDiagnostics.map(\.withoutFixIts)
    }
    let readDiagnostics = idDiagnostics + recordDiagnostics
    var (graph, linkDiagnostics) = await GraphAssembly.graph(chunks, index: index, model: read.model)
    let history = settings.hasHistory ? history : nil
    if let history { graph.use(RecordPasts(history.full, of: graph)) }
    let (expressions, expressionDiagnostics) = ModelExpressions.compile(for: graph)
    let model = read.adding(planDiagnostics + expressionDiagnostics)
    var derived = await expressions.derive(graph, today: today)
    let checkDiagnostics = RecordChecker.check(&derived, expressions, plans: plans, today: today)
    let hasErrors = (settingsDiagnostics + model.diagnostics).hasErrors
    // Lints need a valid site.yml, which may turn them off, and a valid model, which may explain them.
    let checker =
      hasErrors || derived.model.isInvalid
      ? nil
      : LintChecker(
        root: source.root, graph: derived, expressions: expressions, scan: index.scan, pages: pages,
        drafts: drafts(among: index.scan.records, chunks), lintsOff: settings.lintsOff, today: today)
    let warnings = findsLints ? await checker?.check() ?? [] : []
    // A value that cannot be computed does not mean that the record has changed.
    let closed = hasErrors ? nil : await ClosedPeriodCheck.check(files, derived, expressions, settings)
    let found =
      readDiagnostics + linkDiagnostics + checkDiagnostics + pageDiagnostics
      + (closed?.diagnostics ?? [])
    var book = Book(
      settings: settings, graph: derived, expressions: expressions, pages: pages,
      attachments: scan.attachments,
      diagnostics: settingsDiagnostics + settings.wanted(model.diagnostics) + scan.diagnostics
        + (derived.model.isInvalid ? found.filter(\.id.needsNoModel) : found + warnings),
      history: history?.full, source: source)
    book.errorsOfModel = misnamedModels + read.diagnostics.filter { $0.severity == .error }
    book.closedPeriods = closed?.periods
    book.areClosedPeriodsUnknown = ClosedPeriod.areUnknown(in: files)
    book.unverifiedPeriods =
      if book.areClosedPeriodsUnknown {
        ClosedRecords(derived, expressions).years
      } else {
        closed?.unverified ?? ClosedPeriodCheck.unverified(in: files)
      }
    book.importMappings = scan.importMappings.sorted { $0.precedes($1) }
    let states = zip(index.scan.records, chunks.lazy.flatMap(\.states))
    book.drafts = Set(
      draftPages.map(nfc)
        + states.compactMap { $1 == .draft ? nfc(String($0.path.dropFirst(root.count + 1))) : nil })
    if !findsLints { book.lintChecker = checker }
    return isPublic ? await book.withoutPrivate(graph, model, history, today: today) : book
  }

  /// The records that are drafts, whether or not they are included.
  private func drafts(among records: [ContentScan.Record], _ chunks: [RecordChunk]) -> [LintChecker.Draft] {
    let files = chunks.lazy.flatMap { zip($0.files, $0.states) }
    return zip(records, files).compactMap { record, read in
      guard read.1 == .draft || read.1 == .includedDraft else { return nil }
      return LintChecker.Draft(entity: record.entity, file: read.0)
    }
  }

  /// Reads site.yml and model.yml alone.
  package func model() async -> LoadedModel {
    let files = await ContentFiles.read(source, after: nil, onlySettings: true)
    let (settings, settingsDiagnostics) = readSettings(files)
    let read = await readModel(files, settings)
    let planDiagnostics = EntityPlan.plans(for: read.model).diagnostics
    let model = read.adding(planDiagnostics + (await ModelExpressions.diagnostics(of: read.model)))
    return LoadedModel(
      settings: settings, model: model.model,
      diagnostics: settingsDiagnostics + settings.wanted(model.diagnostics))
  }

  // MARK: Stages

  private func readSettings(_ files: ContentFiles) -> (SiteSettings, [Diagnostic]) {
    switch readYAML("site.yml", in: files) {
    case .success(let file): file.map { SiteSettings.read($0) } ?? (SiteSettings(), [])
    case .failure(let diagnostic): (.defaults(because: [diagnostic]), [diagnostic])
    }
  }

  private func readModel(_ files: ContentFiles, _ settings: SiteSettings) async -> ModelResolution {
    var read: ModelResolution
    switch readYAML("model.yml", in: files) {
    case .success(let file):
      read = await ModelReader.model(file, currency: settings.currency, language: settings.language)
        .reportingRemovals()
    case .failure(let diagnostic):
      var model = ModelReader.model(nil, currency: settings.currency).model
      model.isInvalid = true
      read = ModelResolution(model: model, removals: [], changes: [], diagnostics: [diagnostic])
    }
    read.model.hasHistory = settings.hasHistory
    return read
  }

  // MARK: Files

  /// Content, as the user would type it.
  private var root: String { source.root }

  /// The length in UTF-8 bytes of the path prefix that leads to Content.
  private var prefix: Int { root.utf8.count + 1 }

  /// A YAML file directly in Content; nil if it does not exist.
  private func readYAML(
    _ name: String, in files: ContentFiles
  ) -> Result<SourceFile?, Diagnostic> {
    let path = root + "/" + name
    func failure(_ id: DiagnosticID, _ summary: String) -> Result<SourceFile?, Diagnostic> {
      .failure(Diagnostic(id, at: SourceRange(fileAt: path), summary))
    }
    let file = files[name]
    guard file != nil || files.hasFiles(in: name) else { return .success(nil) }
    if case .link(let target) = file?.entry.kind {
      return failure(.linkLeavesContent, ContentScan.summary(ofLinkTo: target))
    }
    guard let file, file.entry.kind == .file else {
      return failure(.unreadableFile, "cannot read the file: Not a regular file")
    }
    return SourceFile.read(path, file.bytes).map(Optional.some)
  }
}
