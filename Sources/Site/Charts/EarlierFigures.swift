import Query
import Records

/// The figures of a request a year before, by the steps of the following year.
struct EarlierFigures {
  private let result: FetchResult
  /// The row of each step.
  private let rows: [Value: Int]
  private let isYear: Bool

  /// Moves the steps of a result by a year.
  /// - Parameter isYear: whether whole numbers of the first column are years.
  init(_ result: FetchResult, isYear: Bool) {
    self.result = result
    self.isYear = isYear
    var rows: [Value: Int] = [:]
    for (row, value) in result.values(of: 0, in: 0..<result.count).enumerated() {
      if let later = Timeline.yearLater(value, isYear: isYear) { rows[later] = row }
    }
    self.rows = rows
  }

  /// The value of a column at each step; nil if there was none.
  func values(of column: Int, at steps: [Value]) -> [Value?] {
    let values = result.values(of: column, in: 0..<result.count)
    return steps.map { step in rows[step].map { values[$0] } }
  }

  /// The steps of a result and those that the previous year adds until today, if the days of the request depend
  /// on today: for any other the steps after the first year are its own.
  /// - Parameter today: the day of the result.
  func joined(to steps: [Value], today: CivilDate) -> [Value] {
    guard result.plan.usesToday else { return steps }
    func number(_ value: Value) -> Int { Timeline.number(of: value, isYear: isYear) ?? .min }
    let numbers = steps.compactMap { Timeline.number(of: $0, isYear: isYear) }
    let known = Set(steps)
    let added = rows.keys.filter { step in
      guard !known.contains(step) else { return false }
      let last = Timeline.number(of: today, inStepsOf: step, isYear: isYear) ?? .min
      return number(step) <= max(last, numbers.max() ?? .min)
    }
    guard !added.isEmpty else { return steps }
    let isDescending = zip(numbers, numbers.dropFirst()).contains { $0 > $1 }
    return (steps + added).sorted { isDescending ? number($0) > number($1) : number($0) < number($1) }
  }
}
