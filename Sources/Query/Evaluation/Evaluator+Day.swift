import Records

extension Evaluator {
  /// Returns for each row whether an expression's value may be different tomorrow.
  ///
  /// Only operands that decide the value count: in `TERNARY(paid = true, 'paid', TERNARY(due < today(), …))`,
  /// a paid order does not depend on the day, nor does one without a day `due`. Whatever goes through lists
  /// counts for every row.
  package func usesToday(_ expression: Expression, rows: [Int32]) -> [Bool] {
    return frames(of: rows).flatMap { usesToday(expression.node, $0) }
  }

  private func usesToday(_ node: Node, _ frame: Frame) -> [Bool] {
    func none() -> [Bool] { Array(repeating: false, count: frame.count) }
    guard mayReadDay(node) else { return none() }
    switch node {
    case .today, .quantified, .subquery, .members, .representative, .element:
      return Array(repeating: true, count: frame.count)
    case .constant, .variable: return none()
    case .path(let base, let steps):
      return steps.contains(where: isDated)
        ? Array(repeating: true, count: frame.count) : usesToday(base, frame)
    case .negated(let operand), .function(_, let operand), .rounded(let operand, _), .cast(let operand, _),
      .not(let operand), .membership(let operand, _), .pattern(let operand, _),
      .inRecordCurrency(let operand, _, _):
      return usesToday(operand, frame)
    case .arithmetic(let first, let terms): return usesToday(of: [first] + terms.map(\.operand), frame)
    case .comparison(let left, .equal, _, let right), .comparison(let left, .notEqual, _, let right):
      return zip(usesToday(left, frame), usesToday(right, frame)).map { $0 || $1 }
    case .comparison(let left, _, _, let right), .monthsLater(let left, let right):
      return usesToday(of: [left, right], frame)
    case .ternary(let condition, let a, let b):
      let (first, second) = (usesToday(a, frame), usesToday(b, frame))
      return zip(usesToday(condition, frame), mask(condition, frame)).enumerated().map { index, item in
        item.0 || (item.1 ? first[index] : second[index])
      }
    case .and(let parts): return usesToday(of: parts, decidedBy: false, frame)
    case .or(let parts): return usesToday(of: parts, decidedBy: true, frame)
    }
  }

  /// For operands of which any nil decides the result.
  private func usesToday(of operands: [Node], _ frame: Frame) -> [Bool] {
    var result = Array(repeating: false, count: frame.count)
    for operand in operands {
      for (index, isDated) in usesToday(operand, frame).enumerated() where isDated { result[index] = true }
    }
    for operand in operands where !mayReadDay(operand) {
      let vector = evaluate(operand, frame)
      for index in result.indices where result[index] {
        result[index] = vector.value(at: index, table: 0) != .null
      }
    }
    return result
  }

  /// For the parts of AND and OR: a part that does not depend on the day may decide the result.
  private func usesToday(of parts: [Node], decidedBy decided: Bool, _ frame: Frame) -> [Bool] {
    var result = Array(repeating: false, count: frame.count)
    for part in parts {
      for (index, isDated) in usesToday(part, frame).enumerated() where isDated { result[index] = true }
    }
    for part in parts where !mayReadDay(part) {
      for (index, value) in mask(part, frame).enumerated() where value == decided { result[index] = false }
    }
    return result
  }

  /// Whether any part of a node depends on the day.
  private func mayReadDay(_ node: Node) -> Bool {
    switch node {
    case .today: true
    case .path(_, let steps) where steps.contains(where: isDated): true
    default: node.children.contains(where: mayReadDay)
    }
  }

  private func isDated(_ step: Node.Step) -> Bool {
    if case .column(let table, let column) = step {
      graph.tables[table].datedColumns.contains(column)
    } else {
      false
    }
  }
}
