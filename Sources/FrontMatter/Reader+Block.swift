import Diagnostics

extension Reader {
  /// Reads the whole text.
  mutating func readDocument() throws(SyntaxError) {
    skip()
    if byte(position) == .percent, column == 0 { throw SyntaxError(.refused, at: position) }
    if byte(position) == .dash, isDocumentMarker(position) {
      position += 3
      isKeyAllowed = false
      skip()
    }
    if !isAtEnd { try readBlockNode(inside: -1) }
    skip()
    guard position < end else { return }
    guard isDocumentMarker(position) else { throw SyntaxError(.unexpectedLine, at: position) }
    while byte(position) == .dot, isDocumentMarker(position) {
      position += 3
      isKeyAllowed = false
      skip()
    }
    guard position < end else { return }
    throw SyntaxError(byte(position) == .percent ? .refused : .severalDocuments, at: position)
  }

  /// Reads the node that begins at the position.
  /// - Parameter indent: the column of the enclosing block collection, or -1.
  mutating func readBlockNode(inside indent: Int) throws(SyntaxError) {
    let start = position
    let mayBeKey = isKeyAllowed
    switch byte(start) {
    case .dash where isBlankOrEnd(start + 1):
      guard mayBeKey else { throw SyntaxError(.unexpectedItem, at: start) }
      try readBlockSequence(at: column)
    case .openingBracket, .openingBrace:
      try readFlowCollection(inside: indent)
      guard let colon else { return }
      throw mayBeKey ? SyntaxError(.collectionAsKey, at: start) : SyntaxError(.unexpectedColon, at: colon)
    case .bar, .greater: try readBlockScalar(inside: indent)
    default:
      let column = column
      let line = lineStart
      let scalar = try readScalar(inside: indent)
      guard let colon else { return add(scalar) }
      guard mayBeKey, line == lineStart else { throw SyntaxError(.unexpectedColon, at: colon) }
      guard !isTooLong(start..<colon) else { throw SyntaxError(.longKey, at: start) }
      try readBlockMapping(firstKey: scalar, colon, at: column)
    }
  }

  /// Reads the mapping whose first key was just read.
  /// - Parameters:
  ///   - colon: the `:` after the first key.
  ///   - column: the column of its keys.
  private mutating func readBlockMapping(firstKey: Scalar, _ colon: Int, at column: Int) throws(SyntaxError) {
    let mapping = try open(.mapping, at: firstKey.bytes.lowerBound, isFlow: false)
    var (key, colon) = (firstKey, colon)
    while true {
      try addKey(key)
      position = colon + 1
      isKeyAllowed = false
      skip()
      // A list may be directly below its key, without indentation.
      if isAtEnd || self.column < column || self.column == column && !isItem {
        addEmpty(at: colon + 1)
      } else if self.column == column {
        try readBlockSequence(at: column, isIndented: false)
      } else {
        try readBlockNode(inside: column)
        skip()
      }
      guard !isAtEnd, self.column >= column else { break }
      guard self.column == column else { throw SyntaxError(.unexpectedLine, at: position) }
      (key, colon) = try readKey(inside: column)
    }
    close(mapping)
  }

  /// Reads a key of a block mapping, and finds its `:`.
  private mutating func readKey(inside column: Int) throws(SyntaxError) -> (Scalar, Int) {
    let (start, line) = (position, lineStart)
    switch byte(start) {
    case .dash where isBlankOrEnd(start + 1): throw SyntaxError(.itemForKey, at: start)
    case .bar, .greater: throw SyntaxError(.unexpectedLine, at: start)
    case .percent where self.column == 0: throw SyntaxError(.refused, at: start)
    case .openingBracket, .openingBrace:
      try readFlowCollection(inside: column)
      throw SyntaxError(colon == nil ? .missingColon : .collectionAsKey, at: start)
    default:
      let key = try readScalar(inside: column)
      guard let colon, line == lineStart else { throw SyntaxError(.missingColon, at: start) }
      guard !isTooLong(start..<colon) else { throw SyntaxError(.longKey, at: start) }
      return (key, colon)
    }
  }

  /// Adds a key; throws if it is not supported, or is indented by characters that only look like spaces.
  mutating func addKey(_ key: Scalar) throws(SyntaxError) {
    let start = key.bytes.lowerBound
    guard bytes[key.bytes].noBreakSpaceLength == nil else { throw SyntaxError(.noBreakSpace, at: start) }
    if key.kind == .plain, key.text.count == 2, byte(start) == .less, byte(start + 1) == .less {
      throw SyntaxError(.mergeKey, at: start)
    }
    if key.isCopied || !document.isASCII && bytes[key.bytes].contains(where: { $0 >= 0x80 }) {
      document.hasUnusualKey = true
    }
    add(key)
  }

  /// The `:` after the last scalar or bracket, on the same line; nil if there is none.
  @inline(__always) private var colon: Int? {
    guard !isKeyAllowed else { return nil }
    var index = position
    while isBlank(byte(index)) { index += 1 }
    return byte(index) == .colon && isBlankOrEnd(index + 1) ? index : nil
  }

  /// Whether a key has more characters than YAML allows.
  @inline(__always) func isTooLong(_ key: Range<Int>) -> Bool {
    guard key.count > 1024 else { return false }
    return bytes[key].count { $0 & 0xC0 != 0x80 } > 1024
  }

  /// Reads the block sequence whose first `-` is at the position.
  /// - Parameters:
  ///   - column: the column of the `-`.
  ///   - isIndented: whether the items are indented below their key.
  private mutating func readBlockSequence(at column: Int, isIndented: Bool = true) throws(SyntaxError) {
    let sequence = try open(.sequence, at: position, isFlow: false)
    repeat {
      position += 1
      let dashEnd = position
      isKeyAllowed = true
      skip()
      if isAtEnd || self.column <= column {
        addEmpty(at: dashEnd)
      } else {
        try readBlockNode(inside: column)
        skip()
      }
    } while !isAtEnd && self.column == column && isItem
    close(sequence)
    guard !isAtEnd, self.column > column || self.column == column && isIndented else { return }
    throw SyntaxError(isIndented ? .missingItem : .unexpectedLine, at: position)
  }
}
