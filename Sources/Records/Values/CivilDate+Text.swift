import Diagnostics

extension CivilDate: CustomStringConvertible {
  /// The day in ISO 8601: `2026-03-14`.
  package var description: String {
    text.span.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }
  /// The quarter: `2026-Q1`.
  package var quarterText: String { Self.text(year, "-Q", quarter, digits: 1) }
  /// The month: `2026-03`.
  package var monthText: String {
    let (year, month, _) = parts
    return Self.text(year, "-", month, digits: 2)
  }
  /// The ISO 8601 week with its year, which may differ from the day's: `2026-W11`.
  package var weekText: String {
    let (year, number) = week
    return Self.text(year, "-W", number, digits: 2)
  }

  /// Appends the day in ISO 8601.
  package func append(to bytes: inout [UInt8]) {
    text.span.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
  }

  /// A buffer for the bytes of a day or a part of it, without heap memory.
  private typealias Text = InlineArray<10, UInt8>

  /// The day in ISO 8601.
  private var text: Text {
    let (year, month, day) = parts
    var text = Text(repeating: UInt8(ascii: "-"))
    Self.write(year, before: 4, digits: 4, to: &text)
    Self.write(month, before: 7, digits: 2, to: &text)
    Self.write(day, before: 10, digits: 2, to: &text)
    return text
  }

  private static func text(_ year: Int, _ mark: StaticString, _ part: Int, digits: Int) -> String {
    var text = Text(repeating: 0)
    write(year, before: 4, digits: 4, to: &text)
    let count = 4 + mark.utf8CodeUnitCount + digits
    mark.withUTF8Buffer { for (index, byte) in $0.enumerated() { text[4 + index] = byte } }
    write(part, before: count, digits: digits, to: &text)
    return text.span.extracting(0..<count).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }

  private static func write(_ number: Int, before end: Int, digits: Int, to text: inout Text) {
    var rest = number
    for index in 1...digits {
      text[end - index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }
}

/// Why a text is not a date.
package enum CivilDateError: Error, Equatable {
  /// It does not have the form `YYYY-MM-DD`.
  case malformed
  /// It has this form, but there is no such day: `2026-02-30`.
  case impossible
}

extension CivilDate {
  /// Reads `YYYY-MM-DD`, exactly.
  package init(parsing text: Span<UInt8>) throws(CivilDateError) {
    guard text.count == 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      let year = Self.number(text, 0..<4), let month = Self.number(text, 5..<7),
      let day = Self.number(text, 8..<10)
    else { throw .malformed }
    guard let date = CivilDate(year: year, month: month, day: day) else { throw .impossible }
    self = date
  }

  /// Reads `YYYY-MM-DD`, exactly; nil if the text is anything else.
  package init?(_ text: String) {
    guard let date = try? CivilDate(parsing: text.utf8.span) else { return nil }
    self = date
  }

  /// The only day that a malformed date can mean; nil if there is none or more than one.
  ///
  /// The text must have three numbers separated by the same character of `. / -`, one of them a year of four
  /// digits. A year at the beginning is always followed by the month; a year at the end may follow a day or a
  /// month, so `14/03/2026` is certain and `3/4/2026` is not. In dates with points, the day comes first. A
  /// midnight after the day, as databases write it, is ignored: `2011-01-29 00:00:00`.
  /// - Parameter whole: the UTF-8 bytes of the text.
  package static func certainReading(of whole: Span<UInt8>) -> CivilDate? {
    let text = whole.extracting(0..<lengthOfDay(whole))
    guard text.count <= 10 else { return nil }
    var marks: [Int] = []
    for index in 0..<text.count where !text[index].isASCIIDigit { marks.append(index) }
    guard marks.count == 2, text[marks[0]] == text[marks[1]],
      [UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "-")].contains(text[marks[0]]),
      let a = number(text, 0..<marks[0]), let b = number(text, marks[0] + 1..<marks[1]),
      let c = number(text, marks[1] + 1..<text.count)
    else { return nil }
    let widths = [marks[0], marks[1] - marks[0] - 1, text.count - marks[1] - 1]
    if widths[0] == 4, widths[1] <= 2, widths[2] <= 2 { return CivilDate(year: a, month: b, day: c) }
    guard widths[2] == 4, widths[0] <= 2, widths[1] <= 2 else { return nil }
    let dayFirst = CivilDate(year: c, month: b, day: a)
    if text[marks[0]] == UInt8(ascii: ".") { return dayFirst }
    let monthFirst = CivilDate(year: c, month: a, day: b)
    guard let dayFirst, let monthFirst else { return dayFirst ?? monthFirst }
    return dayFirst == monthFirst ? dayFirst : nil
  }

  /// The number of bytes before ` 00:00`, `T00:00:00` or `T00:00:00.000Z`; all if there is no midnight.
  private static func lengthOfDay(_ text: Span<UInt8>) -> Int {
    var day = 0
    while day < text.count, text[day] != UInt8(ascii: "T"), text[day] != UInt8(ascii: " ") { day += 1 }
    var digits = 0
    for index in min(day + 1, text.count)..<text.count {
      let byte = text[index]
      if byte == UInt8(ascii: "0") {
        digits += 1
      } else if byte == UInt8(ascii: "Z") ? index < text.count - 1 : byte != 0x3A && byte != 0x2E {
        return text.count
      }
    }
    return digits >= 4 ? day : text.count
  }

  /// The value of one to four digits.
  private static func number(_ text: Span<UInt8>, _ range: Range<Int>) -> Int? {
    guard (1...4).contains(range.count) else { return nil }
    var value = 0
    for index in range {
      guard text[index].isASCIIDigit else { return nil }
      value = value * 10 + Int(text[index] & 0x0F)
    }
    return value
  }
}
