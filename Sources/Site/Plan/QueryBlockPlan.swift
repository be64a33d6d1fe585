import Content
import Diagnostics
import Exports
import Query
import Records

/// A query block of a page, compiled: a fetch request and how to show its result.
struct QueryBlockPlan: Sendable {
  /// The way a result is shown.
  enum Style: String, Sendable, CaseIterable {
    /// The words of the key `as`.
    case table, list, number, bar, line, statement
  }

  /// What the block shows: its style, and what only this style has.
  enum Display: Sendable {
    /// A table, some of whose columns are pictures, in the order of their columns.
    case table(sparklines: [SparklinePlan])
    /// The records, one below the other.
    case list
    /// The figure of the first column, or the count of rows because no columns are written.
    case number(countsRows: Bool)
    /// A chart, which may also show the figures of the previous year.
    case chart(Chart.Kind, ChartColumns, comparesYear: Bool)
    /// The movements and balances of a period.
    case statement(StatementPlan)

    /// The style.
    var style: Style {
      switch self {
      case .table: .table
      case .list: .list
      case .number: .number
      case .chart(.bar, _, _): .bar
      case .chart(.line, _, _): .line
      case .statement: .statement
      }
    }
  }

  /// The place of the opening fence.
  let fence: SourceRange
  /// What it shows.
  var display: Display
  /// The heading.
  var title: String?
  /// The name of its exports: the written one, else the slug of the title, else its number on the page.
  var name: String
  /// The compiled request.
  var plan: FetchPlan
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

  /// The way the result is shown.
  var style: Style { display.style }
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
    guard let earlier, case .chart(_, let columns, _) = block.display else { return nil }
    return ComparedResult(result, with: earlier, columns)
  }
}

extension QueryBlockPlan {
  /// The table to export: a statement, a comparison with the previous year, or the result itself.
  /// - Parameter formatter: has the theme's words.
  func exportTable(
    of result: FetchResult, _ supplements: BlockSupplements, _ formatter: ValueFormatter
  ) -> ExportTable {
    statement(of: result)?.table(formatter) ?? supplements.compared(result, self)?.table
      ?? ExportTable(result)
  }

  /// The statement of the block's result; nil for other styles.
  func statement(of result: FetchResult) -> PeriodStatement? {
    if case .statement(let plan) = display { plan.statement(of: result) } else { nil }
  }

  // MARK: Running

  /// Runs the additional requests of the block.
  /// - Parameters:
  ///   - today: the day of the build.
  ///   - rows: the only records to consider, if they are known.
  func supplements(graph: RecordGraph, today: CivilDate, among rows: [Int32]?) -> BlockSupplements {
    let today = asOf ?? today
    switch display {
    case .table(let sparklines):
      return BlockSupplements(
        sparklines: sparklines.map { $0.plan.run(graph: graph, today: today, among: rows) })
    case .chart(_, _, comparesYear: true):
      // A day set in the request would take precedence.
      var earlier = plan
      earlier.asOf = today.adding(months: -12) ?? today
      // The comparison needs all steps, at any position in last year's result.
      (earlier.offset, earlier.limit) = (0, nil)
      return BlockSupplements(earlier: earlier.run(graph: graph, today: today, among: rows))
    case .list, .number, .chart, .statement: return BlockSupplements()
    }
  }

  // MARK: Diagnostics

  /// The maximum number of columns of a table.
  private static let maximumColumns = 100

  /// The error if an expression has too many values to be used for columns.
  /// - Parameters: the same as those of `supplements`.
  func tooWide(graph: RecordGraph, today: CivilDate, among rows: [Int32]?) -> Diagnostic? {
    plan.tooWide(graph: graph, today: asOf ?? today, among: rows, maximumColumns: Self.maximumColumns)
  }

  /// The error if a statement includes a record without a total, which its balance would count as zero.
  func missingTotal(in result: FetchResult?) -> Diagnostic? {
    guard case .statement(let statement) = display, let result,
      let row = statement.columns.recordWithoutTotal(among: result.records ?? [], in: result.graph)
    else { return nil }
    let table = statement.columns.table
    let entity = result.graph.model.entities[result.graph.entity(of: row, in: table)]
    return Diagnostic(
      .missingValue, at: Locator(result.graph.file(of: row, in: table)).start(),
      "\(entity.label.lowercased()) \(result.graph.id(of: row, in: table)) has no 'total', and a statement needs "
        + "it: write what it is computed from",
      notes: [.init("the statement", at: fence)])
  }

  /// The number of rows up to which a long page is probably intended.
  private static let maximumRows = 2000

  /// The warning if a block shows very many rows, figures or movements on one page.
  func tooLong(in result: FetchResult?) -> Diagnostic? {
    guard let result, result.count > 0 else { return nil }
    let (count, what): (Int, (Int) -> String)
    switch display {
    case .number: return nil
    case .table, .list:
      count = result.count
      what = { "shows \($0) rows on one page; 'limit: 100' shows the first, and 'group' sums them up" }
    case .chart:
      count = result.count
      what = {
        "draws \($0) figures in one chart; 'group' by fewer values, such as months, or narrow 'where'"
      }
    case .statement(let plan):
      count = plan.statement(of: result)?.statement.movements.count ?? 0
      what = { "shows \($0) movements on one page; a shorter 'period', such as 2026-Q1, shows fewer" }
    }
    guard count > Self.maximumRows else { return nil }
    return Diagnostic(
      .longTable, .warning, at: fence, "the block \(what(count))",
      notes: [.init("'lints: {\(DiagnosticID.longTable.rawValue): false}' in site.yml turns this off")])
  }

  /// The warning if a chart cannot compare years, because its request names days that do not depend on today.
  /// - Parameter earlier: the result of a year before.
  func nothingCompared(in result: FetchResult?, with earlier: FetchResult?) -> Diagnostic? {
    guard let result, let earlier, let predicate = plan.predicate, !predicate.reads.today, result.count > 0,
      !predicate.reads.columns.isDisjoint(with: plan.columns[0].expression.reads.columns)
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
