import Diagnostics
import Foundation
import TestSupport
import Testing

/// A block that shows the documents of many records.
@Suite struct DocumentBlockTests {
  private static let files = [
    "Content/model.yml": """
    entities:
      Customer:
        attributes: {language: string}
      Order:
        documents: {invoice: {when: made = true, language: customer.language}}
      Repair:
        parent: Order
        folder: repairs

    """,
    "Content/customers/ann.md": "---\nname: Ann\nlanguage: fr\n---\n",
    "Content/customers/bob.md": "---\nname: Bob\n---\n",
    "Content/orders/1.md": order("ann", "payments: [{date: 2026-04-01, sum: 5}]\n"),
    "Content/orders/2.md": order("bob", ""),
    "Content/orders/3.md": order("bob", "", made: false),
    "Content/repairs/4.md": order("bob", ""),
    "Content/reports/letters.md": page("document: invoice\nsort: -id\n"),
  ]

  private static func order(_ customer: String, _ more: String, made: Bool = true) -> String {
    "---\ndate: 2026-03-05\ncustomer: \(customer)\nmade: \(made)\nrows: [{text: Wash, sum: 20}]\n\(more)---\n"
  }

  private static func page(_ keys: String) -> String {
    "---\ntitle: Letters\n---\nTo be sent.\n\n```query\nas: documents\nfrom: Order\n\(keys)```\n"
  }

  /// Each record's document stands there as on its own page: in its language, with its payments, those of subentities too;
  /// what is not made has none.
  @Test func everyDocumentIsThatOfItsPage() async throws {
    let site = try await SiteFixture(Self.files).write()
    let main = try #require(site.page("reports/letters.html").all("main").first)
    let sheets = main.all("section")
    #expect(sheets.flatMap { $0.all("h1").map(\.text) } == ["Invoice 4", "Invoice 2", "Facture 1"])
    for (sheet, page) in zip(sheets, ["repairs/4", "orders/2", "orders/1"]) {
      let own = try #require(site.page(page + "/invoice.html").all("main").first)
      #expect(sheet.text == own.text, "\(page)")
    }
    #expect(sheets[2].text.contains("5,00"))
    #expect(sheets.map { $0.attributes["lang"] } == ["en", "en", "fr"])
    #expect(sheets.allSatisfy { $0.attributes["dir"] == "ltr" })
  }

  /// Links within a document lead to its own headings, which are not those of another or of the page.
  @Test func headingsOfDocumentsAreTheirOwn() async throws {
    let body = "## Wörk\n\n[go](#wörk)\n"
    let site = try await SiteFixture(
      Self.files.merging([
        "Content/orders/1.md": Self.order("ann", "") + body,
        "Content/orders/2.md": Self.order("bob", "") + body,
        "Content/reports/letters.md": Self.page("document: invoice\nwhere: id IN {'1', '2'}\n") + "\n" + body,
        "Themes/own/theme.yml": "parent: default\n",
        "Themes/own/entities/Order.invoice.mustache":
          "{{<layout}}{{$main}}<a href=\"#x\">x</a>{{{record.body}}}{{/main}}{{/layout}}",
      ]) { $1 }, theme: "own"
    ).write()
    let main = try #require(site.page("reports/letters.html").all("main").first)
    #expect(main.all("h2").compactMap { $0.attributes["id"] } == ["wörk.1", "wörk.2", "wörk"])
    #expect(
      main.all("a").compactMap { $0.attributes["href"]?.removingPercentEncoding }.filter { $0.hasPrefix("#") }
        == [
          "#x", "#wörk.1", "#x", "#wörk.2", "#wörk",
        ])
  }

  /// A limit counts documents, and not records that have none: order 3 is not made.
  @Test func aLimitCountsDocuments() async throws {
    let page = Self.page("where: SELF IN {'2', '3'}\nsort: -id\nlimit: 1\n")
    let site = try await SiteFixture(Self.files.merging(["Content/reports/letters.md": page]) { $1 }).write()
    let main = try #require(site.page("reports/letters.html").all("main").first)
    #expect(main.all("section").flatMap { $0.all("h1").map(\.text) } == ["Invoice 2"])
  }

  @Test func aPrivateDocumentIsNotInAPublicSite() async throws {
    let model = Self.files["Content/model.yml", default: ""].replacing(
      "{when:", with: "{private: true, when:")
    let site = try await SiteFixture(
      Self.files.merging(["Content/model.yml": model]) { $1 }, isPublic: true)
    #expect(
      site.diagnostics.map(\.summary) == ["the document 'invoice' is private and not in a public site"])
  }

  @Test func withoutRecordsItSaysSo() async throws {
    let site = try await SiteFixture(
      Self.files.merging(["Content/reports/letters.md": Self.page("document: invoice\nwhere: due != nil\n")])
      { $1 }
    ).write()
    let main = try #require(site.page("reports/letters.html").all("main").first)
    #expect(main.all("section").isEmpty)
    #expect(main.text.contains("No entries"))
  }

  @Test(arguments: [
    ("document: invoic\n", "Order has no document 'invoic'; did you mean 'invoice'?"),
    ("columns: date\n", "unknown key 'columns' in a query block"),
  ])
  func whatIsWrongIsTold(keys: String, summary: String) async throws {
    let site = try await SiteFixture(
      Self.files.merging(["Content/reports/letters.md": Self.page(keys)]) { $1 })
    #expect(site.diagnostics.map(\.summary) == [summary])
  }

  /// A document with an error in model.yml is told there alone.
  @Test(arguments: ["document: invoice\n", ""])
  func aDocumentWithAnErrorIsToldOnce(keys: String) async throws {
    let model = Self.files["Content/model.yml", default: ""].replacing("made = true", with: "mad = true")
    #expect(model.contains("mad ="))
    let site = try await SiteFixture(
      Self.files.merging(["Content/reports/letters.md": Self.page(keys), "Content/model.yml": model]) { $1 })
    #expect(site.diagnostics.map(\.summary) == ["Order has no key 'mad'; did you mean 'made'?"])
  }

  /// Letters are printed each from a sheet of its own, by any theme with a main part.
  @Test func aThemeMayHaveAnotherLayout() async throws {
    let files = Self.files.merging([
      "Themes/own/theme.yml": "parent: default\n",
      "Themes/own/layout.mustache":
        "<html lang=\"en\"><title>{{$title}}{{/title}}</title><body {{$steady}}{{/steady}}><nav>{{$path}}{{/path}}</nav>{{$main}}{{/main}}</body></html>",
      "Themes/own/entities/Order.invoice.mustache":
        "{{<layout}}{{$main}}<b>{{total.plain}}</b>{{/main}}{{/layout}}",
    ]) { $1 }
    let site = try await SiteFixture(files, theme: "own").write()
    let text = String(decoding: try #require(site.files["reports/letters.html"]), as: UTF8.self)
    #expect(text.contains("</nav><b>20.00</b></section>"))
  }
}
