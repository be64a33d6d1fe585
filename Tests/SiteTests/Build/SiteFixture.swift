import Content
import Diagnostics
import Foundation
import Records
import Site
import TestSupport
import Testing

/// Content put together, prepared as a site and, where asked for, written.
struct SiteFixture {
  let site: PlannedSite
  let diagnostics: [Diagnostic]
  private let folder: TemporaryFolder

  /// Prepares a site from files by their paths, `Content/` and `Themes/` among them.
  /// - Parameter others: more files, whose names may be those of others in another normalization, to a dictionary the
  ///   same.
  init(
    _ files: [String: String], and others: [String: String] = [:], theme name: String = "default",
    language: String? = nil, today day: String = "2026-11-21", isPublic: Bool = false
  ) async throws {
    folder = try TemporaryFolder(["Content/site.yml": "title: Fixture\n"].merging(files) { $1 })
    for (path, text) in others { try folder.put(path, text) }
    let today = try #require(CivilDate(day))
    let content = await ContentLoader(
      source: WorkingTree(folder.path("Content")), includesDrafts: false, today: today,
      isPublic: isPublic
    )
    .load()
    let pipeline = SitePipeline(
      theme: name, themes: WorkingTree(folder.path("Themes"), isRequired: false), language: language,
      today: today, isPublic: isPublic)
    let planned = await pipeline.site(of: content)
    site = planned.site
    diagnostics = (content.diagnostics + planned.diagnostics).sortedByPlace()
  }

  /// The diagnostics as `path:line: summary [id]`, the path from the fixture's folder.
  var diagnosticLines: [String] {
    diagnostics.map { diagnostic in
      let path = short(diagnostic.range.file.path)
      let line = diagnostic.range.file.bytes[..<diagnostic.range.bytes.lowerBound].count { $0 == 0x0A } + 1
      return "\(path):\(line): \(short(diagnostic.summary)) [\(diagnostic.id.rawValue)]"
    }
  }

  private func short(_ text: String) -> String { text.replacing(folder.path + "/", with: "") }

  /// Writes the site, which must have no errors and only the warnings that are expected.
  func write(
    warnings: [String] = [], sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) async throws -> FileTree {
    try #require(
      diagnosticLines.filter { !$0.hasSuffix("[filter-limit]") } == warnings, sourceLocation: sourceLocation)
    let outcome = try await site.publish(to: folder.path("Site"), verify: false)
    try #require(outcome.diagnostics.map(\.summary) == [], sourceLocation: sourceLocation)
    return try FileTree(folder.path("Site"))
  }
}

extension FileTree {
  /// A page, read strictly.
  func page(_ path: String) throws -> HTMLElement {
    let page = HTMLPage(try #require(files[path], "\(path)"))
    #expect(page.errors == [], "\(path)")
    return page.root
  }

  /// The links in the main part of a page, as `text → link`.
  func links(_ path: String) throws -> [String] {
    let main = try #require(page(path).all("main").first)
    return main.all("a").map { "\($0.text) → \($0.attributes["href"] ?? "")" }
  }
}
