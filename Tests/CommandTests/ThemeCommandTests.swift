import Foundation
import TestSupport
import Testing

/// `docket theme`, and what site.yml alone changes of the pages.
@Suite struct ThemeCommandTests {
  // MARK: new

  @Test func aNewThemeBuildsAtOnce() async throws {
    let folder = try SmallSite.folder()
    let plain = try await folder.build().site
    let run = try await folder.docket("theme", "new", "shop")
    #expect(run.status == 0 && run.output == "")
    #expect(
      run.error
        == "5 files in 'Themes/shop'; next: 'theme: shop' in Content/site.yml, or docket build --theme shop\n"
    )
    let themed = try await folder.build("--theme", "shop").site
    let home = themed.text("index.html")
    #expect(home.contains("<link rel=\"stylesheet\" href=\"assets/theme.css\">"))
    #expect(home.contains("<img src=\"assets/logo.svg\" alt=\"\" width=\"28\" height=\"28\"> Shed"))
    #expect(themed.files.count == plain.files.count + 2)
    let check = try await folder.docket("check", "--theme", "shop")
    #expect(check.status == 0, "\(check.output)")
  }

  /// The logo and the colour of site.yml are the site's in every theme.
  @Test func aNewThemeHasTheLogoAndTheColourOfTheSite() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/site.yml": "title: Shed\nparams: {logo: sign.svg, accent: \"#7A1122\"}\n",
      "Content/sign.svg": "<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n",
    ])
    #expect(try await folder.docket("theme", "new", "shop").status == 0)
    let home = try await folder.build("--theme", "shop").site.text("index.html")
    #expect(home.contains("<img src=\"sign.svg\" alt=\"Shed\">") && !home.contains("assets/logo.svg"))
    let places = ["docket.css", "theme.css", "accent.css"].map {
      home.firstRange(of: "href=\"assets/\($0)\"")
    }
    let found = places.compactMap { $0?.lowerBound }
    #expect(found.count == 3 && found == found.sorted())
  }

  @Test(arguments: [
    ("", "'' is not a theme name"), ("../x", "'../x' is not a theme name"),
    (".x", "'.x' is not a theme name"),
    ("default", "'default' is the theme inside docket; give yours another name"),
    ("there", "'Themes/there' exists already; 'docket theme copy FILE' adds to it"),
  ])
  func aThemeNeedsAFreeName(name: String, message: String) async throws {
    let folder = try SmallSite.folder(adding: ["Themes/there/theme.yml": "parent: default\n"])
    let before = try FileTree(folder.path("Themes"))
    let run = try await folder.docket("theme", "new", name)
    #expect(run.status == 64 && run.error.contains(message), "\(run.error)")
    #expect(try FileTree(folder.path("Themes")).differences(from: before) == [])
  }

  /// A command that was killed left some of the files.
  @Test func anUnfinishedThemeIsFinished() async throws {
    let folder = try SmallSite.folder()
    try #require(try await folder.docket("theme", "new", "shop").status == 0)
    let whole = try FileTree(folder.path("Themes"))
    try folder.remove("Themes/shop/assets/theme.css")
    try folder.put("Themes/shop/.docket-new", "")
    #expect(try await folder.docket("theme", "new", "shop").status == 0)
    #expect(try FileTree(folder.path("Themes")).differences(from: whole) == [])
    #expect(try await folder.docket("theme", "new", "shop").status == 64)
    // One that was killed at once left an empty folder.
    try folder.put("Themes/other/theme.yml", "")
    try folder.remove("Themes/other/theme.yml")
    #expect(try await folder.docket("theme", "new", "other").status == 0)
  }

  @Test(arguments: [
    (["theme", "nwe", "x"], "there is no command 'nwe'; did you mean 'new'?"),
    (["theme", "paint"], "there is no command 'paint'; 'docket theme --help' lists them"),
    (["thme"], "there is no command 'thme'; did you mean 'theme'?"),
  ])
  func aMisspeltCommandIsTold(arguments: [String], message: String) async throws {
    let folder = try SmallSite.folder()
    let run = try await Program.docket(in: folder.path).run(arguments)
    #expect(run.status == 64 && run.error.contains(message), "\(run.error)")
  }

  // MARK: copy

  @Test func copiesAFileThatIsThenUsed() async throws {
    let folder = try SmallSite.folder(adding: ["Themes/shop/theme.yml": "parent: default\n"])
    let run = try await folder.docket("theme", "copy", "entities/Order", "--theme", "shop")
    #expect(
      run.status == 0 && run.error == "'Themes/shop/entities/Order.mustache' is yours to change\n",
      "\(run.error)")
    let text = try folder.text("Themes/shop/entities/Order.mustache")
    let own = Repository.root.appending(path: "Themes/default/entities/Order.mustache")
    #expect(text == (try String(contentsOf: own, encoding: .utf8)))
    try folder.put("Themes/shop/entities/Order.mustache", "<!doctype html>\n<p>mine</p>\n")
    #expect(
      try await folder.build("--theme", "shop").site.text("orders/2026/o2.html").contains("mine"))
    let again = try await folder.docket("theme", "copy", "entities/Order.mustache", "--theme", "shop")
    #expect(again.status == 64)
    #expect(
      again.error.contains("'Themes/shop/entities/Order.mustache' exists already, and is not overwritten"))
    #expect(try folder.text("Themes/shop/entities/Order.mustache").contains("mine"))
  }

  @Test(arguments: [
    (
      ["entities/Ordr", "--theme", "shop"],
      "no parent of the theme has a file 'entities/Ordr'; did you mean 'entities/Order'?"
    ),
    (["order", "--theme", "shop"], "did you mean 'entities/Order'?"),
    (["docket.css", "--theme", "shop"], "did you mean 'assets/docket.css'?"),
    (["layout"], "the site uses the theme inside docket; start your own with 'docket theme new NAME'"),
    (["layout", "--theme", "shp"], "there is no theme 'shp' in 'Themes'; did you mean 'shop'?"),
    (["layout", "--theme", "garage"], "no theme 'garage' in 'Themes'; 'docket theme new garage' starts one"),
  ])
  func aFileThatCannotBeCopiedIsTold(arguments: [String], message: String) async throws {
    let folder = try SmallSite.folder(adding: ["Themes/shop/theme.yml": "parent: default\n"])
    let run = try await Program.docket(in: folder.path).run(["theme", "copy"] + arguments)
    #expect(run.status != 0 && run.error.contains(message), "\(run.error)")
    #expect(try FileTree(folder.path("Themes")).files.count == 1)
  }

  // MARK: names

  @Test func namesAreThoseOfTheModelAndTheSite() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/model.yml": "entities:\n  Order:\n    attributes:\n      colour: string\n",
      "Content/site.yml": "title: Shed\nparams: {slogan: Fine}\n",
    ])
    let run = try await folder.docket("theme", "names", "entities/Order")
    #expect(run.status == 0 && run.error == "", "\(run.error)")
    let lines = run.output.split(separator: "\n").map {
      $0.split(separator: " ", maxSplits: 1).map { $0.trimmed }
    }
    #expect(run.output.hasPrefix("entities/Order sees:\n"))
    for line in [
      ["colour", "text"], ["customer", "Customer"], ["rows", "list of RowOfOrder"], ["date", "date"],
      ["total", "amount of money"], ["iso", "text"], ["body", "HTML"], ["docket_css", "text"],
      ["params", "whatever is written: slogan"], ["isOverdue", "true or false"],
      ["labels", "labels of Order"], ["labels", "labels"], ["rows", "labels of RowOfOrder"],
    ] { #expect(lines.contains(line), "\(line)") }
  }

  /// Each type that has names is found under the very name that leads to it.
  @Test(arguments: ["home", "index", "page", "record", "entities/Order", "entities/Customer", "blocks/table"])
  func everyTypeHasASectionOfItsName(template: String) async throws {
    let model = """
      entities:
        Customer:
          relationships:
            bicycles: {to: Bicycle, many: true, inverse: owner}
        Bicycle:
          folder: bicycles
          attributes: {frame: string}
          relationships:
            owner: {to: Customer, inverse: bicycles}

      """
    let folder = try SmallSite.folder(adding: ["Content/model.yml": model])
    let run = try await folder.docket("theme", "names", template)
    let lines = run.output.split(separator: "\n").map(String.init)
    let headings = lines.filter { !$0.hasPrefix(" ") }.dropFirst().map { String($0.dropLast()) }
    let types = try lines.filter { $0.hasPrefix("  ") }.map { line in
      String(try #require(line.wholeMatch(of: /\ +\S+ +(?:list of )?(.+)/), "\(line)").1)
    }
    #expect(headings.count >= 5)
    #expect(Set(headings).count == headings.count, "\(headings.sorted())")
    for heading in headings { #expect(types.contains(heading), "nothing leads to '\(heading)'") }
    let plain: Set = ["text", "HTML", "true or false"]
    for type in Set(types).subtracting(plain) where !type.hasPrefix("whatever is written") {
      #expect(headings.contains(type) || type == "page" && template != "page", "there is no '\(type)'")
    }
  }

  /// Every name that is printed for a template compiles in it, and no other does.
  @Test(arguments: ["home", "index", "page", "entities/Order", "entities/Customer", "blocks/table"])
  func everyNameOfATemplateCompiles(template: String) async throws {
    let folder = try SmallSite.folder(adding: ["Themes/shop/theme.yml": "parent: default\n"])
    let run = try await folder.docket("theme", "names", template)
    let first = run.output.split(separator: "\n").dropFirst().prefix { $0.hasPrefix("  ") }
    let names = first.compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(names.count >= 2)
    let sections = names.map { "{{#\($0)}}{{/\($0)}}" }.joined(separator: "\n")
    try folder.put("Themes/shop/\(template).mustache", sections)
    let check = try await folder.docket("check", "--theme", "shop")
    #expect(!check.output.contains("[unknown-name]"), "\(check.output)")
    try folder.put("Themes/shop/\(template).mustache", sections + "{{#nonsense}}{{/nonsense}}")
    #expect(try await folder.docket("check", "--theme", "shop").output.contains("unknown name 'nonsense'"))
  }

  /// A template of several entities sees what all of them have.
  @Test(arguments: ["index", "record"])
  func namesOfATemplateForAllEntitiesAreThoseTheyShare(template: String) async throws {
    let run = try await SmallSite.folder().docket("theme", "names", template)
    for entity in ["Customer", "Order", "Service"] {
      #expect(!run.output.contains("\n\(entity):\n"), "\(run.output)")
    }
    #expect(run.output.contains("  stateLabel") && !run.output.contains("  sums"), "\(run.output)")
    #expect(run.output.contains("  records     list of record\n") == (template == "index"), "\(run.output)")
  }

  @Test(arguments: [
    ("entities/Ordr", "docket looks for no template 'entities/Ordr'; did you mean 'entities/Order'?"),
    ("partials/table", "'partials/table' sees what the template that calls it sees"),
    ("layout", "'layout' sees what the template that calls it sees"),
  ])
  func aTemplateWithoutNamesIsTold(template: String, message: String) async throws {
    let run = try await SmallSite.folder().docket("theme", "names", template)
    #expect(run.status == 64 && run.error.contains(message), "\(run.error)")
  }

  @Test func aTemplateThatAPageNamesSeesWhatPagesDo() async throws {
    let folder = try SmallSite.folder(adding: [
      "Themes/shop/theme.yml": "parent: default\n", "Themes/shop/landing.mustache": "{{page.title}}",
      "Content/offer.md": "---\ntitle: Offer\ntemplate: landing.mustache\n---\n",
    ])
    let run = try await folder.docket("theme", "names", "landing", "--theme", "shop")
    let page = try await folder.docket("theme", "names", "page", "--theme", "shop")
    #expect(run.status == 0 && run.output == page.output.replacing("page sees:", with: "landing sees:"))
    let check = try await folder.docket("check", "--theme", "shop")
    #expect(
      check.output.contains("no template 'landing.mustache'; did you mean 'landing'?"), "\(check.output)")
  }

  /// The template of an entity's list sees its records with their attributes.
  @Test func aTemplateThatAnIndexNamesSeesItsRecords() async throws {
    let folder = try SmallSite.folder(adding: [
      "Themes/shop/theme.yml": "parent: default\n",
      "Themes/shop/cards.mustache":
        "{{#records}}{{name}} {{price}}{{/records}}{{>partials/pagination}}{{{page.content}}}",
      "Content/services/index.md": "---\ntitle: Cards\ntemplate: cards\n---\n",
    ])
    let run = try await folder.docket("theme", "names", "cards", "--theme", "shop")
    #expect(run.output.contains("\n  records     list of Service\n"), "\(run.output)\(run.error)")
    #expect(run.output.contains("\nService:\n") && run.output.contains("\n  price "))
  }

  @Test func copiesFromTheNearestParent() async throws {
    let folder = try SmallSite.folder(adding: [
      "Themes/shop/theme.yml": "parent: default\n", "Themes/shop/partials/head.mustache": "<!-- shop -->\n",
      "Themes/shop/entities/Order.slip.mustache": "{{record.title}}\n",
      "Themes/shop/assets/shop.css": "p {}\n",
      "Themes/autumn/theme.yml": "parent: shop\n",
    ])
    for (file, text) in [
      ("partials/head.mustache", "<!-- shop -->\n"), ("entities/Order.slip.mustache", "{{record.title}}\n"),
      ("assets/shop.css", "p {}\n"),
    ] {
      let run = try await folder.docket("theme", "copy", file, "--theme", "autumn")
      #expect(run.status == 0, "\(run.error)")
      #expect(try folder.text("Themes/autumn/\(file)") == text)
    }
    let missing = try await folder.docket("theme", "copy", "entities/Order.slap", "--theme", "autumn")
    #expect(missing.error.contains("did you mean 'entities/Order.slip'?"), "\(missing.error)")
  }

  @Test func withoutATemplateItListsThem() async throws {
    let run = try await SmallSite.folder().docket("theme", "names")
    #expect(run.status == 0)
    #expect(run.output.contains("page sees:\n") && run.output.contains("\n  entities/Service\n"))
  }

  // MARK: site.yml alone

  @Test func aLogoAndAColourNeedNoTheme() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/site.yml": "title: Shed\nparams: {logo: pictures/sign.svg, accent: \"#7A2\"}\nprint: notes\n",
      "Content/pictures/sign.svg": "<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n",
    ])
    let site = try await folder.build().site
    let page = site.text("orders/2026/o2.html")
    #expect(page.contains("<img src=\"../../pictures/sign.svg\" alt=\"Shed\">"))
    #expect(page.contains("<link rel=\"stylesheet\" href=\"../../assets/accent.css\">"))
    #expect(page.contains("<body class=\"print-notes\">"))
    #expect(site.text("assets/accent.css").contains("--accent: #77aa22;"))
    let check = try await folder.docket("check")
    #expect(
      check.output.contains(
        "site.yml:2:43: warning: links in the colour '#77aa22' are hard to read on white: a contrast of 2.7, and 4.5 is the minimum"
      ), "\(check.output)")
  }

  @Test(arguments: [
    (
      "logo: sgn.svg",
      "2:16: error: the logo 'sgn.svg' is not a file of Content; did you mean 'sign.svg'? [broken-link]"
    ),
    ("accent: blue", "2:18: error: 'accent' is a colour as '#' and six digits"),
  ])
  func aWrongLogoOrColourIsAnError(param: String, message: String) async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/site.yml": "title: Shed\nparams: {\(param)}\n", "Content/sign.svg": "<svg/>\n",
    ])
    let check = try await folder.docket("check")
    #expect(check.status == 1 && check.output.contains("site.yml:" + message), "\(check.output)")
  }

  @Test func pagesLeadToWhereTheirFilesAreEdited() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/site.yml": "title: Shed\nedit-url: https://git.example/edit/main/Content\n",
      "Content/orders/2026/ö4.md": SmallSite.order("2026-03-01", "ann", "tune", 5),
    ])
    let site = try await folder.build().site
    func edit(_ path: String) -> String? {
      let links = HTMLPage(Data(site.text(path).utf8)).root.all("a")
      return links.first { $0.attributes["class"] == "edit" }?.attributes["href"]
    }
    #expect(edit("orders/2026/o2.html") == "https://git.example/edit/main/Content/orders/2026/o2.md")
    #expect(
      edit("orders/2026/ö4.html") == "https://git.example/edit/main/Content/orders/2026/%C3%B6" + "4.md")
    #expect(edit("about.html") == "https://git.example/edit/main/Content/about.md")
    #expect(edit("orders/index.html") == "https://git.example/edit/main/Content/orders/index.md")
    #expect(edit("index.html") == nil, "no file says it")
    #expect(edit("customers/index.html") == nil)
    try folder.put("Content/site.yml", "title: Shed\nedit-url: git.example/{path}?a=b\n")
    #expect(
      try await folder.docket("check").output.contains(
        "Content/site.yml:2:11: error: 'edit-url' is the address of Content's folder where files are edited"))
  }

  // MARK: body

  @Test func aBodyIsAKeyOfTheQueryLanguage() async throws {
    let folder = try SmallSite.folder()
    let ids = try await folder.docket("query", "Order", "--where", "body CONTAINS[c] 'BLUE'", "--ids")
    #expect(ids.output == "o1\n")
    let none = try await folder.docket("query", "Order", "--where", "body = nil", "--count")
    #expect(none.output == "2\n", "\(none.error)")
    let columns = try await folder.docket("query", "Order", "--where", "id = 'o1'", "--columns", "id,body")
    #expect(columns.output == "id,body\r\no1,Blue.\r\n")
    let customer = try await folder.docket(
      "query", "Customer", "--where", "ANY orders.body BEGINSWITH 'Bl'", "--ids")
    #expect(customer.output == "ann\n", "\(customer.error)")
    let row = try await folder.docket("query", "RowOfOrder", "--where", "body = 'x'", "--ids")
    #expect(row.status == 1, "what is inside another has no body")
  }
}

extension Substring {
  /// The text without blanks at its ends.
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
