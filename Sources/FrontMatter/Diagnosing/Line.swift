import Diagnostics

/// The parts of a line of YAML, as a person would see them whether or not the line can be read.
///
///     - name: Foo: bar   # comment
///     ^start  ^value     ^comment
///       ^first
struct Line {
  /// The line's bytes in the file, without the line end and trailing blanks.
  let range: Range<Int>
  /// Where the text begins after indentation, and where it begins after the `- ` of lists, too.
  let start: Int
  let first: Int
  /// The `:` after the line's key; nil if there is none.
  let separator: Int?
  /// Where the value after the key begins; nil if there is none on the line.
  let value: Int?
  /// The `#` of a comment after a text; nil if there is none.
  let comment: Int?

  var end: Int { range.upperBound }
  /// The columns, from 0, of `start` and `first`.
  var indent: Int { start - range.lowerBound }
  var column: Int { first - range.lowerBound }

  /// The rest of the line from an offset, which is empty if that is one of the trailing blanks.
  func from(_ offset: Int) -> Range<Int> { min(offset, end)..<end }
}

extension FrontMatterDocument {
  /// Divides the line that contains an offset.
  /// - Complexity: O(*n*) in the length of the line, and in the file to find its ends.
  func line(at offset: Int) -> Line {
    let line = file.lineRange(at: offset).clamped(to: range)
    var end = line.upperBound
    while end > line.lowerBound, isBlank(file.bytes[end - 1]) { end -= 1 }
    func afterBlanks(_ index: Int) -> Int { (index..<end).first { !isBlank(file.bytes[$0]) } ?? end }
    func isBlankOrEnd(_ index: Int) -> Bool { index >= end || isBlank(file.bytes[index]) }

    let start = afterBlanks(line.lowerBound)
    var first = start
    while first < end, file.bytes[first] == .dash, isBlankOrEnd(first + 1) { first = afterBlanks(first + 1) }
    let comment = comment(in: first..<end)
    let key = closingQuote(of: first, before: end) ?? first
    let separator = (key..<max(key, comment ?? end)).first {
      file.bytes[$0] == .colon && isBlankOrEnd($0 + 1)
    }
    let value = separator.map { afterBlanks($0 + 1) }
    return Line(
      range: line.lowerBound..<end, start: start, first: first, separator: separator,
      value: value == end ? nil : value, comment: comment)
  }

  /// The nearest nonempty line above; nil if there is none.
  func line(above line: Line) -> Line? {
    file.bytes[range.lowerBound..<line.range.lowerBound].lastIndex { $0 > .space }.map { self.line(at: $0) }
  }

  /// The nearest nonempty line below; nil if there is none.
  func line(below line: Line) -> Line? {
    file.bytes[line.end..<range.upperBound].firstIndex { $0 > .space }.map { self.line(at: $0) }
  }

  /// The closing quote for the quote at an offset; nil if there is no quote there or it is not closed.
  func closingQuote(of offset: Int, before end: Int) -> Int? {
    guard offset < end else { return nil }
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

  /// The first `#` in a part of a line that begins a comment, outside quotes; nil if there is none.
  private func comment(in part: Range<Int>) -> Int? {
    var index = part.lowerBound
    while index < part.upperBound {
      // A quote after a letter is part of a word, as in `it's`.
      if index == part.lowerBound || !isWord(file.bytes[index - 1]),
        let close = closingQuote(of: index, before: part.upperBound)
      {
        index = close
      } else if file.bytes[index] == .hash, index > part.lowerBound, isBlank(file.bytes[index - 1]) {
        return index
      }
      index += 1
    }
    return nil
  }

  /// The unquoted text that begins at an offset, as a person would read it: up to the end of the line or key,
  /// or in brackets of the entry.
  func lineText(from start: Int, isFlow: Bool) -> SourceRange {
    let line = line(at: start)
    var end = max(line.end, start)
    if isFlow {
      end =
        (start..<end).first { index in
          switch file.bytes[index] {
          case .comma: true
          case .closingBracket, .closingBrace: index > start
          case .colon: index + 1 == line.end || isBlank(file.bytes[index + 1])
          default: false
          }
        } ?? end
    } else if start == line.first, let separator = line.separator {
      end = separator
    }
    while end > start, isBlank(file.bytes[end - 1]) { end -= 1 }
    return file[start..<max(end, min(start + 1, range.upperBound))]
  }

  /// A byte of the YAML, or 0 after its end.
  func byte(_ offset: Int) -> UInt8 { offset < range.upperBound ? file.bytes[offset] : 0 }
}
