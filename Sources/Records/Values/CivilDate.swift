/// A day of the civil calendar, without time or time zone: 0001-01-01 to 9999-12-31 in the Gregorian
/// calendar, which is also used for the years before 1582, as in ISO 8601.
///
///     let date = CivilDate(year: 2026, month: 3, day: 14)
///     date?.quarterText   // "2026-Q1"
///     date?.weekText      // "2026-W11"
package struct CivilDate: Sendable, Hashable {
  /// Days since 1970-01-01.
  package let dayNumber: Int32

  /// The first day, 0001-01-01.
  package static let first = CivilDate(unchecked: -719_162)
  /// The last day, 9999-12-31.
  package static let last = CivilDate(unchecked: 2_932_896)

  private init(unchecked dayNumber: Int32) {
    self.dayNumber = dayNumber
  }

  /// The day a number of days after 1970-01-01; nil outside the years 1 to 9999.
  package init?(dayNumber: Int) {
    guard dayNumber >= Int(Self.first.dayNumber), dayNumber <= Int(Self.last.dayNumber) else { return nil }
    self.init(unchecked: Int32(truncatingIfNeeded: dayNumber))
  }

  /// A day by its parts; nil if there is no such day, such as 2026-02-30.
  ///
  /// The day number is computed as in `days_from_civil` of Howard Hinnant's "chrono-Compatible Low-Level Date
  /// Algorithms": years begin in March, so that a leap day is the last day, and 400 years have 146,097 days.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.days(inMonth: month, of: year)
    else { return nil }
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    self.init(unchecked: Int32(truncatingIfNeeded: era * 146_097 + dayOfEra - 719_468))
  }

  /// The number of days of a month.
  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Year, month and day at once, by Hinnant's `civil_from_days`.
  package var parts: (year: Int, month: Int, day: Int) {
    let days = Int(dayNumber) + 719_468
    let era = days / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let day = dayOfYear - (153 * shifted + 2) / 5 + 1
    return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day)
  }

  /// The year, 1 to 9999.
  package var year: Int { parts.year }
  /// The month, 1 to 12.
  package var month: Int { parts.month }
  /// The day of the month, 1 to 31.
  package var day: Int { parts.day }
  /// The quarter of the year, 1 to 4.
  var quarter: Int { (month + 2) / 3 }
  /// The day of the week, 1 for Monday to 7 for Sunday.
  package var weekday: Int { (Int(dayNumber) + 719_162) % 7 + 1 }

  /// The ISO 8601 week, which belongs to the year of its Thursday.
  package var week: (year: Int, number: Int) {
    let thursday = CivilDate(unchecked: dayNumber + Int32(4 - weekday))
    let year = thursday.year
    let newYear = CivilDate(year: year, month: 1, day: 1)?.dayNumber ?? thursday.dayNumber
    return (year, Int(thursday.dayNumber - newYear) / 7 + 1)
  }

  /// The day a number of days later, or earlier if negative; nil outside the years 1 to 9999.
  package func adding(days: Int) -> CivilDate? {
    let (sum, overflow) = Int(dayNumber).addingReportingOverflow(days)
    return overflow ? nil : CivilDate(dayNumber: sum)
  }

  /// The same day a number of months later, or earlier if negative; in a shorter month, its last day. Nil
  /// outside the years 1 to 9999.
  package func adding(months: Int) -> CivilDate? {
    let (year, month, day) = parts
    let (sum, overflow) = (year * 12 + month - 1).addingReportingOverflow(months)
    guard !overflow, (12..<120_000).contains(sum) else { return nil }
    let (newYear, newMonth) = (sum / 12, sum % 12 + 1)
    return CivilDate(
      year: newYear, month: newMonth, day: min(day, Self.days(inMonth: newMonth, of: newYear)))
  }

  /// The number of days from another day to this one.
  package func days(since other: CivilDate) -> Int {
    Int(dayNumber) - Int(other.dayNumber)
  }
}

extension CivilDate: Comparable {
  /// Whether the first day is earlier.
  package static func < (a: CivilDate, b: CivilDate) -> Bool { a.dayNumber < b.dayNumber }
}
