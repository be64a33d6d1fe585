import TestSupport
import Testing

/// The page that asks whether to delete a record: what keeps it is told before.
struct DeletePageTests {
  @Test(arguments: [
    (
      "customer: {to: Customer, inverse: orders, required: true}", "customer: ", "Customer",
      "<a href=\"/orders/2026/o1.html\">"
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
}
