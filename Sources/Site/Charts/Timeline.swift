import Records

/// Categories that are steps of time: days, and the values of `.year`, `.quarter`, `.month` and `.week` of one.
///
/// A result has no row for a month without orders. On an axis that month keeps its place, or the months beside it
/// would look like neighbours.
struct Timeline {
  /// The categories, with the steps between them that have no rows of their own.
  let categories: [Value]
  /// The place of each given category among them.
  let places: [Int]
  /// What the categories are like; those without a value do not count.
  let scale: Chart.Scale
  /// Whether the steps are days.
  let isOfDays: Bool

  /// A step: which kind, and how many of them lie between it and the year 0.
  private struct Step {
    enum Kind { case year, quarter, month, week, day }
    let kind: Kind
    let number: Int
  }

  /// Puts in the steps that have no rows.
  ///
  /// Nothing is put in where the categories are of different kinds or not in order, or where that would leave the
  /// chart mostly empty, as one mistyped year does.
  /// - Parameters:
  ///   - isYear: whether whole numbers are years.
  ///   - mostDays: how many days have room side by side; more are not put in.
  init(_ categories: [Value], isYear: Bool, mostDays: Int) {
    let steps = categories.map { Self.step($0, isYear: isYear) }
    let known = steps.compactMap(\.self)
    let isOfDays = known.first?.kind == .day
    let isOfTime = !known.isEmpty && zip(categories, steps).allSatisfy { $0 == .null || $1 != nil }
    self.isOfDays = isOfDays
    guard let filledPlaces = Self.places(steps, known, most: isOfDays ? mostDays : .max) else {
      self.categories = categories
      places = Array(categories.indices)
      scale = isOfTime ? (isOfDays ? .days : .steps) : .names
      return
    }
    var filled: [Value] = []
    var previous: Step?
    for (index, step) in steps.enumerated() {
      if let step, let last = previous {
        let direction = step.number < last.number ? -1 : 1
        var number = last.number + direction
        while filled.count < filledPlaces[index] {
          filled.append(Self.value(Step(kind: step.kind, number: number)))
          number += direction
        }
      }
      previous = step ?? previous
      filled.append(categories[index])
    }
    self.categories = filled
    places = filledPlaces
    scale = isOfTime ? .steps : .names
  }

  /// The place of each category among all steps from the first to the last; nil where they are not to be filled up.
  private static func places(_ steps: [Step?], _ known: [Step], most: Int) -> [Int]? {
    guard let first = known.first, let last = known.last, known.allSatisfy({ $0.kind == first.kind }) else {
      return nil
    }
    let direction = last.number < first.number ? -1 : 1
    let length = abs(last.number - first.number)
    guard zip(known, known.dropFirst()).allSatisfy({ ($1.number - $0.number) * direction > 0 }),
      length < 3 * known.count + 12, length < most
    else { return nil }
    var places: [Int] = []
    var next = 0
    var previous: Step?
    for step in steps {
      if let step, let previous { next += abs(step.number - previous.number) - 1 }
      previous = step ?? previous
      places.append(next)
      next += 1
    }
    return places
  }

  // MARK: Steps

  private static func step(_ value: Value, isYear: Bool) -> Step? {
    switch value {
    case .number(let number) where isYear: number.integer.map { Step(kind: .year, number: $0) }
    case .text(let text): step(text)
    case .date(let day): Step(kind: .day, number: day.days(since: .first))
    default: nil
    }
  }

  /// Reads `2026-03`, `2026-Q1` and `2026-W11`.
  private static func step(_ text: String) -> Step? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 4, let year = digits(parts[0]) else { return nil }
    switch (parts[1].utf8.first, parts[1].utf8.count) {
    case (UInt8(ascii: "Q"), 2):
      guard let quarter = digits(parts[1].dropFirst()), (1...4).contains(quarter) else { return nil }
      return Step(kind: .quarter, number: year * 4 + quarter - 1)
    case (UInt8(ascii: "W"), 3):
      // The first week of a year is the one with the 4th of January.
      guard let week = digits(parts[1].dropFirst()), let day = CivilDate(year: year, month: 1, day: 4),
        let monday = day.adding(days: 1 - day.weekday + (week - 1) * 7), monday.week == (year, week)
      else { return nil }
      return Step(kind: .week, number: monday.days(since: firstMonday) / 7)
    case (_, 2):
      guard let month = digits(parts[1]), (1...12).contains(month) else { return nil }
      return Step(kind: .month, number: year * 12 + month - 1)
    default: return nil
    }
  }

  private static func value(_ step: Step) -> Value {
    switch step.kind {
    case .year: .number(Decimal(step.number))
    case .quarter: day(step.number / 4, month: step.number % 4 * 3 + 1).map { .text($0.quarterText) } ?? .null
    case .month: day(step.number / 12, month: step.number % 12 + 1).map { .text($0.monthText) } ?? .null
    case .week: firstMonday.adding(days: step.number * 7).map { .text($0.weekText) } ?? .null
    case .day: CivilDate.first.adding(days: step.number).map { .date($0) } ?? .null
    }
  }

  /// 0001-01-01, which was a Monday.
  private static let firstMonday = CivilDate.first

  private static func day(_ year: Int, month: Int) -> CivilDate? {
    CivilDate(year: year, month: month, day: 1)
  }

  private static func digits(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } ? Int(text) : nil
  }
}
