import Query
import Records

extension ModelExpressions {
  /// For each table and row of a computed graph, whether a value of the record depends on the day of the
  /// build; empty for a table without such values.
  package func datedRows(in graph: RecordGraph, today: CivilDate) -> [[Bool]] {
    let evaluator = Evaluator(graph: graph, today: today)
    var dated = graph.tables.map { _ in [Bool]() }
    for item in computed {
      let table = graph.model.entities[item.entity].table
      guard graph.tables[table].datedColumns.contains(item.attribute.column) else { continue }
      if dated[table].isEmpty { dated[table] = Array(repeating: false, count: graph.tables[table].count) }
      let rows = graph.rows(of: item.entity).map { Int32(truncatingIfNeeded: $0) }
      for (row, isDated) in zip(rows, evaluator.usesToday(item.expression, rows: rows)) where isDated {
        dated[table][Int(row)] = true
      }
    }
    return dated
  }
}
