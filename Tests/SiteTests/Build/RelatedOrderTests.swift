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

  /// From one record to the next it goes as in the entity's own index, and into no other.
  @Test func recordsOfASubentityFollowItsOrder() async throws {
    var files = [
      "Content/model.yml":
        "entities: {Wine: {parent: Service, folder: wines, sort: '-year', attributes: {year: integer}}}\n",
      "Content/services/freight.md": "---\nname: Freight\n---\n",
      "Content/services/zest.md": "---\nname: Zest\n---\n",
    ]
    for year in 2023...2025 { files["Content/wines/w\(year).md"] = "---\nname: Wine\nyear: \(year)\n---\n" }
    let site = try await SiteFixture(files).write()
    func neighbours(of page: String) throws -> [String] {
      try site.page(page).all("a").filter { ["prev", "next"].contains($0.attributes["rel"]) }
        .map { $0.attributes["href"] ?? "" }
    }
    #expect(try neighbours(of: "wines/w2025.html") == ["../wines/w2024.html"])
    #expect(try neighbours(of: "wines/w2024.html") == ["../wines/w2025.html", "../wines/w2023.html"])
    #expect(try neighbours(of: "wines/w2023.html") == ["../wines/w2024.html"])
    #expect(try neighbours(of: "services/freight.html") == ["../services/zest.html"])
  }
}
