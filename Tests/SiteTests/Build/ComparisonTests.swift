import Content
import Diagnostics
import Query
import Records
import TestSupport
import Testing

/// Columns that are made from values, and columns that look at other rows than their own.
@Suite struct ComparisonTests {
  private static func graph(seed: UInt64) async throws -> RecordGraph {
    var random = SeededGenerator(seed: seed)
    var files = ["customers/a.md": "---\nname: A\n---\n", "customers/b.md": "---\nname: B\n---\n"]
    for number in 0..<Int(random.next() % 40) {
      let (month, day) = (1 + random.next() % 12, 10 + random.next() % 18)
      files["orders/o\(number).md"] = """
        ---
        date: 20\(24 + random.next() % 3)-\(month < 10 ? "0" : "")\(month)-\(day)
        \(["customer: a", "customer: b", ""][Int(random.next() % 3)])
        rows:
          - {sum: \(Int(random.next() % 900) - 100).\(10 + random.next() % 90)}
        ---
        """
    }
    let today = try #require(CivilDate("2026-11-21"))
    return await ContentLoader(source: MemorySource(files), includesDrafts: false, today: today).load().graph
  }

  private static func run(_ graph: RecordGraph, _ make: (inout FetchRequest) -> Void) throws -> FetchResult {
    var request = FetchRequest()
    request.from = SourceText("Order", name: "from")
    request.mayCompareRows = true
    make(&request)
    let (plan, diagnostics) = FetchPlan.compile(request, entity: nil, graph: graph)
    #expect(diagnostics.map(\.summary) == [])
    return try #require(plan).run(graph: graph, today: try #require(CivilDate("2026-11-21")))
  }

  private static func columns(_ text: String) -> [ColumnDeclaration] {
    SourceText(text, name: "columns").splitAtCommas().map { .init(value: $0) }
  }

  private static func values(_ result: FetchResult) -> [[Value]] {
    result.plan.columns.indices.map { result.values(of: $0, in: 0..<result.count) }
  }

  /// Each cell of a pivot is what the query gives for its value alone.
  @Test func aColumnForEachValueHoldsWhatTheValueAloneGives() async throws {
    var cells = 0
    for seed in 1...60 as ClosedRange<UInt64> {
      let graph = try await Self.graph(seed: seed)
      let group = [SourceText("date.quarterOfYear", name: "group")]
      for pivot in ["date.year", "customer", "customer.name"] {
        let whole = try Self.run(graph) { request in
          request.group = group
          request.pivot = SourceText(pivot, name: "pivot")
          request.columns = Self.columns(
            "date.quarterOfYear, sum(total), @count, max(date), length(date.quarterOfYear) * @count")
        }
        let rows = Self.values(whole)
        for (index, column) in whole.plan.columns.enumerated().dropFirst() {
          let value = try #require(column.pivot?.value)
          let literal =
            switch value {
            case .number(let year): year.description
            case .text(let name): "'\(name)'"
            case .record(let table, let row): "'\(graph.id(of: row, in: table))'"
            default: "NIL"
            }
          let part = try Self.run(graph) { request in
            request.predicate = SourceText("\(pivot) = \(literal)", name: "where")
            request.group = group
            request.columns = Self.columns("date.quarterOfYear, \(column.expression.text)")
          }
          let parts = Self.values(part)
          let found = Dictionary(zip(parts[0], parts[1]), uniquingKeysWith: { a, _ in a })
          for (row, quarter) in rows[0].enumerated() {
            #expect(rows[index][row] == found[quarter] ?? .null, "seed \(seed), \(pivot)")
            cells += 1
          }
          #expect(whole.totals[index] == part.totals[1])
        }
      }
    }
    #expect(cells > 2000)
  }

  @Test func runsOnAndDividesTheWhole() async throws {
    var compared = 0
    for seed in 1...60 as ClosedRange<UInt64> {
      let graph = try await Self.graph(seed: seed)
      let result = try Self.run(graph) { request in
        request.group = [SourceText("date.month", name: "group")]
        request.columns = Self.columns(
          "date.month, sum(total), cumulative(sum(total)), share(sum(total)), change(sum(total)), cumulative(@count)"
        )
      }
      let rows = Self.values(result)
      var (sum, shares) = (RunningSum(from: .null), RunningSum(from: .number(.zero)))
      for row in 0..<result.count {
        sum.add(rows[1][row])
        #expect(rows[2][row] == sum.value)
        shares.add(rows[3][row])
        let before = row > 0 ? rows[1][row - 1].money : nil
        if let before, let now = rows[1][row].money, case .number(let change) = rows[4][row] {
          // Old and what it has grown by is new, to the last digit but one of the 38.
          let base = before.single?.number.isNegative ?? false ? before.negated : before
          let grown = try #require(base.scaled(by: change)?.adding(before))
          #expect(grown.rounded(toDigits: 20) == now)
          compared += 1
        }
      }
      #expect(result.count == 0 || rows[2].last == result.totals[1])
      if !(sum.value.money?.isZero ?? true), result.count > 0 {
        guard case .number(let whole) = shares.value else { continue }
        #expect(whole.rounded(toDigits: 20) == Decimal(1))
      }
      // The first of a part of the rows still knows what came before it.
      guard result.count > 2 else { continue }
      let part = try Self.run(graph) { request in
        request.group = [SourceText("date.month", name: "group")]
        request.columns = Self.columns("cumulative(sum(total)), change(sum(total))")
        (request.offset, request.limit) = (1, 1)
      }
      #expect(Self.values(part) == [[rows[2][1]], [rows[4][1]]])
    }
    #expect(compared > 300)
  }

  /// What offset and limit leave has the figures that it has among all rows, under sections as without.
  @Test func looksAtAllRowsUnderSectionsAndLimits() async throws {
    for seed in 1...30 as ClosedRange<UInt64> {
      let graph = try await Self.graph(seed: seed)
      func rows(_ part: (offset: Int, limit: Int?), section: String?, grouped: Bool) throws -> [[Value]] {
        let result = try Self.run(graph) { request in
          if grouped { request.group = Self.columns("date.month, customer").map(\.value) }
          let total = grouped ? "sum(total)" : "total"
          request.columns = Self.columns(
            "\(grouped ? "date.month, customer" : "id, customer"), cumulative(\(total)), share(\(total)), change(\(total))"
          )
          request.sort = Self.columns("customer.id, -\(total)").map(\.value)
          request.section = section.map { SourceText($0, name: "section") }
          (request.offset, request.limit) = (part.offset, part.limit)
        }
        let columns = Self.values(result)
        return (0..<result.count).map { row in columns.map { $0[row] } }
      }
      for grouped in [false, true] {
        for part in [(1, nil), (0, 3), (2, 5)] as [(Int, Int?)] {
          // The section is what the rows are sorted by first, so that all stay in their order.
          let whole = try rows((0, nil), section: "customer", grouped: grouped)
          let parted = try rows(part, section: "customer", grouped: grouped)
          #expect(try parted == rows(part, section: nil, grouped: grouped))
          #expect(parted == Array(whole.dropFirst(part.0).prefix(part.1 ?? whole.count)))
        }
      }
    }
  }

  /// A limit applies before the rows are divided into sections: sums so far leave out what it cuts off between them.
  @Test func sumsWhatIsShownUnderSections() async throws {
    let totals = [("ann", 100), ("bob", 90), ("ann", 80), ("bob", 70), ("ann", 60)]
    var files = [
      "Content/customers/ann.md": "---\nname: Ann\n---\n",
      "Content/customers/bob.md": "---\nname: Bob\n---\n",
    ]
    for (index, (customer, sum)) in totals.enumerated() {
      files["Content/orders/o\(index).md"] =
        "---\ndate: 2026-01-05\ncustomer: \(customer)\nrows: [{sum: \(sum)}]\n---\n"
    }
    let today = try #require(CivilDate("2026-11-21"))
    let source = MemorySource(Dictionary(uniqueKeysWithValues: files.map { (String($0.dropFirst(8)), $1) }))
    let graph = await ContentLoader(source: source, includesDrafts: false, today: today).load().graph
    func figures(offset: Int) throws -> [String] {
      let result = try Self.run(graph) { request in
        request.columns = Self.columns("cumulative(total), change(total)")
        request.sort = Self.columns("-total").map(\.value)
        request.section = SourceText("customer.name", name: "section")
        (request.offset, request.limit) = (offset, 4 - offset)
      }
      let columns = Self.values(result)
      return (0..<result.count).map { row in columns.compactMap { $0[row].plainText }.joined(separator: " ") }
    }
    // The first row, which an offset leaves out, counts as without sections.
    let found = try figures(offset: 0)
    #expect(found.prefix(3) == ["100.00 EUR", "180.00 EUR -0.2", "270.00 EUR 0.125"])
    #expect(found[3].hasPrefix("340.00 EUR -0.222"))
    #expect(try figures(offset: 1) == Array(found.dropFirst()))
  }

  /// A value may be called like nil, or like a column that is none of the pivot's.
  @Test func noTwoColumnsOfAPivotHaveOneHeading() async throws {
    let order = "date: 2026-01-05\nrows: [{sum: 10.00}]"
    let site = try await SiteFixture([
      "Content/model.yml": "entities: {Order: {attributes: {ref: string}}}\n",
      "Content/orders/o1.md": "---\n\(order)\n---\n",
      "Content/orders/o2.md": "---\n\(order)\nref: none\n---\n",
      "Content/orders/o3.md": "---\n\(order)\nref: made\n---\n",
      "Content/a.md": "```query\nfrom: Order\ngroup: made\npivot: ref\ncolumns: made, sum(total)\n```\n",
    ]).write()
    #expect(site.text("a/1.csv").prefix { $0 != "\r\n" } == "made,none,made 2,none 2")
  }

  @Test func namesWhatIsWrong() async throws {
    let site = try await SiteFixture([
      "Content/orders/o1.md": "---\ndate: 2026-01-05\nrows:\n  - {sum: 10.00}\n---\n",
      "Content/orders/index.md": "---\ncolumns: id, share(total)\n---\n",
      "Content/a.md": "```query\nfrom: Order\npivot: date.year\n```\n",
      "Content/b.md": "```query\nfrom: Order\ncolumns: id, 1 + share(total)\n```\n",
      "Content/c.md": "```query\nfrom: Order\ncolumns: id, share(date), change()\n```\n",
      "Content/d.md": "```query\nfrom: Order\nwhere: date.quarterOfYear = '2026-Q1'\n```\n",
    ])
    #expect(
      site.diagnosticLines == [
        "Content/a.md:3: 'pivot' makes columns of the figures of groups; name the key of the rows in 'group' "
          + "[invalid-request]",
        "Content/b.md:3: share() is a whole column and cannot be part of an expression [unknown-function]",
        "Content/c.md:3: share() takes numbers or amounts, found a date [type-mismatch]",
        "Content/c.md:3: change() takes 1 argument, found 0 [type-mismatch]",
        "Content/d.md:3: '2026-Q1' is not of the form 'Q1' [type-mismatch]",
        "Content/orders/index.md:2: share() looks at the rows of a result; it is for query blocks and 'docket query' "
          + "[invalid-request]",
      ])
  }

  @Test func showsPartsInPerCent() async throws {
    let site = try await SiteFixture([
      "Content/orders/o1.md": "---\ndate: 2025-01-05\nrows:\n  - {sum: 10.00}\n---\n",
      "Content/orders/o2.md": "---\ndate: 2026-01-05\nrows:\n  - {sum: 12.50}\n---\n",
      "Content/orders/o3.md": "---\ndate: 2025-04-05\nrows:\n  - {sum: 30.00}\n---\n",
      "Content/a.md": """
      ```query
      from: Order
      group: date.quarterOfYear
      pivot: date.year
      columns:
        - date.quarterOfYear
        - sum(total)
        - {value: change(sum(total)), label: Growth}
      ```
      """,
      "Content/b.md":
        "```query\nfrom: Order\ngroup: date.month\ncolumns: date.month, share(sum(total))\n```\n",
    ]).write()
    func rows(_ path: String) throws -> [[String]] {
      try #require(try site.page(path).all("table").first).all("tr").map {
        $0.all("th").map(\.text) + $0.all("td").map(\.text)
      }
    }
    #expect(
      try rows("a.html") == [
        ["Quarter of year", "2025", "2026", "2026 Growth"], ["Q1", "€10.00", "€12.50", "+25.0%"],
        ["Q2", "€30.00", "", ""], ["Total", "€40.00", "€12.50", ""],
      ])
    #expect(
      site.text("a/1.csv")
        == "date.quarterOfYear,2025,2026,2026 Growth\r\nQ1,10.00,12.50,0.25\r\nQ2,30.00,,\r\n")
    #expect(try rows("b.html").dropFirst().map { $0.last ?? "" } == ["19.0%", "57.1%", "23.8%"])
  }

  /// Amounts of several currencies have no growth, and a column of nothing is not made.
  @Test func aPivotHasNoColumnOfGrowthWhereNothingHasAny() async throws {
    let rows = "rows: [{sum: 10.00}, {sum: 5.00 USD}]"
    let site = try await SiteFixture([
      "Content/orders/o1.md": "---\ndate: 2025-01-05\n\(rows)\n---\n",
      "Content/orders/o2.md": "---\ndate: 2026-01-05\n\(rows)\n---\n",
      "Content/a.md":
        "```query\nfrom: Order\ngroup: made\npivot: date.year\ncolumns: made, sum(total), change(sum(total))\n```\n",
    ]).write()
    #expect(site.text("a/1.csv").prefix { $0 != "\r\n" } == "made,2025,2026")
  }

  /// Headings made of values read as values do; exports keep them as they are written.
  @Test(arguments: [
    ("fr", ["Ann", "T1 2026", "T2 2026"], ["T1", "T2"]),
    ("ja", ["Ann", "2026年第1四半期", "2026年第2四半期"], ["第1四半期", "第2四半期"]),
  ])
  func headingsOfPivotsAreInTheLanguageOfTheSite(_ language: String, headings: [String], quarters: [String])
    async throws
  {
    func block(_ lines: String) -> String { "```query\nfrom: Order\n\(lines)\n```\n\n" }
    let site = try await SiteFixture([
      "Content/site.yml": "language: \(language)\n",
      "Content/customers/ann.md": "---\nname: Ann\n---\n",
      "Content/orders/o1.md": "---\ndate: 2026-01-05\ncustomer: ann\nrows:\n  - {sum: 10.00}\n---\n",
      "Content/orders/o2.md": "---\ndate: 2026-04-05\ncustomer: ann\nrows:\n  - {sum: 30.00}\n---\n",
      "Content/a.md": block("group: made\npivot: customer\ncolumns: made, sum(total)")
        + block("group: made\npivot: date.quarter\ncolumns: made, sum(total)")
        + block("as: bar\ngroup: date.quarter\ncolumns: date.quarter, sum(total)")
        + block("group: date.quarterOfYear\ncolumns: date.quarterOfYear, sum(total)"),
    ]).write()
    let page = try site.page("a.html")
    let tables = page.all("table")
    #expect(tables.prefix(2).flatMap { $0.all("th").map(\.text) }.filter(headings.contains) == headings)
    #expect(
      tables.last?.all("tr").compactMap { $0.all("th").first?.text }.filter(quarters.contains) == quarters)
    #expect(page.all("text").map(\.text).filter { $0.contains("1") && !$0.contains("0") } == [quarters[0]])
    #expect(site.text("a/2.csv").hasPrefix("made,2026-Q1,2026-Q2\r\n"))
  }
}
