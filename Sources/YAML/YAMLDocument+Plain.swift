import Diagnostics

// The YAML that nearly every record is written in, read without libyaml: lines of `key: value`, lists of them, and
// short lists in brackets.
//
// libyaml allocates its buffers and queues anew for every text, and a text for every token: reading 100,000 orders took
// 0.76 s with it and 0.50 s without (release build, two cores, files in memory; fewer copies of attributes had a part).
// What looks in any way unusual is left to libyaml, whose nodes are the measure: a test holds the two against each
// other over generated texts. So this decides nothing about YAML, and reports nothing.

extension YAMLDocument {
  /// Reads a text of the plain kind into nodes, the same that libyaml's events give.
  ///
  /// Plain are keys of ASCII letters, digits, `-` and `_`; values on the key's line, unquoted or in quotes without
  /// escapes; block mappings and sequences; `{a: b}` and `[a, b]` on one line, not nested; comments on lines of
  /// their own.
  /// - Returns: whether it is of that kind. Otherwise its nodes are to be forgotten.
  /// - Complexity: O(*n*)
  mutating func readPlain(
    _ input: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var lines = PlainLines(input)
    guard lines.advance(), !lines.isAtEnd, lines.indent == 0, lines.keyEnd(from: lines.start) != nil else {
      return false
    }
    return readMapping(&lines, indent: 0, from: lines.start) && lines.isAtEnd
  }

  /// Reads the mapping whose first key is at an offset of the current line, and whose others are on the lines below.
  private mutating func readMapping(
    _ lines: inout PlainLines, indent: Int, from first: Int
  ) -> Bool {
    guard openCollection(.mapping, range.lowerBound + first, isFlow: false) == nil else { return false }
    var start = first
    repeat {
      guard let keyEnd = lines.keyEnd(from: start), addText(.plain, start..<keyEnd) else { return false }
      var value = keyEnd + 1
      while value < lines.end, lines.bytes[value] == UInt8(ascii: " ") { value += 1 }
      if value < lines.end {
        guard readValue(value..<lines.end, in: lines), lines.advance() else { return false }
      } else {
        guard lines.advance(), readBlock(&lines, of: indent, after: keyEnd + 1) else {
          return false
        }
      }
      start = lines.start
    } while !lines.isAtEnd && lines.indent == indent && !lines.isItem
    // A deeper line would go on with the last value.
    guard lines.isAtEnd || lines.indent <= indent else { return false }
    _ = closeCollection(0)
    return true
  }

  /// Reads what stands below a key without a value on its line: a sequence, a mapping, or nothing.
  private mutating func readBlock(
    _ lines: inout PlainLines, of indent: Int, after colon: Int
  ) -> Bool {
    if !lines.isAtEnd, lines.isItem, lines.indent >= indent {
      return readSequence(&lines, indent: lines.indent)
    }
    if !lines.isAtEnd, lines.indent > indent {
      return readMapping(&lines, indent: lines.indent, from: lines.start)
    }
    return addText(.plain, colon..<colon)
  }

  private mutating func readSequence(
    _ lines: inout PlainLines, indent: Int
  ) -> Bool {
    guard openCollection(.sequence, range.lowerBound + lines.start, isFlow: false) == nil else {
      return false
    }
    repeat {
      var item = lines.start + 1
      while item < lines.end, lines.bytes[item] == UInt8(ascii: " ") { item += 1 }
      guard item < lines.end else { return false }
      if lines.keyEnd(from: item) != nil {
        let inner = indent + item - lines.start
        guard readMapping(&lines, indent: inner, from: item) else { return false }
      } else {
        guard readValue(item..<lines.end, in: lines), lines.advance() else { return false }
      }
    } while !lines.isAtEnd && lines.indent == indent && lines.isItem
    guard lines.isAtEnd || lines.indent <= indent else { return false }
    _ = closeCollection(0)
    return true
  }

  /// Reads a value that is all of a line's rest.
  private mutating func readValue(
    _ part: Range<Int>, in lines: PlainLines
  ) -> Bool {
    switch lines.bytes[part.lowerBound] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return lines.quoteEnd(from: part.lowerBound) == part.upperBound && addQuoted(part, in: lines)
    case UInt8(ascii: "{"): return readBrackets(.mapping, part, in: lines)
    case UInt8(ascii: "["): return readBrackets(.sequence, part, in: lines)
    default: return lines.isPlainValue(part) && addText(.plain, part)
    }
  }

  /// Reads a mapping or sequence in brackets that is all of a line's rest.
  private mutating func readBrackets(
    _ kind: YAMLNode.Kind, _ part: Range<Int>, in lines: PlainLines
  ) -> Bool {
    guard openCollection(kind, range.lowerBound + part.lowerBound, isFlow: true) == nil else { return false }
    let closing = kind == .mapping ? UInt8(ascii: "}") : UInt8(ascii: "]")
    let bytes = lines.bytes
    var next = part.lowerBound
    repeat {
      next += 1
      while next < part.upperBound, bytes[next] == UInt8(ascii: " ") { next += 1 }
      if kind == .mapping {
        guard let keyEnd = lines.keyEnd(from: next), addText(.plain, next..<keyEnd) else { return false }
        next = keyEnd + 1
        while next < part.upperBound, bytes[next] == UInt8(ascii: " ") { next += 1 }
      }
      guard next < part.upperBound, let end = lines.itemEnd(from: next) else { return false }
      let isQuoted = bytes[next] == UInt8(ascii: "\"") || bytes[next] == UInt8(ascii: "'")
      guard isQuoted ? addQuoted(next..<end, in: lines) : addText(.plain, next..<end) else { return false }
      next = end
      while next < part.upperBound, bytes[next] == UInt8(ascii: " ") { next += 1 }
    } while next < part.upperBound && bytes[next] == UInt8(ascii: ",")
    guard next == part.upperBound - 1, bytes[next] == closing else { return false }
    _ = closeCollection(range.lowerBound + part.upperBound)
    return true
  }

  private mutating func addQuoted(_ part: Range<Int>, in lines: PlainLines) -> Bool {
    let kind: YAMLNode.Kind =
      lines.bytes[part.lowerBound] == UInt8(ascii: "\"") ? .doubleQuoted : .singleQuoted
    return addText(kind, part, inset: 1)
  }

  /// Adds a scalar whose text reads as it is written.
  private mutating func addText(_ kind: YAMLNode.Kind, _ part: Range<Int>, inset: Int = 0) -> Bool {
    let (start, end) = (range.lowerBound + part.lowerBound, range.lowerBound + part.upperBound)
    addNode(kind, start..<end, start + inset..<end - inset)
    return adoptLast() == nil
  }
}
