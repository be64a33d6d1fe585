import TestSupport
import Testing

/// Index pages of groups and of rows without repetition: their sorts and filters.
@Suite struct GroupedIndexTests {
  private static func order(_ place: String, _ lines: String) -> String {
    "---\ndate: 2026-01-01\nplace: \(place)\n\(lines)\n---\n"
  }

  private static let placed = [
    "Content/model.yml": "entities:\n  Order:\n    attributes:\n      place: string\n",
    "Content/orders/o1.md": order("a", "paid: true\nrows: [{sum: 5}]"),
    "Content/orders/o2.md": order("b", "rows: [{sum: 7}]"),
    "Content/orders/o3.md": order("a", "rows: [{sum: 9}]"),
  ]

  @Test func anIndexOfGroupsIsSortedAndFiltered() async throws {
    let index = """
      ---
      group: place
      columns: place, @count, @sum.total
      sorts: -@sum.total, place
      filters: paid
      ---

      """
    let site = try await SiteFixture(Self.placed.merging(["Content/orders/index.md": index]) { $1 }).write()
    func rows(_ path: String) throws -> [[String]] { try site.page(path).all("tbody").flatMap(\.rows) }
    #expect(try rows("orders/index.html") == [["a", "2", "€14.00"], ["b", "1", "€7.00"]])
    #expect(try rows("orders/by/sum.total.html").map(\.first) == ["b", "a"])
    #expect(try rows("orders/by/sum.total-desc.html").map(\.first) == ["a", "b"])
    #expect(try rows("orders/by/place-desc.html").map(\.first) == ["b", "a"])
    #expect(try rows("orders/where/paid/true.html") == [["a", "1", "€5.00"]])
    #expect(
      try rows("index.html").contains { $0.first == "o1" },
      "the home page has the newest records all the same")
    #expect(try rows("orders/where/paid/false.html") == [["a", "1", "€9.00"], ["b", "1", "€7.00"]])
    #expect(await SiteCheck(site).errors == [])
  }

  @Test func anIndexOfDistinctRowsIsFilteredByEveryRecord() async throws {
    let index = "---\ncolumns: place\ndistinct: true\nlimit: 1\nfilters: paid\n---\n"
    let site = try await SiteFixture(Self.placed.merging(["Content/orders/index.md": index]) { $1 }).write()
    func rows(_ path: String) throws -> [[String]] { try site.page(path).all("tbody").flatMap(\.rows) }
    #expect(try rows("orders/index.html") == [["a"]])
    #expect(try rows("orders/where/paid/true.html") == [["a"]])
    #expect(try rows("orders/where/paid/false.html") == [["b"]])
  }

  /// A filtered page of groups is the request with the filter's value in 'where'.
  @Test(arguments: [
    ("@count > 1", "", [["a", "2", "€14.00"]], [], []),
    (
      "@count < 2", "", [["b", "1", "€7.00"]], [["a", "1", "€5.00"]],
      [["a", "1", "€9.00"], ["b", "1", "€7.00"]]
    ),
    ("@count > 0", "limit: 1", [["a", "2", "€14.00"]], [["a", "1", "€5.00"]], [["a", "1", "€9.00"]]),
    ("@count > 0", "offset: 1", [["b", "1", "€7.00"]], [], [["b", "1", "€7.00"]]),
  ])
  func havingAndLimitAreOfTheFilteredGroups(
    having: String, more: String, all: [[String]], paid: [[String]], unpaid: [[String]]
  ) async throws {
    let index = """
      ---
      group: place
      columns: place, @count, @sum.total
      having: "\(having)"
      filters: paid
      \(more)
      ---

      """
    let site = try await SiteFixture(Self.placed.merging(["Content/orders/index.md": index]) { $1 }).write()
    // A table without rows has one that says so.
    func rows(_ path: String) throws -> [[String]] {
      try site.page(path).all("tbody").flatMap(\.rows).filter { $0.count > 1 }
    }
    #expect(try rows("orders/index.html") == all)
    #expect(try rows("orders/where/paid/true.html") == paid)
    #expect(try rows("orders/where/paid/false.html") == unpaid)
    #expect(await SiteCheck(site).errors == [])
  }

  @Test func aSortOfGroupsByWhatDiffersWithinThemIsAnError() async throws {
    let fixture = try await SiteFixture(
      Self.placed.merging(["Content/orders/index.md": "---\ngroup: place\nsorts: date\n---\n"]) { $1 })
    #expect(
      fixture.diagnosticLines == [
        "Content/orders/index.md:3: 'date' differs within a group; use min() or max() of it, or use one of the keys "
          + "place [unknown-key-path]"
      ])
  }
}
