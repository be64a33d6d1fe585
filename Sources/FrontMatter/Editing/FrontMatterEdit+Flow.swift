import Diagnostics

// Edits items in brackets and pairs in braces, which may span several lines with comments.

extension FrontMatterEdit {
  /// Removes one of several entries with its comma, the comment after it and the comments directly above it.
  /// Comments of other entries stay beside them.
  /// - Parameters:
  ///   - entries: the places of all entries.
  ///   - rest: what replaces the last entry.
  mutating func removeFlowEntry(_ index: Int, of entries: [Range<Int>], leaving rest: String = "") {
    let entry = entries[index]
    let (end, endsLine) = flowEnd(of: entry)
    guard index > 0 else {
      // A comment above the first entry is about all of them.
      let line = file.lineStart(entry.lowerBound)
      let start = startsLine(entry) ? beforeLineBreak(line) : beforeBlanks(entry.lowerBound)
      return replace(endsLine ? start..<end : entry.lowerBound..<entries[1].lowerBound, with: "")
    }
    let before = entries[index - 1]
    let start = flowEnd(of: before).offset
    guard index == entries.count - 1 else {
      return replace(endsLine ? start..<end : entry.lowerBound..<entries[index + 1].lowerBound, with: "")
    }
    let isAfterComment = file.bytes[before.upperBound..<start].contains(.hash)
    // The comment before would hide the bracket.
    let isHidden = isAfterComment && isLineBreak(file.bytes[start]) && !endsLine
    let line = isHidden ? lineEnd + indent(of: file.lineStart(entry.lowerBound)) : ""
    if comma(after: entry.upperBound) != nil {
      replace(start..<end, with: line)
    } else if isAfterComment, let comma = comma(after: before.upperBound) {
      replace(comma..<comma + 1, with: "")
      replace(start..<end, with: line)
    } else {
      replace(before.upperBound..<end, with: rest)
    }
  }

  /// Inserts an entry before the one at an index, or at the end; comments stay beside their entries.
  /// - Parameter entries: the places of the existing entries.
  mutating func insertFlowEntry(_ text: String, at index: Int, of entries: [Range<Int>]) {
    if entries.indices.contains(index) {
      let entry = entries[index]
      guard index > 0, startsLine(entry) else {
        return replace(entry.lowerBound..<entry.lowerBound, with: text + ", ")
      }
      let line = file.lineStart(entry.lowerBound)
      let start = max(commentStart(above: line), file.nextLine(after: entries[index - 1].upperBound))
      return replace(start..<start, with: indent(of: line) + text + "," + lineEnd)
    }
    guard let last = entries.last else { return }
    let end = flowEnd(of: last).offset
    guard file.bytes[last.upperBound..<end].contains(.hash) else {
      return replace(last.upperBound..<last.upperBound, with: ", " + text)
    }
    let comma = comma(after: last.upperBound)
    if comma == nil { replace(last.upperBound..<last.upperBound, with: ",") }
    // An entry on the line of its key is indented deeper than the key.
    let indent = String(repeating: " ", count: file.column(of: last.lowerBound))
    replace(end..<end, with: lineEnd + indent + text + (comma == nil ? "" : ","))
  }

  // MARK: Places

  /// The end of an entry, including its comma and comment, and whether only blanks follow on that line.
  private func flowEnd(of entry: Range<Int>) -> (offset: Int, endsLine: Bool) {
    let comma = comma(after: entry.upperBound).map { $0 + 1 } ?? entry.upperBound
    let text = afterBlanks(comma)
    guard text < file.bytes.count, !isLineBreak(file.bytes[text]) else { return (text, true) }
    guard file.bytes[text] == .hash else { return (comma, false) }
    return (file.bytes[text...].firstIndex(where: isLineBreak) ?? file.bytes.count, true)
  }

  /// The comma after an entry; nil if it is the last and has none.
  private func comma(after offset: Int) -> Int? {
    var index = offset
    while index < file.bytes.count {
      let byte = file.bytes[index]
      if byte == .comma { return index }
      if byte == .hash {
        index = file.nextLine(after: index)
      } else if isBlank(byte) || isLineBreak(byte) {
        index += 1
      } else {
        return nil
      }
    }
    return nil
  }

  /// Whether an entry is the first text on its line.
  private func startsLine(_ entry: Range<Int>) -> Bool {
    afterBlanks(file.lineStart(entry.lowerBound)) == entry.lowerBound
  }

  /// The offset after the last nonblank byte before an offset.
  func beforeBlanks(_ offset: Int) -> Int {
    var index = offset
    while index > 0, isBlank(file.bytes[index - 1]) { index -= 1 }
    return index
  }

  /// The offset of the line break before a line.
  func beforeLineBreak(_ line: Int) -> Int {
    line > 1 && file.bytes[line - 1] == 0x0A && file.bytes[line - 2] == 0x0D ? line - 2 : max(0, line - 1)
  }

  /// The blanks at the beginning of a line.
  private func indent(of line: Int) -> String { file.text(line..<afterBlanks(line)) }
}
