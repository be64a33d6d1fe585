import Records

/// An error that ends the parsing of a query, and its position in the text.
struct SyntaxError: Error {
  /// The error.
  let cause: QueryError
  /// The range in the query's text, in UTF-8 bytes.
  let range: Range<Int>
}

/// Splits the text of a query into tokens.
struct Lexer {
  /// The maximum length of a query, in UTF-8 bytes.
  static let limit = 65_536

  private let scalars: [Unicode.Scalar]
  private var index = 0
  /// The position of `index`, in UTF-8 bytes.
  private var offset = 0

  private init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  /// The tokens of a query; the last one is the end.
  /// - Complexity: O(*n*) in the text.
  static func tokens(of text: String) throws(SyntaxError) -> [Token] {
    guard text.utf8.count <= limit else {
      throw SyntaxError(cause: .tooLong(limit: limit), range: 0..<0)
    }
    var lexer = Lexer(text)
    var tokens: [Token] = []
    while let token = try lexer.next() { tokens.append(token) }
    tokens.append(Token(kind: .end, range: lexer.offset..<lexer.offset))
    return tokens
  }

  private var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }
  private var following: Unicode.Scalar? { index + 1 < scalars.count ? scalars[index + 1] : nil }

  @discardableResult
  private mutating func advance() -> Unicode.Scalar {
    let scalar = scalars[index]
    offset += UTF8.width(scalar)
    index += 1
    return scalar
  }

  private mutating func next() throws(SyntaxError) -> Token? {
    while let scalar = current, scalar.properties.isWhitespace { advance() }
    guard let scalar = current else { return nil }
    let start = offset
    let kind: Token.Kind
    switch scalar {
    case "'", "\"":
      kind = .text(try text())
    case "#":
      kind = .name(try prefixed())
    case "$":
      kind = .variable(try prefixed())
    case "@":
      kind = .collection(try prefixed())
    case "0"..."9":
      kind = .number(try number())
    case "." where following.map { ("0"..."9").contains($0) } ?? false:
      // `.5` is a number at the start of an operand, but `a.5` is not.
      kind = .number(try number())
    case _ where Self.beginsName(scalar):
      let word = word()
      kind = Keyword(rawValue: word.uppercased()).map { .keyword($0, word) } ?? .name(word)
    default:
      kind = .symbol(try symbol())
    }
    return Token(kind: kind, range: start..<offset)
  }

  // MARK: Names

  private static func beginsName(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isAlphabetic
  }

  private static func continuesName(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return beginsName(scalar) || ("0"..."9").contains(scalar) }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .decimalNumber: return true
    default: return beginsName(scalar)
    }
  }

  private mutating func word() -> String {
    var word = String.UnicodeScalarView()
    while let scalar = current, Self.continuesName(scalar) { word.append(advance()) }
    return String(word)
  }

  /// The name after `#`, `$` or `@`.
  private mutating func prefixed() throws(SyntaxError) -> String {
    let start = offset
    let sign = advance()
    guard let scalar = current, Self.beginsName(scalar) else {
      throw SyntaxError(cause: .noNameAfter(String(Character(sign))), range: start..<offset)
    }
    return word()
  }

  // MARK: Signs

  private mutating func symbol() throws(SyntaxError) -> Symbol {
    let rest = scalars[index...]
    for (text, symbol) in Symbol.spellings where rest.starts(with: text) {
      for _ in text { advance() }
      return symbol
    }
    let start = offset
    let scalar = advance()
    throw SyntaxError(cause: .strangeCharacter(scalar), range: start..<offset)
  }

  // MARK: Numbers

  private mutating func number() throws(SyntaxError) -> Decimal {
    let start = offset
    var digits = ""
    func isDigit(_ scalar: Unicode.Scalar?) -> Bool { scalar.map { ("0"..."9").contains($0) } ?? false }
    while isDigit(current) { digits.unicodeScalars.append(advance()) }
    if current == ".", isDigit(following) {
      if digits.isEmpty { digits = "0" }
      digits.unicodeScalars.append(advance())
      while isDigit(current) { digits.unicodeScalars.append(advance()) }
    }
    if let scalar = current, Self.beginsName(scalar) || scalar == "." || scalar == "%" {
      let isShare = scalar == "%"
      while let scalar = current, Self.continuesName(scalar) || scalar == "." || scalar == "%" { advance() }
      throw SyntaxError(cause: isShare ? .percentSign : .malformedNumber, range: start..<offset)
    }
    // Files take fewer digits before the point.
    guard let number = try? Decimal(parsing: digits.utf8.span, wholeDigits: Decimal.precision) else {
      throw SyntaxError(cause: .numberTooLong, range: start..<offset)
    }
    return number
  }

  // MARK: Text

  private mutating func text() throws(SyntaxError) -> String {
    let start = offset
    let quote = advance()
    var text = String.UnicodeScalarView()
    while let scalar = current {
      if scalar == quote {
        advance()
        return String(text)
      }
      text.append(scalar == "\\" ? try escape() : advance())
    }
    throw SyntaxError(cause: .unclosedText, range: start..<start + 1)
  }

  private mutating func escape() throws(SyntaxError) -> Unicode.Scalar {
    let start = offset
    advance()
    guard current != nil else { throw SyntaxError(cause: .unclosedText, range: start..<offset) }
    switch advance() {
    case "\\": return "\\"
    case "'": return "'"
    case "\"": return "\""
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u": return try unicodeEscape(from: start)
    default: throw SyntaxError(cause: .unknownEscape, range: start..<offset)
    }
  }

  /// The scalar of `\uXXXX`, or of two of these that form a surrogate pair.
  private mutating func unicodeEscape(from start: Int) throws(SyntaxError) -> Unicode.Scalar {
    var value = try hexadecimal(from: start)
    if (0xD800..<0xDC00).contains(value), current == "\\", following == "u" {
      advance()
      advance()
      let low = try hexadecimal(from: start)
      guard (0xDC00..<0xE000).contains(low) else {
        throw SyntaxError(cause: .unknownEscape, range: start..<offset)
      }
      value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(value) else {
      throw SyntaxError(cause: .unknownEscape, range: start..<offset)
    }
    return scalar
  }

  private mutating func hexadecimal(from start: Int) throws(SyntaxError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = current.flatMap({ Character($0).hexDigitValue }), current?.isASCII == true else {
        throw SyntaxError(cause: .unknownEscape, range: start..<offset)
      }
      value = value << 4 | UInt32(digit)
      advance()
    }
    return value
  }
}
