import Foundation
import TestSupport
import Testing

/// `docket build --only` and `--changed-list`, as those who send and upload use them.
@Suite struct PartBuildTests {
  private static let files = [
    "Content/customers/acme.md": "---\nname: Acme\n---\n",
    "Content/customers/zoe.md": "---\nname: Zoe\n---\n",
    "Content/orders/o1.md":
      "---\ndate: 2024-03-14\ncustomer: acme\nmade: true\nrows:\n  - {sum: 3.00}\n---\n",
    "Content/orders/o2.md": "---\ndate: 2024-03-15\ncustomer: zoe\nmade: true\nrows:\n  - {sum: 4.00}\n---\n",
    "Content/reports/scan.png": "no picture, but bytes",
    "Content/reports/open.md":
      "See [orders](../orders/index.md), [the table](open/list.csv) and ![scan](scan.png).\n\n"
      + "```query\nfrom: Order\nname: list\ncolumns: id, customer, total\n```\n",
    "Content/reports/account.md":
      "---\neach: customer\n---\n```query\nfrom: Order\nwhere: customer = $each\ncolumns: id\n```\n",
  ]

  /// A page comes with what it needs, and leads nowhere else.
  @Test func buildsPagesAlone() async throws {
    let site = try TemporaryFolder(Self.files)
    let docket = Program.docket(in: site.path)
    let run = try await docket.run("build", "--only", "Content/reports/open.md", "--output", "mail")
    #expect(run.status == 0, "\(run.error)")
    let tree = try FileTree(site.path("mail"))
    #expect(
      tree.paths.filter { !$0.hasPrefix("assets/") && !$0.hasPrefix(".docket") } == [
        "reports/open.html", "reports/open/list.csv", "reports/open/list.json", "reports/scan.png",
      ])
    let page = HTMLPage(tree.files["reports/open.html"] ?? Data())
    // CommonMark writes images as XML would.
    #expect(page.errors.allSatisfy { $0.contains("'img' is closed") }, "\(page.errors)")
    for link in page.root.all("a").compactMap({ $0.attributes["href"] }) where !link.hasPrefix("#") {
      let path = NSString(string: "/reports/" + link).standardizingPath.dropFirst()
      #expect(tree.files[String(path)] != nil, "\(link)")
    }
    #expect(tree.text("reports/open.html").contains("<a>orders</a>"))
  }

  /// An index comes with all of its pages, and with the data that sorts and filters it.
  @Test(arguments: ["orders/index.md", "orders/index.html", "customers/index.html", "index.html"])
  func buildsIndexes(name: String) async throws {
    let site = try SmallSite.folder()
    let docket = Program.docket(in: site.path)
    #expect(try await docket.run("build").status == 0)
    let run = try await docket.run("build", "--only", name, "--output", "mail")
    #expect(run.status == 0, "\(run)")
    let (whole, part) = (try FileTree(site.path("Site")), try FileTree(site.path("mail")))
    let own = part.paths.filter { !$0.hasPrefix(".docket") }
    #expect(own.contains(name.replacing(".md", with: ".html")) && own.allSatisfy { whole.files[$0] != nil })
    // What is no page is the same as in the whole site; but the rows of a list lead to no page that is left out.
    let folder = name.split(separator: "/").dropLast().joined(separator: "/")
    for path in own where !path.hasSuffix(".html") {
      if part.files[path] == whole.files[path] { continue }
      #expect(path.contains("/index/rows-") || path.contains("/index/top-"), "\(path)")
      #expect(whole.text(path).contains(".html\"]"))
      for link in part.text(path).matches(of: /"([^"]+\.html)"\]/) {
        #expect(part.files[String(link.1)] != nil, "\(path): \(link.1)")
      }
    }
    for path in own where path.hasSuffix(".html") {
      #expect(whole.text(path).contains("type=\"search\"") && !part.text(path).contains("type=\"search\""))
    }
    let data = whole.paths.filter { $0.hasPrefix(folder + "/") && $0.hasSuffix(".js") }
    #expect(folder.isEmpty || (!data.isEmpty && data.allSatisfy { part.files[$0] != nil }))
  }

  /// A record has the names that commands have for it.
  @Test(arguments: ["o7", "orders/o7", "orders/2026/o7", "Content/orders/2026/o7.md"])
  func aRecordIsNamedAsInCommands(name: String) async throws {
    let order = SmallSite.order("2026-02-20", "ann", "tune", 5)
    let site = try SmallSite.folder(adding: ["Content/orders/2026/o7.md": order])
    let run = try await Program.docket(in: site.path).run("build", "--only", name, "--output", "mail")
    #expect(run.status == 0, "\(run.error)")
    #expect(try FileTree(site.path("mail")).paths.contains("orders/2026/o7.html"))
    let other = try await Program.docket(in: site.path).run(
      "build", "--only", "customers/o7", "--output", "mail")
    #expect(other.status != 0)
  }

  /// An id may look like the name of a page.
  @Test(arguments: ["z.html", "orders/z.html.md", "orders/z.html.html"])
  func anIDMayEndAsAPageDoes(name: String) async throws {
    let order = SmallSite.order("2026-02-20", "ann", "tune", 5)
    let site = try SmallSite.folder(adding: ["Content/orders/z.html.md": order])
    let run = try await Program.docket(in: site.path).run("build", "--only", name, "--output", "mail")
    #expect(run.status == 0, "\(run.error)")
    #expect(try FileTree(site.path("mail")).paths.contains("orders/z.html.html"))
  }

  /// A page that lists all others would tell of them.
  @Test func theContentsOfALargeSiteAreNoPart() async throws {
    var pages: [String: String] = [:]
    for number in 0..<30 { pages["Content/p\(number).md"] = "# Page \(number)\n" }
    let site = try SmallSite.folder(adding: pages)
    let run = try await Program.docket(in: site.path).run(
      "build", "--only", "contents.html", "--output", "mail")
    #expect(run.status == 64)
    #expect(
      run.error.contains("'contents.html' shows the whole site, and is not made for a part of it"),
      "\(run.error)")
  }

  /// A sorted or filtered list without its index stays as it is in the page: its script would lead to the index.
  @Test func leavesListsWithoutTheirIndexStatic() async throws {
    let site = try TemporaryFolder(
      Self.files.merging(["Content/orders/index.md": "---\nsorts: date\n---\n"]) { $1 })
    let docket = Program.docket(in: site.path)
    for (names, isStatic) in [(["orders/by/date"], true), (["orders/by/date", "orders/index", "o1"], false)] {
      let run = try await docket.run(["build", "--only"] + names + ["--output", "mail"])
      #expect(run.status == 0, "\(run.error)")
      let tree = try FileTree(site.path("mail"))
      #expect(tree.text("orders/by/date.html").contains("data-list=") == !isStatic)
      #expect(tree.paths.contains("orders/index/head.js") == !isStatic)
      guard !isStatic else { continue }
      let rows = tree.text("orders/index/rows-0.js")
      #expect(rows.contains("\"orders/o1.html\"") && !rows.contains("orders/o2.html"), "\(rows)")
    }
  }

  /// One file holds everything: nothing else has to be sent.
  @Test func putsAllIntoOneFile() async throws {
    let site = try TemporaryFolder(Self.files)
    let docket = Program.docket(in: site.path)
    let run = try await docket.run(
      "build", "--only", "reports/open.html", "o1", "--single-file", "--output", "mail")
    #expect(run.status == 0, "\(run.error)")
    let tree = try FileTree(site.path("mail"))
    #expect(tree.paths.filter { !$0.hasPrefix(".docket") } == ["orders/o1.html", "reports/open.html"])
    let text = tree.text("reports/open.html")
    let page = HTMLPage(tree.files["reports/open.html"] ?? Data())
    // CommonMark writes images as XML would.
    #expect(page.errors.allSatisfy { $0.contains("'img' is closed") }, "\(page.errors)")
    #expect(text.contains("<style>") && !text.contains("<script") && !text.contains("rel=\"stylesheet\""))
    let image = "data:image/png;base64," + Data("no picture, but bytes".utf8).base64EncodedString()
    #expect(page.root.all("img").compactMap { $0.attributes["src"] } == [image])
    let links = page.root.all("a").compactMap { $0.attributes["href"] }.filter { !$0.hasPrefix("#") }
    let csv =
      "data:text/csv;base64,"
      + Data("id,customer,total\r\no1,acme,3.00\r\no2,zoe,4.00\r\n".utf8).base64EncodedString()
    #expect(
      links.contains(csv)
        && links.allSatisfy {
          ["../orders/o1.html", "../reports/open.html"].contains($0) || $0.hasPrefix("data:")
        })
  }

  /// The pages of a list, and others that were asked for, lead to each other.
  @Test func keepsLinksBetweenThePagesOfAPart() async throws {
    let site = try TemporaryFolder(
      Self.files.merging(["Content/orders/index.md": "---\npage-size: 1\n---\n"]) { $1 })
    let docket = Program.docket(in: site.path)
    let run = try await docket.run(
      "build", "--only", "orders/index.md", "o2", "--single-file", "--output", "mail")
    #expect(run.status == 0, "\(run.error)")
    let tree = try FileTree(site.path("mail"))
    #expect(tree.pages == ["orders/index.html", "orders/o2.html", "orders/page/2.html"])
    let text = tree.text("orders/index.html")
    #expect(text.contains("href=\"../orders/page/2.html\"") && text.contains("href=\"../orders/o2.html\""))
    #expect(!text.contains("orders/o1.html\""))
  }

  /// The exports of a list are as long as the list, so only one of its pages holds them.
  @Test func embedsTheExportsOfAListOnce() async throws {
    let site = try TemporaryFolder(
      Self.files.merging(["Content/orders/index.md": "---\npage-size: 1\n---\n"]) { $1 })
    let docket = Program.docket(in: site.path)
    func text(_ name: String, _ path: String) async throws -> String {
      let run = try await docket.run("build", "--only", name, "--single-file", "--output", "mail")
      #expect(run.status == 0, "\(run.error)")
      return try FileTree(site.path("mail")).text(path)
    }
    let first = try await text("orders/index.md", "orders/index.html")
    for type in ["text/csv", "application/json", "text/calendar"] {
      #expect(first.contains("href=\"data:\(type);base64,"), "\(type)")
    }
    let second = try await text("orders/index.md", "orders/page/2.html")
    #expect(second.contains("<a href=\"../../orders/index.html\">CSV</a>") && !second.contains("data:text"))
    // A page without the first one has them itself.
    let alone = try await text("orders/page/2.html", "orders/page/2.html")
    #expect(alone.contains("href=\"data:text/csv;base64,"))
  }

  /// What a page has only to lead to others tells of them by its words, too.
  @Test(arguments: [[], ["--single-file"]])
  func tellsNothingOfPagesOutsideThePart(options: [String]) async throws {
    let site = try TemporaryFolder(
      Self.files.merging([
        "Content/orders/index.md": "---\nfilters: customer\n---\n",
        "Content/reports/index.md": "---\ntitle: All reports\n---\n",
        "Content/customers/mia.md": "---\nname: Mia\n---\n",
      ]) { $1 })
    let docket = Program.docket(in: site.path)
    func words(_ names: [String], _ path: String) async throws -> String {
      let run = try await docket.run(["build", "--only"] + names + ["--output", "mail"] + options)
      #expect(run.status == 0, "\(run.error)")
      return try FileTree(site.path("mail")).text(path)
    }
    let alone = try await words(["customers/acme.md"], "customers/acme.html")
    #expect(alone.contains("Acme") && alone.contains("o1"))
    for word in ["Mia", "Zoe", "All reports", "<a rel=\"next\"", "Services"] {
      #expect(!alone.contains(word), "\(word)")
    }
    let both = try await words(["acme", "mia"], "customers/acme.html")
    #expect(
      both.contains("Mia ›") && both.contains("href=\"../customers/mia.html\"") && !both.contains("Zoe"))
    let filtered = try await words(["orders/where/customer/acme"], "orders/where/customer/acme.html")
    #expect(filtered.contains("Acme") && !filtered.contains("Zoe"))
    let report = try await words(["reports/account/acme.html"], "reports/account/acme.html")
    #expect(report.contains("o1") && !report.contains("All reports") && !report.contains("Zoe"))
    let home = try await words(["index.html", "customers/index.html"], "index.html")
    #expect(home.contains("Customers</a> <b>3</b>") && !home.contains("Orders</a> <b>"))
  }

  /// What a style sheet names is in the page as well: fonts, pictures, and other style sheets with theirs.
  @Test func embedsTheFilesOfStyleSheets() async throws {
    let site = try TemporaryFolder(
      Self.files.merging([
        "Content/site.yml": "theme: own\n", "Themes/own/theme.yml": "parent: default\n",
        "Themes/own/partials/head.mustache":
          "<link rel=\"stylesheet\" href=\"{{site.assets.own_css}}\">\n",
        "Themes/own/assets/own.css": """
        @import 'more/a.css';
        /* url(fonts/a.woff2) */
        @font-face { src: url(fonts/a.woff2) format("woff2"), URL( "fonts/a%20b.woff2" ); }
        p { background: url('more/../dot.svg#d'); content: "url(dot.svg)"; }
        a { background: url(data:image/png;base64,AA==), url(#d), url(none.svg), url(https://a.example/b.svg); }
        """,
        "Themes/own/assets/more/a.css": "@import \"../own.css\";\nb { background: url(../dot.svg) }\n",
        "Themes/own/assets/fonts/a.woff2": "font", "Themes/own/assets/fonts/a b.woff2": "font 2",
        "Themes/own/assets/dot.svg": "<svg/>",
      ]) { $1 })
    let docket = Program.docket(in: site.path)
    let run = try await docket.run("build", "--only", "o1", "--single-file", "--output", "mail")
    #expect(run.status == 0, "\(run.error)")
    func uri(_ type: String, _ text: String) -> String {
      "data:\(type);base64," + Data(text.utf8).base64EncodedString()
    }
    let dot = uri("image/svg+xml", "<svg/>")
    let imported = "@import \"../own.css\";\nb { background: url(\"\(dot)\") }\n"
    let expected = """
      @import "\(uri("text/css", imported))";
      /* url(fonts/a.woff2) */
      @font-face { src: url("\(uri("font/woff2", "font"))") format("woff2"), URL( "\(uri("font/woff2", "font 2"))" ); }
      p { background: url("\(dot)#d"); content: "url(dot.svg)"; }
      a { background: url(data:image/png;base64,AA==), url(#d), url(none.svg), url(https://a.example/b.svg); }
      """
    #expect(try FileTree(site.path("mail")).text("orders/o1.html").contains(expected))
  }

  /// A page with 'each' brings those below it; each of them can be had by itself.
  @Test func buildsThePagesOfEach() async throws {
    let site = try TemporaryFolder(Self.files)
    let docket = Program.docket(in: site.path)
    for (name, pages) in [
      (
        "reports/account.md",
        ["reports/account.html", "reports/account/acme.html", "reports/account/zoe.html"]
      ),
      ("reports/account/zoe", ["reports/account/zoe.html"]),
    ] {
      #expect(try await docket.run("build", "--only", name, "--output", "mail").status == 0)
      #expect(try FileTree(site.path("mail")).pages == pages)
    }
  }

  @Test func refusesWhatMakesNoSense() async throws {
    let site = try TemporaryFolder(Self.files)
    let docket = Program.docket(in: site.path)
    #expect(try await docket.run("build").status == 0)
    let old = try FileTree(site.path("Site"))
    #expect(mkfifo(site.path("pipe"), 0o600) == 0)
    for (arguments, message) in [
      (
        ["--only", "reports/opne.md", "--output", "mail"],
        "there is no page 'reports/opne.md'; did you mean 'reports/open.html'?"
      ),
      (["--only", "o1"], "name it with --output"), (["--single-file"], "--single-file goes with --only"),
      (["--changed-list", "Site/list"], "--changed-list cannot lie in the output folder"),
      (["--changed-list", "Content/list"], "--changed-list cannot lie in Content"),
      (["--changed-list", "pipe"], "'pipe' is not a regular file"),
      (["--changed-list", "deploy/list"], "there is no folder 'deploy' for 'deploy/list'; make it first"),
    ] {
      let run = try await docket.run(["build"] + arguments)
      #expect(run.status == 64 && run.error.contains(message), "\(arguments): \(run.error)")
    }
    // The few pages do not take the place of all.
    let run = try await docket.run("build", "--only", "o1", "--output", "Site")
    #expect(run.status == 1 && run.error.contains("[foreign-folder]"))
    #expect(try FileTree(site.path("Site")).differences(from: old) == [])
  }

  /// What a list could not name is not lost: the next one names everything, also
  /// what was removed, as after a build that was killed.
  @Test func aListThatCannotBeWrittenMakesTheNextOneWhole() async throws {
    let site = try TemporaryFolder(Self.files)
    let docket = Program.docket(in: site.path)
    #expect(try await docket.run("build").status == 0)
    let before = try FileTree(site.path("Site")).paths
    try site.remove("Content/orders/o2.md")
    let failed = try await docket.run("build", "--changed-list", String(repeating: "l", count: 256))
    #expect(failed.status == 70 && failed.error.contains("File name too long"), "\(failed.error)")
    #expect(!site.has("Site/orders/o2.html"))
    #expect(try await docket.run("build", "--changed-list", "changed.txt").status == 0)
    let names = try site.text("changed.txt").split(separator: "\n").map { String($0) }
    let now = try FileTree(site.path("Site")).paths
    let paths = Set(before + now).filter { !$0.hasPrefix(".docket") }
    #expect(names == paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(names.contains("orders/o2.html"))
    #expect(try await docket.run("build", "--changed-list", "changed.txt").status == 0)
    #expect(try site.text("changed.txt") == "")
  }

  /// The list names what was written and removed, so that a copy of the site can follow.
  @Test func listsWhatChanged() async throws {
    let site = try TemporaryFolder(Self.files)
    let docket = Program.docket(in: site.path)
    func list() async throws -> [String] {
      let run = try await docket.run("build", "--changed-list", "changed.txt")
      #expect(run.status == 0, "\(run.error)")
      return try String(contentsOfFile: site.path("changed.txt"), encoding: .utf8).split(separator: "\n").map
      { String($0) }
    }
    let first = try await list()
    let tree = try FileTree(site.path("Site"))
    #expect(
      first
        == tree.paths.filter { !$0.hasPrefix(".docket") }.sorted {
          $0.utf8.lexicographicallyPrecedes($1.utf8)
        })
    #expect(try await list() == [])
    try site.remove("Content/orders/o2.md")
    let changes = try await list()
    let now = try FileTree(site.path("Site"))
    let differences = now.changes(since: tree).map { String($0.split(separator: " ")[1]) }
    #expect(changes == differences.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(changes.contains("orders/o2.html") && now.files["orders/o2.html"] == nil)
  }
}
