import Platform

/// The system's clock and calendar.
package enum SystemClock {
  /// The current day in local time.
  package static func today() -> (year: Int, month: Int, day: Int) {
    var seconds = time(nil)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return day(parts)
  }

  /// The day in UTC for a number of seconds since 1970.
  package static func day(ofSeconds seconds: Int) -> (year: Int, month: Int, day: Int) {
    var seconds = time_t(seconds)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    return day(parts)
  }

  private static func day(_ parts: tm) -> (year: Int, month: Int, day: Int) {
    (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
  }
}
