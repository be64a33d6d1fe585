import Records

/// Categories that are steps of time: days, and their values of `.year`, `.quarter`, `.month` and `.week`.
///
/// A result has no row for a month without orders. On an axis that month keeps its place; otherwise its
/// neighbours would look adjacent. A step that is too far away, such as a mistyped year, follows a break.
struct Timeline {
  /// The categories, including the steps between them that have no rows.
  private(set) var categories: [Value]
  /// The index of each given category among them.
  private(set) var places: [Int]
  /// The kind of the categories, ignoring those without a value.
  let scale: Chart.Scale
  /// Whether the steps are days.
  let isOfDays: Bool
  /// The indices of categories that stand for a period too long to show.
  private(set) var breaks: Set<Int> = []

  /// Inserts the steps that have no rows.
  ///
  /// Nothing is inserted if the categories are of different kinds or not in order. Periods without rows that
  /// would leave the chart mostly empty become breaks, the longest ones first.
  /// - Parameters:
  ///   - categories: the categories of the rows.
  ///   - steps: the step of each category; nil if it is not a step.
  ///   - maximumDays: the number of days that fit side by side; no more are inserted.
  init(_ categories: [Value], steps: [TimeStep?], maximumDays: Int) {
    let known = steps.compactMap(\.self)
    let isOfDays = known.first?.kind == .day
    let isOfTime = !known.isEmpty && zip(categories, steps).allSatisfy { $0 == .null || $1 != nil }
    self.isOfDays = isOfDays
    self.categories = categories
    places = Array(categories.indices)
    guard Self.isInOrder(known) else {
      scale = isOfTime ? (isOfDays ? .days : .steps) : .names
      return
    }
    let maximum = min(3 * known.count + 12, isOfDays ? maximumDays : .max)
    let maximumGap = Self.maximumGap(known, count: maximum)
    self.categories = []
    places = []
    var previous: TimeStep?
    for (step, category) in zip(steps, categories) {
      if let step, let last = previous {
        let direction = step.number < last.number ? -1 : 1
        if abs(step.number - last.number) > maximumGap {
          breaks.insert(self.categories.count)
          self.categories.append(.null)
        } else {
          for number in stride(from: last.number + direction, to: step.number, by: direction) {
            self.categories.append(TimeStep(kind: step.kind, number: number).value)
          }
        }
      }
      previous = step ?? previous
      places.append(self.categories.count)
      self.categories.append(category)
    }
    scale = isOfTime ? .steps : .names
  }

  /// Whether steps are of one kind and in ascending or descending order.
  private static func isInOrder(_ known: [TimeStep]) -> Bool {
    guard let first = known.first, let last = known.last, known.allSatisfy({ $0.kind == first.kind }) else {
      return false
    }
    let direction = last.number < first.number ? -1 : 1
    return zip(known, known.dropFirst()).allSatisfy { ($1.number - $0.number) * direction > 0 }
  }

  /// The longest gap between two steps to fill, so that there are at most a given number of categories.
  private static func maximumGap(_ known: [TimeStep], count maximum: Int) -> Int {
    let gaps = zip(known, known.dropFirst()).map { abs($1.number - $0.number) }.sorted()
    var length = known.count
    for gap in gaps {
      length += gap - 1
      // Neighbours have nothing between them.
      if length > maximum { return max(1, gap - 1) }
    }
    return gaps.last ?? 1
  }

  // MARK: Today

  /// The categories of a result that moves with today, with today's step added if it is later than all of
  /// them: a month without orders is still part of the last twelve.
  /// - Parameter steps: the step of each category; nil if it is not a step.
  static func untilToday(_ categories: [Value], steps: [TimeStep?], _ today: CivilDate) -> [Value] {
    let known = steps.compactMap(\.self)
    guard let kind = known.first?.kind, kind != .day, let last = known.map(\.number).max(),
      let now = TimeStep(of: kind, containing: today), now.number > last
    else { return categories }
    let isDescending = zip(known, known.dropFirst()).contains { $0.number > $1.number }
    return isDescending ? [now.value] + categories : categories + [now.value]
  }
}
