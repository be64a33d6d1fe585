import Records

// What the figures of a column are: percentages, which are not added up, or parts of a total.

extension FetchCompiler {
  /// Whether the values are averages, minima or maxima of an attribute with percentages.
  func isPercent(_ expression: Expression) -> Bool {
    let isOfValues =
      switch expression.syntax.kind {
      case .path(_, let steps):
        steps.contains(where: \.isOperator)
          && steps.filter(\.isOperator).allSatisfy { ["avg", "min", "max"].contains($0.name) }
      case .call(.aggregate(let aggregate), _): [.avg, .min, .max].contains(aggregate)
      default: false
      }
    guard isOfValues, expression.reads.columns.count == 1, let read = expression.reads.columns.first else {
      return false
    }
    return model.entities.contains { entity in
      entity.table == read.table && entity.attributes.contains { $0.isPercent && $0.column == read.column }
    }
  }

  /// Whether a column is added up by default: figures of the record itself, if the model allows it; counts
  /// and sums of such figures over the records that belong to it; counts and sums of groups. Through any
  /// other relationship, a figure would count once for each record that leads to it, as would a record in the groups
  /// of a list's elements; in a distinct result, equal figures would count only once.
  /// - Parameter group: the keys of groups; nil if the result is of records.
  func isTotal(
    _ expression: Expression, _ reading: KeyPathReading?, of entity: Int, _ group: [Expression]?
  ) -> Bool {
    guard expression.type.isNumeric, !request.isDistinct else { return false }
    if let group {
      return expression.isCountOrSum && !group.contains(where: \.type.isList)
    }
    guard let attribute = reading?.attribute else { return addsUpOwn(expression.syntax, of: entity) }
    return attribute.isTotal && reading?.path?.steps.isEmpty ?? false
  }

  /// Whether a path counts or adds up records that each belong to one record, as in `orders.rows.@sum.sum`.
  private func addsUpOwn(_ syntax: Syntax, of entity: Int) -> Bool {
    guard case .path(nil, let steps) = syntax.kind, let end = steps.firstIndex(where: \.isOperator), end > 0
    else { return false }
    var entity = entity
    for step in steps[..<end] {
      guard let relationship = model.relationship(named: step.name, from: entity),
        relationship.origin == .owned || relationship.origin == .computed
      else { return false }
      entity = relationship.destination
    }
    let rest = steps[end...]
    return switch (rest.first?.name, rest.count) {
    case ("count", 1): true
    case ("sum", 2): rest.last.flatMap { model.attribute(named: $0.name, from: entity) }?.isTotal ?? false
    default: false
    }
  }
}

extension Expression {
  /// Whether it divides, but for a rounding: `sum(open) / sum(total)`.
  package var isQuotient: Bool { syntax.isQuotient }

  /// Whether it is a count or a sum over a group: `count()`, `@sum.total`.
  package var isCountOrSum: Bool {
    switch syntax.kind {
    case .path(nil, let steps):
      steps.first.map { $0.isOperator && ["count", "sum"].contains($0.name) } ?? false
    case .call(.aggregate(let aggregate), _): aggregate == .count || aggregate == .sum
    default: false
    }
  }
}

extension Syntax {
  fileprivate var isQuotient: Bool {
    switch kind {
    case .arithmetic(_, let terms): terms.contains { $0.sign == .divide }
    case .call(_, let arguments): arguments.first?.isQuotient ?? false
    default: false
    }
  }
}
