import Diagnostics

extension Reader {
  /// Reads the collection whose opening bracket is at the position.
  /// - Parameter indent: the column of the enclosing block collection, or -1.
  mutating func readFlowCollection(inside indent: Int) throws(SyntaxError) {
    let start = position
    let isMapping = byte(start) == .openingBrace
    let closing: UInt8 = isMapping ? .closingBrace : .closingBracket
    let collection = try open(isMapping ? .mapping : .sequence, at: start, isFlow: true)
    document.brackets.append(start)
    position += 1
    skip()
    while byte(position) != closing {
      if isMapping {
        try readFlowPair(inside: indent)
      } else {
        try readFlowItem(inside: indent)
      }
      skip()
      guard byte(position) == .comma else { break }
      position += 1
      skip()
    }
    guard byte(position) == closing else { throw SyntaxError(.missingComma, at: position) }
    position += 1
    document.brackets.removeLast()
    isKeyAllowed = false
    close(collection, at: position)
    document.lastBracketed = collection
  }

  private mutating func readFlowPair(inside indent: Int) throws(SyntaxError) {
    if byte(position) == .openingBracket || byte(position) == .openingBrace {
      throw SyntaxError(.collectionAsKey, at: position)
    }
    let entry = try readFlowScalar(inside: indent)
    guard !entry.isKey else {
      try addKey(entry.scalar)
      return try readFlowValue(inside: indent, closing: .closingBrace)
    }
    document.hasEntryWithoutColon = true
    if !extendLastValue(by: entry.scalar) {
      // The missing value is placed where the ':' would be.
      try addKey(entry.scalar)
      addEmpty(at: entry.scalar.bytes.upperBound)
    }
  }

  /// Adds an entry without `:` to the unquoted value before it, if only a comma separates them.
  private mutating func extendLastValue(by entry: Scalar) -> Bool {
    guard let value = document.lastNode, value.kind == .plain, !value.isEmpty, !value.isCopied,
      entry.kind == .plain, !entry.isCopied,
      bytes[value.bytes.upperBound..<entry.bytes.lowerBound].allSatisfy({ isBlank($0) || $0 == .comma })
    else { return false }
    let end = Int32(truncatingIfNeeded: entry.bytes.upperBound)
    document.nodes[Int(value.index)].end = end
    document.nodes[Int(value.index)].textEnd = end
    return true
  }

  private mutating func readFlowItem(inside indent: Int) throws(SyntaxError) {
    if byte(position) == .openingBracket || byte(position) == .openingBrace {
      let start = position
      try readFlowCollection(inside: indent)
      while isBlank(byte(position)) { position += 1 }
      // '[a]: b' is a mapping whose key is a list.
      if byte(position) == .colon { throw SyntaxError(.collectionAsKey, at: start) }
      return
    }
    let item = try readFlowScalar(inside: indent)
    guard item.isKey else { return add(item.scalar) }
    let mapping = try open(.mapping, at: item.scalar.bytes.lowerBound, isFlow: true)
    try addKey(item.scalar)
    try readFlowValue(inside: indent, closing: .closingBracket)
    close(mapping)
  }

  /// Reads a scalar, and returns whether a `:` follows that makes it a key.
  private mutating func readFlowScalar(inside indent: Int) throws(SyntaxError) -> (
    scalar: Scalar, isKey: Bool
  ) {
    let line = lineStart
    if isAtEnd { throw SyntaxError(.missingComma, at: position) }
    if byte(position) == .questionMark { throw SyntaxError(.questionMark, at: position) }
    let scalar = try readScalar(inside: indent)
    let isOneLine = line == lineStart
    while isBlank(byte(position)) { position += 1 }
    let isKey =
      isOneLine && byte(position) == .colon && !isTooLong(scalar.bytes.lowerBound..<position)
    return (scalar, isKey)
  }

  /// Reads the value after the `:` at the position.
  private mutating func readFlowValue(inside indent: Int, closing: UInt8) throws(SyntaxError) {
    position += 1
    skip()
    switch byte(position) {
    case .comma, closing: addEmpty(at: position)
    case .openingBracket, .openingBrace: try readFlowCollection(inside: indent)
    default:
      if isAtEnd { throw SyntaxError(.missingComma, at: position) }
      add(try readScalar(inside: indent))
    }
  }
}
