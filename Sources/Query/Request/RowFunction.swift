import Diagnostics
import Records

/// A function of a column that reads the other rows of a result.
///
///     columns: date.month, sum(total), cumulative(sum(total)), share(sum(total)), change(sum(total))
///
/// It must be a whole column and not part of an expression, because its values are known only once all rows
/// are. Nil values are skipped.
package enum RowFunction: String, Sendable, CaseIterable {
  /// The sum of the values so far, in the order of the rows.
  case cumulative
  /// The value divided by the sum of all values, as a number: 0.25.
  case share
  /// The value's relative growth since the previous row, or with `pivot` the previous column: 0.25, -0.1.
  case change

  /// The type of its values.
  func type(of argument: StaticType) -> StaticType { self == .cumulative ? argument : .decimal }

  /// The function and arguments of a column; nil for any other expression.
  static func read(_ source: SourceText) -> (function: RowFunction, arguments: [SourceText])? {
    guard let syntax = try? Parser.expression(source.text),
      case .call(.ofRows(let function), let arguments) = syntax.kind
    else { return nil }
    return (function, arguments.map { source[$0.range] })
  }

  /// Computes the function.
  /// - Parameters:
  ///   - values: the argument's values, row by row.
  ///   - before: for `change`, the value that each is compared with.
  func values(of values: [Value], before: [Value]) -> [Value] {
    switch self {
    case .cumulative:
      var sum = RunningSum(from: .null)
      return values.map { value in
        guard value != .null else { return .null }
        sum.add(value)
        return sum.value
      }
    case .share:
      var sum = RunningSum(from: .null)
      for value in values { sum.add(value) }
      return values.map { $0.ratio(to: sum.value).map(Value.number) ?? .null }
    case .change:
      return zip(values, before).map { value, old in
        guard let difference = value.subtracting(old) else { return .null }
        let base = old.isNegative ? old.negated : old
        return difference.ratio(to: base).map(Value.number) ?? .null
      }
    }
  }
}

/// A value of `pivot` that a column is made for.
package struct PivotValue: Sendable {
  package let expression: Expression
  /// Its value in the records that the column is about.
  package let value: Value
  /// The figure's name, shown beside the value; nil if it is the table's only figure.
  let figure: String?
}

/// The columns that are made from values or read other rows, computed for a result.
struct RowComparison {
  /// The plan with a column for each value.
  private(set) var plan: FetchPlan
  /// The values of each column, by row; nil for a column that reads only its own row.
  private(set) var values: [[Value]?] = []
  /// The columns whose values depend on the order of the rows, and what they are computed from.
  private var running: [(column: Int, function: RowFunction, own: [Value])] = []

  /// Computes the columns over all sorted rows, before offset and limit.
  init(_ plan: FetchPlan, _ rows: FetchResult.Rows, _ evaluator: Evaluator) {
    self.plan = plan
    if let pivot = plan.pivot, case .groups(let groups) = rows {
      expand(pivot, groups, evaluator)
    } else {
      values = plan.columns.enumerated().map { index, column in
        column.rowFunction.map { function in
          let own = Self.values(of: column.expression, rows, evaluator)
          if function != .share { running.append((index, function, own)) }
          return function.values(of: own, before: own.shiftedByOne)
        }
      }
    }
  }

  /// Keeps only some rows.
  /// - Parameters:
  ///   - places: the indices of these rows.
  ///   - counted: the indices of the rows up to the limit; nil if no row beyond it comes before one of these. Sections
  ///     may have such rows, which sums so far and changes leave out.
  mutating func keep(_ places: [Int], among counted: [Int]? = nil) {
    if let counted {
      for (column, function, own) in running {
        let considered = counted.map { own[$0] }
        for (place, value) in zip(counted, function.values(of: considered, before: considered.shiftedByOne)) {
          values[column]?[place] = value
        }
      }
    }
    values = values.map { values in values.map { values in places.map { values[$0] } } }
  }

  private static func values(
    of expression: Expression, _ rows: FetchResult.Rows, _ evaluator: Evaluator
  ) -> [Value] {
    FetchResult.batches(of: 0..<rows.count).flatMap { rows.values(of: expression, in: $0, evaluator) }
  }

  // MARK: Pivot

  /// Replaces each column of group figures by one for each value of the pivot, in the order of the values.
  private mutating func expand(_ pivot: Expression, _ groups: Groups, _ evaluator: Evaluator) {
    let byValue = evaluator.groups(of: groups.rows, by: [pivot])
    let firsts = (0..<byValue.count).compactMap { byValue[$0].first }
    let found = evaluator.values(of: pivot, rows: firsts)
    let places = Dictionary(keepingFirst: zip(found, found.indices))
    let parts = Self.parts(
      of: groups, evaluator.values(of: pivot, rows: groups.rows).map { places[$0] ?? 0 }, count: found.count)
    var columns: [FetchColumn] = []
    // A single figure needs no name beside the value.
    let isAlone = plan.columns.count { !$0.isOfGroup && $0.rowFunction == nil } == 1
    for column in plan.columns where column.isOfGroup {
      columns.append(column)
      values.append(nil)
    }
    var before: [[Value]?] = plan.columns.map { _ in nil }
    for (place, value) in found.enumerated() {
      let name = evaluator.graph.pivotText(value)
      for (index, column) in plan.columns.enumerated() where !column.isOfGroup {
        let own = zip(evaluator.values(of: column.expression, groups: parts[place]), 0...).map {
          value, group in
          parts[place][group].isEmpty ? Value.null : value
        }
        defer { before[index] = own }
        let compared = before[index]
        // Nothing comes before the first value.
        if column.rowFunction == .change, compared == nil { continue }
        let shown = column.rowFunction.map { $0.values(of: own, before: compared ?? own) }
        // Amounts in several currencies have no growth; if no value has any, the column is left out.
        if let shown, shown.allSatisfy({ $0 == .null }) { continue }
        var made = column
        let isNamed = isAlone && column.rowFunction == nil
        made.label = isNamed ? name : "\(name) \(column.label)"
        made.header = isNamed ? name : "\(name) \(column.header)"
        made.pivot = PivotValue(expression: pivot, value: value, figure: isNamed ? nil : column.label)
        if column.rowFunction == .cumulative { running.append((columns.count, .cumulative, own)) }
        columns.append(made)
        values.append(shown ?? own)
      }
    }
    plan.pivoted = plan.columns
    // The text of a value may be the same as `none`, or as another column's header.
    for (index, header) in uniqueNames(columns.map(\.header)).enumerated() { columns[index].header = header }
    plan.columns = columns
  }

  /// For each value of the pivot, the groups with only those of their records that have it.
  private static func parts(of groups: Groups, _ places: [Int], count: Int) -> [Groups] {
    var rows = [[Int32]](repeating: [], count: count)
    var offsets = [[Int32]](repeating: [0], count: count)
    for group in 0..<groups.count {
      for index in Int(groups.offsets[group])..<Int(groups.offsets[group + 1]) {
        rows[places[index]].append(groups.rows[index])
      }
      for place in 0..<count { offsets[place].append(Int32(truncatingIfNeeded: rows[place].count)) }
    }
    return zip(rows, offsets).map { Groups(rows: $0, offsets: $1, elements: groups.elements) }
  }
}

extension RecordGraph {
  /// A value as a column heading: as in exports, and `none` for nil.
  fileprivate func pivotText(_ value: Value) -> String {
    if case .record(let table, let row) = value { return id(of: row, in: table) }
    return value.plainText ?? "none"
  }
}

extension [Value] {
  /// Each value's predecessor; null for the first.
  fileprivate var shiftedByOne: [Value] { isEmpty ? [] : [.null] + dropLast() }
}

extension Value {
  fileprivate var isNegative: Bool {
    switch self {
    case .number(let number): number.isNegative
    case .money(let money): money.single?.number.isNegative ?? false
    default: false
    }
  }

  fileprivate var negated: Value {
    switch self {
    case .number(let number): .number(number.negated)
    case .money(let money): .money(money.negated)
    default: .null
    }
  }

  fileprivate func subtracting(_ other: Value) -> Value? {
    switch (self, other) {
    case (.number(let a), .number(let b)): a.subtracting(b).map(Value.number)
    case (.money(let a), .money(let b)): a.subtracting(b).map(Value.money)
    default: nil
    }
  }

  /// The value divided by another; nil if that is zero or in several currencies.
  fileprivate func ratio(to other: Value) -> Decimal? {
    switch (self, other) {
    case (.number(let a), .number(let b)): b.isZero ? nil : a.divided(by: b)
    case (.money(let a), .money(let b)): b.isZero ? nil : a.ratio(to: b)
    default: nil
    }
  }
}
