import Foundation
import Site
import TestSupport
import Testing

/// Rows that sorted and filtered lists repeat are made once; every file is what it is by itself.
@Suite struct RepeatedRowsTests {
  /// Some 300 orders, so that their rows are made in two parts, with all that a row may hold.
  private static let book: [String: String] = {
    var files = [
      "Content/model.yml": """
      entities:
        Order:
          title: code
          attributes:
            note: string
            code: string

      """,
      "Content/customers/acme.md": "---\nname: Acme & <Sons>\n---\n",
      "Content/customers/zoe.md": "---\nname: Zoë\n---\n",
    ]
    for number in 0..<300 {
      let customer = number % 7 == 0 ? "" : "customer: \(number % 3 == 0 ? "acme" : "zoe")\n"
      files["Content/orders/\(2020 + number % 4)/o\(number).md"] = """
        ---
        date: \(2020 + number % 4)-0\(1 + number % 9)-11
        code: "<\(number)>"
        \(customer)paid: \(number % 2 == 0)
        note: "\(number % 5 == 0 ? "=1+1; \\\"a\\\" & b" : "")"
        rows: [{sum: \(number)}, {sum: \(number % 4) USD}]
        ---

        """
    }
    return files
  }()

  @Test(arguments: [
    "columns: id, code, customer, customer.orders.@count, paid, note, total, date.year, rows.@count * 2 = 4\n",
    "columns: id, customer.name, total, note\n",
    "section: date.year\ncolumns: id, customer, total\n", "limit: 40\nsort: -date\n", "group: customer\n",
    "distinct: true\ncolumns: customer, paid\n",
    "where: paid = true\nexports: false\n", "",
  ])
  func everyFileIsWhatItIsByItself(index: String) async throws {
    let index =
      "---\n\(index)page-size: 90\nsorts: \(index.contains("group") || index.contains("distinct") ? "customer" : "total, customer.name")\n"
      + "filters: paid, customer, date.year\n---\n"
    let fixture = try await SiteFixture(
      Self.book.merging(["Content/orders/index.md": index]) { $1 })
    let written = try await fixture.write()
    var compared = 0
    for (place, path) in fixture.site.paths.enumerated() {
      guard case .made(let bytes, _, _) = fixture.site.file(at: place) else { continue }
      #expect(written.files[path] == Data(bytes), "\(path)")
      compared += 1
    }
    #expect(compared > 300)
  }
}
