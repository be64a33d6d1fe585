import Content
import Diagnostics
import Testing

/// What databases and scripts write: taken where nothing is lost, else with the one fix there is.
@Suite struct DatabaseValueTests {
  private func order(_ lines: String, model: String? = nil) async throws -> LoadedSite {
    try await .order("date: 2026-03-14\n" + lines, model: model)
  }

  @Test(arguments: [
    ("due: 2011-01-29 00:00:00", "2011-01-29"), ("due: 2011-01-29T00:00:00", "2011-01-29"),
    ("due: 3.4.2026", "2026-04-03"), ("made: 1", "true"), ("made: 0", "false"), ("draft: 1", "true"),
  ])
  func hasOneFix(line: String, fix: String) async throws {
    let site = try await order(line)
    #expect(site.content.diagnostics.count == 1)
    #expect(site.content.diagnostics.first?.fixIts.map(\.replacement) == [fix])
  }

  /// Quotes that word processors make are a part of the value to YAML, and named.
  @Test(arguments: [
    ("due: “2026-04-01”", "2026-04-01"), ("made: „yes“", "yes"), ("paidOn: ‘2026-04-01’", "2026-04-01"),
    ("“due”: 2026-04-01", "due"), ("rows: [{sum: «12.50»}]", "12.50"),
    ("due: „5.1.2026“", "2026-01-05"), ("rows: [{sum: “48,00”}]", "48.00"),
    ("rows: [{service: “chai”, sum: 1}]", "chai"),
  ])
  func typographicQuotesAreNamedAndFixed(line: String, fix: String) async throws {
    let site = try await order(line)
    #expect(site.content.diagnostics.count == 1)
    let found = try #require(site.content.diagnostics.first)
    #expect(found.fixIts.map(\.replacement) == [fix])
    let said = [found.summary] + found.notes.map(\.text)
    #expect(line.hasPrefix("“") || said.contains { $0.contains("typographic quotes") }, "\(said)")
  }

  @Test func typographicQuotesAroundNoValueAreNoneToTakeAway() async throws {
    let site = try await order("due: “soon”")
    #expect(site.content.diagnostics.map(\.fixIts.count) == [0])
  }

  @Test func aDayWithPointsIsSaidToBeReadDayFirst() async throws {
    let site = try await order("due: 03.04.2026")
    #expect(
      site.content.diagnostics.map(\.summary) == [
        "'due' is a date such as 2026-03-14, not '03.04.2026', which has the day first; write 2026-04-03"
      ])
  }

  @Test(arguments: [
    ("12.5000", "12.50 EUR"), ("0.500", "0.50 EUR"), ("252.0000000", "252.00 EUR"), ("12.00 JPY", "12 JPY"),
    ("1000.0000", "1000.00 EUR"), ("1.2340 BHD", "1.234 BHD"),
  ])
  func zerosAtTheEndLoseNothing(text: String, sum: String) async throws {
    let site = try await order("rows: [{sum: \(text)}]")
    #expect(site.diagnosticLines == [])
    #expect(try site("RowOfOrder", "o1#1", "sum") == sum)
  }

  @Test func threeDigitsMayBeAPartOfThousands() async throws {
    let site = try await order("rows: [{sum: 1.500}]")
    #expect(
      site.content.diagnostics.map(\.summary) == [
        "'1.500' may be 1.50 EUR, or a point may separate thousands in it; write 1.50 or 1500"
      ])
  }

  @Test func currenciesThatWereWithdrawnAreKnown() async throws {
    let site = try await order("currency: DEM\nrows: [{sum: 12.50}, {sum: 5000 ITL}, {sum: 3.10 FRF}]")
    #expect(site.diagnosticLines == [])
    #expect(try site("Order", "o1", "total") == "12.50 DEM; 3.10 FRF; 5000 ITL")
  }

  @Test func decimalsHaveTheDigitsThatTheModelSays() async throws {
    let model = """
      entities:
        Order:
          attributes:
            hours: {type: decimal, digits: 2}
            rate: {type: decimal, digits: 3, derived: hours / 3}
      """
    let site = try await order("hours: 1.5", model: model)
    #expect(site.diagnosticLines == [])
    #expect(try site("Order", "o1", "hours") == "1.50")
    #expect(try site("Order", "o1", "rate") == "0.500")
    #expect(try await order("hours: 1.2500", model: model)("Order", "o1", "hours") == "1.25")
    #expect(
      try await order("hours: 1.255", model: model).diagnosticLines == ["orders/o1.md:3:8 too-many-digits"])
  }

  @Test func daysSinceAnotherDocumentsDateAreNoFigureOfIts() async throws {
    let model = """
      entities:
        Customer: {attributes: {since: date, bonus: decimal}}
        Order:
          attributes:
            known: {type: decimal, derived: date - customer.since}
            extra: {type: decimal, derived: customer.bonus}
      """
    #expect(try await order("", model: model).diagnosticLines == ["model.yml:6:39 foreign-money"])
  }
}
