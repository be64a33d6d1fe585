import Foundation
import TestSupport
import Testing

/// The sample's reports on the Northwind orders, line by line against sums that another program makes of their source.
@Suite(
  .enabled("the Northwind data or python3 is not on this machine") {
    Repository.shared("tools/northwind.py") != nil && Program.exists("python3")
  })
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
}
