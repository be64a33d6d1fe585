import Diagnostics

/// Why a text is not a number.
package enum DecimalError: Error, Equatable {
  /// It is not a number, or its digits are grouped ambiguously.
  case malformed
  /// It has a comma. `reading` is the number in docket's form if only one can be meant: `12,50` is certainly
  /// `12.50`, but `1,234` may be two numbers.
  case comma(reading: String?)
  /// It has more than 15 digits before the point, or whatever maximum was given.
  case tooManyDigits
  /// It has more than 38 digits in all, or more than 76 after the point.
  case tooPrecise
  /// It has a decimal point where an integer is expected.
  case notWhole
}

extension Decimal {
  /// The maximum number of digits before the point of a number in a file.
  package static let maximumWrittenDigits = 15

  /// Parses a number as it is written in files: an optional sign, digits, a `.` and more digits.
  ///
  /// Single spaces or `_` may group digits: at least three in the last group before the point, at least two
  /// in middle groups, and three after the point except in the last. So `12 50` is not a number.
  /// - Parameters:
  ///   - text: the UTF-8 bytes.
  ///   - percent: whether the number may end in `%`, optionally after a space; `10%` is 0.1.
  ///   - wholeDigits: the maximum number of digits before the point.
  package init(
    parsing text: Span<UInt8>, percent: Bool = false, wholeDigits: Int = maximumWrittenDigits
  ) throws(DecimalError) {
    var scanner = Scanner()
    guard scanner.scan(text, percent: percent) else {
      throw text.contains(UInt8(ascii: ",")) ? Self.commaError(in: text) : .malformed
    }
    guard scanner.wholeDigits <= wholeDigits else { throw .tooManyDigits }
    // Of an endless quotient such as 1/30 the 38 digits begin after zeros.
    guard scanner.digits <= Self.precision, scanner.scale <= 2 * Self.precision else { throw .tooPrecise }
    let value = Int128(truncatingIfNeeded: scanner.value)
    self.init(
      significand: scanner.isNegative ? -value : value, scale: Int16(truncatingIfNeeded: scanner.scale))
  }

  /// Parses a number; nil if the text is not one.
  package init?(_ text: String) {
    guard let value = try? Decimal(parsing: text.utf8.span) else { return nil }
    self = value
  }

  /// Parses an integer of at most 15 digits, grouped or not.
  package static func integer(parsing text: Span<UInt8>) throws(DecimalError) -> Int {
    let number = try Decimal(parsing: text)
    guard number.scale == 0, let value = number.integer else { throw .notWhole }
    return value
  }
}

/// Scans a number in one pass; the value overflows if there are more than 38 digits, which `digits` shows.
private struct Scanner {
  private(set) var isNegative = false
  private(set) var value: UInt128 = 0
  /// The number of digits in all, without leading zeros.
  private(set) var digits = 0
  /// The number of digits before the point, without leading zeros.
  private(set) var wholeDigits = 0
  /// The number of digits after the point, plus 2 for `%`.
  private(set) var scale = 0

  /// Scans a text, and returns whether it has the form of a number.
  mutating func scan(_ text: Span<UInt8>, percent: Bool) -> Bool {
    var index = 0
    var end = text.count
    var isPercent = false
    if percent, end > 0, text[end - 1] == UInt8(ascii: "%") {
      isPercent = true
      end -= 1
      if end > 0, text[end - 1] == UInt8(ascii: " ") { end -= 1 }
    }
    if end > 0, text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+") {
      isNegative = text[0] == UInt8(ascii: "-")
      index = 1
    }
    var group = 0
    var isGrouped = false
    var hasMark = false
    while index < end {
      let byte = text[index]
      if byte.isASCIIDigit {
        value = value &* 10 &+ UInt128(byte & 0x0F)
        if digits > 0 || byte != UInt8(ascii: "0") { digits += 1 }
        if hasMark { scale += 1 }
        group += 1
      } else if byte == UInt8(ascii: ".") {
        guard !hasMark, group >= (isGrouped ? 3 : 1) else { return false }
        wholeDigits = digits
        hasMark = true
        isGrouped = false
        group = 0
      } else if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "_") {
        guard group >= (hasMark ? 3 : isGrouped ? 2 : 1) else { return false }
        isGrouped = true
        group = 0
      } else {
        return false
      }
      index += 1
    }
    guard group >= (isGrouped && !hasMark ? 3 : 1) else { return false }
    if !hasMark { wholeDigits = digits }
    if isPercent { divideByHundred(hasMark: hasMark) }
    return true
  }

  /// Drops trailing zeros of a whole percentage, so that `10%` is 0.1.
  private mutating func divideByHundred(hasMark: Bool) {
    scale += 2
    while !hasMark, scale > 0, value % 10 == 0 {
      value /= 10
      scale -= 1
    }
  }
}

extension Decimal {
  /// The error for a text that has a comma and is not a number.
  private static func commaError(in text: Span<UInt8>) -> DecimalError {
    var body = [UInt8]()
    for index in 0..<text.count { body.append(text[index]) }
    var sign = ""
    var percent = ""
    if let first = body.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      sign = first == UInt8(ascii: "-") ? "-" : ""
      body.removeFirst()
    }
    if body.last == UInt8(ascii: "%") {
      percent = "%"
      body.removeLast()
      if body.last == UInt8(ascii: " ") { body.removeLast() }
    }
    let marks = body.filter { !$0.isASCIIDigit }
    guard marks.count < body.count, marks.allSatisfy({ ",._ '".utf8.contains($0) }) else { return .malformed }
    let parts = body.split(omittingEmptySubsequences: false, whereSeparator: { !$0.isASCIIDigit }).map {
      String(decoding: $0, as: UTF8.self)
    }
    let readings = [markedReading(parts, marks), groupedReading(parts, marks)].compactMap(\.self)
    guard readings.count == 1, let reading = readings.first, Decimal(reading) != nil else {
      return .comma(reading: nil)
    }
    return .comma(reading: sign + reading + percent)
  }

  /// The number if the last comma or point is the decimal mark and all marks before it group thousands.
  private static func markedReading(_ parts: [String], _ marks: [UInt8]) -> String? {
    guard let mark = marks.last, mark == UInt8(ascii: ",") || mark == UInt8(ascii: "."),
      let fraction = parts.last, !fraction.isEmpty, !marks.dropLast().contains(mark),
      let whole = groupedReading(Array(parts.dropLast()), Array(marks.dropLast()))
    else { return nil }
    return whole + "." + fraction
  }

  /// The number if every mark, all of the same kind, groups thousands, or lakhs and crores (`1,23,456`).
  private static func groupedReading(_ parts: [String], _ marks: [UInt8]) -> String? {
    guard let first = parts.first, !first.isEmpty else { return nil }
    guard let last = parts.last, parts.count > 1 else { return first }
    let inner = parts.dropFirst().dropLast()
    guard Set(marks).count == 1, !first.hasPrefix("0"), first.utf8.count <= 3, last.utf8.count == 3,
      inner.allSatisfy({ $0.utf8.count == 3 })
        || (first.utf8.count <= 2 && inner.allSatisfy({ $0.utf8.count == 2 }))
    else { return nil }
    return parts.joined()
  }
}

extension Span<UInt8> {
  fileprivate func contains(_ byte: UInt8) -> Bool {
    for index in 0..<count where self[index] == byte { return true }
    return false
  }
}
