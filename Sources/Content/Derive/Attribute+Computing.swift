import Query
import Records

extension Attribute {
  /// Computes the attribute's values from an expression, rounded as they are stored: money rounds once, half
  /// away from zero, to its currency's digits or the attribute's.
  /// - Parameters:
  ///   - expression: an expression for which ``mismatch(with:in:of:)`` is nil.
  ///   - rows: rows of the attribute's table.
  ///   - entity: the index of an entity that has the attribute.
  /// - Returns: the value of each row.
  package func values(
    of expression: Expression, rows: [Int32], in entity: Int, of graph: RecordGraph, today: CivilDate
  ) -> [Value] {
    let column = Evaluator(graph: graph, today: today).column(of: expression, rows: rows)?
      .stored(as: self, of: rows, currencies: RecordCurrencies(graph.model.entities[entity].table, of: graph))
    return rows.indices.map { column?[$0] ?? .null }
  }

  /// Why an expression cannot compute the attribute, as a sentence; nil if it can.
  package func mismatch(with expression: Expression, in entity: Entity, of model: Model) -> String? {
    let fits =
      switch (type, expression.type) {
      case (_, .null): true
      case (.string, .text), (.text, .text), (.email, .text), (.url, .text), (.currency, .text): true
      case (.integer, .integer), (.decimal, .integer), (.decimal, .decimal): true
      case (.money, .money), (.money, .integer), (.money, .decimal): true
      case (.boolean, .boolean), (.date, .date): true
      case (.tags, .list(.text)): true
      default: false
      }
    guard !fits else { return nil }
    // "A number" would not say why it is no integer.
    let found = expression.type == .decimal ? "a decimal" : expression.type.name(in: model)
    return "'\(name.text)' of \(entity.name) is of type \(type.rawValue), but the expression gives \(found)"
  }
}
