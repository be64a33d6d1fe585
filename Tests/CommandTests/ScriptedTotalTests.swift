import Foundation
import TestSupport
import Testing

/// The totals that a script adds up for a filter of a list are those of the filter's own page, read in Chromium.
@Suite(.needs("chromium"))
struct ScriptedTotalTests {
  /// Hours from minutes and net amounts, whose digits have no end, of several currencies; some sums are zero.
  private static func book(language: String) -> [String: String] {
    var files = [
      "Content/site.yml": "language: \(language)\n",
      "Content/model.yml": """
      extends: none
      entities:
        Job:
          folder: jobs
          attributes:
            who: string
            minutes: integer
            fee: money
            hours: {type: decimal, derived: minutes / 60, total: true}

      """,
      "Content/jobs/index.md": """
      ---
      columns:
        - id
        - hours
        - {value: minutes * 1.125, label: Points, total: true}
        - {value: fee / 1.081, label: Net, total: true}
      filters: who
      ---

      """,
    ]
    let jobs = [
      ("ann", 50, "-1000.00"), ("ann", 100, "-2234.56"), ("ann", 1_000_000, "-0.01"), ("bob", 20, "3"),
      ("bob", -20, "4.50 USD"), ("cleo", -1_000_130, "5"), ("dan", 20, "1"), ("dan", 20, "2"),
      ("dan", -40, "-3"),
    ]
    for (index, job) in jobs.enumerated() {
      files["Content/jobs/j\(index).md"] = "---\nwho: \(job.0)\nminutes: \(job.1)\nfee: \(job.2)\n---\n"
    }
    return files
  }

  @Test(arguments: ["en", "de"])
  func areThoseOfThePages(language: String) async throws {
    let folder = try TemporaryFolder()
    for (path, text) in Self.book(language: language) { try folder.put(path, text) }
    let build = try await Program.docket(in: folder.path).run("build")
    try #require(build.status == 0, "\(build.error)")
    for name in ["ann", "bob", "cleo", "dan"] {
      let page = try await Self.totals(of: "jobs/where/who/\(name).html", in: folder)
      #expect(page.count == 4, "\(page)")
      #expect(try await Self.totals(of: "jobs/index.html#who=\(name)", in: folder) == page, "\(name)")
    }
  }

  /// The cells of the last line of a page's table once its script has run.
  private static func totals(of page: String, in folder: TemporaryFolder) async throws -> [String] {
    let run = try await Program("chromium", in: folder.path).run([
      "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
      "--virtual-time-budget=5000", "--dump-dom", "file://" + folder.path("Site/\(page)"),
    ])
    let foot = try #require(run.output.firstMatch(of: /(?s)<tfoot.*?<\/tfoot>/), "\(page)")
    return foot.output.matches(of: /(?s)<t[hd][^>]*>(.*?)<\/t[hd]>/).map { String($0.1) }
  }
}
