import Diagnostics
import FileSystem
import FrontMatter
import Query
import Records

/// The records and pages of a Content folder, read and linked, with everything that is wrong with them.
package struct Book: Sendable {
  /// What site.yml says.
  package let settings: SiteSettings
  /// The records.
  package var graph: RecordGraph
  /// The expressions of the model, compiled.
  package let expressions: ModelExpressions
  /// The pages, by path.
  package let pages: [Page]
  /// Paths below Content of files that are copied as they are.
  package let attachments: [String]
  /// Whether all of model.yml could be read. Where not, nothing is said that only the model could tell.
  package let hasWholeModel: Bool
  /// Every mistake found.
  package let diagnostics: [Diagnostic]
  /// Content, as the user would type it.
  package let root: String

  /// The number of records with a file of their own.
  package var recordCount: Int { graph.tables.reduce(0) { $0 + $1.ids.count } }
}

/// The model in force, with everything that is wrong with it.
package struct LoadedModel: Sendable {
  /// What site.yml says.
  package let settings: SiteSettings
  /// The model.
  package let model: Model
  /// Every mistake in site.yml and model.yml.
  package let diagnostics: [Diagnostic]
}

/// Reads Content: list, read, scan, decode, link, derive, check.
package struct ContentLoader: Sendable {
  /// Where the files are.
  package let source: any ContentSource
  /// Whether drafts belong.
  package let includesDrafts: Bool
  /// The day that `today()` is.
  package let today: CivilDate
  /// Whether to warn of what an order book rarely means.
  package let lints: Bool

  /// Makes a loader.
  package init(source: any ContentSource, includesDrafts: Bool, today: CivilDate, lints: Bool = false) {
    self.source = source
    self.includesDrafts = includesDrafts
    self.today = today
    self.lints = lints
  }

  /// Runs the whole pipeline.
  ///
  /// - Returns: what was read; where its diagnostics hold errors it is what could be understood.
  package func load() async -> Book {
    var decoded = DecodedFiles()
    return await load(ContentFiles.read(source, after: nil), &decoded)
  }

  /// Runs the pipeline after the reading.
  /// - Parameters:
  ///   - files: what was read.
  ///   - decoded: what was made of files earlier; receives what is made of these.
  func load(_ files: ContentFiles, _ decoded: inout DecodedFiles) async -> Book {
    let (settings, settingsProblems) = readSettings(files)
    let read = readModel(files, currency: settings.currency)
    let (plans, planProblems) = EntityPlan.plans(for: read.model)
    var scan = await ContentScanner.scan(files, model: read.model)
    let context = ReadingContext(
      model: read.model, plans: plans, prefix: prefix, includesDrafts: includesDrafts)
    decoded.begin(files)
    let (pages, misplaced, pageProblems) = await decoded.pages(of: scan, in: files, context)
    scan.lost += misplaced
    let (index, idProblems) = RecordIndex.make(scan, model: read.model)
    let (chunks, recordProblems) = await decoded.records(of: index, in: files, context)
    let readProblems = idProblems + recordProblems
    let (graph, linkProblems) = await GraphAssembly.graph(chunks, index: index, model: read.model)
    let (expressions, expressionProblems) = ModelExpressions.compile(for: graph)
    let model = read.adding(planProblems + expressionProblems)
    var derived = await expressions.derive(graph, today: today)
    let checkProblems = RecordChecker.check(&derived, expressions, plans: plans, today: today)
    // Where site.yml or the model cannot be read, the one may turn off and the other explain what a lint is about.
    let warnings =
      !lints || (settingsProblems + model.diagnostics).hasErrors
      ? []
      : await LintChecker.check(
        derived, expressions, scan: scan, pages: pages, off: settings.lintsOff, today: today)
    // Without its model every record of a firm's own looks wrong.
    let isWhole = model.isWhole && !(scan.hasMisnamedModel && files["model.yml"] == nil)
    let found = (readProblems + linkProblems + checkProblems + pageProblems).filter {
      $0.id != .unknownKey || !model.kept.contains($0.range.text)
    }
    return Book(
      settings: settings, graph: derived, expressions: expressions, pages: pages,
      attachments: scan.attachments, hasWholeModel: isWhole,
      diagnostics: settingsProblems + model.diagnostics.filter { !settings.lintsOff.contains($0.id) }
        + scan.diagnostics
        + (isWhole ? found + warnings : found.filter(\.id.needsNoModel)),
      root: root)
  }

  /// Reads site.yml and model.yml alone.
  ///
  /// Without the records nobody knows which ids there are, so one that an expression names is taken at its word.
  package func model() async -> LoadedModel {
    let files = await ContentFiles.read(source, after: nil, onlySettings: true)
    let (settings, settingsProblems) = readSettings(files)
    let read = readModel(files, currency: settings.currency)
    let planProblems = EntityPlan.plans(for: read.model).diagnostics
    let (index, _) = RecordIndex.make(ContentScan(), model: read.model)
    let graph = await GraphAssembly.graph([], index: index, model: read.model).graph
    let expressionProblems = ModelExpressions.compile(for: graph).diagnostics
    let model = read.adding(planProblems + expressionProblems.filter { $0.id != .unknownReference })
    return LoadedModel(
      settings: settings, model: model.model, diagnostics: settingsProblems + model.diagnostics)
  }

  // MARK: Stages

  private func readSettings(_ files: ContentFiles) -> (SiteSettings, [Diagnostic]) {
    switch readYAML("site.yml", in: files) {
    case .success(let file): file.map { SiteSettings.read($0) } ?? (SiteSettings(), [])
    case .failure(let problem): (.unread, [problem.diagnostic])
    }
  }

  private func readModel(_ files: ContentFiles, currency: Currency) -> ReadModel {
    switch readYAML("model.yml", in: files) {
    case .success(let file): ModelReader.model(file, currency: currency)
    case .failure(let problem):
      ReadModel(
        model: ModelReader.model(nil, currency: currency).model, isWhole: false, removals: [], changes: [],
        diagnostics: [problem.diagnostic])
    }
  }

  // MARK: Files

  /// Content, as the user would type it.
  private var root: String { source.root }

  /// How many UTF-8 bytes of each path lead to Content.
  private var prefix: Int { root.utf8.count + 1 }

  /// A YAML file directly in Content; nil where there is none.
  private func readYAML(
    _ name: String, in files: ContentFiles
  ) -> Result<SourceFile?, FileProblem> {
    let path = root + "/" + name
    func failure(_ id: DiagnosticID, _ summary: String) -> Result<SourceFile?, FileProblem> {
      .failure(FileProblem(diagnostic: Diagnostic(id, at: SourceFile(path: path, bytes: []).range, summary)))
    }
    guard let file = files[name] else {
      return files.hasFiles(in: name)
        ? failure(.unreadableFile, "cannot read the file: Not a regular file") : .success(nil)
    }
    if case .link(let target) = file.entry.kind {
      return failure(.linkLeavesContent, ContentScan.summary(ofLinkTo: target))
    }
    guard file.entry.kind == .file else {
      return failure(.unreadableFile, "cannot read the file: Not a regular file")
    }
    do throws(EnvironmentFailure) {
      let file = SourceFile(path: path, bytes: try file.bytes.get())
      guard file.bytes.count <= RecordReader.largestFile else {
        return .failure(
          FileProblem(
            diagnostic: Diagnostic(
              .fileTooLarge, at: file[0..<0], "the file is larger than 1 MiB, the most docket reads")))
      }
      if let offset = firstInvalidUTF8(in: file.bytes) {
        return .failure(FileProblem(diagnostic: notUTF8(at: offset, in: file)))
      }
      return .success(file)
    } catch {
      return failure(.unreadableFile, "cannot read the file: \(error.reason)")
    }
  }

  /// A diagnostic as an error of `Result`.
  private struct FileProblem: Error {
    let diagnostic: Diagnostic
  }
}
