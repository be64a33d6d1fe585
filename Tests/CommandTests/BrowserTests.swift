import Foundation
import TestSupport
import Testing

/// The sample in a real browser, from a folder and from a host with a strict policy: sorting, filters, addresses of
/// views, the search, dark, phone, keyboard and paper.
@Suite struct BrowserTests {
  /// The sample, built for the day of the checks; with a filter of many values and one of very many where that is asked for.
  private static func sample(filteringByCustomer: Bool = false) async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.copy(Repository.content, to: "Content")
    if filteringByCustomer {
      let index = try folder.text("Content/orders/index.md")
      try folder.put(
        "Content/orders/index.md",
        index.replacing("filters: state,", with: "filters: customer, bicycle, rows.service, state,"))
      for number in 1...180 {
        try folder.put("Content/customers/rider-\(number).md", "---\nname: Rider Ö\(number)\n---\n")
        try folder.put(
          "Content/orders/2024/2024-\(1000 + number).md",
          "---\ndate: 2024-05-05\ncustomer: rider-\(number)\npaid: true\nrows: [{sum: \(number)}]\n---\n")
      }
    }
    let build = try await Program.docket(in: folder.path, today: "2026-11-22").run("build")
    try #require(build.status == 0, "\(build.error)")
    return folder
  }

  /// Runs a script of Tests/Browser on a folder.
  private static func run(_ script: String, in folder: TemporaryFolder, _ arguments: String...) async throws
    -> Program.Run
  {
    let path = Repository.root.appending(path: "Tests/Browser/\(script)").path
    return try await Program("python3", "-B", path, in: folder.path).run(arguments)
  }

  @Test(.needsBrowser)
  func pagesAnswerInABrowser() async throws {
    let folder = try await Self.sample()
    let filtered = try await Self.sample(filteringByCustomer: true)
    func check() async throws -> Program.Run {
      try await Self.run("checks.py", in: folder, folder.path("Site"), filtered.path("Site"))
    }
    var run = try await check()
    // All tests run at once: a browser may have to wait for longer than a check does. A fault fails twice.
    if run.status != 0 { run = try await check() }
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output.split(separator: "\n").count { $0.hasPrefix("passed ") } == 168, "\(run.output)")
  }

  /// Others begin with the same letters, and are newer.
  @Test(.needsBrowser)
  func whatIsTypedInFullIsTheFirstHit() async throws {
    var files = [
      "Content/customers/a.md": "---\nname: Riesling 1\n---\n",
      "Content/customers/b.md": "---\nname: Fair\n---\n\nFrom 5 March 2026.\n",
      "Content/customers/c.md": "---\nname: アオキ\n---\n",
      "Content/customers/d.md": "---\nname: Möbel-Müller\n---\n",
    ]
    for number in 1...30 {
      files["Content/orders/R-\(number).md"] =
        "---\ndate: 2026-03-\(number < 10 ? "0" : "")\(number)\nrows: [{sum: 1}]\n---\n"
      files["Content/customers/w\(number).md"] = "---\nname: Riesling 1 Auslese \(number)\n---\n"
    }
    let folder = try TemporaryFolder(files)
    try #require(try await folder.docket("build").status == 0)
    let queries = [
      "R-2", "order r-2", "R-1", "Riesling 1", "riesling 1 auslese 2", "Mar 12, 2026", "2 march 2026",
      "3/7/2026", "5 march 2026", "fair 5 march 2026",
      "あおき", "moebel muell",
    ]
    let run = try await Self.run(
      "search.py", in: folder, folder.path("Site/index.html"), "\(queries.joined(separator: "|"))"
    )
    let hits = run.output.split(separator: "\n").map(String.init)
    #expect(
      hits == [
        "Order R-2", "Order R-2", "Order R-1", "Customer Riesling 1", "Customer Riesling 1 Auslese 2",
        "Order R-12", "Order R-2", "Order R-7", "Order R-5", "Customer Fair",
        "Customer アオキ", "Customer Möbel-Müller",
      ], "\(run.error)")
  }

  /// Amounts and days as the pages have them: German of Switzerland has the minus sign after the currency.
  @Test(.needsBrowser)
  func valuesAreFoundAsTheLanguageWritesThem() async throws {
    let folder = try TemporaryFolder([
      "Content/site.yml": "language: de-CH\ncurrency: CHF\n",
      "Content/orders/o1.md": "---\ndate: 2026-01-01\nrows: [{sum: -7.25}]\n---\n",
      "Content/orders/o2.md": "---\ndate: 2026-01-02\nrows: [{sum: 9}]\n---\n",
    ])
    try #require(try await folder.docket("build").status == 0)
    #expect(try folder.text("Site/orders/o1.html").contains("CHF-7.25"))
    let run = try await Self.run(
      "search.py", in: folder, folder.path("Site/index.html"), "CHF-7.25|-7.25|CHF 7.25|2/1/2026")
    // German has the day before the month.
    #expect(
      run.output.split(separator: "\n") == ["Auftrag o1", "Auftrag o1", "Auftrag o1", "Auftrag o2"],
      "\(run.output)\(run.error)")
  }

  /// A theme's own layout and list, with as little as `docket theme --help` asks for.
  @Test(.needsBrowser)
  func scriptsFindTheMarkupOfAnotherTheme() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/site.yml": "title: Shed\ntheme: bare\n",
      "Themes/bare/theme.yml": "parent: default\n",
      "Themes/bare/layout.mustache": """
      <!doctype html>
      <html lang="{{site.language}}" data-root="{{site.root}}">
      <head><title>{{$title}}{{page.title}}{{/title}}</title>
      <script src="{{site.root}}assets/docket.js" defer></script>
      <script src="{{site.root}}assets/search.js" defer></script>
      {{$steady}}{{/steady}}{{$head}}{{/head}}</head>
      <body>
      <form class="find"><input><output></output><ul data-more="…"></ul></form>
      {{$path}}{{/path}}{{$main}}{{/main}}
      </body>
      </html>

      """,
      "Themes/bare/index.mustache": """
      {{<layout}}
      {{$main}}
      <h1>{{page.title}} <small>{{#table}}{{count}}{{/table}}</small></h1>
      {{{page.content}}}
      {{#filters}}
      <p class="pick" data-filter="{{name}}">
      {{#values}}
      <a href="{{url}}" data-value="{{key}}"{{#isCurrent}} aria-current="true"{{/isCurrent}}>{{label}}
      <small>{{count}}</small></a>
      {{/values}}
      </p>
      {{/filters}}
      {{#table}}
      <div{{#list}} data-list="{{list}}"{{#isBase}} data-base=""{{/isBase}}{{/list}}{{#sort}} data-sort="{{sort}}"{{/sort}}>
      <table>
      <thead><tr>
      {{#columns}}
      <th class="{{type}}"{{#isSortable}} data-key="{{name}}"{{/isSortable}}><span>{{label}}</span></th>
      {{/columns}}
      </tr></thead>
      <tbody>
      {{#rows}}
      <tr>{{#cells}}<td>{{value}}</td>{{/cells}}</tr>
      {{/rows}}
      </tbody>
      </table>
      </div>
      {{/table}}
      {{/main}}
      {{/layout}}

      """,
    ])
    try await folder.build("--strict")
    let run = try await Self.run("markup.py", in: folder, folder.path("Site"))
    let seen = run.output.split(separator: "\n")
    #expect(seen == ["o3 o2 o1", "o2 o1 o3", "o1 o3", "ann", "Order o2"], "\(run.error)")
  }

  /// Every kind of page by WCAG 2.2 AA, in light and dark, on a screen and a phone.
  @Test(.needsBrowser, .needsPython(module: "axe_playwright_python"))
  func everyKindOfPageIsAccessible() async throws {
    let folder = try await Self.sample()
    let pages = [
      "index", "orders/index", "orders/by/total", "orders/where/state/paid", "orders/2026/2026-0054",
      "customers/index", "customers/franz-xaver-wimmer", "services/index", "services/labour", "reports/index",
      "reports/receivables", "reports/revenue", "reports/best-customers", "about", "model",
    ]
    let path = Repository.root.appending(path: "Tests/Browser/accessibility.py").path
    let run = try await Program("python3", "-B", path, in: folder.path)
      .run([folder.path("Site")] + pages)
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output.split(separator: "\n").count { $0.hasPrefix("passed ") } == pages.count * 4)
  }

  /// Every page as the reader that browsers' makers agreed on sees it.
  @Test(.needsPython(module: "html5lib"))
  func everyPageIsReadWithoutAnError() async throws {
    let folder = try await Self.sample()
    let pages = try FileTree(folder.path("Site")).files.keys.count { $0.hasSuffix(".html") }
    let run = try await Self.run("strict.py", in: folder, folder.path("Site"))
    #expect(run.status == 0 && run.output == "\(pages)\n", "\(run.error)")
  }
}
