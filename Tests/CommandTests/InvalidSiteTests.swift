import Diagnostics
import Foundation
import TestSupport
import Testing

/// Sites with errors: each is reported as its fixture says, and nothing is written.
///
/// `DOCKET_RECORD=1 swift test --filter InvalidSiteTests` writes what is printed into the fixtures, to be read there.
@Suite struct InvalidSiteTests {
  @Test(arguments: InvalidSite.all)
  func isReportedAndWritesNothing(site: InvalidSite) async throws {
    try await check(site, at: site.fixture)
  }

  @Test(.enabled(if: geteuid() != 0, "skipped: root may read everything"), arguments: InvalidSite.forbidden)
  func whatMayNotBeReadIsReported(site: InvalidSite) async throws {
    try await check(site, at: site.fixture)
  }

  /// Each diagnostic is located, of the fixture's own kind, and in the house's style.
  @Test(arguments: InvalidSite.all)
  func isOfItsOwnKindAlone(site: InvalidSite) throws {
    let expected = ExpectedText(file: site.fixture.appending(path: "expected.txt")).text
    let diagnostics = PrintedDiagnostic.all(in: expected)
    #expect(Set(diagnostics.map(\.id)) == [site.id])
    for diagnostic in diagnostics {
      #expect(!diagnostic.summary.hasSuffix("."), "\(diagnostic.summary)")
      #expect(!diagnostic.path.hasPrefix("/") && !diagnostic.path.hasPrefix("the "), "\(diagnostic.path)")
      #expect(diagnostic.line >= 1 && diagnostic.column >= 1)
    }
  }

  /// Each has a folder with what is printed, and a test that brings it about.
  @Test func everyDiagnosticHasAFolder() throws {
    let ids = Set(DiagnosticID.allCases.map(\.rawValue))
    // No content can cause a fault of docket's own: SiteTests/Reconciliation makes one, and prints it.
    let own = ["internal-difference"]
    let sites = (InvalidSite.all + InvalidSite.forbidden).map(\.id) + InvalidOutputTests.sites.keys + own
    #expect(Set(sites) == ids)
    let root = InvalidSite.fixtures.appending(path: "Invalid").path
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root)
    let folders = paths.filter { $0.hasSuffix("/expected.txt") }.map { String($0.prefix { $0 != "/" }) }
    #expect(Set(folders) == ids)
  }

  /// Thirty errors of thirty kinds in one site: one run finds them all, each once.
  @Test func allErrorsAreFoundInOneRun() async throws {
    let fixture = InvalidSite.fixtures.appending(path: "Invalid-many")
    let folder = try TemporaryFolder()
    for part in ["Content", "Themes"] { try folder.copy(fixture.appending(path: part).path, to: part) }
    let run = try await Program.docket(in: folder.path).run("check")
    let expected = ExpectedText(file: fixture.appending(path: "expected.txt"))
    if ExpectedText.isRecording {
      try expected.record(run.output)
      Issue.record("recorded anew; run without DOCKET_RECORD")
    }
    #expect(run.output == expected.text)
    #expect(run.status == 1)
    let diagnostics = PrintedDiagnostic.all(in: run.output)
    #expect(diagnostics.count == 30)
    #expect(Set(diagnostics.map(\.id)).count == 30)
    let places = diagnostics.map(\.path)
    #expect(places == places.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })

    let build = try await Program.docket(in: folder.path).run("build")
    #expect(build.status == 1)
    #expect(build.error == expected.text + "30 errors; nothing was written\n")
    #expect(!folder.has("Site"))
  }

  // MARK: Checking a site

  private func check(_ site: InvalidSite, at fixture: URL) async throws {
    let folder = try site.folder()
    defer { makeReadable(folder) }
    let old = try? FileTree(folder.path)
    let docket = Program.docket(in: folder.path)
    // What only a public site may not read is no error of any other.
    let options = site.id == "private-name" ? ["--public"] : []
    if !options.isEmpty { #expect(try await docket.run("check", "--quiet").status == 0) }
    let run = try await docket.run(["check", "--quiet"] + options)
    let expected = ExpectedText(file: fixture.appending(path: "expected.txt"))
    // A check shows no history; only a build tells what keeps it from being known.
    if site.id == "missing-history" { #expect(run.output == "") }
    let told = site.id == "missing-history" ? expected.text : run.output
    if ExpectedText.isRecording {
      if told == run.output { try expected.record(told) }
      Issue.record("recorded anew; run without DOCKET_RECORD")
    }
    #expect(told == expected.text)
    #expect(run.error == "")
    let isError = PrintedDiagnostic.all(in: told).contains { $0.severity == "error" }
    let failed: Int32 = site.id.hasPrefix("unreadable-") ? 70 : 1
    #expect(run.status == (isError ? failed : 0))

    let strict = try await docket.run(["build", "--strict"] + options)
    #expect(strict.status == failed)
    #expect(strict.output == "")
    let count = PrintedDiagnostic.all(in: told).count
    let counted = count == 1 ? "1 error" : "\(count) errors"
    let errors = told.replacing(/(?<place>:\d+:\d+: )warning:/) { "\($0.place)error:" }
    #expect(strict.error == errors + "\(counted); nothing was written\n")
    #expect(!folder.has("Site") && !folder.has("Public"))
    if let old { #expect(try FileTree(folder.path).differences(from: old) == []) }

    guard !isError else { return }
    let build = try await docket.run("build")
    #expect(build.status == 0)
    #expect(build.error.hasPrefix(told))
    #expect(folder.has("Site"))
  }

  /// Gives back the permissions that a site took away, so that its folder can be removed.
  private func makeReadable(_ folder: TemporaryFolder) {
    for path in ["Content/customers", "Content/customers/acme.md", "Themes"] {
      chmod(folder.path(path), 0o700)
    }
  }
}
