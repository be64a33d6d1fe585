import Query
import Records

extension ModelExpressions {
  /// The titles of an entity's records, by row; nil for records whose only title is the id.
  /// - Complexity: O(*n*) in the rows; nothing is cached.
  package func titles(
    of entity: Int, rows: Range<Int>, in graph: RecordGraph, by evaluator: Evaluator
  ) -> [String?] {
    let declared = graph.model.entities[entity]
    if let attribute = declared.titleAttribute,
      case .text(let values) = graph.tables[declared.table].columns[attribute.column]
    {
      return Array(values[rows])
    }
    guard let expression = titles[entity] else { return rows.map { _ in nil } }
    let values = evaluator.values(of: expression, rows: rows.map { Int32(truncatingIfNeeded: $0) })
    return values.map { $0.boolean == nil ? $0.plainText : nil }
  }
}
