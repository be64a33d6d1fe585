import Content
import Diagnostics
import FileSystem
import Publishing
import Templates

/// A site with all its files planned. Each can be rendered on its own, from memory, in any order.
package struct PlannedSite: Sendable {
  /// Makes the view of each page.
  var factory: PageFactory
  /// Every file to write.
  var plan: SitePlan
  /// The part of the site to write; nil for the whole site.
  var part: SitePart?
  /// The theme, for its assets.
  let theme: Theme
  /// The site in other languages, by their tags as records give them, for documents in these.
  var translations: [String: PlannedSite] = [:]

  /// The records and pages.
  var book: Book { factory.contents.book }
  /// The language of its pages.
  package var language: String { book.settings.language }
  /// The results to export as CSV and JSON, by the indices in the plan.
  var exports: [ExportPlan] { factory.contents.exports }

  /// The site with its search, unless it is already made or the theme has none.
  /// - Returns: the site, and diagnostics for files whose paths belong to the search.
  package func searchable() async -> (site: PlannedSite, diagnostics: [Diagnostic]) {
    guard theme.hasScript, factory.search == nil else { return (self, []) }
    let search = await SearchIndex(
      book.graph, pages: factory.contents.pages, titles: factory.siteView.titles, factory.siteView.formatter)
    var result = self
    result.factory.search = search
    result.plan = plan.adding(search)
    return (result, result.plan.collisions(book))
  }

  /// The site with the sort orders of its lists, unless they are already made.
  package func sorted() async -> PlannedSite {
    var result = self
    for (entity, data) in factory.contents.data { result.factory.contents.data[entity] = await data.sorted() }
    return result
  }

  /// Whether a file contains a sort order, for which the site must be ``sorted()``.
  /// - Parameter index: its index in the plan.
  package func needsSorting(at index: Int) -> Bool {
    if case .data(_, let part) = plan.items[index] { part.isSorted } else { false }
  }

  /// Adds up the site's figures a second time.
  /// - Returns: a diagnostic for each difference.
  package func reconcile() -> [Diagnostic] {
    Reconciliation.differences(in: book, factory.contents.listings, factory.contents.pages)
  }

  /// The number of pages, without exports and assets.
  package var pageCount: Int { plan.items.count(where: \.isPage) }

  /// The number of files.
  package var fileCount: Int { plan.items.count }

  /// The outcome of publishing a site.
  package struct Outcome: Sendable {
    /// The summary of what was written; nil if there are errors.
    package var summary: SiteOutput.Summary?
    /// The errors that only rendering found, or the reason that the output folder was refused.
    package var diagnostics: [Diagnostic]
    /// The paths of files that the pages of a part need and that could not be embedded in them.
    package var leftOut: [String] = []
    /// Whether some pages were published before a page exceeded its limits.
    package var hasBegun = false
  }

  /// Renders every page, and writes those that changed.
  /// - Parameters:
  ///   - verify: whether to compare the bytes of every published file.
  ///   - progress: called at intervals with the number of finished files, from any task.
  ///   - record: called with the paths of written and removed files, in order; with all paths after an
  ///     interrupted build, and so after one that changed files and in which this threw.
  /// - Throws: If the disk is full or a permission is missing; previously published files stay.
  package func publish(
    to folder: String, verify: Bool, progress: @escaping @Sendable (Int) -> Void = { _ in },
    recording record: ([String]) throws -> Void = { _ in }
  ) async throws -> Outcome {
    let errors = await renderingErrors()
    guard errors.isEmpty else { return Outcome(summary: nil, diagnostics: errors) }
    let isPublic = book.isPublic
    let audience: SiteOutput.Audience =
      part == nil ? (isPublic ? .public : .full) : isPublic ? .publicPart : .part
    let (output, refusals) = try SiteOutput.open(
      folder, planned: plan.paths, verify: verify, audience: audience)
    guard let output else { return Outcome(summary: nil, diagnostics: refusals) }
    let repeated = part == nil ? await RepeatedRows(of: self) : nil
    let site = plan.items.indices.contains(where: needsSorting) ? await sorted() : self
    let parts = await inParallel(plan.items.count, by: 128) { part in
      Result<([SiteOutput.Entry], [Diagnostic], Set<String>), any Error> {
        defer { progress(part.count) }
        var renderer = FileRenderer(site, repeating: repeated)
        var entries: [SiteOutput.Entry] = []
        for index in part { if let entry = try renderer.write(index, to: output) { entries.append(entry) } }
        return (entries, renderer.diagnostics, renderer.leftOut)
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
      let leftOut = Set(written.flatMap(\.2)).sorted { $0.precedes($1) }
      return Outcome(
        summary: try output.finish(entries) { try record(paths) }, diagnostics: [], leftOut: leftOut)
    } catch {
      output.abandon()
      throw error
    }
  }

  /// Finds the errors that only rendering can show. If a template can have any, all pages are rendered.
  package func renderingErrors() async -> [Diagnostic] {
    guard factory.templates.program.canFail else { return [] }
    return await inParallel(plan.items.count, by: 128) { part in
      var renderer = FileRenderer(self)
      var diagnostics: [Diagnostic] = []
      // Only pages use templates, and a check does not have the data of other files.
      for index in part where plan.items[index].isPage { diagnostics += renderer.render(index) }
      return diagnostics
    }.flatMap { $0 }.sortedByPlace()
  }
}
