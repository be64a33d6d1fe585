import Diagnostics
import Editing
import Testing

/// Figures that a record with a day copies from one that it refers to, such as an order its customer's discount.
struct CopiedFigureTests {
  private static let files = [
    "model.yml": """
    entities:
      Category: {folder: categories, attributes: {margin: decimal}}
      Customer: {attributes: {discount: {type: decimal, percent: true}, fee: money}}
      Service:
        attributes: {margin: {type: decimal, formula: category.margin}}
        relationships: {category: {to: Category}}
      Order:
        attributes:
          discount: {type: decimal, percent: true, formula: customer.discount}
          fee: {type: money, formula: customer.fee}
          charged: {type: money, formula: fee * 2}

    """,
    "categories/parts.md": "---\nmargin: 0.3\n---\n",
    "customers/ann.md": "---\nname: Ann\ndiscount: 10%\nfee: 5\n---\n",
    "customers/bo.md": "---\nname: Bo\ndiscount: 0.15\n---\n",
    "orders/o1.md": "---\ndate: 2026-01-01\ncustomer: ann\ndiscount: 0.1\nfee: 5.00\n---\n",
    "orders/o2.md": "---\ndate: 2026-01-01\ncustomer: ann\ndiscount: 0.2\n---\n",
    "orders/o3.md": "---\ndate: 2026-01-01\ncustomer: ann\n---\n",
  ]

  /// A service has no day, so it follows its category.
  @Test(arguments: [
    (
      "Order", "o9", ["customer=ann"],
      "date: 2026-11-21\ncustomer: ann\nmade: false\ndiscount: 0.1\nfee: 5.00"
    ),
    ("Order", "o9", ["customer=bo"], "date: 2026-11-21\ncustomer: bo\nmade: false\ndiscount: 0.15"),
    (
      "Order", "o9", ["customer=ann", "discount=0", "charged=7"],
      "date: 2026-11-21\ncustomer: ann\nmade: false\ndiscount: 0\ncharged: 7"
    ),
    ("Service", "n", ["name=Paint", "category=parts"], "name: Paint\ncategory: parts"),
  ])
  func aNewRecordKeepsThem(entity: String, id: String, given: [String], text: String) async throws {
    let book = try await EditedBook(Self.files)
    var request = NewRecord(entity: SourceText(entity))
    request.name = SourceText(id)
    request.assignments = try Assignment.of(given)
    let (edit, record) = book.editor.new(request)
    #expect(await book.diagnosticLines(of: edit) == [])
    let path = try #require(record?.path)
    #expect(book.text(path, after: edit) == "---\n\(text)\n---\n")
  }

  /// Those that are still the former customer's become the new one's; agreed ones, and their absence, stay.
  @Test(arguments: [
    ("o1", "discount: 0.15"), ("o2", "discount: 0.2"), ("o3", nil),
  ])
  func theyFollowAnotherReference(order: String, figures: String?) async throws {
    let book = try await EditedBook(Self.files)
    let edit = book.editor.set(SourceText(order), try Assignment.of(["customer=bo"]))
    #expect(await book.diagnosticLines(of: edit) == [])
    let text = "---\ndate: 2026-01-01\ncustomer: bo\n\(figures.map { $0 + "\n" } ?? "")---\n"
    #expect(book.text("orders/\(order).md", after: edit) == text)
  }

  /// A figure that the former one does not have is that of the new one, as in a new record.
  @Test func aFigureThatTheFormerOneLacksIsAdded() async throws {
    var files = Self.files
    files["orders/o4.md"] = "---\ndate: 2026-01-01\ncustomer: bo\ndiscount: 0.2\n---\n"
    files["orders/o5.md"] = "---\ndate: 2026-01-01\n---\n"
    let book = try await EditedBook(files)
    for (order, figures) in [("o4", "discount: 0.2\nfee: 5.00"), ("o5", "discount: 0.1\nfee: 5.00")] {
      let edit = book.editor.set(SourceText(order), try Assignment.of(["customer=ann"]))
      #expect(await book.diagnosticLines(of: edit) == [])
      #expect(
        book.text("orders/\(order).md", after: edit)
          == "---\ndate: 2026-01-01\ncustomer: ann\n\(figures)\n---\n")
    }
  }

  /// A copy keeps what the original says, unless it is of another customer.
  @Test(arguments: [
    (["customer=bo"], "customer: bo\nmade: false\ndiscount: 0.15"),
    (["customer=bo", "discount=0.1"], "customer: bo\nmade: false\ndiscount: 0.1"),
    ([], "customer: ann\nmade: false\ndiscount: 0.1\nfee: 5.00"),
  ])
  func aCopyForAnotherCustomerHasThatOnes(given: [String], text: String) async throws {
    let book = try await EditedBook(Self.files)
    var request = NewRecord(entity: SourceText("Order"))
    request.name = SourceText("o9")
    request.original = SourceText("o1")
    request.assignments = try Assignment.of(given)
    let edit = book.editor.new(request).edit
    #expect(await book.diagnosticLines(of: edit) == [])
    #expect(book.text("orders/o9.md", after: edit) == "---\ndate: 2026-11-21\n\(text)\n---\n")
  }

  /// A column says what a figure is, also with an empty cell.
  @Test func aColumnDecidesAFigure() async throws {
    var files = Self.files
    files["orders/o4.md"] = "---\ndate: 2026-01-01\ncustomer: bo\ndiscount: 0.2\n---\n"
    let (book, result) = try await ImporterTests().result(
      "id,customer,fee\no4,ann,\n", as: "Order", update: true, adding: files)
    #expect(result.edit.diagnostics.map(\.summary) == [])
    #expect(
      book.text("orders/o4.md", after: result.edit)
        == "---\ndate: 2026-01-01\ncustomer: ann\ndiscount: 0.2\n---\n")
  }

  @Test func anImportedRecordKeepsThem() async throws {
    let (book, result) = try await ImporterTests().result(
      "id,date,customer\nn,2026-03-01,ann\n", as: "Order", adding: Self.files)
    #expect(result.edit.diagnostics.map(\.summary) == [])
    #expect(
      book.text("orders/n.md", after: result.edit)
        == "---\ndate: 2026-03-01\ncustomer: ann\ndiscount: 0.1\nfee: 5.00\n---\n")
  }
}
