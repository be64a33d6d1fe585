import Diagnostics
import Site
import TestSupport
import Testing

/// What is said of templates where model.yml has errors of its own: all that does not follow from those.
@Suite struct TemplateCheckTests {
  /// The errors in the templates of a site whose model is added to.
  private func diagnosticLines(_ model: String, _ templates: [String: String]) async throws -> [String] {
    var files = ["Content/model.yml": model, "Themes/own/theme.yml": "parent: default\n"]
    for (name, text) in templates { files["Themes/own/\(name).mustache"] = text }
    let site = try await SiteFixture(files, theme: "own")
    #expect(site.diagnostics.contains { $0.range.file.path.hasSuffix("model.yml") && $0.severity == .error })
    return site.diagnostics.filter { $0.range.file.path.hasSuffix(".mustache") }.map(\.range.text)
  }

  /// Each with a template's use of what it hides.
  @Test(arguments: [
    ("Order: {lable: Auftrag}", "", ["totl", "nmae"]),
    ("Order: {rules: [{unles: paid, error: x}]}", "", ["totl", "nmae"]),
    ("Order: {atributes: {tip: money}}", "{{#tip}}{{plain}}{{/tip}}", ["nmae"]),
    ("Order: {attributes: {tip: mony}}", "{{#tip}}{{plain}}{{/tip}} {{tip.plain}}", ["totl", "nmae"]),
    ("Order: [x]", "{{tip}}", ["nmae"]),
    ("Customer: {atributes: {vip: boolean}}", "{{#customer.vip}}{{.}}{{/customer.vip}}", ["totl"]),
  ])
  func anErrorInAnEntityHidesOnlyItsOwnNames(entity: String, use: String, found: [String]) async throws {
    let templates = ["entities/Order": "{{totl}} {{total}} \(use)", "entities/Customer": "{{name}} {{nmae}}"]
    let unknown = try await diagnosticLines("entities:\n  \(entity)\n", templates)
    #expect(Set(unknown) == Set(found))
  }

  @Test(arguments: ["entites: {}\n", "entities: [\n"])
  func withoutTheModelOnlyTagsAndTemplatesAreChecked(model: String) async throws {
    let templates = [
      "entities/Order": "{{totl}}{{<layuot}}{{/layuot}}", "record": "{{#fields}}{{name}}",
      "page": "{{{site.title}}}",
    ]
    #expect(try await diagnosticLines(model, templates) == ["layuot", "{{#fields}}"])
  }

  /// A template that has the former name of an attribute is told its present one.
  @Test(arguments: ["{{cause}} {{reason}}", "{{#customer.orders}}{{reason}}{{/customer.orders}}"])
  func aFormerNameLeadsToThePresentOne(template: String) async throws {
    let site = try await SiteFixture(
      [
        "Content/model.yml":
          "entities:\n  Order:\n    attributes:\n      cause: {type: string, was: reason}\n",
        "Themes/own/theme.yml": "parent: default\n", "Themes/own/entities/Order.mustache": template,
      ], theme: "own")
    #expect(site.diagnosticLines.count == 1)
    #expect(
      site.diagnosticLines.first?.contains("unknown name 'reason'; it is called 'cause' now") == true,
      "\(site.diagnosticLines)")
  }

  // MARK: Layouts

  /// A layout of one's own under the built-in templates is where what these fill is added.
  @Test func aBlockThatTheLayoutLacksIsOneErrorInTheLayout() async throws {
    func lines(_ layout: String, _ more: [String: String] = [:]) async throws -> [String] {
      try await SiteFixture(
        ["Themes/own/theme.yml": "parent: default\n", "Themes/own/layout.mustache": layout]
          .merging(more) { $1 }, theme: "own"
      ).diagnosticLines
    }
    func line(_ name: String) -> String {
      "Themes/own/layout.mustache:1: there is no block '\(name)', which built-in templates fill; "
        + "add '{{$\(name)}}{{/\(name)}}' [unknown-name]"
    }
    #expect(try await lines("{{$main}}{{/main}}") == ["path", "steady", "title"].map(line))
    let whole = "{{$title}}{{/title}}{{$path}}{{/path}}{{$steady}}{{/steady}}{{$main}}{{/main}}"
    #expect(try await lines(whole) == [])
    // What a template of one's own fills is an error there.
    #expect(
      try await lines(
        whole, ["Themes/own/page.mustache": "{{<layout}}{{$mian}}{{{page.content}}}{{/mian}}{{/layout}}"])
        == [
          "Themes/own/page.mustache:1: the parent has no block 'mian'; did you mean 'main'? [unknown-name]"
        ])
  }

  @Test func aLayoutThatIsItsOwnParentIsOneError() async throws {
    let site = try await SiteFixture(
      [
        "Themes/own/theme.yml": "parent: default\n",
        "Themes/own/layout.mustache": "{{<layout}}{{$main}}x{{/main}}{{/layout}}",
      ], theme: "own")
    #expect(
      site.diagnosticLines == [
        "Themes/own/layout.mustache:1: the template 'layout' is its own parent [template-depth]"
      ])
  }

  /// A name that only a page knows may call any partial, but hardly one that is made for another page.
  @Test func aNameOfAPageDoesNotMakeBuiltInPartialsErrors() async throws {
    var files = [
      "Content/landing.md": "---\ntemplate: landing\nparams: {box: hello}\n---\n",
      "Themes/own/theme.yml": "parent: default\n", "Themes/own/index.mustache": "x",
      "Themes/own/landing.mustache": "{{>*page.params.box}}",
      "Themes/own/partials/hello.mustache": "{{page.title}}",
    ]
    #expect(try await SiteFixture(files, theme: "own").diagnosticLines == [])
    // One that is called is an error where it is.
    files["Content/landing.md"] = "---\ntemplate: landing\nparams: {box: pagination}\n---\n"
    let errors = try await SiteFixture(files, theme: "own").site.renderingErrors()
    #expect(errors.map(\.summary) == ["partial 'pagination' does not fit here"])
    #expect(errors.map(\.range.text) == ["{{>*page.params.box}}"])
    // One of the theme's own must fit somewhere.
    files["Themes/own/partials/hello.mustache"] = "{{titel}}"
    #expect(
      try await SiteFixture(files, theme: "own").diagnosticLines == [
        "Themes/own/partials/hello.mustache:1: unknown name 'titel'; there is 'page', 'site' [unknown-name]"
      ])
  }

  /// Whoever adds the first block of a kind to a page must not find the theme's errors.
  @Test func aTemplateOfBlocksIsCheckedBeforeAPageUsesIt() async throws {
    let files = [
      "Themes/own/theme.yml": "parent: default\n",
      "Themes/own/blocks/line.mustache": "{{#block}}{{titel}}{{/block}}",
    ]
    #expect(
      try await SiteFixture(files, theme: "own").diagnosticLines == [
        "Themes/own/blocks/line.mustache:1: unknown name 'titel'; did you mean 'title'? [unknown-name]"
      ])
  }

  /// A theme may ask for what another site sets; so only what is nearly one of this site's is told.
  @Test func aParamOfNearlyTheRightNameIsAWarning() async throws {
    let site = try await SiteFixture(
      [
        "Content/site.yml":
          "params: {phone: 1, owner: {name: Ann}, menu: [{url: a, items: [{url: b}]}, {title: A}]}\n",
        "Content/a.md": "---\nparams: {hero: a.png}\n---\n",
        "Content/b.md": "---\nparams: {team: [Ann]}\n---\n",
        "Themes/own/theme.yml": "parent: default\n",
        "Themes/own/page.mustache": """
        {{site.params.phone}}{{site.params.phnoe}}{{site.params.fax}}{{site.params.owner.name.first}}
        {{site.params.owner.nmae}}
        {{#site.params.ownr}}{{name}}{{/site.params.ownr}}
        {{#site.params.owner}}{{nmae}}{{name}}{{fax}}{{page.title}}{{sitee}}{{/site.params.owner}}
        {{#site.params.menu}}{{#items}}{{title}}{{ulr}}{{#items}}{{ulr}}{{/items}}{{/items}}{{titel}}{{/site.params.menu}}
        {{site.params.menu.title}}
        {{page.params.heroo}}{{page.params.hero}}{{page.params.phnoe}}{{page.params.teams}}
        """,
      ], theme: "own")
    let lines = [
      "1: unknown name 'phnoe' in 'params'; did you mean 'phone'?",
      "2: unknown name 'nmae' in 'owner'; did you mean 'name'?",
      "3: unknown name 'ownr' in 'params'; did you mean 'owner'?",
      "4: unknown name 'nmae'; did you mean 'name'?", "4: unknown name 'sitee'; did you mean 'site'?",
      "5: unknown name 'ulr'; did you mean 'url'?", "5: unknown name 'ulr'; did you mean 'url'?",
      "5: unknown name 'titel'; did you mean 'title'?",
      "6: unknown name 'title' in 'menu'; elements of the list have it: {{#menu}}{{title}}{{/menu}}",
      "7: unknown name 'heroo' in 'params'; did you mean 'hero'?",
      "7: unknown name 'teams' in 'params'; did you mean 'team'?",
    ]
    #expect(site.diagnosticLines == lines.map { "Themes/own/page.mustache:\($0) [unknown-name]" })
    #expect(!site.diagnostics.hasErrors)
  }

  /// A text has no keys: what is asked for in its section is asked of the record around it.
  @Test func inTheSectionOfATextNamesAreThoseAroundIt() async throws {
    func lines(_ template: String) async throws -> [String] {
      try await SiteFixture(
        [
          "Content/site.yml": "params: {terms: Soon, bank: {name: Ours}}\n",
          "Content/model.yml": "entities: {Order: {attributes: {cost: {type: money, private: true}}}}\n",
          "Themes/own/theme.yml": "parent: default\n", "Themes/own/entities/Order.mustache": template,
        ], theme: "own", isPublic: true
      ).diagnosticLines
    }
    let place = "Themes/own/entities/Order.mustache:1: "
    let section = "{{#site.params.terms}}{{.}}{{total}}NAME{{/site.params.terms}}"
    #expect(try await lines(section.replacing("NAME", with: "{{open}}{{page.title}}")) == [])
    #expect(
      try await lines(section.replacing("NAME", with: "{{opne}}"))
        == [place + "unknown name 'opne'; did you mean 'open'? [unknown-name]"])
    let hidden = try await lines(section.replacing("NAME", with: "{{#cost}}x{{/cost}}"))
    #expect(hidden.count == 1 && hidden[0].hasPrefix(place + "'cost' of Order is private"), "\(hidden)")
    // A mapping may have the key on another site, and here the record has it.
    let inMap = try await lines("{{#site.params.bank}}{{name}}{{#cost}}x{{/cost}}{{/site.params.bank}}")
    #expect(inMap.count == 1 && inMap[0].hasPrefix(place + "'cost' of Order is private"), "\(inMap)")
  }

  /// A name that a record has not any more, or not in a public site, is not that of the record around it.
  @Test(arguments: [
    ("price: {private: true}", "private-name"), ("price: null", "unknown-name"),
    ("price: null, rate: {type: money, was: price}", "unknown-name"),
  ])
  func anAbsentNameIsNotTakenFromTheRecordAround(attribute: String, id: String) async throws {
    let site = try await SiteFixture(
      [
        "Content/model.yml": "entities: {Service: {attributes: {\(attribute)}}}\n",
        "Themes/own/theme.yml": "parent: default\n",
        "Themes/own/entities/Order.mustache": "{{#rows}}{{price}}{{#service}}{{price}}{{/service}}{{/rows}}",
      ], theme: "own", isPublic: true)
    let found = site.diagnosticLines.filter { $0.contains("Order.mustache") }
    #expect(found.count == 1 && found[0].hasSuffix("[\(id)]"), "\(found)")
  }

  /// Nor is it in the built-in template, which then gives way to that of any record.
  @Test(arguments: ["text: null", "text: {private: true}", "text: null, line: {type: string, was: text}"])
  func theBuiltInTemplateTakesNoneEither(attribute: String) async throws {
    let site = try await SiteFixture(
      [
        "Content/model.yml":
          "entities: {RowOfOrder: {attributes: {\(attribute)}}, Order: {attributes: {text: string}}}\n",
        "Content/orders/o1.md": "---\ndate: 2026-01-02\ntext: Of the order\nrows:\n  - {sum: 1}\n---\n",
      ], isPublic: true)
    let page = try await site.write().text("orders/o1.html")
    #expect(page.ranges(of: "Of the order").count == 1, "\(page)")
  }

  /// A list or mapping prints nothing, which is not what a template that prints it is for.
  @Test func aParamThatDoesNotPrintIsAWarning() async throws {
    let site = try await SiteFixture(
      [
        "Content/site.yml":
          "params:\n  hours: [Mo, Tu]\n  social: {chat: a}\n  teams: [{name: A}]\n  none:\n",
        // What is a text on one page and a list on another may be printed.
        "Content/a.md": "---\nparams: {tags: [x], hero: x}\n---\n",
        "Content/b.md": "---\nparams: {tags: x}\n---\n",
        "Themes/own/theme.yml": "parent: default\n",
        "Themes/own/page.mustache": """
        {{site.params.hours}}
        {{#site.params.hours}}{{.}}{{/site.params.hours}}{{#site.params.social}}{{chat}}{{/site.params.social}}
        {{site.params.social}}
        {{#site.params.teams}}{{.}}{{name}}{{/site.params.teams}}
        {{site.params.none}}{{page.params.tags}}{{page.params.hero}}
        """,
      ], theme: "own")
    let lines = [
      "1: 'site.params.hours' is a list and does not print; print its elements: "
        + "{{#site.params.hours}} … {{/site.params.hours}}",
      "3: 'site.params.social' is no text and does not print; it has 'chat'",
      "4: '.' is no text and does not print; it has 'name'",
    ]
    #expect(site.diagnosticLines == lines.map { "Themes/own/page.mustache:\($0) [wrong-shape]" })
    #expect(!site.diagnostics.hasErrors)
  }

  /// A misspelled name of what a page says is one error, and no template without it as well.
  @Test func misspelledContentIsOneError() async throws {
    func lines(_ template: String) async throws -> [String] {
      let files = [
        "Content/a.md": "---\ntitle: A\n---\n\nSaid.\n", "Themes/own/theme.yml": "parent: default\n",
        "Themes/own/page.mustache": template,
      ]
      return try await SiteFixture(files, theme: "own").diagnosticLines
    }
    #expect(
      try await lines("{{{page.contnet}}}") == [
        "Themes/own/page.mustache:1: unknown name 'contnet' in 'page'; did you mean 'content'? [unknown-name]"
      ])
    #expect(try await lines("{{page.title}}").first?.hasSuffix("is shown [unprinted-content]") ?? false)
  }

  /// A record is not trusted: a text at the beginning of an address may be `javascript:…`.
  @Test func anAddressThatBeginsWithATextIsAWarning() async throws {
    let site = try await SiteFixture(
      [
        "Content/model.yml":
          "entities: {Customer: {attributes: {bed: string, web: url, mail: email, size: {type: string, choices: [a, b]}, code: {type: string, pattern: '[A-Z]+'}}}}\n",
        "Content/customers/a.md": "---\nname: A\nbed: javascript:alert(1)\n---\n",
        "Themes/own/theme.yml": "parent: default\n",
        "Themes/own/partials/host.mustache": "https://example.org/",
        "Themes/own/entities/Customer.mustache": """
        <a href="{{web}}">1</a><a href="mailto:{{mail}}">2</a><a href="{{record.url}}">3</a>
        <a href="{{site.root}}{{bed}}">4</a><a title="{{bed}}" href="#{{bed}}">5</a><a href="{{size}}">6</a><a href="{{code}}">8</a>
        <a href="{{>partials/host}}{{bed}}">9</a>
        <a href="{{bed}}">7</a><form action=' {{#web}}{{bed}}{{/web}}'></form><img src="{{bed}}">

        """,
      ], theme: "own")
    let range = "Themes/own/entities/Customer.mustache:4"
    let line =
      "\(range): an address that begins with 'bed', which may be any text, may be a script; an attribute of type url "
      + "may not [unescaped-text]"
    #expect(site.diagnosticLines == [line, line])
    #expect(!site.diagnostics.hasErrors)
  }
}
