import Content
import Diagnostics
import Exports
import FileSystem
import Publishing
import Query
import Records
import Templates

/// A site without errors, ready to be rendered and written page by page.
package struct PreparedSite: Sendable {
  /// Makes the view of each page.
  let factory: PageFactory
  /// Every file to write.
  let plan: SitePlan
  /// The results that are exported as CSV and JSON, by the indices that the plan uses.
  let exports: [ExportPlan]
  /// The theme, for its assets.
  let theme: Theme

  /// The number of pages, exports and assets not counted.
  package var pageCount: Int { plan.items.count(where: \.isPage) }

  /// The number of files.
  package var fileCount: Int { plan.items.count }

  /// What writing a site did.
  package struct Outcome: Sendable {
    /// What was written; nil where there are errors.
    package var summary: SiteOutput.Summary?
    /// What only rendering could show, or why the output folder was refused.
    package var diagnostics: [Diagnostic]
    /// Whether some pages are published already: a page grew beyond its bounds after the first were written.
    package var hasBegun = false
  }

  /// Renders every page and writes those that changed.
  /// - Parameters:
  ///   - folder: the output folder.
  ///   - verify: whether to compare the bytes of every published file.
  ///   - progress: told the number of files done, now and then, from any task.
  /// - Throws: where the disk is full or a permission is missing; what was published before is still there then.
  package func write(
    to folder: String, verify: Bool, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> Outcome {
    let problems = await check()
    guard problems.isEmpty else { return Outcome(summary: nil, diagnostics: problems) }
    let (output, refusals) = try SiteOutput.open(folder, planned: plan.paths, verify: verify)
    guard let output else { return Outcome(summary: nil, diagnostics: refusals) }
    let parts = await inParallel(plan.items.count, by: 128) { part in
      Result<([SiteOutput.Entry], [Diagnostic]), any Error> {
        defer { progress(part.count) }
        var renderer = SiteRenderer(self)
        var entries: [SiteOutput.Entry] = []
        for index in part { if let entry = try renderer.write(index, to: output) { entries.append(entry) } }
        return (entries, renderer.problems)
      }
    }
    do {
      let written = try parts.map { try $0.get() }
      let problems = written.flatMap(\.1).sortedByPlace()
      guard problems.isEmpty else {
        output.abandon()
        return Outcome(summary: nil, diagnostics: problems, hasBegun: true)
      }
      return Outcome(summary: try output.finish(written.flatMap(\.0)), diagnostics: [])
    } catch {
      output.abandon()
      throw error
    }
  }

  /// Finds the errors that only rendering can show, where the templates can have such: all pages are rendered then.
  package func check() async -> [Diagnostic] {
    guard factory.templates.program.canFail else { return [] }
    return await inParallel(plan.items.count, by: 128) { part in
      var renderer = SiteRenderer(self)
      var diagnostics: [Diagnostic] = []
      for index in part { diagnostics += renderer.render(index) }
      return diagnostics
    }.flatMap { $0 }.sortedByPlace()
  }
}

/// Renders pages one after another with one buffer.
struct SiteRenderer: ~Copyable {
  private let site: PreparedSite
  private var renderer: TemplateRenderer
  private var output = Output(capacity: 16 << 10)
  private var diagnostics: [Diagnostic] = []
  /// The errors of all pages that were rendered to be written; those pages were not.
  private(set) var problems: [Diagnostic] = []

  init(_ site: PreparedSite) {
    self.site = site
    renderer = TemplateRenderer(site.factory.templates.program)
  }

  /// Renders a file of the plan and writes it if it changed.
  /// - Returns: what the output knows of it; nil where it has errors and is not written.
  mutating func write(_ index: Int, to folder: SiteOutput) throws(EnvironmentFailure) -> SiteOutput.Entry? {
    switch site.plan.items[index] {
    case .asset(let asset):
      switch site.theme.assets[asset].source {
      case .file(let path): return try folder.copy(fileAt: path, to: index)
      case .builtIn(let text):
        let bytes = text.bytes
        return try folder.write(index, bytes.span)
      }
    case .attachment(let attachment):
      let content = site.factory.content
      return try folder.copy(fileAt: content.root + "/" + content.attachments[attachment], to: index)
    default:
      let mistakes = render(index)
      problems += mistakes
      return mistakes.isEmpty ? try folder.write(index, output.bytes.span) : nil
    }
  }

  /// Renders a file of the plan into the buffer.
  /// - Returns: the errors that only data can show.
  mutating func render(_ index: Int) -> [Diagnostic] {
    output.removeAll()
    diagnostics = []
    let path = site.plan.paths[index]
    switch site.plan.items[index] {
    case .record(let table, let row): render(site.factory.page(ofRecord: row, in: table, at: path))
    case .index(let listing, let page): render(site.factory.page(ofListing: listing, number: page, at: path))
    case .page(let page): render(site.factory.page(withBlocks(site.factory.pages[page], at: path), at: path))
    case .home: render(site.factory.page(nil, at: path))
    case .model: render(site.factory.pageOfModel(at: path))
    case .export(let export, let format):
      let result = site.exports[export].result
      output.appendVerbatim { $0 += format == .csv ? result.csv() : result.json() }
    case .feed(let listing):
      let listing = site.factory.listings[listing]
      let feed = AtomFeed(
        site: site.factory.site, listing: listing, siteTitle: site.factory.content.settings.title, base: base)
      if let plan = listing.feed { output.append(verbatim: feed.bytes(plan).span) }
    case .sitemap(let part):
      let bytes = Sitemap.bytes(part: part, pages: site.plan.pagePaths, base: base)
      output.append(verbatim: bytes.span)
    case .robots: output.append(verbatim: RobotsFile.bytes(base: base).span)
    case .asset, .attachment: break
    }
    return diagnostics
  }

  /// Renders a file of the plan.
  mutating func bytes(of index: Int) -> ([UInt8], [Diagnostic]) {
    let diagnostics = render(index)
    return (output.bytes, diagnostics)
  }

  /// Where the site is published.
  private var base: String { site.factory.content.settings.baseURL ?? "" }

  private mutating func render(_ page: PageFactory.Ready?) {
    guard let page else { return }
    let source = PageSource(site: site.factory.site, page: page.view)
    diagnostics += renderer.render(page.template, page.contexts, from: source, to: &output)
  }

  /// A page with the results of its query blocks in their places.
  private mutating func withBlocks(_ page: RenderedPage, at path: String) -> RenderedPage {
    guard !page.positions.isEmpty else { return page }
    var page = page
    var html: [UInt8] = []
    var start = 0
    for (position, block) in zip(page.positions, page.blocks) {
      html += page.html[start..<position]
      start = position
      guard let block else { continue }
      let result = block.plan.run(
        graph: site.factory.site.graph, today: block.asOf ?? site.factory.site.today)
      render(site.factory.block(block, result, at: path))
      html += output.bytes
      output.removeAll()
    }
    page.html = html + page.html[start...]
    return page
  }
}
