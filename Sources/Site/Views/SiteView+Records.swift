import Query
import Records

// What is known of a record as a whole.

extension SiteView {
  /// Whether a value on a record's page depends on the day of the build: one of its own, or one in its lists.
  /// - Complexity: O(*n*) in its related records, where their columns can depend on the day.
  func readsDay(_ row: Int, in table: Int) -> Bool {
    if !dated[table].isEmpty, dated[table][row] { return true }
    return lists[graph.entity(of: row, in: table)].contains { index in
      guard case .related(let link) = listTables[index].rows else { return false }
      let destination = listTables[index].table
      let columns = listTables[index].columns.filter { mayReadDay($0.source, in: destination) }
      guard !columns.isEmpty else { return false }
      return (0..<linkCount(table, link, row)).contains { place in
        let target = linkTarget(place, table, link, row)
        return columns.contains { readsDay($0.source, row: target, in: destination) }
      }
    }
  }

  /// Whether a column's values depend on the day for some of a table's records.
  private func mayReadDay(_ source: CellSource, in table: Int) -> Bool {
    guard case .path(let path) = source else { return true }
    guard case .attribute(let column) = path.leaf else { return false }
    let end = path.steps.last?.destination ?? table
    return !dated[end].isEmpty && graph.tables[end].datedColumns.contains(column)
  }

  private func readsDay(_ source: CellSource, row: Int, in table: Int) -> Bool {
    switch source {
    case .path(let path):
      guard case .attribute(let column) = path.leaf,
        let end = record(from: row, in: table, along: path.steps[...]), !dated[end.table].isEmpty
      else { return false }
      return graph.tables[end.table].datedColumns.contains(column) && dated[end.table][end.row]
    case .expression(let expression, _): return expression.usesToday
    case .computed: return false
    }
  }

  /// For each list of records that a record owns, those of the fields that model.yml adds to them in which one of them
  /// has a value: the fields' indices, by the table of the owned records.
  /// - Complexity: O(*n*) in the owned records, times the fields that are added.
  func usedFields(of row: Int, in table: Int, entity: Int) -> [Int: [Int]] {
    var used: [Int: [Int]] = [:]
    for relationship in graph.model.entities[entity].relationships where relationship.origin == .owned {
      let destination = graph.model.entities[relationship.destination].table
      for (index, field) in fields[relationship.destination].enumerated() where field.isAdded {
        let isUsed = (0..<linkCount(table, relationship.link, row)).contains { place in
          let target = linkTarget(place, table, relationship.link, row)
          return value(of: field.source, row: target, table: destination) != .null
        }
        if isUsed { used[destination, default: []].append(index) }
      }
    }
    return used
  }
}
