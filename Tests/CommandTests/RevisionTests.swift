import Foundation
import TestSupport
import Testing

/// A book as it was: `--at`.
@Suite(.needsGit) struct RevisionTests {
  /// The small site under git, with a theme of its own, attachments and a link.
  private static func repository() async throws -> TemporaryFolder {
    let folder = try SmallSite.folder(adding: [
      "Content/site.yml": "title: Shed\ntheme: own\n",
      "Content/about.md": "# About\n\n![A wheel](wheel.png) and [terms](terms.txt).\n",
      "Content/terms.txt": "Net thirty days.\n",
      "Themes/own/theme.yml": "parent: default\ntexts:\n  en: {unknown: not said}\n",
      "Themes/own/assets/own.css": "body { margin: 0 }\n",
      "Themes/own/blocks/table.mustache": "<p>{{block.table.count}}</p>\n",
    ])
    try folder.put("Content/wheel.png", Data((0..<700).map { UInt8($0 % 251) }))
    try await folder.git("init", "-q", "-b", "main")
    return folder
  }

  /// Random edits of records, pages, attachments, the theme and the settings.
  private static func change(_ folder: TemporaryFolder, _ number: Int, _ random: inout SeededGenerator) throws
  {
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      try folder.put(
        "Content/orders/2026/n\(number).md", SmallSite.order("2026-03-01", "ann", "paint", number))
    case 1:
      try folder.put(
        "Content/orders/2026/o2.md", SmallSite.order("2026-01-10", "bob", "tune", number, "\nTwo."))
    case 2: try folder.put("Content/wheel.png", Data((0..<number * 40).map { UInt8($0 * number % 256) }))
    case 3: try folder.put("Content/scans/\(number) ü.txt", "Scan \(number)\n")
    case 4: try folder.put("Themes/own/assets/own.css", "body { margin: \(number)px }\n")
    case 5:
      try folder.put("Themes/own/theme.yml", "parent: default\ntexts:\n  en: {unknown: none of \(number)}\n")
    case 6: try folder.put("Content/customers/c\(number).md", "---\nname: Customer \(number)\n---\n\n*New*\n")
    default: try folder.put("Content/site.yml", "title: Shed \(number)\ntheme: own\n")
    }
  }

  @Test func aSiteBuiltAtEveryTenthCommitIsThatOfACheckout() async throws {
    let folder = try await Self.repository()
    var random = SeededGenerator(seed: 18)
    try await folder.commit("2026-01-01")
    for number in 1...50 {
      try Self.change(folder, number, &random)
      try await folder.commit("2026-02-\(10 + number % 18)")
    }
    // What lies in the folder now is not what is built.
    try folder.put("Content/about.md", "{{ no page\n")
    try folder.put("Themes/own/blocks/table.mustache", "{{#open")
    var compared = 0
    for number in stride(from: 0, through: 50, by: 10) {
      let revision = "HEAD~\(number)"
      let past = try await folder.docket(
        "build", "--at", revision, "--output", "Past", "--today", "2026-11-21")
      try #require(past.status == 0, "\(past.error)")
      try await folder.git("worktree", "add", "-q", "--detach", "checkout\(number)", revision)
      let checkout = try await Program.docket(in: folder.path("checkout\(number)")).run(
        "build", "--today", "2026-11-21")
      try #require(checkout.status == 0, "\(checkout.error)")
      let tree = try FileTree(folder.path("Past"))
      #expect(
        tree.differences(from: try FileTree(folder.path("checkout\(number)/Site"))) == [], "\(revision)")
      #expect(tree.files["wheel.png"] != nil && tree.files["assets/own.css"] != nil)
      compared += tree.files.count
      try folder.remove("checkout\(number)")
    }
    #expect(compared > 200)
  }

  @Test func todayIsTheDayOfTheRevisionUnlessAnotherIsNamed() async throws {
    let folder = try await Self.repository()
    try folder.put(
      "Content/orders/2026/o9.md",
      "---\ndate: 2026-01-01\ncustomer: ann\ndue: 2026-02-15\nrows:\n  - sum: 1\n---\n")
    try await folder.commit("2026-02-10")
    func state(_ options: String...) async throws -> String {
      let run = try await Program.docket(in: folder.path).run(
        ["query", "Order", "--where", "id = 'o9'", "--columns", "state", "--format", "csv"] + options)
      return run.status == 0 ? String(run.output.split(separator: "\r\n").last ?? "") : run.error
    }
    #expect(try await state() == "overdue")
    #expect(try await state("--at", "HEAD") == "to make")
    #expect(try await state("--at", "2026-02-15") == "to make")
    #expect(try await state("--at", "2026-02-16") == "overdue")
    #expect(try await state("--at", "HEAD", "--today", "2026-03-01") == "overdue")
    #expect(try await state("--at", "2026-02-31") == "docket: there is no day 2026-02-31\n")
    #expect(try await state("--at", "2026-02-09") == "docket: there is no commit on or before 2026-02-09\n")
  }

  @Test func aRecordIsShownAsItWas() async throws {
    let folder = try await Self.repository()
    try await folder.commit("2026-02-10")
    try folder.put("Content/customers/ann.md", "---\nname: Anna\n---\n")
    let (now, past) = (
      try await folder.docket("show", "ann"), try await folder.docket("show", "ann", "--at", "HEAD")
    )
    #expect(now.output.contains("Anna") && !past.output.contains("Anna") && past.output.contains("Ann"))
    let check = try await folder.docket("check", "--at", "HEAD", "--fix")
    #expect(check.status == 64)
    // What is computed could be wrong, as in a query.
    try folder.put(
      "Content/orders/o9.md", "---\ndate: 2026-02-01\ncustomer: ann\nrows: [{sum: '1,5'}]\n---\n")
    let broken = try await folder.docket("show", "ann")
    #expect(broken.status == 1)
    #expect(broken.output == "")
    #expect(broken.error.hasSuffix("1 error; what is computed could be wrong\n"), "\(broken.error)")
  }

  @Test func aRangeOfRevisionsIsWrittenAsForGit() async throws {
    let folder = try await Self.repository()
    try await folder.commit("2026-02-10")
    try await folder.git("checkout", "-q", "-b", "side")
    try folder.put("Content/customers/ann.md", "---\nname: Anna\n---\n")
    try await folder.commit("2026-02-11")
    try await folder.git("checkout", "-q", "main")
    try folder.put("Content/customers/bob.md", "---\nname: Bobby\n---\n")
    try await folder.commit("2026-02-12")
    func changes(_ revisions: String...) async throws -> [String] {
      let run = try await Program.docket(in: folder.path).run(["diff"] + revisions)
      return run.status == 0
        ? ["ann", "bob"].filter { run.output.contains("updated   customer \($0)") } : [run.error]
    }
    #expect(try await changes("main", "side") == ["ann", "bob"])
    #expect(try await changes("main..side") == ["ann", "bob"])
    #expect(try await changes("main...side") == ["ann"])
    #expect(try await changes("side...") == ["bob"])
    #expect(try await changes("..side") == ["ann", "bob"])
    #expect(try await changes("main..nope") == ["docket: there is no revision 'nope'\n"])
    try await folder.git("checkout", "-q", "--orphan", "other")
    try await folder.commit("2026-02-13")
    #expect(
      try await changes("main...other")
        == ["docket: the two revisions of 'main...other' have no commit in common\n"])
  }

  @Test func aHooksEnvironmentDoesNotMislead() async throws {
    let folder = try await Self.repository()
    try await folder.commit("2026-02-10")
    var hook = Program.docket(in: folder.path)
    // As git sets it, seen from the top of the work tree.
    hook.environment["GIT_DIR"] = ".git"
    hook.environment["GIT_INDEX_FILE"] = ".git/index"
    let run = try await hook.run("query", "Order", "--at", "HEAD", "--count", "--quiet")
    #expect(run.status == 0 && run.output == "3\n", "\(run.error)")
    #expect(try await hook.run("diff").output == "No record changed.\n")
    // With --git-dir and --work-tree it sets both.
    hook.environment["GIT_WORK_TREE"] = "."
    #expect(try await hook.run("diff").output == "No record changed.\n")
  }

  @Test func aThemeOutsideTheRepositoryIsTakenAsItIs() async throws {
    let folder = try await Self.repository()
    try await folder.commit("2026-02-10")
    let other = try TemporaryFolder([
      "own/theme.yml": "parent: default\n", "own/assets/own.css": "/* another */\n",
    ])
    let run = try await folder.docket("build", "--at", "HEAD", "--themes", other.path, "--output", "Past")
    try #require(run.status == 0, "\(run.error)")
    #expect(try folder.text("Past/assets/own.css") == "/* another */\n")
  }

  @Test func aThemeThatTheRevisionLacksIsAnError() async throws {
    let folder = try SmallSite.folder(adding: ["Content/site.yml": "theme: own\n"])
    try await folder.git("init", "-q", "-b", "main")
    try await folder.commit("2026-02-10")
    try folder.put("Themes/own/theme.yml", "parent: default\n")
    let run = try await folder.docket("build", "--at", "HEAD", "--output", "Past")
    #expect(run.status == 1)
    #expect(
      run.error.contains("Content/site.yml:1:8: error: there is no theme 'own' in 'Themes'"), "\(run.error)")
    #expect(!folder.has("Past"))
  }
}

/// A journal of an edit that comes with a branch.
@Suite(.needsGit) struct TrackedJournalTests {
  @Test func isNotCarriedOut() async throws {
    let folder = try SmallSite.folder(adding: [
      ".docket-edit-Content": "docket-edit 1\nfile 16 - 18 customers/new.md\n---\nname: New\n---\n\nend\n"
    ])
    try await folder.git("init", "-q")
    try await folder.git("add", "-A")
    let before = try FileTree(folder.path)
    for arguments in [["check"], ["build"], ["query", "Order"], ["set", "o1", "made=false"]] {
      let run = try await Program.docket(in: folder.path).run(arguments)
      #expect(
        run.status == 70 && run.error.contains("docket never puts an edit there"), "\(run.error)")
    }
    #expect(try FileTree(folder.path).differences(from: before) == [])
    // If git cannot say so, it may be in git.
    var program = Program.docket(in: folder.path)
    program.environment["PATH"] = "/nowhere"
    let run = try await program.run(["check"])
    #expect(run.status == 70 && run.error.contains("is for git to say, and it does not"), "\(run.error)")
    #expect(try FileTree(folder.path).differences(from: before) == [])
    // One that git does not have is what a killed edit left.
    try await folder.git("rm", "-q", "--cached", ".docket-edit-Content")
    let last = try await folder.docket("check")
    #expect(last.status == 0 && last.error.contains("an edit of 1 file was interrupted"), "\(last.error)")
    #expect(folder.has("Content/customers/new.md"))
  }
}
