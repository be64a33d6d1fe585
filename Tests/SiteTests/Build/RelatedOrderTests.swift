import TestSupport
import Testing

/// The order of related records where the model sorts a list by a reference.
@Suite struct RelatedOrderTests {
  /// The rows of a service are sorted by their orders, newest first, whatever these are called.
  @Test func followsThatOfTheRecordsReferredTo() async throws {
    var files = [
      "Content/services/a.md": "---\nname: A\n---\n", "Content/customers/c.md": "---\nname: C\n---\n",
    ]
    for (id, year) in [("zeta", 2020), ("alpha", 2026), ("omega", 2023)] {
      files["Content/orders/\(id).md"] =
        "---\ndate: \(year)-05-05\ncustomer: c\nrows:\n  - {service: a, sum: 1.00}\n---\n"
    }
    let page = try await SiteFixture(files).write().page("services/a.html")
    let ids = page.all("a").map(\.text).filter { ["zeta", "alpha", "omega"].contains($0) }
    #expect(ids == ["alpha", "omega", "zeta"])
  }
}
