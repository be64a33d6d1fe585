import Diagnostics

/// The parts of a single line of YAML, as a person would see them in a line that could not be read.
///
///     - name: Foo: bar
///       ^first  ^value
struct Line {
  /// The line's bytes in the file, without the line end and trailing blanks.
  let range: Range<Int>
  /// Where the text begins, after indentation and the `- ` of lists.
  let first: Int
  /// The `:` after the line's key; nil if there is none.
  let separator: Int?
  /// Where the value after the key begins; nil if there is none on the line.
  let value: Int?

  /// Divides the line that contains an offset.
  /// - Parameters:
  ///   - offset: the offset.
  ///   - file: the file.
  ///   - yaml: the part of the file that is YAML, in which the line ends.
  /// - Complexity: O(*n*) in the length of the line.
  init(at offset: Int, in file: SourceFile, within yaml: Range<Int>) {
    let bytes = file.bytes
    var start = min(max(offset, yaml.lowerBound), yaml.upperBound)
    var end = start
    while start > yaml.lowerBound, !isLineBreak(bytes[start - 1]) { start -= 1 }
    while end < yaml.upperBound, !isLineBreak(bytes[end]) { end += 1 }
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    func isBlankOrEnd(_ index: Int) -> Bool { index >= end || isBlank(bytes[index]) }
    func afterBlanks(_ index: Int) -> Int {
      var index = index
      while index < end, isBlank(bytes[index]) { index += 1 }
      return index
    }

    var first = afterBlanks(start)
    while first < end, bytes[first] == .dash, isBlankOrEnd(first + 1) {
      first = afterBlanks(first + 1)
    }

    var index = first
    if index < end, let close = closingQuote(of: index, in: file, before: end) { index = close + 1 }
    while index < end, !(bytes[index] == .colon && isBlankOrEnd(index + 1)) {
      // A comment begins after a blank.
      index =
        bytes[index] == .hash && index > first && isBlank(bytes[index - 1]) ? end : index + 1
    }

    self.range = start..<end
    self.first = first
    separator = index < end ? index : nil
    let value = index < end ? afterBlanks(index + 1) : end
    self.value = value < end ? value : nil
  }
}

extension Line {
  /// The nearest nonempty line above.
  func above(in file: SourceFile, within yaml: Range<Int>) -> Line? {
    var end = range.lowerBound
    while end > yaml.lowerBound, file.bytes[end - 1] <= .space { end -= 1 }
    return end > yaml.lowerBound ? Line(at: end, in: file, within: yaml) : nil
  }
}

/// The closing quote for the quote at an offset; nil if there is no quote there or it is not closed.
/// - Parameter end: where to stop.
func closingQuote(of offset: Int, in file: SourceFile, before end: Int) -> Int? {
  let quote = file.bytes[offset]
  guard quote == .singleQuote || quote == .doubleQuote else { return nil }
  var index = offset + 1
  while index < end {
    if file.bytes[index] == quote {
      guard quote == .singleQuote, index + 1 < end, file.bytes[index + 1] == quote else { return index }
      index += 1
    } else if file.bytes[index] == .backslash, quote == .doubleQuote {
      index += 1
    }
    index += 1
  }
  return nil
}

/// The first `#` at or after an offset that begins a comment, outside quotes; nil if there is none.
/// - Parameter end: the end of the line.
func comment(from offset: Int, in file: SourceFile, before end: Int) -> Int? {
  var index = offset
  while index < end {
    // A quote after a letter is part of a word, as in `it's`.
    if let close = closingQuote(of: index, in: file, before: end),
      index == offset || !isWord(file.bytes[index - 1])
    {
      index = close
    } else if file.bytes[index] == .hash, index > 0, isBlank(file.bytes[index - 1]) {
      return index
    }
    index += 1
  }
  return nil
}

/// Whether a byte is part of a word: an ASCII letter or digit, `_`, or a byte beyond ASCII.
func isWord(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
    0x80...0xFF:
    true
  default: byte.isASCIIDigit
  }
}

/// The unquoted text that begins at an offset, as a person would read it: up to the end of the line or key,
/// or in brackets of the entry.
func lineText(from offset: Int, isFlow: Bool, in file: SourceFile, within yaml: Range<Int>) -> Range<Int> {
  let line = Line(at: offset, in: file, within: yaml)
  var end = line.range.upperBound
  if isFlow {
    var index = offset
    while index < end {
      let byte = file.bytes[index]
      let isSeparator = byte == .colon && (index + 1 >= end || isBlank(file.bytes[index + 1]))
      if isSeparator || byte == .comma { break }
      if index > offset, byte == .closingBracket || byte == .closingBrace { break }
      index += 1
    }
    end = index
  } else if offset == line.first, let separator = line.separator {
    end = separator
  }
  while end > offset, isBlank(file.bytes[end - 1]) { end -= 1 }
  return offset..<max(end, min(offset + 1, yaml.upperBound))
}

/// The offset after the line end (LF, CR LF or CR) at an offset.
func afterLineBreak(_ bytes: [UInt8], _ index: Int) -> Int {
  bytes[index] == .carriageReturn && index + 1 < bytes.count && bytes[index + 1] == .lineFeed
    ? index + 2 : index + 1
}

extension SourceFile {
  /// The first line end of the file, which new lines get too; LF if there is none.
  var lineEnd: String {
    guard let first = bytes.firstIndex(where: isLineBreak) else { return "\n" }
    return text(first..<afterLineBreak(bytes, first))
  }
}
