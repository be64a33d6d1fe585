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

/// Reads Content: scan, read, decode, link, derive, check.
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
    let (entries, listingProblems) = await list()
    let (settings, settingsProblems) = readSettings(entries)
    let read = readModel(entries, currency: settings.currency)
    var scan = await ContentScanner.scan(entries, of: source, model: read.model)
    scan.diagnostics += listingProblems
    let (pages, misplaced, pageProblems) = await readPages(scan, model: read.model)
    scan.lost += misplaced
    let (plans, planProblems) = EntityPlan.plans(for: read.model)
    let (records, readProblems) = await readRecords(scan, model: read.model, plans: plans)
    let (graph, linkProblems, incomplete) = await GraphAssembly.graph(
      records.chunks, context: records.context)
    let (expressions, expressionProblems) = ModelExpressions.compile(for: graph)
    let model = read.adding(planProblems + expressionProblems)
    let derived = await expressions.derive(graph, today: today)
    let checkProblems = RecordChecker.check(
      derived, expressions, plans: plans, today: today, found: readProblems + linkProblems,
      incomplete: incomplete)
    // Where site.yml or the model cannot be read, the one may turn off and the other explain what a lint is about.
    let warnings =
      !lints || (settingsProblems + model.diagnostics).hasErrors
      ? []
      : await LintChecker.check(
        derived, expressions, scan: scan, off: settings.lintsOff, today: today,
        found: scan.diagnostics + readProblems + linkProblems + checkProblems, incomplete: incomplete)
    // Without its model every record of a firm's own looks wrong.
    let isWhole = model.isWhole && !(scan.hasMisnamedModel && !entries.contains { $0.path == "model.yml" })
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
    let entries = await list().entries
    let (settings, settingsProblems) = readSettings(entries)
    let read = readModel(entries, currency: settings.currency)
    let (plans, planProblems) = EntityPlan.plans(for: read.model)
    let (context, _) = ReadingContext.make(
      model: read.model, plans: plans, scan: ContentScan(), prefix: prefix, includesDrafts: includesDrafts)
    let graph = await GraphAssembly.graph([], context: context).graph
    let expressionProblems = ModelExpressions.compile(for: graph).diagnostics
    let model = read.adding(planProblems + expressionProblems.filter { $0.id != .unknownReference })
    return LoadedModel(
      settings: settings, model: model.model, diagnostics: settingsProblems + model.diagnostics)
  }

  // MARK: Stages

  /// What the source lists, or why it lists nothing.
  private func list() async -> (entries: [ContentEntry], diagnostics: [Diagnostic]) {
    do throws(EnvironmentFailure) {
      return (try await source.list(withStamps: false), [])
    } catch {
      let folder = SourceFile(path: root, bytes: []).range
      return ([], [Diagnostic(.unreadableFolder, at: folder, "cannot read the folder: \(error.reason)")])
    }
  }

  private func readSettings(_ entries: [ContentEntry]) -> (SiteSettings, [Diagnostic]) {
    switch readYAML("site.yml", among: entries) {
    case .success(let file): file.map { SiteSettings.read($0) } ?? (SiteSettings(), [])
    case .failure(let problem): (.unread, [problem.diagnostic])
    }
  }

  private func readModel(_ entries: [ContentEntry], currency: Currency) -> ReadModel {
    switch readYAML("model.yml", among: entries) {
    case .success(let file): ModelReader.model(file, currency: currency)
    case .failure(let problem):
      ReadModel(
        model: ModelReader.model(nil, currency: currency).model, isWhole: false, removals: [], changes: [],
        diagnostics: [problem.diagnostic])
    }
  }

  private func readRecords(
    _ scan: ContentScan, model: Model, plans: [EntityPlan]
  ) async -> (read: (chunks: [RecordChunk], context: ReadingContext), diagnostics: [Diagnostic]) {
    let (context, contextProblems) = ReadingContext.make(
      model: model, plans: plans, scan: scan, prefix: prefix, includesDrafts: includesDrafts)
    // A chunk holds files of one entity, so that its rows are one run of the entity's table.
    var ranges: [Range<Int>] = []
    for index in scan.records.indices {
      if let last = ranges.last, last.count < 256,
        scan.records[last.lowerBound].entity == scan.records[index].entity
      {
        ranges[ranges.count - 1] = last.lowerBound..<index + 1
      } else {
        ranges.append(index..<index + 1)
      }
    }
    let parts = ranges
    let chunks = await inParallel(parts.count, by: 1) { [source] in
      RecordReader.read(parts[$0.lowerBound], of: source, context: context)
    }
    return ((chunks, context), contextProblems + chunks.flatMap(\.diagnostics))
  }

  private func readPages(_ scan: ContentScan, model: Model) async -> (
    [Page], [ContentScan.Lost], [Diagnostic]
  ) {
    let results = await inParallel(scan.pages.count, by: 16) { [source, prefix, includesDrafts] part in
      let pages = scan.pages[part]
      return zip(pages, source.read(pages.map(\.file), limit: RecordReader.largestFile)).map { entry, bytes in
        PageReader.read(entry, bytes, model: model, prefix: prefix, includesDrafts: includesDrafts)
      }
    }
    let pages = results.flatMap { $0 }
    return (pages.compactMap(\.page), pages.compactMap(\.lost), pages.flatMap(\.diagnostics))
  }

  // MARK: Files

  /// Content, as the user would type it.
  private var root: String { source.root }

  /// How many UTF-8 bytes of each path lead to Content.
  private var prefix: Int { root.utf8.count + 1 }

  /// A YAML file directly in Content; nil where there is none.
  private func readYAML(
    _ name: String, among entries: [ContentEntry]
  ) -> Result<SourceFile?, FileProblem> {
    let path = root + "/" + name
    func failure(_ id: DiagnosticID, _ summary: String) -> Result<SourceFile?, FileProblem> {
      .failure(FileProblem(diagnostic: Diagnostic(id, at: SourceFile(path: path, bytes: []).range, summary)))
    }
    guard let entry = entries.first(where: { $0.path == name || $0.path.hasPrefix(name + "/") }) else {
      return .success(nil)
    }
    if case .link(let target) = entry.kind, entry.path == name {
      return failure(.linkLeavesContent, ContentScan.summary(ofLinkTo: target))
    }
    guard entry.path == name, entry.kind == .file else {
      return failure(.unreadableFile, "cannot read the file: Not a regular file")
    }
    do throws(EnvironmentFailure) {
      let file = SourceFile(path: path, bytes: try source.read(name, limit: RecordReader.largestFile))
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
