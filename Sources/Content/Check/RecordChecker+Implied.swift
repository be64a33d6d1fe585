import Diagnostics
import Query
import Records

extension RecordChecker {
  /// Checks the values of the records that a list implies, as if they were written in their owner's file.
  ///
  /// A required day may be missing: an implied payment has the day of its order, or none.
  mutating func checkImplied(_ item: ModelExpressions.Implied, _ plan: EntityPlan) {
    let entity = graph.model.entities[item.entity]
    let checked = plan.attributes.filter { plan in
      plan.attribute.expression == nil
        && (plan.mayRefuse || plan.isRequired || plan.defaultValue != .null)
    }
    let currencies = RecordCurrencies(entity.table, of: graph)
    let table = graph.tables[entity.table]
    guard graph.rows(of: item.entity).contains(where: table.isImplied) else { return }
    for plan in checked {
      let column = graph.tables[entity.table].columns[plan.column]
      let source = item.values.first { $0.attribute.name.text == plan.name }?.expression
      for row in graph.validRows(of: item.entity, plan.attribute) where table.isImplied(row) {
        let error = diagnostic(
          of: column[row], plan, source, currencies[row],
          at: graph.locator(of: row, in: entity.table, reusing: &lastLocator).start)
        guard let error else { continue }
        found[entity.table].insert(row, column: plan.column)
        let origin = source?.range ?? plan.attribute.defaultValue?.range
        diagnostics.append(
          Diagnostic(
            error.id, at: error.range,
            "'\(graph.id(of: row, in: entity.table))' follows from this record: " + error.summary,
            notes: origin.map { [.init("the value is given here", at: $0)] } ?? []))
      }
    }
  }

  /// The error in a value of an implied record; nil if the value is allowed.
  private func diagnostic(
    of value: Value, _ plan: AttributePlan, _ source: Expression?, _ currency: Currency,
    at range: @autoclosure () -> SourceRange
  ) -> Diagnostic? {
    if value != .null { return plan.diagnostic(of: value, currency: currency, at: range()) }
    if source == nil, let text = plan.attribute.defaultValue,
      case .failure(let error) = ValueReader.value(of: text, as: plan.attribute, currency: currency)
    {
      return Diagnostic(error.id, at: range(), error.summary)
    }
    guard plan.isRequired, plan.type != .date else { return nil }
    let why = source.map { "\($0.text) gives nothing" } ?? "it is given no value"
    return Diagnostic(.missingValue, at: range(), "'\(plan.name)' is missing: \(why)")
  }
}
