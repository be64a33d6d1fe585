import Foundation
import TestSupport
import Testing

/// The codes to pay with on the pages of orders, read as a bank's app reads them.
///
/// `DOCKET_CODES=1000` makes as many orders.
@Suite(.needsPython(module: "zxingcpp"), .needsPython(module: "PIL"))
struct PaymentCodeTests {
  private static let count = Int(ProcessInfo.processInfo.environment["DOCKET_CODES"] ?? "") ?? 60

  /// A book of orders with open amounts of all sizes, in euros unless a currency is named.
  private static func book(_ account: String, currency: String = "") throws -> (
    TemporaryFolder, [String: String]
  ) {
    var files = [
      "Content/site.yml": "title: Shed\naccount: \(account)\n",
      "Content/customers/ann.md": "---\nname: Ann\n---\n",
    ]
    var amounts: [String: String] = [:]
    var generator = SeededGenerator(seed: 17)
    for number in 1...count {
      let digits = Int.random(in: 1...9, using: &generator)
      let whole = (0..<digits).map {
        $0 == 0
          ? "\(Int.random(in: 1...9, using: &generator))" : "\(Int.random(in: 0...9, using: &generator))"
      }
      let amount = whole.joined() + "." + String(format: "%02d", Int.random(in: 0...99, using: &generator))
      let id = "o" + String(repeating: "x", count: number % 40) + "-\(number)"
      amounts[id] = amount
      files["Content/orders/\(id).md"] =
        "---\ndate: 2026-01-02\ncustomer: ann\nmade: true\n\(currency)rows:\n- {sum: \(amount)}\n---\n"
    }
    return (try TemporaryFolder(files), amounts)
  }

  private static func codes(of folder: TemporaryFolder) async throws -> [String: [String]] {
    try await folder.build()
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "Scripts/payment_codes.py")
    let run = try await Program("python3", script.path, in: folder.path).run("Site")
    #expect(run.status == 0, "\(run.error)")
    var codes: [String: [String]] = [:]
    for line in run.output.split(separator: "\n") {
      let parts = line.split(separator: "\t").map(String.init)
      let name = parts[0].split(separator: "/").last.map { String($0.dropLast(5)) } ?? ""
      codes[name] = parts[1].components(separatedBy: "|")
    }
    return codes
  }

  @Test func aGiroCodeAsksForWhatIsOpen() async throws {
    let (folder, amounts) = try Self.book(
      "{name: 'Bäckerei & \"Söhne\" <Grübl>', iban: 'de02 1203 0000 0000 2020 51'}")
    let codes = try await Self.codes(of: folder)
    #expect(codes.count == Self.count)
    for (id, amount) in amounts {
      #expect(
        codes[id] == [
          "BCD", "002", "1", "SCT", "", "Bäckerei & \"Söhne\" <Grübl>", "DE02120300000000202051",
          "EUR\(amount)", "", "",
          "Order \(id)",
        ])
    }
  }

  @Test func aSwissCodeAsksForWhatIsOpen() async throws {
    let account =
      "{name: Velo Z, iban: CH93 0076 2011 6238 5295 7, street: Gasse, number: 1a, postcode: 8001, town: Zürich, country: CH}"
    let (folder, amounts) = try Self.book(account, currency: "currency: CHF\n")
    let codes = try await Self.codes(of: folder)
    #expect(codes.count == Self.count)
    for (id, amount) in amounts {
      let nobody = Array(repeating: "", count: 7)
      let creditor = ["S", "Velo Z", "Gasse", "1a", "8001", "Zürich", "CH"]
      #expect(
        codes[id] == ["SPC", "0200", "1", "CH9300762011623852957"] + creditor + nobody + [amount, "CHF"]
          + nobody
          + ["NON", "", "Order \(id)", "EPD"])
    }
    // Without its margin of four modules the code is 46 mm wide.
    let page = try FileTree(folder.path("Site")).text("orders/\(try #require(amounts.keys.min())).html")
    let size = try #require(page.firstMatch(of: /<svg class="qr" width="(.+?)mm".*?viewBox="0 0 (\d+)/))
    let (width, side) = try (#require(Double(size.1)), #require(Double(size.2)))
    #expect(abs(width * (side - 8) / side - 46) < 0.01)
  }

  @Test func anInvoiceHasTheCodeOfItsOrder() async throws {
    let folder = try TemporaryFolder([
      "Content/site.yml": "account: {name: A, iban: DE02120300000000202051}\n",
      "Content/model.yml": "entities: {Order: {documents: {invoice: made = true}}}\n",
      "Content/orders/o1.md": "---\ndate: 2026-01-02\nmade: true\nrows:\n- {sum: 5}\n---\n",
      "Content/orders/o2.md": "---\ndate: 2026-01-02\nmade: true\npaid: true\nrows:\n- {sum: 5}\n---\n",
    ])
    let codes = try await Self.codes(of: folder)
    #expect(codes.keys.sorted() == ["invoice", "o1"])
    #expect(codes["invoice"] == codes["o1"])
  }

  @Test func whereNothingIsOpenThereIsNoCode() async throws {
    let rows = [
      "sum: 5": true, "sum: 0": false, "sum: -5": false, "sum: 5 USD": false, "sum: 5000000000": false,
    ]
    var files = [
      "Content/site.yml": "account: {name: A, iban: DE02120300000000202051}\n",
      "Content/customers/ann.md": "---\nname: Ann\n---\n",
      "Content/orders/paid.md":
        "---\ndate: 2026-01-02\ncustomer: ann\nmade: true\npaid: true\nrows:\n- {sum: 5}\n---\n",
      "Content/orders/both.md":
        "---\ndate: 2026-01-02\ncustomer: ann\nmade: true\nrows:\n- {sum: 5}\n- {sum: 5 JPY}\n---\n",
    ]
    for (index, row) in rows.keys.sorted().enumerated() {
      files["Content/orders/\(index)-\(rows[row] == true).md"] =
        "---\ndate: 2026-01-02\ncustomer: ann\nmade: true\nrows:\n- {\(row)}\n---\n"
    }
    let folder = try TemporaryFolder(files)
    #expect(try await Self.codes(of: folder).keys.map { $0.hasSuffix("-true") } == [true])
    try folder.put("Content/site.yml", "title: No account\n")
    #expect(try await Self.codes(of: folder) == [:])
  }
}
