import Charts
import Diagnostics
import Query
import Records

/// A query block of a page, compiled: a fetch request and how to show its result.
struct QueryBlockPlan: Sendable {
  /// The way a result is shown.
  enum Style: String, Sendable, CaseIterable {
    /// The words of the key `as`.
    case table, list, number, bar, line, statement, documents
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
    /// The documents of a name that the records have, one after the other, to be printed at once.
    case documents(String)

    var style: Style {
      switch self {
      case .table: .table
      case .list: .list
      case .number: .number
      case .chart(.bar, _, _): .bar
      case .chart(.line, _, _): .line
      case .statement: .statement
      case .documents: .documents
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
  /// Whether the page describes the block's content and how it is computed.
  var hasSummary = true

  /// The way the result is shown.
  var style: Style { display.style }
}

extension QueryBlockPlan {
  /// The maximum number of columns of a table.
  private static let maximumColumns = 100

  /// The error if an expression has too many values to be used for columns.
  /// - Parameters: the same as those of ``QueryBlockResult``.
  func tooWide(graph: RecordGraph, today: CivilDate, among rows: [Int32]?) -> Diagnostic? {
    plan.tooWide(graph: graph, today: asOf ?? today, among: rows, maximumColumns: Self.maximumColumns)
  }
}
