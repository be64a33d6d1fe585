import Content
import Query
import Records

/// The titles of records; computed titles are evaluated once.
struct RecordTitles: Sendable {
  /// The source of the titles of an entity's records.
  enum Source: Sendable {
    /// The record's id.
    case id
    /// A text attribute, by the index of its column.
    case attribute(column: Int)
    /// Computed titles, by row.
    case computed([String])
  }

  /// The sources by table, then by entity.
  let sources: [[Source]]

  /// Finds the titles of records.
  init(_ graph: RecordGraph, _ expressions: ModelExpressions, today: CivilDate) {
    let evaluator = Evaluator(graph: graph, today: today)
    sources = graph.model.tables.enumerated().map { index, table in
      table.entities.map { entity in
        guard expressions.titles[entity] != nil else { return .id }
        if let attribute = graph.model.entities[entity].titleAttribute,
          case .text = graph.tables[index].columns[attribute.column]
        {
          return .attribute(column: attribute.column)
        }
        let ids = graph.tables[index].ids
        let titles = expressions.titles(of: entity, rows: ids.indices, in: graph, by: evaluator)
        return .computed(zip(titles, ids).map { $0 ?? $1 })
      }
    }
  }

  /// The title of a record; its id if it has none.
  func title(of row: Int, in table: Int, graph: RecordGraph) -> String {
    let local =
      sources[table].count == 1
      ? 0 : graph.entity(of: row, in: table) - graph.model.tables[table].entities.lowerBound
    switch sources[table][local] {
    case .id: return graph.id(of: row, in: table)
    case .attribute(let column):
      guard case .text(let values) = graph.tables[table].columns[column], let title = values[row] else {
        return graph.id(of: row, in: table)
      }
      return title
    case .computed(let titles): return titles[row]
    }
  }
}
