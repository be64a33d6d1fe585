import Foundation
import TestSupport
import Testing

/// The Northwind orders, whose totals are known.
@Suite(.needsNorthwind)
struct NorthwindTests {
  /// The site of the orders, whose rows have sums, and of those whose rows have a quantity, price and discount.
  private static let (summed, computed) = (Task { try await build() }, Task { try await build("--formula") })

  /// Writes the orders and builds their site.
  /// - Parameter options: of the script that writes the orders.
  private static func build(_ options: String...) async throws -> (site: FileTree, content: FileTree) {
    let folder = try TemporaryFolder()
    let script = try #require(Repository.shared("tools/northwind.py"))
    let made = try await Program("python3", script, in: folder.path).run(["Content"] + options)
    try #require(made.status == 0, "\(made.error)")
    return (try await folder.build().site, try FileTree(folder.path("Content")))
  }

  @Test(arguments: [false, true])
  func everyRecordHasAPageAndTheTotalsAddUp(areComputed: Bool) async throws {
    let site = try await (areComputed ? Self.computed : Self.summed).value.site
    let check = await SiteCheck(site)
    #expect(check.errors == [])

    func records(_ entity: String) -> [String] {
      site.pages.filter {
        $0.hasPrefix(entity + "/") && !$0.contains("/page/") && !$0.hasSuffix("/index.html")
      }
    }
    #expect(records("customers").count == 91)
    #expect(records("services").count == 77)
    #expect(records("orders").count == 830)

    var total = PrintedMoney()
    for path in records("orders") { total += try check[path].amount("Total") }
    #expect(total.description == "1265793.29 EUR")
    // The index adds them up on its own.
    #expect(check["orders/index.html"].all("tfoot").last?.rows.first?.contains("€1,265,793.29") == true)
  }

  @Test func aCustomerHasItsOrders() async throws {
    let (site, content) = try await Self.summed.value
    let page = HTMLPage(site.files["customers/ernsh.html"] ?? Data()).root
    let written = content.files.filter {
      $0.key.hasPrefix("orders/") && String(decoding: $0.value, as: UTF8.self).contains("\ncustomer: ernsh\n")
    }.keys.map { "../" + $0.dropLast(3) + ".html" }
    #expect(written.count == 30)
    let tables = page.all("tbody").map { $0.all("a").compactMap { $0.attributes["href"] } }
    let shown = tables.map { $0.filter { $0.hasPrefix("../orders/") } }.max { $0.count < $1.count }
    #expect(shown?.sorted() == written.sorted())
  }

  // MARK: Queries

  /// Adds up the CSV files with nothing of docket's: `top` prints the five products sold for most with their sums,
  /// `idle` the customers without an order, `open` the number of orders made and not paid.
  private static let script = #"""
    import csv, re, sys, unicodedata
    from collections import defaultdict
    from decimal import Decimal, ROUND_HALF_UP

    def read(name):
        return list(csv.DictReader(open(f"{sys.argv[1]}/{name}.csv", encoding="utf-8", newline="")))

    sums = defaultdict(Decimal)
    for row in read("order_details"):
        exact = Decimal(row["unit_price"]) * int(row["quantity"]) * (1 - Decimal(row["discount"]))
        sums[row["product_id"]] += exact.quantize(Decimal("0.01"), ROUND_HALF_UP)
    names = {p["product_id"]: p["product_name"] for p in read("products")}
    orders = read("orders")
    if sys.argv[2] == "top":
        for product in sorted(sums, key=lambda product: -sums[product])[:5]:
            print(names[product], sums[product], sep=",")
    elif sys.argv[2] == "idle":
        customers = {c["customer_id"] for c in read("customers")} - {o["customer_id"] for o in orders}
        print("\n".join(sorted(c.lower() for c in customers)))
    else:
        print(sum(1 for o in orders if o["shipped_date"] and int(o["order_id"]) % 4 == 0))
    """#

  /// What the script says of the source, and what docket says of the records.
  private func answers(_ question: String, _ query: String...) async throws -> (String, String) {
    let folder = try TemporaryFolder()
    let tool = try #require(Repository.shared("tools/northwind.py"))
    let made = try await Program("python3", tool, in: folder.path).run(["Content", "--formula"])
    try #require(made.status == 0, "\(made.error)")
    let data = try #require(Repository.shared("data/northwind"))
    let expected = try await Program("python3", "-c", Self.script, in: folder.path).run([data, question])
    try #require(expected.status == 0, "\(expected.error)")
    let run = try await Program.docket(in: folder.path).run(["query"] + query)
    try #require(run.status == 0, "\(run.error)")
    return (expected.output, run.output.replacing("\r\n", with: "\n"))
  }

  @Test func countsTheOrdersMadeAndNotPaid() async throws {
    let (expected, count) = try await answers(
      "open", "Order", "--where", "made = true AND paid = false", "--count")
    #expect(count == "203\n")
    #expect(count == expected)
  }

  @Test func findsTheFiveServicesWithTheHighestSums() async throws {
    let (expected, top) = try await answers(
      "top", "RowOfOrder", "--group", "service.name", "--columns", "service.name,@sum.sum", "--sort",
      "-@sum.sum",
      "--limit", "5")
    #expect(top == "service.name,@sum.sum\n" + expected)
    #expect(expected.split(separator: "\n").count == 5)
  }

  @Test(arguments: [
    "orders.@count = 0", "NONE orders.id != nil", "SUBQUERY(orders, $o, TRUEPREDICATE).@count = 0",
  ])
  func findsTheCustomersWithoutAnOrder(predicate: String) async throws {
    let (expected, idle) = try await answers(
      "idle", "Customer", "--where", predicate, "--sort", "id", "--ids")
    #expect(idle == expected)
    #expect(idle == "fissa\nparis\n")
  }

  @Test func namesAreWhole() async throws {
    let site = try await Self.summed.value.site
    #expect(
      HTMLPage(site.files["customers/koene.html"] ?? Data()).root.all("h1").map(\.text) == ["Königlich Essen"]
    )
    #expect(site.text("customers/koene.html").contains("<h1>Königlich Essen</h1>"))
    #expect(HTMLPage(site.files["customers/bonap.html"] ?? Data()).root.all("h1").map(\.text) == ["Bon app'"])
    #expect(site.text("customers/bonap.html").contains("<h1>Bon app&#39;</h1>"))
  }
}
