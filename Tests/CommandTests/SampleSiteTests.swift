import Foundation
import TestSupport
import Testing

/// The sample of the repository, built as its readers build it.
@Suite struct SampleSiteTests {
  /// The build and what it made; one for all tests, as none changes anything.
  private static let built = Task {
    let folder = try TemporaryFolder()
    try folder.copy(Repository.content, to: "Content")
    let run = try await Program.docket(in: folder.path).run("build")
    try #require(run.status == 0, "\(run.error)")
    return (site: try FileTree(folder.path("Site")), run: run)
  }

  private let site: FileTree
  private let run: Program.Run

  init() async throws {
    (site, run) = try await Self.built.value
  }

  private func page(_ path: String) -> HTMLElement { HTMLPage(site.files[path] ?? Data()).root }

  /// The pages of orders, by the orders' ids.
  private var orders: [String: HTMLElement] {
    let paths = site.pages.filter { $0.hasPrefix("orders/2025/") || $0.hasPrefix("orders/2026/") }
    return Dictionary(uniqueKeysWithValues: paths.map { (String($0.dropFirst(12).dropLast(5)), page($0)) })
  }

  @Test func buildsWithOneLineAboutIt() throws {
    #expect(run.output == "")
    let (pages, files) = (site.pages.count, site.files.count - 1)
    let lines = run.error.split(separator: "\n")
    #expect(lines.count == 1)
    #expect(
      lines[0].hasPrefix("Site: \(pages) pages, \(files) changed, 0 removed, ") && lines[0].hasSuffix(" s"))
  }

  /// The hook that the README proposes takes the README's sample, and the book that `init` writes.
  @Test func theHookOfTheReadmeTakesTheSampleAndANewBook() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(Repository.content, to: "Content")
    #expect(try await folder.docket("check", "--strict").status == 0)
    #expect(try await folder.docket("init", "shop").status == 0)
    #expect(try await Program.docket(in: folder.path("shop")).run("check", "--strict").status == 0)
  }

  @Test func isWellFormedAndEveryLinkLeadsToAFile() async {
    let check = await SiteCheck(site)
    #expect(check.errors == [])
    #expect(check.linkCount > 2000)
  }

  @Test func everyRecordHasAPage() throws {
    let content = try FileTree(Repository.content)
    let records = content.paths.filter { $0.hasSuffix(".md") }
    #expect(records.count > 200)
    let missing = records.filter { site.files[$0.dropLast(3) + ".html"] == nil }
    #expect(missing == ["orders/2026/2026-0087.md"], "all but the draft")
  }

  @Test func listsWhatIsMadeAndNotPaidByDateThenCustomer() throws {
    let rows = page("reports/unpaid.html").all("tbody").flatMap(\.tableRows)
    let ids = rows.map { row in row.flatMap { $0.all("a") }.first?.attributes["href"].map(Self.id) }
    #expect(
      ids == [
        "2026-0054", "2026-0057", "2026-0062", "2026-0066", "2026-0069", "2026-0072", "2026-0073",
        "2026-0075",
        "2026-0078", "2026-0082", "2026-0084",
      ])
  }

  @Test func aMissingCustomerIsUnknown() throws {
    let row = page("reports/unpaid.html").rows.first { $0.contains("Sep 12, 2026") }
    #expect(row == ["Sep 12, 2026", "-- Unknown --", "€41.50", "€0.00", "€41.50"])
    #expect(orders["2026-0062"]?.text.contains("-- Unknown --") == true)
    #expect(orders["2026-0057"]?.text.contains("-- Unknown --") == false)
  }

  @Test func totalsByYearAreThoseOfTheBook() throws {
    var totals: [Substring: PrintedMoney] = [:]
    for (id, page) in orders { totals[id.prefix(4), default: .init()] += try page.amount("Total") }
    #expect(totals.mapValues(\.description) == ["2025": "11408.33 EUR", "2026": "15825.48 EUR, 202400 JPY"])
  }

  @Test func exportsHoldTheSameTotalsAsThePages() throws {
    let table = try CSVTable(site.text("orders/index.csv"))
    #expect(try table.column("id") == listed("orders/index"))
    var totals: [Substring: [String: Decimal]] = [:]
    for (date, total) in zip(try table.column("date"), try table.column("total")) {
      let parts = total.split(separator: " ")
      let amount = try #require(Decimal(string: String(parts[0])))
      totals[date.prefix(4), default: [:]][parts.count == 2 ? String(parts[1]) : "EUR", default: 0] += amount
    }
    #expect(
      totals.mapValues { $0.mapValues(\.description) }
        == ["2025": ["EUR": "11408.33"], "2026": ["EUR": "15825.48", "JPY": "202400"]])
  }

  @Test func everyExportIsWhole() throws {
    let stems = site.paths.filter { $0.hasSuffix(".csv") }.map { $0.dropLast(4) }
    #expect(stems.contains("orders/by/total-desc") && stems.contains("reports/unpaid/1"))
    for stem in stems {
      let table = try CSVTable(site.text(stem + ".csv"))
      let json = try #require(site.files[stem + ".json"], "\(stem)")
      let objects = try #require(try JSONSerialization.jsonObject(with: json) as? [[String: Any]], "\(stem)")
      #expect(objects.count == table.rows.count, "\(stem)")
      #expect(objects.allSatisfy { Set($0.keys) == Set(table.header) }, "\(stem)")
    }
  }

  @Test func everyTotalIsTheSumOfItsParts() throws {
    #expect(orders.count > 150)
    for (id, page) in orders {
      var (total, received) = (PrintedMoney(), PrintedMoney())
      for row in page.rows where row.count == 5 && row[4] != "Sum" { total += try PrintedMoney(row[4]) }
      for row in page.rows where row.contains(where: { $0.hasPrefix("Payment") }) {
        received += try PrintedMoney(row.last ?? "")
      }
      #expect(try page.amount("Total") == total, "\(id)")
      #expect(try page.amount("Received") == received, "\(id)")
      #expect(try page.amount("Open") == total - received, "\(id)")
      if page.field("Paid") == "Yes" { #expect(try page.amount("Open") == PrintedMoney(), "\(id)") }
    }
  }

  @Test func everySortHasEveryOrderOnce() throws {
    let ids = orders.keys.sorted()
    for stem in [
      "orders/index", "orders/by/total", "orders/by/total-desc", "orders/by/customer.name",
      "orders/by/customer.name-desc",
    ] {
      #expect(try listed(stem).sorted() == ids, "\(stem)")
    }
    let newestFirst = ids.map { (date: writtenDate($0), id: $0) }.sorted(by: >).map(\.id)
    #expect(try listed("orders/index") == newestFirst)
  }

  @Test(arguments: [
    ("date.year", ["2025", "2026"]), ("made", ["true", "false"]),
  ])
  func everyFilterPartsTheOrders(filter: String, values: [String]) throws {
    let folder = "orders/where/\(filter)/"
    #expect(
      site.pages.filter { $0.hasPrefix(folder) && !$0.contains("/page/") }
        == values.map { "\(folder)\($0).html" }.sorted())
    let parts = try values.map { try listed(folder + $0) }
    #expect(parts.allSatisfy { !$0.isEmpty })
    #expect(parts.flatMap { $0 }.sorted() == orders.keys.sorted())
  }

  // MARK: Listings

  /// The date in an order's file.
  private func writtenDate(_ id: String) -> Substring {
    let text =
      (try? String(contentsOfFile: "\(Repository.content)/orders/\(id.prefix(4))/\(id).md", encoding: .utf8))
      ?? ""
    return text.split(separator: "\n").first { $0.hasPrefix("date: ") }?.dropFirst(6) ?? ""
  }

  /// The ids of the orders that a listing shows on all its pages.
  private func listed(_ stem: String) throws -> [String] {
    var ids: [String] = []
    var path: String? = stem + ".html"
    while let current = path {
      try #require(site.files[current] != nil, "\(current)")
      let page = page(current)
      for row in page.all("tbody").flatMap(\.tableRows) {
        let link = try #require(row.flatMap { $0.all("a") }.first?.attributes["href"], "\(current)")
        ids.append(Self.id(link))
      }
      let next = page.all("a").first { $0.attributes["rel"] == "next" }?.attributes["href"]
      path = next.flatMap { SiteCheck.target(of: $0, from: current) }
    }
    return ids
  }

  /// The id of the record whose page a link leads to.
  private static func id(_ link: String) -> String {
    String((link.split(separator: "/").last ?? "").dropLast(5))
  }
}
