/// The lines of a YAML text, blank ones and comments passed over, and the plain forms that stand on them.
///
/// Offsets are bytes from the start of the text. What is not plain is nil or false; `YAMLDocument.readPlain` says what is.
struct PlainLines {
  /// The whole text, in UTF-8; it must outlive this value.
  let bytes: UnsafeBufferPointer<UInt8>
  /// The first byte of the current line that is no space.
  private(set) var start = 0
  /// The number of spaces before it.
  private(set) var indent = 0
  /// Behind the last byte of the line that is no space.
  private(set) var end = 0
  /// Whether there is no line any more.
  private(set) var isAtEnd = false
  private var next = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// Whether the line is an item of a sequence.
  var isItem: Bool {
    bytes[start] == UInt8(ascii: "-") && start + 1 < end && bytes[start + 1] == UInt8(ascii: " ")
  }

  /// Goes on to the next line.
  /// - Returns: false where a tab or a lone CR stands on the way.
  mutating func advance() -> Bool {
    while next < bytes.count {
      let lineStart = next
      start = next
      while start < bytes.count, bytes[start] == UInt8(ascii: " ") { start += 1 }
      end = start
      while end < bytes.count, bytes[end] >= 0x20 { end += 1 }
      next = end
      if next < bytes.count, bytes[next] == UInt8(ascii: "\r") { next += 1 }
      if next < bytes.count {
        guard bytes[next] == UInt8(ascii: "\n") else { return false }
        next += 1
      } else if next > end {
        return false
      }
      while end > start, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
      if start < end, bytes[start] != UInt8(ascii: "#") {
        indent = start - lineStart
        return true
      }
    }
    isAtEnd = true
    return true
  }

  // MARK: Forms

  /// The `:` behind a key that begins at an offset; nil where none does.
  func keyEnd(from start: Int) -> Int? {
    guard start < end, Self.isLetter(bytes[start]) else { return nil }
    // libyaml takes a key of up to 1024 characters.
    let limit = min(end, start + 256)
    var index = start + 1
    while index < limit, Self.isWord(bytes[index]) { index += 1 }
    guard index < limit, bytes[index] == UInt8(ascii: ":"),
      index + 1 == end || bytes[index + 1] == UInt8(ascii: " ")
    else { return nil }
    return index
  }

  /// Whether a part of the line, up to its end, is an unquoted value.
  func isPlainValue(_ part: Range<Int>) -> Bool {
    guard beginsPlain(at: part.lowerBound) else { return false }
    var before = UInt8(ascii: ":")
    for byte in bytes[part] {
      if before == UInt8(ascii: ":"), byte == UInt8(ascii: " ") { return false }
      if before == UInt8(ascii: " "), byte == UInt8(ascii: "#") { return false }
      before = byte
    }
    return before != UInt8(ascii: ":")
  }

  /// The end of a value between brackets that begins at an offset.
  func itemEnd(from start: Int) -> Int? {
    if bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'") {
      return quoteEnd(from: start)
    }
    guard beginsPlain(at: start) else { return nil }
    var index = start
    var valueEnd = start
    while index < end, bytes[index] == UInt8(ascii: " ") || Self.isPlainInBrackets(bytes[index]) {
      index += 1
      if bytes[index - 1] != UInt8(ascii: " ") { valueEnd = index }
    }
    return valueEnd > start ? valueEnd : nil
  }

  /// Behind the closing quote of a text without escapes that begins at an offset.
  func quoteEnd(from start: Int) -> Int? {
    let quote = bytes[start]
    var index = start + 1
    while index < end, bytes[index] != quote {
      if bytes[index] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") { return nil }
      index += 1
    }
    guard index < end else { return nil }
    // Two single quotes are an escaped one.
    return index + 1 < end && bytes[index + 1] == quote ? nil : index + 1
  }

  private func beginsPlain(at index: Int) -> Bool {
    switch bytes[index] {
    case UInt8(ascii: "-"): index + 1 < end && (Self.isWord(bytes[index + 1]) || bytes[index + 1] >= 0x80)
    case UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "("), UInt8(ascii: "$"): true
    case let byte: Self.isLetter(byte) || Self.isDigit(byte) || byte >= 0x80
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-")
  }

  private static func isPlainInBrackets(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "+"), UInt8(ascii: "%"), UInt8(ascii: "("),
      UInt8(ascii: ")"):
      true
    default: isWord(byte) || byte >= 0x80
    }
  }
}
