import Diagnostics
import Query
import Records
import Testing

/// A small order book that the tests of the language ask questions about; today is 2026-03-31.
///
///     order  date        customer      made   total              notes
///     o1     2026-01-05  acme          true   54.50              paid in full
///     o2     2026-01-31  acme          true   652.00             100 received
///     o3     2026-02-10  mueller       false  12.00              no made written is not false: see o11
///     o4     2026-02-28  zoe           true   600.00 USD
///     o5     2026-03-01  -             true   75.00              due 2026-02-15
///     o6     2026-03-14  ernst-handel  true   68.85              paidOn 2026-03-20
///     o7     2026-03-14  anne          false  0 (no rows)        due 2026-04-30
///     o8     2025-12-31  zoe           true   10 EUR; 5 USD
///     o9     2025-11-30  bo            true   1000.00            a row without service
///     o10    2026-03-30  mueller       true   1000.50            three rows of chai, staff ann and bob
///     o11    2024-02-29  bo            nil    5000 JPY
///     o12    2026-03-14  acme          false  -20.00             staff ann
enum Fixture {
  static let today = CivilDate(year: 2026, month: 3, day: 31) ?? .first

  static let graph = GraphBuilder.graph(model: TestModel.model, records: records, today: today)

  private static let records: [Record] = [
    customer(
      "acme", ["name": "Acme", "email": "info@acme.example", "rating": "5", "kind": "firm", "level": "1"]),
    customer(
      "mueller",
      ["name": "Müller GmbH", "phone": "030-22", "rating": "3", "kind": "firm", "labels": "vip net30"]),
    customer(
      "zoe", ["name": "Zoë & Co", "rating": "-1", "kind": "club", "labels": "vip", "since": "2020-02-29"]),
    customer(
      "ernst-handel", ["name": "Ernst Handel", "info": "10% off\nalways", "share": "0.10", "level": "3"]),
    customer("bo", ["name": "bo", "rating": "5", "kind": "person", "info": "a*b"]),
    customer("anne", ["name": "Änne's Shop", "labels": "net30 Net30"]),

    Record(entity: "Service", id: "chai", values: ["name": "Chai", "price": "18.00", "unit": "box 2"]),
    Record(entity: "Service", id: "chang", values: ["name": "Chang", "price": "19", "unit": "box 10"]),
    Record(entity: "Service", id: "advice", values: ["name": "Advice"]),
    Record(entity: "Repair", id: "bike", values: ["name": "Repair bike", "price": "40", "warranty": "24"]),
    Record(entity: "Repair", id: "lock", values: ["name": "Repair lock", "price": "25.50", "unit": "box 1"]),

    Record(entity: "Person", id: "ann", values: ["name": "Ann"]),
    Record(entity: "Person", id: "bob", values: ["name": "Bob"]),
    Record(entity: "Person", id: "cy", values: ["name": "Cy"]),

    order(
      "o1", ["date": "2026-01-05", "customer": "acme", "made": "true", "in": "shop", "count": "2"],
      rows: [
        ["service": "chai", "quantity": "2", "price": "18.00", "discount": "0"],
        ["service": "chang", "quantity": "10", "price": "1.85", "discount": "0"],
      ],
      payments: [["date": "2026-01-20", "sum": "54.50", "note": "cash"]]),
    order(
      "o2", ["date": "2026-01-31", "customer": "acme", "made": "true", "count": "2"],
      rows: [["service": "bike", "sum": "400.00"], ["service": "chai", "sum": "252.00", "quantity": "14"]],
      payments: [["date": "2026-02-02", "sum": "40.00"], ["date": "2026-02-09", "sum": "60.00"]]),
    order(
      "o3", ["date": "2026-02-10", "customer": "mueller", "made": "false"],
      rows: [["service": "chai", "sum": "12.00", "text": "tea for two"]]),
    order(
      "o4", ["date": "2026-02-28", "customer": "zoe", "made": "true", "currency": "USD"],
      rows: [["service": "chang", "sum": "600.00"]]),
    order(
      "o5", ["date": "2026-03-01", "made": "true", "due": "2026-02-15"],
      rows: [["service": "advice", "quantity": "1.5", "price": "50", "discount": "0"]]),
    order(
      "o6", ["date": "2026-03-14", "customer": "ernst-handel", "made": "true", "paidOn": "2026-03-20"],
      rows: [["service": "lock", "quantity": "3", "price": "25.50", "discount": "0.1"]]),
    order("o7", ["date": "2026-03-14", "customer": "anne", "made": "false", "due": "2026-04-30"]),
    order(
      "o8", ["date": "2025-12-31", "customer": "zoe", "made": "true"],
      rows: [["service": "advice", "sum": "10.00"], ["service": "advice", "sum": "5.00 USD"]]),
    order(
      "o9", ["date": "2025-11-30", "customer": "bo", "made": "true"],
      rows: [["text": "Delivery", "sum": "1000.00"]]),
    order(
      "o10", ["date": "2026-03-30", "customer": "mueller", "made": "true", "staff": "ann bob"],
      rows: [
        ["service": "chai", "sum": "333.50"], ["service": "chai", "sum": "333.50"],
        ["service": "chai", "sum": "333.50"],
      ]),
    order(
      "o11", ["date": "2024-02-29", "customer": "bo", "currency": "JPY"],
      rows: [["service": "bike", "sum": "5000"]]),
    order(
      "o12", ["date": "2026-03-14", "customer": "acme", "made": "false", "staff": "ann"],
      rows: [["service": "chai", "sum": "-20.00", "text": "returned"]]),
  ]

  private static func customer(_ id: String, _ values: [String: String]) -> Record {
    Record(entity: "Customer", id: id, values: values)
  }

  private static func order(
    _ id: String, _ values: [String: String], rows: [[String: String]] = [], payments: [[String: String]] = []
  ) -> Record {
    Record(entity: "Order", id: id, values: values, lists: ["rows": rows, "payments": payments])
  }

  // MARK: Asking

  static let compiler = QueryCompiler(graph: graph)
  static let evaluator = Evaluator(graph: graph, today: today)

  static func entity(_ name: String) throws -> Int { try #require(graph.model.entity(named: name)) }

  /// The ids of the records that meet a predicate, in the order they stand; or what is wrong with it.
  static func ids(_ predicate: String, of entityName: String = "Order") throws -> String {
    let entity = try entity(entityName)
    let (expression, diagnostics) = compiler.predicate(SourceText(predicate, name: "--where"), entity: entity)
    guard let expression else { return diagnostics.map(\.summary).joined(separator: "; ") }
    return ids(evaluator.filter(graph.rows(of: entity), expression), of: entity)
  }

  static func ids(_ rows: [Int32], of entity: Int) -> String {
    let table = graph.model.entities[entity].table
    return rows.map { graph.id(of: Int($0), in: table) }.joined(separator: " ")
  }

  /// The value of an expression for a record, in plain words; or what is wrong with it.
  static func value(_ expression: String, of id: String, _ entityName: String = "Order") throws -> String {
    let entity = try entity(entityName)
    let (compiled, diagnostics) = compiler.expression(
      SourceText(expression, name: "--columns"), entity: entity)
    guard let compiled else { return diagnostics.map(\.summary).joined(separator: "; ") }
    let row = try #require(graph.row(withID: id, in: graph.model.entities[entity].table))
    return written(evaluator.value(of: compiled, row: row))
  }

  static func written(_ value: Value) -> String {
    switch value {
    case .null: "nil"
    case .text(let text): "'\(text)'"
    case .number(let number): number.withoutTrailingZeros.description
    case .money(let money): money.description
    case .boolean(let value): "\(value)"
    case .date(let date): date.description
    case .record(let table, let row): graph.id(of: row, in: table)
    case .list(let values): "{" + values.map(written).joined(separator: ", ") + "}"
    }
  }
}
