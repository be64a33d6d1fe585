import TestSupport
import Testing

/// The page that asks whether to delete a record: what keeps it is told before.
struct DeletePageTests {
  @Test(arguments: [
    (
      "customer: {to: Customer, inverse: orders, required: true}", "customer: ", "Customer",
      "<li>Order <a href=\"/orders/2026/o1.html\">"
    ),
    ("helpers: {to: Person, many: true, min-count: 1}", "helpers: ", "Person", "needs at least 1 record"),
  ])
  func whatKeepsARecordIsToldBeforeTheClick(
    relationship: String, key: String, entity: String, told: String
  ) async throws {
    func order(_ id: String) -> String { "---\ndate: 2026-01-10\n\(key)\(id)\nrows:\n  - {sum: 1.00}\n---\n" }
    let site = try await ServedSite(
      "--edit",
      adding: [
        "Content/model.yml": """
        entities:
          Person: {folder: people, title: name, attributes: {name: {type: string, required: true}}}
          Order: {relationships: {\(relationship)}}

        """,
        "Content/people/ann.md": "---\nname: Ann Lee\n---\n",
        "Content/people/bob.md": "---\nname: Bob\n---\n",
        "Content/orders/2026/o1.md": order(entity == "Person" ? "[ann]" : "ann"),
        "Content/orders/2026/o2.md": order(entity == "Person" ? "[bob]" : "bob"),
      ])
    let ask = try await site.ask("/-/delete/\(entity)/ann")
    #expect(ask.status == 200 && ask.body.contains(told), "\(ask.body)")
    #expect(!ask.body.contains("<button class=\"delete\">"))
  }

  /// The next import would refer to a record that is gone.
  @Test func anImportsConstantKeepsARecord() async throws {
    let site = try await ServedSite(
      "--edit",
      adding: [
        "Content/imports/shop.yml":
          "as: Order\nkeys: {id: No, date: Day, rows.sum: Sum}\nconstants: {customer: cid}\n",
        "Content/customers/cid.md": "---\nname: Cid\n---\n",
      ])
    let ask = try await site.ask("/-/delete/Customer/cid")
    #expect(ask.body.contains("an import gives it to every line"), "\(ask.body)")
    #expect(!ask.body.contains("<button class=\"delete\">"))
  }

  /// A build that cannot write says so on a page that leads on.
  @Test func aFailedBuildIsAPage() async throws {
    let site = try await ServedSite("--edit", adding: ["Site": "no folder"])
    let answer = try await send(site, "/-/build", [:], from: try await site.ask("/-/edit").body)
    #expect(answer.status == 500 && answer.body.contains("<h1>The build failed</h1>"), "\(answer.body)")
    #expect(answer.body.contains("cannot open") && answer.body.contains("<a href=\"/-/edit\">"))
  }

  /// The pages say what happens by labels and titles, in the language of the site.
  @Test(.needsGit) func whatGoesIsToldInTheLanguageOfTheSite() async throws {
    let site = try await ServedSite(
      "--edit", adding: ["Content/site.yml": "title: Schuppen\nlanguage: de\n"])
    try await site.folder.git("init", "-q")
    try await site.folder.git("add", ".")
    try await site.folder.git("commit", "-q", "-m", "first")
    let ask = try await site.ask("/-/delete/Customer/ann").body
    #expect(ask.contains("o1</a> Kunde: <del>Ann</del></li>"), "\(ask)")
    #expect(ask.contains("Ann</a> <code>ann</code> gelöscht</li>"), "\(ask)")
    try site.folder.replace("customer: ann", with: "customer: bob", in: "Content/orders/2026/o1.md")
    try site.folder.replace(
      "made: true", with: "made: true\ndue: 2026-02-01", in: "Content/orders/2026/o1.md")
    try await site.eventually { try await site.ask("/-/changes").body.contains("01.02.2026") }
    let page = try await site.ask("/-/changes").body
    #expect(page.contains("<li>Kunde: Ann → Bob &amp; Sons</li>"), "\(page)")
    #expect(page.contains("<li>Fälligkeit: – → 01.02.2026</li>"), "\(page)")
  }
}
