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
      // A local offset stays in a register.
      var wordEnd = wordStart
      while true {
        let byte = byte(wordEnd)
        if byte <= .space { break }
        if byte == .colon {
          let next = self.byte(wordEnd + 1)
          if next <= .space { break }
          if isFlow, next == .questionMark || next == .comma || isBracket(next) {
            throw SyntaxError(.colonBeforeIndicator, at: wordEnd)
          }
        } else if isFlow, byte == .comma || isBracket(byte) {
          break
        }
        wordEnd += 1
      }
      position = wordEnd
      if wordEnd > wordStart {
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
    let text = try document.addText(start..<textEnd, .plain)
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
    let text = isCopied ? try document.addText(inside, kind) : inside
    return Scalar(kind: kind, bytes: start..<position, text: text, isCopied: isCopied)
  }

  // MARK: Literal and folded

  /// Reads the literal or folded scalar whose `|` or `>` is at the position.
  mutating func readBlockScalar(inside indent: Int) throws(SyntaxError) {
    let start = position
    let kind: FrontMatterNode.Kind = byte(start) == .bar ? .literal : .folded
    let header = try readHeader()
    let textStart = document.copies.count
    let least = max(indent + 1, 1)
    var width = header.indent.map { max(indent, 0) + $0 }
    // The line ends since the last text, which mean something else at the end.
    var breaks: [Int] = []
    var hasText = false
    var wasIndented = false
    var end = header.end
    while true {
      try skipIndent(&width, atLeast: least, &breaks)
      guard position < self.end, column == width else { break }
      let isIndented = isBlank(byte(position))
      if hasText, kind == .folded, !wasIndented, !isIndented {
        let first = breaks.removeFirst()
        if breaks.isEmpty { document.append(.space, from: first) }
      }
      for offset in breaks { document.append(.lineFeed, from: offset) }
      breaks.removeAll(keepingCapacity: true)
      (hasText, wasIndented) = (true, isIndented)
      while position < self.end, !isLineBreak(bytes[position]) {
        document.append(bytes[position], from: position)
        if !isBlank(bytes[position]) { end = position + 1 }
        position += 1
      }
      if position < self.end {
        breaks.append(position)
        passLineBreak()
      }
    }
    let textEnd = hasText ? breaks.first ?? position : position
    let kept = header.chomping == .plus ? breaks.count : header.chomping == .dash || !hasText ? 0 : 1
    for offset in breaks.prefix(kept) { document.append(.lineFeed, from: offset) }
    let text = document.endText(from: textStart, at: textEnd)
    isKeyAllowed = true
    add(Scalar(kind: kind, bytes: start..<end, text: text, isCopied: true))
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
      skipLine()
      headerEnd = position
      while isBlank(bytes[headerEnd - 1]) { headerEnd -= 1 }
    }
    guard position >= end || isLineBreak(bytes[position]) else {
      throw SyntaxError(.unexpectedCharacter, at: start)
    }
    if position < end { passLineBreak() }
    return (chomping, indent, headerEnd)
  }

  /// Skips indentation and empty lines.
  /// - Parameters:
  ///   - width: the number of spaces; if nil, it is set to that of the first line with text.
  ///   - breaks: receives the ends of the empty lines.
  private mutating func skipIndent(
    _ width: inout Int?, atLeast least: Int, _ breaks: inout [Int]
  ) throws(SyntaxError) {
    var widest = least
    while true {
      while byte(position) == .space, column < width ?? .max { position += 1 }
      widest = max(widest, column)
      if byte(position) == .tab, column < width ?? .max { throw SyntaxError(.tab, at: position) }
      guard isLineBreak(byte(position)) else { break }
      breaks.append(position)
      passLineBreak()
    }
    width = width ?? widest
  }
}
