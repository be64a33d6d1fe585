import Foundation
import TestSupport
import Testing

/// Output folders that docket must not write to: `build` says so and touches nothing.
@Suite struct InvalidOutputTests {
  /// What is done to a site that was built, by the id of the diagnostic.
  static let sites: [String: @Sendable (TemporaryFolder) throws -> Void] = [
    "foreign-folder": { site in
      try site.remove("Site")
      try site.put("Site/holiday.jpg", "a photo")
    },
    "foreign-file": { site in
      try site.put("Site/about.html", "by hand")
      try site.put("Content/about.md", "# About\n")
    },
    "damaged-manifest": { site in
      let manifest = try FileTree(site.path("Site")).ownPaths.first
      guard let manifest else { throw Unexpected("there is no manifest") }
      try site.put("Site/" + manifest, "about.html\n")
    },
  ]

  @Test(arguments: sites.keys.sorted())
  func isRefusedAndLeftAlone(id: String) async throws {
    let site = try TemporaryFolder(["Content/customers/acme.md": "---\nname: Acme\n---\n"])
    let docket = Program.docket(in: site.path)
    #expect(try await docket.run("build").status == 0)
    try Self.sites[id]?(site)
    let old = try FileTree(site.path)

    let run = try await docket.run("build")
    let expected = ExpectedText(file: InvalidSite.fixtures.appending(path: "Invalid/\(id)/expected.txt"))
    if ExpectedText.isRecording {
      try expected.record(run.error)
      Issue.record("recorded anew; run without DOCKET_RECORD")
    }
    #expect(run.error == expected.text)
    #expect(run.output == "")
    #expect(run.status == 1)
    #expect(PrintedDiagnostic.all(in: run.error).map(\.id) == [id])
    #expect(try FileTree(site.path).differences(from: old) == [])
  }
}
