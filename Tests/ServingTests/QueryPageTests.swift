import Testing

/// The page of queries, `/-/query`.
struct QueryPageTests {
  @Test func anErrorIsShownAtItsPlaceWithTheKeys() async throws {
    let site = try await ServedSite("--edit")
    let query = try await site.ask("/-/query?from=Order&where=made+%3D+tru")
    #expect(query.body.contains("<mark>tru</mark>") && query.body.contains("<code>paidOn</code>"))
  }

  @Test func aLimitThatIsNoNumberIsAnError() async throws {
    let site = try await ServedSite("--edit")
    for limit in ["x", "-1", "1.5"] {
      let page = try await site.ask("/-/query?from=Order&limit=\(limit)").body
      #expect(page.contains("a whole number of at least 0, not &#39;\(limit)&#39;"), "\(page)")
      #expect(!page.contains("<table class=\"result\">"))
    }
    #expect(try await site.ask("/-/query?from=Order&limit=1").body.contains("1 row"))
  }

  @Test func cellsAreShownByTheTypesOfTheirColumns() async throws {
    let site = try await ServedSite("--edit")
    let query = "/-/query?from=Order&where=made+%3D+true&columns=id,total,CAST(total,'String'),customer,date"
    let page = try await site.ask(query).body
    let cells = [
      "<td class=\"short\"><a href=\"/orders/2026/o1.html\">o1</a></td>", "<td class=\"money\">10.00</td>",
      "<td>10.00 EUR</td>", "<td class=\"short\"><a href=\"/customers/ann.html\">ann</a></td>",
      "<td class=\"short\">2026-01-10</td>",
    ]
    #expect(page.contains("<tr>\(cells.joined())</tr>"), "\(page)")
  }

  @Test func groupsMayBeChosenAndTurned() async throws {
    let site = try await ServedSite("--edit")
    let query = "from=Order&group=date.year&columns=date.year,@count&pivot=made&having=@count+%3E+0"
    let page = try await site.ask("/-/query?\(query)").body
    #expect(page.contains("group: date.year\nhaving: &#39;@count &gt; 0&#39;\npivot: made\n"), "\(page)")
    #expect(page.contains("<th scope=\"col\" class=\"money\">true</th>"), "\(page)")
  }

  @Test(arguments: [
    ("made+==+true", "where: made == true"), ("%23paid+==+false", "where: &#39;#paid == false&#39;"),
    ("id+CONTAINS+'it:+%23'", "where: &#39;id CONTAINS &#39;&#39;it: #&#39;&#39;&#39;"),
  ])
  func theBlockToCopyReadsAsWhatWasTyped(query: String, line: String) async throws {
    let site = try await ServedSite("--edit")
    let page = try await site.ask("/-/query?from=Order&where=\(query)").body
    #expect(page.contains("from: Order\n\(line)\n"), "\(page)")
  }
}
