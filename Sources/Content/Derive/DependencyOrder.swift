import Diagnostics
import Query
import Records

/// Orders computed attributes so that each comes after the attributes it reads.
struct DependencyOrder {
  private let items: [ModelExpressions.Computed]
  private let model: Model
  private var byColumn: [Expression.Dependency: Int] = [:]
  private var states: [State]
  private var path: [Int] = []
  private var order: [Int] = []
  private var cyclic: Set<Int> = []
  private var diagnostics: [Diagnostic] = []

  private enum State {
    case untouched, open, done
  }

  static func order(
    _ items: [ModelExpressions.Computed], in model: Model
  ) -> (
    computed: [ModelExpressions.Computed], cyclic: Set<Expression.Dependency>, diagnostics: [Diagnostic]
  ) {
    var order = DependencyOrder(items, model)
    for index in items.indices { order.visit(index) }
    return (
      order.order.map { items[$0] }, Set(order.cyclic.map { items[$0].column(in: model) }), order.diagnostics
    )
  }

  private init(_ items: [ModelExpressions.Computed], _ model: Model) {
    self.items = items
    self.model = model
    states = items.map { _ in .untouched }
    for index in items.indices { byColumn[items[index].column(in: model)] = index }
  }

  private mutating func visit(_ index: Int) {
    guard states[index] == .untouched else { return }
    states[index] = .open
    path.append(index)
    let reads = items[index].expression.reads.columns.compactMap { byColumn[$0] }.sorted()
    for next in reads {
      if states[next] == .open {
        reportCycle(to: next)
      } else {
        visit(next)
      }
    }
    path.removeLast()
    states[index] = .done
    order.append(index)
  }

  private mutating func reportCycle(to index: Int) {
    let cycle = path[(path.firstIndex(of: index) ?? 0)...] + [index]
    // Cycles that share an attribute are one error: fixing one may fix the other.
    defer { cyclic.formUnion(cycle) }
    guard cyclic.isDisjoint(with: cycle) else { return }
    let names = cycle.map { "\(model.entities[items[$0].entity].name).\(items[$0].attribute.name.text)" }
    diagnostics.append(
      Diagnostic(
        .formulaCycle, at: items[index].expression.range,
        "a value cannot be computed from itself: \(names.joined(separator: " → "))"))
  }
}
