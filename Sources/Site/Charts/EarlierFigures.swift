import Query
import Records

/// The figures of a request a year before, by the steps of the following year.
struct EarlierFigures {
  private let result: FetchResult
  /// The row of each step.
  private let rows: [TimeStep: Int]
  /// The column of the steps.
  private let column: FetchColumn

  /// Moves the steps of a result by a year.
  /// - Parameters:
  ///   - result: the figures of a year before.
  ///   - column: the column of the steps in the result that they are compared with.
  init(_ result: FetchResult, column: FetchColumn) {
    self.result = result
    self.column = column
    var rows: [TimeStep: Int] = [:]
    for (row, value) in result.values(of: 0, in: 0..<result.count).enumerated() {
      if let later = column.step(of: value)?.yearLater { rows[later] = row }
    }
    self.rows = rows
  }

  /// The value of a column at each of some categories; nil if there was none.
  func values(of column: Int, at categories: [Value]) -> [Value?] {
    let values = result.values(of: column, in: 0..<result.count)
    return categories.map { self.column.step(of: $0).flatMap { rows[$0] }.map { values[$0] } }
  }

  /// The categories of a result and the steps between and after them of which only the year before has figures.
  ///
  /// They end with the last category, or with the step of today if the days of the request depend on it: the steps that
  /// follow the result's own would otherwise be its last year, moved by one. A result that is cut by a limit or an
  /// offset has its own steps alone.
  /// - Parameters:
  ///   - categories: the categories of the result.
  ///   - plan: the result's request.
  ///   - today: the day of the result.
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
      // Sorted by a figure, which they do not have.
      return categories + values
    }
    func number(_ value: Value) -> Int { column.step(of: value)?.number ?? .min }
    return (categories + values).sorted {
      isDescending ? number($0) > number($1) : number($0) < number($1)
    }
  }
}
