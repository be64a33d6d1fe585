import Charts
import Content
import Diagnostics
import Exports
import Formatting
import Query
import Records

/// A query block with the results that it shows. Pages, their exports and their templates share it.
final class QueryBlockResult: Sendable {
  let plan: QueryBlockPlan
  /// The result of its request, the same one that was reconciled.
  let result: FetchResult
  /// The day that `today()` is.
  private let today: CivilDate
  /// The result of the same request a year before, for a chart that compares.
  let earlier: FetchResult?
  /// The data of the sparklines, in the order of their columns.
  let sparklines: [FetchResult]

  /// Runs the requests of a block.
  /// - Parameters:
  ///   - today: the day of the build.
  ///   - rows: the only records to consider, if they are known.
  init(_ plan: QueryBlockPlan, graph: RecordGraph, today: CivilDate, among rows: [Int32]?) {
    let today = plan.asOf ?? today
    self.today = today
    func run(_ plan: FetchPlan) -> FetchResult { plan.run(graph: graph, today: today, among: rows) }
    self.plan = plan
    result = run(plan.plan)
    sparklines = if case .table(let plans) = plan.display { plans.map { run($0.plan) } } else { [] }
    if case .chart(_, _, comparesYear: true) = plan.display {
      // A day set in the request would take precedence.
      var yearBefore = plan.plan
      yearBefore.asOf = today.adding(months: -12) ?? today
      // The comparison needs all steps, at any position in last year's result.
      (yearBefore.offset, yearBefore.limit) = (0, nil)
      // A running total or a share is of what has a place beside the present year.
      let isOfPart = yearBefore.columns.contains { $0.rowFunction != nil }
      earlier = yearBefore.run(
        graph: graph, today: today, among: rows,
        keeping: isOfPart ? { plan.plan.yearLater($0, today: today) != nil } : nil)
    } else {
      earlier = nil
    }
  }

  private init(_ block: QueryBlockResult, _ result: FetchResult) {
    (plan, today, earlier, sparklines) = (block.plan, block.today, block.earlier, block.sparklines)
    self.result = result
  }

  /// The same block with a result that has other headings.
  func with(_ result: FetchResult) -> QueryBlockResult { QueryBlockResult(self, result) }

  var all: [FetchResult] { [result] + (earlier.map { [$0] } ?? []) + sparklines }

  /// The result combined with last year's; nil if the block does not compare.
  var compared: ComparedResult? {
    guard let earlier, case .chart(_, let columns, _) = plan.display else { return nil }
    return ComparedResult(result, with: earlier, columns)
  }

  /// The statement of the result; nil for other styles.
  var statement: AccountStatement? {
    if case .statement(let statement) = plan.display { statement.statement(of: result) } else { nil }
  }

  /// The table to export: a statement, a comparison with the previous year, or the result itself.
  /// - Parameter formatter: has the theme's words.
  func exportTable(_ formatter: ValueFormatter) -> ExportTable {
    statement?.table(formatter) ?? compared?.table ?? ExportTable(result)
  }
}

// MARK: Diagnostics

extension QueryBlockResult {
  /// What is wrong with a figure that the block shows, apart from there being too many.
  var diagnostics: [Diagnostic] {
    [missingTotal, contradictedBalance, nothingCompared, withoutEarlierRecords].compactMap(\.self)
  }

  /// The error if a statement includes a record without a total, which its balance would count as zero.
  private var missingTotal: Diagnostic? {
    guard case .statement(let statement) = plan.display,
      let row = statement.columns.recordWithoutTotal(among: result.records ?? [], in: result.graph)
    else { return nil }
    let table = statement.columns.table
    let entity = result.graph.model.entities[result.graph.entity(of: row, in: table)]
    return Diagnostic(
      .missingValue, at: result.graph.locator(of: row, in: table).start,
      "\(entity.label.lowercased()) \(result.graph.id(of: row, in: table)) has no 'total', and a statement needs "
        + "it: write what it is computed from",
      notes: [.init("the statement", at: plan.fence)])
  }

  /// The warning if a record of a statement has another amount open than the statement's balance has for it, as
  /// where `open` adds back what was refunded.
  private var contradictedBalance: Diagnostic? {
    guard case .statement(let statement) = plan.display,
      let found = statement.columns.firstContradiction(
        among: result.records ?? [], in: result.graph, today: result.today)
    else { return nil }
    let table = statement.columns.table
    let entity = result.graph.model.entities[result.graph.entity(of: found.record, in: table)]
    let id = result.graph.id(of: found.record, in: table)
    return Diagnostic(
      .invalidRequest, .warning, at: plan.fence,
      "the balance is not what is open: 'open' of \(entity.label.lowercased()) \(id) is \(found.open), and its total "
        + "less what was received is \(found.balance)",
      notes: [
        .init(
          "leave such records out in 'where', or write the difference as a payment",
          at: result.graph.locator(of: found.record, in: table).start)
      ])
  }

  /// The number of rows up to which a long page is probably intended.
  private static let maximumRows = 2000

  /// The warning if a block shows very many rows, figures or movements on one page.
  var tooLong: Diagnostic? {
    guard result.count > 0 else { return nil }
    let count = statement?.movements.count ?? result.count
    guard count > Self.maximumRows else { return nil }
    let what: String
    switch plan.display {
    case .number: return nil
    case .table, .list:
      what =
        "shows \(count) rows on one page; 'limit: 100' shows the first"
        + (plan.plan.isGrouped ? "" : ", and 'group' sums them up")
    case .documents: what = "shows \(count) documents on one page; 'limit: 100' shows the first"
    case .chart:
      what = "draws \(count) figures in one chart; 'group' by fewer values, such as months, or narrow 'where'"
    case .statement:
      what = "shows \(count) movements on one page; a shorter 'period', such as a month, shows fewer"
    }
    return Diagnostic(
      .longTable, .warning, at: plan.fence, "the block \(what)",
      notes: [.init("'lints: {\(DiagnosticID.longTable.rawValue): false}' in site.yml turns this off")])
  }

  /// The warning if a chart cannot compare years, because its request names days that do not depend on today.
  private var nothingCompared: Diagnostic? {
    let request = plan.plan
    guard let earlier, let predicate = request.predicate, !predicate.reads.today, result.count > 0,
      !predicate.reads.columns.isDisjoint(with: request.columns[0].expression.reads.columns)
    else { return nil }
    let figures = EarlierFigures(earlier, for: result)
    let steps = result.values(of: 0, in: 0..<result.count)
    guard figures.values(of: 0, at: steps).allSatisfy({ $0 == nil }) else { return nil }
    return Diagnostic(
      .invalidRequest, .warning, at: predicate.range,
      "'where' leaves out the year before, so 'compare' shows nothing of it; make its days depend on today, as in "
        + "'date.year = today().year'")
  }

  /// The warning if the request of a statement leaves out records before its first day because it names days: the
  /// opening balance lacks them.
  private var withoutEarlierRecords: Diagnostic? {
    guard case .statement(let statement) = plan.display, let since = statement.since,
      let predicate = plan.plan.predicate, predicate.reads.columns.contains(statement.columns.date)
    else { return nil }
    let (columns, graph, entity) = (statement.columns, result.graph, plan.plan.entity)
    let conditions = QueryCompiler(graph: graph).conditions(of: predicate, entity: entity)
    let included = Set(result.records ?? [])
    let earlier = graph.rows(of: entity).map { Int32(truncatingIfNeeded: $0) }
      .filter { !included.contains($0) && columns.isDated(before: since, $0, in: graph) }
    // What only another condition leaves out, such as that of the customer, belongs elsewhere.
    let leftOut = conditions.filter { !$0.reads.columns.contains(columns.date) }.reduce(earlier) {
      Evaluator(graph: graph, today: today).filter($0, $1)
    }
    guard !leftOut.isEmpty else { return nil }
    return Diagnostic(
      .invalidRequest, .warning, at: predicate.range,
      "'where' leaves out what was before \(since), so the opening balance lacks it; leave days to 'period', or "
        + "'since' and 'until'")
  }
}
