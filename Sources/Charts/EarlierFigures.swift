import Query
import Records

/// The figures of a request a year before, by the steps of the following year.
package struct EarlierFigures {
  private let result: FetchResult
  /// The row of each step.
  private let rows: [TimeStep: Int]
  /// The column of the steps.
  private let column: FetchColumn

  /// Moves the steps of a result by a year, up to today's step unless the days of the request are fixed.
  /// - Parameters:
  ///   - result: the figures of a year before.
  ///   - current: the figures that they are compared with, whose first column is the steps.
  package init(_ result: FetchResult, for current: FetchResult) {
    self.result = result
    column = current.plan.columns[0]
    var rows: [TimeStep: Int] = [:]
    for (row, value) in result.values(of: 0, in: 0..<result.count).enumerated() {
      if let later = current.plan.yearLater(value, today: current.today) { rows[later] = row }
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
  /// They end with today's step, or with the last category if the days of the request are fixed: the following steps
  /// would be the result's own last year moved by one. A result with a limit or an offset only has its own steps.
  func joined(to categories: [Value], of plan: FetchPlan) -> [Value] {
    guard plan.limit == nil, plan.offset == 0 else { return categories }
    let known = categories.compactMap(column.step)
    let last = plan.goesOnUntilToday ? .max : known.map(\.number).max() ?? .min
    let added = Set(rows.keys).subtracting(known).filter { $0.number <= last }
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

extension FetchPlan {
  /// The step of the following year at which a step of the first column has its place in a comparison; nil if it has
  /// none, such as one after today's.
  package func yearLater(_ value: Value, today: CivilDate) -> TimeStep? {
    guard let later = columns[0].step(of: value)?.yearLater else { return nil }
    let last = TimeStep(of: later.kind, containing: today)
    return !goesOnUntilToday || later.number <= last?.number ?? .max ? later : nil
  }

  /// Whether what is compared with a year before is all until today: `where` names no days, or days that depend on it.
  fileprivate var goesOnUntilToday: Bool {
    usesToday || predicate?.reads.columns.isDisjoint(with: columns[0].expression.reads.columns) ?? true
  }
}

extension FetchColumn {
  /// The figures of a column at steps of time; nil where there is none. A running total goes on through steps without
  /// rows, from the earlier ones or, where the steps descend, from the later ones.
  func figures(_ figures: [TimeStep: Value], at steps: [TimeStep?]) -> [Value?] {
    let numbers = steps.compactMap { $0?.number }
    let ascends = zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    let descends = zip(numbers, numbers.dropFirst()).allSatisfy { $0 > $1 }
    guard rowFunction == .cumulative, ascends || descends else {
      return steps.map { $0.flatMap { figures[$0] } }
    }
    let known = figures.sorted { $0.key.number < $1.key.number }
    return steps.map { step in
      guard let step else { return nil }
      let last =
        ascends
        ? known.last { $0.key.number <= step.number } : known.first { $0.key.number >= step.number }
      return last?.value
    }
  }
}
