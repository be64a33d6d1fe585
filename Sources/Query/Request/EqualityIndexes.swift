import Records

/// An index of records by their values at the end of key paths, so that many requests for one value each do
/// not have to scan all records.
///
///     var indexes = EqualityIndexes()
///     indexes.add(for: first, graph: graph)    // where: customer = 'acme' AND open > 0
///     indexes.rows(for: second)                // where: customer = 'zoe' AND open > 0: the orders of zoe
package struct EqualityIndexes: Sendable {
  fileprivate struct Key: Hashable {
    let entity: Int
    let includesSubentities: Bool
    let path: [Int]
  }

  private var indexes: [Key: [Value: [Int32]]] = [:]

  /// Makes an empty collection of indexes.
  package init() {}

  /// Groups an entity's records by each key path that a request compares with one value.
  /// - Complexity: O(*n*) in the records of the entity for each key path.
  package mutating func add(for plan: FetchPlan, graph: RecordGraph) {
    for equality in plan.equalities {
      let key = Key(plan, equality)
      guard indexes[key] == nil, equality.hasOneForm(in: graph) else { continue }
      // Key paths of columns, references and parts of dates do not depend on the day.
      let evaluator = Evaluator(graph: graph, today: .first)
      let rows = plan.ownOrder(evaluator)
      var index: [Value: [Int32]] = [:]
      for frame in evaluator.frames(of: rows) {
        guard case .record(let lane) = frame.variables[0] else { continue }
        let values = evaluator.evaluate(equality.node, frame)
        for place in 0..<frame.count {
          guard let row = lane[place] else { continue }
          let value = values.value(at: place, table: 0)
          guard equality.isOfElements, case .list(let elements) = value else {
            index[value, default: []].append(row)
            continue
          }
          for element in elements where index[element]?.last != row {
            index[element, default: []].append(row)
          }
        }
      }
      indexes[key] = index
    }
  }

  /// The only records that can meet a request's predicate, in their own order; nil if no index applies.
  package func rows(for plan: FetchPlan) -> [Int32]? {
    let found = plan.equalities.compactMap { equality in
      indexes[Key(plan, equality)].map { $0[equality.value] ?? [] }
    }
    return found.min { $0.count < $1.count }
  }
}

extension EqualityIndexes.Key {
  fileprivate init(_ plan: FetchPlan, _ equality: Equality) {
    entity = plan.entity
    includesSubentities = plan.includesSubentities
    path = equality.path
  }
}

/// A part of a predicate that every record has to meet: a key path, or with ANY an element of one, equals a constant.
private struct Equality {
  /// The key path.
  let node: Node
  /// Its steps, as numbers.
  let path: [Int]
  /// The constant.
  let value: Value
  /// The column at its end; nil if it ends in a reference or a part of a date.
  let column: Expression.Dependency?
  /// Whether one of its elements equals the constant.
  let isOfElements: Bool

  /// Nil for any other predicate.
  init?(_ predicate: Node) {
    switch predicate {
    case .comparison(let left, let relation, let options, let right):
      guard let found = Self(left, relation, options, right) ?? Self(right, relation, options, left) else {
        return nil
      }
      self = found
    case .quantified(
      .any, .path(.variable(0), let list), .comparison(let left, let relation, let options, let right)):
      guard
        let found = Self(left, relation, options, right, ofElements: list)
          ?? Self(right, relation, options, left, ofElements: list)
      else { return nil }
      self = found
    default: return nil
    }
  }

  /// Nil for any other comparison.
  /// - Parameter list: the steps to the list whose elements are compared; nil if the record itself is.
  private init?(
    _ node: Node, _ relation: Relation, _ options: TextOptions, _ constant: Node,
    ofElements list: [Node.Step]? = nil
  ) {
    guard relation == .equal, options.isSubset(of: .normalized), case .constant(let vector) = constant,
      let ownSteps = node.steps(fromVariable: list == nil ? 0 : 1)
    else { return nil }
    let steps = (list ?? []) + ownSteps
    guard !steps.isEmpty else { return nil }
    var path: [Int] = []
    var column: Expression.Dependency?
    for step in steps {
      switch step {
      case .column(let table, let index):
        column = .init(table: table, column: index)
        path += [0, table, index]
      case .link(let table, let link, let isMany): path += [isMany ? 3 : 1, table, link]
      case .datePart(let part):
        column = nil
        path += [2, DatePart.allCases.firstIndex(of: part) ?? 0]
      default: return nil
      }
    }
    self.node = .path(.variable(0), steps)
    self.path = path
    self.column = column
    isOfElements = list != nil
    value = vector.value(at: 0, table: 0)
  }

  /// Whether equal values are one value: 5 and 5.00 EUR are not, nor are lists but for their elements.
  func hasOneForm(in graph: RecordGraph) -> Bool {
    guard let column else { return true }
    return switch graph.tables[column.table].columns[column.column] {
    case .money: false
    case .tags: isOfElements
    default: true
    }
  }
}

extension FetchPlan {
  fileprivate var equalities: [Equality] {
    guard let predicate else { return [] }
    func parts(_ node: Node) -> [Node] {
      if case .and(let nodes) = node { nodes.flatMap(parts) } else { [node] }
    }
    return parts(predicate.node).compactMap { Equality($0) }
  }
}

extension Node {
  /// The steps of a key path that begins at a variable, none for the variable itself; nil for anything else.
  fileprivate func steps(fromVariable index: Int) -> [Step]? {
    switch self {
    case .variable(let found) where found == index: []
    case .path(.variable(let found), let steps) where found == index: steps
    default: nil
    }
  }
}
