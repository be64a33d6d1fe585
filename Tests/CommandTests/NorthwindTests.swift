import Foundation
import TestSupport
import Testing

/// The Northwind orders, whose totals are known.
@Suite(
  .enabled("the Northwind data or python3 is not on this machine") {
    Repository.shared("tools/northwind.py") != nil && Program.exists("python3")
  })
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
    #expect(check.problems == [])

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
