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

  /// The categories of a result and those that the previous year adds until today, if the days of the request depend
  /// on today: for any other the steps after the first year are its own.
  /// - Parameters:
  ///   - categories: the categories of the result.
  ///   - today: the day of the result.
  func joined(to categories: [Value], today: CivilDate) -> [Value] {
    guard result.plan.usesToday else { return categories }
    let known = categories.compactMap(column.step)
    let last = known.map(\.number).max() ?? .min
    let added = Set(rows.keys).subtracting(known).filter { step in
      step.number <= max(TimeStep(of: step.kind, containing: today)?.number ?? .min, last)
    }
    guard !added.isEmpty else { return categories }
    let isDescending = zip(known, known.dropFirst()).contains { $0.number > $1.number }
    func number(_ value: Value) -> Int { column.step(of: value)?.number ?? .min }
    return (categories + added.map(\.value)).sorted {
      isDescending ? number($0) > number($1) : number($0) < number($1)
    }
  }
}
