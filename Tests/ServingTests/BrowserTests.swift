import Foundation
import TestSupport
import Testing

/// The forms and live pages in a browser.
struct BrowserTests {
  private static var hasBrowser: Bool {
    Program.exists("python3")
      && ["chromium", "chromium-browser", "google-chrome"].contains(where: Program.exists)
  }

  @Test(.enabled(if: hasBrowser, "Chromium and Python drive the browser"))
  func theWholeStoryOfAnOrder() async throws {
    let site = try await ServedSite("--edit")
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Browser/story.py").path
    var program = Program("python3", script, in: site.folder.path)
    program.environment["PYTHONDONTWRITEBYTECODE"] = "1"
    var arguments = ["http://localhost:\(site.port)/", site.folder.path("Content")]
    if let pictures = ProcessInfo.processInfo.environment["DOCKET_PICTURES"] { arguments.append(pictures) }
    let run = try await program.run(arguments)
    #expect(run.status == 0 && run.output == "told\n", "\(run.output)\(run.error)")
  }
}
