import TestSupport
import Testing

/// The page about the model.
struct ModelPageTests {
  @Test func theHomePageLinksIt() async throws {
    let site = try ModelSite.folder("Extended")
    #expect(try await site.docket("build").status == 0)
    for page in try site.pages() {
      let isLinked = try site.text("Site/\(page)").contains("model.html\">Data model</a>")
      #expect(isLinked == (page == "index.html"), "\(page)")
    }
    let page = try site.text("Site/model.html")
    #expect(page.contains("<h1>Data model</h1>"))
    #expect(page.contains("<div class=\"scroll\" tabindex=\"0\">\n<svg "))
    #expect(page.contains("<h2 id=\"entity-Subscription\">Subscription</h2>"))
    #expect(page.contains("<code>parent: <a href=\"#entity-Order\">Order</a></code>"))
    #expect(page.contains("<code>choices: [month, quarter, year]</code>"))
  }

  @Test func isNamedInTheSitesLanguageAndEscaped() async throws {
    let site = try ModelSite.folder(
      adding: [
        "Content/site.yml": "language: de\n",
        "Content/model.yml": """
        entities:
          Größe:
            folder: sizes
            label: <b>"Size" & more</b>
            attributes: {name: string}
            relationships: {next: {to: Größe}}
        """,
      ])
    #expect(try await site.docket("build").status == 0)
    let page = try site.text("Site/model.html")
    #expect(try site.text("Site/index.html").contains("<a href=\"model.html\">Datenmodell</a>"))
    #expect(page.contains("label: &quot;&lt;b&gt;\\&quot;Size\\&quot; &amp; more&lt;/b&gt;&quot;"))
    #expect(!page.contains("<b>\"Size"))
    #expect(page.contains("<h2 id=\"entity-Größe\">"))
    #expect(page.contains("<a href=\"#entity-Gr%C3%B6%C3%9Fe\">Größe</a>"))
  }

  @Test(arguments: ["Content/model.md", "Content/Model.md", "Content/model.html"])
  func aPageOfTheSitesOwnTakesItsPlace(_ path: String) async throws {
    let site = try ModelSite.folder(adding: [
      path: "Frames of 1985", "Content/customers/acme.md": "---\nname: Acme\n---\n",
    ])
    let run = try await site.docket("build", "--quiet")
    #expect(run.status == 0)
    #expect(run.error == "")
    let built = path.replacing("Content", with: "Site").replacing(".md", with: ".html")
    #expect(try site.text(built).contains("Frames of 1985"))
    #expect(!(try site.text(built).contains("<svg")))
    #expect(!(try site.text("Site/customers/acme.html").contains("Data model")))
  }

  @Test func linksInPagesMayLeadToIt() async throws {
    let site = try ModelSite.folder(adding: ["Content/about.md": "What is [an order](model.html)?"])
    #expect(try await site.docket("build").status == 0)
    #expect(try site.text("Site/about.html").contains("<a href=\"model.html\">an order</a>"))
  }
}
