import Foundation
import TestSupport
import Testing

/// The sample in a real browser, from a folder and from a host with a strict policy: sorting, filters, addresses of
/// views, the search, dark, phone, keyboard and paper.
@Suite struct BrowserTests {
  private static let isPossible = Program.exists("chromium") && Program.exists("python3")

  @Test(.enabled(if: isPossible, "chromium or python3 is not installed"))
  func pagesAnswerInABrowser() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(Repository.content, to: "Content")
    let build = try await Program.docket(in: folder.path, today: "2026-11-22").run("build")
    try #require(build.status == 0, "\(build.error)")
    let checks = Repository.root.appending(path: "Tests/Browser/checks.py").path
    let run = try await Program("python3", "-B", checks, in: folder.path).run("chromium", folder.path("Site"))
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output.split(separator: "\n").count { $0.hasPrefix("passed ") } == 53, "\(run.output)")
  }
}
