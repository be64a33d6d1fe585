import Diagnostics
import Records

/// Splits a text into words to search for. Case and diacritics are folded as in sorts, and numbers have no
/// group separators. Scripts without spaces between words yield every pair of adjacent characters.
///
///     "Straße 12"       strasse, 12
///     "2026-0054"       2026-0054, 2026, 0054
///     "1.250,00 €"      1250.00
///     "1 250,00 €"      1250.00
///     "19.2.2026"       2026-02-19
///     "浪速サイクル"      浪速, 速さ, さい, いく, くる
///
/// The memory is reused between texts.
package struct SearchWords {
  /// The maximum length of a word in UTF-8 bytes; longer words are found by their beginnings.
  static let maximumLength = 24

  /// The text as its search key.
  private var folded: [UInt8] = []

  package init() {}

  /// Calls a closure with each word of a text in UTF-8.
  /// - Complexity: O(*n*) in the text's bytes.
  package mutating func forEach(in text: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
    folded.removeAll(keepingCapacity: true)
    folded.appendSearchKey(of: text)
    folded.withUnsafeBufferPointer { Self.forEach(inFolded: $0.span, body) }
  }

  private static func forEach(inFolded text: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
    var word = Word()
    var pair = Pair()
    var index = 0

    /// Ends the word, unless a group of digits of the same number follows.
    /// - Parameter next: the index after the character that is no part of a word.
    /// - Returns: where to continue.
    func breaks(next: Int) -> Int {
      guard word.start >= 0 else { return next }
      if let group = nextGroup(of: word, at: index, in: text) {
        word.isGrouped = true
        return group
      }
      end(word, at: index, in: text, body)
      word.start = -1
      return next
    }

    while index < text.count {
      let byte = text[index]
      if byte < 0x80, pair.last == nil {
        if isPart(byte) {
          if word.start < 0 { word = Word(start: index) }
        } else if word.start >= 0, byte == UInt8(ascii: "-") {
          word.hasDash = true
        } else if word.start >= 0, isMark(byte), text[index - 1].isASCIIDigit {
          word.hasMark = true
        } else {
          index = breaks(next: index + 1)
          continue
        }
        index += 1
        continue
      }
      let (scalar, next) = scalar(at: index, in: text)
      if isUnspaced(scalar) {
        if word.start >= 0 { end(word, at: index, in: text, body) }
        word.start = -1
        if let character = pair.last {
          body(text.extracting(character.lowerBound..<next))
          pair.isReported = true
        }
        pair.last = index..<next
        index = next
        continue
      }
      pair.end(in: text, body)
      // Handles ASCII again, now that no pair is open.
      if byte < 0x80 { continue }
      guard isPart(scalar) else {
        index = breaks(next: next)
        continue
      }
      if word.start < 0 { word = Word(start: index) }
      index = next
    }
    pair.end(in: text, body)
    if word.start >= 0 { end(word, at: text.count, in: text, body) }
  }

  /// The adjacent characters of a script without spaces.
  private struct Pair {
    /// The last character; nil after one of another script.
    var last: Range<Int>?
    /// Whether it is already part of a pair.
    var isReported = false

    /// Reports a character that stands alone.
    mutating func end(in text: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
      if let last, !isReported { body(text.extracting(last)) }
      self = Pair()
    }
  }

  // MARK: Words

  /// The current word.
  private struct Word {
    /// The start of the word; -1 between words.
    var start = -1
    var hasDash = false
    /// Whether a `.` or `,` follows a digit of it.
    var hasMark = false
    /// Whether it is a number with blanks or apostrophes between groups of three digits.
    var isGrouped = false
  }

  /// The start of the three digits after a blank or an apostrophe that separates groups of a number; nil
  /// anywhere else. After a space, which also separates two numbers, a number is one only with decimals:
  /// `1 250,00`.
  private static func nextGroup(of word: Word, at index: Int, in text: Span<UInt8>) -> Int? {
    var groups = index
    guard let first = groupSeparator(at: index, in: text),
      word.isGrouped
        || index - word.start <= 3 && (word.start..<index).allSatisfy({ text[$0].isASCIIDigit })
    else { return nil }
    while groups < text.count, let length = groupSeparator(at: groups, in: text),
      isNumber(3, at: groups + length, in: text)
    {
      groups += length + 3
    }
    guard groups > index else { return nil }
    let isDecimal =
      groups < text.count && isMark(text[groups])
      && (isNumber(1, at: groups + 1, in: text) || isNumber(2, at: groups + 1, in: text))
    return isDecimal || text[index] != UInt8(ascii: " ") ? index + first : nil
  }

  /// Whether there is a number of so many digits, and no letter directly after it.
  private static func isNumber(_ count: Int, at index: Int, in text: Span<UInt8>) -> Bool {
    guard index + count <= text.count, (index..<index + count).allSatisfy({ text[$0].isASCIIDigit }) else {
      return false
    }
    return index + count == text.count || !isPart(text[index + count])
  }

  /// The length of a character that separates groups of digits: a space, with or without a break, or an
  /// apostrophe; nil for any other.
  private static func groupSeparator(at index: Int, in text: Span<UInt8>) -> Int? {
    switch text[index] {
    case UInt8(ascii: " "), UInt8(ascii: "'"): 1
    case 0xC2 where index + 1 < text.count && text[index + 1] == 0xA0: 2
    case 0xE2
    where index + 2 < text.count && text[index + 1] == 0x80
      && (text[index + 2] == 0xAF || text[index + 2] == 0x99):
      3
    default: nil
    }
  }

  /// Reports a word, and its parts if it contains dashes.
  private static func end(_ word: Word, at end: Int, in text: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
    var end = end
    while text[end - 1] == UInt8(ascii: "-") || isMark(text[end - 1]) { end -= 1 }
    if word.isGrouped {
      let digits = text.extracting(word.start..<end).withUnsafeBufferPointer {
        $0.filter { isMark($0) || isPart($0) }
      }
      return number(digits.span, hasMark: word.hasMark, body)
    }
    number(text.extracting(word.start..<end), hasMark: word.hasMark, body)
    guard word.hasDash, (word.start..<end).contains(where: { text[$0] == UInt8(ascii: "-") }) else { return }
    var start = word.start
    for index in word.start...end where index == end || text[index] == UInt8(ascii: "-") {
      if index > start { number(text.extracting(start..<index), hasMark: word.hasMark, body) }
      start = index + 1
    }
  }

  /// Reports a number without group separators, with a point as decimal mark, and without zeros at its end, which are
  /// written or not. The last mark is the decimal mark if one or two digits follow.
  private static func number(_ word: Span<UInt8>, hasMark: Bool, _ body: (Span<UInt8>) -> Void) {
    guard hasMark, let last = word.indices.last(where: { isMark(word[$0]) }) else {
      return body(word.extracting(..<lengthOfBeginning(of: word)))
    }
    let isDecimal = (1...2).contains(word.count - last - 1)
    // This is how docket writes amounts itself.
    var end = word.count
    if isDecimal {
      while word[end - 1] == UInt8(ascii: "0") { end -= 1 }
      if end == last + 1 { end = last }
    }
    if isDecimal, word[last] == UInt8(ascii: "."), !(0..<last).contains(where: { isMark(word[$0]) }) {
      let number = word.extracting(..<end)
      return body(number.extracting(..<lengthOfBeginning(of: number)))
    }
    if let date = date(word) { return body(date.span) }
    var digits: [UInt8] = []
    for index in 0..<end {
      if !isMark(word[index]) {
        digits.append(word[index])
      } else if index == last, isDecimal {
        digits.append(UInt8(ascii: "."))
      }
    }
    body(digits.span.extracting(..<lengthOfBeginning(of: digits.span)))
  }

  /// The ISO form of a date such as `19.02.2026`, as much of Europe writes it; nil for any other word.
  private static func date(_ word: Span<UInt8>) -> [UInt8]? {
    guard (8...10).contains(word.count),
      word.indices.allSatisfy({ word[$0].isASCIIDigit || isMark(word[$0]) })
    else { return nil }
    let parts = word.withUnsafeBufferPointer {
      Array($0).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    }
    guard parts.map(\.count).elementsEqual([1...2, 1...2, 4...4], by: { $1.contains($0) }),
      parts.joined().allSatisfy(\.isASCIIDigit)
    else { return nil }
    let padded = parts.map { $0.count == 1 ? [UInt8(ascii: "0")] + $0 : Array($0) }
    return Array(padded.reversed().joined(separator: [UInt8(ascii: "-")]))
  }

  /// The number of bytes of a word that are searched.
  private static func lengthOfBeginning(of word: Span<UInt8>) -> Int {
    guard word.count > maximumLength else { return word.count }
    var end = maximumLength
    while word[end] & 0xC0 == 0x80 { end -= 1 }
    return end
  }

  // MARK: Characters

  private static func isMark(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") }

  private static func isPart(_ byte: UInt8) -> Bool {
    byte.isASCIIDigit || byte &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_")
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      || scalar.properties.generalCategory == .nonspacingMark
  }

  /// The character at an index, and the next index; invalid UTF-8 yields the replacement character.
  private static func scalar(at index: Int, in text: Span<UInt8>) -> (Unicode.Scalar, next: Int) {
    let lead = text[index]
    let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard index + length <= text.count else { return ("\u{fffd}", text.count) }
    var value = length == 1 ? UInt32(lead) : UInt32(lead) & (0x7F >> UInt32(length))
    for offset in 1..<max(length, 1) { value = value << 6 | UInt32(text[index + offset] & 0x3F) }
    return (Unicode.Scalar(value) ?? "\u{fffd}", index + length)
  }

  /// Whether a character's script has no spaces between words: Han, Hiragana, Katakana, Thai.
  private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3041...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
      0x0E01...0x0E7F, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
