import Diagnostics
import Query

/// The roles of a request's columns in a chart.
///
/// The first column names the categories. In a request with two keys, the second column names the series: the
/// parts of stacked bars, or the lines. The others are figures; without a second key, each is a series.
package struct ChartColumns: Sendable {
  /// The column that names the series; nil if each figure is a series.
  package let series: Int?
  /// The columns with the figures, at least one.
  let figures: [Int]

  /// Why a request cannot be shown as a chart.
  package enum Unfit: Error, Equatable {
    /// There is no figure.
    case noFigure
    /// A column that should hold figures does not.
    case notNumber(column: Int)
    /// One of several keys of `group` is in no column, so figures of one step of time would stand side by side.
    case missingKey(Int)
    /// A figure follows from the row before, which is of another series.
    case mixesSeries(column: Int)
  }

  /// Assigns the columns.
  package init(_ plan: FetchPlan) throws(Unfit) {
    let keys = plan.keys.map(\.text)
    func isFigure(_ column: Int) -> Bool {
      plan.columns[column].type.isNumeric && !keys.contains(plan.columns[column].expression.text)
    }
    let hasSeries = keys.count > 1 && plan.columns.count > 1 && !isFigure(1)
    let names = plan.columns.map(\.expression.text)
    if keys.count > (hasSeries ? 2 : 1), plan.columns[0].isStepOfTime,
      let missing = keys.firstIndex(where: { !names.contains($0) })
    {
      throw .missingKey(missing)
    }
    series = hasSeries ? 1 : nil
    figures = Array(plan.columns.indices.dropFirst(hasSeries ? 2 : 1))
    if let column = figures.first(where: { !isFigure($0) }) { throw .notNumber(column: column) }
    if figures.isEmpty { throw .noFigure }
    let mixed = figures.first { [.cumulative, .change].contains(plan.columns[$0].rowFunction) }
    if let mixed, hasSeries { throw .mixesSeries(column: mixed) }
  }
}

extension ChartColumns.Unfit {
  /// The error as a diagnostic.
  /// - Parameter hasColumns: whether the columns are written, as opposed to the entity's default columns.
  package func diagnostic(_ plan: FetchPlan, style: String, at range: SourceRange, hasColumns: Bool)
    -> Diagnostic
  {
    let needs = "'as: \(style)' needs a number column"
    switch self {
    case .notNumber(let column) where hasColumns:
      let expression = plan.columns[column].expression
      return Diagnostic(.invalidRequest, at: expression.range, "\(needs); '\(expression.text)' is none")
    case .missingKey(let index):
      let key = plan.keys[index]
      return Diagnostic(
        .invalidRequest, at: key.range,
        "a chart with several keys in 'group' shows each of them; add '\(key.text)' to 'columns', before the numbers"
      )
    case .mixesSeries(let column):
      return Diagnostic(
        .invalidRequest, at: plan.columns[column].expression.range,
        "'\(plan.columns[column].rowFunction?.rawValue ?? "")' goes through the rows of all series; leave it out, or the "
          + "second key of 'group'")
    case .noFigure, .notNumber:
      // The first column may be a figure, where the key of the group is missing.
      let example =
        plan.keys.first.map { $0.text + ", @count" } ?? plan.columns[0].expression.text + ", total"
      return Diagnostic(
        .invalidRequest, at: range, "\(needs) after the first one, as in 'columns: \(example)'")
    }
  }
}
