import TestSupport
import Testing

/// Days of the week, which queries number and pages call by their names.
struct WeekdayTests {
  private static func site(_ more: [String: String]) async throws -> FileTree {
    var files = ["Content/site.yml": "title: Fixture\nlanguage: de\n"]
    // 2026-01-05 is a Monday.
    for day in [5, 5 + 7, 6, 11] {
      files["Content/orders/o\(day).md"] =
        "---\ndate: 2026-01-\(day < 10 ? "0" : "")\(day)\nrows: [{sum: \(day)}]\n---\n"
    }
    return try await SiteFixture(files.merging(more) { $1 }).write()
  }

  @Test func aTableOfGroupsNamesThem() async throws {
    let site = try await Self.site([
      "Content/days.md": """
      ```query
      from: Order
      group: date.weekday
      columns: date.weekday, @count
      ```

      ```query
      as: bar
      from: Order
      group: date.weekday
      columns: date.weekday, @sum.total
      ```

      """
    ])
    let page = try site.page("days.html")
    #expect(
      page.all("tbody")[0].rows == [["Montag", "2"], ["Dienstag", "1"], ["Sonntag", "1"]])
    #expect(page.all("tbody")[0].all("th")[0].attributes["class"] == "text")
    #expect(page.all("text").map(\.text).filter { $0.hasSuffix("tag") } == ["Montag", "Dienstag", "Sonntag"])
    #expect(site.text("days/1.csv").hasSuffix("\r\n1,2\r\n2,1\r\n7,1\r\n"))
  }

  @Test func filtersAndSectionsNameThem() async throws {
    let site = try await Self.site([
      "Content/orders/index.md": "---\nsection: date.weekday\nfilters: date.weekday\ncolumns: id\n---\n"
    ])
    let page = try site.page("orders/index.html")
    let heads = page.all("tbody").compactMap { $0.all("th").first?.text.split(separator: " ").first }
    #expect(heads == ["Montag", "Dienstag", "Sonntag"])
    #expect(
      try site.links("orders/index.html").filter { $0.contains("where") } == [
        "Montag 2 → ../orders/where/date.weekday/1.html", "Dienstag 1 → ../orders/where/date.weekday/2.html",
        "Sonntag 1 → ../orders/where/date.weekday/7.html",
      ])
    #expect(try site.page("orders/where/date.weekday/7.html").all("h1")[0].text.contains("Sonntag"))
  }

  /// A number of a record's own is no day of the week, whatever it is called.
  @Test func anAttributeOfThatNameIsANumber() async throws {
    let site = try await Self.site([
      "Content/model.yml": "entities: {Customer: {attributes: {weekday: integer}}}\n",
      "Content/customers/a.md": "---\nname: A\nweekday: 3\n---\n",
      "Content/orders/x.md": "---\ndate: 2026-01-07\ncustomer: a\nrows: [{sum: 1}]\n---\n",
      "Content/orders/index.md": "---\nwhere: id = 'x'\ncolumns: id, customer.weekday, date.weekday\n---\n",
    ])
    #expect(try site.page("orders/index.html").all("tbody")[0].rows == [["x", "3", "Mittwoch"]])
  }
}
