import Diagnostics
import Editing
import Testing

/// Records on several lines, one for each row, as shops export orders.
extension ImporterTests {
  private static let two = [
    "orders/o2.md":
      "---\ndate: 2026-03-04\nrows:\n  - {service: repair, quantity: 1, price: 48.00}\n  - {text: Clay, sum: 5.00}\n---\n"
  ]

  private func updated(_ text: String, adding files: [String: String] = [:]) async throws -> (
    order: String?, new: String?, changed: Int, summaries: [String]
  ) {
    let (book, result) = try await result(
      text, as: "Order", update: true, adding: Self.two.merging(files) { $1 })
    return (
      book.text("orders/o2.md", after: result.edit), book.text("orders/o3.md", after: result.edit),
      result.counts.changed, result.edit.diagnostics.map(\.summary)
    )
  }

  /// A later export says what has changed of an order and of each row in its place, and has new orders as well.
  @Test func anUpdateMayBeOnSeveralLines() async throws {
    let head = "id,date,due,rows.service,rows.text,rows.quantity,rows.price,rows.sum\n"
    let same = try await updated(head + "o2,2026-03-04,,repair,,1,48,\no2,,,,Clay,,,5\n")
    #expect(same.summaries == [] && same.changed == 0, "\(same)")
    let found = try await updated(
      head
        + "o2,2026-03-04,2026-04-01,repair,,3,48,\no2,,,,Clay,,,6\no3,2026-05-01,,repair,,1,48,\no3,,,,Glaze,,,7\n"
    )
    #expect(found.summaries == [] && found.changed == 1, "\(found)")
    let order = try #require(found.order)
    #expect(order.contains("due: 2026-04-01") && order.contains("quantity: 3"), "\(order)")
    #expect(order.contains("{text: Clay, sum: 6"), "\(order)")
    #expect(try #require(found.new).contains("text: Glaze"))
    // Only what the order says itself, on one of its lines.
    let due = try await updated("id,due\no2,\no2,2026-04-02\n")
    #expect(due.summaries == [] && due.order?.contains("due: 2026-04-02") == true, "\(due)")
  }

  /// A reference by a title or a unique value, and an empty cell of what follows from others, change nothing.
  @Test func whatSaysTheSameIsNotCounted() async throws {
    let model = ["model.yml": "entities: {Customer: {attributes: {email: {type: email, unique: true}}}}\n"]
    let ann = ["customers/ann.md": "---\nname: Ann\nemail: ann@example.org\n---\n"]
    for (cell, changed) in [("ann", 0), ("Ann", 0), ("ann@example.org", 0), ("", 1)] {
      let (_, result) = try await result(
        "id,customer,total\no1,\(cell),\n", as: "Order", update: true, adding: model.merging(ann) { $1 })
      #expect(
        result.counts.changed == changed && result.edit.diagnostics.isEmpty,
        "\(cell): \(result.edit.diagnostics)")
    }
  }

  /// A column of currencies makes a sign uncertain only on lines in another currency of that sign.
  @Test(arguments: [("USD", "1234.50 USD"), ("", "1234.50 USD"), ("EUR", "1234.50 USD"), ("CAD", nil)])
  func aSignIsCertainOnLinesOfTheBooksCurrency(currency: String, sum: String?) async throws {
    let (book, result) = try await result(
      "id,date,currency,rows.sum\no7,2026-01-02,\(currency),\"$1,234.50\"\n", as: "Order",
      adding: ["site.yml": "currency: USD\n"])
    let text =
      book.text("orders/2026/o7.md", after: result.edit) ?? book.text("orders/o7.md", after: result.edit)
    #expect((text?.contains("sum: \(sum ?? "\"$1,234.50\"")")) == true, "\(text ?? "")")
  }

  /// The rows of a file are in the order in which they are written, whatever the model sorts them by.
  @Test func linesFollowTheOrderOfTheFile() async throws {
    let order =
      "---\ndate: 2026-03-01\nrows:\n  - {text: A, sum: 5.00}\n  - {text: B, sum: 7.00}\npayments:\n"
      + "  - {date: 2026-03-09, sum: 5.00, note: cash}\n  - {date: 2026-03-02, sum: 7.00, note: bank}\n---\n"
    let lines = "id,rows.text,payments.date,payments.sum\no2,A,2026-03-09,5.00\no2,B,2026-03-02,7.50\n"
    let found = try await updated(lines, adding: ["orders/o2.md": order])
    #expect(found.summaries == [] && found.changed == 1, "\(found)")
    #expect(found.order?.contains("{date: 2026-03-09, sum: 5.00, note: cash}") == true, "\(found)")
    #expect(found.order?.contains("sum: 7.50") == true && found.order?.contains("note: bank") == true)
    // A customer may be called in several ways.
    let named = try await updated(
      "id,customer,rows.text\no2,Ann,A\no2,ann,B\n", adding: ["orders/o2.md": order])
    #expect(named.summaries == [] && named.changed == 1, "\(named)")
  }

  /// The lines of a record may write the same amount in two ways.
  @Test func sameValuesMayBeWrittenInTwoWays() async throws {
    let (_, result) = try await result(
      "id,date,tip,rows.sum\no9,2026-03-04,24.70,48\no9,2026-03-04,24.7,5\n", as: "Order",
      adding: ["model.yml": "entities: {Order: {attributes: {tip: money}}}\n"])
    #expect(result.edit.diagnostics.map(\.summary) == [])
    let (_, other) = try await self.result(
      "id,date,tip,rows.sum\no9,2026-03-04,24.70,48\no9,2026-03-04,24.07,5\n", as: "Order",
      adding: ["model.yml": "entities: {Order: {attributes: {tip: money}}}\n"])
    #expect(
      other.edit.diagnostics.map(\.summary) == ["'tip' differs from that of the first line with this id"])
  }

  /// An order that got more rows is on more lines, with its rows among them as they are.
  @Test func linesBesideTheRowsOfARecordAreNewRows() async throws {
    let head = "id,rows.service,rows.text,rows.price,rows.sum\n"
    let (first, second) = ("o2,repair,,48,48\n", "o2,,Clay,,5\n")
    let written = "  - {service: repair, quantity: 1, price: 48.00}\n"
    let last = try await updated(head + first + second + "o2,,Glaze,,7\n")
    #expect(last.summaries == [] && last.changed == 1, "\(last)")
    #expect(
      last.order?.contains(written + "  - {text: Clay, sum: 5.00}\n  - {text: Glaze, sum: 7}\n") == true,
      "\(last)")
    // References to the rows below follow.
    let model = "entities: {Tag: {folder: tags, relationships: {row: {to: RowOfOrder}}}}\n"
    let (book, between) = try await result(
      head + first + "o2,,Glaze,,7\n" + second, as: "Order", update: true,
      adding: Self.two.merging(["model.yml": model, "tags/t.md": "---\nrow: \"o2#2\"\n---\n"]) { $1 })
    #expect(between.edit.diagnostics.isEmpty)
    #expect(await book.workspace.validate(between.edit, of: book.book, wholeSite: false).isEmpty)
    #expect(
      book.text("orders/o2.md", after: between.edit)?.contains(
        written + "  - {text: Glaze, sum: 7}\n  - {text: Clay, sum: 5.00}\n") == true)
    #expect(book.text("tags/t.md", after: between.edit)?.contains("o2#3") == true)
    let (_, differing) = try await result(
      head + "o2,repair,,48,48\no2,,Clay,,6\no2,,Glaze,,7\n", as: "Order", update: true, adding: Self.two)
    #expect(
      differing.edit.diagnostics.flatMap(\.notes).map(\.text) == [
        "more lines add rows if those that are there are among them in their order, and 'o2#2' is not"
      ])
    // What is wrong with a new row is told at its line.
    #expect(
      try await diagnosticLines(
        "id,rows.service,rows.price\no1,repair,48.00\no1,nothing,1\n", as: "Order", update: true) == [
          "a.csv:3:4 unknown-reference"
        ])
  }

  /// A file that joins rows and payments repeats those of one list, which adds none; and nothing is inserted beside what
  /// is no row.
  @Test(arguments: [
    (
      "[{text: x, sum: 10}, {text: y, sum: 5}]\npayments: [{date: 2026-03-05, sum: 15}]",
      "rows.text,rows.sum,payments.date,payments.sum\no2,x,10,2026-03-05,15\no2,y,5,2026-03-05,15\n"
    ),
    (
      "[{text: x, sum: 15}]\npayments: [{date: 2026-03-05, sum: 15}]",
      "payments.date,payments.sum\no2,2026-03-05,15\no2,2026-03-05,15\n"
    ),
    ("[junk, {text: x, sum: 10}]", "rows.text,rows.sum\no2,x,10\no2,y,5\n"),
  ])
  func linesThatMayRepeatARowAddNone(rows: String, lines: String) async throws {
    let order = "---\ndate: 2026-03-04\nrows: \(rows)\n---\n"
    let found = try await updated("id," + lines, adding: ["orders/o2.md": order])
    #expect(found.summaries.first?.contains("; 'docket remove' and") == true, "\(found)")
  }

  @Test func anUpdateOnSeveralLinesIsClear() async throws {
    let rows =
      "'docket remove' and 'docket add', or a file of these alone (--as RowOfOrder), make them as many"
    for (text, summary) in [
      ("id,rows.sum\no2,47\no2,5\no2,9\n", "the file has 3 of 'rows' for 'o2', which has 2; \(rows)"),
      ("id,rows.sum\no2,5\no2,48\no2,9\n", "the file has 3 of 'rows' for 'o2', which has 2; \(rows)"),
      (
        "id,due,rows.sum\no2,2026-04-01,48\no2,,\n", "the file has 1 of 'rows' for 'o2', which has 2; \(rows)"
      ),
      ("id,due\no2,2026-04-01\no2,2026-04-02\n", "'due' differs from that of the first line with this id"),
    ] {
      let found = try await updated(text)
      #expect(found.summaries == [summary] && found.changed == 0, "\(found)")
    }
  }

  /// A cell that is empty on one of the lines is not false.
  @Test(arguments: [
    ("o2", "2026-03-05", ""), ("o2", "", "2026-03-05"), ("o9", "2026-03-05", ""), ("o9", "", "2026-03-05"),
  ])
  func whetherAColumnHasAValueIsSaidOnce(id: String, first: String, second: String) async throws {
    let (book, result) = try await result(
      "id,date,made when,rows.sum\n\(id),2026-03-04,\(first),48\n\(id),2026-03-04,\(second),5\n", as: "Order",
      update: id == "o2", adding: Self.two
    ) { $0.keys.append((SourceText("made"), SourceText("{made when?}"))) }
    #expect(result.edit.diagnostics.map(\.summary) == [])
    let text = book.text("orders/\(id).md", after: result.edit)
    #expect(text?.contains("made: true") == true, "\(text ?? "")")
  }

  /// The one row of an order is on its one line.
  @Test func theRowOfAnOrderOnOneLineIsUpdated() async throws {
    let lines = "id,due,rows.price\no1,2026-04-01,"
    let (book, changed) = try await result(lines + "9.00\n", as: "Order", update: true)
    #expect(changed.edit.diagnostics.isEmpty)
    #expect(
      book.text("orders/o1.md", after: changed.edit)?.contains("{service: repair, price: 9.00}") == true)
    #expect(try await diagnosticLines(lines + "48.00\n", as: "Order", update: true) == [])
    let (_, told) = try await result("id,rows.sum\no1,1\no1,2\n", as: "Order", update: true)
    #expect(
      told.edit.diagnostics.map(\.summary) == [
        "the file has 2 of 'rows' for 'o1', which has 1; 'docket remove' and 'docket add', or a file of these alone "
          + "(--as RowOfOrder), make them as many"
      ])
    // An export has the values of several rows in one cell.
    let two = ["orders/o1.md": "---\ndate: 2026-03-14\nrows: [{sum: 1}, {sum: 2}]\n---\n"]
    let (_, same) = try await result("id,rows.sum\no1,1.00; 2.00\n", as: "Order", update: true, adding: two)
    #expect(same.edit.diagnostics.isEmpty && same.counts.changed == 0)
    let (_, other) = try await result("id,rows.sum\no1,1; 3\n", as: "Order", update: true, adding: two)
    #expect(other.edit.diagnostics.map(\.id) == [.wrongShape])
  }

  /// Rows without a date would be added again each time.
  @Test func anUpdateOfRowsNeedsToSayWhich() async throws {
    #expect(
      try await summaries("order,service,price\no1,repair,48.00\n", as: "RowOfOrder", update: true) == [
        "--update needs a column 'id', or 'position' beside the Order, to say which rows are changed; without "
          + "--update the lines are added"
      ])
    #expect(
      try await summaries("order,position,price\no1,1,9.00\n", as: "RowOfOrder", update: true) == [])
    #expect(
      try await summaries("order,date,sum\no1,2026-04-01,9.00\n", as: "Payment", update: true) == [])
  }

  /// Two equal lines of a bank are two movements, and one record has one id.
  @Test func linesThatSayNothingMoreAreTold() async throws {
    let lines = "id,name,phone\nx,X,1\nx,X,1\nx,X,\nx,X,1\ny,Y,\n"
    let (_, result) = try await result(lines, as: "Customer")
    #expect(
      result.edit.diagnostics.map {
        "\($0.severity) \($0.range.file.location(of: $0.range.bytes.lowerBound).line)"
      } == [
        "warning 3"
      ])
    #expect(result.counts.new == 2)
    // A later line may have what the first one lacks, for a new record as for one that is there.
    let later = try await self.result("id,name,phone\nx,X,\nx,X,7\n", as: "Customer")
    #expect(later.result.edit.diagnostics.isEmpty)
    #expect(later.book.text("customers/x.md", after: later.result.edit) == "---\nname: X\nphone: 7\n---\n")
  }
}
