import Foundation
import TestSupport
import Testing

/// What open pages are told, and what they then get.
struct LiveTests {
  /// The events of an open page: a connection that stays.
  private func listen(
    _ site: ServedSite, _ page: String, have: String = "0", theme: String? = nil
  ) throws -> Wire {
    let wire = try Wire(port: site.port)
    let query = "page=/\(page)&have=\(have)" + (theme.map { "&theme=\($0)" } ?? "")
    wire.send("GET /-/events?\(query) HTTP/1.1\r\nHost: localhost:\(site.port)\r\n\r\n")
    return wire
  }

  private func mark(_ site: ServedSite, _ page: String, _ name: String = "mark") async throws -> String {
    let match = try await site.ask("/" + page).body.firstMatch(of: Regex("data-\(name)=\"([0-9a-f]+)\""))
    return String(try #require(match?.output[1].substring))
  }

  @Test func aSaveTellsThePagesThatAreOthersNowAndNoOther() async throws {
    let site = try await ServedSite()
    let about = try listen(site, "about.html", have: try await mark(site, "about.html"))
    let report = try listen(site, "reports/unpaid.html", have: try await mark(site, "reports/unpaid.html"))
    _ = await about.read(until: "retry")
    _ = await report.read(until: "retry")
    try site.folder.replace("10.00", with: "17.50", in: "Content/orders/2026/o1.md")
    let event = await report.read(until: "event: page")
    #expect(event.contains("data: \(try await mark(site, "reports/unpaid.html"))"))
    #expect(try await site.ask("/reports/unpaid.html").body.contains("17.50"))
    try site.folder.replace("Since 1995", with: "Since 1994", in: "Content/about.md")
    let told = await about.read(until: "event: page")
    #expect(told.components(separatedBy: "event: page").count == 2)
  }

  @Test func aSaveThatChangesNothingTellsNothing() async throws {
    let site = try await ServedSite()
    let wire = try listen(site, "orders/2026/o1.html", have: try await mark(site, "orders/2026/o1.html"))
    _ = await wire.read(until: "event: diagnostics\ndata: \n\n")
    let text = try site.folder.text("Content/orders/2026/o1.md")
    try site.folder.save("Content/orders/2026/o1.md", text)
    try site.folder.save("Content/orders/2026/o1.md", text.replacing("date: ", with: "date:   "))
    try await Task.sleep(for: .milliseconds(400))
    try site.folder.save("Content/orders/2026/o1.md", text.replacing("10.00", with: "11.00"))
    // Only scripts that may have fetched data of other pages are told.
    let told = await wire.read(until: "event: page").components(separatedBy: "event: ").dropFirst()
    #expect(told.filter { !$0.hasPrefix("site") }.count == 1)
  }

  /// A page says by what it is shown, so that one that listened to nothing meanwhile learns that the theme is another.
  @Test func aThemeThatChangedMeanwhileIsTold() async throws {
    let site = try await ServedSite(adding: [
      "Content/site.yml": "title: Shed\ntheme: own\nparams: {accent: '#0b5c94'}\n",
      "Themes/own/theme.yml": "parent: default\n", "Themes/own/assets/own.css": "p {}\n",
    ])
    for change in [
      { try site.folder.put("Themes/own/assets/own.css", "p { color: teal }\n") },
      { try site.folder.put("Themes/own/assets/docket.css", "p { color: teal }\n") },
      { try site.folder.put("Content/site.yml", "title: Shed\ntheme: own\nparams: {accent: '#9a3412'}\n") },
      { try site.folder.remove("Themes/own/assets/docket.css") },
    ] {
      let theme = try await mark(site, "about.html", "theme")
      let page = try await mark(site, "about.html")
      let open = try listen(site, "about.html", have: page, theme: theme)
      try change()
      try await site.eventually { try await mark(site, "about.html", "theme") != theme }
      let now = try await mark(site, "about.html", "theme")
      #expect(await open.read(until: "event: theme").contains("event: theme"))
      let shownAgain = try listen(site, "about.html", have: page, theme: theme)
      #expect(await shownAgain.read(until: "event: theme\ndata: \(now)\n\n").contains("data: \(now)"))
      let loaded = try listen(site, "about.html", have: page, theme: now)
      #expect(await !loaded.read(until: "event: diagnostics").contains("event: theme"))
    }
  }

  /// The title of a page is changed in place; what else is before its body decides how it looks.
  @Test func aPageSaysWhatIsBeforeItsBody() async throws {
    let site = try await ServedSite()
    let head = try await mark(site, "customers/ann.html", "head")
    try site.folder.put("Content/customers/ann.md", "---\nname: Anna\n---\n")
    try await site.eventually { try await site.ask("/customers/ann.html").body.contains("<title>Anna") }
    #expect(try await mark(site, "customers/ann.html", "head") == head)
    try site.folder.put("Content/site.yml", "title: Shed\nlanguage: ar\n")
    try await site.eventually { try await site.ask("/customers/ann.html").body.contains("dir=\"rtl\"") }
    #expect(try await mark(site, "customers/ann.html", "head") != head)
  }

  @Test func errorsLeaveTheLastGoodPagesAndGoWhenTheyAreFixed() async throws {
    let site = try await ServedSite()
    let before = try await site.ask("/orders/2026/o1.html").body
    let wire = try listen(site, "orders/2026/o1.html", have: try await mark(site, "orders/2026/o1.html"))
    try site.folder.replace("customer: ann", with: "customer: <ann>", in: "Content/orders/2026/o1.md")
    let event = await wire.read(until: "\"html\":")
    #expect(event.contains("\"hasErrors\":true") && event.contains("\"warnings\":\"\""))
    #expect(try await site.ask("/orders/2026/o1.html").body == before)
    let page = try await site.ask("/-/problems").body
    #expect(page.contains("Content/orders/2026/o1.md:3:11") && page.contains("[unknown-reference]"))
    #expect(page.contains("<pre>customer: <mark>&lt;ann&gt;</mark></pre>"))
    try site.folder.replace("customer: <ann>", with: "customer: bob", in: "Content/orders/2026/o1.md")
    #expect(await wire.read(until: "event: page").contains("event: diagnostics\ndata: \n"))
    #expect(try await site.ask("/orders/2026/o1.html").body.contains("Bob &amp; Sons"))
    #expect(try await site.ask("/-/problems").body.contains("Nothing is wrong"))
  }

  /// An open page lists the errors, which hide it, and says how many warnings there are.
  @Test func anOpenPageListsErrorsWithoutTheWarnings() async throws {
    let site = try await ServedSite()
    let wire = try listen(site, "about.html", have: try await mark(site, "about.html"))
    let path = "Content/orders/2026/o1.md"
    try site.folder.replace("made: true", with: "paidOn: 2026-01-11", in: path)
    _ = await wire.read(until: "1 warning")
    try site.folder.replace("customer: bob", with: "customer: nobody", in: "Content/orders/2026/o2.md")
    let event = await wire.read(until: "unknown-reference") + wire.read(until: "1 warning")
    #expect(event.contains("\"count\":\"1 error\",\"warnings\":\"1 warning\""), "\(event)")
    #expect(!event.contains("paid-not-made"))
  }

  /// Lints are looked for when the page is shown already: the page of diagnostics has them at once, an open one is told.
  @Test func warningsFollowThePages() async throws {
    let site = try await ServedSite()
    let wire = try listen(site, "orders/2026/o1.html", have: try await mark(site, "orders/2026/o1.html"))
    let page = try listen(site, "-/problems", have: try await mark(site, "-/problems"))
    _ = await wire.read(until: "event: diagnostics\ndata: \n\n")
    _ = await page.read(until: "retry")
    try site.folder.replace("made: true", with: "paidOn: 2026-01-11", in: "Content/orders/2026/o1.md")
    let event = await wire.read(until: "\"html\":")
    #expect(event.contains("event: page") && event.contains("\"warnings\":\"1 warning\",\"hasErrors\":false"))
    #expect(try await site.ask("/-/problems").body.contains("[paid-not-made]"))
    #expect(await page.read(until: "event: page").components(separatedBy: "event: page").count == 2)
    let sorted = try listen(site, "orders/index/sort-0-0.js")
    _ = await sorted.read(until: "event: page")
    #expect(try await site.ask("/orders/index/sort-0-0.js").body.contains("docket(\"orders/index/sort-0-0\""))
  }

  @Test func aBookThatStartsWithErrorsIsShownWhenTheyAreFixed() async throws {
    let site = try await ServedSite(adding: ["Content/customers/ann.md": "---\nnome: Ann\n---\n"])
    let page = try await site.ask("/orders/index.html")
    #expect(page.status == 503 && page.body.contains("[unknown-key]"))
    try site.folder.put("Content/customers/ann.md", "---\nname: Ann\n---\n")
    try await site.eventually { try await site.ask("/orders/index.html").status == 200 }
  }

  @Test(arguments: [[], ["--poll"]])
  func theBookIsAFreshOneAfterEveryKindOfChange(_ options: [String]) async throws {
    let site = try await (options.isEmpty ? ServedSite() : ServedSite("--poll"))
    let (folder, files) = (site.folder, FileManager.default)
    let steps: [(String, () throws -> Void)] = [
      (
        "a file written beside and renamed",
        {
          try folder.put("Content/customers/.ann.swp", "---\nname: Anna\n---\n")
          let (beside, place) = ("Content/customers/.ann.swp", "Content/customers/ann.md")
          #expect(rename(folder.path(beside), folder.path(place)) == 0)
        }
      ),
      (
        "sixty files",
        {
          for number in 0..<60 {
            try folder.put(
              "Content/orders/2025/n\(number).md", ServedSite.order("2025-05-05", "ann", "", "\(number).00"))
          }
        }
      ),
      (
        "a folder moved away",
        { try files.moveItem(atPath: folder.path("Content/orders"), toPath: folder.path("away")) }
      ),
      (
        "a folder moved back",
        { try files.moveItem(atPath: folder.path("away"), toPath: folder.path("Content/orders")) }
      ),
      (
        "a file in the folder that was away",
        { try folder.put("Content/orders/2025/n7.md", ServedSite.order("2025-05-06", "bob", "", "7.00")) }
      ),
      (
        "a new folder in a new folder",
        { try folder.put("Content/orders/2024/a/b/m1.md", ServedSite.order("2024-05-05", "ann", "", "1.00")) }
      ),
      (
        "a file in it",
        { try folder.put("Content/orders/2024/a/b/m2.md", ServedSite.order("2024-05-05", "ann", "", "2.00")) }
      ),
      ("the model", { try folder.put("Content/model.yml", "entities:\n  Order:\n    label: Job\n") }),
      (
        "a theme that is new",
        {
          try folder.put("Themes/mine/theme.yml", "parent: default\n")
          try folder.put("Themes/mine/page.mustache", "<title>{{page.title}}</title>mine {{{page.content}}}")
          try folder.put("Content/site.yml", "title: Shed\ntheme: mine\n")
        }
      ),
      (
        "a template",
        {
          try folder.put("Themes/mine/page.mustache", "<title>{{page.title}}</title>other {{{page.content}}}")
        }
      ),
      (
        "all of Content replaced",
        {
          try files.copyItem(atPath: folder.path("Content"), toPath: folder.path("Next"))
          try files.moveItem(atPath: folder.path("Content"), toPath: folder.path("Old"))
          try files.moveItem(atPath: folder.path("Next"), toPath: folder.path("Content"))
        }
      ),
      ("a file of the new Content", { try folder.put("Content/about.md", "# About\n\nLast.\n") }),
      ("a record deleted", { try folder.remove("Content/orders/2025") }),
    ]
    for (name, step) in steps {
      try step()
      try? folder.remove("Site")
      let build = try await Program.docket(in: folder.path).run("build")
      let paths = ["orders/index.html", "about.html", "index.html", "customers/ann.html", "orders/index.csv"]
      try await site.eventually(name) {
        guard build.status == 0 else { return try await site.ask("/-/problems").body.contains("error:") }
        for path in paths {
          let shown = try await site.ask("/" + path).body.withoutAddedLine
          guard try shown == folder.text("Site/" + path) else { return false }
        }
        return true
      }
    }
  }

  @Test func interruptingEndsItAtOnceAndCleanly() async throws {
    let site = try await ServedSite()
    let open = try listen(site, "index.html")
    _ = await open.read(until: "retry")
    let idle = try Wire(port: site.port)
    let run = try await site.interrupt()
    #expect(run.status == 0)
    #expect(run.output == "http://localhost:\(site.port)/\n")
    #expect(run.error == "Ctrl-C ends it\n")
    #expect(!site.folder.has("Site"))
    #expect(await idle.read() == "")
  }

  /// More happens than the system keeps to tell: it says so, and all files are looked at.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/sys/fs/inotify"), "inotify is Linux's"))
  func aChangeIsSeenWhoseEventWasLost() async throws {
    let limit = Int(
      try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8).filter(\.isNumber)
    )
    let count = try #require(limit)
    try #require(count <= 100_000)
    let site = try await ServedSite()
    site.pause()
    // Equal events that follow each other are one: two files take turns.
    let paths = ["Content/customers/ann.md", "Content/customers/bob.md"].map(site.folder.path)
    let texts = try paths.map { try Data(contentsOf: URL(filePath: $0)) }
    for number in 0...count / 2 {
      let file = try #require(FileHandle(forWritingAtPath: paths[number % 2]))
      try file.write(contentsOf: texts[number % 2])
      try file.close()
    }
    // These are told to nobody: the queue is full. The folder is not watched when the file in it comes.
    try site.folder.put("Content/orders/2027/n1.md", ServedSite.order("2027-01-01", "ann", "", "77.00"))
    site.resume()
    try await site.eventually { try await site.ask("/orders/2027/n1.html").body.contains("77.00") }
    try site.folder.replace("77.00", with: "78.00", in: "Content/orders/2027/n1.md")
    try await site.eventually { try await site.ask("/orders/2027/n1.html").body.contains("78.00") }
  }

  private static var hasNamespaces: Bool {
    get async {
      let run = try? await Program("unshare", "-Ur", in: "/").run(
        "sh", "-c", "echo 9 > /proc/sys/user/max_inotify_watches")
      return run?.status == 0
    }
  }

  /// The system has watches for a few folders only: where they do not suffice all files are looked at, from the start or from
  /// then on.
  @Test(.enabled("no name space can be made") { await hasNamespaces }, arguments: [2, 12])
  func filesAreLookedAtWhereTheSystemHasNoWatchLeft(_ watches: Int) async throws {
    let site = try await ServedSite(
      watches: watches,
      adding: ["Content/reports/all.md": "# All\n\n```query\nfrom: Order\ncolumns: id, total\n```\n"])
    #expect(try site.errors().contains("files are checked") == (watches == 2))
    for number in 0..<20 {
      try site.folder.put(
        "Content/orders/\(2000 + number)/n.\(number).md",
        ServedSite.order("2026-05-05", "ann", "", "\(number).25"))
    }
    try await site.eventually { try await site.ask("/reports/all.html").body.contains("19.25") }
    try site.folder.replace("19.25", with: "19.75", in: "Content/orders/2019/n.19.md")
    try await site.eventually { try await site.ask("/reports/all.html").body.contains("19.75") }
    try await site.eventually { try site.errors().contains("files are checked twice a second") }
  }

  @Test(.needsGit)
  func aSwitchOfBranchesWithTwoThousandFilesIsShownWhole() async throws {
    let site = try await ServedSite()
    // One file holds all of both commits: thousands of objects would take a disk longer than the rest of the test.
    var commits = ""
    for (branch, sum) in [("one", "00"), ("two", "50")] {
      commits += "commit refs/heads/\(branch)\ncommitter Test <test@example.org> 0 +0000\ndata 0\n"
      for number in 0..<2_000 where branch == "one" || number != 7 {
        let text = ServedSite.order("2025-05-05", "ann", "", "\(number).\(sum)")
        commits += "M 100644 inline Content/orders/2025/n\(number).md\ndata \(text.utf8.count)\n\(text)\n"
      }
    }
    try site.folder.put("commits", commits)
    try await site.folder.git("init", "-q")
    let imported = try await Program("sh", "-c", "git fast-import --quiet < commits", in: site.folder.path)
      .run()
    #expect(imported.status == 0, "\(imported.error)")
    for (branch, sum) in [("one", "00"), ("two", "50")] {
      try await site.folder.git("checkout", "-q", branch)
      let count = branch == "one" ? 2_002 : 2_001
      try await site.eventually(branch) {
        let rows = try await site.ask("/orders/index.csv").body.split(separator: "\r\n").dropFirst()
        guard rows.count == count else { return false }
        return rows.allSatisfy { row in
          let fields = row.split(separator: ",")
          guard let id = fields.first, id.hasPrefix("n") else { return true }
          return fields.contains(id.dropFirst() + "." + sum) && (id != "n7" || branch == "one")
        }
      }
    }
  }

  @Test func theBrowserIsOpenedAndItsAbsenceIsNoFailure() async throws {
    let opener = try TemporaryFolder(["bin/xdg-open": "#!/bin/sh\necho \"$1\" > \"$0.told\"\n"])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: opener.path("bin/xdg-open"))
    try opener.link("bin/open", to: "xdg-open")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let site = try await ServedSite("--open", path: opener.path("bin") + ":" + path)
    #if os(macOS)
      let told = "bin/open.told"
    #else
      let told = "bin/xdg-open.told"
    #endif
    try await site.eventually { try opener.has(told) && opener.text(told).hasSuffix("\n") }
    #expect(try opener.text(told) == "http://localhost:\(site.port)/\n")
    let without = try await ServedSite("--open", path: "/nonexistent")
    #expect(try await without.ask("/").status == 200)
    try await without.eventually { try without.errors().contains("cannot run") }
  }
}
