import Content
import Diagnostics
import Exports
import Query
import Records
import Testing

/// A record with a value of each type, to be exported.
package struct ExportedItem {
  package var id = "i"
  package var text: String?
  package var long: String?
  package var money: Money?
  package var number: Decimal?
  package var date: CivilDate?
  package var flag: Bool?
  package var tags: [String] = []
  /// The id of the record that it refers to.
  package var other: String?

  package init(
    id: String = "i", text: String? = nil, long: String? = nil, money: Money? = nil, number: Decimal? = nil,
    date: CivilDate? = nil, flag: Bool? = nil, tags: [String] = [], other: String? = nil
  ) {
    self.id = id
    self.text = text
    self.long = long
    self.money = money
    self.number = number
    self.date = date
    self.flag = flag
    self.tags = tags
    self.other = other
  }
}

/// Results of requests for a few records made for the purpose.
package enum ExportFixture {
  /// Runs a request for items.
  /// - Parameters:
  ///   - columns: the columns, with commas between them.
  ///   - labels: what some of the columns are called.
  package static func result(
    _ items: [ExportedItem], columns: String, labels: [String: String] = [:], home: Currency = .euro,
    _ configure: (inout FetchRequest) -> Void = { _ in }
  ) throws -> FetchResult {
    let graph = graph(items, home: home)
    var request = FetchRequest()
    request.from = SourceText("Item", name: "from")
    request.columns = SourceText(columns, name: "columns").splitAtCommas().map {
      .init(value: $0, label: labels[$0.text].map { LabelText($0) })
    }
    configure(&request)
    let (plan, diagnostics) = FetchPlan.compile(request, entity: nil, graph: graph)
    #expect(diagnostics.map(\.summary) == [])
    return try #require(plan).run(graph: graph, today: CivilDate(year: 2026, month: 3, day: 31) ?? .first)
  }

  /// The CSV of a table.
  package static func csv(_ table: ExportTable) -> String {
    text(RowWriter(table, as: .csv(CSVDialect())).bytes())
  }

  /// The CSV of one cell.
  package static func csv(_ item: ExportedItem, _ column: String, home: Currency = .euro) throws -> String {
    // A column in front keeps the lone cell's quotes out of the way.
    let lines = try text(result([item], columns: "1, " + column, home: home).csv())
    let prefix = "1,\(column)\r\n1,"
    #expect(lines.hasPrefix(prefix) && lines.hasSuffix("\r\n"))
    return String(
      String.UnicodeScalarView(lines.unicodeScalars.dropFirst(prefix.unicodeScalars.count).dropLast(2)))
  }

  /// The JSON of one cell.
  package static func json(_ item: ExportedItem, _ column: String, home: Currency = .euro) throws -> String {
    let lines = try text(result([item], columns: column, home: home).json())
    let prefix = "[\n  {\"\(column)\": "
    #expect(lines.hasPrefix(prefix) && lines.hasSuffix("}\n]\n"))
    return String(lines.dropFirst(prefix.count).dropLast(4))
  }

  package static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  package static func money(_ texts: String...) -> Money? {
    texts.reduce(nil as Money?) { sum, text in
      guard let (number, currency) = try? Money.parse(text.utf8.span) else { return nil }
      let money = Money(number, currency ?? .euro)
      return sum.map { $0.adding(money) } ?? money
    }
  }

  // MARK: The graph

  private static func graph(_ items: [ExportedItem], home: Currency) -> RecordGraph {
    var item = EntityDeclaration(name: name("Item"))
    item.folder = name("items")
    item.attributes = [
      Attribute(name: name("text"), type: .string), Attribute(name: name("long"), type: .text),
      total("money", .money),
      total("number", .decimal), Attribute(name: name("date"), type: .date),
      Attribute(name: name("flag"), type: .boolean),
      Attribute(name: name("tags"), type: .tags),
    ]
    var other = EntityDeclaration(name: name("Other"))
    other.folder = name("others")
    item.relationships = [RelationshipDeclaration(name: name("other"), destination: name("Other"))]
    let (model, diagnostics) = ModelBuilder.build([item, other], currency: home)
    assert(diagnostics.isEmpty)
    let others = ["acme", "-zoe"]
    let tables = [
      Table(
        count: items.count, entityStarts: [0, Int32(items.count)], ids: items.map(\.id),
        files: items.map { _ in 0 },
        columns: [
          .text(items.map(\.text)), .text(items.map(\.long)), .money(items.map(\.money)),
          .number(items.map(\.number)),
          .date(items.map(\.date)), .boolean(items.map(\.flag)), .tags(items.map(\.tags)),
        ],
        links: [.one(items.map { $0.other.flatMap { others.firstIndex(of: $0) }.map { Int32($0) } ?? -1 })]),
      Table(count: 2, entityStarts: [0, 2], ids: others, files: [0, 0], columns: [], links: []),
    ]
    let file = MarkdownFile(
      source: SourceFile(path: "Content/x.md", bytes: []), prefix: 8, frontMatter: 0..<0, body: 0..<0)
    return RecordGraph(model: model, tables: tables, files: [file])
  }

  private static func name(_ text: String) -> DeclaredName {
    DeclaredName(text, at: SourceText(text, name: "model").range)
  }

  private static func total(_ attributeName: String, _ type: AttributeType) -> Attribute {
    var attribute = Attribute(name: name(attributeName), type: type)
    attribute.writtenTotal = true
    return attribute
  }
}
