import Foundation
import TestSupport
import Testing

/// What `docket check` prints, in each of its forms.
@Suite struct CheckReportTests {
  private func siteWithErrors() throws -> TemporaryFolder {
    try SmallSite.folder(adding: [
      "Content/orders/f1.md": "---\ndate: 2026-03-14\ncutsomer: ann\n---\nÄ <b>x</b>\n",
      "Content/site.yml": "lints: {order-without-customer: false, order-without-rows: false}\n",
      "Content/orders/f2.md": "---\ndate: 14.13.2026\n---\n",
    ])
  }

  /// The reports of one check as pairs of id and place.
  private func diagnosticLines(_ run: Program.Run) throws -> [String] {
    let value = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    return try #require(value as? [[String: Any]]).map { object in
      func text(_ key: String) -> String { object[key].map { "\($0)" } ?? "" }
      return "\(text("path")):\(text("line")):\(text("column")): \(text("severity")) \(text("id"))"
    }
  }

  /// A mapping that no longer fits the model is found before the next import.
  @Test func importMappingsAreChecked() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/imports/a.yml": "as: Customer\nkeys: {nmae: Company}\nconstants: {email: a@example.org}\n",
      "Content/imports/b.yml": "as: Oder\ndecimal: point\n",
      "Content/imports/c.yml": "as: Order\nconstants:\n  customer: nobody\n",
      "Content/imports/d.yml":
        "as: Customer\nkeys: {address: '{A|upper}', name: B}\nconstants: {name: Ann, info: x}\n",
      "Content/imports/e.yml": "as: Order\nconstants: {customer: later}\n",
      "Content/customers/later.md": "---\nname: Later\ndraft: true\n---\n",
      "Content/imports/right.yml": "as: Order\nkeys: {id: Number}\nconstants: {customer: ann}\n",
    ])
    let run = try await folder.docket("check", "--format", "json")
    #expect(run.status == 1)
    #expect(
      try diagnosticLines(run) == [
        "Content/imports/a.yml:2:8: error unknown-key", "Content/imports/b.yml:1:5: error unknown-entity",
        "Content/imports/b.yml:2:10: error wrong-shape",
        "Content/imports/c.yml:3:13: error unknown-reference",
        "Content/imports/d.yml:2:19: error wrong-shape", "Content/imports/d.yml:3:13: error duplicate-key",
      ])
  }

  @Test func everyFormatTellsTheSameErrors() async throws {
    let folder = try siteWithErrors()
    let text = try await folder.docket("check")
    let heads = text.output.split(separator: "\n").filter { $0.hasPrefix("Content/") && $0.hasSuffix("]") }
    let json = try await folder.docket("check", "--format", "json")
    #expect(
      try diagnosticLines(json) == [
        "Content/orders/f1.md:3:1: error unknown-key", "Content/orders/f1.md:5:4: warning raw-html",
        "Content/orders/f2.md:2:7: error invalid-date",
      ])
    #expect(heads.count == 3)
    let github = try await folder.docket("check", "--format", "github")
    #expect(
      github.output.split(separator: "\n").map { $0.prefix { $0 != " " } } == [
        "::error", "::warning", "::error",
      ])
    let sarif = try await folder.docket("check", "--format", "sarif")
    let log = try JSONSerialization.jsonObject(with: Data(sarif.output.utf8)) as? [String: Any]
    let results = try #require((log?["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]])
    #expect(results.map { $0["ruleId"] as? String } == ["unknown-key", "raw-html", "invalid-date"])
    for run in [text, json, github, sarif] {
      #expect(run.status == 1)
      #expect(run.error.hasSuffix(": 2 errors, 1 warning\n"))
    }
  }

  @Test func strictMakesErrorsOfWarningsInEveryFormat() async throws {
    let run = try await siteWithErrors().docket("check", "--strict", "--format", "json")
    #expect(try diagnosticLines(run).allSatisfy { $0.contains(": error ") })
  }

  @Test func aSoundSiteHasAnEmptyReport() async throws {
    let folder = try SmallSite.folder()
    #expect(try await folder.docket("check", "--format", "json").output == "[]\n")
    #expect(try await folder.docket("check", "--format", "github").output == "")
    #expect(try await folder.docket("check", "--format", "sarif").status == 0)
  }

  @Test func errorsThatOnlyRenderingShowsAreReported() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/site.yml": "theme: own\n", "Themes/own/theme.yml": "parent: default\n",
      "Themes/own/page.mustache": "{{>partials/again}}\n",
      "Themes/own/partials/again.mustache": "{{>partials/again}}\n",
    ])
    let run = try await folder.docket("check", "--format", "json")
    #expect(run.status == 1)
    #expect(try diagnosticLines(run).contains { $0.hasSuffix("error template-depth") })
  }

  // MARK: Paths

  @Test func codeHostsReadPathsFromTheFolderOfTheRepository() async throws {
    let folder = try siteWithErrors()
    func files(_ program: Program, _ options: String...) async throws -> Set<String> {
      let run = try await program.run(["check", "--format", "github"] + options)
      let lines = run.output.split(separator: "\n")
      return Set(lines.map { String($0.drop { $0 != "=" }.dropFirst().prefix { $0 != "," }) })
    }
    let expected: Set = ["Content/orders/f1.md", "Content/orders/f2.md"]
    var program = Program.docket(in: folder.path)
    program.environment["GITHUB_WORKSPACE"] = ""
    #expect(try await files(program) == expected)
    #expect(try await files(program, "--content", folder.path("Content")) == expected)
    program.folder = folder.path("Content/orders")
    #expect(try await files(program) == expected)
    // In a workflow paths are told from the workspace.
    let workspace = URL(filePath: folder.path).deletingLastPathComponent().path
    program.environment["GITHUB_WORKSPACE"] = workspace
    let name = URL(filePath: folder.path).lastPathComponent
    #expect(try await files(program) == Set(expected.map { "\(name)/\($0)" }))
  }

  @Test func inARepositoryPathsAreToldFromItsRoot() async throws {
    let folder = try TemporaryFolder([
      "repo/.git/HEAD": "ref: refs/heads/main\n", "repo/books/Content/orders/o1.md": "---\ndat: 1\n---\n",
    ])
    for place in ["repo/books", "repo", "."] {
      var program = Program.docket(in: folder.path(place))
      program.environment["GITHUB_WORKSPACE"] = ""
      let run = try await program.run([
        "check", "--format", "github", "--content", folder.path("repo/books/Content"),
      ])
      #expect(run.output.contains("file=books/Content/orders/o1.md,"), "\(place): \(run.output)")
    }
  }

  // MARK: Explanations

  @Test func explainsAnErrorWithoutASite() async throws {
    let folder = try TemporaryFolder()
    let run = try await folder.docket("check", "--explain", "decimal-comma")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("decimal-comma (error)\nA comma in a number\n\n"))
    #expect(run.output.contains("    sum: 12,50\n"))
    #expect(try await folder.docket("check", "--explain", "[decimal-comma]").output == run.output)
  }

  @Test func anUnknownErrorIsAnsweredWithTheNearest() async throws {
    let folder = try TemporaryFolder()
    let run = try await folder.docket("check", "--explain", "decimal-coma")
    #expect(run.status == 64)
    #expect(
      run.error.contains("there is no kind of diagnostic 'decimal-coma'; did you mean 'decimal-comma'?"))
    #expect(
      try await folder.docket("check", "--explain", "?").error.contains("'docket check --list' names all"))
    #expect(try await folder.docket("check", "--explain", "").status == 64)
  }

  @Test func listsEveryError() async throws {
    let run = try await TemporaryFolder().docket("check", "--list")
    #expect(run.status == 0)
    #expect(run.output.contains("\nraw-html "))
    #expect(run.output.split(separator: "\n").count > 70)
    func line(_ id: String) -> Substring? {
      run.output.split(separator: "\n").first { $0.hasPrefix(id + " ") }
    }
    for id in ["paid-not-made", "long-table"] { #expect(line(id)?.contains("  lint  ") ?? false, "\(id)") }
    for id in ["raw-html", "missing-history"] {
      #expect(line(id)?.contains("  warning  ") ?? false, "\(id)")
    }
    let lint = try await TemporaryFolder().docket("check", "--explain", "paid-not-made")
    #expect(lint.output.contains("'lints: {paid-not-made: false}' in site.yml, or in a record"))
  }

  // MARK: Hooks

  /// A deleted file is none of a commit's files, and a book may lie in a folder of its own.
  @Test func theHookRunsForEveryCommit() throws {
    let text = try String(
      contentsOf: Repository.root.appending(path: ".pre-commit-hooks.yaml"), encoding: .utf8)
    #expect(text.contains("always_run: true\n") && !text.contains("files: ^"))
    #expect(text.contains("entry: docket check --strict\n"))
    #expect(text.contains("pass_filenames: false\n"))
  }
}
