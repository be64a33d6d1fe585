import Records

/// Categories that are steps of time: the values of `.year`, `.quarter`, `.month` and `.week` of a date.
///
/// A result has no row for a month without orders. On an axis that month keeps its place, or the months beside it
/// would look like neighbours.
enum Timeline {
  /// A step: which kind, and how many of them lie between it and the year 0.
  private struct Step {
    enum Kind { case year, quarter, month, week }
    let kind: Kind
    let number: Int
  }

  /// What categories are like; those without a value do not count.
  /// - Parameter isYear: whether whole numbers are years.
  static func scale(of categories: [Value], isYear: Bool) -> Chart.Scale {
    let known = categories.filter { $0 != .null }
    if known.isEmpty { return .names }
    if known.allSatisfy({ step($0, isYear: isYear) != nil }) { return .steps }
    return known.allSatisfy { $0.date != nil } ? .days : .names
  }

  /// The categories with the steps between them that have no rows of their own.
  ///
  /// Nothing is put in where the categories are of different kinds or not in order, or where that would leave the
  /// chart mostly empty, as one mistyped year does.
  /// - Parameter isYear: whether whole numbers are years.
  /// - Returns: all categories, and the place of each given one among them.
  static func filled(_ categories: [Value], isYear: Bool) -> (categories: [Value], places: [Int]) {
    let unchanged = (categories, Array(categories.indices))
    let steps = categories.map { step($0, isYear: isYear) }
    let known = steps.compactMap(\.self)
    guard let first = known.first, let last = known.last, known.allSatisfy({ $0.kind == first.kind }) else {
      return unchanged
    }
    let direction = last.number < first.number ? -1 : 1
    guard zip(known, known.dropFirst()).allSatisfy({ ($1.number - $0.number) * direction > 0 }),
      abs(last.number - first.number) < 3 * known.count + 12
    else { return unchanged }
    var result: [Value] = []
    var places: [Int] = []
    var previous: Step?
    for (category, step) in zip(categories, steps) {
      if let step {
        if let previous {
          var number = previous.number + direction
          while number != step.number {
            result.append(value(Step(kind: step.kind, number: number)))
            number += direction
          }
        }
        previous = step
      }
      places.append(result.count)
      result.append(category)
    }
    return (result, places)
  }

  // MARK: Steps

  private static func step(_ value: Value, isYear: Bool) -> Step? {
    switch value {
    case .number(let number) where isYear: number.integer.map { Step(kind: .year, number: $0) }
    case .text(let text): step(text)
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
