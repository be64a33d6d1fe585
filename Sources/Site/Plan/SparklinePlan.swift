import Charts
import Diagnostics
import Query
import Records

/// A column of a query block that shows pictures: how a figure of each group changed over time.
///
///     - {label: Trend, value: "@sum.total", by: date.month, as: sparkline}
///
/// The request is run again, with the step of time as an additional key.
struct SparklinePlan: Sendable {
  /// The heading.
  var label: String
  /// Its position among the displayed columns.
  var position: Int
  /// The request: the keys of the block, the step of time, and the figure.
  var plan: FetchPlan

  /// A column as it was written.
  struct Written {
    let column: ColumnDeclaration
    let by: SourceText
    let position: Int
  }

  /// The words of a column's `as`.
  private enum Style: String, CaseIterable { case percent, sparkline }

  /// Removes the sparklines from a request's columns.
  /// - Parameter style: the style of the block.
  /// - Returns: the sparklines, or nil if one has an error.
  static func take(
    from request: inout FetchRequest, style: QueryBlockPlan.Style, _ diagnostics: inout [Diagnostic]
  ) -> [Written]? {
    let start = diagnostics.count
    func report(_ summary: String, at range: SourceRange) {
      diagnostics.append(Diagnostic(.invalidRequest, at: range, summary))
    }
    var taken: [Written] = []
    var kept: [ColumnDeclaration] = []
    for (position, column) in request.columns.enumerated() {
      switch (column.style, column.by) {
      case (nil, nil): kept.append(column)
      case (nil, let by?): report("'by' is for a column with 'as: sparkline'", at: by.range)
      case (let word?, nil) where Style(rawValue: word.text) == .percent: kept.append(column)
      case (let word?, let by?) where Style(rawValue: word.text) == .percent:
        report("'by' is for a column with 'as: sparkline'", at: by.range)
      case (let word?, _) where Style(rawValue: word.text) == nil:
        report(
          "a column's 'as' is percent or sparkline, not '\(word.text)'"
            + suggestion(nearestName(to: word.text, among: Style.allCases.map(\.rawValue))), at: word.range)
      case (let word?, _) where style != .table:
        report("a sparkline goes in a table, not in 'as: \(style.rawValue)'", at: word.range)
      case (let word?, _) where request.group.isEmpty:
        report("a sparkline needs 'group': it draws how a figure of each group moved", at: word.range)
      case (let word?, nil):
        report("a sparkline needs 'by' with a step of time, such as 'by: date.month'", at: word.range)
      case (_?, let by?): taken.append(Written(column: column, by: by, position: position))
      }
    }
    request.columns = kept
    return diagnostics.count == start ? taken : nil
  }

  /// Compiles a sparkline.
  /// - Parameter request: the request without its sparklines, which must compile.
  init?(_ written: Written, of request: FetchRequest, graph: RecordGraph, _ diagnostics: inout [Diagnostic]) {
    var parted = request
    parted.group.append(written.by)
    parted.columns = [.init(value: written.by), .init(value: written.column.value)]
    parted.sort = [written.by]
    (parted.limit, parted.offset, parted.having, parted.section) = (nil, 0, nil, nil)
    parted.isDistinct = false
    let (plan, found) = FetchPlan.compile(parted, entity: nil, graph: graph)
    diagnostics += found
    guard let plan else { return nil }
    guard plan.columns[0].isStepOfTime else {
      diagnostics.append(
        Diagnostic(
          .invalidRequest, at: written.by.range,
          "'by' of a sparkline is a step of time such as 'date.month'; '\(written.by.text)' is not one"))
      return nil
    }
    guard plan.columns[1].type.isNumeric else {
      diagnostics.append(
        Diagnostic(
          .invalidRequest, at: written.column.value.range,
          "a sparkline needs a number; '\(written.column.value.text)' is not one"))
      return nil
    }
    if let function = plan.columns[1].rowFunction {
      diagnostics.append(
        Diagnostic(
          .invalidRequest, at: written.column.value.range,
          "'\(function.rawValue)' goes through the rows of all groups, and a sparkline shows those of one; leave it out"
        ))
      return nil
    }
    label = written.column.label?.text ?? plan.columns[1].label
    position = written.position
    self.plan = plan
  }
}
