import Content
import Diagnostics
import Foundation
import Records
import Site
import TestSupport
import Testing

/// Which files a site has, and which would be one.
@Suite struct SitePlanTests {
  private static let customer = "---\nname: Ann\n---\n"

  @Test func hasAPageForEverythingThereIs() async throws {
    let site = try await SiteFixture([
      "Content/customers/at/ann.md": Self.customer,
      "Content/customers/at/index.md": "# Austria\n",
      "Content/customers/scan.pdf": "%PDF",
      "Content/_private.txt": "no",
      "Content/about.md": "# About\n",
    ]).write()
    #expect(
      site.pages == [
        "about.html", "customers/at/ann.html", "customers/at/index.html", "customers/index.html",
        "index.html", "index/open.html", "index/overdue.html", "index/this-month.html", "index/to-make.html",
        "model.html", "orders/index.html", "services/index.html",
      ])
    #expect(site.text("customers/scan.pdf") == "%PDF")
    #expect(!site.paths.contains { $0.contains("private") })
  }

  @Test func twoSourcesForOnePathAreNamed() async throws {
    let fixture = try await SiteFixture(["Content/note.md": "# Note\n", "Content/note.html": "<p>"])
    #expect(
      fixture.diagnosticLines == [
        "Content/note.md:1: two sources for one page 'note.html': Content/note.html and Content/note.md [url-collision]"
      ])
  }

  @Test func pathsThatDifferByCaseAloneCollide() async throws {
    let fixture = try await SiteFixture(["Content/Note.md": "# A\n", "Content/note.md": "# B\n"])
    #expect(fixture.diagnosticLines.count == 1)
    #expect(
      fixture.diagnosticLines[0].contains("Content/Note.md and Content/note.md [url-collision]"),
      "\(fixture.diagnosticLines)")
  }

  @Test func namesThatDifferByNormalizationAloneCollide() async throws {
    let fixture = try await SiteFixture(
      ["Content/caf\u{E9}.md": "# A\n"], and: ["Content/cafe\u{301}.md": "# B\n"])
    #expect(fixture.diagnosticLines.count == 1)
    #expect(fixture.diagnosticLines.allSatisfy { $0.hasSuffix("[url-collision]") })
  }

  /// What a theme brings along is diagnosed at its file, and a kind of document once for all records.
  @Test func collisionsOfAThemeAreAtItsFiles() async throws {
    let theme = [
      "Themes/mine/theme.yml": "parent: default\n", "Themes/mine/assets/my.css": "a{}",
      "Themes/mine/assets/MY.css": "b{}", "Themes/mine/entities/Order.Slip.mustache": "<p>{{page.title}}</p>",
      "Themes/mine/entities/Order.slip.mustache": "<p>{{page.title}}</p>",
    ]
    let order = "---\ndate: 2026-01-05\n---\n"
    let fixture = try await SiteFixture(
      theme.merging(["Content/orders/o1.md": order, "Content/orders/o2.md": order]) { $1 }, theme: "mine")
    #expect(
      fixture.diagnosticLines == [
        "Themes/mine/assets/my.css:1: two sources for one page 'assets/my.css': the theme's 'assets/MY.css' and "
          + "the theme's 'assets/my.css' [url-collision]",
        "Themes/mine/entities/Order.slip.mustache:1: two sources for one page 'orders/o1/slip.html': "
          + "the document 'orders/o1/Slip.html' and the document 'orders/o1/slip.html' [url-collision]",
      ])
  }

  @Test(arguments: [
    "orders/index.csv", "orders/index.json", "assets/docket.css", "about/1.csv", "index.html",
  ])
  func aFileOfContentMayNotTakeTheNameOfOneThatIsMade(path: String) async throws {
    let fixture = try await SiteFixture([
      "Content/about.md": "# About\n\n```query\nfrom: Order\n```\n", "Content/\(path)": "by hand",
    ])
    #expect(fixture.diagnosticLines.count == 1)
    #expect(
      fixture.diagnosticLines.allSatisfy { $0.contains("'\(path)'") && $0.hasSuffix("[url-collision]") })
  }

  /// A check and a server make the search's files only to find that.
  @Test(arguments: [SitePipeline.Purpose.build, .check, .serving])
  func norThatOfAFileOfTheSearch(purpose: SitePipeline.Purpose) async throws {
    let files = MemorySource(["about.md": "# About\n", "search/head.js": "x", "search/notes.js": "y"])
    let today = try #require(CivilDate("2026-11-21"))
    let book = await ContentLoader(source: files, includesDrafts: false, today: today).load()
    let pipeline = SitePipeline(theme: "default", themes: MemorySource([String: String]()), today: today)
    let found = await pipeline.site(of: book, for: purpose).diagnostics
    #expect(found.map(\.id) == [.urlCollision])
    #expect(found.allSatisfy { $0.range.file.path.hasSuffix("search/head.js") })
  }

  @Test func aFolderMayNotStandWhereAFileIsMade() async throws {
    // `about.html` cannot be a page and a folder.
    let fixture = try await SiteFixture([
      "Content/about.md": "# About\n", "Content/about.html/scan.pdf": "%PDF",
    ])
    #expect(fixture.diagnosticLines.count == 1)
    #expect(fixture.diagnosticLines.allSatisfy { $0.hasSuffix("[url-collision]") })
  }
}
