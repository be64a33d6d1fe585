import Records

extension Expression {
  /// The expression in the labels of what it reads: "Count" for `@count`, "Total" for `@sum.total`,
  /// "Total − Received" for `total - received`, "Open (abs)" for `abs(open)`; nil if it has no words.
  /// - Parameter entity: the entity whose records, or groups of records, it is about.
  func words(of entity: Int, in model: Model) -> String? {
    ExpressionWords(model: model, entity: entity).words(for: syntax)
  }
}

/// Puts expressions into words.
private struct ExpressionWords {
  let model: Model
  let entity: Int

  func words(for syntax: Syntax) -> String? {
    if let reading = KeyPathReading(syntax, from: entity, in: model) { return reading.label }
    switch syntax.kind {
    case .path(nil, let steps): return words(for: steps)
    case .number(let number): return number.description
    case .negated(let operand): return words(for: operand).map { "−" + $0 }
    case .arithmetic(let first, let terms): return words(for: first, terms)
    case .call(.aggregate(.count), _): return model.label(of: "count")
    case .call(.aggregate(.sum), let arguments), .call(.ofValue(.round), let arguments),
      .call(.ofValue(.ceiling), let arguments), .call(.ofValue(.floor), let arguments):
      return arguments.first.flatMap(words)
    case .call(.countDistinct, let arguments): return words(for: arguments, as: "count")
    case .call(.ofValue(.abs), let arguments): return words(for: arguments, as: "abs")
    case .call(.aggregate(let aggregate), let arguments):
      return words(for: arguments, as: aggregate.rawValue)
    default: return nil
    }
  }

  /// The words for a function's argument, followed by one for the function.
  private func words(for arguments: [Syntax], as name: String) -> String? {
    arguments.first.flatMap(words).map { "\($0) (\(model.label(of: name).lowercased()))" }
  }

  /// `@sum.total` and `orders.@sum.total` take the label of `total`, `orders.@count` that of `orders`, and
  /// lists that of their elements.
  private func words(for steps: [Syntax.Step]) -> String? {
    let keys = steps.filter { !$0.isOperator }
    guard let place = steps.firstIndex(where: { $0.isOperator && $0.name != "distinct" }) else {
      return label(of: keys)
    }
    let name = steps[place].name
    guard !keys.isEmpty else { return name == "count" ? model.label(of: name) : nil }
    guard let label = label(of: keys) else { return nil }
    return name == "count" || name == "sum" ? label : "\(label) (\(model.label(of: name).lowercased()))"
  }

  /// The label of a path's last key; if that is a title, the label of the relationship that leads to it.
  private func label(of keys: [Syntax.Step]) -> String? {
    var entity = entity
    for (index, key) in keys.enumerated() {
      let isLast = index == keys.count - 1
      if let relationship = model.relationship(named: key.name, from: entity) {
        entity = relationship.destination
        let leadsToTitle =
          index == keys.count - 2 && KeyPathReading.isTitle(keys[index + 1].name, of: entity, in: model)
        if isLast || leadsToTitle { return relationship.label }
      } else {
        let attribute = model.attribute(named: key.name, from: entity)
        return isLast
          ? attribute?.label ?? model.label(of: key.name) : model.label(of: keys[keys.count - 1].name)
      }
    }
    return nil
  }

  private func words(for first: Syntax, _ terms: [Syntax.Term]) -> String? {
    guard var text = operand(first) else { return nil }
    for term in terms {
      guard term.sign != .power, let operand = operand(term.operand) else { return nil }
      let sign =
        switch term.sign {
        case .plus: "+"
        case .minus: "−"
        case .times: "×"
        case .divide: "÷"
        case .power: "^"
        }
      text += " \(sign) " + operand
    }
    return text
  }

  private func operand(_ syntax: Syntax) -> String? {
    if case .arithmetic = syntax.kind { return words(for: syntax).map { "(\($0))" } }
    return words(for: syntax)
  }
}
