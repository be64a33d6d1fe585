import Foundation
import TestSupport
import Testing

/// The templates of documents and pages: which there are, and what is told of one that is missing or does not fit.
@Suite struct DocumentTemplateTests {
  @Test(arguments: [
    (
      "Invoice: made = true",
      "has no template 'entities/Order.Invoice.mustache' for it; did you mean 'invoice'?"
    ),
    (
      "receipt: made = true",
      "has no template 'entities/Order.receipt.mustache' for it; 'docket theme copy entities/Order.invoice' gets one to begin with"
    ),
  ])
  func aDocumentWithoutATemplateIsTold(document: String, message: String) async throws {
    let site = try await SiteFixture(["Content/model.yml": "entities: {Order: {documents: {\(document)}}}\n"])
    #expect(
      site.diagnosticLines.count == 1 && site.diagnosticLines[0].contains(message), "\(site.diagnosticLines)")
  }

  /// The model is right, and the template is docket's.
  @Test func aParamThatIsNoTextIsToldWhereItIs() async throws {
    let site = try await SiteFixture([
      "Content/model.yml": "entities: {Order: {documents: {invoice: made = true}}}\n",
      "Content/site.yml": "params:\n  sender: [Shop, Road 1]\n",
    ])
    #expect(
      site.diagnosticLines == [
        "Content/site.yml:2: 'sender' is one text where 'entities/Order.invoice.mustache' prints it; "
          + "write several lines after '|' [wrong-shape]"
      ])
  }

  /// What a built-in template prints is not the template's mistake.
  @Test func aMisspeltParamIsToldWhereItIs() async throws {
    let site = try await SiteFixture([
      "Content/model.yml": "entities: {Order: {documents: {invoice: made = true}}}\n",
      "Content/site.yml": "params: {term: 30 days}\n",
    ])
    #expect(
      site.diagnosticLines == [
        "Content/site.yml:1: no built-in template prints 'params.term'; did you mean 'terms'? [unknown-name]"
      ])
  }

  /// Whatever has a template of its own role is told at the page that names it.
  @Test(arguments: [
    ("index", "lists"), ("record", "records"), ("entities/Order", "records"),
    ("blocks/table", "query blocks"),
    ("home", "the home page"),
  ])
  func aPageNamesNoTemplateOfAnotherRole(template: String, what: String) async throws {
    let site = try await SiteFixture(["Content/note.md": "---\ntemplate: \(template)\n---\n"])
    #expect(
      site.diagnosticLines == [
        "Content/note.md:2: '\(template)' is a template of \(what), and not of this page [missing-template]"
      ])
  }

  /// One of the site's own shows what it likes.
  @Test func aPageMayNameAnyTemplateOfTheSite() async throws {
    let site = try await SiteFixture(
      [
        "Content/note.md": "---\ntemplate: entities/Special\n---\n",
        "Themes/own/theme.yml": "parent: default\n", "Themes/own/entities/Special.mustache": "{{page.title}}",
      ], theme: "own")
    #expect(site.diagnosticLines == [])
  }

  /// A command copies built-in templates only.
  @Test func aDocumentBeginsWithATemplateOfTheTheme() async throws {
    let site = try await SiteFixture(
      [
        "Content/model.yml": "entities: {Customer: {documents: {letter: TRUEPREDICATE}}}\n",
        "Themes/own/theme.yml": "parent: default\n", "Themes/own/entities/Customer.card.mustache": "x",
      ], theme: "own")
    #expect(
      site.diagnosticLines == [
        "Content/model.yml:1: the theme 'own' has no template 'entities/Customer.letter.mustache' for it; "
          + "'entities/Customer.card.mustache' is one to begin with [missing-template]"
      ])
  }
}
