import Content
import Query
import Records

/// The titles of records; computed titles are evaluated once.
struct RecordTitles: Sendable {
  /// The source of the titles of an entity's records.
  private enum Source: Sendable {
    /// The record's id.
    case id
    /// A text attribute, by the index of its column.
    case attribute(column: Int)
    /// Computed titles, by row.
    case computed([String])
  }

  /// The source of each entity.
  private let sources: [Source]

  /// Finds the titles of records.
  init(_ graph: RecordGraph, _ expressions: ModelExpressions, today: CivilDate) {
    let evaluator = Evaluator(graph: graph, today: today)
    sources = graph.model.entities.enumerated().map { index, entity in
      guard expressions.titles[index] != nil else { return .id }
      if let attribute = entity.titleAttribute,
        case .text = graph.tables[entity.table].columns[attribute.column]
      {
        return .attribute(column: attribute.column)
      }
      let ids = graph.tables[entity.table].ids
      let titles = expressions.titles(of: index, rows: ids.indices, in: graph, by: evaluator)
      return .computed(zip(titles, ids).map { $0 ?? $1 })
    }
  }

  /// Whether an expression computes the titles of an entity's records.
  func areComputed(of entity: Int) -> Bool {
    if case .computed = sources[entity] { true } else { false }
  }

  /// The title of a record; its id if it has none.
  func title(of row: Int, in table: Int, graph: RecordGraph) -> String {
    let entities = graph.model.tables[table].entities
    switch sources[entities.count == 1 ? entities.lowerBound : graph.entity(of: row, in: table)] {
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
