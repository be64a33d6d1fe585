import Records

/// Parses tokens into a syntax tree by recursive descent.
///
/// Precedence, highest first: `.`, `**` (right associative), unary minus, `* /`, `+ -`, comparison, NOT, AND,
/// OR. Predicates and expressions share one grammar, so parentheses group both.
package struct Parser {
  /// The maximum nesting depth of a query.
  static let maximumDepth = 200

  /// An expression of a list, with its direction in a sort.
  struct Item {
    /// The expression without its direction.
    let expression: Syntax
    /// Whether `-x` or `x desc` is written.
    let isDescending: Bool
  }

  private let tokens: [Token]
  /// The index of the current token.
  var index = 0
  private var depth = 0

  private init(_ text: String) throws(SyntaxError) {
    tokens = try Lexer.tokens(of: text)
  }

  /// Parses a text that is one predicate or expression.
  static func expression(_ text: String) throws(SyntaxError) -> Syntax {
    var parser = try Parser(text)
    let expression = try parser.disjunction()
    try parser.expectEnd()
    return expression
  }

  /// Parses sort expressions separated by commas: `-x`, `x desc` and `x asc` give a direction.
  static func sort(_ text: String) throws(SyntaxError) -> [Item] {
    var parser = try Parser(text)
    var items: [Item] = []
    repeat {
      items.append(try parser.item())
    } while parser.take(.comma)
    try parser.expectEnd()
    return items
  }

  /// Parses a text that is one predicate or expression; nil if it has an error. Only for tests of the
  /// grammar.
  package static func parse(_ text: String) -> Syntax? { try? expression(text) }

  private mutating func item() throws(SyntaxError) -> Item {
    let minus = isNext(.minus) ? current.range : nil
    if minus != nil { index += 1 }
    let expression = try disjunction()
    guard case .name(let word) = current.kind, ["asc", "desc"].contains(word.lowercased()) else {
      return Item(expression: expression, isDescending: minus != nil)
    }
    if minus != nil { throw SyntaxError(cause: .twoDirections, range: current.range) }
    index += 1
    return Item(expression: expression, isDescending: word.lowercased() == "desc")
  }

  // MARK: Tokens

  /// The next token to read.
  var current: Token { tokens[index] }
  private var following: Token { tokens[min(index + 1, tokens.count - 1)] }

  /// Whether the next token is a symbol.
  func isNext(_ symbol: Symbol) -> Bool { current.kind == .symbol(symbol) }

  /// Whether the next token is a keyword.
  func isNext(_ keyword: Keyword) -> Bool {
    if case .keyword(keyword, _) = current.kind { true } else { false }
  }

  /// Consumes a symbol if it is next, and returns whether it was.
  mutating func take(_ symbol: Symbol) -> Bool {
    guard isNext(symbol) else { return false }
    index += 1
    return true
  }

  private mutating func take(_ keyword: Keyword) -> Bool {
    guard isNext(keyword) else { return false }
    index += 1
    return true
  }

  /// Consumes a symbol, or throws if it is not next.
  /// - Parameter open: the bracket that it closes, for the place of the error.
  mutating func expect(_ symbol: Symbol, closing open: Token? = nil) throws(SyntaxError) {
    guard !take(symbol) else { return }
    if let open, current.kind == .end {
      throw SyntaxError(cause: .unclosed(described(open)), range: open.range)
    }
    throw unexpected("'\(symbol.rawValue)'")
  }

  private func expectEnd() throws(SyntaxError) {
    guard current.kind != .end else { return }
    throw unexpected("an operator or the end")
  }

  /// The error that the next token is not the expected one.
  func unexpected(_ expected: String) -> SyntaxError {
    if isNext(.comma), index > 0, case .number(let whole) = tokens[index - 1].kind,
      case .number(let fraction) = following.kind, whole.scale == 0, fraction.scale == 0,
      tokens[index - 1].range.upperBound + 1 == following.range.lowerBound
    {
      let range = tokens[index - 1].range.lowerBound..<following.range.upperBound
      let digits = fraction.description
      let zeros = String(repeating: "0", count: max(0, following.range.count - digits.utf8.count))
      return SyntaxError(cause: .decimalComma("\(whole).\(zeros)\(digits)"), range: range)
    }
    return SyntaxError(cause: .expected(expected, found: described(current)), range: current.range)
  }

  private func described(_ token: Token) -> String {
    switch token.kind {
    case .name(let name): "'\(name)'"
    case .keyword(_, let word): "'\(word)'"
    case .variable(let name): "'$\(name)'"
    case .collection(let name): "'@\(name)'"
    case .text: "a text"
    case .number(let number): "'\(number)'"
    case .symbol(let symbol): "'\(symbol.rawValue)'"
    case .end: "the end"
    }
  }

  /// Parses a construct one nesting level deeper.
  private mutating func nested<Result>(
    _ read: (inout Parser) throws(SyntaxError) -> Result
  ) throws(SyntaxError) -> Result {
    guard depth < Self.maximumDepth else {
      throw SyntaxError(cause: .tooDeep(limit: Self.maximumDepth), range: current.range)
    }
    depth += 1
    defer { depth -= 1 }
    return try read(&self)
  }

  /// Makes a node that ends with the last token read.
  /// - Parameter start: where the node begins, in UTF-8 bytes.
  func node(_ kind: Syntax.Kind, from start: Int) -> Syntax {
    Syntax(kind, range: start..<max(start, tokens[max(index - 1, 0)].range.upperBound))
  }

  // MARK: Predicates

  /// Parses a whole predicate or expression.
  mutating func disjunction() throws(SyntaxError) -> Syntax {
    let start = current.range.lowerBound
    let first = try conjunction()
    var parts = [first]
    while take(Keyword.or) || take(Symbol.or) { parts.append(try conjunction()) }
    return parts.count == 1 ? first : node(.or(parts), from: start)
  }

  private mutating func conjunction() throws(SyntaxError) -> Syntax {
    let start = current.range.lowerBound
    let first = try negation()
    var parts = [first]
    while take(Keyword.and) || take(Symbol.and) { parts.append(try negation()) }
    return parts.count == 1 ? first : node(.and(parts), from: start)
  }

  private mutating func negation() throws(SyntaxError) -> Syntax {
    let start = current.range.lowerBound
    if isNext(Keyword.not) { try refuseAsKey() }
    guard take(Keyword.not) || take(Symbol.not) else { return try comparison() }
    let operand = try nested { (parser) throws(SyntaxError) in try parser.negation() }
    return node(.not(operand), from: start)
  }

  private mutating func comparison() throws(SyntaxError) -> Syntax {
    let start = current.range.lowerBound
    let quantifier = try takeQuantifier()
    let left = try sum()
    if isNext(Keyword.not), case .keyword(let word, _) = following.kind, relation(following) != nil {
      throw SyntaxError(cause: .misplacedNot(word.rawValue), range: current.range)
    }
    guard let relation = relation(current) else {
      if case .name(let word) = current.kind, word.lowercased() == "is" {
        throw SyntaxError(cause: .notSQL(word), range: current.range)
      }
      if quantifier != nil { throw unexpected("a comparison after \(quantifier?.rawValue ?? "")") }
      return left
    }
    let relationStart = current.range.lowerBound
    index += 1
    let options = try textOptions()
    let range = relationStart..<tokens[index - 1].range.upperBound
    let right = try sum()
    if self.relation(current) != nil { throw SyntaxError(cause: .chainedComparison, range: current.range) }
    return node(.comparison(.init(quantifier, left, relation, options, right, range: range)), from: start)
  }

  private mutating func takeQuantifier() throws(SyntaxError) -> Quantifier? {
    if isNext(.any) || isNext(.some) || isNext(.all) || isNext(.none) { try refuseAsKey() }
    if take(.any) || take(.some) { return .any }
    if take(.all) { return .all }
    if take(.none) { return Quantifier.none }
    return nil
  }

  /// Throws if a keyword is in the place of a key: `in = 'x'`, `all.name`.
  private func refuseAsKey() throws(SyntaxError) {
    guard case .keyword(_, let word) = current.kind else { return }
    switch following.kind {
    case .symbol(.dot), .symbol(.comma): break
    case .end where index == 0: break
    case .symbol(let symbol) where Relation(rawValue: symbol.rawValue) != nil: break
    default: return
    }
    throw SyntaxError(cause: .keywordAsKey(word), range: current.range)
  }

  private func relation(_ token: Token) -> Relation? {
    switch token.kind {
    case .symbol(let symbol): Relation(rawValue: symbol.rawValue)
    case .keyword(let keyword, _): Relation(rawValue: keyword.rawValue)
    default: nil
    }
  }

  private mutating func textOptions() throws(SyntaxError) -> TextOptions {
    guard take(.openBracket) else { return [] }
    var options: TextOptions = []
    guard case .name(let letters) = current.kind else {
      switch current.kind {
      case .text, .number: throw SyntaxError(cause: .setWithoutBraces, range: tokens[index - 1].range)
      default: throw unexpected("c, d or n")
      }
    }
    for letter in letters.lowercased() {
      guard let option = TextOptions.letters.first(where: { $0.letter == letter })?.option else {
        throw SyntaxError(cause: .unknownOption(String(letter)), range: current.range)
      }
      options.insert(option)
    }
    index += 1
    try expect(.closeBracket)
    return options
  }

  // MARK: Arithmetic

  /// Parses an expression of `+`, `-` and operators of higher precedence.
  mutating func sum() throws(SyntaxError) -> Syntax {
    let start = current.range.lowerBound
    let first = try product()
    var terms: [Syntax.Term] = []
    while isNext(.plus) || isNext(.minus) {
      let sign: ArithmeticSign = isNext(.plus) ? .plus : .minus
      let range = current.range
      index += 1
      terms.append(.init(sign, try product(), range: range))
    }
    return terms.isEmpty ? first : node(.arithmetic(first, terms), from: start)
  }

  private mutating func product() throws(SyntaxError) -> Syntax {
    let start = current.range.lowerBound
    let first = try unary()
    var terms: [Syntax.Term] = []
    while isNext(.times) || isNext(.divide) {
      let sign: ArithmeticSign = isNext(.times) ? .times : .divide
      let range = current.range
      index += 1
      terms.append(.init(sign, try unary(), range: range))
    }
    return terms.isEmpty ? first : node(.arithmetic(first, terms), from: start)
  }

  private mutating func unary() throws(SyntaxError) -> Syntax {
    let start = current.range.lowerBound
    guard take(.minus) else { return try power() }
    let operand = try nested { (parser) throws(SyntaxError) in try parser.unary() }
    return node(.negated(operand), from: start)
  }

  private mutating func power() throws(SyntaxError) -> Syntax {
    let start = current.range.lowerBound
    let base = try postfix()
    let range = current.range
    guard take(.power) else { return base }
    let exponent = try nested { (parser) throws(SyntaxError) in try parser.unary() }
    return node(.arithmetic(base, [.init(.power, exponent, range: range)]), from: start)
  }

  // MARK: Operands

  private mutating func postfix() throws(SyntaxError) -> Syntax {
    let start = current.range.lowerBound
    var base: Syntax?
    var steps: [Syntax.Step] = []
    if case .name(let name) = current.kind, !beginsCall {
      steps.append(.init(name, range: current.range))
      index += 1
    } else if case .collection(let name) = current.kind {
      steps.append(.init(name, isOperator: true, range: current.range))
      index += 1
    } else {
      base = try primary()
    }
    while take(.dot) {
      switch current.kind {
      case .name(let name), .keyword(_, let name): steps.append(.init(name, range: current.range))
      case .collection(let name): steps.append(.init(name, isOperator: true, range: current.range))
      default: throw unexpected("a key after '.'")
      }
      index += 1
    }
    if isNext(.openBracket) { throw SyntaxError(cause: .indexed, range: current.range) }
    if steps.isEmpty, let base { return base }
    return node(.path(base: base, steps: steps), from: start)
  }

  /// Whether a name is followed by `(` or `:(`.
  private var beginsCall: Bool {
    switch following.kind {
    case .symbol(.openParenthesis): true
    case .symbol(.colon): index + 2 < tokens.count && tokens[index + 2].kind == .symbol(.openParenthesis)
    default: false
    }
  }

  private mutating func primary() throws(SyntaxError) -> Syntax {
    let token = current
    let start = token.range.lowerBound
    switch token.kind {
    case .text(let text): return leaf(.text(text))
    case .number(let number):
      if case .name(let code) = following.kind, Currency(code: code) != nil {
        throw SyntaxError(
          cause: .unquotedAmount("\(number) \(code)"), range: start..<following.range.upperBound)
      }
      return leaf(.number(number))
    case .variable(let name): return leaf(.variable(name))
    case .keyword(.isTrue, _), .keyword(.yes, _): return leaf(.boolean(true))
    case .keyword(.isFalse, _), .keyword(.no, _): return leaf(.boolean(false))
    case .keyword(.null, _), .keyword(.nil, _): return leaf(.null)
    case .keyword(.itself, _): return leaf(.itself)
    case .keyword(.truePredicate, _): return leaf(.boolean(true))
    case .keyword(.falsePredicate, _): return leaf(.boolean(false))
    case .name(let name): return try nested { (parser) throws(SyntaxError) in try parser.call(name) }
    case .symbol(.openParenthesis):
      index += 1
      let beginsSet =
        index > 1 && (relation(tokens[index - 2]) != nil || tokens[index - 2].kind == .symbol(.closeBracket))
      let inner = try nested { (parser) throws(SyntaxError) in try parser.disjunction() }
      if beginsSet, isNext(.comma) {
        throw SyntaxError(cause: .setWithoutBraces, range: start..<current.range.upperBound)
      }
      try expect(.closeParenthesis, closing: token)
      return Syntax(inner.kind, range: start..<tokens[index - 1].range.upperBound)
    case .symbol(.openBrace):
      index += 1
      var elements: [Syntax] = []
      if !isNext(.closeBrace) {
        repeat {
          elements.append(try nested { (parser) throws(SyntaxError) in try parser.disjunction() })
        } while take(.comma)
      }
      try expect(.closeBrace, closing: token)
      return node(.set(elements), from: start)
    case .keyword:
      try refuseAsKey()
      throw unexpected("a value")
    default: throw unexpected("a value")
    }
  }

  private mutating func leaf(_ kind: Syntax.Kind) -> Syntax {
    index += 1
    return Syntax(kind, range: tokens[index - 1].range)
  }
}
