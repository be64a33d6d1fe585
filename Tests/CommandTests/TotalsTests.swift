import Foundation
import TestSupport
import Testing

/// Every page read with an accountant's eye: each total is the sum of what stands above it.
@Suite struct TotalsTests {
  /// The home page shows the newest few orders, which make no sum that says anything.
  private static let ofTheNewest: Set = ["index.html: Total", "index.html: Open"]

  @Test func everyTotalOfTheSampleIsTheSumOfWhatStandsAboveIt() async throws {
    let folder = try TemporaryFolder()
    try folder.copy(Repository.content, to: "Content")
    let check = try TotalsCheck(try await folder.build().site)
    #expect(check.differences == [])
    #expect(check.count > 500, "\(check.count)")
    #expect(check.notAddedUp == Self.ofTheNewest)
  }

  @Test func everyTotalOfANewBookIsTheSumOfWhatStandsAboveIt() async throws {
    let folder = try TemporaryFolder()
    try #require(try await folder.docket("init").status == 0)
    let check = try TotalsCheck(try await folder.build().site)
    #expect(check.differences == [])
    #expect(check.count > 20, "\(check.count)")
    #expect(check.notAddedUp == Self.ofTheNewest)
  }

  /// Nothing received is nothing in the site's currency, whichever the first order has.
  @Test func aTotalOfNothingIsInTheCurrencyOfTheSite() async throws {
    func order(_ more: String) -> String {
      "---\ndate: 2026-01-05\ncustomer: ann\nmade: true\n\(more)rows: [{text: a, sum: 5}]\n---\n"
    }
    let folder = try TemporaryFolder([
      "Content/customers/ann.md": "---\nname: Ann\n---\n", "Content/orders/o1.md": order("currency: JPY\n"),
      "Content/orders/o2.md": order(""),
    ])
    let site = try await folder.build().site
    let page = String(decoding: site.files["customers/ann.html"] ?? Data(), as: UTF8.self)
    let feet = page.split(separator: "<tfoot>").dropFirst().map { $0.prefix { $0 != "\n" } }
    #expect(feet.contains { $0.contains("€0.00") } && !feet.contains { $0.contains("¥0") }, "\(feet)")
  }

  @Test func aTotalThatIsNotTheSumIsFound() throws {
    let folder = try TemporaryFolder([
      "a.html": """
      <!doctype html><html><body><table><thead><tr><th>A</th><th class="money">B</th></tr></thead>
      <tbody><tr><th scope="row">x</th><td class="money">€1.00</td></tr>
      <tr><th scope="row">y</th><td class="money">€2.50</td></tr></tbody>
      <tfoot><tr class="sum"><th scope="row">Total</th><td class="money">€3.05</td></tr></tfoot></table></body></html>
      """
    ])
    let check = try TotalsCheck(try FileTree(folder.path))
    #expect(check.differences == ["a.html: €3.05 stands below 3.5 EUR"])
  }
}

/// Adds up the columns of every table of a site, and compares them with the totals below.
private struct TotalsCheck {
  /// The totals that differ, with their pages.
  private(set) var differences: [String] = []
  /// How many totals were compared.
  private(set) var count = 0
  /// The columns of amounts in several rows that have no total below, by the folder of their page and their heading;
  /// prices and averages are none to add up.
  private(set) var notAddedUp: Set<String> = []

  init(_ site: FileTree) throws {
    for path in site.pages.sorted() {
      let page = HTMLPage(site.files[path] ?? Data()).root
      for (place, table) in page.all("table").enumerated() {
        if table.attributes["class"] == "bill" { try checkBill(table, path) }
        findColumnsWithoutTotal(table, path)
        // A listing goes on for pages, and its totals are of all of them.
        let further = site.pages.filter { $0.hasPrefix(Self.stem(path) + "/page/") }.sorted()
        let rows =
          place > 0 || further.isEmpty
          ? Self.rows(table)
          : Self.rows(table)
            + further.flatMap { other -> [[Cell]] in
              HTMLPage(site.files[other] ?? Data()).root.all("table").first.map(Self.rows) ?? []
            }
        guard !path.contains("/page/") else { continue }
        for total in table.all("tfoot").flatMap({ $0.all("tr") }).filter(Self.isSum) {
          try check(Self.cells(total), rows, path)
        }
        for section in table.all("tbody") {
          for total in section.all("tr").filter(Self.isSum) {
            try check(Self.cells(total), Self.rows(section), path)
          }
        }
      }
    }
  }

  /// A cell with the columns before it.
  private struct Cell {
    let column: Int
    let kind: String
    let text: String
  }

  private mutating func check(_ totals: [Cell], _ rows: [[Cell]], _ path: String) throws {
    for total in totals where !total.text.isEmpty {
      guard total.kind.contains("money") || total.kind.contains("integer") || total.kind.contains("decimal")
      else { continue }
      count += 1
      let above = rows.compactMap { row in row.first { $0.column == total.column }?.text }.filter {
        !$0.isEmpty
      }
      if total.kind.contains("money") {
        let sum = try above.reduce(PrintedMoney()) { $0 + (try PrintedMoney($1)) }
        let printed = try PrintedMoney(total.text)
        if sum != printed { differences.append("\(path): \(total.text) stands below \(sum.description)") }
      } else {
        let sum = above.reduce(Foundation.Decimal(0)) { $0 + Self.number($1) }
        if sum != Self.number(total.text) { differences.append("\(path): \(total.text) stands below \(sum)") }
      }
    }
  }

  /// Looks for amounts that nobody adds up, so that no table is passed over.
  private mutating func findColumnsWithoutTotal(_ table: HTMLElement, _ path: String) {
    guard table.attributes["class"] != "bill" else { return }
    let totals = table.all("tr").filter(Self.isSum).flatMap(Self.cells).filter { !$0.text.isEmpty }
    for heading in table.all("thead").flatMap({ $0.all("tr") }).flatMap(Self.cells)
    where heading.kind.contains("money") && !totals.contains(where: { $0.column == heading.column }) {
      let filled = Self.rows(table).filter { row in
        row.contains { $0.column == heading.column && !["", "–"].contains($0.text) }
      }
      guard filled.count > 1, heading.text != "Price" else { continue }
      notAddedUp.insert("\(path.split(separator: "/").first ?? ""): \(heading.text)")
    }
  }

  /// The rows of an order: their sums make the total, its payments what is received, and the rest is open.
  private mutating func checkBill(_ table: HTMLElement, _ path: String) throws {
    var (sum, received) = (PrintedMoney(), PrintedMoney())
    var figures: [String: PrintedMoney] = [:]
    for body in table.all("tbody") {
      let isSums = body.attributes["class"] == "sums"
      for row in body.all("tr") {
        guard let last = row.elements.last?.text, !last.isEmpty else { continue }
        let amount = try PrintedMoney(last)
        if !isSums {
          sum += amount
        } else if row.attributes["class"] == "part" {
          received += amount
        } else {
          figures[row.all("th").first?.text ?? ""] = amount
        }
      }
    }
    count += 3
    if figures["Total"] != sum { differences.append("\(path): the total is not \(sum)") }
    if figures["Received"] != received { differences.append("\(path): received is not \(received)") }
    if figures["Open"] != sum - received { differences.append("\(path): open is not \(sum - received)") }
  }

  private static func isSum(_ row: HTMLElement) -> Bool { row.attributes["class"] == "sum" }

  /// The rows of records; a heading of a section spans all columns.
  private static func rows(_ element: HTMLElement) -> [[Cell]] {
    let bodies = element.name == "tbody" ? [element] : element.all("tbody")
    return bodies.flatMap { $0.all("tr") }.filter { !isSum($0) && $0.elements.count > 1 }.map(cells)
  }

  private static func cells(_ row: HTMLElement) -> [Cell] {
    var column = 0
    return row.elements.map { cell in
      defer { column += cell.attributes["colspan"].flatMap(Int.init) ?? 1 }
      return Cell(column: column, kind: cell.attributes["class"] ?? "", text: cell.text)
    }
  }

  /// Where the further pages of a listing lie.
  private static func stem(_ path: String) -> String {
    path.hasSuffix("/index.html") ? String(path.dropLast(11)) : String(path.dropLast(5))
  }

  private static func number(_ text: String) -> Foundation.Decimal {
    Foundation.Decimal(string: text.replacing(",", with: "").replacing("\u{2212}", with: "-")) ?? 0
  }
}
