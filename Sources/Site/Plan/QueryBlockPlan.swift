import Content
import Diagnostics
import Exports
import FrontMatter
import Markdown
import Query
import Records

/// A query block of a page, compiled: a fetch request and how to show its result.
struct QueryBlockPlan: Sendable {
  /// The way a result is shown.
  enum Style: String, Sendable, CaseIterable {
    /// The words of the key `as`.
    case table, list, number, bar, line, statement
  }

  /// The place of the opening fence.
  let fence: SourceRange
  /// The way the result is shown.
  var style: Style
  /// The heading.
  var title: String?
  /// The name of its exports: the written one, else the slug of the title, else its number on the page.
  var name: String
  /// The compiled request.
  var plan: FetchPlan
  /// The roles of columns in a chart; nil for other styles.
  var chart: ChartColumns?
  /// The period and columns of a statement; nil for other styles.
  var statement: StatementPlan?
  /// Whether the number shown is the count of rows, because no columns are written.
  var countsRows = false
  /// The fixed day that `today()` returns, if any.
  var asOf: CivilDate?
  /// The path of its exports without extension; nil if there are none.
  var exportPath: String?
  /// The page that it links to, as written: the records behind a number.
  var link: SourceText?
  /// The path to that page; nil if it does not exist.
  var linkURL: String?
  /// Whether the page describes the block's content and how it is computed.
  var hasSummary = true
  /// Whether a chart also shows the previous year's figures.
  var comparesYear = false
  /// The columns that are pictures, in order.
  var sparklines: [SparklinePlan] = []
}

/// The results that a block shows in addition to its own.
struct BlockSupplements: Sendable {
  /// The result of the same request a year before, for a chart that compares.
  var earlier: FetchResult?
  /// The data of the sparklines, in the order of their columns.
  var sparklines: [FetchResult] = []

  /// All results.
  var all: [FetchResult] { (earlier.map { [$0] } ?? []) + sparklines }

  /// The block's result combined with last year's; nil if it does not compare.
  func compared(_ result: FetchResult, _ block: QueryBlockPlan) -> ComparedResult? {
    guard let earlier, let chart = block.chart else { return nil }
    return ComparedResult(result, with: earlier, chart)
  }
}

extension QueryBlockPlan {
  /// The table to export instead of the block's result; nil to export the result itself.
  /// - Parameter words: the theme's words.
  func exportedTable(
    of result: FetchResult, _ supplements: BlockSupplements, words: [String: String]
  ) -> ValueTable? {
    statement?.statement(of: result)?.table(words: words) ?? supplements.compared(result, self)?.table
  }
}

extension QueryBlockPlan {
  /// Runs the additional requests of the block.
  /// - Parameters:
  ///   - today: the day of the build.
  ///   - rows: the only records to consider, if they are known.
  func supplements(graph: RecordGraph, today: CivilDate, among rows: [Int32]?) -> BlockSupplements {
    let today = asOf ?? today
    var supplements = BlockSupplements()
    if comparesYear {
      // A day set in the request would take precedence.
      var earlier = plan
      earlier.asOf = today.adding(months: -12) ?? today
      // The comparison needs all steps, at any position in last year's result.
      (earlier.offset, earlier.limit) = (0, nil)
      supplements.earlier = earlier.run(graph: graph, today: today, among: rows)
    }
    supplements.sparklines = sparklines.map { $0.plan.run(graph: graph, today: today, among: rows) }
    return supplements
  }
}

extension QueryBlockPlan {
  /// The maximum number of columns of a table.
  private static let maximumColumns = 100

  /// The error if an expression has too many values to be used for columns.
  /// - Parameters: the same as those of `supplements`.
  func tooWide(graph: RecordGraph, today: CivilDate, among rows: [Int32]?) -> Diagnostic? {
    plan.tooWide(graph: graph, today: asOf ?? today, among: rows, maximumColumns: Self.maximumColumns)
  }
}

extension QueryBlockPlan {
  /// The error if a statement includes a record without a total, which its balance would count as zero.
  func missingTotal(in result: FetchResult?) -> Diagnostic? {
    guard let columns = statement?.columns, let result,
      let row = columns.recordWithoutTotal(among: result.records ?? [], in: result.graph)
    else { return nil }
    let entity = result.graph.model.entities[result.graph.entity(of: row, in: columns.table)]
    return Diagnostic(
      .missingValue, at: Locator(result.graph.file(of: row, in: columns.table)).start(),
      "\(entity.label.lowercased()) \(result.graph.id(of: row, in: columns.table)) has no 'total', and a statement needs "
        + "it: write what it is computed from",
      notes: [.init("the statement", at: fence)])
  }
}

extension QueryBlockPlan {
  /// The number of rows up to which a long page is probably intended.
  private static let maximumRows = 2000

  /// The warning if a block shows very many rows, figures or movements on one page.
  func tooLong(in result: FetchResult?) -> Diagnostic? {
    guard let result, result.count > 0 else { return nil }
    let (count, what): (Int, (Int) -> String)
    switch style {
    case .number: return nil
    case .table, .list:
      count = result.count
      what = { "shows \($0) rows on one page; 'limit: 100' shows the first, and 'group' sums them up" }
    case .bar, .line:
      count = result.count
      what = {
        "draws \($0) figures in one chart; 'group' by fewer values, such as months, or narrow 'where'"
      }
    case .statement:
      count = statement?.statement(of: result)?.statement.movements.count ?? 0
      what = { "shows \($0) movements on one page; a shorter 'period', such as 2026-Q1, shows fewer" }
    }
    guard count > Self.maximumRows else { return nil }
    return Diagnostic(
      .longTable, .warning, at: fence, "the block \(what(count))",
      notes: [.init("'lints: {\(DiagnosticID.longTable.rawValue): false}' in site.yml turns this off")])
  }
}

extension QueryBlockPlan {
  /// The warning if a chart cannot compare years, because its request names days that do not depend on today.
  /// - Parameter earlier: the result of a year before.
  func nothingCompared(in result: FetchResult?, with earlier: FetchResult?) -> Diagnostic? {
    guard let result, let earlier, let predicate = plan.predicate, !predicate.usesToday, result.count > 0,
      !predicate.dependencies.isDisjoint(with: plan.columns[0].expression.dependencies)
    else { return nil }
    let figures = EarlierFigures(earlier, column: plan.columns[0])
    let steps = result.values(of: 0, in: 0..<result.count)
    guard figures.values(of: 0, at: steps).allSatisfy({ $0 == nil }) else { return nil }
    return Diagnostic(
      .invalidRequest, .warning, at: predicate.range,
      "'where' leaves out the year before, so 'compare' shows nothing of it; make its days depend on today, as in "
        + "'date.year = today().year'")
  }
}

/// Reads the query blocks of a page.
struct QueryBlockReader {
  private let page: Page
  private let graph: RecordGraph
  private let expressions: ModelExpressions
  private let privateNames: PrivateNames?
  private var names: [String: SourceRange] = [:]
  /// The errors found so far.
  private(set) var diagnostics: [Diagnostic] = []

  /// Reads all blocks of a page.
  /// - Returns: a plan for each block in the order of the page; nil for a block with errors.
  static func read(
    _ blocks: [QueryBlock], of page: Page, in book: Book
  ) -> (plans: [QueryBlockPlan?], diagnostics: [Diagnostic]) {
    var reader = QueryBlockReader(page: page, book: book)
    let plans = blocks.enumerated().map { reader.read($1, number: $0 + 1) }
    return (plans, reader.diagnostics)
  }

  private init(page: Page, book: Book) {
    self.page = page
    graph = book.graph
    expressions = book.expressions
    privateNames = book.privateNames
  }

  private mutating func read(_ block: QueryBlock, number: Int) -> QueryBlockPlan? {
    let file = page.file.source
    var yaml = FrontMatterDocument()
    let found = yaml.read(file, block.content)
    diagnostics += found
    guard found.isEmpty else { return nil }
    let isStatement = yaml.value(of: "as", in: yaml.root).map { yaml.isEqual($0, to: "statement") } ?? false
    var reader = MappingReader(
      yaml, yaml.root,
      keys: ["as", "title", "name", "summary", "link"]
        + (isStatement
          ? ["from", "where", "as-of", "exports"] + StatementPlan.keys
          : FetchRequestReader.keys + ["compare"]),
      in: isStatement ? "a statement" : "a query block")
    var request = FetchRequestReader.read(&reader, columns: FetchRequestReader.columnKeys + ["as", "by"])
    request.asOf = request.asOf ?? page.asOf
    // A statement has columns of its own, and no groups.
    if isStatement { (request.group, request.columns) = ([], [.init("id")]) }
    request.mayCompareRows = true
    request.range = request.range ?? file[block.fence]
    let style = reader.word("as", as: QueryBlockPlan.Style.self) ?? .table
    let styleRange = reader.value("as").map { yaml.range(of: $0) } ?? file[block.fence]
    let title = reader.text("title")
    let name = reader.text("name")
    let link = reader.text("link")
    let hasSummary = reader.boolean("summary") ?? true
    let compare = reader.word("compare", as: Comparison.self) == nil ? nil : reader.text("compare")
    diagnostics += reader.diagnostics
    if request.from == nil, reader.diagnostics.isEmpty {
      diagnostics.append(
        Diagnostic(
          .invalidRequest, at: file[block.fence],
          "a query block needs 'from' with an entity, such as 'from: Order'"))
    }
    guard request.from != nil else { return nil }
    let taken = SparklinePlan.take(from: &request, style: style, &diagnostics)
    if let instance = page.instance { request = request.about(instance) }
    let (plan, planDiagnostics) = FetchPlan.compile(request, entity: nil, graph: graph)
    diagnostics += planDiagnostics
    let (exportName, isFree) = self.name(name, title: title, number: number, at: file[block.fence])
    guard let plan, let pictures = taken, reader.diagnostics.isEmpty else { return nil }
    if style == .number { warnOfFirstValue(of: plan, request) }
    var statement: StatementPlan?
    if style == .statement {
      statement = self.statement(of: plan.entity, &reader, at: styleRange)
      diagnostics += reader.diagnostics
      guard reader.diagnostics.isEmpty else { return nil }
    }
    var chart: ChartColumns?
    if style == .bar || style == .line {
      do {
        chart = try ChartColumns(plan)
      } catch {
        diagnostics.append(
          error.diagnostic(plan, style: style.rawValue, at: styleRange, hasColumns: !request.columns.isEmpty))
        return nil
      }
    }
    if let compare, !canCompareYears(of: plan, chart, at: compare.range) { return nil }
    guard let sparklines = sparklines(pictures, of: request) else { return nil }
    let path = page.stem
    return QueryBlockPlan(
      fence: file[block.fence], style: style,
      title: title.map { title in page.instance.map { EachTexts.replaced(title.text, $0.texts) } ?? title.text
      },
      name: exportName, plan: plan, chart: chart, statement: statement,
      countsRows: request.columns.isEmpty, asOf: request.asOf,
      exportPath: request.exports && isFree ? path + "/" + exportName : nil, link: link,
      hasSummary: hasSummary, comparesYear: compare != nil, sparklines: sparklines)
  }

  /// The plan of a statement; nil if there is an error, for example data that a public site lacks.
  private func statement(
    of entity: Int, _ reader: inout MappingReader, at range: SourceRange
  ) -> StatementPlan? {
    let declared = graph.model.entities[entity]
    if let name = privateNames?.privateName(of: declared.name, reads: StatementColumns.reads) {
      reader.add(
        Diagnostic(
          .privateName, at: range,
          "a statement of \(declared.name) is private, since it reads '\(name)', and not in a public site"))
      return nil
    }
    return StatementPlan(
      &reader, entity: declared, columns: StatementColumns(of: entity, in: graph.model, expressions),
      at: range, instance: page.instance)
  }

  /// Whether a chart can be compared with the previous year's; reports an error if not.
  private mutating func canCompareYears(
    of plan: FetchPlan, _ chart: ChartColumns?, at range: SourceRange
  ) -> Bool {
    let hint: String
    if chart == nil {
      hint = "'compare' is for charts: 'as: bar' or 'as: line'"
    } else if chart?.series != nil {
      hint = "'compare' leaves no room for a second key of 'group'"
    } else if !plan.isGrouped || plan.pivot != nil || !plan.columns[0].isStepOfTime {
      hint = "'compare: year' needs a step of time as 'group' and first column, such as 'date.month'"
    } else {
      return true
    }
    diagnostics.append(Diagnostic(.invalidRequest, at: range, hint))
    return false
  }

  /// The plans of sparkline columns; nil if one has errors.
  private mutating func sparklines(
    _ pictures: [SparklinePlan.Written], of request: FetchRequest
  ) -> [SparklinePlan]? {
    var plain = request
    plain.pivot = nil
    var plans: [SparklinePlan] = []
    for picture in pictures {
      guard let plan = SparklinePlan(picture, of: plain, graph: graph, &diagnostics) else { return nil }
      plans.append(plan)
    }
    return plans
  }

  /// Warns about a figure that is not a total, and comes from the first row without a defined order.
  private mutating func warnOfFirstValue(of plan: FetchPlan, _ request: FetchRequest) {
    guard let column = plan.columns.first, let written = request.columns.first, !column.isTotal,
      column.expression.type.canBeAddedUp, request.sort.isEmpty, request.limit != 1
    else { return }
    let isName = column.isYear || column.expression.isWeekday
    let total = isName ? "" : "'{value: \(written.value.text), total: true}' for its total, "
    diagnostics.append(
      Diagnostic(
        .invalidRequest, .warning, at: written.value.range,
        "'\(written.value.text)' is not added up, so the number is the first row's; write \(total)'sort' or "
          + "'limit: 1' if one row is meant"))
  }

  /// The words of the key `compare`.
  private enum Comparison: String, CaseIterable { case year }

  /// A block's name for its exports, and whether it is unique on the page.
  private mutating func name(_ written: SourceText?, title: SourceText?, number: Int, at fence: SourceRange)
    -> (name: String, isFree: Bool)
  {
    var name = written.map(\.text) ?? title.map { slug($0.text) } ?? ""
    let range = written?.range ?? title?.range ?? fence
    if let written, !isValidID(written.text) {
      diagnostics.append(
        Diagnostic(
          .invalidID, at: written.range,
          "'\(written.text)' is not a file name: letters, digits, '-', '_' and '.' only; did you mean '\(slug(written.text))'?"
        ))
      name = slug(written.text)
    }
    if name.isEmpty { name = String(number) }
    if let first = names[idFolded(name)] {
      diagnostics.append(
        Diagnostic(
          .urlCollision, at: range,
          "two blocks of this page are called '\(name)'; give one of them another 'name'",
          notes: [.init("the other one", at: first)]))
      return (name, false)
    }
    names[idFolded(name)] = range
    return (name, true)
  }
}
