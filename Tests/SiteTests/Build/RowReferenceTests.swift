import TestSupport
import Testing

/// The records that rows refer to, on the pages of their owners: rows have no pages of their own to show them.
struct RowReferenceTests {
  private static let model = """
    entities:
      RowOfOrder: {relationships: {batches: {to: Batch, many: true, inverse: items, label: Lots}}}
      Batch:
        folder: batches
        title: lot
        attributes: {lot: string}
        relationships: {items: {to: RowOfOrder, many: true, inverse: batches}}
      Job: {folder: jobs, relationships: {parts: {to: Part, many: true, inverse: job}}}
      Part:
        inside: Job.parts
        attributes: {text: string}
        relationships: {job: {to: Job, inverse: parts}, lots: {to: Batch, many: true}}

    """

  private static func site(rows: String) async throws -> FileTree {
    try await SiteFixture([
      "Content/model.yml": model, "Content/batches/b1.md": "---\nlot: L-1\n---\n",
      "Content/batches/b2.md": "---\nlot: L-2\n---\n",
      "Content/jobs/j.md": "---\nparts: [{text: a, lots: [b2]}, {text: b}]\n---\n",
      "Content/orders/1.md": "---\ndate: 2026-01-12\nrows: [\(rows)]\n---\n",
    ]).write()
  }

  @Test func areListedWithLinks() async throws {
    let site = try await Self.site(
      rows: "{text: one, sum: 35.00, batches: [b1, b2]}, {text: two, sum: 9}")
    let bill = try #require(site.page("orders/1.html").all("table").first)
    #expect(bill.all("th").map(\.text).prefix(5) == ["Service", "Lots", "Quantity", "Price", "Discount"])
    let cell = try #require(bill.all("tbody")[0].all("td").first)
    #expect(cell.text == "L-1, L-2")
    #expect(cell.all("a").map { $0.attributes["href"] } == ["../batches/b1.html", "../batches/b2.html"])
    let parts = try #require(site.page("jobs/j.html").all("table").first)
    #expect(parts.all("tbody")[0].all("td").map(\.text) == ["L-2", ""])
    // The batch does not repeat itself in each of its rows.
    let items = try site.page("batches/b1.html").all("table")[0].all("th").map(\.text)
    #expect(!items.contains("Lots"), "\(items)")
  }

  @Test func haveNoColumnWhereNoRowHasAny() async throws {
    let site = try await Self.site(rows: "{text: two, sum: 9}")
    let bill = try #require(site.page("orders/1.html").all("table").first)
    #expect(!bill.all("th").map(\.text).contains("Lots"))
  }
}
