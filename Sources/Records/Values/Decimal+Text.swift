extension Decimal: CustomStringConvertible {
  /// Plain digits with a `.` and as many digits after it as the scale; no exponent, no grouping.
  package var description: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends plain digits with a `.`; no exponent and no grouping, in any locale.
  /// - Parameters:
  ///   - bytes: the bytes to append to.
  ///   - minimumDigits: the minimum number of digits after the point, padded with zeros: 2 for `12.50`.
  package func append(to bytes: inout [UInt8], minimumDigits: Int = 0) {
    withText(minimumDigits: minimumDigits) { text in
      text.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }
  }

  /// Passes plain digits with a `.` to a function, for formatting without allocation.
  /// - Parameters:
  ///   - minimumDigits: the minimum number of digits after the point, padded with zeros: 2 for `12.50`.
  ///   - body: called once, with ASCII text.
  package func withText(minimumDigits: Int = 0, _ body: (Span<UInt8>) -> Void) {
    guard let small, scale <= 18, minimumDigits <= 18 else {
      return body(longText(minimumDigits: minimumDigits).span)
    }
    // Written backwards and copied at once: appending digit by digit took seven times as long.
    let zero = UInt8(ascii: "0")
    let digits = max(scale, minimumDigits)
    var text = InlineArray<44, UInt8>(repeating: zero)
    var start = text.count - (digits - scale)
    var rest = small.magnitude
    func writeDigit() {
      start -= 1
      text[start] = zero + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    for _ in 0..<scale { writeDigit() }
    if digits > 0 {
      start -= 1
      text[start] = UInt8(ascii: ".")
    }
    repeat { writeDigit() } while rest > 0
    if small < 0 {
      start -= 1
      text[start] = UInt8(ascii: "-")
    }
    body(text.span.extracting(start..<text.count))
  }

  /// The text of a number beyond 64 bits, or with very many digits after the point.
  private func longText(minimumDigits: Int) -> [UInt8] {
    let zero = UInt8(ascii: "0")
    var bytes: [UInt8] = []
    if isNegative { bytes.append(UInt8(ascii: "-")) }
    var digits = InlineArray<40, UInt8>(repeating: zero)
    let count = write(to: &digits)
    let whole = count - scale
    if whole <= 0 { bytes.append(zero) }
    for index in 0..<max(whole, 0) { bytes.append(digits[index]) }
    guard scale > 0 || minimumDigits > 0 else { return bytes }
    bytes.append(UInt8(ascii: "."))
    for _ in 0..<max(-whole, 0) { bytes.append(zero) }
    for index in max(whole, 0)..<count { bytes.append(digits[index]) }
    for _ in 0..<max(minimumDigits - scale, 0) { bytes.append(zero) }
    return bytes
  }

  /// Writes the significand's digits to the front of a buffer, and returns their number; 0 has none.
  private func write(to digits: inout InlineArray<40, UInt8>) -> Int {
    let magnitude = significand.magnitude
    var index = digitCount(magnitude)
    let count = index
    // 64-bit division is many times faster, so the lower 19 digits and the rest are converted separately.
    let (top, bottom) =
      magnitude >> 64 == 0
      ? (0, UInt64(truncatingIfNeeded: magnitude)) : magnitude.halves
    for (value, least) in [(bottom, top == 0 ? 0 : index - 19), (top, 0)] {
      var value = value
      while index > least {
        index -= 1
        digits[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10)
        value /= 10
      }
    }
    return count
  }
}

extension UInt128 {
  /// The digits before the last 19, and the last 19.
  fileprivate var halves: (UInt64, UInt64) {
    let (top, bottom) = quotientAndRemainder(dividingBy: 10_000_000_000_000_000_000)
    return (UInt64(truncatingIfNeeded: top), UInt64(truncatingIfNeeded: bottom))
  }
}
