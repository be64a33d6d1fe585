import Exports
import Query
import Records

/// A result with last year's figures next to its own, as shown in a table and exported to a file.
package struct ComparedResult {
  /// A column with its figures a year before, nil where there are none.
  package typealias Earlier = (column: Int, values: [Value?])

  private let result: FetchResult
  /// The row of the result for each row shown; nil for a step that only last year has.
  package let rows: [Int?]
  /// The values of the result's columns in these rows.
  package let values: [[Value]]
  /// The compared columns.
  package let earlier: [Earlier]

  /// Compares a result.
  /// - Parameters:
  ///   - result: the result, whose first column is a step of time.
  ///   - earlier: the result of the same request a year before.
  ///   - columns: the columns that a chart draws.
  package init(_ result: FetchResult, with earlier: FetchResult, _ columns: ChartColumns) {
    self.result = result
    let figures = EarlierFigures(earlier, for: result)
    var rows = (0..<result.count).map { Optional($0) }
    var values = result.plan.columns.indices.map { result.values(of: $0, in: 0..<result.count) }
    if result.sections.isEmpty {
      let known = Dictionary(zip(values[0], rows)) { first, _ in first }
      let steps = figures.joined(to: values[0], of: result.plan)
      rows = steps.map { known[$0] ?? nil }
      let own = values[0].map(result.plan.columns[0].step)
      values = zip(values, result.plan.columns).map { values, column in
        let figures = zip(own, values).compactMap { step, value in step.map { ($0, value) } }
        let going = column.figures(
          Dictionary(figures) { first, _ in first }, at: steps.map(result.plan.columns[0].step))
        return zip(rows, going).map { row, figure in
          row.map { values[$0] } ?? (column.rowFunction == .cumulative ? figure : nil) ?? .null
        }
      }
      values[0] = steps
    }
    (self.rows, self.values) = (rows, values)
    self.earlier = columns.figures.map { column in
      (column, figures.values(of: column, at: values[0]))
    }
  }

  /// The result as it is exported: `@sum.total a year before` follows `@sum.total`, in every language.
  package var table: ExportTable {
    ExportTable(
      result, values: values,
      adding: earlier.map { column, values in
        ("\(result.plan.columns[column].header) a year before", values.map { $0 ?? .null })
      })
  }
}
