import Foundation
import TestSupport
import Testing

/// The sample's reports on the Northwind orders, line by line against sums that another program makes of their source.
@Suite(.needsNorthwind)
struct ReportsNorthwindTests {
  /// Adds up the CSV files: prints `report,key,count,sum` for each month, quarter, year, customer and product.
  private static let script = #"""
    import csv, re, sys, unicodedata
    from collections import defaultdict
    from decimal import Decimal, ROUND_HALF_UP

    def read(name):
        return list(csv.DictReader(open(f"{sys.argv[1]}/{name}.csv", encoding="utf-8", newline="")))

    def slug(text):
        text = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
        return re.sub(r"[^a-z0-9]+", "-", text.replace("ß", "ss").lower()).strip("-")

    orders = {o["order_id"]: o for o in read("orders")}
    products = {p["product_id"]: slug(p["product_name"]) for p in read("products")}
    sums, members = defaultdict(Decimal), defaultdict(set)
    for number, row in enumerate(read("order_details")):
        exact = Decimal(row["unit_price"]) * int(row["quantity"]) * (1 - Decimal(row["discount"]))
        cents = exact.quantize(Decimal("0.01"), ROUND_HALF_UP)
        order = orders[row["order_id"]]
        year, month = order["order_date"][:4], order["order_date"][:7]
        quarter = f"{year}-Q{(int(month[5:]) + 2) // 3}"
        for key in (("revenue/month", month), ("revenue/quarter", quarter), ("revenue/year", year),
                    ("customers/all", order["customer_id"].lower())):
            sums[key] += cents
            members[key].add(row["order_id"])
        sums["services/1", products[row["product_id"]]] += cents
        members["services/1", products[row["product_id"]]].add(number)
    for key in sorted(sums):
        print(*key, len(members[key]), sums[key], sep=",")
    """#

  @Test(arguments: [[], ["--formula"]])
  func revenueIsThatOfTheSource(options: [String]) async throws {
    let data = try #require(Repository.shared("data/northwind"))
    let tool = try #require(Repository.shared("tools/northwind.py"))
    let folder = try TemporaryFolder()
    let made = try await Program("python3", tool, in: folder.path).run(["Content"] + options)
    try #require(made.status == 0, "\(made.error)")
    let expected = try await Program("python3", "-c", Self.script, in: folder.path).run(data)
    try #require(expected.status == 0, "\(expected.error)")

    for name in ["revenue", "services"] {
      try folder.copy("\(Repository.content)/reports/\(name).md", to: "Content/reports/\(name).md")
    }
    try folder.put(
      "Content/reports/customers.md",
      "```query\nname: all\nfrom: Order\ngroup: customer\ncolumns: customer, @count, @sum.total\n```\n")
    try await folder.build()

    var lines: [String] = []
    for report in ["customers/all", "revenue/month", "revenue/quarter", "revenue/year", "services/1"] {
      let rows = try folder.text("Site/reports/\(report).csv").split(separator: "\r\n").dropFirst()
      lines += rows.map { "\(report),\($0)" }
      // Each report's lines make the whole.
      let cents = rows.compactMap { Int($0.split(separator: ",").last?.replacing(".", with: "") ?? "") }
      #expect(cents.count == rows.count)
      #expect(cents.reduce(0, +) == 126_579_329, "\(report)")
    }
    #expect(lines.sorted() == expected.output.split(separator: "\n").map(String.init).sorted())
    #expect(lines.count > 89 + 77 + 23)
    let page = HTMLPage(Data(try folder.text("Site/reports/revenue.html").utf8)).root
    #expect(page.all("tfoot").flatMap(\.rows).count { $0.last == "€1,265,793.29" } >= 3)
  }

  /// Has each paid order paid on the day it was shipped, and prints `quarter,opening,charged,received,closing`.
  private static let statements = #"""
    import csv, glob, os, sys
    from collections import defaultdict
    from decimal import Decimal, ROUND_HALF_UP

    def read(name):
        return list(csv.DictReader(open(f"{sys.argv[1]}/{name}.csv", encoding="utf-8", newline="")))

    def quarter(day):
        return f"{day[:4]}-Q{(int(day[5:7]) + 2) // 3}"

    totals = defaultdict(Decimal)
    for row in read("order_details"):
        exact = Decimal(row["unit_price"]) * int(row["quantity"]) * (1 - Decimal(row["discount"]))
        totals[row["order_id"]] += exact.quantize(Decimal("0.01"), ROUND_HALF_UP)
    charged, received = defaultdict(Decimal), defaultdict(Decimal)
    shipped = {o["order_id"]: o["shipped_date"][:10] for o in read("orders")}
    for order in read("orders"):
        charged[quarter(order["order_date"])] += totals[order["order_id"]]
    for path in glob.glob("Content/orders/*/*.md"):
        text, number = open(path).read(), os.path.basename(path)[:-3]
        if "\npaid: true\n" in text:
            open(path, "w").write(text.replace("\npaid: true\n", f"\npaidOn: {shipped[number]}\n"))
            received[quarter(shipped[number])] += totals[number]
    balance = Decimal(0)
    for key in sorted(charged):
        opening, balance = balance, balance + charged[key] - received[key]
        print(key.lower(), opening, charged[key], received[key], balance, sep=",")
    """#

  @Test func statementsRunOnFromQuarterToQuarter() async throws {
    let data = try #require(Repository.shared("data/northwind"))
    let tool = try #require(Repository.shared("tools/northwind.py"))
    let folder = try TemporaryFolder()
    let made = try await Program("python3", tool, in: folder.path).run("Content")
    try #require(made.status == 0, "\(made.error)")
    let expected = try await Program("python3", "-c", Self.statements, in: folder.path).run(data)
    try #require(expected.status == 0, "\(expected.error)")
    try folder.put(
      "Content/reports/account.md",
      "---\neach: date.quarter\nfrom: Order\n---\n"
        + "```query\nname: all\nas: statement\nfrom: Order\nperiod: $each\n```\n")
    try await folder.build("--only", "reports/account.md", "--output", "Site")

    var lines: [String] = []
    var closing = "0"
    for line in expected.output.split(separator: "\n") {
      let quarter = line.prefix { $0 != "," }
      let rows = try folder.text("Site/reports/account/\(quarter)/all.csv").split(separator: "\r\n")
        .dropFirst()
        .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
      let opening = try #require(rows.first)
      let end = try #require(rows.last)
      #expect(Decimal(string: opening[5]) == Decimal(string: closing), "\(quarter)")
      closing = end[5]
      // Every balance is the one before it with its movement.
      var (charged, received) = (Decimal(0), Decimal(0))
      for (before, row) in zip(rows, rows.dropFirst().dropLast()) {
        let (more, less) = (Decimal(string: row[3]) ?? 0, Decimal(string: row[4]) ?? 0)
        (charged, received) = (charged + more, received + less)
        #expect(Decimal(string: before[5]).map { $0 + more - less } == Decimal(string: row[5]), "\(row)")
        #expect(before[0] <= row[0] && (row[3].isEmpty != row[4].isEmpty), "\(row)")
      }
      lines.append("\(quarter),\(opening[5]),\(charged),\(received),\(closing)")
    }
    func cents(_ lines: [String]) -> [[String]] {
      lines.map {
        $0.split(separator: ",").map { field in Decimal(string: "\(field)").map { "\($0)" } ?? "\(field)" }
      }
    }
    let sums = expected.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 8 && cents(lines).map { $0.dropFirst() } == cents(sums).map { $0.dropFirst() })
  }
}
