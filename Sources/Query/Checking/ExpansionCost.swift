import Records

/// Estimates how many elements an expression visits for all records of its entity, so that no query hangs.
///
/// Key paths through to-many relationships keep duplicates, so `rows.service.rows.service.rows` has more
/// elements than there are atoms. The estimate follows the actual links: for each variable it tracks how
/// often each row of its table occurs, and a step over a link moves these weights to the destinations. Inside
/// SUBQUERY, each row of the variable that the list starts from occurs once per element of its list; other
/// variables are assumed to occur as often as the longest list has elements.
struct ExpansionCost {
  /// The maximum number of elements a query may visit.
  static let limit = 100_000_000

  private let graph: RecordGraph
  private let entity: Int
  private var visited = 0.0

  init(graph: RecordGraph, entity: Int) {
    self.graph = graph
    self.entity = entity
  }

  /// How often each row of a table occurs, or the number of values that are not records.
  private enum Weights {
    case rows(table: Int, [Double])
    case values(Double)

    var count: Double {
      switch self {
      case .rows(_, let weights): weights.reduce(0, +)
      case .values(let count): count
      }
    }

    func scaled(by factor: Double) -> Weights {
      switch self {
      case .rows(let table, let weights): .rows(table: table, weights.map { $0 * factor })
      case .values(let count): .values(count * factor)
      }
    }
  }

  /// Whether an expression visits more elements than the limit.
  /// - Complexity: O(*s* · *n*) in the steps over to-many links and the links of the graph.
  func isTooMuch(_ node: Node) -> Bool {
    let branches = branches(of: node)
    guard
      node.expandsLists(within: 0) || branches.steps > branches.fromItself || branches.links > Self.limit
    else { return false }
    var cost = self
    let table = graph.model.entities[entity].table
    var weights = [Double](repeating: 0, count: graph.tables[table].count)
    for row in graph.rows(of: entity) { weights[row] = 1 }
    _ = cost.visit(node, [.rows(table: table, weights)])
    return cost.visited > Double(Self.limit)
  }

  /// The steps over to-many links of an expression.
  private struct Branches {
    var steps = 0
    /// Those that start at the record itself. Side by side, they visit no more than their links.
    var fromItself = 0
    /// The number of links that they lead over.
    var links = 0
  }

  private func branches(of node: Node) -> Branches {
    var result = Branches()
    if case .path(let base, let steps) = node {
      if case .variable(0) = base, steps.first?.isToMany ?? false { result.fromItself = 1 }
      for case .link(let table, let link, true) in steps {
        result.steps += 1
        result.links += graph.tables[table].links[link].count
      }
    }
    for child in node.children {
      let inner = branches(of: child)
      result.steps += inner.steps
      result.fromItself += inner.fromItself
      result.links += inner.links
    }
    return result
  }

  private mutating func visit(_ node: Node, _ variables: [Weights]) -> Weights {
    guard visited <= Double(Self.limit) else { return .values(0) }
    switch node {
    case .variable(let index): return variables[index]
    case .path(let base, let steps):
      var weights = visit(base, variables)
      for index in steps.indices {
        weights = steps.onlyCounts(at: index) ? .values(weights.count) : follow(steps[index], weights)
      }
      return weights
    case .subquery(let list, let predicate), .quantified(_, let list, let predicate):
      let elements = visit(list, variables)
      let expansion = expansion(list, nil)
      let most = expansion?.counts.max() ?? elements.count
      var inner = variables.map { $0.scaled(by: most) }
      if let (variable, counts) = expansion, case .rows(let table, let weights) = variables[variable] {
        inner[variable] = .rows(table: table, zip(weights, counts).map { $0 * $1 })
      }
      _ = visit(predicate, inner + [elements])
      return elements
    default:
      var result = Weights.values(variables.last?.count ?? 0)
      for child in node.children {
        // TERNARY gives a record of either branch.
        if case .rows(let table, let weights) = visit(child, variables), case .ternary = node {
          if case .rows(_, let others) = result {
            result = .rows(table: table, zip(weights, others).map { max($0, $1) })
          } else {
            result = .rows(table: table, weights)
          }
        }
      }
      return result
    }
  }

  /// The variable that a list starts from, and for each row of its table the number of elements in the list.
  /// - Parameter counts: the number of elements that each of the list's elements stands for; nil for 1.
  private func expansion(_ list: Node, _ counts: [Double]?) -> (variable: Int, counts: [Double])? {
    switch list {
    case .variable(let index): return counts.map { (index, $0) }
    case .subquery(let list, _): return expansion(list, counts)
    case .path(let base, let steps):
      var counts = counts
      for case .link(let table, let link, _) in steps.reversed() {
        let links = graph.tables[table].links[link]
        counts = (0..<graph.tables[table].count).map { row in
          links.targets(of: row).reduce(0) { $0 + (counts?[Int($1)] ?? 1) }
        }
      }
      return expansion(base, counts)
    default: return nil
    }
  }

  private mutating func follow(_ step: Node.Step, _ weights: Weights) -> Weights {
    guard case .rows(_, let sources) = weights else { return weights }
    switch step {
    case .link(let table, let link, let isMany):
      let destination = graph.model.tables[table].links[link].destination
      var targets = [Double](repeating: 0, count: graph.tables[destination].count)
      let links = graph.tables[table].links[link]
      for row in sources.indices where sources[row] > 0 {
        for target in links.targets(of: row) { targets[Int(target)] += sources[row] }
      }
      if isMany { visited += targets.reduce(0, +) }
      return .rows(table: destination, targets)
    case .distinct: return weights
    case .column, .id, .path, .body, .draft, .created, .changed, .position, .implied, .datePart, .aggregate:
      return .values(weights.count)
    }
  }
}

extension Node {
  /// Whether lists are expanded within lists: two to-many steps in sequence, or one inside SUBQUERY or ANY.
  /// - Parameter depth: the number of enclosing SUBQUERY and ANY, whose lists are already expanded.
  func expandsLists(within depth: Int) -> Bool { expansionDepth > 1 || depth > 0 && expansionDepth > 0 }

  private var expansionDepth: Int {
    switch self {
    case .path(let base, let steps):
      base.expansionDepth + steps.count(where: \.isToMany)
    case .subquery(let list, let predicate), .quantified(_, let list, let predicate):
      list.expansionDepth + predicate.expansionDepth
    default: children.reduce(0) { max($0, $1.expansionDepth) }
    }
  }
}
