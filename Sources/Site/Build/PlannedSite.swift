import Content
import Diagnostics
import Exports
import FileSystem
import Publishing
import Query
import Records
import Templates

/// A site whose every file is planned: each can be rendered by itself, from memory, in any order.
package struct PlannedSite: Sendable {
  /// Makes the view of each page.
  private(set) var factory: PageFactory
  /// Every file to write.
  var plan: SitePlan
  /// The part of the site that it is; nil for all of it.
  var part: SitePart?
  /// The plan of the whole site, if pages of a part hold what they need.
  var whole: SitePlan?
  /// The results that are exported as CSV and JSON, by the indices that the plan uses.
  let exports: [ExportPlan]
  /// The theme, for its assets.
  let theme: Theme

  /// Makes a planned site.
  init(factory: PageFactory, plan: SitePlan, exports: [ExportPlan], theme: Theme) {
    self.factory = factory
    self.plan = plan
    self.exports = exports
    self.theme = theme
  }

  /// The site with its search, if the theme has one and it was not made yet.
  /// - Returns: the site, and the files that are where those of the search belong.
  package func searchable() async -> (site: PlannedSite, diagnostics: [Diagnostic]) {
    guard theme.hasScript, factory.search == nil else { return (self, []) }
    let search = await SearchIndex(factory.book.graph, pages: factory.pages, titles: factory.site.titles)
    var result = self
    result.factory.search = search
    result.plan = plan.adding(search)
    return (result, result.plan.collisions(factory.book))
  }

  /// The site with the orders of its lists, if they were not made yet.
  package func sorted() async -> PlannedSite {
    var result = self
    for (entity, data) in factory.data { result.factory.data[entity] = await data.sorted() }
    return result
  }

  /// The site with the data of only some lists; the script leaves the others as they are in the pages.
  /// - Parameter isKept: whether those of an entity stay.
  func keepingData(of isKept: (_ entity: Int) -> Bool) -> PlannedSite {
    var result = self
    result.factory.data = factory.data.filter { isKept($0.key) }
    return result
  }

  /// Whether a file shows an order of a list, for which the site has to be ``sorted()``.
  /// - Parameter index: its place in the plan.
  package func needsSorting(at index: Int) -> Bool {
    if case .data(_, let part) = plan.items[index] { part.isSorted } else { false }
  }

  /// Adds up the site's figures a second time.
  /// - Returns: the differences.
  package func reconcile() -> [Diagnostic] {
    Reconciliation.differences(in: factory.book, factory.listings, factory.pages)
  }

  /// The number of pages, exports and assets not counted.
  package var pageCount: Int { plan.items.count(where: \.isPage) }

  /// The number of files.
  package var fileCount: Int { plan.items.count }

  /// What writing a site did.
  package struct Outcome: Sendable {
    /// What was written; nil if there are errors.
    package var summary: SiteOutput.Summary?
    /// What only rendering could show, or why the output folder was refused.
    package var diagnostics: [Diagnostic]
    /// The paths of the files that were written or removed, in order; all of them after a build that was interrupted.
    package var changedPaths: [String] = []
    /// Whether some pages are published already: a page grew beyond its bounds after the first were written.
    package var hasBegun = false
  }

  /// Render and publish: every page is rendered, and those that changed are written.
  /// - Parameters:
  ///   - folder: the output folder.
  ///   - verify: whether to compare the bytes of every published file.
  ///   - progress: told the number of files done, now and then, from any task.
  /// - Throws: If the disk is full or a permission is missing; what was published before stays.
  package func publish(
    to folder: String, verify: Bool, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> Outcome {
    let errors = await renderingErrors()
    guard errors.isEmpty else { return Outcome(summary: nil, diagnostics: errors) }
    let isFull = factory.book.privatePaths == nil
    let audience: SiteOutput.Audience =
      part == nil ? (isFull ? .full : .public) : isFull ? .part : .publicPart
    let (output, refusals) = try SiteOutput.open(
      folder, planned: plan.paths, verify: verify, audience: audience)
    guard let output else { return Outcome(summary: nil, diagnostics: refusals) }
    let repeated = part == nil ? await RepeatedRows(of: self) : nil
    let site = plan.items.indices.contains(where: needsSorting) ? await sorted() : self
    let parts = await inParallel(plan.items.count, by: 128) { part in
      Result<([SiteOutput.Entry], [Diagnostic]), any Error> {
        defer { progress(part.count) }
        var renderer = FileRenderer(site, repeating: repeated)
        var entries: [SiteOutput.Entry] = []
        for index in part { if let entry = try renderer.write(index, to: output) { entries.append(entry) } }
        return (entries, renderer.diagnostics)
      }
    }
    do {
      let written = try parts.map { try $0.get() }
      let errors = written.flatMap(\.1).sortedByPlace()
      guard errors.isEmpty else {
        output.abandon()
        return Outcome(summary: nil, diagnostics: errors, hasBegun: true)
      }
      let entries = written.flatMap(\.0)
      let changed = entries.filter { $0.changed || output.followsInterruption }.map { plan.paths[$0.index] }
      let paths = (changed + output.stalePaths).sorted { $0.precedes($1) }
      return Outcome(summary: try output.finish(entries), diagnostics: [], changedPaths: paths)
    } catch {
      output.abandon()
      throw error
    }
  }

  /// Finds the errors that only rendering can show, if the templates can have any: then all pages are rendered.
  package func renderingErrors() async -> [Diagnostic] {
    guard factory.templates.program.canFail else { return [] }
    return await inParallel(plan.items.count, by: 128) { part in
      var renderer = FileRenderer(self)
      var diagnostics: [Diagnostic] = []
      // Only pages come from templates, and a check does not have the data of the other files.
      for index in part where plan.items[index].isPage { diagnostics += renderer.render(index) }
      return diagnostics
    }.flatMap { $0 }.sortedByPlace()
  }
}
