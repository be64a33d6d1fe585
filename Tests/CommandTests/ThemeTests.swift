import Foundation
import TestSupport
import Testing

/// Themes as a site brings them along.
@Suite struct ThemeTests {
  private static let files = [
    "Themes/shop/theme.yml": "parent: default\ntexts:\n  en:\n    docket: Made by hand\n",
    "Themes/shop/entities/Order.mustache":
      "<!doctype html>\n<p>{{record.id}} {{total.plain}} {{date.iso}}</p>\n",
    "Themes/shop/assets/shop.css": "p { color: teal }\n",
  ]

  @Test func overridesItsParentFileByFile() async throws {
    let folder = try SmallSite.folder()
    let plain = try await folder.build().site
    for (path, text) in Self.files { try folder.put(path, text) }
    #expect(try await folder.build().site.differences(from: plain) == [], "a theme that nobody names")
    // What keeps search engines away is there whatever the theme.
    let mark = "<meta name=\"robots\" content=\"noindex\">\n"
    let themed = try await folder.build("--theme", "shop").site
    #expect(themed.text("orders/2026/o2.html") == "<!doctype html>\n\(mark)<p>o2 20.00 2026-01-10</p>\n")
    #expect(
      themed.changes(since: plain)
        == ["added assets/shop.css"]
        + ["2025/o1", "2026/o2", "2026/o3"].map { "changed orders/\($0).html" })
    try folder.put("Content/site.yml", "title: Shed\ntheme: shop\n")
    #expect(try await folder.build().site.differences(from: themed) == [])
    #expect(try await folder.build("--theme", "default").site.differences(from: plain) == [])
  }

  /// Of an index page it shows the list's other pages too.
  @Test func theHomePageAndAnIndexPageMayNameATemplate() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/index.md": "---\ntemplate: front\n---\n",
      "Content/orders/index.md": "---\ntemplate: wide\nfilters: customer\n---\n",
      "Content/site.yml": "title: Shed\ntheme: shop\n",
      "Themes/shop/theme.yml": "parent: default\n",
      "Themes/shop/front.mustache": "<p>{{site.title}}, {{#newest}}{{title}}{{/newest}}</p>\n",
      "Themes/shop/wide.mustache": "<p>wide {{#records}}{{record.id}} {{/records}}</p>\n",
    ])
    let site = try await folder.build().site
    #expect(site.text("index.html").contains("<p>Shed, "))
    #expect(site.text("orders/index.html").contains("<p>wide o3 o2 o1 </p>"))
    #expect(site.text("orders/where/customer/ann.html").contains("<p>wide o3 o1 </p>"))
    #expect(!site.text("customers/index.html").contains("wide"))
    try folder.put("Content/index.md", "---\ntemplate: frnt\n---\n")
    try folder.put("Content/orders/index.md", "---\ntemplate: wied\n---\n")
    let check = try await folder.docket("check")
    #expect(check.output.contains("Content/index.md:2:11: error: the theme 'shop' has no template 'frnt'"))
    #expect(
      check.output.contains("Content/orders/index.md:2:11: error: the theme 'shop' has no template 'wied'"))
  }

  @Test func aFolderOfThemesInOtherCaseIsNamed() async throws {
    let folder = try SmallSite.folder(adding: [
      "Content/site.yml": "title: Shed\ntheme: mine\n", "themes/mine/theme.yml": "parent: default\n",
      "Content/Themes/mine/theme.yml": "parent: default\n",
    ])
    let check = try await folder.docket("check")
    #expect(
      check.output.contains("site.yml:2:8: error: there is no theme 'mine' in 'Themes' [missing-theme]"))
    #expect(check.output.contains("note: the folder 'themes' is not read, but 'Themes' is"))
    #expect(
      check.output.contains("error: a theme is not read here; move its folder to 'Themes', beside Content"))
  }

  @Test func liesInTheFolderThatIsNamed() async throws {
    let folder = try SmallSite.folder()
    for (path, text) in Self.files { try folder.put("house/" + path, text) }
    #expect(try await folder.docket("build", "--theme", "shop").status == 1)
    let site = try await folder.build("--theme", "shop", "--themes", "house/Themes/").site
    #expect(site.files["assets/shop.css"] != nil)
  }

  @Test func anUnknownThemeIsAnErrorWithTheNearest() async throws {
    let folder = try SmallSite.folder(adding: Self.files)
    let option = try await folder.docket("build", "--theme", "shpo")
    #expect(option.status == 1)
    #expect(
      option.error.contains("there is no theme 'shpo' in 'Themes'; did you mean 'shop'? [missing-theme]"))
    #expect(option.error.contains("1 error; nothing was written"), "\(option.error)")
    try folder.put("Content/site.yml", "title: Shed\ntheme: shpo\n")
    let written = try await folder.docket("check")
    #expect(written.status == 1)
    #expect(written.output.contains("Content/site.yml:2:8: error: there is no theme 'shpo'"))
  }

  @Test func anErrorInATemplateHasItsPlace() async throws {
    let folder = try SmallSite.folder(adding: Self.files)
    try folder.put("Themes/shop/entities/Order.mustache", "<p>\n{{customr.name}}</p>\n")
    let run = try await folder.docket("build", "--theme", "shop")
    #expect(run.status == 1)
    #expect(run.error.contains("Themes/shop/entities/Order.mustache:2:3: error: "), "\(run.error)")
    #expect(run.error.contains("did you mean 'customer'?"))
    #expect(!folder.has("Site"))
  }

  @Test func aThemeOfItsOwnNeedsAllTemplates() async throws {
    let folder = try SmallSite.folder(adding: Self.files)
    try folder.remove("Themes/shop/theme.yml")
    let run = try await folder.docket("build", "--theme", "shop")
    #expect(run.status == 1)
    #expect(run.error.contains("[missing-template]"))
    #expect(run.error.contains("parent: default"))
  }
}
