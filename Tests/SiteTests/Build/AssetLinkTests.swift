import Site
import Testing

/// Paths of assets in the text of templates.
struct AssetLinkTests {
  private func lines(
    _ template: String, name: String = "page", adding files: [String: String] = [:]
  ) async throws -> [String] {
    var all = [
      "Themes/own/theme.yml": "parent: default\n", "Themes/own/\(name).mustache": template,
      "Themes/own/assets/logo.svg": "<svg/>", "Themes/own/assets/my file.css": "p {}",
      "Content/assets/photo.jpg": "a photo",
    ]
    all.merge(files) { $1 }
    return try await SiteFixture(all, theme: "own").diagnosticLines
  }

  @Test func aFileThatTheThemeLacksIsAWarning() async throws {
    let found = try await lines(
      """
      <img alt="" src="{{site.root}}assets/logoo.svg"><link href='{{ site.root }}assets/zzzzzzzz.css'>
      <img src="{{site.root}}assets/logo.svg#a"><link href="{{site.root}}assets/docket.css?v=2">
      <img src="{{site.root}}assets/photo.jpg"><link href="{{site.root}}assets/accent.css">
      <link href="{{site.root}}assets/my%20file.css"><img src="{{site.root}}assets/{{page.title}}.svg">
      {{! <img src="assets/nothing.svg"> }}<!-- <img src="assets/nothing.svg"> --><p title="src=assets">assets/x</p>

      """)
    #expect(
      found == [
        "Themes/own/page.mustache:1: the theme has no file 'assets/logoo.svg'; did you mean 'assets/logo.svg'? [broken-link]",
        "Themes/own/page.mustache:1: the theme has no file 'assets/zzzzzzzz.css' [broken-link]",
      ])
  }

  @Test func aStyleSheetsLinkIsCheckedFromWhereItLies() async throws {
    let style = """
      @import "more.css"; @import url(../docket.css);
      p { background: url(logo.svg) } /* url(nothing.svg) */
      q { background: url("../logo.svg#a"), url(https://example.org/a.svg), url(data:image/svg+xml,x) }

      """
    let found = try await lines(
      "<p>{{page.title}}</p>\n",
      adding: ["Themes/own/assets/css/own.css": style, "Themes/own/assets/css/more.css": "p {}"])
    #expect(
      found == [
        "Themes/own/assets/css/own.css:2: the theme has no file 'assets/css/logo.svg'; did you mean 'assets/logo.svg'? [broken-link]"
      ])
  }

  /// A page that is opened by double click has the disk's top, not the site's.
  @Test func aPathFromTheTopIsAWarning() async throws {
    let template = "<link href=/assets/docket.css>\n<img src=\"{{site.root}}/assets/logo.svg\">\n"
    let found = try await lines(
      template, adding: ["Themes/own/assets/css/own.css": "p { background: url(/assets/logo.svg) }\n"])
    let reason = "begins at the top of the disk or of the host, and not of the site; write"
    #expect(
      found == [
        "Themes/own/assets/css/own.css:1: '/assets/logo.svg' \(reason) ../../assets/logo.svg [broken-link]",
        "Themes/own/page.mustache:1: '/assets/docket.css' \(reason) {{site.root}}assets/docket.css [broken-link]",
        "Themes/own/page.mustache:2: '/assets/logo.svg' \(reason) {{site.root}}assets/logo.svg [broken-link]",
      ])
  }

  /// Pages in folders would look for it there.
  @Test func aPathWithoutTheRootIsAWarning() async throws {
    let template = "<link rel=stylesheet href=assets/docket.css>\n<img\nsrc=\"assets/logo.svg\">\n"
    #expect(
      try await lines(template) == [
        "Themes/own/page.mustache:1: 'assets/docket.css' leads nowhere from pages in folders; write {{site.root}}assets/docket.css [broken-link]",
        "Themes/own/page.mustache:3: 'assets/logo.svg' leads nowhere from pages in folders; write {{site.root}}assets/logo.svg [broken-link]",
      ])
    #expect(try await lines(template, name: "home") == [])
    let base = ["Themes/own/partials/head.mustache": "<base href=\"{{site.root}}\">"]
    #expect(try await lines(template, adding: base) == [])
  }

  /// Other files of the site are known by their paths from its root.
  @Test func aFileThatTheSiteLacksIsAWarning() async throws {
    let found = try await lines(
      """
      <a href="{{site.root}}reports/notes.html">1</a><img src="{{ site.root }}photos/a%20b.jpg">
      <a href="{{site.root}}reports/note.html#a">2</a><img src='{{site.root}}photos/{{page.title}}.jpg'>
      <!-- <a href="{{site.root}}nothing.html"> --><a href="{{site.root}}index.html">3</a><a href="{{site.root}}">4</a>
      <a href="{{site.root}}orders/">5</a>

      """,
      adding: ["Content/reports/notes.md": "---\ntitle: Notes\n---\n", "Content/photos/a b.jpg": "a photo"])
    #expect(
      found == [
        "Themes/own/page.mustache:2: the site has no file 'reports/note.html'; did you mean 'reports/notes.html'? [broken-link]"
      ])
  }

  /// A public site has the files that its templates lead to, by themselves or by values of public records, and no others.
  @Test func aPublicSiteHasTheFilesOfItsTemplates() async throws {
    var files = [
      "Content/site.yml": "params: {hero: photos/hero.jpg}\n",
      "Content/model.yml":
        "entities: {Service: {attributes: {photo: string, shots: tags, sketch: {type: string, private: true}}}}\n",
      "Content/services/a.md":
        "---\nname: A\nphoto: photos/a.jpg\nshots: [photos/b.jpg]\nsketch: photos/sketch.jpg\n---\n",
      "Content/photos/a.jpg": "a", "Content/photos/sketch.jpg": "b", "Content/photos/shop&co.jpg": "c",
      "Content/photos/b.jpg": "b", "Content/photos/hero.jpg": "h",
      "Content/photos/none.jpg": "d", "Content/secret.md": "---\ntitle: Secret\nprivate: true\n---\n",
      "Themes/own/theme.yml": "parent: default\n",
      "Themes/own/partials/head.mustache":
        "<link rel=\"icon\" href=\"{{site.root}}photos/shop&amp;co.jpg\"><a href=\"{{site.root}}secret.html\"></a>\n",
    ]
    let literal = try await SiteFixture(files, theme: "own", isPublic: true)
    #expect(literal.site.paths.filter { $0.hasSuffix(".jpg") } == ["photos/shop&co.jpg"])
    // Values lead to files only after the root.
    files["Themes/own/entities/Service.mustache"] =
      "<img src=\"{{site.root}}{{photo}}\"><img src=\"{{site.root}}{{site.params.hero}}\">{{#shots}}{{.}}{{/shots}}\n"
    let fixture = try await SiteFixture(files, theme: "own", isPublic: true)
    let all = ["photos/a.jpg", "photos/b.jpg", "photos/hero.jpg", "photos/shop&co.jpg"]
    #expect(fixture.site.paths.filter { $0.hasSuffix(".jpg") }.sorted() == all)
    #expect(
      fixture.diagnosticLines == [
        "Themes/own/partials/head.mustache:1: the site has no file 'secret.html' [broken-link]"
      ])
    #expect(try await SiteFixture(files, theme: "own").diagnosticLines == [])
  }

  /// A partial of the home page alone is at the site's root as well.
  @Test(arguments: [("home", 0), ("page", 1)])
  func aPartialOfTheHomePageNeedsNoRoot(caller: String, count: Int) async throws {
    let found = try await lines(
      "<img alt=\"\" src=\"assets/logo.svg\">\n", name: "partials/hero",
      adding: ["Themes/own/\(caller).mustache": "{{>partials/hero}}\n"])
    #expect(found.filter { $0.contains("leads nowhere") }.count == count, "\(found)")
  }

  /// What a folder of that name in Content gives is not known here.
  @Test func aFolderOfRecordsMayHaveTheName() async throws {
    let model = "entities: {Asset: {folder: assets, attributes: {name: string}}}\n"
    let found = try await lines(
      "<a href=\"{{site.root}}assets/lathe.html\">Lathe</a>\n",
      adding: ["Content/model.yml": model, "Content/assets/lathe.md": "---\nname: Lathe\n---\n"])
    #expect(found == [])
  }
}
