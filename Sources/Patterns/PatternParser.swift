/// Parses a pattern by recursive descent, one level per group.
struct PatternParser {
  /// The maximum nesting depth of groups, so that no pattern exhausts the stack.
  static let maximumDepth = 200
  /// The maximum number of scalars in classes to fold for one pattern, which takes about 0.1 s.
  static let maximumFolding = 1_000_000

  let text: PatternText
  /// The index of the next scalar.
  var position = 0
  /// The current folding; `(?i)` changes it until the end of its group.
  var folding: TextFolding
  /// The sets that nodes refer to.
  var sets = ScalarSetTable()
  /// The number of scalars in classes folded so far.
  var foldingCost = 0
  private var depth = 0

  init(_ text: PatternText, folding: TextFolding) {
    self.text = text
    self.folding = folding
  }

  /// Parses the whole pattern.
  /// - Complexity: O(*n*) in the pattern.
  mutating func pattern() throws(PatternError) -> PatternNode {
    let node = try choice()
    guard peek == nil else { throw error(from: position, to: position + 1) { .unopened($0) } }
    return node
  }

  // MARK: Scalars

  /// The next scalar; nil at the end.
  var peek: Unicode.Scalar? { scalar(at: position) }

  /// A scalar of the pattern; nil after its end.
  func scalar(at index: Int) -> Unicode.Scalar? {
    index < text.scalars.count ? text.scalars[index] : nil
  }

  /// Consumes a scalar if it is next.
  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    position += 1
    return true
  }

  /// Consumes scalars that meet a condition.
  mutating func skip(while condition: (Unicode.Scalar) -> Bool) {
    while let next = peek, condition(next) { position += 1 }
  }

  /// Makes an error about a range of scalars.
  func error(from start: Int, to end: Int, _ fact: (String) -> PatternError.Fact) -> PatternError {
    let end = min(end, text.scalars.count)
    return PatternError(fact(text.text(start..<end)), text.range(start..<end))
  }

  // MARK: Grammar

  /// Parses alternatives up to a `)` or the end.
  private mutating func choice() throws(PatternError) -> PatternNode {
    let start = position
    var branches: [PatternNode] = []
    var branch: [PatternNode] = []
    var size = 0
    while let next = peek, next != ")" {
      if skip("|") {
        branches.append(PatternNode(sequence: branch))
        branch = []
        size += 1
      } else if let item = try item() {
        branch.append(item)
        size += item.size
      }
      // The accepting state is added to these.
      guard size < PatternProgram.maximumSize else {
        throw error(from: start, to: position) { _ in .tooLarge }
      }
    }
    branches.append(PatternNode(sequence: branch))
    return PatternNode(choice: branches)
  }

  /// Parses one part of a sequence with its repetition; nil for flags, which match nothing.
  private mutating func item() throws(PatternError) -> PatternNode? {
    let start = position
    guard let next = peek else { return nil }
    position += 1
    let node: PatternNode
    switch next {
    case "(":
      guard let group = try group(from: start) else { return nil }
      node = group
    case "[": node = try characterClass(from: start)
    case "\\":
      switch try escape(from: start) {
      case .scalar(let scalar): node = sets.literal(scalar, folding: folding)
      case .member(let member): node = sets.node(ScalarSet([], [member], folding: folding))
      }
    case ".": node = sets.node(.any)
    case "^": node = sets.lineBorder(isStart: true)
    case "$": node = sets.lineBorder(isStart: false)
    case "*", "+", "?", "{": throw error(from: start, to: position) { .nothingToRepeat($0) }
    case "]", "}": throw error(from: start, to: position) { .unopened($0) }
    default: node = sets.literal(next, folding: folding)
    }
    guard let count = try repetition() else { return node }
    let repeated = PatternNode(repeating: node, atLeast: count.atLeast, atMost: count.atMost)
    guard repeated.size < PatternProgram.maximumSize else {
      throw error(from: start, to: position) { _ in .tooLarge }
    }
    return repeated
  }

  /// Parses a repetition if there is one. Whether it is lazy does not matter when whole texts are matched.
  private mutating func repetition() throws(PatternError) -> (atLeast: Int, atMost: Int?)? {
    let start = position
    let count: (atLeast: Int, atMost: Int?)
    switch peek {
    case "*": count = (0, nil)
    case "+": count = (1, nil)
    case "?": count = (0, 1)
    case "{": count = try braces()
    default: return nil
    }
    if position == start { position += 1 }
    if peek == "+" { throw error(from: start, to: position + 1) { .possessive($0) } }
    _ = skip("?")
    if let next = peek, "*+?{".unicodeScalars.contains(next) {
      throw error(from: position, to: position + 1) { .nothingToRepeat($0) }
    }
    return count
  }

  /// Parses `{m}`, `{m,}` or `{m,n}`.
  private mutating func braces() throws(PatternError) -> (atLeast: Int, atMost: Int?) {
    let start = position
    position += 1
    let atLeast = number()
    var atMost = atLeast
    if skip(",") { atMost = peek == "}" ? nil : number() ?? -1 }
    guard let atLeast, atMost != -1, skip("}") else {
      throw error(from: start, to: position + 1) { .malformedRepetition($0) }
    }
    if let atMost, atMost < atLeast { throw error(from: start, to: position) { .reversedRepetition($0) } }
    return (atLeast, atMost)
  }

  /// Parses a decimal number; numbers above a million become a million, which no pattern may repeat.
  private mutating func number() -> Int? {
    let start = position
    skip { ("0"..."9").contains($0) }
    guard position > start else { return nil }
    return text.scalars[start..<position].reduce(0) { min($0 * 10 + Int($1.value) - 0x30, 1_000_000) }
  }

  // MARK: Groups

  /// Parses a group after its `(`; nil for flags that apply until the end of the enclosing group.
  private mutating func group(from start: Int) throws(PatternError) -> PatternNode? {
    guard depth < Self.maximumDepth else { throw error(from: start, to: position) { _ in .nestedTooDeep } }
    let outer = folding
    if skip("?") {
      switch peek {
      case ":": position += 1
      case "=", "!": throw error(from: start, to: position + 1) { .lookAround($0) }
      case ">": throw error(from: start, to: position + 1) { _ in .atomicGroup }
      case "<", "P": try groupName(from: start)
      default:
        guard try flags(from: start) else { return nil }
      }
    }
    depth += 1
    let node = try choice()
    depth -= 1
    folding = outer
    guard skip(")") else { throw error(from: start, to: start + 1) { _ in .unclosedGroup } }
    return node
  }

  /// Parses `<name>` or `P<name>`; the name is dropped, because nothing refers to it.
  private mutating func groupName(from start: Int) throws(PatternError) {
    let isPython = skip("P")
    guard skip("<") else {
      let isReference = isPython && (peek == "=" || peek == ">")
      throw error(from: start, to: position + 1) { isReference ? .backReference($0) : .unknownGroup($0) }
    }
    if peek == "=" || peek == "!" { throw error(from: start, to: position + 1) { .lookAround($0) } }
    let name = position
    skip { $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "_") }
    guard position > name, skip(">") else { throw error(from: start, to: position + 1) { .unknownGroup($0) } }
  }

  /// Parses `i` or `-i` and the `:` or `)` after it.
  /// - Returns: whether a group follows, as after a `:`.
  private mutating func flags(from start: Int) throws(PatternError) -> Bool {
    let isOff = skip("-")
    guard skip("i") else {
      guard let next = peek else { throw error(from: start, to: start + 1) { _ in .unclosedGroup } }
      let isLetter = next.isASCII && next.properties.isAlphabetic
      throw isLetter
        ? error(from: position, to: position + 1) { .unknownFlag($0) }
        : error(from: start, to: position + 1) { .unknownGroup($0) }
    }
    folding.ignoresCase = !isOff
    if skip(":") { return true }
    guard !skip(")") else { return false }
    guard peek != nil else { throw error(from: start, to: start + 1) { _ in .unclosedGroup } }
    throw error(from: position, to: position + 1) { .unknownFlag($0) }
  }
}
