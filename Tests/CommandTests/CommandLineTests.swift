import Foundation
import TestSupport
import Testing

/// Options, exit codes, and what goes to which stream.
@Suite struct CommandLineTests {
  // MARK: Exit codes

  @Test(arguments: [
    (["build", "--outptu", "x"], "Unknown option '--outptu'"),
    (["biuld"], "there is no command 'biuld'; did you mean 'build'?"),
    (["paint"], "there is no command 'paint'; 'docket --help' lists them"),
    (["help", "paint"], "there is no command 'paint'; 'docket --help' lists them"),
    (["diff", "--fail-on", "total"], "Usage: docket diff ["),
    (["theme", "copy", "page"], "See 'docket theme copy --help'"),
    (["check", "--explain", "unknown-ref"], "did you mean 'unknown-reference'?"),
    (["query", "Order", "--sort", "date", "--sort", "id"], "--sort is given twice"),
    (["build", "extra"], "extra"),
    (["build", "--content", "Contents"], "there is no folder 'Contents'"),
    (["build", "--today", "2026-02-30"], "--today is a day such as 2026-03-14, not '2026-02-30'"),
    (["build", "--today", "14.3.2026"], "--today is a day such as 2026-03-14, not '14.3.2026'"),
    (["build", "--color", "maybe"], "maybe"),
    (["build", "--output", ""], "--output has an empty name"),
    (["query", "Order", "--content", ""], "--content has an empty name"),
    (["build", "--output", "Content"], "output folder"),
    (["build", "--output", "./Content/"], "output folder"),
    (["build", "--output", "Content/Site"], "output folder"),
    (["build", "--output", "Content/public/Site"], "output folder"),
    (["build", "--output", "Content/missing/.."], "output folder"),
    (["build", "--output", "missing/../Content/Site"], "output folder"),
    (["build", "--output", "./a/b/../../Content/c/./Site"], "output folder"),
    (["query", "Order", "--output", "a.csv"], "Unknown option '--output'"),
    (
      ["check", "--content", "."],
      "'.' is not the records' folder, but has it in it; write --content ./Content"
    ),
    (["init"], "not empty"),
    (["init", ""], "the name of the folder is empty"),
    (["init", "Content/site.yml"], "'Content/site.yml' is a file"),
  ])
  func wrongUsageEndsWith64(arguments: [String], message: String) async throws {
    let folder = try SmallSite.folder()
    let old = try FileTree(folder.path)
    let run = try await Program.docket(in: folder.path).run(arguments)
    #expect(run.status == 64)
    #expect(run.output == "")
    #expect(run.error.contains(message), "\(run.error)")
    #expect(try FileTree(folder.path).differences(from: old) == [])
  }

  @Test func anOptionIsRefusedTwiceUnlessItIsAList() async throws {
    let folder = try TemporaryFolder()
    let docket = Program.docket(in: folder.path)
    let leaves = try await CommandTree.docket().leaves.filter { $0.command.commandName != "help" }
    for (words, command) in leaves {
      for (name, argument) in command.options {
        let call = Array(words.dropFirst())
        let twice = try await docket.run(call + [name, "x", name, "y"])
        #expect(twice.error.contains("\(name) is given twice") != argument.isRepeating, "\(call) \(name)")
        guard argument.parsingStrategy == "unconditional" else { continue }
        // Its value may look like an option, which is not given twice then.
        let dashed = try await docket.run(call + [name, "--quiet", "--quiet"])
        #expect(!dashed.error.contains("is given twice"), "\(call) \(name)")
      }
    }
    #expect(leaves.count > 20)
  }

  @Test(arguments: ["build", "check"])
  func withoutContentThereIsNothingToDo(command: String) async throws {
    let run = try await TemporaryFolder().docket(command)
    #expect(run.status == 64)
    #expect(run.error.contains("there is no folder 'Content' here or above"))
    #expect(run.error.contains("docket init"))
  }

  @Test(arguments: ["soon", "", "99999999999999999999", "9223372036854775807", "-9223372036854775808", "1e9"])
  func anEpochThatIsNoDayIsWrongUsage(epoch: String) async throws {
    var program = Program.docket(in: try SmallSite.folder().path)
    program.environment["SOURCE_DATE_EPOCH"] = epoch
    let folder = try SmallSite.folder()
    program.folder = folder.path
    let run = try await program.run("build")
    #expect(run.status == 64, "\(run.error)")
    #expect(!folder.has("Site"))
  }

  @Test func errorsInContentEndWith1AndAllAreReported() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/orders/2026/o4.md": SmallSite.order("2026-13-01", "ann", "paint", 1),
      "Content/orders/2026/o5.md": SmallSite.order("2026-03-01", "anm", "paint", 1),
    ])
    let build = try await folder.docket("build")
    #expect(build.status == 1)
    #expect(build.output == "")
    #expect(!folder.has("Site"))
    #expect(build.error.contains("Content/orders/2026/o4.md:2:7: error: "))
    #expect(
      build.error.contains(
        """
        Content/orders/2026/o5.md:3:11: error: unknown customer 'anm'; did you mean 'ann'? [unknown-reference]

        """))
    #expect(build.error.contains("customer: anm\n"))
    #expect(build.error.hasSuffix("2 errors; nothing was written\n"))

    let check = try await folder.docket("check")
    #expect(check.status == 1)
    #expect(check.output + "2 errors; nothing was written\n" == build.error)
    #expect(check.error.hasSuffix(": 2 errors\n"))
    #expect(!folder.has("Site"))
  }

  @Test func checkOfASoundSiteSaysSo() async throws {
    let folder = try SmallSite.folder()
    let check = try await folder.docket("check")
    #expect(check.status == 0)
    #expect(check.output == "")
    #expect(check.error.hasSuffix(" records: no errors\n"))
    #expect(!folder.has("Site"))
    #expect(try await folder.docket("check", "--quiet").error == "")
  }

  @Test(arguments: ["/proc/docket/Site", "/dev/null/Site", "note.txt", "note.txt/Site"])
  func aFolderThatCannotBeMadeEndsWith70(output: String) async throws {
    let run = try await SmallSite.folder(adding: ["note.txt": ""]).docket("build", "--output", output)
    #expect(run.status == 70)
    #expect(run.error.hasPrefix("docket: cannot "), "\(run.error)")
    #expect(run.error.contains("'\(output.prefix(5))"), "\(run.error)")
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func aFolderWithoutPermissionEndsWith70() async throws {
    let folder = try SmallSite.folder()
    try FileManager.default.createDirectory(atPath: folder.path("locked"), withIntermediateDirectories: false)
    chmod(folder.path("locked"), 0o500)
    let run = try await folder.docket("build", "--output", "locked/Site")
    #expect(run.status == 70)
    #expect(run.error.contains("Permission denied"))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"))
  func findingsThatCannotBeWrittenEndWith70() async throws {
    let folder = try SmallSite.folder(adding: ["Content/orders/2026/o4.md": "---\n---\n"])
    var shell = Program("sh", "-c", "exec \"$DOCKET\" check > /dev/full", in: folder.path)
    shell.environment["DOCKET"] = Program.docketPath
    let run = try await shell.run()
    #expect(run.status == 70)
    #expect(run.error.contains("No space left on device"))
  }

  @Test(arguments: [["--help"], ["build", "--help"], ["--version"], ["help", "check"]])
  func helpGoesToStandardOutput(arguments: [String]) async throws {
    let folder = try TemporaryFolder()
    let run = try await Program.docket(in: folder.path).run(arguments)
    #expect(run.status == 0)
    #expect(run.output.contains("docket"))
    #expect(run.error == "")
  }

  // MARK: Warnings

  private static let warning = ["Content/about.md": "# About\n\n<b>Since</b> 1995.\n"]

  @Test func aWarningIsPrintedAndTheSiteIsWritten() async throws {
    let folder = try SmallSite.folder(adding: Self.warning)
    for options in [[], ["--quiet"]] {
      let run = try await Program.docket(in: folder.path).run(["build"] + options)
      #expect(run.status == 0)
      #expect(run.output == "")
      #expect(run.error.contains("Content/about.md:3:1: warning: "))
      #expect(run.error.contains("[raw-html]"))
      #expect(run.error.contains(" pages, ") == options.isEmpty)
      #expect(folder.has("Site/about.html"))
    }
  }

  @Test func settingsBesideContentAreToldOf() async throws {
    let folder = try TemporaryFolder([
      "Content/customers/acme.md": "---\nname: Acme\n---\n", "site.yml": "title: Tea\n", "model.yml": "",
    ])
    let told = try await folder.docket("check").output
    #expect(told.hasPrefix("model.yml:1:1: warning: 'model.yml' is not read here; move it into 'Content'"))
    #expect(told.contains("\nsite.yml:1:1: warning: "))
    let inside = Program.docket(in: folder.path("Content"))
    #expect(try await inside.run("check", "--content", ".").output.contains("./../site.yml:1:1: warning: "))
    #expect(try await inside.run("build", "--content", ".").status == 0)
    #expect(folder.has("Site/customers/acme.html"))
    // Where Content has its own, another's may lie beside it.
    try folder.put("Content/site.yml", "title: Milk\n")
    try folder.put("Content/model.yml", "extends: orders\n")
    #expect(try await folder.docket("check").output == "")
  }

  @Test func strictMakesWarningsErrors() async throws {
    let folder = try SmallSite.folder(adding: Self.warning)
    let run = try await folder.docket("build", "--strict")
    #expect(run.status == 1)
    #expect(run.error.contains("Content/about.md:3:1: error: "))
    #expect(run.error.contains("nothing was written\n"))
    #expect(!folder.has("Site"))
    #expect(try await folder.docket("check", "--strict").status == 1)
    #expect(try await folder.docket("check").status == 0)
  }

  @Test func quietSaysNothing() async throws {
    let run = try await SmallSite.folder().docket("build", "--quiet")
    #expect(run.status == 0)
    #expect(run.output + run.error == "")
  }

  @Test func colorsOnlyWhereAsked() async throws {
    let folder = try SmallSite.folder(adding: Self.warning)
    #expect(try await folder.docket("check").output.contains("\u{1B}") == false)
    #expect(try await folder.docket("check", "--color", "never").output.contains("\u{1B}") == false)
    #expect(try await folder.docket("check", "--color", "always").output.contains("\u{1B}["))
  }

  // MARK: Options

  @Test func draftsAreLeftOutUnlessAskedFor() async throws {
    let draft = SmallSite.order("2026-03-01", "ann", "paint", 7).replacing(
      "made: true", with: "made: true\ndraft: true")
    let folder = try SmallSite.folder(adding: ["Content/orders/2026/o4.md": draft])
    let without = try await folder.build().site
    #expect(without.files["orders/2026/o4.html"] == nil)
    #expect(without.paths.filter { without.text($0).contains("o4") } == [])
    #expect(without.text("reports/unpaid.html").contains("€35.00"))
    let with = try await folder.build("--drafts").site
    // Nobody takes one for a page that is published.
    let marked = with.paths.filter { with.text($0).contains("<p class=\"draft\">Draft</p>") }
    #expect(marked == ["orders/2026/o4.html"])
    #expect(
      try await folder.docket("build", "--drafts").error.hasSuffix(
        "Site has 1 draft, in lists and totals, too\n"))
    #expect(with.files["orders/2026/o4.html"] != nil)
    #expect(with.text("reports/unpaid.html").contains("€42.00"))
    #expect(try await folder.build().site.differences(from: without) == [])
  }

  @Test func todayIsTheDayThatIsNamed() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/reports/new.md":
        "# New\n\n```query\nfrom: Order\nwhere: date > today() - 60\ncolumns: id\n```\n"
    ])
    func orders(_ program: Program, _ options: String...) async throws -> [String] {
      let run = try await program.run(["build"] + options)
      try #require(run.status == 0, "\(run.error)")
      let page = HTMLPage(try folder.text("Site/reports/new.html")).root
      return page.all("tbody").flatMap(\.rows).compactMap(\.first)
    }
    let march = Program.docket(in: folder.path, today: "2026-03-15")
    #expect(try await orders(march) == ["o3"])
    #expect(try await orders(march, "--today", "2026-02-21") == ["o1", "o2", "o3"])
    #expect(try folder.text("Site/reports/new.html").contains("Feb 21, 2026"), "a result says its day")
    #expect(try await orders(march, "--today", "2099-01-01") == ["No entries"])
    #expect(try await orders(.docket(in: folder.path, today: nil), "--today=2026-03-15") == ["o3"])
  }

  @Test func writesWhereItIsTold() async throws {
    let folder = try SmallSite.folder()
    let site = try await folder.build().site
    for output in ["elsewhere", "a/b/c/", folder.path("absolute")] {
      let run = try await folder.docket("build", "--output", output)
      #expect(run.status == 0)
      let path = output.hasPrefix("/") ? output : folder.path(output)
      #expect(try FileTree(path).differences(from: site) == [], "\(output)")
    }
  }

  @Test func findsContentUpwards() async throws {
    let folder = try SmallSite.folder()
    let site = try await folder.build().site
    try folder.remove("Site")
    for below in ["Content", "Content/orders/2026", "Themes/mine"] {
      try FileManager.default.createDirectory(atPath: folder.path(below), withIntermediateDirectories: true)
      let run = try await Program.docket(in: folder.path(below)).run("build")
      #expect(run.status == 0, "\(run.error)")
      #expect(try FileTree(folder.path("Site")).differences(from: site) == [])
      try folder.remove("Site")
    }
  }

  @Test func oneRecordMakesASite() async throws {
    let folder = try TemporaryFolder(["Content/customers/acme.md": "---\nname: Acme\n---\n"])
    let site = try await folder.build().site
    #expect(await SiteCheck(site).errors == [])
    #expect(
      site.pages == [
        "customers/acme.html", "customers/index.html", "index.html", "index/open.html", "index/overdue.html",
        "index/this-month.html", "index/to-make.html", "model.html", "orders/index.html",
        "services/index.html",
      ])
    #expect(HTMLPage(site.files["index.html"] ?? Data()).root.all("h1").map(\.text) == ["Orders"])
  }

  @Test func anEmptyContentMakesASite() async throws {
    let folder = try TemporaryFolder(["Content/site.yml": "# nothing yet\n"])
    let site = try await folder.build().site
    #expect(await SiteCheck(site).errors == [])
  }

  // MARK: init

  @Test func initMakesASiteThatBuilds() async throws {
    let folder = try TemporaryFolder()
    let run = try await folder.docket("init", "shop")
    #expect(run.status == 0)
    #expect(run.output == "")
    #expect(run.error.contains("cd shop && docket build"))
    let shop = Program.docket(in: folder.path("shop"))
    let check = try await shop.run("check", "--strict")
    #expect(check.status == 0, "\(check.output)")
    #expect(try await shop.run("build").status == 0)
    let site = await SiteCheck(try FileTree(folder.path("shop/Site")))
    #expect(site.errors == [])
    #expect(site["reports/unpaid.html"].rows.contains { $0.contains("Example Club") })
    #expect(try folder.text("shop/.gitignore") == "/Site/\n/Public/\n.docket-*\n")
  }

  @Test func initTakesAFolderThatIsEmptyOrBeneathOthers() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("empty/.git"), withIntermediateDirectories: true)
    #expect(try await Program.docket(in: folder.path("empty")).run("init").status == 0)
    #expect(try await folder.docket("init", "new/shops/one/").status == 0)
    #expect(
      try FileTree(folder.path("empty/Content")).differences(
        from: FileTree(folder.path("new/shops/one/Content"))) == [])
  }

  /// A command that was killed left some of the files.
  @Test func initFinishesWhatWasBegun() async throws {
    let folder = try TemporaryFolder()
    #expect(try await folder.docket("init", "shop").status == 0)
    let whole = try FileTree(folder.path("shop"))
    try folder.remove("shop/Content/orders/2026/2026-0002.md")
    #expect(try await folder.docket("init", "shop").status == 64)
    try folder.put("shop/.docket-new", "")
    #expect(try await folder.docket("init", "shop").status == 0)
    #expect(try FileTree(folder.path("shop")).differences(from: whole) == [])
  }

  @Test func initThatCannotWriteEndsWith70() async throws {
    let run = try await TemporaryFolder().docket("init", "/proc/docket/shop")
    #expect(run.status == 70)
    #expect(run.error.hasPrefix("docket: "))
    #expect(run.error.contains("'/proc/docket'"))
  }

  @Test func aValueThatBeginsWithDashesIsNoOption() async throws {
    let folder = try SmallSite.folder()
    let run = try await folder.docket(
      "query", "Order", "--columns", "--total", "--sort", "--total", "--limit", "1", "--format", "csv")
    #expect(run.error == "")
    #expect(run.output == "--total\r\n5.00\r\n")
  }
}
