import Diagnostics
import Editing
import Testing

/// What a bank writes: a reference with more than an id in it, and lines that are no receipts.
extension ImporterTests {
  private static let order = "---\ndate: 2026-03-01\nrows: [{text: x, sum: 100}]\n---\n"
  private static let orders = [
    "orders/2026-0004.md": order,
    "orders/2026-0005.md": "---\ndate: 2026-03-02\nrows: [{text: x, sum: 100}]\n---\n",
  ]

  @Test func theOrderIsFoundInTheTextOfALine() async throws {
    let lines = """
      Booked,Amount,Text
      2026-03-05,40,"RE 2026-0004, Müller GmbH"
      2026-03-06,30,SVWZ+2026-0005. KUNDE 2026
      2026-03-07,-120,Stadtwerke 2026-00041
      2026-03-08,10,2026-0004/2026-0005
      2026-03-09,20,Lohn
      2026-03-10,5,2026-0004 und nochmal 2026-0004

      """
    let (book, result) = try await result(lines, as: "Payment", adding: Self.orders) { mapping in
      mapping.keys = [
        (SourceText("date"), SourceText("Booked")), (SourceText("sum"), SourceText("Amount")),
        (SourceText("order"), SourceText("{Text|find}")),
      ]
    }
    #expect(
      result.edit.diagnostics.map(\.summary) == [
        "the text names '2026-0004', '2026-0005', and the line is left out; a row belongs to one Order",
        "no id of Order is found in the text, and the line is left out",
      ])
    #expect(result.edit.diagnostics.last?.range.text == "Stadtwerke 2026-00041")
    #expect(result.edit.diagnostics.last?.notes.map(\.text) == ["so are 2 in all: lines 4, 6"])
    #expect(result.edit.diagnostics.allSatisfy { $0.severity == .warning } && result.counts.new == 3)
    let first = try #require(book.text("orders/2026-0004.md", after: result.edit))
    #expect(first.contains("sum: 40") && first.contains("sum: 5}"), "\(first)")
    let second = try #require(book.text("orders/2026-0005.md", after: result.edit))
    #expect(second.contains("sum: 30") && !second.contains("sum: 10}"), "\(second)")
  }

  /// Capitals are the bank's.
  @Test func anIDIsFoundInCapitals() async throws {
    let order = ["orders/or-7.md": "---\ndate: 2026-03-01\nrows: [{text: x, sum: 100}]\n---\n"]
    let (_, result) = try await result(
      "date,sum,ref\n2026-03-05,40,RECHNUNG OR-7\n", as: "Payment", adding: order
    ) { $0.keys = [(SourceText("order"), SourceText("{ref|find}"))] }
    #expect(result.edit.diagnostics.isEmpty && result.counts.new == 1)
  }

  /// Invoices have numbers of their own.
  @Test func aUniqueValueIsFoundAsTheIDIs() async throws {
    let files = [
      "model.yml": "entities: {Order: {attributes: {invoice: {type: string, unique: true}}}}\n",
      "orders/o8.md": "---\ndate: 2026-03-01\ninvoice: RE-2026-1001\nrows: [{text: x, sum: 100}]\n---\n",
    ]
    let (book, result) = try await result(
      "date,sum,ref\n2026-03-05,40,\"Rechnung re-2026-1001, danke\"\n", as: "Payment", adding: files
    ) { $0.keys = [(SourceText("order"), SourceText("{ref|find}"))] }
    #expect(result.edit.diagnostics.isEmpty && result.counts.new == 1)
    #expect(book.text("orders/o8.md", after: result.edit)?.contains("sum: 40}") == true)
  }

  /// Two orders may have the same text in different keys; a number that a spreadsheet has rounded is a text as any other.
  @Test func severalRecordsWithOneTextAreNotGuessed() async throws {
    let files = [
      "model.yml":
        "entities: {Order: {attributes: {invoice: {type: string, unique: true}, shop: {type: string, unique: true}}}}\n",
      "orders/o8.md": "---\ndate: 2026-03-01\ninvoice: R1001\nrows: [{text: x, sum: 100}]\n---\n",
      "orders/o9.md":
        "---\ndate: 2026-03-01\nshop: R1001\ninvoice: r1002\nrows: [{text: x, sum: 100}]\n---\n",
      "orders/o10.md": "---\ndate: 2026-03-01\nshop: R1002\nrows: [{text: x, sum: 100}]\n---\n",
    ]
    let (book, result) = try await result(
      "date,sum,ref\n2026-03-05,40,R1001\n2026-03-05,50,R1002\n2026-03-05,60,4.00638E+12\n", as: "Payment",
      adding: files
    ) { $0.keys = [(SourceText("order"), SourceText("{ref|find}"))] }
    #expect(
      result.edit.diagnostics.map(\.summary) == [
        "the text names 'o8', 'o9', and the line is left out; a row belongs to one Order",
        "no id of Order is found in the text, and the line is left out",
      ])
    #expect(book.text("orders/o10.md", after: result.edit)?.contains("sum: 50}") == true)
  }

  @Test func onlyTheRecordOfARowIsFound() async throws {
    let (_, result) = try await result("date,ref\n2026-03-05,ann\n", as: "Order") {
      $0.keys = [(SourceText("customer"), SourceText("{ref|find}"))]
    }
    #expect(
      result.edit.diagnostics.map(\.summary) == [
        "|find is for the record that a row or payment belongs to, such as 'order'"
      ])
  }

  /// A short number may be a month, and an order that has an error is none that nobody knows.
  @Test func whatCannotBeFoundIsAnError() async throws {
    func summaries(_ files: [String: String], _ template: String, _ text: String) async throws -> [String] {
      try await result("date,sum,ref\n2026-03-05,40,\(text)\n", as: "Payment", adding: files) {
        $0.keys = [(SourceText("order"), SourceText(template))]
      }.result.edit.diagnostics.map(\.summary)
    }
    let order = "---\ndate: 2026-03-01\nrows: [{text: x, sum: 100}]\n---\n"
    #expect(
      try await summaries(["orders/12.md": order], "{ref|find}", "Electricity 12/2026") == [
        "no id of Order can be told from other words; |find takes those of 4 characters or more with a digit"
      ])
    #expect(
      try await summaries(Self.orders, "{date}-{ref|find}", "2026-0004") == [
        "a column with |find stands alone: '{Reference|find}'"
      ])
    #expect(try await summaries(Self.orders, "{ref|find} {ref|find}", "2026-0004") == [])
    let broken = Self.orders.merging(["orders/2026-0006.md": "foo\n"]) { $1 }
    #expect(
      try await summaries(broken, "{ref|find}", "RE 2026-0006") == [
        "unknown Order '2026-0006', whose file cannot be read"
      ])
    #expect(
      try await summaries(broken, "{ref|find}", "2026-0004 and 2026-0006") == [
        "unknown Order '2026-0006', whose file cannot be read"
      ])
    #expect(
      try await summaries(broken, "{ref|find}", "2026-0004 and RE2026-0006") == [
        "unknown Order '2026-0006', whose file cannot be read"
      ])
    let small = Self.orders.merging(["orders/or-76.md": "foo\n"]) { $1 }
    #expect(
      try await summaries(small, "{ref|find}", "2026-0004 and OR-76") == [
        "unknown Order 'OR-76', whose file cannot be read"
      ])
  }

  /// An id with letters before it may be another number, so it is not found, but beside another it is not passed over.
  @Test func anIDAfterLettersMakesALineUncertain() async throws {
    let lines = """
      date,sum,ref
      2026-03-05,40,Nr.2026-0004 und 2026-0005
      2026-03-06,40,RE2026-0005
      2026-03-07,40,RE2026-0005 2026-0005

      """
    let (_, result) = try await result(lines, as: "Payment", adding: Self.orders) {
      $0.keys = [(SourceText("order"), SourceText("{ref|find}"))]
    }
    #expect(
      result.edit.diagnostics.map(\.summary) == [
        "the text names '2026-0005', '2026-0004', and the line is left out; a row belongs to one Order",
        "no id of Order is found in the text, and the line is left out",
      ])
    #expect(result.counts.new == 1)
    #expect(
      result.edit.diagnostics.flatMap(\.notes).map(\.text) == [
        "'RE2026-0005' ends in one; with letters before it, it may be another number, so it needs a space"
      ])
    // What is an id as a whole is that alone, and digits may be those of anything.
    let (_, credits) = try await self.result(
      "date,sum,ref\n2026-03-05,40,GS-2026-0004\n2026-03-05,40,2026-0005 K2026\n", as: "Payment",
      adding: Self.orders.merging(["orders/gs-2026-0004.md": Self.order, "orders/2026.md": Self.order]) { $1 }
    ) { $0.keys = [(SourceText("order"), SourceText("{ref|find}"))] }
    #expect(credits.edit.diagnostics.isEmpty && credits.counts.new == 2, "\(credits.edit.diagnostics)")
  }

  /// Only ids that are known to be unreadable are errors: with a folder that cannot be read any word might be one.
  @Test func whatIsReadableIsFoundBesideWhatIsNot() async throws {
    let files = Self.orders.merging(["orders/2026-0006.md": "foo\n", "orders/or 7.md": "foo\n"]) { $1 }
    let (_, result) = try await result(
      "date,sum,ref\n2026-03-05,40,RE 1234 2026-0004\n", as: "Payment", adding: files
    ) { $0.keys = [(SourceText("order"), SourceText("{ref|find}"))] }
    #expect(result.edit.diagnostics.isEmpty && result.counts.new == 1, "\(result.edit.diagnostics)")
  }

  @Test func aTextThatIsNoIDLeadsToFinding() async throws {
    let (_, result) = try await result(
      "order,date,sum\nRE 2026-0004,2026-03-05,40\n", as: "Payment", adding: Self.orders)
    #expect(result.edit.diagnostics.map(\.summary) == ["unknown Order 'RE 2026-0004'"])
    #expect(
      result.edit.diagnostics.flatMap(\.notes).map(\.text) == [
        "--map '{COLUMN|find}=Order' finds the id in a text, and leaves out lines without one"
      ])
  }

  /// Other records name rows by their places.
  @Test func newRowsHaveTheOrderOfTheirPositions() async throws {
    let order = ["orders/b9.md": "---\ndate: 2026-03-01\nrows: [{text: x, sum: 100}]\n---\n"]
    let (book, result) = try await result(
      "order,position,date,sum\nb9,2,2026-03-05,20\nb9,1,2026-03-09,10\nb9,,2026-03-10,30\n", as: "Payment",
      adding: order)
    #expect(result.edit.diagnostics.isEmpty)
    let text = try #require(book.text("orders/b9.md", after: result.edit))
    let sums = text.matches(of: /- .*sum: (\d+)}/).map { String($0.1) }
    #expect(sums == ["10", "20", "30"], "\(text)")
  }

  @Test func aPositionThatARowCannotHaveIsAnError() async throws {
    let order = ["orders/b9.md": "---\ndate: 2026-03-01\nrows: [{text: x, sum: 100}]\n---\n"]
    let (_, result) = try await result(
      "order,position,date,sum\nb9,2,2026-03-05,20\nb9,9,2026-03-09,10\n", as: "Payment", adding: order)
    #expect(result.edit.diagnostics.map(\.range.text) == ["2", "9"])
    #expect(
      result.edit.diagnostics.first?.summary.hasPrefix("a new row of 'b9' gets the position 1, not 2; ")
        ?? false)
  }
}
