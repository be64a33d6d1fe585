import TestSupport
import Testing

/// Books of something else than orders, and of orders of one's own.
@Suite struct OwnModelTests {
  private func headings(_ site: FileTree, _ path: String) throws -> [String] {
    try site.page(path).all("thead").first?.all("th").map(\.text) ?? []
  }

  /// An entity with a built-in name is not the built-in one.
  @Test func anOwnOrderHasItsOwnColumns() async throws {
    let site = try await SiteFixture([
      "Content/model.yml": """
      extends: none
      entities:
        Order: {folder: orders, title: latin, attributes: {latin: string, made: boolean, note: string}}
        Service: {folder: services, title: theme, attributes: {date: date, theme: string}}

      """,
      "Content/orders/a.md": "---\nlatin: Rosales\nmade: true\nnote: x\n---\n",
      "Content/orders/b.md": "---\nlatin: Fagales\nmade: false\nnote: y\n---\n",
      "Content/services/a.md": "---\ndate: 2026-01-05\ntheme: Hope\n---\n",
      "Content/services/b.md": "---\ndate: 2026-01-06\ntheme: Joy\n---\n",
    ]).write()
    #expect(try headings(site, "orders/index.html") == ["Latin", "Made", "Note"])
    #expect(try headings(site, "services/index.html") == ["Theme", "Date"])
  }

  /// What the model says is the title of orders stands beside their ids.
  @Test func ordersAreListedByTheirTitles() async throws {
    let site = try await SiteFixture([
      "Content/model.yml": "entities: {Order: {title: subject, attributes: {subject: string}}}\n",
      "Content/orders/1.md": "---\ndate: 2026-01-05\nsubject: Saddle\nrows: [{sum: 5}]\n---\n",
    ]).write()
    #expect(try headings(site, "orders/index.html").prefix(3) == ["ID", "Subject", "Date"])
  }

  /// What follows from rows with days of their own does not belong to the day of their owner, and is no revenue; a site
  /// without a title is called after its records.
  @Test func theHomePagePresumesNoOrders() async throws {
    func home(_ attributes: String, _ member: String) async throws -> String {
      try await SiteFixture([
        "Content/site.yml": "language: de\n",
        "Content/model.yml": """
        extends: none
        entities:
          Member:
            folder: members
            plural: Mitglieder
            attributes: {joined: {type: date, required: true}, \(attributes)}
            relationships: {loans: {to: Loan, many: true, inverse: member}}
          Loan:
            inside: Member.loans
            attributes: {date: {type: date, required: true}, fine: money}
            relationships: {member: {to: Member, inverse: loans}}

        """,
        "Content/members/a.md": "---\njoined: 2026-11-02\n\(member)---\n",
      ]).write().text("index.html")
    }
    let loans = "loans: [{date: 2025-10-01, fine: 9}]\n"
    let owed = try await home("fines: {type: money, derived: loans.@sum.fine}", loans)
    #expect(owed.contains("<title>Mitglieder</title>") && !owed.contains("Diesen Monat"))
    let spent = try await home("total: {type: money, label: Beitrag}", "total: 9\n")
    #expect(spent.contains("Beitrag") && spent.contains("9,00") && !spent.contains("Umsatz"))
  }

  /// A template of an abstract entity shows the records of its subentities; a block of documents keeps their order.
  @Test func documentsOfSubentitiesAreMadeByTheParentsTemplate() async throws {
    let files = [
      "Content/model.yml": """
      extends: none
      entities:
        Person:
          abstract: true
          sort: name
          attributes: {name: string}
          documents: {letter: {label: Letter}}
        Adult: {parent: Person, folder: adults, title: name}

      """,
      "Content/adults/1.md": "---\nname: Zoe\n---\n", "Content/adults/2.md": "---\nname: Adam\n---\n",
      "Content/letters.md":
        "---\ntitle: Letters\n---\n```query\nfrom: Adult\nas: documents\ndocument: letter\n```\n",
      "Themes/own/theme.yml": "parent: default\n",
      "Themes/own/entities/Person.letter.mustache":
        "{{<layout}}{{$main}}<h1>To {{record.title}}</h1>{{/main}}{{/layout}}\n",
    ]
    let site = try await SiteFixture(files, theme: "own").write()
    #expect(try site.page("letters.html").all("h1").map(\.text) == ["Letters", "To Adam", "To Zoe"])
  }
}
