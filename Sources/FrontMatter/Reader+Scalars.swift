import Diagnostics

extension Reader {
  /// Reads the plain or quoted scalar at the position; throws for anything else.
  /// - Parameter indent: the column of the enclosing block collection, or -1.
  mutating func readScalar(inside indent: Int) throws(SyntaxError) -> Scalar {
    let start = position
    let isFlow = isInBrackets
    switch byte(start) {
    case .singleQuote, .doubleQuote: return try readQuoted()
    case .ampersand, .asterisk, .exclamationMark: throw SyntaxError(.refused, at: start)
    case .tab: throw SyntaxError(.tab, at: start)
    case .colon where isFlow || isBlankOrEnd(start + 1):
      throw SyntaxError(isFlow || isKeyAllowed ? .missingKey : .unexpectedColon, at: start)
    case .questionMark where isFlow || isBlankOrEnd(start + 1):
      throw SyntaxError(isKeyAllowed && !isFlow ? .questionMark : .unexpectedCharacter, at: start)
    case .dash where isBlankOrEnd(start + 1): throw SyntaxError(.unexpectedItem, at: start)
    case .comma, .closingBracket, .closingBrace, .openingBracket, .openingBrace, .hash, .percent, .at,
      .backtick,
      .bar, .greater:
      throw SyntaxError(.unexpectedCharacter, at: start)
    default: return try readPlain(inside: indent)
    }
  }

  // MARK: Plain

  private mutating func readPlain(inside indent: Int) throws(SyntaxError) -> Scalar {
    let start = position
    let isFlow = isInBrackets
    var textEnd = start
    var isFolded = false
    isKeyAllowed = false
    reading: while true {
      let wordStart = position
      while true {
        let byte = byte(position)
        if byte <= .space { break }
        if byte == .colon {
          let next = self.byte(position + 1)
          if next <= .space { break }
          if isFlow, next == .questionMark || next == .comma || isBracket(next) {
            throw SyntaxError(.colonBeforeIndicator, at: position)
          }
        } else if isFlow, byte == .comma || isBracket(byte) {
          break
        }
        position += 1
      }
      if position > wordStart {
        textEnd = position
        isFolded = isFolded || isKeyAllowed
        isKeyAllowed = false
      }
      guard isBlank(byte(position)) || isLineBreak(byte(position)) else { break }
      while true {
        let byte = byte(position)
        if byte == .tab, isKeyAllowed, column <= indent { throw SyntaxError(.tab, at: position) }
        if isBlank(byte) {
          position += 1
        } else if isLineBreak(byte) {
          passLineBreak()
          isKeyAllowed = true
        } else {
          break
        }
      }
      if !isFlow, column <= indent { break }
      if isAtEnd || byte(position) == .hash { break }
    }
    guard isFolded else { return Scalar(kind: .plain, bytes: start..<textEnd, text: start..<textEnd) }
    let text = try storage.addText(bytes, start..<textEnd, .plain)
    return Scalar(kind: .plain, bytes: start..<textEnd, text: text, isCopied: true)
  }

  private func isBracket(_ byte: UInt8) -> Bool {
    switch byte {
    case .openingBracket, .closingBracket, .openingBrace, .closingBrace: true
    default: false
    }
  }

  // MARK: Quoted

  private mutating func readQuoted() throws(SyntaxError) -> Scalar {
    let start = position
    let quote = byte(start)
    let kind: FrontMatterNode.Kind = quote == .singleQuote ? .singleQuoted : .doubleQuoted
    var isCopied = false
    position += 1
    while true {
      let byte = byte(position)
      if byte == quote {
        guard quote == .singleQuote, self.byte(position + 1) == quote else { break }
        isCopied = true
        position += 2
      } else if byte == .backslash, quote == .doubleQuote {
        isCopied = true
        // An escaped line end still ends the line.
        position += self.byte(position + 1) > .carriageReturn ? 2 : 1
      } else if isLineBreak(byte) {
        isCopied = true
        passLineBreak()
        if isDocumentMarker(position) { throw SyntaxError(.unclosedQuote, at: start) }
      } else if position >= end {
        throw SyntaxError(.unclosedQuote, at: start)
      } else {
        position += 1
      }
    }
    let inside = start + 1..<position
    position += 1
    isKeyAllowed = false
    let text = isCopied ? try storage.addText(bytes, inside, kind) : inside
    return Scalar(kind: kind, bytes: start..<position, text: text, isCopied: isCopied)
  }

  // MARK: Literal and folded

  /// Reads the literal or folded scalar whose `|` or `>` is at the position.
  mutating func readBlockScalar(inside indent: Int) throws(SyntaxError) {
    let start = position
    let kind: FrontMatterNode.Kind = byte(start) == .bar ? .literal : .folded
    let header = try readHeader()
    let textStart = storage.copies.count
    var indent = BlockIndent(
      header.indent.map { max(indent, 0) + $0 }, atLeast: max(indent + 1, 1))
    var breaks: [Int] = []
    var lineBreak: Int?
    var wasBlank = false
    var end = start + 1
    try skipIndent(&indent, &breaks)
    while position < self.end, column == indent.width {
      let isBlank = isBlank(byte(position))
      if let lineBreak {
        if kind == .literal || wasBlank || isBlank {
          storage.append(.lineFeed, from: lineBreak)
        } else if breaks.isEmpty {
          storage.append(.space, from: lineBreak)
        }
      }
      for offset in breaks { storage.append(.lineFeed, from: offset) }
      breaks.removeAll(keepingCapacity: true)
      wasBlank = isBlank
      while position < self.end, !isLineBreak(bytes[position]) {
        storage.append(bytes[position], from: position)
        if !Diagnostics.isBlank(bytes[position]) { end = position + 1 }
        position += 1
      }
      lineBreak = position < self.end ? position : nil
      if position < self.end { passLineBreak() }
      try skipIndent(&indent, &breaks)
    }
    if header.chomping != .dash, let lineBreak { storage.append(.lineFeed, from: lineBreak) }
    if header.chomping == .plus { for offset in breaks { storage.append(.lineFeed, from: offset) } }
    let text = storage.endText(from: textStart, at: lineBreak ?? position)
    isKeyAllowed = true
    add(Scalar(kind: kind, bytes: start..<max(end, header.end), text: text, isCopied: true))
  }

  /// The indentation of a block scalar's lines, which may be determined by the first one.
  private struct BlockIndent {
    /// The number of spaces; nil until it is known.
    var width: Int?
    let least: Int

    init(_ width: Int?, atLeast least: Int) {
      self.width = width
      self.least = least
    }
  }

  /// Reads the rest of the line of a `|` or `>`.
  private mutating func readHeader() throws(SyntaxError) -> (chomping: UInt8?, indent: Int?, end: Int) {
    let start = position
    var chomping: UInt8?
    var indent: Int?
    position += 1
    while true {
      let byte = byte(position)
      if chomping == nil, byte == .plus || byte == .dash {
        chomping = byte
      } else if indent == nil, byte &- UInt8(ascii: "1") < 9 {
        indent = Int(byte - UInt8(ascii: "0"))
      } else {
        break
      }
      position += 1
    }
    var headerEnd = position
    while isBlank(byte(position)) { position += 1 }
    if byte(position) == .hash {
      while position < end, !isLineBreak(bytes[position]) {
        position += 1
        if !isBlank(bytes[position - 1]) { headerEnd = position }
      }
    }
    guard position >= end || isLineBreak(bytes[position]) else { throw SyntaxError(.blockHeader, at: start) }
    if position < end { passLineBreak() }
    return (chomping, indent, headerEnd)
  }

  /// Skips indentation and empty lines.
  private mutating func skipIndent(
    _ indent: inout BlockIndent, _ breaks: inout [Int]
  ) throws(SyntaxError) {
    var widest = 0
    while true {
      while byte(position) == .space, column < indent.width ?? .max { position += 1 }
      widest = max(widest, column)
      if byte(position) == .tab, column < indent.width ?? .max { throw SyntaxError(.tab, at: position) }
      guard isLineBreak(byte(position)) else { break }
      breaks.append(position)
      passLineBreak()
    }
    if indent.width == nil { indent.width = max(widest, indent.least) }
  }
}
