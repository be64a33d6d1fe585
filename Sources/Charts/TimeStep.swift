import Diagnostics
import Formatting
import Query
import Records

/// A step of time: a day, or its value of `.year`, `.quarter`, `.month` or `.week`.
///
///     2026, if it is a year      2026-Q1      2026-03      2026-W11      2026-03-14
package struct TimeStep: Hashable {
  /// The length of a step.
  package enum Kind { case year, quarter, month, week, day }

  /// The length of the step.
  package let kind: Kind
  /// Its distance from the first step of its kind.
  package let number: Int

  init(kind: Kind, number: Int) {
    self.kind = kind
    self.number = number
  }

  /// Converts a value; nil if it is not a step.
  /// - Parameter isYear: whether whole numbers are years.
  init?(_ value: Value, isYear: Bool) {
    switch value {
    case .number(let number) where isYear:
      guard let year = number.integer else { return nil }
      self.init(kind: .year, number: year)
    case .text(let text): self.init(text)
    case .date(let day): self.init(kind: .day, number: day.days(since: .first))
    default: return nil
    }
  }

  /// Parses `2026-03`, `2026-Q1` and `2026-W11`.
  private init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 4, let year = Self.digits(parts[0]) else { return nil }
    switch (parts[1].utf8.first, parts[1].utf8.count) {
    case (UInt8(ascii: "Q"), 2):
      guard let quarter = Self.digits(parts[1].dropFirst()), (1...4).contains(quarter) else { return nil }
      self.init(kind: .quarter, number: year * 4 + quarter - 1)
    case (UInt8(ascii: "W"), 3):
      // The first week of a year contains January 4.
      guard let week = Self.digits(parts[1].dropFirst()), let day = CivilDate(year: year, month: 1, day: 4),
        let monday = day.adding(days: 1 - day.weekday + (week - 1) * 7), monday.week == (year, week)
      else { return nil }
      self.init(kind: .week, number: monday.days(since: Self.firstMonday) / 7)
    case (_, 2):
      guard let month = Self.digits(parts[1]), (1...12).contains(month) else { return nil }
      self.init(kind: .month, number: year * 12 + month - 1)
    default: return nil
    }
  }

  /// The step of a kind that contains a day.
  init?(of kind: Kind, containing day: CivilDate) {
    switch kind {
    case .year: self.init(kind: .year, number: day.year)
    case .quarter: self.init(day.quarterText)
    case .month: self.init(day.monthText)
    case .week: self.init(day.weekText)
    case .day: self.init(.date(day), isYear: false)
    }
  }

  /// The first day of the step; nil if it is outside the supported days.
  package var firstDay: CivilDate? {
    switch kind {
    case .year: CivilDate(year: number, month: 1, day: 1)
    case .quarter: CivilDate(year: number / 4, month: number % 4 * 3 + 1, day: 1)
    case .month: CivilDate(year: number / 12, month: number % 12 + 1, day: 1)
    case .week: Self.firstMonday.adding(days: number * 7)
    case .day: CivilDate.first.adding(days: number)
    }
  }

  /// The value of the step; null if it is outside the supported days.
  var value: Value {
    switch kind {
    case .year: .number(Decimal(number))
    case .quarter: firstDay.map { .text($0.quarterText) } ?? .null
    case .month: firstDay.map { .text($0.monthText) } ?? .null
    case .week: firstDay.map { .text($0.weekText) } ?? .null
    case .day: firstDay.map { .date($0) } ?? .null
    }
  }

  /// The same step one year later; nil if there is none, as for February 29.
  var yearLater: TimeStep? {
    switch kind {
    case .year: return TimeStep(kind: .year, number: number + 1)
    case .quarter: return TimeStep(kind: .quarter, number: number + 4)
    case .month: return TimeStep(kind: .month, number: number + 12)
    case .week:
      guard let text = firstDay?.weekText, let year = Self.digits(text.prefix(4)) else { return nil }
      return TimeStep("\(year + 1)\(text.dropFirst(4))")
    case .day:
      guard let day = firstDay else { return nil }
      return CivilDate(year: day.year + 1, month: day.month, day: day.day).flatMap {
        TimeStep(of: .day, containing: $0)
      }
    }
  }

  /// The short label of a step on an axis; nil if its name is already short.
  static func tick(of value: Value, _ formatter: ValueFormatter) -> Chart.Tick? {
    guard case .text(let text) = value, let step = TimeStep(text) else { return nil }
    let year = String(text.prefix(4))
    switch step.kind {
    case .month: return Chart.Tick(name: formatter.monthName(step.number % 12 + 1), year: year)
    case .quarter, .week:
      let name = String(text.dropFirst(5))
      return Chart.Tick(name: formatter.quarterName(name) ?? formatter.weekName(name) ?? name, year: year)
    case .year, .day: return nil
    }
  }

  /// 0001-01-01, a Monday.
  private static let firstMonday = CivilDate.first

  private static func digits(_ text: Substring) -> Int? {
    text.utf8.allSatisfy(\.isASCIIDigit) ? Int(text) : nil
  }
}

extension FetchColumn {
  /// Whether its values are steps of time: days, or years, quarters, months or weeks.
  package var isStepOfTime: Bool {
    type == .date || isYear
      || type == .text && [".quarter", ".month", ".week"].contains { expression.text.hasSuffix($0) }
  }

  /// The step of time of a value in the column; nil if it is not a step.
  func step(of value: Value) -> TimeStep? { TimeStep(value, isYear: isYear) }
}
