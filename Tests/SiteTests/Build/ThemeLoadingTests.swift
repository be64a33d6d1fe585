import Content
import Diagnostics
import Foundation
import Site
import TestSupport
import Testing

/// How a theme is put together from its parents.
@Suite struct ThemeLoadingTests {
  private func load(_ name: String, _ files: [String: String]) async throws -> (
    theme: Theme, diagnosticLines: [String], templates: [String: String]
  ) {
    let folder = try TemporaryFolder(files)
    let range = SourceFile(path: "site.yml", text: name).range
    let (theme, diagnostics) = await Theme.load(
      name, at: range, in: WorkingTree(folder.path("Themes"), isRequired: false))
    let diagnosticLines = diagnostics.map {
      "\($0.range.file.path): \($0.summary)".replacing(folder.path + "/", with: "")
    }
    let templates = theme.templates.mapValues { String(decoding: $0.bytes, as: UTF8.self) }
    return (theme, diagnosticLines, templates)
  }

  @Test func theBuiltInThemeIsInsideTheProgram() async throws {
    let (theme, diagnosticLines, templates) = try await load("default", [:])
    #expect(diagnosticLines == [])
    #expect(templates.keys.contains("layout"))
    #expect(templates.keys.contains("entities/Order"))
    #expect(
      theme.assets.map(\.path) == [
        "assets/chart.css", "assets/chart.js", "assets/docket.css", "assets/docket.js", "assets/list.js",
        "assets/search.js",
      ])
    #expect(theme.texts(in: "en")["unknown"] == "-- Unknown --")
  }

  @Test(arguments: ["left", "center", "right"])
  func theBuiltInStyleSetsTheColumnsOfMarkdownTables(side: String) async throws {
    let site = try await SiteFixture([:]).write()
    #expect(site.text("assets/docket.css").contains("td).\(side) { text-align: \(side); }"))
  }

  /// What every page loads stays small: a style sheet of 24 kB, and a script of 16 kB for lists.
  @Test(arguments: [("docket.css", 24_000), ("docket.js", 16_000), ("list.js", 16_000)])
  func theBuiltInAssetsAreSmall(name: String, limit: Int) async throws {
    let site = try await SiteFixture([:]).write()
    #expect(site.text("assets/\(name)").utf8.count <= limit)
  }

  @Test func theNearestThemeOfTheChainWins() async throws {
    let (theme, diagnosticLines, templates) = try await load(
      "a",
      [
        "Themes/a/theme.yml": "parent: b\ntexts:\n  en: {one: a}\n",
        "Themes/a/x.mustache": "a",
        "Themes/b/theme.yml": "parent: c\ntexts:\n  en: {one: b, two: b}\n  de: {two: b}\n",
        "Themes/b/x.mustache": "b", "Themes/b/y.mustache": "b", "Themes/b/assets/z.css": "b",
        "Themes/c/partials/z.mustache": "c", "Themes/c/y.mustache": "c", "Themes/c/assets/z.css": "c",
        "Themes/c/assets/fonts/f.woff2": "c", "Themes/c/README.md": "no part of it",
        "Themes/c/_draft.mustache": "no part of it",
      ])
    #expect(diagnosticLines == [])
    #expect(templates == ["x": "a", "y": "b", "partials/z": "c"])
    #expect(theme.assets.map(\.path) == ["assets/fonts/f.woff2", "assets/z.css"])
    #expect(theme.texts(in: "en") == ["one": "a", "two": "b"])
    #expect(theme.texts(in: "de-AT") == ["one": "a", "two": "b"])
  }

  @Test(arguments: ["de", "DE", "de-AT", "de_AT", "De_at"])
  func aLanguageIsFoundHoweverItsTagIsWritten(tag: String) async throws {
    #expect(try await load("default", [:]).theme.texts(in: tag)["unknown"] == "-- Unbekannt --")
    let (theme, diagnosticLines, _) = try await load(
      "a", ["Themes/a/theme.yml": "texts: {\(tag): {one: eins}}\n"])
    #expect(diagnosticLines == [])
    #expect(theme.texts(in: "de-AT") == ["one": "eins"])
    let site = try await SiteFixture(["Content/site.yml": "language: \(tag)\n"]).write()
    #expect(site.text("index.html").contains("Hauptmenü"))
  }

  @Test func aSitesOwnDefaultMayBuildOnTheBuiltInOne() async throws {
    let (_, diagnosticLines, templates) = try await load(
      "default", ["Themes/default/theme.yml": "parent: default\n", "Themes/default/page.mustache": "mine"])
    #expect(diagnosticLines == [])
    #expect(templates["page"] == "mine")
    #expect(templates["layout"] != nil)
  }

  @Test func aSitesOwnDefaultWithoutAParentStandsAlone() async throws {
    let (_, diagnosticLines, templates) = try await load("default", ["Themes/default/page.mustache": "mine"])
    #expect(diagnosticLines == [])
    #expect(templates == ["page": "mine"])
  }

  @Test func aCircleOfParentsIsAnErrorAtTheLastOfThem() async throws {
    let (_, diagnosticLines, _) = try await load(
      "a", ["Themes/a/theme.yml": "parent: b\n", "Themes/b/theme.yml": "# B\nparent: a\n"])
    #expect(diagnosticLines == ["Themes/b/theme.yml: the theme 'a' is its own parent: a → b"])
    #expect(try await load("a", ["Themes/a/theme.yml": "parent: a\n"]).diagnosticLines.count == 1)
  }

  @Test func aMissingThemeOrParentIsAnErrorWhereItIsNamed() async throws {
    #expect(
      try await load("shpo", ["Themes/shop/page.mustache": ""]).diagnosticLines
        == ["site.yml: there is no theme 'shpo' in 'Themes'; did you mean 'shop'?"])
    #expect(
      try await load("shop", ["Themes/shop/theme.yml": "parent: defualt\n"]).diagnosticLines
        == ["Themes/shop/theme.yml: there is no theme 'defualt' in 'Themes'; did you mean 'default'?"])
    #expect(
      try await load("shop", ["Themes/shop/theme.yml": "parent: none\n"]).diagnosticLines
        == ["Themes/shop/theme.yml: a theme without a parent has no key 'parent'; leave it out"])
    #expect(try await load("../x", ["x/page.mustache": ""]).diagnosticLines.count == 1, "a name is no path")
    #expect(try await load("", ["Themes/page.mustache": ""]).diagnosticLines.count == 1)
  }

  @Test func aFolderOfThemesThatCannotBeReadIsTheOnlyError() async throws {
    #expect(
      try await load("shop", ["Themes": "a file"]).diagnosticLines == [
        "Themes: cannot read the folder: Not a directory"
      ])
    #expect(
      try await load("shop", [:]).diagnosticLines == [
        "site.yml: there is no theme 'shop' in 'Themes'; 'docket theme new shop' starts one"
      ])
  }

  /// An error in theme.yml hides no other than those that it may cause.
  @Test(arguments: [
    ("parent: default\nauthor: me\n", "", ["numbr", "rwo", "wort"]), ("parnet: default\n", "", ["numbr"]),
    ("parent: defualt\n", "", ["numbr"]), ("parent: [\n", "", ["numbr"]),
    ("parent: [default]\n", "", ["numbr"]), ("- parent: default\n", "", ["numbr"]),
    ("default\n", "", ["numbr"]),
    ("parent: default\ntexts: {en: {word: [x]}}\n", "", ["numbr", "rwo"]),
    ("parent: default\ntext: {en: {wort: x}}\n", "", ["numbr", "rwo"]),
    ("parent: default\n", "\u{0}", ["numbr", "rwo", "wort"]),
    ("parent: default\n", "{{", ["numbr", "rwo", "wort"]),
  ])
  func anErrorInTheThemesSettingsHidesNoOther(settings: String, partial: String, found: [String])
    async throws
  {
    let site = try await SiteFixture(
      [
        "Themes/own/theme.yml": settings, "Themes/own/partials/other.mustache": partial,
        "Themes/own/entities/Order.mustache":
          "{{customer.numbr}} {{>rwo}} {{site.texts.wort}} {{site.texts.total}}\n",
        "Themes/own/partials/row.mustache": "",
      ], theme: "own")
    let inTemplate = site.diagnostics.filter { $0.range.file.path.hasSuffix("Order.mustache") }
    #expect(inTemplate.map(\.range.text) == found)
    #expect(!site.diagnostics.contains { $0.summary.contains("has no template") })
    #expect(site.diagnostics.count - found.count == (partial == "\u{0}" ? 0 : 1), "\(site.diagnosticLines)")
  }

  @Test func whatCannotBeReadIsAnError() async throws {
    #expect(try await load("a", ["Themes/a/theme.yml": "parnet: default\n"]).diagnosticLines.count == 1)
    #expect(try await load("a", ["Themes/a/theme.yml": "parent: [\n"]).diagnosticLines.count == 1)
    #expect(
      try await load(
        "a", ["Themes/a/theme.yml": "texts: {deutsch: {a: b}, pt-BR: {a: b}, gsw: {a: b}, d_e: {a: b}}\n"]
      )
      .diagnosticLines.map { $0.dropFirst("Themes/a/theme.yml: ".count) }
        == ["deutsch", "d_e"].map { "'\($0)' is not a language tag such as de or pt-BR" })
  }

  @Test(arguments: [
    ("entities/Order.Mustache", "entities/Order.mustache"),
    ("entities/Order.mustache.txt", "entities/Order.mustache"),
    ("entities/Order.mustahce", "entities/Order.mustache"), ("layout.Mustache", "layout.mustache"),
    ("Theme.yml", "theme.yml"), ("theme.yaml", "theme.yml"), ("theme.yml.txt", "theme.yml"),
    ("thema.yml", "theme.yml"),
  ])
  func aNameWithAWrongEndingIsTheOnlyError(name: String, meant: String) async throws {
    let text = meant == "theme.yml" ? "parent: default\n" : "x"
    let (_, diagnosticLines, templates) = try await load("a", ["Themes/a/\(name)": text])
    #expect(diagnosticLines == ["Themes/a/\(name): '\(name)' is not read; did you mean '\(meant)'?"])
    // It is taken for what is meant.
    #expect(templates[String(meant.dropLast(9))] == (meant == "theme.yml" ? nil : "x"))
    #expect((templates["page"] != nil) == (meant == "theme.yml"))
  }

  @Test func aFolderOfAssetsWithAWrongNameIsOneError() async throws {
    #expect(
      try await load("a", ["Themes/a/Assets/a.css": "", "Themes/a/Assets/b.css": ""]).diagnosticLines
        == ["Themes/a/Assets: the folder of files to copy is 'assets', not 'Assets'"])
    #expect(
      try await load("a", ["Themes/a/assets/b.Mustache": "", "Themes/a/assets/theme.yaml": ""])
        .diagnosticLines == []
    )
  }

  @Test func aTemplateInAnotherFolderOrWithAnotherEndingIsAWarning() async throws {
    let files = [
      "Themes/own/theme.yml": "parent: default\n", "Themes/own/Order.mustache": "x",
      "Themes/own/entity/Customer.mustache": "x", "Themes/own/block/table.mustache": "x",
      "Themes/own/partials/Rows.mustache": "x", "Themes/own/partial/note.mustache": "x",
      "Themes/own/partial/ours.mustache": "x",
      "Themes/own/entities/Service.html": "x", "Themes/own/layout": "x",
      // A draft beside what is used, one for another model, and what is none.
      "Themes/own/page.html": "x", "Themes/own/page.mustache": "x", "Themes/own/entities/Bicycle.html": "x",
      "Themes/own/README": "x", "Themes/own/index.png": "x", "Themes/own/old/page.mustache": "x",
      "Themes/own/block/mine.mustache": "x",
    ]
    #expect(
      try await SiteFixture(files, theme: "own").diagnosticLines == [
        "Themes/own/Order.mustache:1: nothing uses the template 'Order'; did you mean 'entities/Order'? [unused-template]",
        "Themes/own/block/table.mustache:1: nothing uses the template 'block/table'; did you mean 'blocks/table'? [unused-template]",
        "Themes/own/entities/Service.html:1: 'entities/Service.html' is not read; did you mean 'entities/Service.mustache'? [near-miss-file-name]",
        "Themes/own/entity/Customer.mustache:1: nothing uses the template 'entity/Customer'; did you mean 'entities/Customer'? [unused-template]",
        "Themes/own/layout:1: 'layout' is not read; did you mean 'layout.mustache'? [near-miss-file-name]",
        "Themes/own/partial/note.mustache:1: nothing uses the template 'partial/note'; did you mean 'partials/note'? [unused-template]",
        "Themes/own/partial/ours.mustache:1: nothing uses the template 'partial/ours'; did you mean 'partials/ours'? [unused-template]",
        "Themes/own/partials/Rows.mustache:1: nothing uses the template 'partials/Rows'; did you mean 'partials/rows'? [unused-template]",
      ])
  }

  @Test func aTemplateInAFolderThatDocketDoesNotKnowIsAWarning() async throws {
    let files = [
      "Themes/own/theme.yml": "parent: default\n", "Themes/own/pages/page.mustache": "x",
      "Themes/own/home.mustache.html": "x", "Themes/own/entities/Order.mustache.HTML": "x",
      // Drafts beside what is used, and what is none.
      "Themes/own/index.mustache": "x", "Themes/own/index.mustache.html": "x",
      "Themes/own/old/index.mustache": "x", "Themes/own/letters/birthday.mustache": "x",
    ]
    #expect(
      try await SiteFixture(files, theme: "own").diagnosticLines == [
        "Themes/own/entities/Order.mustache.HTML:1: 'entities/Order.mustache.HTML' is not read; did you mean 'entities/Order.mustache'? [near-miss-file-name]",
        "Themes/own/home.mustache.html:1: 'home.mustache.html' is not read; did you mean 'home.mustache'? [near-miss-file-name]",
        "Themes/own/pages/page.mustache:1: nothing uses the template 'pages/page'; did you mean 'page'? [unused-template]",
      ])
  }

  /// A template makes a document of its own, unless it is meant for one that the model has.
  @Test func aMisspeltTemplateOfADocumentIsAWarning() async throws {
    var files = [
      "Content/model.yml": "entities: {Order: {documents: {invoice: made = true, slip: true}}}\n",
      "Themes/own/theme.yml": "parent: default\n", "Themes/own/entities/Order.invoces.mustache": "x",
      "Themes/own/entities/Order.slip.mustache": "x", "Themes/own/entities/Order.slips.mustache": "x",
      "Themes/own/entities/Order.label.mustache": "x",
    ]
    let site = try await SiteFixture(files, theme: "own")
    #expect(
      site.diagnosticLines == [
        "Themes/own/entities/Order.invoces.mustache:1: 'entities/Order.invoces' makes a page of its own for each record; did you mean 'entities/Order.invoice'? [near-miss-file-name]"
      ])
    #expect(!site.diagnostics.hasErrors)
    let model = "entities: {Order: {documents: {invoice: made = true, slip: true, invoces: true}}}\n"
    files["Content/model.yml"] = model
    #expect(try await SiteFixture(files, theme: "own").diagnosticLines == [])
  }

  @Test func whatIsPublishedNowhereOrEmptyIsAWarning() async throws {
    let site = try await SiteFixture(
      [
        "Themes/own/theme.yml": "parent: default\n", "Themes/own/page.mustache": " \n",
        "Themes/own/style.css": "p {}", "Themes/own/README.md": "Ours.", "Themes/own/assets/own.css": "p {}",
        "Themes/own/partials/brands.mustache": "{{nix}}", "Themes/own/partials/ours.mustache": "x",
        "Themes/own/partials/xyzzy.mustache": "{{nix}}",
        "Themes/own/partials/brand.mustache": "{{>partials/ours}}",
        // Nothing to print is what a partial, or the template of a block, may be for.
        "Themes/own/partials/how.mustache": "", "Themes/own/blocks/table.mustache": "",
      ], theme: "own")
    #expect(
      site.diagnosticLines == [
        "Themes/own/page.mustache:1: the template 'page' is empty, and so is every page that it shows [unused-template]",
        "Themes/own/partials/brands.mustache:1: nothing uses the template 'partials/brands'; did you mean 'partials/brand'? [unused-template]",
        "Themes/own/partials/xyzzy.mustache:1: nothing uses the template 'partials/xyzzy' [unused-template]",
        "Themes/own/style.css:1: 'style.css' is not read; did you mean 'assets/style.css'? [near-miss-file-name]",
      ])
    // What only data name may be called by them.
    let called = try await SiteFixture(
      [
        "Themes/own/theme.yml": "parent: default\n", "Themes/own/partials/brands.mustache": "x",
        "Themes/own/partials/ours.mustache": "{{>*site.title}}",
        "Themes/own/partials/brand.mustache": "{{>partials/ours}}",
      ], theme: "own")
    #expect(called.diagnosticLines == [])
  }

  @Test func aBackupCopyOfATemplateIsAWarning() async throws {
    let copies = ["#page.mustache#", "page.mustache.bak", "page.mustache~", "theme.yml~"]
    var files = ["Themes/own/theme.yml": "parent: default\n", "Themes/own/page.mustache": "x"]
    for name in copies { files["Themes/own/\(name)"] = "{{nix}}" }
    let site = try await SiteFixture(files, theme: "own")
    #expect(
      site.diagnosticLines
        == zip(copies, ["page.mustache", "page.mustache", "page.mustache", "theme.yml"]).map {
          "Themes/own/\($0):1: '\($0)' is a backup copy of '\($1)' and is not read; delete it or move it away "
            + "[near-miss-file-name]"
        })
    #expect(!site.diagnostics.hasErrors)
    // Without its template, it is the template under another name.
    files["Themes/own/page.mustache"] = nil
    files = files.filter { !$0.key.hasSuffix("~") && !$0.key.hasSuffix(".bak") }
    #expect(
      try await SiteFixture(files, theme: "own").diagnosticLines == [
        "Themes/own/#page.mustache#:1: '#page.mustache#' is not read; did you mean 'page.mustache'? "
          + "[near-miss-file-name]",
        "Themes/own/#page.mustache#:1: unknown name 'nix'; there is 'page', 'site' [unknown-name]",
      ])
  }

  @Test func aTemplateForAnEntityWithoutPagesIsAWarning() async throws {
    let files = [
      "Content/model.yml": "entities: {Thing: {abstract: true}, Tool: {parent: Thing, folder: tools}}\n",
      "Themes/own/theme.yml": "parent: default\n", "Themes/own/entities/RowOfOrder.mustache": "{{nonsense}}",
      "Themes/own/entities/Thing.mustache": "x", "Themes/own/entities/Tool.mustache": "{{page.title}}",
    ]
    #expect(
      try await SiteFixture(files, theme: "own").diagnosticLines == [
        "Themes/own/entities/RowOfOrder.mustache:1: nothing uses the template 'entities/RowOfOrder': RowOfOrder has no "
          + "pages, since its records are written inside those of Order; 'entities/Order' shows them [unused-template]",
        "Themes/own/entities/Thing.mustache:1: nothing uses the template 'entities/Thing': Thing is abstract, and has "
          + "no records of its own [unused-template]",
      ])
    // One that is called as a partial is used.
    let called = try await SiteFixture(
      [
        "Themes/own/theme.yml": "parent: default\n", "Themes/own/entities/RowOfOrder.mustache": "x",
        "Themes/own/entities/Order.mustache": "{{#rows}}{{>entities/RowOfOrder}}{{/rows}}",
      ], theme: "own")
    #expect(called.diagnosticLines == [])
  }

  @Test func anErrorForOneEntityNamesIt() async throws {
    let fixture = try await SiteFixture(
      [
        "Themes/own/theme.yml": "parent: default\n",
        "Themes/own/index.mustache": "{{#records}}{{name}}{{/records}}",
      ], theme: "own")
    let diagnostic = try #require(fixture.diagnostics.first)
    #expect(diagnostic.summary.hasPrefix("unknown name 'name'"))
    #expect(diagnostic.notes.map(\.text) == ["in 1 of the 3 places that use this template, for Order"])
  }

  @Test func aTemplateForOtherEntitiesIsAWarningWhereThereAreNone() async throws {
    let files = [
      "Themes/own/theme.yml": "parent: default\n", "Themes/own/record.mustache": "{{record.titel}}",
    ]
    #expect(
      try await SiteFixture(files, theme: "own").diagnosticLines == [
        "Themes/own/record.mustache:1: nothing uses the template 'record'; each entity has one of its own [unused-template]"
      ])
    // A copy of the built-in theme among the site's own changes nothing.
    var copied = files.merging(["Themes/default/theme.yml": "parent: default\n"]) { $1 }
    for name in ["Customer", "Service", "Order"] {
      let path = "Themes/default/entities/\(name).mustache"
      copied[path] = try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
    }
    #expect(
      try await SiteFixture(copied, theme: "own").diagnosticLines == [
        "Themes/own/record.mustache:1: nothing uses the template 'record'; each entity has one of its own [unused-template]"
      ])
    let bicycle = "entities: {Bicycle: {folder: bicycles, attributes: {frame: string}}}\n"
    let used = try await SiteFixture(files.merging(["Content/model.yml": bicycle]) { $1 }, theme: "own")
    #expect(
      used.diagnosticLines == [
        "Themes/own/record.mustache:1: unknown name 'titel' in 'record'; did you mean 'title'? [unknown-name]"
      ])
    let complete = ["Customer", "Service", "Order"].map { ("Themes/own/entities/\($0).mustache", "x") }
    #expect(
      try await SiteFixture(files.merging(complete) { $1 }, theme: "own").diagnosticLines == [])
  }

  /// Templates could not say which of the two files they mean; those that ask for neither need not.
  @Test func twoAssetsOfOneNameAreAnErrorWhereATemplateReadsIt() async throws {
    var files = [
      "Themes/own/theme.yml": "parent: default\n", "Themes/own/assets/a-b.css": "a{}",
      "Themes/own/assets/a_b.css": "b{}",
    ]
    #expect(try await SiteFixture(files, theme: "own").diagnosticLines == [])
    files["Themes/own/partials/head.mustache"] = "<link rel=\"stylesheet\" href=\"{{site.assets.a_b_css}}\">"
    #expect(
      try await SiteFixture(files, theme: "own").diagnosticLines == [
        "Themes/own/assets/a_b.css:1: 'site.assets.a_b_css' is 'assets/a-b.css' as well as 'assets/a_b.css'; rename "
          + "one of them [url-collision]"
      ])
  }

  @Test func aTemplateWithNearlyTheRightNameIsAWarning() async throws {
    let files = [
      "Themes/own/theme.yml": "parent: default\n", "Themes/own/entities/order.mustache": "x",
      "Themes/own/Layout.mustache": "x", "Themes/own/blocks/tabel.mustache": "x",
      // Called by another template, meant for another model, or unlike any name.
      "Themes/own/pages.mustache": "x", "Themes/own/home.mustache": "{{>pages}}",
      "Themes/own/entities/Bicycle.mustache": "x", "Themes/own/letter.mustache": "x",
      "Themes/own/blocks/pie.mustache": "x",
      "Themes/own/recrod.mustache": "x", "Content/page.md": "---\ntemplate: recrod\n---\n# A\n",
    ]
    #expect(
      try await SiteFixture(files, theme: "own").diagnosticLines == [
        "Themes/own/Layout.mustache:1: nothing uses the template 'Layout'; did you mean 'layout'? [unused-template]",
        "Themes/own/blocks/pie.mustache:1: nothing uses the template 'blocks/pie' [unused-template]",
        "Themes/own/blocks/tabel.mustache:1: nothing uses the template 'blocks/tabel'; did you mean 'blocks/table'? [unused-template]",
        "Themes/own/entities/order.mustache:1: nothing uses the template 'entities/order'; did you mean 'entities/Order'? [unused-template]",
      ])
  }
}
