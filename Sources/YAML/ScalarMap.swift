import Diagnostics

/// Reads a scalar a second time, noting where each byte of its text stands in the file.
///
/// Follows libyaml's `yaml_parser_scan_flow_scalar`, `…_plain_scalar` and `…_block_scalar` (scanner.c of 0.2.5) to the
/// letter; a test compares the two on mutated texts.
struct ScalarMap {
  /// The text's bytes.
  private(set) var bytes: [UInt8] = []
  /// Where each stands, and the end of the text.
  private(set) var offsets: [Int32] = []

  private let file: SourceFile
  private let range: Range<Int>
  /// Where the line being read begins, in a literal or folded text.
  private var lineStart = 0

  /// Makes a reader of a file whose YAML stands in a range.
  init(file: SourceFile, range: Range<Int>) {
    self.file = file
    self.range = range
  }

  private var end: Int { range.upperBound }

  /// Reads one scalar.
  mutating func read(_ node: YAMLNode) {
    switch node.kind {
    case .plain: readFlow(node.bytes, .plain)
    case .singleQuoted, .doubleQuoted:
      readFlow(
        node.bytes.lowerBound + 1..<max(node.bytes.lowerBound + 1, node.bytes.upperBound - 1), node.kind)
    case .literal, .folded: readBlock(at: node.bytes.lowerBound, isLiteral: node.kind == .literal)
    case .sequence, .mapping: break
    }
  }

  private mutating func append(_ byte: UInt8, at offset: Int) {
    bytes.append(byte)
    offsets.append(Int32(truncatingIfNeeded: offset))
  }

  private func byte(_ offset: Int) -> UInt8 { offset < end ? file.bytes[offset] : 0 }

  /// The offset after the line break that stands at an offset.
  private func afterBreak(_ offset: Int) -> Int {
    offset + (byte(offset) == UInt8(ascii: "\r") && byte(offset + 1) == UInt8(ascii: "\n") ? 2 : 1)
  }

  // MARK: Plain and quoted

  private mutating func readFlow(_ range: Range<Int>, _ kind: YAMLNode.Kind) {
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = byte(index)
      if isBlank(byte) || isLineBreak(byte) {
        index = fold(from: index, to: range.upperBound)
      } else if kind == .singleQuoted, byte == UInt8(ascii: "'") {
        append(byte, at: index)
        index += 2
      } else if kind == .doubleQuoted, byte == UInt8(ascii: "\\") {
        index =
          isLineBreak(self.byte(index + 1)) ? join(from: index + 1, to: range.upperBound) : escape(index)
      } else {
        append(byte, at: index)
        index += 1
      }
    }
    offsets.append(Int32(truncatingIfNeeded: range.upperBound))
  }

  /// Reads blanks and line breaks: one break is a space, each further one a line feed.
  private mutating func fold(from start: Int, to limit: Int) -> Int {
    var index = start
    var first: Int?
    var hasMore = false
    while index < limit, isBlank(byte(index)) || isLineBreak(byte(index)) {
      if isBlank(byte(index)) {
        index += 1
        continue
      }
      if first == nil {
        first = index
      } else {
        append(UInt8(ascii: "\n"), at: index)
        hasMore = true
      }
      index = afterBreak(index)
    }
    if let first {
      if !hasMore { append(UInt8(ascii: " "), at: first) }
    } else {
      for offset in start..<index { append(byte(offset), at: offset) }
    }
    return index
  }

  /// Passes over an escaped line break and the blanks after it; each further break is a line feed.
  private mutating func join(from start: Int, to limit: Int) -> Int {
    var index = afterBreak(start)
    while index < limit, isBlank(byte(index)) || isLineBreak(byte(index)) {
      if isLineBreak(byte(index)) {
        append(UInt8(ascii: "\n"), at: index)
        index = afterBreak(index)
      } else {
        index += 1
      }
    }
    return index
  }

  /// Reads the escape whose backslash stands at an offset (https://yaml.org/spec/1.1/#id872840).
  private mutating func escape(_ offset: Int) -> Int {
    var digits = 0
    var value: UInt32
    switch byte(offset + 1) {
    case UInt8(ascii: "0"): value = 0
    case UInt8(ascii: "a"): value = 0x07
    case UInt8(ascii: "b"): value = 0x08
    case UInt8(ascii: "t"), UInt8(ascii: "\t"): value = 0x09
    case UInt8(ascii: "n"): value = 0x0A
    case UInt8(ascii: "v"): value = 0x0B
    case UInt8(ascii: "f"): value = 0x0C
    case UInt8(ascii: "r"): value = 0x0D
    case UInt8(ascii: "e"): value = 0x1B
    case UInt8(ascii: "N"): value = 0x85
    case UInt8(ascii: "_"): value = 0xA0
    case UInt8(ascii: "L"): value = 0x2028
    case UInt8(ascii: "P"): value = 0x2029
    case UInt8(ascii: "x"): (digits, value) = (2, 0)
    case UInt8(ascii: "u"): (digits, value) = (4, 0)
    case UInt8(ascii: "U"): (digits, value) = (8, 0)
    case let other: value = UInt32(other)
    }
    for index in offset + 2..<offset + 2 + digits {
      value = value << 4 | UInt32(Character(Unicode.Scalar(byte(index))).hexDigitValue ?? 0)
    }
    for byte in String(Character(Unicode.Scalar(value) ?? "\u{FFFD}")).utf8 { append(byte, at: offset) }
    return offset + 2 + digits
  }

  // MARK: Literal and folded

  private mutating func readBlock(at start: Int, isLiteral: Bool) {
    var index = start + 1
    let parentIndent = Line(at: start, in: file, within: range).indent
    var chomping: UInt8 = 0
    var indent = 0
    while true {
      if byte(index) == UInt8(ascii: "+") || byte(index) == UInt8(ascii: "-") {
        chomping = byte(index)
      } else if isDigit(byte(index)) {
        indent = max(parentIndent, 0) + Int(byte(index) - UInt8(ascii: "0"))
      } else {
        break
      }
      index += 1
    }
    while index < end, !isLineBreak(byte(index)) { index += 1 }
    if index < end { index = nextLine(after: index) }

    var breaks: [Int] = []
    var lineBreak: Int?
    var wasBlank = false
    let least = max(parentIndent + 1, 1)
    index = skipIndent(index, &indent, least: least, &breaks)
    while index < end, index - lineStart == indent {
      let isBlank = isBlank(byte(index))
      if let offset = lineBreak {
        if !isLiteral, !wasBlank, !isBlank {
          if breaks.isEmpty { append(UInt8(ascii: " "), at: offset) }
        } else {
          append(UInt8(ascii: "\n"), at: offset)
        }
      }
      for offset in breaks { append(UInt8(ascii: "\n"), at: offset) }
      breaks.removeAll()
      wasBlank = isBlank
      while index < end, !isLineBreak(byte(index)) {
        append(byte(index), at: index)
        index += 1
      }
      lineBreak = index < end ? index : nil
      if index < end { index = nextLine(after: index) }
      index = skipIndent(index, &indent, least: least, &breaks)
    }
    if chomping != UInt8(ascii: "-"), let lineBreak { append(UInt8(ascii: "\n"), at: lineBreak) }
    if chomping == UInt8(ascii: "+") { for offset in breaks { append(UInt8(ascii: "\n"), at: offset) } }
    offsets.append(max(Int32(truncatingIfNeeded: lineBreak ?? index), offsets.last ?? 0))
  }

  /// Passes over indentation and empty lines, and finds the indentation where it is not known.
  private mutating func skipIndent(
    _ start: Int, _ indent: inout Int, least: Int, _ breaks: inout [Int]
  ) -> Int {
    var index = start
    var widest = 0
    while true {
      while index < end, byte(index) == UInt8(ascii: " "), indent == 0 || index - lineStart < indent {
        index += 1
      }
      widest = max(widest, index - lineStart)
      guard index < end, isLineBreak(byte(index)) else { break }
      breaks.append(index)
      index = nextLine(after: index)
    }
    if indent == 0 { indent = max(widest, least) }
    return index
  }

  private mutating func nextLine(after offset: Int) -> Int {
    lineStart = afterBreak(offset)
    return lineStart
  }
}
