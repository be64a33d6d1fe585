import Records

extension TypeChecker {
  /// Checks a unary minus.
  mutating func negated(_ operand: Syntax, _ range: Range<Int>) -> Checked? {
    guard var result = check(operand) else { return nil }
    guard result.type.isNumeric else {
      report(.notNegatable(name(result.type)), range)
      return nil
    }
    result.node = .negated(result.node)
    result.range = range
    return folded(result)
  }

  /// Checks operators of the same precedence, from left to right.
  mutating func arithmetic(_ first: Syntax, _ terms: [Syntax.Term]) -> Checked? {
    var left = check(first)
    // A chain of operators becomes one node, so that a long one does not make a deep tree.
    var chain: [(sign: ArithmeticSign, operand: Node)] = []
    for term in terms {
      guard var right = check(term.operand), var a = left else {
        left = nil
        continue
      }
      guard adapt(&a, &right, for: term.sign) else {
        left = nil
        continue
      }
      guard var type = type(of: a.type, term.sign, right.type) else {
        if term.sign == .plus, let other = [(a, right), (right, a)].first(where: { $0.0.type == .text })?.1,
          !other.type.isList, other.type != .null
        {
          report(.notJoined(name(other.type), slice(other.range)), other.range)
          left = nil
          continue
        }
        report(notCalculable(a.type, term.sign, right.type), term.range)
        left = nil
        continue
      }
      if term.sign == .power, a.type == .integer, isNatural(right) { type = .integer }
      let range = a.range.lowerBound..<right.range.upperBound
      if a.isConstant, right.isConstant {
        let node = Node.arithmetic(a.node, [(term.sign, right.node)])
        left = folded(Checked(node: node, type: type, range: range, isConstant: true))
      } else {
        chain.append((term.sign, right.node))
        left = Checked(node: a.node, type: type, range: range)
      }
    }
    return left.map { left in
      var result = left
      if !chain.isEmpty { result.node = .arithmetic(left.node, chain) }
      return result
    }
  }

  /// Whether an exponent is a constant for which a power of an integer is an integer.
  private func isNatural(_ exponent: Checked) -> Bool {
    guard case .constant(.number(let lane)) = exponent.node, let number = lane[0] else { return false }
    return !number.isNegative
  }

  /// Reads a text that is added to a date or an amount as one, a text beside a number as the day or the amount that it
  /// can only be, and gives NIL the other operand's type.
  private mutating func adapt(_ a: inout Checked, _ b: inout Checked, for sign: ArithmeticSign) -> Bool {
    if a.type == .null { a = null(a, canMeetNull(b.type) ? b.type : .integer) }
    if b.type == .null { b = null(b, canMeetNull(a.type) ? a.type : .integer) }
    if sign == .divide, a.type == .money, b.literal != nil {
      guard let value = literal(b, as: a, isExact: false) else { return false }
      b = value
    }
    if sign == .times || sign == .divide {
      if sign == .times, a.type.isNumber, let amount = amount(b) { b = amount }
      if b.type.isNumber, let amount = amount(a) { a = amount }
      return true
    }
    guard sign == .plus || sign == .minus else { return true }
    if a.type.isNumber, let value = day(b) ?? amount(b) { b = value }
    if b.type.isNumber, let value = day(a) ?? amount(a) { a = value }
    if a.literal != nil, b.type == .money || b.type == .date {
      guard let value = literal(a, as: b, isExact: false) else { return false }
      a = value
    } else if b.literal != nil, a.type == .money || a.type == .date {
      guard let value = literal(b, as: a, isExact: false) else { return false }
      b = value
    }
    return true
  }

  /// The day that a text literal is, as in `'2026-01-15' + 3`; nil for any other operand.
  private func day(_ checked: Checked) -> Checked? {
    checked.literal.flatMap { CivilDate($0) }.map { checked.replaced(by: .date(Lane(constant: $0)), .date) }
  }

  /// The amount with a currency that a text literal is, as in `rate * '1 JPY'`; nil for any other operand.
  private func amount(_ checked: Checked) -> Checked? {
    guard let text = checked.literal, let parsed = try? Money.parse(text.utf8.span),
      let currency = parsed.currency
    else { return nil }
    return checked.replaced(by: .money(Lane(constant: Money(parsed.number, currency))), .money)
  }

  /// Whether NIL beside a value takes that value's type.
  private func canMeetNull(_ type: StaticType) -> Bool { type.isNumber || type == .text }

  /// NIL as a value of a type.
  func null(_ checked: Checked, _ type: StaticType) -> Checked {
    var result = checked
    result.node = .constant(.null(type))
    result.type = type
    result.isConstant = false
    return result
  }

  /// Why there is no calculation of two types.
  private func notCalculable(_ a: StaticType, _ sign: ArithmeticSign, _ b: StaticType) -> QueryError {
    switch (sign, a, b) {
    case (.power, _, _) where a.isNumber && b.isNumber: .fractionalExponent
    case (.plus, .date, .decimal), (.plus, .decimal, .date), (.minus, .date, .decimal): .fractionalDays
    default: .notCalculable(sign.rawValue, name(a), name(b))
    }
  }

  /// The type of a calculation, or nil if there is none.
  private func type(of a: StaticType, _ sign: ArithmeticSign, _ b: StaticType) -> StaticType? {
    let areIntegers = a == .integer && b == .integer
    switch (sign, a, b) {
    case (.power, _, .integer) where a.isNumber: return .decimal
    case (.divide, _, _) where a.isNumber && b.isNumber: return .decimal
    case (.plus, _, _), (.minus, _, _), (.times, _, _):
      if a.isNumber, b.isNumber { return areIntegers ? .integer : .decimal }
    default: break
    }
    switch (sign, a, b) {
    case (.plus, .money, .money), (.minus, .money, .money): return .money
    case (.divide, .money, .money): return .decimal
    case (.plus, .date, .integer), (.minus, .date, .integer), (.plus, .integer, .date): return .date
    case (.minus, .date, .date): return .integer
    case (.plus, .text, .text): return .text
    case (.plus, .money, _), (.minus, .money, _), (.times, .money, _), (.divide, .money, _):
      return b.isNumber ? .money : nil
    case (.plus, _, .money), (.minus, _, .money), (.times, _, .money): return a.isNumber ? .money : nil
    default: return nil
    }
  }

  // MARK: Functions

  mutating func call(_ function: FunctionName, _ arguments: [Syntax], _ range: Range<Int>) -> Checked? {
    let name = function.description
    let nameRange = range.lowerBound..<min(range.lowerBound + name.utf8.count, range.upperBound)
    switch function {
    case .ofValue(.round) where arguments.count == 2: return round(arguments[0], to: arguments[1], range)
    case .ofValue(let function):
      guard hasCount(1, arguments, name, nameRange) else { return nil }
      return apply(function, arguments[0], range)
    case .today:
      guard hasCount(0, arguments, name, nameRange) else { return nil }
      reads.today = true
      return Checked(node: .today, type: .date, range: range)
    case .addMonths: return monthsLater(arguments, nameRange, range)
    case .aggregate(let aggregate):
      guard group != nil else {
        report(.groupFunction(name, example: example(of: aggregate, over: arguments.first)), nameRange)
        return nil
      }
      guard hasCount(aggregate == .count ? 0 : 1, arguments, name, nameRange) else { return nil }
      return self.aggregate(aggregate, arguments.first, range)
    case .countDistinct: return countDistinct(arguments, nameRange, range)
    case .ofRows:
      report(.rowFunctionInside(name), nameRange)
      return nil
    case .unknown:
      reportUnknownFunction(name, arguments, nameRange)
      return nil
    }
  }

  /// Reports an unknown function, which may be refused on purpose or be meant as a key.
  private mutating func reportUnknownFunction(_ name: String, _ arguments: [Syntax], _ range: Range<Int>) {
    let folded = name.lowercased()
    if ["random", "randomn", "now"].contains(folded) { return report(.refusedFunction(name), range) }
    if let part = DatePart.allCases.first(where: { $0.rawValue.lowercased() == folded }) {
      var date = "date"
      if case .path(nil, let steps) = arguments.first?.kind {
        date = steps.map(\.written).joined(separator: ".")
      }
      return report(.datePartAsFunction(name, example: "\(date).\(part.rawValue)"), range)
    }
    let names = FunctionName.known.map(\.description) + CallForm.allCases.map(\.rawValue)
    report(.unknownFunction(name, names: names), range)
  }

  /// The collection operator that means the same as an aggregate: `rows.@sum.sum` for `sum(rows.sum)`.
  private func example(of aggregate: Aggregate, over argument: Syntax?) -> String {
    let steps = toManySteps(argument, isCounted: aggregate == .count)
    let example =
      aggregate == .count ? [steps[0], "@count"] : [steps[0], "@\(aggregate.rawValue)"] + steps.dropFirst()
    return example.joined(separator: ".")
  }

  /// The steps of a path that begins with a list of this entity, or of one that stands for it: `rows.key`.
  private func toManySteps(_ argument: Syntax?, isCounted: Bool) -> [String] {
    guard case .path(nil, let path)? = argument?.kind, path.allSatisfy({ !$0.isOperator }),
      path.count > 1 || isCounted, case .record(let entity) = variables[0].value.type,
      model.entities[entity].relationship(named: path[0].name)?.isMany ?? false
    else { return ["rows", "key"] }
    return path.map(\.written)
  }

  private mutating func hasCount(
    _ count: Int, _ arguments: [Syntax], _ name: String, _ range: Range<Int>
  ) -> Bool {
    guard arguments.count != count else { return true }
    report(.argumentCount(name, expected: count, found: arguments.count), range)
    return false
  }

  private mutating func apply(
    _ function: Function, _ argument: Syntax, _ range: Range<Int>, digits: Int = 0
  ) -> Checked? {
    guard var result = check(argument) else { return nil }
    if result.type == .null { result = null(result, function.isOfText ? .text : .decimal) }
    guard function.isOfText ? result.type == .text : result.type.isNumeric else {
      let expected = function.isOfText ? "a text" : "a number or an amount"
      report(
        .wrongArgument("\(function.rawValue)()", expected: expected, found: name(result.type)), argument.range
      )
      return nil
    }
    switch function {
    case .length: result.type = .integer
    case .ceiling, .floor, .round: if result.type == .decimal, digits == 0 { result.type = .integer }
    case .abs, .uppercase, .lowercase: break
    }
    result.node = digits > 0 ? .rounded(result.node, digits: digits) : .function(function, result.node)
    result.range = range
    result.literal = nil
    result.domain = .any
    return folded(result)
  }

  /// `round(x, 2)`: a number or an amount, half away from zero.
  private mutating func round(_ argument: Syntax, to digits: Syntax, _ range: Range<Int>) -> Checked? {
    guard let count = check(digits) else { return nil }
    guard case .constant(.number(let lane)) = count.node, let places = lane[0]?.integer,
      (0...38).contains(places)
    else {
      report(.invalidDigits, digits.range)
      return nil
    }
    return apply(.round, argument, range, digits: places)
  }

  /// `addMonths(date, 1)`: the same day of another month.
  private mutating func monthsLater(
    _ arguments: [Syntax], _ nameRange: Range<Int>, _ range: Range<Int>
  ) -> Checked? {
    guard hasCount(2, arguments, "addMonths", nameRange) else { return nil }
    let operands = (check(arguments[0]), check(arguments[1]))
    guard var date = operands.0, var months = operands.1 else { return nil }
    if date.type == .null { date = null(date, .date) }
    if months.type == .null { months = null(months, .integer) }
    if let text = date.literal {
      guard CivilDate(text) != nil else {
        report(.invalidDate(text), date.range)
        return nil
      }
      date.node = .cast(date.node, .date)
      date.type = .date
    }
    for (operand, type, expected) in [
      (date, StaticType.date, "a date"), (months, .integer, "a whole number of months"),
    ] where operand.type != type {
      report(.wrongArgument("addMonths()", expected: expected, found: name(operand.type)), operand.range)
      return nil
    }
    return folded(
      Checked(
        node: .monthsLater(date.node, months: months.node), type: .date, range: range,
        isConstant: date.isConstant && months.isConstant))
  }

  /// `countDistinct(customer)`: the number of distinct values in a group.
  private mutating func countDistinct(
    _ arguments: [Syntax], _ nameRange: Range<Int>, _ range: Range<Int>
  ) -> Checked? {
    guard group != nil else {
      let steps = toManySteps(arguments.first, isCounted: true) + ["@distinct", "@count"]
      report(.groupFunction("countDistinct", example: steps.joined(separator: ".")), nameRange)
      return nil
    }
    guard hasCount(1, arguments, "countDistinct", nameRange) else { return nil }
    guard let operand = asRecord({ $0.check(arguments[0]) }) else { return nil }
    guard !operand.type.isList else {
      report(
        .wrongArgument("countDistinct()", expected: "one value of each record", found: name(operand.type)),
        arguments[0].range)
      return nil
    }
    return Checked(
      node: .path(.members(operand.node), [.distinct, .aggregate(.count, .integer)]), type: .integer,
      range: range)
  }

  /// `sum(x)` and similar over the records of a group.
  private mutating func aggregate(
    _ aggregate: Aggregate, _ argument: Syntax?, _ range: Range<Int>
  ) -> Checked? {
    guard let argument else {
      return Checked(
        node: .path(.variable(0), [.aggregate(.count, .integer)]), type: .integer, range: range)
    }
    guard let operand = asRecord({ $0.check(argument) }) else { return nil }
    guard !operand.type.isList, let type = result(of: aggregate, over: operand.type) else {
      report(
        .wrongArgument(
          "\(aggregate.rawValue)()", expected: expected(by: aggregate), found: name(operand.type)),
        argument.range)
      return nil
    }
    let result = Checked(
      node: .path(.members(operand.node), [.aggregate(aggregate, type)]), type: type, range: range)
    return aggregate == .sum && type == .money ? inRecordCurrency(result) : result
  }
}
