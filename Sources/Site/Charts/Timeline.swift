import Records

/// Categories that are steps of time: days, and the values of `.year`, `.quarter`, `.month` and `.week` of one.
///
/// A result has no row for a month without orders. On an axis that month keeps its place, or the months beside it
/// would look like neighbours. What is too far away for that, such as a mistyped year, comes after a break.
struct Timeline {
  /// The categories, with the steps between them that have no rows of their own.
  private(set) var categories: [Value]
  /// The place of each given category among them.
  private(set) var places: [Int]
  /// What the categories are like; those without a value do not count.
  let scale: Chart.Scale
  /// Whether the steps are days.
  let isOfDays: Bool
  /// The places that stand for a stretch of time too long to be shown.
  private(set) var breaks: Set<Int> = []

  /// A step: its kind, and its distance from the year 0 in such steps.
  private struct Step: Hashable {
    enum Kind { case year, quarter, month, week, day }
    let kind: Kind
    let number: Int
  }

  /// Inserts the steps that have no rows.
  ///
  /// Nothing is inserted if the categories are of different kinds or not in order. A stretch without rows that would
  /// leave the chart mostly empty becomes a break: the longest ones first.
  /// - Parameters:
  ///   - isYear: whether whole numbers are years.
  ///   - maximumDays: how many days have room side by side; no more are inserted.
  init(_ categories: [Value], isYear: Bool, maximumDays: Int) {
    let steps = categories.map { Self.step($0, isYear: isYear) }
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
    let most = min(3 * known.count + 12, isOfDays ? maximumDays : .max)
    let longest = Self.longestGap(known, most: most)
    self.categories = []
    places = []
    var previous: Step?
    for (step, category) in zip(steps, categories) {
      if let step, let last = previous {
        let direction = step.number < last.number ? -1 : 1
        if abs(step.number - last.number) > longest {
          breaks.insert(self.categories.count)
          self.categories.append(.null)
        } else {
          for number in stride(from: last.number + direction, to: step.number, by: direction) {
            self.categories.append(Self.value(Step(kind: step.kind, number: number)))
          }
        }
      }
      previous = step ?? previous
      places.append(self.categories.count)
      self.categories.append(category)
    }
    scale = isOfTime ? .steps : .names
  }

  /// Whether steps are of one kind, each after the one before or each before it.
  private static func isInOrder(_ known: [Step]) -> Bool {
    guard let first = known.first, let last = known.last, known.allSatisfy({ $0.kind == first.kind }) else {
      return false
    }
    let direction = last.number < first.number ? -1 : 1
    return zip(known, known.dropFirst()).allSatisfy { ($1.number - $0.number) * direction > 0 }
  }

  /// The longest distance between two steps that is filled up, so that there are at most that many categories.
  private static func longestGap(_ known: [Step], most: Int) -> Int {
    let gaps = zip(known, known.dropFirst()).map { abs($1.number - $0.number) }.sorted()
    var length = known.count
    for gap in gaps {
      length += gap - 1
      if length > most { return gap - 1 }
    }
    return gaps.last ?? 1
  }

  // MARK: Today

  /// The steps of a result that moves with today, and today's own where it is the next of them without rows: a month
  /// in which nothing was ordered is part of the last twelve.
  static func untilToday(_ steps: [Value], _ today: CivilDate, isYear: Bool) -> [Value] {
    let numbers = steps.compactMap { number(of: $0, isYear: isYear) }
    guard let example = steps.first(where: { isStep($0, isYear: isYear) }), let most = numbers.max(),
      let kind = step(example, isYear: isYear)?.kind, kind != .day,
      let last = number(of: today, inStepsOf: example, isYear: isYear), last > most
    else { return steps }
    let isDescending = zip(numbers, numbers.dropFirst()).contains { $0 > $1 }
    let now = value(Step(kind: kind, number: last))
    return isDescending ? [now] + steps : steps + [now]
  }

  // MARK: A year

  /// The same step of the year after; nil if it has none, such as the 29th of February.
  /// - Parameter isYear: whether whole numbers are years.
  static func yearLater(_ value: Value, isYear: Bool) -> Value? {
    guard let step = step(value, isYear: isYear) else { return nil }
    switch step.kind {
    case .year: return self.value(Step(kind: .year, number: step.number + 1))
    case .quarter: return self.value(Step(kind: .quarter, number: step.number + 4))
    case .month: return self.value(Step(kind: .month, number: step.number + 12))
    case .week:
      guard case .text(let text) = value, let year = digits(text.prefix(4)) else { return nil }
      let later = "\(year + 1)\(text.dropFirst(4))"
      return Self.step(.text(later), isYear: false) == nil ? nil : .text(later)
    case .day:
      guard case .date(let day) = value else { return nil }
      return CivilDate(year: day.year + 1, month: day.month, day: day.day).map { .date($0) }
    }
  }

  /// Whether a value is a step of time.
  static func isStep(_ value: Value, isYear: Bool) -> Bool { step(value, isYear: isYear) != nil }

  /// The order of steps of one kind; nil for other values.
  static func number(of value: Value, isYear: Bool) -> Int? { step(value, isYear: isYear)?.number }

  /// The order of a day's step, in steps of the kind of a value.
  static func number(of day: CivilDate, inStepsOf value: Value, isYear: Bool) -> Int? {
    switch step(value, isYear: isYear)?.kind {
    case .year: day.year
    case .quarter: number(of: .text(day.quarterText), isYear: false)
    case .month: number(of: .text(day.monthText), isYear: false)
    case .week: number(of: .text(day.weekText), isYear: false)
    case .day: number(of: .date(day), isYear: false)
    case nil: nil
    }
  }

  /// The label below a step on an axis; nil if that is its whole name.
  static func tick(of value: Value, _ formatter: ValueFormatter) -> Chart.Tick? {
    guard case .text(let text) = value, let step = step(text) else { return nil }
    let year = String(text.prefix(4))
    switch step.kind {
    case .month: return Chart.Tick(name: formatter.monthName(step.number % 12 + 1), year: year)
    case .quarter, .week:
      let name = String(text.dropFirst(5))
      return Chart.Tick(name: formatter.quarterName(name) ?? name, year: year)
    case .year, .day: return nil
    }
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
