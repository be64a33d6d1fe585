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

  /// Render and publish: every page is rendered, and those that changed are written.
  /// - Parameters:
  ///   - folder: the output folder.
  ///   - verify: whether to compare the bytes of every published file.
  ///   - progress: told the number of files done, now and then, from any task.
  /// - Throws: where the disk is full or a permission is missing; what was published before is still there then.
  package func publish(
    to folder: String, verify: Bool, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> Outcome {
    let errors = await renderingErrors()
    guard errors.isEmpty else { return Outcome(summary: nil, diagnostics: errors) }
    let (output, refusals) = try SiteOutput.open(folder, planned: plan.paths, verify: verify)
    guard let output else { return Outcome(summary: nil, diagnostics: refusals) }
    let parts = await inParallel(plan.items.count, by: 128) { part in
      Result<([SiteOutput.Entry], [Diagnostic]), any Error> {
        defer { progress(part.count) }
        var renderer = FileRenderer(self)
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
      return Outcome(summary: try output.finish(written.flatMap(\.0)), diagnostics: [])
    } catch {
      output.abandon()
      throw error
    }
  }

  /// Finds the errors that only rendering can show, where the templates can have such: all pages are rendered then.
  package func renderingErrors() async -> [Diagnostic] {
    guard factory.templates.program.canFail else { return [] }
    return await inParallel(plan.items.count, by: 128) { part in
      var renderer = FileRenderer(self)
      var diagnostics: [Diagnostic] = []
      for index in part { diagnostics += renderer.render(index) }
      return diagnostics
    }.flatMap { $0 }.sortedByPlace()
  }
}
