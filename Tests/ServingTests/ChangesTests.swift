import Foundation
import TestSupport
import Testing

/// What changed since the last commit, in the browser.
struct ChangesTests {
  @Test(.needsGit)
  func changesSinceTheLastCommitAreTold() async throws {
    let site = try await ServedSite("--edit")
    let none = try await site.ask("/-/changes")
    #expect(none.status == 200 && none.body.contains("is not in a git repository"))
    try await site.folder.git("init", "-q")
    #expect(try await site.ask("/-/changes").body.contains("there is no commit yet"))
    try await site.folder.git("add", ".")
    try await site.folder.git("commit", "-q", "-m", "first")
    #expect(try await site.ask("/-/changes").body.contains("No record has changed."))
    try site.folder.replace("10.00", with: "12.50", in: "Content/orders/2026/o1.md")
    try site.folder.remove("Content/orders/2026/o2.md")
    try site.folder.put("Content/customers/zoe.md", "---\nname: <b>Zoe</b>\n---\n")
    try await site.eventually { try await site.ask("/customers/zoe.html").status == 200 }
    try await site.eventually { try await site.ask("/orders/2026/o2.html").status == 404 }
    try await site.eventually { try await site.ask("/orders/2026/o1.html").body.contains("12.50") }
    let page = try await site.ask("/-/changes").body
    for part in [
      "<b>inserted</b> Customer <a href=\"/customers/zoe.html\">&lt;b&gt;Zoe&lt;/b&gt;</a> <code>zoe</code> · <a href=\"/-/edit/Customer/zoe\">Edit</a>",
      "<li>Name: &lt;b&gt;Zoe&lt;/b&gt;</li>", "<b>deleted</b> Order <code>o2</code>",
      "<li>Rows 1 updated: Sum: €10.00 → €12.50</li>",
      "<td>Total</td><td class=\"money\">€10.00</td><td class=\"money\">€12.50</td>",
      "<td>Orders</td><td>number</td><td class=\"money\">2</td><td class=\"money\">1</td>",
    ] { #expect(page.contains(part), "\(part)\n\(page)") }
    // The same as the command tells.
    let diff = try await Program.docket(in: site.folder.path).run("diff")
    for id in ["o1", "o2", "zoe"] { #expect(diff.output.contains(id) && page.contains(id)) }
    try await site.folder.git("add", "-A")
    try await site.folder.git("commit", "-q", "-m", "second")
    #expect(try await site.ask("/-/changes").body.contains("No record has changed."))
  }

  /// Records that a list refers to are called by their titles, as one alone.
  @Test(.needsGit)
  func recordsOfAListAreNamed() async throws {
    let site = try await ServedSite("--edit", adding: FormTests.staff)
    try await site.folder.git("init", "-q")
    try await site.folder.git("add", ".")
    try await site.folder.git("commit", "-q", "-m", "first")
    try site.folder.replace(
      "customer:", with: "staff: [ann, bob]\ncustomer:", in: "Content/orders/2026/o2.md")
    try await site.eventually { try await site.ask("/-/changes").body.contains("Ann Lee, Bob Ray") }
  }

  /// The id that the last commit has leads to the title of the record that has another one since.
  @Test(.needsGit)
  func renamedRecordsAreNamed() async throws {
    let site = try await ServedSite("--edit")
    try await site.folder.git("init", "-q")
    try await site.folder.git("add", ".")
    try await site.folder.git("commit", "-q", "-m", "first")
    for command in [["rename", "ann", "anna"], ["set", "o1", "customer=bob"]] {
      let run = try await Program.docket(in: site.folder.path).run(command)
      #expect(run.status == 0, "\(run.error)")
    }
    try await site.eventually {
      try await site.ask("/-/changes").body.contains("Customer: Ann → Bob &amp; Sons")
    }
  }

  /// As the pages of the site say it.
  @Test(.needsGit)
  func valuesAndLabelsAreInTheLanguageOfTheSite() async throws {
    let site = try await ServedSite(adding: [
      "Content/site.yml": "title: Shed\nlanguage: de\n",
      "Content/model.yml": """
      entities: {Order: {attributes: {rate: {type: decimal, percent: true}, size: {type: string, choices: [big, small]}}}}
      """,
      "Content/orders/2026/o1.md":
        "---\ndate: 2026-01-10\nmade: true\nrate: 7%\nrows:\n  - {service: paint, sum: 1000.00}\n---\n",
    ])
    try await site.folder.git("init", "-q")
    try await site.folder.git("add", ".")
    try await site.folder.git("commit", "-q", "-m", "first")
    try site.folder.put(
      "Content/orders/2026/o1.md",
      "---\ndate: 2026-01-12\nmade: no\nrate: 19%\nsize: big\nrows:\n  - {service: paint, sum: 1276.00}\n---\n"
    )
    try site.folder.remove("Content/orders/2026/o2.md")
    try await site.eventually { try await site.ask("/orders/2026/o2.html").status == 404 }
    try await site.eventually { try await site.ask("/orders/2026/o1.html").body.contains("1.276,00") }
    let page = try await site.ask("/-/changes").body.replacing("\u{A0}", with: " ")
    for part in [
      "<b>gelöscht</b> Auftrag <code>o2</code>", "<b>geändert</b> Auftrag <a", "Erledigt: Ja → Nein",
      "Datum: 10.01.2026 → 12.01.2026", "Rate: 7 % → 19 %", "Size: – → big",
      "Betrag: 1.000,00 € → 1.276,00 €",
      "<td>Aufträge</td><td>Summe</td><td class=\"money\">1.005,00 €</td><td class=\"money\">1.276,00 €</td>",
    ] { #expect(page.contains(part), "\(part)\n\(page)") }
  }

  /// An amount of several currencies is in the language of the site like any other.
  @Test(.needsGit)
  func amountsOfSeveralCurrenciesAreInTheLanguageOfTheSite() async throws {
    let site = try await ServedSite(adding: ["Content/site.yml": "title: Shed\nlanguage: fr\n"])
    try await site.folder.git("init", "-q")
    try await site.folder.git("add", ".")
    try await site.folder.git("commit", "-q", "-m", "first")
    try site.folder.put(
      "Content/orders/2026/o1.md",
      "---\ndate: 2026-01-10\nrows:\n  - {text: Paint, sum: 1276.00}\n  - {text: Brush, sum: 720.00 CHF}\n---\n"
    )
    try await site.eventually { try await site.ask("/orders/2026/o1.html").body.contains("720,00") }
    let page = try await site.ask("/-/changes").body.replacing(/[\u{A0}\u{202F}]/, with: " ")
    #expect(!page.contains("720.00") && !page.contains("1276.00"), "\(page)")
    #expect(page.contains("720,00") && page.contains("1 276,00 €"), "\(page)")
  }

  @Test(.needsGit)
  func theOpenPageOfChangesFollowsTheBook() async throws {
    let site = try await ServedSite()
    try await site.folder.git("init", "-q")
    try await site.folder.git("add", ".")
    try await site.folder.git("commit", "-q", "-m", "first")
    func mark() async throws -> Substring {
      let page = try await site.ask("/-/changes").body
      return try #require(page.firstMatch(of: /data-mark="([0-9a-f]+)"/)).1
    }
    let wire = try Wire(port: site.port)
    let have = try await mark()
    wire.send("GET /-/events?page=/-/changes&have=\(have) HTTP/1.1\r\nHost: localhost:\(site.port)\r\n\r\n")
    #expect(!(await wire.read(until: "event: diagnostics")).contains("event: page"))
    try site.folder.replace("10.00", with: "12.50", in: "Content/orders/2026/o1.md")
    let told = await wire.read(until: "event: page")
    #expect(try await told.contains(mark()))
    #expect(try await site.ask("/-/changes").body.contains("Sum: €10.00 → €12.50"))
    // A commit alone changes no file of the book.
    try await site.folder.git("commit", "-q", "-a", "-m", "second")
    #expect(try await wire.read(until: "event: page").contains(mark()))
    #expect(try await site.ask("/-/changes").body.contains("No record has changed."))
  }

  /// Wherever git keeps the current commit, and with a repository that is made only now.
  @Test(.needsGit, arguments: [[], ["--poll"]])
  func openPagesFollowEveryCommit(_ options: [String]) async throws {
    let site = try await ServedSite(
      options: options,
      adding: [
        "Content/site.yml": "title: Shed\nhistory: true\n",
        "Content/model.yml":
          "entities:\n  Order:\n    attributes:\n      firstDay: {type: date, derived: created}\n",
      ])
    let path = "/orders/2026/o1.html"
    var page = try await site.ask(path).body
    let have = try #require(page.firstMatch(of: /data-mark="([0-9a-f]+)"/)).1
    let wire = try Wire(port: site.port)
    wire.send("GET /-/events?page=\(path)&have=\(have) HTTP/1.1\r\nHost: localhost:\(site.port)\r\n\r\n")
    #expect(!(await wire.read(until: "event: diagnostics")).contains("event: page"))
    func expectEvent(_ message: String) async throws {
      let told = await wire.read(until: "event: page")
      page = try await site.ask(path).body
      #expect(page.contains(message), "\(message): \(told)")
      #expect(try await site.ask("/-/changes").body.contains("No record has changed."))
    }
    func commit(_ sum: String) async throws {
      try site.folder.put(
        "Content/orders/2026/o1.md", ServedSite.order("2026-01-10", "ann", "made: true\n", sum))
      _ = await wire.read(until: "event: page")
      try await site.folder.git("commit", "-q", "-a", "-m", sum)
    }
    try await site.folder.git("init", "-q", "-b", "main")
    try await site.folder.git("add", ".")
    try await site.folder.git("commit", "-q", "-m", "first", day: "2026-03-04")
    try await expectEvent("2026-03-04")
    try await commit("11.00")
    try await expectEvent("<ins><bdi>€11.00</bdi></ins>")
    try await site.folder.git("pack-refs", "--all")
    try await commit("12.00")
    try await expectEvent("<ins><bdi>€12.00</bdi></ins>")
    try await site.folder.git("checkout", "-q", "-b", "spring/orders")
    try await commit("13.00")
    try await expectEvent("<ins><bdi>€13.00</bdi></ins>")
    try await site.folder.git("checkout", "-q", "--detach")
    try await commit("14.00")
    try await expectEvent("<ins><bdi>€14.00</bdi></ins>")
  }

  /// While one types, no commit is made that a form would show.
  @Test(.needsGit)
  func whatIsComputedAsOneTypesAsksGitNothing() async throws {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let settings = "title: Shed\nhistory: true\n"
    let site = try await ServedSite("--edit", path: "bin:" + path, adding: ["Content/site.yml": settings])
    try await site.folder.git("init", "-q")
    try await site.folder.git("add", ".")
    try await site.folder.git("commit", "-q", "-m", "first")
    let log = site.folder.path("git.log")
    try site.folder.put("bin/git", "#!/bin/sh\necho \"$*\" >> '\(log)'\nPATH='\(path)' exec git \"$@\"\n")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: log.replacing("git.log", with: "bin/git"))
    func calls() -> Int { (try? site.folder.text("git.log").split(separator: "\n").count) ?? 0 }
    try site.folder.replace("10.00", with: "12.50", in: "Content/orders/2026/o1.md")
    try await site.eventually { try await site.ask("/orders/2026/o1.html").body.contains("12.50") }
    let page = try await site.ask("/-/edit/Order/o1").body
    let asked = calls()
    #expect(asked > 0)
    let token = try #require(fields(page).first { $0.name == "token" }?.value)
    for sum in ["13", "14"] {
      let typed = fields(page).map { $0.name.hasSuffix(".sum") ? ($0.name, sum) : $0 }
      let computed = try await ask(
        site.port, "/-/compute/Order/o1", method: "POST", headers: "X-Docket-Token: \(token)\r\n",
        body: encoded(typed))
      #expect(computed.body.contains("\(sum).00"), "\(computed.body)")
    }
    #expect(calls() == asked)
  }

  @Test(.needsGit)
  func theHistoryOnPagesIsWhatABuildWrites() async throws {
    let site = try await ServedSite("--edit", adding: ["Content/site.yml": "title: Shed\nhistory: true\n"])
    try await site.folder.git("init", "-q")
    try await site.folder.git("add", ".")
    try await site.folder.git("commit", "-q", "-m", "The first of all")
    try site.folder.replace("10.00", with: "12.50", in: "Content/orders/2026/o1.md")
    try await site.eventually { try await site.ask("/orders/2026/o1.html").body.contains("12.50") }
    // A commit alone changes no file.
    try await site.folder.git("commit", "-q", "-a", "-m", "Another price")
    let build = try await Program.docket(in: site.folder.path).run("build")
    #expect(build.status == 0, "\(build.error)")
    let written = try site.folder.text("Site/orders/2026/o1.html")
    #expect(written.contains("12.50"))
    try await site.eventually {
      try await site.ask("/orders/2026/o1.html").body.withoutAddedLine
        == written
    }
  }
}
