// Calls: functions, SUBQUERY, TERNARY and CAST.

extension Parser {
  /// Parses a call, starting at its name.
  mutating func call(_ name: String) throws(SyntaxError) -> Syntax {
    let nameRange = current.range
    let start = nameRange.lowerBound
    index += 1
    _ = take(.colon)
    let open = current
    try expect(.openParenthesis)
    let form = CallForm(rawValue: name.uppercased())
    switch form {
    case .subquery: return try subquery(from: start, open)
    case .cast: return try cast(from: start, open)
    case .ternary, nil: break
    }
    // Its arguments need not be values.
    if name.uppercased() == "FUNCTION" {
      throw SyntaxError(cause: .refusedFunction(name), range: nameRange)
    }
    var arguments: [Syntax] = []
    if !isNext(.closeParenthesis) {
      repeat { arguments.append(try disjunction()) } while take(.comma)
    }
    try expect(.closeParenthesis, closing: open)
    guard form == .ternary else {
      return node(.call(FunctionName(name), arguments: arguments), from: start)
    }
    guard arguments.count == 3 else {
      throw SyntaxError(
        cause: .argumentCount(CallForm.ternary.rawValue, expected: 3, found: arguments.count),
        range: nameRange)
    }
    return node(.ternary(arguments[0], arguments[1], arguments[2]), from: start)
  }

  private mutating func subquery(from start: Int, _ open: Token) throws(SyntaxError) -> Syntax {
    let list = try sum()
    try expect(.comma)
    guard case .variable(let name) = current.kind else { throw unexpected("a variable such as $x") }
    let range = current.range
    index += 1
    try expect(.comma)
    let predicate = try disjunction()
    try expect(.closeParenthesis, closing: open)
    return node(.subquery(list, variable: name, variableRange: range, predicate: predicate), from: start)
  }

  private mutating func cast(from start: Int, _ open: Token) throws(SyntaxError) -> Syntax {
    let operand = try disjunction()
    try expect(.comma)
    guard case .text(let type) = current.kind else {
      guard case .name(let name) = current.kind else { throw unexpected("a type in quotes, such as 'Date'") }
      throw SyntaxError(
        cause: .expected("a type in quotes, such as 'Date'", found: "the name \(name)"),
        range: current.range)
    }
    let range = current.range
    index += 1
    try expect(.closeParenthesis, closing: open)
    return node(.cast(operand, type: type, typeRange: range), from: start)
  }
}
