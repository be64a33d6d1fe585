import Content
import Diagnostics
import Editing
import FrontMatter
import Records
import Testing

/// What setting keys does to the amounts of rows.
struct AmountTests {
  /// The price of the list that was written for one service is not that of another.
  @Test(arguments: [
    ("{service: chain, price: 39.90}", ["service=brake"], "{service: brake, price: 18.50}"),
    ("{service: chain, price: 39.9}", ["service=brake"], "{service: brake, price: 18.50}"),
    ("{service: chain, price: 39.90 EUR}", ["service=brake"], "{service: brake, price: 18.50}"),
    ("{service: chain, price: 39.90 USD}", ["service=brake"], "{service: brake, price: 39.90 USD}"),
    (
      "{service: chain, quantity: 2, price: 35}", ["service=brake"],
      "{service: brake, quantity: 2, price: 35}"
    ),
    ("{service: chain, price: 39.90}", ["service=brake", "price=39.90"], "{service: brake, price: 39.90}"),
    (
      "{service: chain, price: 39.90}", ["service=chain", "quantity=2"],
      "{service: chain, quantity: 2, price: 39.90}"
    ),
    ("{service: chain, sum: 39.90}", ["service=brake"], "{service: brake, sum: 39.90}"),
  ])
  func aPriceFollowsTheServiceThatItIsOf(row: String, assignments: [String], result: String) async throws {
    func file(_ row: String) -> String { "---\ndate: 2026-01-01\nrows:\n  - \(row)\n---\n" }
    let book = try await EditedBook([
      "services/chain.md": "---\nname: Chain\nprice: 39.90\n---\n",
      "services/brake.md": "---\nname: Brake\nprice: 18.50\n---\n", "orders/o1.md": file(row),
    ])
    let edit = book.editor.set(SourceText("o1#1"), try Assignment.of(assignments))
    #expect(await book.diagnosticLines(of: edit) == [])
    #expect(book.text("orders/o1.md", after: edit) == file(result))
  }

  /// What a formula of the model gives, such as a customer's own price, is not written over by the service's; a formula
  /// that is that price is.
  @Test(arguments: [
    ("TERNARY(service.price > '30 EUR', '25 EUR', service.price)", nil), ("service.price", "39.90"),
  ])
  func aPriceWithAFormulaIsLeftToIt(formula: String, price: String?) async throws {
    let book = try await EditedBook([
      "model.yml": "entities: {RowOfOrder: {attributes: {price: {formula: \"\(formula)\"}}}}\n",
      "services/chain.md": "---\nname: Chain\nprice: 39.90\n---\n",
      "orders/o1.md": "---\ndate: 2026-01-01\nrows:\n  - {text: a, sum: 1}\n---\n",
    ])
    let edit = book.editor.add(
      SourceText("o1"), to: SourceText("rows"), [SourceText("service=chain"), SourceText("quantity=2")])
    #expect(
      book.text("orders/o1.md", after: edit)?.contains(
        "- {service: chain, quantity: 2\(price.map { ", price: " + $0 } ?? "")}") ?? false)
  }

  /// A price that a customer's own formula gave for the former service makes place, as one of the list does; an agreed one
  /// stays, and so does one that the formula cannot give for the new service.
  @Test(arguments: [
    ("chain, price: 31.92, sum: 31.92", "brake", "brake"), ("chain, price: 30", "brake", "brake, price: 30"),
    ("chain, price: 31.92", "free", "free, price: 31.92"),
    ("chain, price: 31.92", "chain", "chain, price: 31.92"),
  ])
  func aPriceByFormulaFollowsTheService(row: String, service: String, result: String) async throws {
    func file(_ row: String) -> String {
      "---\ndate: 2026-01-01\ncustomer: ann\nrows:\n  - {service: \(row)}\n---\n"
    }
    let book = try await EditedBook([
      "model.yml": """
      entities:
        Customer: {attributes: {factor: {type: decimal, default: 1}}}
        RowOfOrder: {attributes: {price: {formula: service.price * order.customer.factor}}}

      """, "customers/ann.md": "---\nname: Ann\nfactor: 0.8\n---\n",
      "services/free.md": "---\nname: Free\n---\n",
      "services/chain.md": "---\nname: Chain\nprice: 39.90\n---\n",
      "services/brake.md": "---\nname: Brake\nprice: 18.50\n---\n", "orders/o1.md": file(row),
    ])
    let edit = book.editor.set(SourceText("o1#1"), try Assignment.of(["service=" + service]))
    #expect(await book.diagnosticLines(of: edit) == [])
    #expect(book.text("orders/o1.md", after: edit) == file(result))
  }

  /// A row keeps each figure that its formula takes from the service, such as a rate and a cost, unless a value is written
  /// that would be computed from it. Of those without a formula (`points`) it takes amounts alone.
  @Test(arguments: [
    ("service: chain", "service: chain, price: 39.90, rate: 0.19, cost: 20.00"),
    ("service: chain, rate: 0.07", "service: chain, price: 39.90, rate: 0.07, cost: 20.00"),
    ("service: chain, tax: 5", "service: chain, price: 39.90, cost: 20.00, tax: 5"),
    ("text: chain, price: 7", "text: chain, price: 7"),
  ])
  func aRowKeepsTheFiguresOfItsService(given: String, row: String) async throws {
    let book = try await EditedBook(Self.rates)
    let edit = book.editor.add(
      SourceText("o1"), to: SourceText("rows"),
      given.split(separator: ", ").map { SourceText(String($0).replacing(": ", with: "=")) })
    #expect(await book.diagnosticLines(of: edit) == [])
    #expect(
      book.text("orders/o1.md", after: edit) == Self.order("{service: chain, \(Self.kept)}\n  - {\(row)}"))
  }

  /// Those that are still the former service's become the new one's.
  @Test(arguments: [
    (kept, "service: brake, price: 18.50, rate: 0.07", []),
    ("price: 39.90, rate: 0.1900, cost: 20", "service: brake, price: 18.50, rate: 0.07", []),
    ("price: 39.90, rate: 19.0%, cost: 20", "service: brake, price: 18.50, rate: 0.07", []),
    (
      "price: 39.90, rate: 16%, cost: 21", "service: brake, price: 18.50, rate: 16%, cost: 21",
      ["rate: 16% stays; copied today it would be 0.07"]
    ),
    (
      "price: 35.00, rate: 7%", "service: brake, price: 35.00, rate: 7%",
      ["price: 35.00 stays; copied today it would be 18.50"]
    ),
  ])
  func theFiguresOfARowFollowItsService(figures: String, row: String, kept: [String]) async throws {
    let files = Self.rates.merging(["orders/o1.md": Self.order("{service: chain, \(figures)}")]) { $1 }
    let book = try await EditedBook(files)
    let edit = book.editor.set(SourceText("o1#1"), try Assignment.of(["service=brake"]))
    #expect(await book.diagnosticLines(of: edit) == [])
    #expect(book.text("orders/o1.md", after: edit) == Self.order("{\(row)}"))
    #expect(edit.unchanged.map(\.text) == kept)
  }

  /// A figure of another reference, or of one that stays, is not told of.
  @Test(arguments: [
    ("service=brake", ["price: 35 stays; copied today it would be 18.50"]), ("service=chain", []),
  ])
  func onlyFiguresOfTheNewReferenceAreTold(assignment: String, kept: [String]) async throws {
    let book = try await EditedBook([
      "model.yml": """
      entities:
        Worker: {folder: workers, attributes: {wage: money}}
        RowOfOrder:
          attributes: {wage: {type: money, formula: worker.wage}}
          relationships: {worker: {to: Worker}}

      """, "workers/cleo.md": "---\nwage: 20\n---\n",
      "services/chain.md": "---\nname: Chain\nprice: 39.90\n---\n",
      "services/brake.md": "---\nname: Brake\nprice: 18.50\n---\n",
      "orders/o1.md": Self.order("{service: chain, price: 35, worker: cleo, wage: 22}"),
    ])
    let edit = book.editor.set(SourceText("o1#1"), try Assignment.of([assignment]))
    #expect(await book.diagnosticLines(of: edit) == [])
    #expect(edit.unchanged.map(\.text) == kept)
  }

  /// A row's price is that of its service, whatever else with a price it refers to.
  @Test(arguments: ["other=o1#1", "material=oil", "other="])
  func anotherReferenceLeavesThePrice(assignment: String) async throws {
    let book = try await EditedBook([
      "model.yml": """
      entities:
        Material: {folder: materials, attributes: {price: money}}
        RowOfOrder:
          relationships:
            material: {to: Material}
            other: {to: RowOfOrder, inverse: others}
            others: {to: RowOfOrder, many: true, inverse: other}

      """, "materials/oil.md": "---\nprice: 6\n---\n", "materials/wax.md": "---\nprice: 35\n---\n",
      "services/chain.md": "---\nname: Chain\nprice: 39.90\n---\n",
      "orders/o1.md": Self.order("{service: chain, price: 44}"),
      "orders/o2.md": Self.order("{service: chain, price: 35}"),
      "orders/o3.md": Self.order("{service: chain, price: 35, material: wax, other: o2#1}"),
    ])
    let edit = book.editor.set(SourceText("o3#1"), try Assignment.of([assignment]))
    #expect(await book.diagnosticLines(of: edit) == [])
    #expect(book.text("orders/o3.md", after: edit)?.contains("price: 35") ?? false)
    #expect(edit.lines.count == 1, "\(edit.lines)")
  }

  /// Without a service its figures go, except those that the row needs.
  @Test func figuresGoWithTheirReference() async throws {
    let book = try await EditedBook(
      Self.rates.merging(["orders/o1.md": Self.order("{service: chain, \(Self.kept)}")]) { $1 })
    let edit = book.editor.set(SourceText("o1#1"), try Assignment.of(["service="]))
    #expect(await book.diagnosticLines(of: edit) == [])
    let text = try #require(book.text("orders/o1.md", after: edit))
    #expect(text.contains("price: 39.90") && !text.contains("rate:"), "\(text)")
  }

  /// A misspelt reference is the only mistake.
  @Test func figuresStayWithAnUnknownReference() async throws {
    let book = try await EditedBook(
      Self.rates.merging(["orders/o1.md": Self.order("{service: chain, \(Self.kept)}")]) { $1 })
    let row = try #require(book.editor.book.graph.model.entity(named: "RowOfOrder"))
    let fields: [RecordOperation.Field] = [
      .init("service", .text("chain")), .init("price", .text("39.90")), .init("rate", .text("19%")),
    ]
    func outdated(_ service: String) -> [String] {
      let new = [RecordOperation.Field("service", .text(service))] + fields.dropFirst()
      return book.editor.outdatedFigures(from: fields, to: new, of: row, currency: .euro)
    }
    #expect(outdated("brake") == ["price", "rate"])
    #expect(outdated("brkae") == [])
  }

  /// The same digits are another amount then.
  @Test(arguments: [
    ("sum: 1000", "currency=USD", ["amounts that name no currency are USD now, and were JPY"]),
    ("sum: 1000 JPY", "currency=USD", []), ("sum: 1000", "currency=JPY", []),
    ("sum: 5 JPY", "currency=EUR", []),
    ("sum: 1000", "currency=", ["amounts that name no currency are EUR now, and were JPY"]),
  ])
  func anotherCurrencyOfAmountsIsTold(row: String, assignment: String, lines: [String]) async throws {
    let book = try await EditedBook([
      "orders/o1.md": "---\ndate: 2026-01-01\ncurrency: JPY\nrows: [{\(row)}]\n---\n"
    ])
    let edit = book.editor.set(SourceText("o1"), try Assignment.of([assignment]))
    #expect(edit.unchanged.map(\.text) == lines)
  }

  /// What is not in the file is told from what is, and a percentage is shown as one.
  @Test func showTellsWhatIsComputed() async throws {
    let model =
      "entities: {Order: {attributes: {discount: {type: decimal, percent: true}, fee: {type: money, formula: total * 0.1}}}}\n"
    let book = try await EditedBook([
      "model.yml": model,
      "orders/o1.md": "---\ndate: 2026-01-01\npaidOn: 2026-01-02\ndiscount: 12.50%\nrows: [{sum: 5}]\n---\n",
      "orders/o2.md": "---\ndate: 2026-01-01\npaid: yes\nfee: 0.50\nrows: [{sum: 5}]\n---\n",
    ])
    func lines(_ id: String) throws -> [String] {
      try book.editor.lookup.text(of: SourceText(id)).get().split(separator: "\n").map {
        $0.split(separator: " ").joined(separator: " ")
      }
    }
    let first = try lines("o1")
    #expect(first.contains("paid true (computed)") && first.contains("discount 12.5%"), "\(first)")
    #expect(first.contains("fee 0.50 (computed)") && first.contains("paidOn 2026-01-02"), "\(first)")
    let second = try lines("o2")
    #expect(second.contains("paid true") && second.contains("fee 0.50"), "\(second)")
  }

  private static let kept = "price: 39.90, rate: 0.19, cost: 20.00"

  private static func order(_ rows: String) -> String { "---\ndate: 2026-01-01\nrows:\n  - \(rows)\n---\n" }

  private static let rates = [
    "model.yml": """
    entities:
      Service:
        attributes:
          vatRate: {type: decimal, percent: true, default: 0.19}
          purchase: money
          points: decimal
      RowOfOrder:
        attributes:
          rate: {type: decimal, percent: true, formula: service.vatRate}
          cost: {type: money, formula: service.purchase}
          margin: {type: money, derived: sum - cost}
          tax: {type: money, formula: "round(sum * rate, 2)"}
          points: decimal

    """,
    "services/chain.md": "---\nname: Chain\nprice: 39.90\npurchase: 20.00\npoints: 3\n---\n",
    "services/brake.md": "---\nname: Brake\nprice: 18.50\nvatRate: 0.07\n---\n",
    "orders/o1.md": order("{service: chain, \(kept)}"),
  ]

  /// A written sum that is what its formula gives would contradict the change; one that is agreed stays.
  @Test(arguments: [
    ("quantity: 1.5, price: 48, sum: 72", ["quantity=3"], "quantity: 3, price: 48"),
    ("quantity: 1.5, price: 48, sum: 72.00", ["price=50"], "quantity: 1.5, price: 50"),
    ("quantity: 1.5, price: 48, sum: 70", ["quantity=3"], "quantity: 3, price: 48, sum: 70"),
    ("quantity: 1.5, price: 48, sum: 72", ["quantity=3", "sum=140"], "quantity: 3, price: 48, sum: 140"),
    ("quantity: 1.5, price: 48, sum: 72", ["price="], "quantity: 1.5, sum: 72"),
    ("quantity: 1.5, price: 48, sum: 72", ["text=tea"], "text: tea, quantity: 1.5, price: 48, sum: 72"),
    ("service: chain, price: 39.90, sum: 39.90", ["service=brake"], "service: brake, price: 18.50"),
    // The former sum is all that is known of a service without a price.
    (
      "service: chain, price: 39.90, sum: 39.90", ["service=free"],
      "service: free, price: 39.90, sum: 39.90"
    ),
    ("quantity: 2, price: 40, sum: 80", ["quantity=2.0"], "quantity: 2.0, price: 40, sum: 80"),
    ("price: 10, discount: 10%, sum: 9", ["discount="], "price: 10"),
    // One amount follows from another.
    (
      "minutes: 60, quantity: 2, price: 40, sum: 80, vat: 15.20, pay: 30", ["quantity=3"],
      "minutes: 60, quantity: 3, price: 40, pay: 30"
    ),
    ("minutes: 60, sum: 80, pay: 30", ["minutes=120"], "minutes: 120, sum: 80"),
  ])
  func aSumFollowsWhatItIsComputedFrom(row: String, assignments: [String], result: String) async throws {
    func file(_ row: String) -> String { "---\ndate: 2026-01-01\nrows:\n  - {\(row)}\n---\n" }
    let book = try await EditedBook([
      "model.yml": """
      entities:
        RowOfOrder:
          attributes:
            minutes: integer
            hours: {type: decimal, derived: minutes / 60}
            pay: {type: money, formula: hours * '30 EUR'}
            vat: {type: money, formula: sum * 0.19}

      """, "services/free.md": "---\nname: Free\n---\n",
      "services/chain.md": "---\nname: Chain\nprice: 39.90\n---\n",
      "services/brake.md": "---\nname: Brake\nprice: 18.50\n---\n", "orders/o1.md": file(row),
    ])
    let edit = book.editor.set(SourceText("o1#1"), try Assignment.of(assignments))
    #expect(await book.diagnosticLines(of: edit) == [])
    #expect(book.text("orders/o1.md", after: edit) == file(result))
  }

  /// The comma of a number is not one between keys.
  @Test(arguments: [
    ("sum: 12,90", ["sum=12"], "sum: 12"), ("sum: 12,90, text: b", ["sum=12.90"], "sum: 12.90, text: b"),
    ("text: a, sum: 1,250,5", ["sum=7", "text=c"], "text: c, sum: 7"),
    ("quantity: 4,5, price: 2", ["quantity=4,5"], "quantity: 4.5, price: 2"),
  ])
  func anAmountWithACommaIsReplacedAsAWhole(row: String, assignments: [String], result: String) async throws {
    func file(_ row: String) -> String { "---\ndate: 2026-01-01\nrows: [{\(row)}]\n---\n" }
    let book = try await EditedBook(["orders/o1.md": file(row)])
    let edit = book.editor.set(SourceText("o1#1"), try Assignment.of(assignments))
    #expect(await book.diagnosticLines(of: edit) == [])
    #expect(book.text("orders/o1.md", after: edit) == file(result))
  }
}
