import TestSupport
import Testing

/// `docket check --fix --dry-run`, and options that do not go with each other.
@Suite struct CheckFixDryRunTests {
  @Test func aDryRunWritesNothingAndShowsTheChange() async throws {
    let folder = try CheckFixTests.site([("cutsomer: ann", ""), ("customer: anm", "")])
    let old = try FileTree(folder.path)
    let run = try await folder.docket("check", "--fix", "--dry-run")
    #expect(run.status == 1)
    #expect(
      run.output == """
        --- a/Content/orders/2026/f0.md
        +++ b/Content/orders/2026/f0.md
        @@ -1,4 +1,4 @@
         ---
         date: 2026-03-14
        -cutsomer: ann
        +customer: ann
         ---

        """)
    #expect(run.error.contains("unknown customer 'anm'"))
    #expect(!run.error.contains("[unknown-key]"))
    #expect(run.error.contains("1 fix in 1 file; nothing was written\n"))
    #expect(try FileTree(folder.path).touched(since: old) == [])
  }

  /// What a program reads is a report and nothing else, of what is wrong as long as nothing is written.
  @Test(arguments: ["json", "sarif", "github"])
  func aReportStandsAloneOnStandardOutput(format: String) async throws {
    let folder = try CheckFixTests.site([("cutsomer: ann", ""), ("customer: anm", "")])
    let report = try await folder.docket("check", "--format", format)
    let preview = try await folder.docket("check", "--fix", "--dry-run")
    let run = try await folder.docket("check", "--fix", "--dry-run", "--format", format)
    #expect(run.status == 1)
    #expect(run.output == report.output && run.output.contains("cutsomer"))
    #expect(run.error.hasPrefix(preview.output))
    #expect(run.error.contains("1 fix in 1 file; nothing was written\n"))
    #expect(!run.error.contains("error:"))
  }

  @Test(.needsGit)
  func theDiffOfADryRunIsWhatFixDoes() async throws {
    let (fixed, patched) = (
      try CheckFixTests.site(CheckFixTests.fixed), try CheckFixTests.site(CheckFixTests.fixed)
    )
    try patched.put("fixes.diff", try await patched.docket("check", "--fix", "--dry-run").output)
    #expect(try await fixed.docket("check", "--fix").status == 0)
    let run = try await Program("git", "apply", "fixes.diff", in: patched.path).run()
    #expect(run.status == 0, "\(run.error)")
    #expect(try FileTree(patched.path("Content")).differences(from: FileTree(fixed.path("Content"))) == [])
  }

  @Test(arguments: [
    ["--dry-run"], ["--fix", "--list"], ["--fix", "--explain", "unknown-key"],
    ["--list", "--explain", "unknown-key"], ["--format", "xml"],
  ])
  func optionsThatDoNotGoTogetherAreWrongUsage(options: [String]) async throws {
    let folder = try SmallSite.folder()
    let run = try await Program.docket(in: folder.path).run(["check"] + options)
    #expect(run.status == 64)
    #expect(run.output == "")
  }
}
