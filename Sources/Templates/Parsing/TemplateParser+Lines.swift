import Diagnostics

/// Lines: which ones are not printed because a tag stands alone on them, and where printed ones begin.
extension TemplateParser {
  /// Appends the text before a tag that prints nothing itself, and continues after the tag. If the tag stands
  /// alone on its line, the line is not printed.
  /// - Returns: whether it stands alone.
  @discardableResult
  mutating func place(_ tag: Tag) -> Bool {
    if let before = blankBefore(tag), let next = lineEnd(after: tag) {
      appendText(position..<before.lowerBound)
      position = next
      isAtLineStart = true
      return true
    }
    appendText(position..<tag.range.lowerBound)
    beginInline(at: tag.range.lowerBound)
    position = tag.range.upperBound
    return false
  }

  /// The white space between the start of the line and a tag; nil if there is other text.
  func blankBefore(_ tag: Tag) -> Range<Int>? {
    var start = tag.range.lowerBound
    while start > position, file.bytes[start - 1].isIndentation { start -= 1 }
    let isLineStart = start > position ? file.bytes[start - 1] == 0x0A : isAtLineStart
    return isLineStart ? start..<tag.range.lowerBound : nil
  }

  /// The start of the next line; nil if anything but white space follows the tag on its line.
  func lineEnd(after tag: Tag) -> Int? {
    var end = tag.range.upperBound
    while end < file.bytes.count, file.bytes[end].isIndentation { end += 1 }
    if end == file.bytes.count { return end }
    if file.bytes[end] == 0x0A { return end + 1 }
    return file.bytes.has([0x0D, 0x0A], at: end) ? end + 2 : nil
  }

  /// Begins a line at a tag that is the first on it.
  mutating func beginInline(at offset: Int) {
    if isAtLineStart, !isDirectlyInsideParent { append(.line, offset..<offset) }
    isAtLineStart = false
  }

  /// Appends text line by line, with the leading white space of each line as a separate node.
  mutating func appendText(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    guard !isDirectlyInsideParent else { return skipText(range) }
    var offset = range.lowerBound
    while offset < range.upperBound {
      if isAtLineStart {
        let start = offset
        while offset < range.upperBound, file.bytes[offset].isIndentation { offset += 1 }
        append(.line, start..<offset)
      }
      let start = offset
      while offset < range.upperBound, file.bytes[offset] != 0x0A { offset += 1 }
      isAtLineStart = offset < range.upperBound
      if isAtLineStart { offset += 1 }
      if start < offset { append(.text, start..<offset) }
    }
  }

  /// Skips text between the blocks of a parent, with a warning: the specification says to ignore it.
  private mutating func skipText(_ range: Range<Int>) {
    isAtLineStart = file.bytes[range.upperBound - 1] == 0x0A
    let text = file.bytes.trimming(range)
    guard !text.isEmpty else { return }
    report(text, "text between the blocks of a parent is not printed", severity: .warning)
  }

  /// The white space before the first nonblank line in a range; nil if there is none.
  func indentation(ofLinesIn range: Range<Int>) -> Range<Int>? {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let start = offset
      while offset < range.upperBound, file.bytes[offset].isIndentation { offset += 1 }
      guard offset < range.upperBound else { return nil }
      if file.bytes[offset] != 0x0A, !file.bytes.has([0x0D, 0x0A], at: offset) { return start..<offset }
      offset += file.bytes[offset] == 0x0A ? 1 : 2
    }
    return nil
  }
}

extension UInt8 {
  /// Whether the byte may come before a tag that stands alone on its line: a space or a tab.
  fileprivate var isIndentation: Bool { self == 0x20 || self == 0x09 }
}
