import TestSupport
import Testing

/// Documents in the language that a record asks for.
@Suite struct DocumentLanguageTests {
  private static let files = [
    "Content/site.yml": """
    title: Werkstatt
    language: de
    currency: CHF
    params: {sender: Werkstatt Muster, terms: Zahlbar innert 30 Tagen}
    languages:
      fr: {title: Atelier, params: {terms: Payable sous 30 jours}}

    """,
    "Content/model.yml": """
    entities:
      Customer:
        attributes: {language: {type: string, choices: [de, fr, fr-CH, en, xx]}}
      Service:
        attributes:
          name: {translations: {fr: nameFr}}
          nameFr: string
      Order:
        attributes:
          vat: {type: money, derived: rows.@sum.sum * 0.1, label: {de: MWST, fr: TVA}}
          total: {type: money, derived: rows.@sum.sum + vat}
        documents:
          invoice: {when: made = true, language: customer.language}

    """,
    "Content/customers/ann.md": "---\nname: Ann\nlanguage: fr-CH\n---\n",
    "Content/customers/bob.md": "---\nname: Bob\n---\n",
    "Content/services/fork.md": "---\nname: Gabelservice\nnameFr: Révision de fourche\nprice: 120\n---\n",
    "Content/services/wash.md": "---\nname: Waschen\nprice: 20\n---\n",
    "Content/orders/1.md": order("ann"), "Content/orders/2.md": order("bob"),
  ]

  private static func order(_ customer: String) -> String {
    """
    ---
    date: 2026-03-05
    customer: \(customer)
    made: true
    rows:
      - {service: fork, price: 1200}
      - {service: wash, price: 20}
    ---

    """
  }

  private func texts(_ site: FileTree, _ path: String, _ tag: String) throws -> [String] {
    try #require(site.page(path).all("main").first).all(tag).map(\.text)
  }

  /// Words, labels, dates, amounts, params, the title and translated texts are in the customer's language; everything
  /// else stays in the site's.
  @Test func anInvoiceIsInTheLanguageOfItsCustomer() async throws {
    let site = try await SiteFixture(Self.files).write()
    let (french, german) = ("orders/1/invoice.html", "orders/2/invoice.html")
    #expect(try site.page(french).all("html").first?.attributes["lang"] == "fr-CH")
    #expect(try site.page(french).all("title").map(\.text) == ["Facture 1 – Atelier"])
    #expect(try texts(site, french, "h1") == ["Facture 1"])
    #expect(try texts(site, french, "dd").first == "5 mars 2026")
    #expect(
      try texts(site, french, "th").filter { !$0.isEmpty } == [
        "Prestation", "Quantité", "Prix", "Remise", "Montant", "Révision de fourche", "Waschen", "TVA",
        "Total",
        "Montant dû",
      ])
    #expect(try texts(site, french, "p").contains("Payable sous 30 jours"))
    #expect(try site.page(german).all("html").first?.attributes["lang"] == "de")
    #expect(try site.page(german).all("title").map(\.text) == ["Rechnung 2 – Werkstatt"])
    #expect(try texts(site, german, "dd").first == "05.03.2026")
    #expect(try texts(site, german, "th").contains("Gabelservice"))
    #expect(try texts(site, german, "th").contains("MWST"))
    #expect(try texts(site, german, "p").contains("Zahlbar innert 30 Tagen"))
    // The order's own page is one of the site.
    #expect(try site.links("orders/1.html").contains { $0 == "Rechnung → ../orders/1/invoice.html" })
  }

  /// A whole site is in another language on demand, and its documents are in theirs.
  @Test func aSiteIsInTheRequestedLanguage() async throws {
    let site = try await SiteFixture(Self.files, language: "fr").write()
    #expect(try site.page("orders/2.html").all("html").first?.attributes["lang"] == "fr")
    // What a record says is what it is found, sorted and exported by, in any language.
    #expect(try texts(site, "services/fork.html", "h1") == ["Gabelservice"])
    #expect(site.text("services/index.csv").contains("Gabelservice,"))
    #expect(try texts(site, "orders/2/invoice.html", "h1") == ["Facture 2"])
    #expect(try texts(site, "orders/1/invoice.html", "h1") == ["Facture 1"])
  }

  /// `de` in a site of `de-CH` is German as the site writes it.
  @Test func theMainLanguageOfTheSiteIsItsOwn() async throws {
    let files = Self.files.merging([
      "Content/site.yml": "title: Werkstatt\nlanguage: de-CH\ncurrency: CHF\n",
      "Content/customers/bob.md": "---\nname: Bob\nlanguage: de\n---\n",
    ]) { $1 }
    let site = try await SiteFixture(files).write()
    let invoice = "orders/2/invoice.html"
    #expect(try site.page(invoice).all("html").first?.attributes["lang"] == "de-CH")
    let cells = try texts(site, invoice, "td")
    #expect(cells.contains("CHF\u{A0}1'200.00"), "\(cells)")
  }

  /// A document in the language of site.yml has its texts, whatever language is requested, and translations as well.
  @Test func theLanguageOfTheSiteIsOneOfThem() async throws {
    let files = Self.files.merging([
      "Content/customers/bob.md": "---\nname: Bob\nlanguage: de\n---\n",
      "Content/services/fork.md": "---\nname: Fork\nnameDe: Gabelservice\nprice: 1200\n---\n",
      "Content/model.yml": Self.files["Content/model.yml", default: ""].replacing("nameFr", with: "nameDe")
        .replacing("translations: {fr", with: "translations: {de"),
    ]) { $1 }
    for language in [nil, "fr"] {
      let site = try await SiteFixture(files, language: language).write()
      let german = "orders/2/invoice.html"
      #expect(try site.page(german).all("html").first?.attributes["lang"] == "de")
      #expect(try site.page(german).all("title").map(\.text) == ["Rechnung 2 – Werkstatt"])
      #expect(try texts(site, german, "th").contains("Gabelservice"))
      #expect(try texts(site, german, "p").contains("Zahlbar innert 30 Tagen"))
      #expect(try texts(site, "orders/1/invoice.html", "th").contains("Fork"))
    }
  }

  /// A language that docket does not know is told at the expression that gives it.
  @Test func anUnknownLanguageIsTold() async throws {
    let files = Self.files.merging([
      "Content/customers/bob.md": "---\nname: Bob\nlanguage: xx\n---\n"
    ]) { $1 }
    let site = try await SiteFixture(files)
    #expect(
      site.diagnosticLines == [
        "Content/model.yml:13: docket does not know the language 'xx', and such documents are in the site's [unknown-language]"
      ])
  }

  /// A word that a theme has in the site's language alone is told if a document prints it, and stays in that language:
  /// a customer's language must not break the site.
  @Test func aWordThatADocumentsLanguageLacksIsTheSites() async throws {
    let files = Self.files.merging([
      "Themes/own/theme.yml":
        "parent: default\ntexts: {de: {thanks: Danke, slogan: Rad ab}, en: {note: Note}, it: {grazie: Grazie}}\n",
      "Themes/own/partials/pay.mustache": "<p>{{site.texts.thanks}}, {{site.texts.note}}</p>",
      "Themes/own/page.mustache": "<p>{{site.texts.slogan}}</p>{{{page.content}}}",
    ]) { $1 }
    let site = try await SiteFixture(files, theme: "own")
    let written = try await site.write(warnings: [
      "Themes/own/theme.yml:2: the text 'thanks' is missing in the language 'fr-CH' of some documents, which have it in 'de' [unknown-name]"
    ])
    #expect(try texts(written, "orders/1/invoice.html", "p").contains("Danke, Note"))
    let wrong = files.merging(["Themes/own/partials/pay.mustache": "{{site.texts.grazie}}"]) { $1 }
    #expect(
      try await SiteFixture(wrong, theme: "own").diagnosticLines == [
        "Themes/own/partials/pay.mustache:1: the text 'grazie' is only in it; a site in de takes it from de or en [unknown-name]"
      ])
  }

  /// English stands in before the site's language, which is told as well, also if that is English.
  @Test(arguments: [("de", "en"), ("en", "en")]) func aWordInEnglishIsTold(site: String, from: String)
    async throws
  {
    let files = Self.files.merging([
      "Content/site.yml": "title: W\nlanguage: \(site)\nparams: {sender: W, terms: Net}\n",
      "Themes/own/theme.yml":
        "parent: default\ntexts:\n  de: {thanks: Danke}\n  en: {thanks: Thank you}\n  it: {thanks: Grazie}\n",
      "Themes/own/partials/pay.mustache": "<p>{{site.texts.thanks}}</p>",
    ]) { $1 }
    let written = try await SiteFixture(files, theme: "own").write(warnings: [
      "Themes/own/theme.yml:4: the text 'thanks' is missing in the language 'fr-CH' of some documents, which have it in '\(from)' [unknown-name]"
    ])
    #expect(try texts(written, "orders/1/invoice.html", "p").contains("Thank you"))
  }
}
