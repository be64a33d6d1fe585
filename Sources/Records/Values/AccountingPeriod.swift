/// A calendar year, quarter or month, that a statement covers and that can be closed: `2025`, `2025-Q3`, `2025-09`.
///
/// The names are those that the query language gives periods. Two periods have no day in common, or one contains the
/// other.
package struct AccountingPeriod: Sendable, Hashable {
  /// The kinds of periods, by the number of their months.
  private enum Length: Int {
    case month = 1
    case quarter = 3
    case year = 12
  }

  /// The first day.
  private let start: CivilDate
  private let length: Length

  private init(start: CivilDate, length: Length) {
    self.start = start
    self.length = length
  }

  /// A calendar year; nil if no day has it.
  package init?(year: Int) {
    guard let start = CivilDate(year: year, month: 1, day: 1) else { return nil }
    self.init(start: start, length: .year)
  }

  /// Reads the name of a period; nil if it is none.
  package init?(_ name: some StringProtocol) {
    guard let year = Int(name.prefix(4)) else { return nil }
    let periods = [Length.year, .quarter, .month].flatMap { length in
      stride(from: 1, through: 12, by: length.rawValue).compactMap { month in
        CivilDate(year: year, month: month, day: 1).map { AccountingPeriod(start: $0, length: length) }
      }
    }
    guard let named = periods.first(where: { $0.description == name }) else { return nil }
    self = named
  }

  /// What it is called: `year`, `quarter` or `month`.
  package var noun: String {
    switch length {
    case .year: "year"
    case .quarter: "quarter"
    case .month: "month"
    }
  }

  /// The months, each counted from January of the year 0.
  package var months: Range<Int> {
    let first = Self.month(of: start)
    return first..<first + length.rawValue
  }

  /// The days from the first to the last.
  package var days: ClosedRange<CivilDate> {
    start...(start.adding(months: length.rawValue)?.adding(days: -1) ?? .last)
  }

  /// The number of a day's month in ``months``.
  package static func month(of day: CivilDate) -> Int {
    let (year, month, _) = day.parts
    return year * 12 + month - 1
  }

  /// Whether a day is in the period.
  package func contains(_ day: CivilDate) -> Bool { months.contains(Self.month(of: day)) }

  /// Whether all of another period is in this one; true of the period itself.
  package func contains(_ other: AccountingPeriod) -> Bool {
    months.lowerBound <= other.months.lowerBound && other.months.upperBound <= months.upperBound
  }

  /// Whether the period ended before a day.
  package func isOver(on day: CivilDate) -> Bool { months.upperBound <= Self.month(of: day) }
}

extension AccountingPeriod: CustomStringConvertible {
  /// The name: `2025`, `2025-Q3`, `2025-09`.
  package var description: String {
    switch length {
    case .year: String(start.description.prefix(4))
    case .quarter: start.quarterText
    case .month: start.monthText
    }
  }
}

extension AccountingPeriod: Comparable {
  /// Orders periods by their first day; a year comes before its quarters, and these before their months.
  package static func < (a: AccountingPeriod, b: AccountingPeriod) -> Bool {
    (a.start, b.length.rawValue) < (b.start, a.length.rawValue)
  }
}
