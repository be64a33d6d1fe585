import Diagnostics
import Query
import Records
import Testing

/// A small order book that requests are run against; today is 2026-03-31.
///
///     order  date        customer  service  made   total       hours  tags
///     o1     2026-01-05  acme      chai     true   10.00       1      a, b
///     o2     2026-01-05  zoe       bike     true   20.00       2.5
///     o3     2025-12-31  acme      chai     false  5.00        1
///     o4     2026-02-10  -         lock     true   7.50
///     o5     2026-02-11  zoe       -        false  3.00 USD    0.5
///     o6     2026-02-12  anne      chai     true   -           1      b
enum FetchFixture {
  static let today = CivilDate(year: 2026, month: 3, day: 31) ?? .first

  static let graph: RecordGraph = {
    let customers = ["acme": "Acme", "anne": "Änne", "zoe": "Zoe"].sorted { $0.key < $1.key }
    let services = [("chai", "Chai"), ("lock", "Lock"), ("bike", "Bike repair")]
    let dates = ["2026-01-05", "2026-01-05", "2025-12-31", "2026-02-10", "2026-02-11", "2026-02-12"]
    let totals = [euro("10.00"), euro("20.00"), euro("5.00"), euro("7.50"), dollars("3.00"), nil]
    let tables = [
      table(
        customers.map(\.key), [.text(customers.map(\.value))],
        [.many(offsets: [0, 2, 3, 5], targets: [0, 2, 5, 1, 4])]),
      // Two services, then the one repair.
      Table(
        count: 3, entityStarts: [0, 2, 3], ids: services.map(\.0), files: [0, 0, 0],
        columns: [
          .text(services.map(\.1)), .money([euro("4.00"), euro("9.00"), euro("40.00")]),
          .number([nil, nil, Decimal(24)]),
        ], links: []),
      table(
        ["o1", "o2", "o3", "o4", "o5", "o6"],
        [
          .date(dates.map { CivilDate($0) }), .boolean([true, true, false, true, false, true]),
          .money(totals),
          .number(["1", "2.5", "1", nil, "0.5", "1"].map { $0.flatMap { Decimal($0) } }),
          .tags([["a", "b"], [], [], [], [], ["b"]]), .text([nil, "x", nil, "y", nil, nil]),
        ], [.one([0, 2, 0, -1, 2, 1]), .one([0, 2, 0, 1, -1, 0])]),
    ]
    let file = MarkdownFile(
      source: SourceFile(path: "Content/x.md", bytes: []), prefix: 8, frontMatter: 0..<0, body: 0..<0)
    var graph = RecordGraph(model: model, tables: tables, files: [file])
    let evaluator = Evaluator(graph: graph, today: today)
    for entity in model.entities.indices {
      graph.tables[model.entities[entity].table].orders.append(evaluator.order(of: entity))
    }
    return graph
  }()

  static let model: Model = {
    let (model, diagnostics) = ModelBuilder.build(
      [
        entity(
          "Customer", folder: "customers", title: "name", attributes: [attribute("name", .string)],
          relationships: [relationship("orders", to: "Order", isMany: true, inverse: "customer")]),
        entity(
          "Service", folder: "services", title: "name",
          attributes: [attribute("name", .string), attribute("price", .money)]),
        entity("Repair", folder: "repairs", parent: "Service", attributes: [attribute("warranty", .integer)]),
        entity(
          "Order", folder: "orders", sort: "date, customer.name",
          attributes: [
            attribute("date", .date), attribute("made", .boolean), attribute("total", .money, isTotal: true),
            attribute("hours", .decimal), attribute("tags", .tags), attribute("in", .string),
          ],
          relationships: [
            relationship("customer", to: "Customer", inverse: "orders"),
            relationship("service", to: "Service"),
          ]),
      ], currency: .euro)
    assert(diagnostics.isEmpty)
    return model
  }()

  // MARK: Requests

  /// A request with keys and values as a page or the command line gives them.
  static func request(_ keys: KeyValuePairs<String, String>) -> FetchRequest {
    var request = FetchRequest()
    for (key, value) in keys {
      let source = SourceText(value, name: key)
      switch key {
      case "from": request.from = source
      case "where": request.predicate = source
      case "sort": request.sort = source.splitAtCommas()
      case "limit": request.limit = Int(value)
      case "offset": request.offset = Int(value) ?? 0
      case "columns": request.columns = source.splitAtCommas().map { .init(value: $0) }
      case "section": request.section = source
      case "group": request.group = source.splitAtCommas()
      case "having": request.having = source
      case "distinct": request.isDistinct = value == "true"
      case "subentities": request.includesSubentities = value == "true"
      case "as-of": request.asOf = CivilDate(value)
      default: Issue.record("no such key: \(key)")
      }
    }
    return request
  }

  static func plan(_ request: FetchRequest) throws -> FetchPlan {
    let (plan, diagnostics) = FetchPlan.compile(request, entity: nil, graph: graph)
    #expect(diagnostics.map(\.summary) == [])
    return try #require(plan)
  }

  static func run(_ keys: KeyValuePairs<String, String>) throws -> FetchResult { try run(request(keys)) }

  static func run(_ request: FetchRequest) throws -> FetchResult {
    let plan = try plan(request)
    let result = plan.run(graph: graph, today: today)
    #expect(plan.count(graph: graph, today: today) == result.count)
    return result
  }

  /// The diagnostics of a request, each with its key and column: `where:9: …`.
  static func diagnosticLines(_ keys: KeyValuePairs<String, String>) -> [String] {
    let (plan, diagnostics) = FetchPlan.compile(request(keys), entity: nil, graph: graph)
    #expect((plan == nil) == diagnostics.hasErrors)
    return diagnostics.map { diagnostic in
      let column = diagnostic.range.file.location(of: diagnostic.range.bytes.lowerBound).column
      return "\(diagnostic.range.file.path):\(column): \(diagnostic.summary)"
    }
  }
}

extension FetchResult {
  /// The rows, the cells of each joined by a bar.
  var texts: [String] {
    let columns = plan.columns.indices.map { values(of: $0, in: 0..<count) }
    return (0..<count).map { row in columns.map { text(of: $0[row]) }.joined(separator: "|") }
  }

  /// What stands in the first column.
  var firsts: String { values(of: 0, in: 0..<count).map { text(of: $0) }.joined(separator: " ") }

  func text(of value: Value) -> String {
    switch value {
    case .null: "-"
    case .text(let text): text
    case .number(let number): number.description
    case .money(let money): money.description
    case .boolean(let boolean): boolean.description
    case .date(let date): date.description
    case .record(let table, let row): "\u{2192}" + graph.id(of: row, in: table)
    case .list(let values): "[" + values.map { text(of: $0) }.joined(separator: " ") + "]"
    }
  }
}

// MARK: The model in Swift

private func euro(_ number: String) -> Money? { Decimal(number).map { Money($0, .euro) } }

private func dollars(_ number: String) -> Money? {
  guard let number = Decimal(number), let currency = Currency(code: "USD") else { return nil }
  return Money(number, currency)
}

private func table(_ ids: [String], _ columns: [Column], _ links: [Link]) -> Table {
  Table(
    count: ids.count, entityStarts: [0, Int32(ids.count)], ids: ids, files: ids.map { _ in 0 },
    columns: columns,
    links: links)
}

private func name(_ text: String) -> DeclaredName {
  DeclaredName(text, at: SourceText(text, name: "model").range)
}

private func entity(
  _ entityName: String, folder: String, title: String? = nil, sort: String? = nil, parent: String? = nil,
  attributes: [Attribute], relationships: [RelationshipDeclaration] = []
) -> EntityDeclaration {
  var entity = EntityDeclaration(name: name(entityName))
  entity.folder = name(folder)
  entity.title = title.map { SourceText($0, name: "title") }
  entity.sort = sort.map { SourceText($0, name: "sort") }
  entity.parent = parent.map { name($0) }
  entity.attributes = attributes
  entity.relationships = relationships
  return entity
}

private func attribute(_ attributeName: String, _ type: AttributeType, isTotal: Bool? = nil) -> Attribute {
  var attribute = Attribute(name: name(attributeName), type: type)
  attribute.writtenTotal = isTotal
  return attribute
}

private func relationship(
  _ relationshipName: String, to destination: String, isMany: Bool = false, inverse: String? = nil
) -> RelationshipDeclaration {
  var relationship = RelationshipDeclaration(name: name(relationshipName), destination: name(destination))
  relationship.isMany = isMany
  relationship.inverse = inverse.map { name($0) }
  return relationship
}
