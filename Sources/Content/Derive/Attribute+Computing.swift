import Query
import Records

extension Attribute {
  /// Computes the attribute's values from an expression, rounded as they are stored: money rounds once, half
  /// away from zero, to its currency's digits or the attribute's.
  /// - Parameters:
  ///   - expression: an expression for which ``mismatch(with:in:)`` is nil.
  ///   - rows: rows of the attribute's table.
  ///   - entity: the index of an entity that has the attribute.
  /// - Returns: the value of each row.
  package func values(
    of expression: Expression, rows: [Int32], in entity: Int, of graph: RecordGraph, today: CivilDate
  ) -> [Value] {
    let column = Evaluator(graph: graph, today: today).column(of: expression, rows: rows)?
      .kept(as: self, of: rows, currencies: RecordCurrencies(graph.model.entities[entity].table, of: graph))
    return rows.indices.map { column?[$0] ?? .null }
  }

  /// Why an expression cannot compute the attribute, as a sentence; nil if it can.
  package func mismatch(with expression: Expression, in entity: Entity) -> String? {
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
    let found =
      switch expression.type {
      case .null: "nil"
      case .text: "a text"
      case .integer: "a whole number"
      case .decimal: "a decimal"
      case .money: "an amount of money"
      case .boolean: "true or false"
      case .date: "a date"
      case .record: "a record"
      case .list: "a list"
      }
    return "'\(name.text)' of \(entity.name) is of type \(type.rawValue), but the expression gives \(found)"
  }
}
