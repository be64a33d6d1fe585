import Foundation
import TestSupport
import Testing

/// The reports of the sample, copied into other books as their readers would.
@Suite struct ReportsTests {
  private static let reports = Repository.content + "/reports"

  /// A book of orders with one of the sample's reports.
  private static func book(_ report: String, orders: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder([
      "Content/customers/ann.md": "---\nname: Ann\n---\n",
      "Content/customers/bob.md": "---\nname: Bob\n---\n",
      "Content/services/tune.md": "---\nname: Tune\n---\n",
    ])
    // The page at the end of a year leads to the page of today.
    for name in Set([report, "receivables"]) {
      try folder.copy("\(reports)/\(name).md", to: "Content/reports/\(name).md")
    }
    for (id, text) in orders { try folder.put("Content/orders/\(id).md", text) }
    return folder
  }

  private static func order(_ date: String, _ sum: String, _ lines: String...) -> String {
    (["---", "date: \(date)", "customer: ann", "rows:", "  - {service: tune, sum: \(sum)}"] + lines + [
      "---", "",
    ])
    .joined(separator: "\n")
  }

  /// The rows of an export after a build on a day.
  private static func rows(_ path: String, _ folder: TemporaryFolder, today: String) async throws -> [String]
  {
    try await folder.build("--today", today)
    return try folder.text("Site/reports/\(path).csv").split(separator: "\r\n").map(String.init)
  }

  @Test func aListIsOneCellWithoutTheNils() async throws {
    let folder = try TemporaryFolder(SmallSite.files)
    try folder.put(
      "Content/orders/2026/o4.md",
      "---\ndate: 2026-03-01\ncustomer: ann\nrows:\n  - {service: tune, sum: 1}\n"
        + "  - {text: a < b, sum: 2}\n  - {service: paint, text: c, sum: 3}\n---\n")
    try folder.put(
      "Content/list.md",
      "```query\nfrom: Order\nwhere: id = 'o4'\ncolumns: id, rows.service, rows.text, customer.orders.date.day\n```\n"
    )
    try await folder.build()
    let page = HTMLPage(try folder.text("Site/list.html"))
    #expect(page.errors == [])
    #expect(page.root.rows.last == ["o4", "Tune, Paint", "a < b, c", "30, 20, 1"])
  }

  // MARK: Receivables

  /// Days after the day to pay by, and the age that they make: its place among the columns.
  @Test(arguments: [
    ("2026-01-01", 0), ("2026-01-10", 0), ("2026-01-11", 1), ("2026-02-09", 1), ("2026-02-10", 2),
    ("2026-03-11", 2),
    ("2026-03-12", 3), ("2026-04-10", 3), ("2026-04-11", 4), ("2027-01-10", 4),
  ])
  func agesGoFromColumnToColumnWithTheDays(today: String, place: Int) async throws {
    let folder = try Self.book(
      "receivables",
      orders: [
        // Due on January 10, by `due` and, where there is none, by the order's own date.
        "a": Self.order("2025-12-20", "100.00", "due: 2026-01-10"),
        "b": Self.order("2026-01-10", "0.50", "paid: false"),
      ])
    let open = today < "2026-01-10" ? "100.00" : "100.50"
    var ages = Array(repeating: "0.00", count: 5)
    ages[place] = open
    #expect(
      try await Self.rows("receivables/by-age", folder, today: today) == [
        "customer,Not due,1–30 days,31–60 days,61–90 days,Over 90 days,Open",
        (["ann"] + ages + [open]).joined(separator: ","),
      ])
  }

  @Test func whatIsOpenFollowsFromTheDaysOfPayment() async throws {
    let folder = try Self.book(
      "receivables",
      orders: [
        "a": Self.order("2026-01-01", "100.00", "paidOn: 2026-02-01"),
        "b": Self.order(
          "2026-01-01", "10.00", "payments:", "  - {date: 2026-01-15, sum: 4.00}",
          "  - {date: 2026-02-15, sum: 6.00}"),
        // Paid without a day counts as paid ever since, but for what came as payments on days of their own.
        "c": Self.order("2026-01-01", "1000.00", "paid: true"),
        "d": Self.order(
          "2026-01-01", "1000.00", "paid: true", "payments:", "  - {date: 2026-01-15, sum: 4.00}"),
      ])
    func open(_ day: String) async throws -> String? {
      try await Self.rows("receivables/by-age", folder, today: day).dropFirst().first?.split(separator: ",")
        .last
        .map(String.init)
    }
    #expect(try await open("2025-12-31") == nil)
    #expect(try await open("2026-01-14") == "114.00")
    #expect(try await open("2026-01-15") == "106.00")
    #expect(try await open("2026-01-31") == "106.00")
    #expect(try await open("2026-02-01") == "6.00")
    #expect(try await open("2026-02-15") == nil)
  }

  @Test func aReportAsOfADayStaysWhatever() async throws {
    let folder = try Self.book(
      "receivables-2025",
      orders: [
        "a": Self.order("2025-11-20", "100.00", "due: 2025-12-01"), "b": Self.order("2025-12-30", "7.00"),
        "c": Self.order("2025-12-31", "0.40", "paidOn: 2025-12-31"),
      ])
    let path = "receivables-2025/by-age"
    let first = try await Self.rows(path, folder, today: "2026-01-02")
    #expect(first.dropFirst() == ["ann,0.00,107.00,0.00,0.00,0.00,107.00"])
    let page = try folder.text("Site/reports/receivables-2025.html")
    #expect(page.contains("As of Dec 31, 2025"))

    try folder.replace(
      "due: 2025-12-01", with: "due: 2025-12-01\npaidOn: 2026-01-03", in: "Content/orders/a.md")
    try folder.replace(
      "7.00}", with: "7.00}\npayments:\n  - {date: 2026-02-01, sum: 7.00}", in: "Content/orders/b.md")
    try folder.put("Content/orders/d.md", Self.order("2026-01-01", "50.00"))
    #expect(try await Self.rows(path, folder, today: "2030-07-01") == first)
    #expect(
      try folder.text("Site/reports/receivables-2025.html") == page, "not a byte of the page has changed")
    #expect(try folder.text("Site/reports/receivables/by-age.csv").contains("50.00"), "today's does change")
  }

  @Test func theSamplesReceivablesAreWhatItsOrdersHaveOpen() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(Repository.content, to: "Content")
    try await folder.build()
    let total = try await folder.docket(
      "query", "Order", "--group", "currency", "--columns", "currency,sum(open)", "--having", "sum(open) != 0"
    )
    #expect(total.output == "currency,sum(open)\r\nEUR,3150.83\r\nJPY,102400 JPY\r\n")
    let page = HTMLPage(Data(try folder.text("Site/reports/receivables.html").utf8)).root
    let totals = try #require(page.all("tfoot").first?.rows.first)
    #expect(try PrintedMoney(totals.last ?? "").description == "3150.83 EUR, 102400 JPY")
    // The ages of each line, and of the last, make its sum.
    for row in page.rows where row.count == 7 && row.last != "Open" {
      var sum = PrintedMoney()
      for age in row[1...5] { sum += try PrintedMoney(age) }
      #expect(try sum == PrintedMoney(row[6]), "\(row)")
    }
  }

  // MARK: Currencies

  @Test func currenciesAreNeverAdded() async throws {
    let folder = try Self.book(
      "revenue",
      orders: [
        "a": Self.order("2026-01-01", "12.50"), "b": Self.order("2026-01-02", "1500", "currency: JPY"),
        "c": Self.order("2026-01-03", "0.125", "currency: BHD"),
        "d": Self.order("2026-02-03", "-1.125", "currency: BHD"),
        "e": Self.order("2026-02-04", "250 JPY"), "f": Self.order("2026-02-05", "0.05"),
      ])
    #expect(
      try await Self.rows("revenue/month", folder, today: "2026-11-21") == [
        "Month,Orders,Revenue", "2026-01,3,0.125 BHD; 12.50; 1500 JPY", "2026-02,3,-1.125 BHD; 0.05; 250 JPY",
      ])
    let page = HTMLPage(Data(try folder.text("Site/reports/revenue.html").utf8)).root
    let months = page.all("table").first { $0.text.contains("Jan 2026") && $0.text.contains("Orders") }
    #expect(
      months?.rows.map { $0.last ?? "" } == [
        "Revenue", "€12.50 + BHD\u{A0}0.125 + ¥1,500", "€0.05 + -BHD\u{A0}1.125 + ¥250",
        "€12.55 + -BHD\u{A0}1.000 + ¥1,750",
      ])
    // One line a currency.
    #expect(try folder.text("Site/reports/revenue.html").contains("€12.55\n+ -BHD\u{A0}1.000\n+ ¥1,750"))
    let json = try folder.text("Site/reports/revenue/year.json")
    #expect(json.contains(#"{"BHD": -1.000, "EUR": 12.55, "JPY": 1750}"#), "\(json)")
  }

  // MARK: Statement

  @Test func aCustomersPageIsAStatement() async throws {
    let folder = try Self.book(
      "revenue",
      orders: [
        "a": Self.order("2026-01-01", "100.00", "payments:", "  - {date: 2026-01-05, sum: 40.00}"),
        "b": Self.order(
          "2026-02-01", "2000", "currency: JPY", "payments:", "  - {date: 2026-02-05, sum: 500}"),
        "c": Self.order("2026-03-01", "10.00", "payments:", "  - {date: 2026-03-05, sum: 10.00}"),
      ])
    try await folder.build()
    let page = HTMLPage(Data(try folder.text("Site/customers/ann.html").utf8)).root
    let tables = page.all("table").map(\.rows)
    let orders = try #require(tables.first { $0.first?.contains("Open") ?? false })
    func column(_ name: String) throws -> [String] {
      let place = try #require(orders.first?.firstIndex(of: name))
      return orders.dropFirst().map { $0[place] }
    }
    #expect(try column("Total") == ["€100.00", "¥2,000", "€10.00", "€110.00 + ¥2,000"])
    #expect(try column("Received") == ["€40.00", "¥500", "€10.00", "€50.00 + ¥500"])
    #expect(try column("Open").last == "€60.00 + ¥1,500")
    let payments = try #require(tables.first { $0.first?.contains("Note") ?? false })
    #expect(payments.map { $0.last ?? "" } == ["Sum", "€40.00", "¥500", "€10.00", "€50.00 + ¥500"])
  }
}
