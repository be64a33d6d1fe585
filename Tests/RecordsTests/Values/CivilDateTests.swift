import Records
import Testing

struct CivilDateTests {
  @Test func everyDayFollowsTheLastByTheCalendar() throws {
    var (year, month, day) = (1, 1, 1)
    var weekday = 1
    for number in Int(CivilDate.first.dayNumber)...Int(CivilDate.last.dayNumber) {
      let date = try #require(CivilDate(dayNumber: number))
      let same = CivilDate(year: year, month: month, day: day)
      guard date.parts == (year, month, day), same == date, date.weekday == weekday else {
        Issue.record("day \(number) is \(date), not \(year)-\(month)-\(day)")
        return
      }
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
      weekday = weekday % 7 + 1
      day += 1
      if day > length { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    #expect((year, month, day) == (10000, 1, 1))
  }

  @Test func day0Is1970() {
    #expect(CivilDate(dayNumber: 0)?.description == "1970-01-01")
    #expect(CivilDate.first.description == "0001-01-01")
    #expect(CivilDate.last.description == "9999-12-31")
  }

  @Test(arguments: [
    (0, 1, 1), (10000, 1, 1), (2026, 0, 1), (2026, 13, 1), (2026, 2, 29), (2026, 4, 31), (1900, 2, 29),
    (2026, 1, 0),
    (Int.max, 1, 1), (Int.min, 1, 1), (2026, 1, Int.max),
  ])
  func hasNoSuchDay(year: Int, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  @Test(arguments: [
    ("2026-03-14", "2026-Q1", "2026-03", "2026-W11", 6), ("2026-01-01", "2026-Q1", "2026-01", "2026-W01", 4),
    ("2025-12-29", "2025-Q4", "2025-12", "2026-W01", 1), ("2027-01-03", "2027-Q1", "2027-01", "2026-W53", 7),
    ("2024-02-29", "2024-Q1", "2024-02", "2024-W09", 4), ("0001-01-01", "0001-Q1", "0001-01", "0001-W01", 1),
    ("9999-12-31", "9999-Q4", "9999-12", "9999-W52", 5), ("2026-06-30", "2026-Q2", "2026-06", "2026-W27", 2),
  ])
  func namesItsQuarterMonthAndWeek(iso: String, quarter: String, month: String, week: String, weekday: Int)
    throws
  {
    let date = try #require(CivilDate(iso))
    #expect(date.description == iso)
    #expect(date.quarterText == quarter)
    #expect(date.monthText == month)
    #expect(date.weekText == week)
    #expect(date.weekday == weekday)
  }

  @Test func stopsAtTheEndsOfTheCalendar() throws {
    let date = try #require(CivilDate("2026-03-14"))
    #expect(date.adding(days: -30)?.description == "2026-02-12")
    #expect(date.adding(days: Int.max) == nil)
    #expect(date.adding(days: Int.min) == nil)
    #expect(CivilDate.last.adding(days: 1) == nil)
    #expect(CivilDate.first.adding(days: -1) == nil)
    #expect(CivilDate.last.days(since: .first) == 3_652_058)
  }

  @Test(arguments: [
    ("2026-02-30", CivilDateError.impossible), ("0000-01-01", .impossible), ("2026-13-01", .impossible),
    ("", .malformed), ("2026-3-14", .malformed), ("2026/03/14", .malformed), ("14.03.2026", .malformed),
    ("2026-03-14 ", .malformed), ("2026-03-1a", .malformed), ("+026-03-14", .malformed),
    ("２026-3-1", .malformed),
  ])
  func tellsMalformedFromImpossible(text: String, error: CivilDateError) {
    #expect(throws: error) { try CivilDate(parsing: text.utf8.span) }
  }

  @Test func readsAPartOfAFile() throws {
    let bytes = Array("date: 2026-03-14\n".utf8)
    #expect(try CivilDate(parsing: bytes.span.extracting(6..<16)).description == "2026-03-14")
  }

  @Test(arguments: [
    ("02.13.2026", nil), ("14.03.2026", "2026-03-14"), ("3/14/2026", "2026-03-14"),
    ("2026/3/14", "2026-03-14"),
    ("2026-3-14", "2026-03-14"), ("2026/3/4", "2026-03-04"), ("3/3/2026", "2026-03-03"),
    ("14-3-2026", "2026-03-14"),
    ("3/4/2026", nil), ("03.04.2026", "2026-04-03"), ("3.4.2026", "2026-04-03"),
    ("2011-01-29 00:00:00", "2011-01-29"), ("2011-01-29T00:00:00", "2011-01-29"),
    ("2011-01-29T00:00:00.000Z", "2011-01-29"), ("29.01.2011 00:00", "2011-01-29"),
    ("2011-01-29 13:45:00", nil), ("2011-01-29 ", nil), ("2011-01-29T", nil), ("2011-01-29 0", nil),
    ("2011-01-29T00", nil), ("2011-01-29 00:0", nil),
    ("2011-01-29 00:00:00 CET", nil), ("14.03.26", nil), ("30.02.2026", nil), ("2026-03/14", nil),
    ("2026-14-03", nil), ("2026-03", nil), ("", nil), ("--", nil), ("...", nil), ("2026-03-014", nil),
    ("20260314", nil), ("99999999999999999999/1/1", nil), ("1.2.3.2026", nil), ("tomorrow", nil),
  ])
  func offersOnlyACertainReading(text: String, iso: String?) {
    #expect(CivilDate.certainReading(of: text.utf8.span)?.description == iso)
  }
}
