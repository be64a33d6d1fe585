import Records

// TERNARY, whose branches are converted to one type, and CAST.

extension TypeChecker {
  mutating func ternary(
    _ condition: Syntax, _ first: Syntax, _ second: Syntax, _ range: Range<Int>
  ) -> Checked? {
    let condition = predicate(condition)
    let (first, second) = (check(first), check(second))
    guard let condition, var a = first, var b = second else { return nil }
    if let list = [a, b].first(where: \.type.isList) {
      report(.listAsResult(name(list.type)), list.range)
      return nil
    }
    guard unify(&a, &b) else { return nil }
    let type = a.type == .integer ? b.type : a.type
    return Checked(node: .ternary(condition.node, a.node, b.node), type: type, range: range)
  }

  /// Converts the branches to one type: NIL takes any type, a text literal or 0 that of the other branch.
  private mutating func unify(_ a: inout Checked, _ b: inout Checked) -> Bool {
    if a.type == .null { a = null(a, b.type) }
    if b.type == .null { b = null(b, a.type) }
    if a.literal != nil, b.type == .date || b.type == .money {
      guard let value = amount(a, as: b) else { return false }
      a = value
    } else if b.literal != nil, a.type == .date || a.type == .money {
      guard let value = amount(b, as: a) else { return false }
      b = value
    }
    if a.type == .money, isZero(b) { b = zero(b) } else if b.type == .money, isZero(a) { a = zero(a) }
    if a.type.isNumber, b.type.isNumber { return true }
    if case .record(let x) = a.type, case .record(let y) = b.type {
      if model.entities[x].table == model.entities[y].table {
        // The common ancestor would do, but comparing within the whole family is enough.
        if model.entities[y].family.contains(x) { a.type = b.type }
        if model.entities[x].family.contains(y) || a.type == b.type { return true }
      }
    }
    guard a.type == b.type else {
      report(.branchesDiffer(name(a.type), name(b.type)), b.range)
      return false
    }
    return true
  }

  /// A text literal beside a date or an amount. An amount must name its currency: no record gives one.
  private mutating func amount(_ checked: Checked, as other: Checked) -> Checked? {
    guard let value = literal(checked, as: other, isExact: false) else { return nil }
    guard value.type == other.type || isZero(value) else {
      report(.invalidAmount(checked.literal ?? ""), checked.range)
      return nil
    }
    return value
  }

  private func isZero(_ checked: Checked) -> Bool {
    guard checked.type.isNumber, case .constant(.number(let lane)) = checked.node else { return false }
    return lane[0]?.isZero ?? false
  }

  /// 0 is zero in every currency, and is that of the record.
  private func zero(_ checked: Checked) -> Checked {
    inRecordCurrency(checked.replaced(by: .money(Lane(constant: Money(.zero, model.currency))), .money))
  }

  /// An amount of which zero is in the currency of the record that its path starts from, or else of the record itself.
  func inRecordCurrency(_ amount: Checked) -> Checked {
    let variable = amount.node.baseVariable ?? 0
    guard case .record(let index) = variables[variable].value.type.element, model.givesCurrency(index) else {
      return amount
    }
    var result = amount
    result.node = .inRecordCurrency(
      amount.node, variable: variable, table: model.entities[index].table)
    result.isConstant = false
    return result
  }

  mutating func cast(_ operand: Syntax, _ type: String, _ typeRange: Range<Int>, _ range: Range<Int>)
    -> Checked?
  {
    let operand = check(operand)
    guard let cast = Cast.allCases.first(where: { $0.rawValue.lowercased() == type.lowercased() }) else {
      report(.unknownCast(type, names: Cast.allCases.map(\.rawValue)), typeRange)
      return nil
    }
    guard var result = operand else { return nil }
    if result.type == .null { return null(result, cast.type) }
    if cast == .string, case .record(let entity) = result.type {
      result.node = .path(result.node, [.id(table: model.entities[entity].table)])
    } else {
      guard isCastable(result.type, to: cast) else {
        report(.notCastable(name(result.type), cast.rawValue), result.range)
        return nil
      }
      result.node = .cast(result.node, cast)
    }
    let literal = result.literal
    result.type = cast.type
    result.range = range
    result.literal = nil
    result.domain = .any
    return folded(result, orReport: literal.map { .uncastable($0, type: cast.rawValue) })
  }

  private func isCastable(_ type: StaticType, to cast: Cast) -> Bool {
    switch cast {
    case .date: type == .text || type == .date
    case .integer: type == .text || type.isNumber
    case .decimal: type == .text || type.isNumeric
    case .string: !type.isList
    }
  }
}
