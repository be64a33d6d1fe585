import Foundation
import TestSupport
import Testing

/// `docket build --public` as those who publish use it.
@Suite struct PublicBuildTests {
  private static let files = [
    "Content/model.yml": """
    entities:
      Customer:
        attributes:
          phone: {private: true}
    """,
    "Content/customers/acme.md":
      "---\nname: Acme\nphone: 0301 555\n---\nPays late, see [letter](letter.pdf).\n",
    "Content/customers/letter.pdf": "a letter",
    "Content/orders/o1.md":
      "---\ndate: 2024-03-14\ncustomer: acme\nmade: true\npaidOn: 2024-03-20\nrows:\n  - {sum: 3.00}\n---\n",
    "Content/reports/private.md": "---\ntitle: Who pays late\nprivate: true\n---\n",
    "Content/reports/all.md": "See [orders](../orders/index.md).\n\n```query\nfrom: Order\n```\n",
  ]

  /// Both sites lie beside each other, and only the public one may be indexed.
  @Test func makesTwoSitesOfOneBook() async throws {
    let site = try TemporaryFolder(Self.files)
    let docket = Program.docket(in: site.path)
    #expect(try await docket.run("build").status == 0)
    #expect(try await docket.run("build", "--public").status == 0)
    let (full, open) = (try FileTree(site.path("Site")), try FileTree(site.path("Public")))
    #expect(full.pages.allSatisfy { full.text($0).contains("noindex") })
    #expect(open.pages.allSatisfy { !open.text($0).contains("noindex") })
    #expect(full.files["customers/letter.pdf"] != nil && open.files["customers/letter.pdf"] == nil)
    #expect(open.files["reports/private.html"] == nil && full.files["reports/private.html"] != nil)
    #expect(open.text("orders/o1.html").contains("Acme") && open.text("reports/all/1.csv").contains("o1"))
    for (path, bytes) in open.files {
      let text = String(decoding: bytes, as: UTF8.self)
      for secret in ["0301 555", "phone", "late", "letter"]
      where !path.hasSuffix(".js") && !path.hasSuffix(".css") {
        #expect(!text.localizedCaseInsensitiveContains(secret), "\(path)")
      }
    }
  }

  /// An order's day of payment is that of the payment which it implies, and no more public than that.
  @Test func leavesOutWhatStandsForAPrivateRecord() async throws {
    var files = Self.files
    files["Content/model.yml"] = "entities:\n  Payment: {private: true}\n"
    files["Content/customers/acme.md"] = "---\nname: Acme\n---\n"
    let site = try TemporaryFolder(files)
    let docket = Program.docket(in: site.path)
    #expect(try await docket.run("build", "--public").status == 0)
    let tree = try FileTree(site.path("Public"))
    #expect(tree.text("orders/o1.html").contains("Mar 14, 2024"))
    for (path, bytes) in tree.files where !path.hasSuffix(".js") && !path.hasSuffix(".css") {
      let text = String(decoding: bytes, as: UTF8.self)
      for secret in ["Mar 20, 2024", "2024-03-20", "paidOn", "Paid on"] {
        #expect(!text.contains(secret), "\(path)")
      }
    }
    try site.put("Content/reports/all.md", "```query\nfrom: Order\ncolumns: id, paidOn\n```\n")
    let run = try await docket.run("check", "--public")
    #expect(run.status == 1)
    #expect(run.output.contains("'paidOn' of Order is private, since it tells of a Payment,"))
  }

  /// The page about the model does not name a document that the site leaves out, in no entity of the family.
  @Test func namesNoPrivateDocumentInTheModel() async throws {
    let model = """
      entities:
        Order:
          documents:
            dunning: {when: made = true, label: Third reminder, private: true}
            slip: {label: Packing slip}
        Rental: {parent: Order, folder: rentals}

      """
    let layout = "{{<layout}}{{$main}}<h1>x</h1>{{/main}}{{/layout}}"
    let site = try TemporaryFolder(
      Self.files.merging([
        "Content/model.yml": model, "Content/site.yml": "theme: own\n",
        "Themes/own/theme.yml": "parent: default\n", "Themes/own/entities/Order.dunning.mustache": layout,
        "Themes/own/entities/Order.slip.mustache": layout,
      ]) { $1 })
    let docket = Program.docket(in: site.path)
    #expect(try await docket.run("build").status == 0)
    #expect(try await docket.run("build", "--public").status == 0)
    let (full, open) = (try FileTree(site.path("Site")), try FileTree(site.path("Public")))
    #expect(full.text("model.html").contains("Third reminder"))
    #expect(open.text("model.html").contains("Packing slip") && open.paths.contains("orders/o1/slip.html"))
    for (path, bytes) in open.files {
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.contains("Third reminder") && !text.contains("dunning"), "\(path)")
    }
    #expect(!open.paths.contains("orders/o1/dunning.html"))
  }

  /// No page of Content links to the logo, but every page shows it.
  @Test func keepsTheLogo() async throws {
    let site = try TemporaryFolder(
      Self.files.merging([
        "Content/site.yml": "params: {logo: customers/logo.svg}\n", "Content/customers/logo.svg": "<svg/>",
      ]) { $1 })
    let docket = Program.docket(in: site.path)
    #expect(try await docket.run("build", "--public").status == 0)
    let open = try FileTree(site.path("Public"))
    #expect(open.text("customers/logo.svg") == "<svg/>" && open.files["customers/letter.pdf"] == nil)
    #expect(open.text("orders/o1.html").contains("src=\"../customers/logo.svg\""))
    for (option, source) in [
      ([], "customers/logo.svg"), (["--single-file"], "data:image/svg+xml;base64,PHN2Zy8+"),
    ] {
      let run = try await docket.run(
        ["build", "--public", "--only", "index.html", "--output", "mail"] + option)
      #expect(run.status == 0, "\(run.error)")
      #expect(try FileTree(site.path("mail")).text("index.html").contains("src=\"\(source)\""))
      try site.remove("mail")
    }
  }

  /// Pages of a theme's own layout, or of none, are kept from search engines as well.
  @Test(arguments: [
    ("<!doctype html>\n<html lang=\"en\">\n<HEAD profile=x>\n|<title>{{page.title}}</title></HEAD><body>noindex</body></html>"),
    "<!DOCTYPE html>\n<html>\n|<title>&lt;meta noindex&gt;</title>\n<header>x</header>",
    "<!doctype html>|<h1>x</h1><meta name=\"robots\" content=\"noindex\">", "|<p>x</p>",
    "<!-- x -->\n<head>|<meta charset=\"utf-8\"></head>",
    "<head><meta charset=\"utf-8\"><meta content=\"noindex, nofollow\" name=\"robots\"></head>",
    "<head>{{#site.noindex}}<meta name=robots content=noindex>{{/site.noindex}}</head>",
  ])
  func marksPagesOfAnyTheme(_ template: String) async throws {
    let plain = template.replacing("|", with: "")
    let site = try TemporaryFolder(
      Self.files.merging([
        "Content/site.yml": "theme: own\n", "Themes/own/theme.yml": "parent: default\n",
        "Themes/own/entities/Order.mustache": plain,
        "Themes/own/layout.mustache": "<head></head>{{$title}}{{/title}}"
          + "{{$head}}{{/head}}{{$steady}}{{/steady}}{{$path}}{{/path}}{{$main}}{{/main}}",
      ]) { $1 })
    let docket = Program.docket(in: site.path)
    #expect(try await docket.run("build").status == 0)
    #expect(try await docket.run("build", "--public").status == 0)
    let mark = "<meta name=\"robots\" content=\"noindex\">\n"
    let (full, open) = (try FileTree(site.path("Site")), try FileTree(site.path("Public")))
    func page(_ text: String) -> String {
      text.replacing("{{page.title}}", with: "o1").replacing("{{#site.noindex}}", with: "")
        .replacing("{{/site.noindex}}", with: "")
    }
    #expect(full.text("orders/o1.html") == page(template.replacing("|", with: mark)))
    let shown = plain.contains("{{#") ? "<head></head>" : page(plain)
    #expect(open.text("orders/o1.html") == shown)
    #expect(full.pages.allSatisfy { full.text($0).contains("noindex") })
    #expect(full.text("customers/acme.html").hasPrefix("<head>" + mark + "</head>"))
    #expect(!open.text("customers/acme.html").contains("noindex"))
  }

  /// A folder holds one of the two sites; neither gets into the other by a slip.
  @Test func keepsTheTwoSitesApart() async throws {
    let site = try TemporaryFolder(Self.files)
    let docket = Program.docket(in: site.path)
    #expect(try await docket.run("build").status == 0)
    #expect(try await docket.run("build", "--public").status == 0)
    for (options, name) in [(["--public"], "Site"), ([], "Public")] {
      let old = try FileTree(site.path(name))
      let run = try await docket.run(["build", "--output", name] + options)
      #expect(run.status == 1)
      #expect(run.error.contains("remove this one") && run.error.contains("[foreign-folder]"))
      #expect(try FileTree(site.path(name)).differences(from: old) == [])
    }
    // The next build of each is the same as ever.
    let old = try FileTree(site.path("Public"))
    #expect(try await docket.run("build", "--public").status == 0)
    #expect(try FileTree(site.path("Public")).touched(since: old) == [])
  }

  /// What would show something private is an error of the public site alone.
  @Test func refusesAPageThatReadsPrivateNames() async throws {
    let site = try TemporaryFolder(Self.files)
    try site.put("Content/reports/all.md", "```query\nfrom: Customer\nsort: phone\ncolumns: name\n```\n")
    let docket = Program.docket(in: site.path)
    #expect(try await docket.run("check").status == 0)
    let run = try await docket.run("check", "--public")
    #expect(run.status == 1)
    #expect(
      run.output.hasPrefix(
        "Content/reports/all.md:3:7: error: 'phone' of Customer is private and not in a public site [private-name]\n"
      ))
    #expect(try await docket.run("build", "--public").status == 1)
    #expect(!site.has("Public"))
    // What is wrong in the site for the firm is found as well.
    try site.put(
      "Content/reports/own.md", "---\nprivate: true\n---\n```query\nfrom: Order\nwhere: totel > 5\n```\n")
    let both = try await docket.run("check", "--public")
    #expect(both.output.contains("[private-name]") && both.output.contains("'totel'"), "\(both.output)")
  }

  /// A record that is private is not called unknown.
  @Test func refusesAPageThatNamesAPrivateRecord() async throws {
    let site = try TemporaryFolder([
      "Content/model.yml": "entities:\n  Vip: {parent: Customer, folder: vips, private: true}\n",
      "Content/vips/vera.md": "---\nname: Vera\n---\n",
      "Content/reports/x.md": "```query\nfrom: Order\nwhere: customer != 'vera'\ncolumns: id\n```\n",
    ])
    let docket = Program.docket(in: site.path)
    #expect(try await docket.run("check").status == 0)
    let run = try await docket.run("check", "--public")
    #expect(
      run.output.hasPrefix(
        "Content/reports/x.md:3:20: error: 'vera' is private and not in a public site [private-name]\n"),
      "\(run.output)")
  }

  /// Who publishes without having marked anything is told that everything is published.
  /// What leads nowhere is not judged again in the public site.
  @Test func aLinkThatLeadsNowhereIsToldOnce() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/h.md": "---\nprivate: true\n---\n# H\n", "Content/k.md": "[c](h.csv) [h](h.md)\n",
    ])
    let run = try await folder.docket("check", "--public")
    let lines = run.output.split(separator: "\n").filter { $0.hasPrefix("Content/k.md:") }
    #expect(lines.count == 2, "\(run.output)")
    #expect(lines.first?.contains("the link 'h.csv' leads nowhere [broken-link]") ?? false)
    #expect(lines.last?.contains("'h.md' leads to what is private") ?? false, "\(lines)")
  }

  @Test func aBookWithoutMarksIsSaidToShowEverything() async throws {
    let folder = try SmallSite.folder()
    let all = try await folder.docket("build", "--public")
    #expect(
      all.error.hasSuffix("marked 'private': Public shows every value of every record\n"), "\(all.error)")
    try folder.put("Content/model.yml", "entities: {Customer: {attributes: {phone: {private: true}}}}\n")
    let marked = try await folder.docket("build", "--public")
    #expect(marked.status == 0 && !marked.error.contains("every value"), "\(marked.error)")
  }
}
