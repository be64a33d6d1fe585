import Foundation
import TestSupport
import Testing

/// The Northwind orders edited by command: imported from their CSV files, renamed and deleted.
@Suite(.needsNorthwind)
struct NorthwindEditTests {
  /// The orders as the script writes them, with a quantity, price and discount in each row.
  private static func book() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let script = try #require(Repository.shared("tools/northwind.py"))
    let made = try await Program("python3", script, in: folder.path).run(["Content", "--formula"])
    try #require(made.status == 0, "\(made.error)")
    return folder
  }

  /// Everything that the records say, as CSV, by entity.
  private static func figures(_ folder: TemporaryFolder) async throws -> [String: String] {
    let columns = [
      "Customer": "id, name, info, address, phone, orders.@count, orders.@sum.total",
      "Service": "id, name, info, price, rows.@count, rows.@sum.sum",
      "Order": "id, path, date, customer, made, paid, total, received, open",
      "RowOfOrder": "id, service, quantity, price, discount, sum",
      "Payment": "id, sum",
    ]
    var result: [String: String] = [:]
    for (entity, columns) in columns {
      let run = try await folder.docket("query", entity, "--columns", columns, "--sort", "id")
      try #require(run.status == 0, "\(run.error)")
      // The script leaves a blank where a postcode is missing.
      result[entity] = run.output.replacing(",  ", with: ", ")
    }
    return result
  }

  @Test func theCSVFilesImportToTheBookOfTheScript() async throws {
    let data = try #require(Repository.shared("data/northwind"))
    let folder = try TemporaryFolder([
      "Content/model.yml":
        "entities: {Service: {attributes: {number: {type: string, unique: true}}}}\n",
      "Content/imports/customers.yml": #"""
      as: Customer
      keys:
        id: "{customer_id|lower}"
        name: company_name
        info: "{contact_name}, {contact_title}"
        address: "{address}, {postal_code} {city}, {region}, {country}"
        phone: phone

      """#,
      "Content/imports/products.yml": #"""
      as: Service
      keys:
        id: "{product_name|slug}"
        number: product_id
        name: product_name
        info: quantity_per_unit
        price: unit_price

      """#,
      "Content/imports/orders.yml": #"""
      as: Order
      keys:
        id: order_id
        date: order_date
        customer: "{customer_id|lower}"
        made: "{shipped_date?}"
        body: "Ship to {ship_name}, {ship_city}, {ship_country}."

      """#,
      "Content/imports/rows.yml": #"""
      as: RowOfOrder
      keys:
        order: order_id
        service: product_id
        quantity: quantity
        price: unit_price
        discount: discount

      """#,
    ])
    for (file, mapping, counts) in [
      ("customers", "customers", "91 new"), ("products", "products", "77 new"),
      ("orders", "orders", "830 new"),
      ("order_details", "rows", "2155 new"),
    ] {
      let run = try await folder.docket("import", "\(data)/\(file).csv", "--with", mapping)
      try #require(run.status == 0, "\(mapping): \(run.error)")
      #expect(run.output.contains("\(counts), 0 changed"), "\(run.output)")
    }
    // What is paid the files do not say; the script makes it up, and a second file brings it.
    let made = try await folder.docket("query", "Order", "--where", "made = true", "--ids")
    let paid = made.output.split(separator: "\n").filter { (Int($0) ?? 0) % 4 != 0 }
    try folder.put("paid.csv", "id,paid\n" + paid.map { "\($0),true\n" }.joined())
    let update = try await folder.docket("import", "paid.csv", "--as", "Order", "--update")
    try #require(update.status == 0, "\(update.error)")
    #expect(update.output.contains("0 new, \(paid.count) changed"))

    let script = try await Self.book()
    let (imported, written) = (try await Self.figures(folder), try await Self.figures(script))
    for (entity, text) in written {
      let difference = zip(text.split(separator: "\r\n"), (imported[entity] ?? "").split(separator: "\r\n"))
        .first { $0 != $1 }
      #expect(difference == nil, "\(entity): \(String(describing: difference))")
      #expect(imported[entity] == text, "\(entity)")
    }
    // The bodies, but for those that the script strips of stars.
    let (one, other) = (try FileTree(folder.path("Content")), try FileTree(script.path("Content")))
    func bodies(_ tree: FileTree) -> [String: String] {
      tree.files.filter { $0.key.hasPrefix("orders/") }.compactMapValues { bytes in
        String(decoding: bytes, as: UTF8.self).components(separatedBy: "---\n").last?
          .trimmingCharacters(in: .whitespacesAndNewlines)
      }.filter { !$0.value.contains("*") }
    }
    let (ours, theirs) = (bodies(one), bodies(other))
    #expect(ours.count > 800)
    #expect(ours.allSatisfy { theirs[$0.key] == $0.value })
    // What comes back changes nothing.
    for entity in ["Customer", "Service", "Order"] {
      let csv = try await folder.docket("query", entity, "--format", "csv")
      try folder.put("\(entity).csv", csv.output)
      let again = try await folder.docket("import", "\(entity).csv", "--as", entity, "--update")
      #expect(again.error == "nothing to change\n", "\(entity): \(again.error)")
    }
  }

  @Test func renamesLeaveEveryExportAsItWas() async throws {
    let folder = try await Self.book()
    /// The lines of every CSV and JSON file of the site, under their new names and sorted, for a name may change an order.
    func exports(_ renamed: [(String, String)]) async throws -> [String: [String]] {
      let site = try await folder.build().site
      var result: [String: [String]] = [:]
      for (path, bytes) in site.files where path.hasSuffix(".csv") || path.hasSuffix(".json") {
        var path = path
        for (old, new) in renamed { path = path.replacing("/\(old).", with: "/\(new).") }
        let names = Dictionary(uniqueKeysWithValues: renamed)
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        result[path] = lines.map { line in
          // A field of CSV, or a text of JSON; the comma after the last object there is none.
          let mark: Character = path.hasSuffix(".csv") ? "," : "\""
          let fields = line.split(separator: mark, omittingEmptySubsequences: false).map { field in
            // Rows are named by their order: 10248#1.
            let name = field.prefix { $0 != "#" }
            return (names[String(name)] ?? String(name)) + field.dropFirst(name.count)
          }
          return fields.joined(separator: String(mark)).trimmingCharacters(in: [","])
        }.sorted()
      }
      return result
    }
    try folder.put("Content/orders/index.md", "---\nfilters: customer, made\nsorts: total\n---\n")
    try folder.put(
      "Content/reports/chai.md",
      """
      # Chai

      [Ernst](../customers/ernsh.md)

      ```query
      from: RowOfOrder
      where: service = 'chai' OR order.customer = 'ernsh'
      ```

      """)
    let names = [("ernsh", "ernst-handel"), ("chai", "tea"), ("10248", "1996-0001")]
    let before = try await exports(names)
    for (old, new) in names {
      let run = try await folder.docket("rename", old, new)
      try #require(run.status == 0, "\(run.error)")
    }
    let after = try await exports([])
    #expect(before.count > 180)
    #expect(Set(before.keys) == Set(after.keys))
    for (path, lines) in before {
      #expect(after[path] == lines, "\(path)")
    }
    let check = try await folder.docket("check", "--quiet")
    #expect(check.status == 0, "\(check.output)")
  }

  @Test func aDeletedCustomerIsGoneAndEveryOtherFigureStays() async throws {
    let folder = try await Self.book()
    let before = try await Self.figures(folder)
    let run = try await folder.docket("delete", "ernsh")
    try #require(run.status == 0, "\(run.error)")
    // Nobody can be asked here, and what was done is said once.
    #expect(run.error == "")
    #expect(run.output.split(separator: "\n").count == 31)
    let after = try await Self.figures(folder)
    for (entity, text) in before {
      var lines = text.components(separatedBy: "\r\n")
      if entity == "Customer" { lines.removeAll { $0.hasPrefix("ernsh,") } }
      if entity == "Order" { lines = lines.map { $0.replacing(",ernsh,", with: ",,") } }
      #expect(after[entity]?.components(separatedBy: "\r\n") == lines, "\(entity)")
    }
  }
}
