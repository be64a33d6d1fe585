import Query
import Records

/// The figures of a request a year before, by the steps of the following year.
package struct EarlierFigures {
  private let result: FetchResult
  /// The row of each step.
  private let rows: [TimeStep: Int]
  /// The column of the steps.
  private let column: FetchColumn

  /// Moves the steps of a result by a year.
  /// - Parameters:
  ///   - result: the figures of a year before.
  ///   - column: the column of steps in the current result.
  package init(_ result: FetchResult, column: FetchColumn) {
    self.result = result
    self.column = column
    var rows: [TimeStep: Int] = [:]
    for (row, value) in result.values(of: 0, in: 0..<result.count).enumerated() {
      if let later = column.step(of: value)?.yearLater { rows[later] = row }
    }
    self.rows = rows
  }

  /// The values of a column for given categories; nil for a category without a value.
  package func values(of column: Int, at categories: [Value]) -> [Value?] {
    let values = result.values(of: column, in: 0..<result.count)
    return result.plan.columns[column].figures(
      Dictionary(uniqueKeysWithValues: rows.map { ($0, values[$1]) }), at: categories.map(self.column.step))
  }

  /// The categories of a result, with the steps between and after them for which only last year has figures.
  ///
  /// They end with the last category, or with today's step if the days of the request depend on today.
  /// Otherwise the following steps would be the result's own last year moved by one. A result with a limit or
  /// an offset only has its own steps.
  func joined(to categories: [Value], of plan: FetchPlan, today: CivilDate) -> [Value] {
    guard plan.limit == nil, plan.offset == 0 else { return categories }
    let known = categories.compactMap(column.step)
    var last = known.map(\.number).max() ?? .min
    let added = Set(rows.keys).subtracting(known).filter { step in
      if plan.usesToday, let current = TimeStep(of: step.kind, containing: today) {
        last = max(last, current.number)
      }
      return step.number <= last
    }
    guard !added.isEmpty else { return categories }
    let numbers = known.map(\.number)
    let values = added.sorted { $0.number < $1.number }.map(\.value)
    let isDescending = numbers.count > 1 && zip(numbers, numbers.dropFirst()).allSatisfy { $0 > $1 }
    guard isDescending || zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) else {
      // The order is by a figure, which the added steps do not have.
      return categories + values
    }
    func number(_ value: Value) -> Int { column.step(of: value)?.number ?? .min }
    return (categories + values).sorted {
      isDescending ? number($0) > number($1) : number($0) < number($1)
    }
  }
}

extension FetchColumn {
  /// The figures of a column at steps of time; nil where there is none. A running total goes on through steps without rows.
  func figures(_ figures: [TimeStep: Value], at steps: [TimeStep?]) -> [Value?] {
    guard rowFunction == .cumulative else { return steps.map { $0.flatMap { figures[$0] } } }
    let known = figures.sorted { $0.key.number < $1.key.number }
    return steps.map { step in
      guard let step else { return nil }
      return known.last { $0.key.number <= step.number }?.value
    }
  }
}
