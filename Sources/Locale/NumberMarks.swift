/// The marks that a language inserts into the digits of a number.
struct NumberMarks {
  /// The text before a negative number.
  let minus: ShortText
  private let group: ShortText
  private let decimal: ShortText
  /// The minimum number of digits before the decimal mark for grouping.
  private let minimumDigits: Int
  /// The number of digits in each group except the last, which has three.
  private let groupSize: Int

  /// Makes the marks of a language, with the group and decimal marks of plain numbers or of amounts.
  init(_ facts: LocaleFacts, group: String, decimal: String) {
    self.minus = ShortText(facts.minus)
    self.group = ShortText(group)
    self.decimal = ShortText(decimal)
    // UTS 35, "Minimum Grouping Digits": how many digits must precede the last group for grouping.
    minimumDigits = 3 + max(1, facts.minimumGroupingDigits)
    groupSize = max(1, facts.groupSize)
  }

  /// Appends the digits of a plain decimal with the language's group and decimal marks; other bytes stay.
  ///
  /// - Parameters:
  ///   - plain: A plain decimal as ASCII bytes.
  ///   - start: The offset of the first byte after the sign.
  ///   - output: The UTF-8 bytes to append to.
  /// - Complexity: O(*n*) in the number of digits.
  func append(_ plain: Span<UInt8>, from start: Int, to output: inout [UInt8]) {
    // At worst, a mark follows each digit.
    output.append(addingCapacity: plain.count * (1 + ShortText.maximumCount)) { output in
      append(plain, from: start, to: &output)
    }
  }

  private func append(_ plain: Span<UInt8>, from start: Int, to output: inout OutputSpan<UInt8>) {
    var end = start
    while end < plain.count, Self.isDigit(plain[end]) { end += 1 }
    let count = end - start
    var leftInGroup = count < minimumDigits ? count : (count - 4) % groupSize + 1
    for offset in start..<end {
      if leftInGroup == 0 {
        group.append(to: &output)
        leftInGroup = end - offset > 3 ? groupSize : 3
      }
      output.append(plain[offset])
      leftInGroup -= 1
    }
    guard end < plain.count else { return }
    if plain[end] == UInt8(ascii: ".") {
      decimal.append(to: &output)
      end += 1
    }
    for offset in end..<plain.count { output.append(plain[offset]) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}
