import TestSupport
import Testing

/// Titles and labels of pages, which may be given by language.
@Suite struct PageLanguageTests {
  private static let files = [
    "Content/site.yml": "title: Werkstatt\nlanguage: de\n",
    "Content/model.yml": """
    entities:
      Customer:
        lists: {orders: {columns: [id, {value: total, label: {de: Betrag, fr: Montant}}]}}

    """,
    "Content/index.md": "---\ntitle: {de: Start, fr: Accueil}\ndescription: {de: Alles, fr: Tout}\n---\n",
    "Content/orders/index.md": """
    ---
    title: {de: Arbeiten, fr: Travaux}
    columns: [id, {value: total, label: {de: Betrag, fr: Montant}}]
    filters: [{value: made, label: {de: Fertig, fr: Terminé}}]
    sorts: [{value: total, label: {de: Betrag, fr: Montant}}]
    ---

    """,
    "Content/statements.md": """
    ---
    each: customer
    from: Order
    title: {de: 'Konto $each', fr: 'Compte de $each, $each.phone'}
    ---
    ```query
    title: {de: Offen, fr: Impayé}
    from: Order
    where: customer = $each
    group: customer
    columns: [customer, {value: sum(total), label: {de: Betrag, fr: Montant}}]
    ```

    """,
    "Content/customers/ann.md": "---\nname: Ann\nphone: 0 12\n---\n",
    "Content/orders/1.md": "---\ndate: 2026-03-05\ncustomer: ann\nmade: true\n"
      + "rows: [{text: Fork, price: 20}]\n---\n",
  ]

  @Test(arguments: [
    ("de", ["Start", "Alles", "Arbeiten", "Fertig", "Betrag", "Konto Ann", "Offen"]),
    ("fr-CH", ["Accueil", "Tout", "Travaux", "Terminé", "Montant", "Compte de Ann, 0 12", "Impayé"]),
    // A language without a text has the first.
    ("it", ["Start", "Alles", "Arbeiten", "Fertig", "Betrag", "Konto Ann", "Offen"]),
  ])
  func pagesAreInTheRequestedLanguage(language: String, texts: [String]) async throws {
    let fixture = try await SiteFixture(Self.files, language: language)
    #expect(fixture.diagnosticLines == [])
    let site = try await fixture.write()
    let (title, description, index, filter) = (texts[0], texts[1], texts[2], texts[3])
    let (column, statement, block) = (texts[4], texts[5], texts[6])
    let descriptions = try site.page("index.html").all("meta").filter {
      $0.attributes["name"] == "description"
    }
    #expect(descriptions.map { $0.attributes["content"] } == [description])
    for (path, texts) in [
      ("index.html", [title]), ("orders/index.html", [index, filter, column]),
      ("customers/ann.html", [column]),
      ("statements/ann.html", [statement, block, column]),
    ] {
      let text = try #require(site.page(path).all("main").first).text
      #expect(texts.filter { !text.contains($0) } == [], "\(path)")
    }
  }

  /// Addresses and the columns of CSV have the first text in any language.
  @Test func filesHaveTheSameNamesInAnyLanguage() async throws {
    let german = try await SiteFixture(Self.files, language: nil).write()
    let french = try await SiteFixture(Self.files, language: "fr").write()
    #expect(german.files.keys.sorted() == french.files.keys.sorted())
    #expect(french.files["statements/ann/offen.csv"] != nil)
    for path in ["orders/index.csv", "statements/ann/offen.csv"] {
      #expect(german.text(path) == french.text(path))
      #expect(french.text(path).contains("Betrag"))
    }
  }

  /// Each text is checked, whatever the language of the site, and so is the language's tag.
  @Test func textsAreCheckedInEveryLanguage() async throws {
    let site = try await SiteFixture(
      Self.files.merging([
        "Content/index.md": "---\ntitle: {german: Start, fr: {a: b}}\n---\n",
        "Content/statements.md":
          "---\neach: customer\nfrom: Order\ntitle: {de: $each, fr: $each.phon}\n---\n",
      ]) { $1 })
    #expect(
      site.diagnosticLines == [
        "Content/index.md:2: 'german' is not a language tag such as de or pt-BR [unknown-language]",
        "Content/index.md:2: text that begins with '{' needs quotes: \"{a: b}\" [unquoted-text]",
        "Content/statements.md:4: Customer has no key 'phon'; did you mean 'phone'? [unknown-key-path]",
      ])
  }
}
