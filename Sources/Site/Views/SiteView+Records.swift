import Query
import Records

// Properties of a record as a whole.

extension SiteView {
  /// Whether a value on a record's page depends on the day of the build: one of its own, or one in its lists.
  /// - Complexity: O(*n*) in its related records, if their columns can depend on the day.
  func usesToday(_ row: Int, in table: Int) -> Bool {
    if !dated[table].isEmpty, dated[table][row] { return true }
    return lists[graph.entity(of: row, in: table)].contains { index in
      guard case .related(let link) = tables[index].rows else { return false }
      guard !datedListColumns[index].isEmpty else { return false }
      let (destination, columns) = (tables[index].table, datedListColumns[index])
      return (0..<linkCount(table, link, row)).contains { place in
        let target = linkTarget(place, table, link, row)
        return columns.contains { usesToday($0.source, row: target, in: destination) }
      }
    }
  }

  /// For each table, the columns with values that depend on the day for some record.
  static func datedColumns(
    of tables: [TableView], _ dated: [[Bool]], in graph: RecordGraph
  ) -> [[ColumnView]] {
    tables.map { table in
      table.columns.filter { column in
        guard case .path(let path) = column.source else { return true }
        guard case .attribute(let attribute) = path.leaf else { return false }
        let end = path.steps.last?.destination ?? table.table
        return !dated[end].isEmpty && graph.tables[end].datedColumns.contains(attribute)
      }
    }
  }

  private func usesToday(_ source: CellSource, row: Int, in table: Int) -> Bool {
    switch source {
    case .path(let path):
      guard case .attribute(let column) = path.leaf,
        let end = record(from: row, in: table, along: path.steps[...]), !dated[end.table].isEmpty
      else { return false }
      return graph.tables[end.table].datedColumns.contains(column) && dated[end.table][end.row]
    case .expression(let expression, _): return expression.reads.today
    case .computed: return false
    }
  }

  /// For each list of owned records, the used fields among those that model.yml adds: the indices of the
  /// fields that have a value in some record, by table.
  /// - Complexity: O(*n*) in the owned records, times the added fields.
  func usedFields(of row: Int, in table: Int, entity: Int) -> [Int: [Int]] {
    var used: [Int: [Int]] = [:]
    for list in addedFields[entity] {
      for (index, field) in list.fields {
        let isUsed = (0..<linkCount(table, list.link, row)).contains { place in
          let target = linkTarget(place, table, list.link, row)
          return value(of: field.source, row: target, table: list.destination).isStated
        }
        if isUsed { used[list.destination, default: []].append(index) }
      }
    }
    return used
  }

  /// A list of owned records, with the fields that model.yml adds to them.
  struct AddedFields: Sendable {
    /// The link to the records.
    let link: Int
    /// The table of the records.
    let destination: Int
    /// The fields with their indices among all of the records' fields; at least one.
    let fields: [(index: Int, field: ColumnView)]
  }

  /// For each entity, the lists of owned records with fields that model.yml adds.
  static func addedFields(in model: Model, _ fields: [[FieldView]]) -> [[AddedFields]] {
    model.entities.map { entity in
      entity.ownedLists.compactMap { relationship in
        let added = fields[relationship.destination].map(\.column).enumerated().filter(\.element.isAdded)
        guard !added.isEmpty else { return nil }
        return AddedFields(
          link: relationship.link, destination: model.entities[relationship.destination].table,
          fields: added.map { ($0.offset, $0.element) })
      }
    }
  }
}
