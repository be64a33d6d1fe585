import Content
import Diagnostics
import Foundation
import Query
import Records
import Site
import TestSupport
import Testing

/// The second sum of every figure: silent where all is right, and loud where one figure is not.
@Suite struct ReconciliationTests {
  private static let files = [
    "Content/model.yml": "entities:\n  Order:\n    attributes:\n      hours: {type: decimal, total: true}\n",
    "Content/customers/ann.md": "---\nname: Ann\n---\n",
    "Content/customers/bob.md": "---\nname: Bob\n---\n",
    "Content/services/tune.md": "---\nname: Tune\n---\n",
    "Content/orders/o1.md": order("2026-01-04", "customer: ann", "10.00", "hours: 1.5"),
    "Content/orders/o2.md": order("2026-01-20", "customer: bob", "20.25 USD", "hours: 2"),
    "Content/orders/o3.md": order("2026-02-20", "customer: ann", "300 JPY", "due: 2026-03-01"),
    "Content/orders/o4.md": order("2026-02-21", "made: true", "-7.125 BHD", "hours: -3.5"),
    "Content/orders/index.md": """
    ---
    section: date.month
    sorts: total, customer.name
    filters: customer, made, date.month, due
    columns: id, hours, total, received
    ---
    """,
    "Content/report.md": """
    ```query
    from: Order
    group: customer
    columns: customer, @count, @sum.total, sum(TERNARY(made = true, 0, total)), @max.hours, avg(hours)
    ```

    ```query
    from: RowOfOrder
    where: order.made = false
    group: service, order.date.month
    columns: service, order.date.month, @sum.sum, @sum.order.hours
    having: "@count > 1"
    limit: 1
    ```

    ```query
    from: Order
    section: customer.name
    columns: customer.name, hours, total, {value: total * 2, total: true}
    offset: 1
    limit: 2
    ```

    ```query
    from: Order
    columns: customer, hours
    distinct: true
    ```

    """.replacing("{value: total * 2, total: true}", with: "total * 2"),
  ]

  private static func order(_ date: String, _ first: String, _ sum: String, _ more: String) -> String {
    """
    ---
    date: \(date)
    \(first)
    \(more)
    rows:
      - {service: tune, sum: \(sum)}
      - {sum: 0.10}
    ---

    """
  }

  /// The content, loaded, in a folder that lasts as long as it is held.
  private static func load(_ more: [String: String] = [:]) async throws -> (Book, TemporaryFolder) {
    let folder = try TemporaryFolder(files.merging(more) { $1 })
    let content = await ContentLoader(
      source: WorkingTree(folder.path("Content")), includesDrafts: false, today: today
    )
    .load()
    try #require(content.diagnostics.map(\.summary) == [])
    return (content, folder)
  }

  private static let today = CivilDate("2026-11-21") ?? .first

  @Test func isSilentWhereTheFiguresAgree() async throws {
    #expect(try await SiteFixture(Self.files).diagnosticLines == [])
  }

  @Test(arguments: [
    "offset: 1", "limit: 2", "offset: 1\nlimit: 2", "where: made = false", "subentities: false",
    "filters: customer\nfilter-limit: 2", "distinct: true",
  ])
  func isSilentHoweverAnIndexIsCut(key: String) async throws {
    let index =
      "---\nsorts: total\n" + (key.contains("filters") ? "" : "filters: customer\n") + key + "\n---\n"
    let fixture = try await SiteFixture(Self.files.merging(["Content/orders/index.md": index]) { $1 })
    #expect(fixture.diagnosticLines.filter { !$0.hasSuffix("[filter-limit]") } == [])
  }

  @Test func isSilentAboutThe38thDigitOfNumbersWithoutEnd() async throws {
    var files = Self.files
    files["Content/model.yml"] = """
      entities:
        Order:
          attributes:
            hours: {type: decimal, total: true}
            weeks: {type: decimal, derived: hours / 7, total: true}

      """
    for number in 0..<60 {
      files["Content/orders/n\(number).md"] = Self.order(
        "2026-\(number % 9 + 101)-11".replacing("-1", with: "-", maxReplacements: 1),
        "customer: \(number % 3 == 0 ? "ann" : "bob")", "1.00", "hours: \(number * number % 23 * 1000 - 9000)"
      )
    }
    files["Content/report.md"] = """
      ```query
      from: Order
      group: customer
      columns: customer, @sum.weeks, sum(total / 7)
      sort: -@sum.weeks
      ```

      ```query
      from: Order
      section: date.month
      columns: id, weeks
      ```

      """
    #expect(try await SiteFixture(files).diagnosticLines == [])
  }

  @Test func isSilentAboutSubentities() async throws {
    let model = """
      entities:
        Firm:
          parent: Customer
          folder: firms
        Order:
          attributes:
            hours: {type: decimal, total: true}

      """
    let fixture = try await SiteFixture(
      Self.files.merging([
        "Content/model.yml": model, "Content/firms/acme.md": "---\nname: Acme\n---\n",
        "Content/orders/o5.md": Self.order("2026-03-01", "customer: acme", "1.00", "hours: 1"),
      ]) { $1 })
    #expect(fixture.diagnosticLines == [])
  }

  @Test func isSilentAboutNumbersThatAddUpToMoney() async throws {
    let model = """
      entities:
        RowOfOrder: {attributes: {weight: {type: decimal, default: 1.255}}}
        Order:
          attributes:
            hours: {type: decimal, total: true}
            freight: {type: money, derived: rows.@sum.weight}

      """
    let fixture = try await SiteFixture(
      Self.files.merging([
        "Content/model.yml": model,
        "Content/orders/o5.md": Self.order("2026-03-01", "customer: ann", "1 JPY", "currency: USD"),
      ]) { $1 })
    #expect(fixture.diagnosticLines == [])
  }

  @Test func isSilentAboutSumsThatAreRounded() async throws {
    let model = """
      entities:
        RowOfOrder: {attributes: {fee: decimal}}
        Order: {attributes: {hours: {type: decimal, total: true}, fees: {type: decimal, digits: 2, derived: rows.@sum.fee}}}

      """
    let order = "---\ndate: 2026-03-01\nrows: [{sum: 1, fee: 0.1234}, {sum: 1, fee: 0.001}]\n---\n"
    let fixture = try await SiteFixture(
      Self.files.merging(["Content/model.yml": model, "Content/orders/o5.md": order]) { $1 })
    #expect(fixture.diagnosticLines == [])
  }

  @Test func aWrongDerivedSumStopsTheBuild() async throws {
    var (content, folder) = try await Self.load()
    let (table, column) = try Self.column("total", of: "Order", content.graph)
    guard case .money(var totals) = content.graph.tables[table].columns[column] else {
      throw Unexpected("no money")
    }
    let row = try #require(content.graph.row(withID: "o1", in: table))
    totals[row] = Money(Decimal(11), .euro)
    content.graph.tables[table].columns[column] = .money(totals)

    let (_, diagnostics) = await SitePipeline(
      themes: WorkingTree(folder.path("Themes"), isRequired: false), today: Self.today
    ).site(
      of: content)
    #expect(diagnostics.hasErrors, "with an error nothing is written")
    #expect(
      diagnostics.filter { $0.severity == .error }.map { "\($0.id.rawValue): \($0.summary)" } == [
        "internal-difference: 'total' of o1 is 11.00 EUR, and added up a second time 10.10 EUR"
      ])
    #expect(diagnostics.first?.range.file.path.hasSuffix("Content/orders/o1.md") == true)

    // What is printed lies with that of all other errors.
    let fixture = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../CommandTests/Fixtures/Invalid/internal-difference/expected.txt").standardized
    let printed = DiagnosticPrinter(color: false).text(of: diagnostics.filter { $0.severity == .error })
      .replacing(folder.path + "/", with: "")
    if ProcessInfo.processInfo.environment["DOCKET_RECORD"] == "1" {
      try FileManager.default.createDirectory(
        at: fixture.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(printed.utf8).write(to: fixture)
      Issue.record("recorded anew; run without DOCKET_RECORD")
    }
    #expect(try String(contentsOf: fixture, encoding: .utf8) == printed)
  }

  @Test(arguments: [
    "from: Order", "from: Order section: date.month", "from: Order group: customer",
    "from: Order group: date.month where: hours != nil", "from: Order group: customer limit: 3",
  ])
  func aWrongTotalOfAResultIsFound(request: String) async throws {
    let (content, folder) = try await Self.load()
    defer { withExtendedLifetime(folder) {} }
    let result = try Self.result(request, content.graph)
    var right = Reconciliation(graph: content.graph)
    right.check(result, SourceFile(path: "report.md", text: "").range, "the report")
    #expect(right.diagnostics.map(\.summary) == [])

    // The result's totals are those of other records than the ones that will be published.
    var graph = content.graph
    let (table, column) = try Self.column("hours", of: "Order", graph)
    graph.tables[table].columns[column] = .number(
      (0..<graph.tables[table].count).map { $0 == 0 ? Decimal(100) : nil })
    var wrong = Reconciliation(graph: graph)
    wrong.check(result, SourceFile(path: "report.md", text: "").range, "the report")
    #expect(wrong.diagnostics.allSatisfy { $0.id == .internalDifference && $0.severity == .error })
    let summaries = wrong.diagnostics.map(\.summary)
    #expect(
      summaries.contains { $0.hasPrefix("the total 'Hours' of the report is ") && $0.hasSuffix("100") },
      "\(summaries)")
  }

  @Test func aRecordThatItsOwnersListLacksIsFound() async throws {
    let (content, folder) = try await Self.load()
    defer { withExtendedLifetime(folder) {} }
    var graph = content.graph
    let customer = try #require(graph.model.entity(named: "Customer"))
    let link = try #require(graph.model.entities[customer].relationship(named: "orders")).link
    let table = graph.model.entities[customer].table
    guard case .many(let offsets, var targets) = graph.tables[table].links[link] else {
      throw Unexpected("no list")
    }
    try #require(targets.count == 3)
    // Ann's second order is listed as the first once more.
    targets[1] = targets[0]
    graph.tables[table].links[link] = .many(offsets: offsets, targets: targets)
    var reconciliation = Reconciliation(graph: graph)
    reconciliation.checkLinks()
    #expect(reconciliation.diagnostics.map(\.id) == [.internalDifference])
    #expect(
      reconciliation.diagnostics.first?.summary.hasPrefix(
        "the number of records in 'orders' of all Customers is ")
        == true)
  }

  // MARK: Parts

  private static func column(_ name: String, of entity: String, _ graph: RecordGraph) throws -> (Int, Int) {
    let entity = graph.model.entities[try #require(graph.model.entity(named: entity))]
    return (entity.table, try #require(entity.attribute(named: name)).column)
  }

  /// Runs a request of words such as `from: Order group: customer`, with the hours as its figure.
  private static func result(_ text: String, _ graph: RecordGraph) throws -> FetchResult {
    var request = FetchRequest()
    var key = ""
    for word in text.split(separator: " ") {
      if word.hasSuffix(":") {
        key = String(word)
        continue
      }
      let source = SourceText(String(word), name: "request")
      switch key {
      case "from:": request.from = source
      case "section:": request.section = source
      case "group:": request.group = [source]
      case "limit:": request.limit = Int(word)
      default: request.predicate = SourceText("hours != nil", name: "request")
      }
    }
    let figure = request.group.isEmpty ? "hours" : "@sum.hours"
    request.columns = [.init(value: SourceText(figure, name: "request"))]
    let (plan, diagnostics) = FetchPlan.compile(request, entity: nil, graph: graph)
    try #require(diagnostics.map(\.summary) == [])
    return try #require(plan).run(graph: graph, today: today)
  }
}
