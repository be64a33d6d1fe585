import Content
import Query
import Records

extension ModelExpressions {
  /// The links of an entity's table that a computed attribute reads, directly or through other attributes.
  func links(usedBy attribute: Attribute, of entity: Int, in model: Model) -> Set<Int> {
    let table = model.entities[entity].table
    var links: Set<Int> = []
    var columns = [attribute.column]
    var known = Set(columns)
    while let column = columns.popLast() {
      for item in computed
      where item.attribute.column == column && model.entities[item.entity].table == table {
        links.formUnion(item.expression.reads.links.filter { $0.table == table }.map(\.link))
        columns += item.expression.reads.columns.filter {
          $0.table == table && known.insert($0.column).inserted
        }
        .map(\.column)
      }
    }
    return links
  }

  /// Whether an amount adds what a list sums up, directly or through other attributes of its entity, and subtracts it
  /// nowhere: `fees.@sum.sum` in `total + fees.@sum.sum - received`.
  func adds(_ list: String, to amount: Attribute, of entity: Int, in model: Model) -> Bool {
    var signs: Set<Bool> = []
    forEachTerm(of: amount, of: entity, in: model) { steps, isPositive, _ in
      if steps.first == list { signs.insert(isPositive) }
      return true
    }
    return signs == [true]
  }

  /// Whether an amount subtracts an attribute of its entity, directly or through others, and adds it nowhere: `retention`
  /// in `net + vat - retention`.
  package func subtracts(
    _ name: String, from amount: Attribute, of entity: Int, in model: Model
  ) -> Bool {
    var signs: Set<Bool> = []
    forEachTerm(of: amount, of: entity, in: model) { steps, isPositive, _ in
      if steps == [name] { signs.insert(isPositive) }
      return true
    }
    return signs == [false]
  }

  /// What computes an attribute of an entity, which may inherit it; nil if nothing does.
  func computation(of attribute: Attribute, of entity: Int, in model: Model) -> Computed? {
    computed.last {
      $0.attribute.column == attribute.column && model.entities[$0.entity].family.contains(entity)
    }
  }

  /// Calls a function with the key paths in the expression of an attribute, whether each is added, and whether it is a
  /// factor.
  /// - Parameter body: returns whether to go on with the expression of the attribute that the path names.
  /// - Complexity: O(*n*) in the expressions of the entity: each is read at most once for each sign.
  func forEachTerm(
    of attribute: Attribute, of entity: Int, in model: Model,
    _ body: (_ steps: [String], _ isPositive: Bool, _ isFactor: Bool) -> Bool
  ) {
    struct Visit: Hashable { let column: Int, isPositive: Bool, isFactor: Bool }
    var visited: Set<Visit> = []
    func visit(_ attribute: Attribute, isPositive: Bool, isFactor: Bool) {
      let step = Visit(column: attribute.column, isPositive: isPositive, isFactor: isFactor)
      guard visited.insert(step).inserted,
        let item = computation(of: attribute, of: entity, in: model)
      else { return }
      visit(item.expression.syntax, isPositive: isPositive, isFactor: isFactor)
    }
    func visit(_ syntax: Syntax, isPositive: Bool, isFactor: Bool) {
      switch syntax.kind {
      case .path(nil, let steps):
        guard body(steps.map(\.name), isPositive, isFactor), steps.count == 1,
          let own = model.entities[entity].attribute(named: steps[0].name)
        else { return }
        visit(own, isPositive: isPositive, isFactor: isFactor)
      case .negated(let operand): visit(operand, isPositive: !isPositive, isFactor: isFactor)
      case .arithmetic(let first, let terms):
        // Operators of one precedence: sums, or products, of which negative constants turn the sign.
        let isProduct = terms.contains { $0.sign == .times || $0.sign == .divide }
        let factors = isProduct ? [first] + terms.map(\.operand) : []
        let isPositive = isPositive == factors.count(where: \.isNegativeConstant).isMultiple(of: 2)
        visit(first, isPositive: isPositive, isFactor: isFactor || isProduct)
        for term in terms {
          visit(
            term.operand, isPositive: isPositive == (term.sign != .minus), isFactor: isFactor || isProduct)
        }
      case .call(_, let arguments):
        for argument in arguments { visit(argument, isPositive: isPositive, isFactor: isFactor) }
      case .ternary(_, let first, let second):
        visit(first, isPositive: isPositive, isFactor: isFactor)
        visit(second, isPositive: isPositive, isFactor: isFactor)
      default: break
      }
    }
    visit(attribute, isPositive: true, isFactor: false)
  }
}

extension Syntax {
  /// Whether it is a number below zero as written: `-1`.
  fileprivate var isNegativeConstant: Bool {
    switch kind {
    case .number(let number): number.isNegative
    case .negated(let operand):
      if case .number(let number) = operand.kind { !number.isNegative } else { false }
    default: false
    }
  }
}
