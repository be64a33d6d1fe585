import Diagnostics
import Records

/// Finds records with the same content, such as an order that was copied and never changed.
extension LintChecker {
  /// Finds records whose values, references and rows equal those of another record, however they are written.
  func sameRecords() -> [Diagnostic] {
    graph.model.entities.indices.flatMap { index -> [Diagnostic] in
      let entity = graph.model.entities[index]
      guard entity.parent == nil, entity.owner == nil else { return [] }
      let doubles = RecordComparison(graph, entity: index).doubles()
      return warnings(.sameRecord, doubles.keys.sorted().map(Int.init), of: index, keys: []) { row in
        let first = graph.id(of: doubles[Int32(row)] ?? row, in: entity.table)
        return "'\(graph.id(of: row, in: entity.table))' says the same as '\(first)' in all but its id"
      }
    }
  }
}

/// Compares an entity's records by their content.
private struct RecordComparison {
  private let graph: RecordGraph
  private let entity: Int
  private let table: Table
  /// The link columns of references.
  private let references: [Int]
  /// Whether the body belongs to what a record says, because no rows say it.
  private let hasBody: Bool
  /// The link columns of lists of owned records, with their table and its references.
  private let lists: [(link: Int, table: Int, references: [Int])]

  init(_ graph: RecordGraph, entity: Int) {
    self.graph = graph
    self.entity = entity
    let declared = graph.model.entities[entity]
    table = graph.tables[declared.table]
    func references(of table: Int) -> [Int] {
      let family = graph.model.entities.filter { $0.table == table }
      return Set(family.flatMap(\.relationships).filter { $0.origin == .written }.map(\.link)).sorted()
    }
    self.references = references(of: declared.table)
    hasBody = declared.ownedLists.isEmpty
    lists = declared.ownedLists.map { list in
      let table = graph.model.entities[list.destination].table
      return (list.link, table, references(of: table))
    }
  }

  /// The records that equal an earlier one, each with that record: those with rows, and those of a day that have no lists.
  ///
  /// Only records that share a sketch, which are few, are compared value by value.
  /// - Complexity: O(*n*) in the records and their rows.
  func doubles() -> [Int32: Int] {
    guard !hasBody || graph.model.entities[entity].requiredDay != nil else { return [:] }
    var sketches: [UInt64: [Int]] = [:]
    for row in graph.rows(of: entity) {
      if let sketch = sketch(of: row) { sketches[sketch, default: []].append(row) }
    }
    var doubles: [Int32: Int] = [:]
    for rows in sketches.values where rows.count > 1 {
      var firsts: [[Value]: Int] = [:]
      for row in rows {
        guard let values = values(of: row) else { continue }
        if let first = firsts[values] { doubles[Int32(row)] = first } else { firsts[values] = row }
      }
    }
    return doubles
  }

  /// A hash of the days and references of a record and its rows, for comparison; nil of one whose lists are empty.
  private func sketch(of row: Int) -> UInt64? {
    var sketch: UInt64 = 0xcbf2_9ce4_8422_2325
    func mix(_ number: Int32) { sketch = (sketch ^ UInt64(UInt32(bitPattern: number))) &* 0x100_0000_01b3 }
    for case .date(let days) in table.columns { mix(days[row]?.dayNumber ?? -1) }
    for link in references { table.links[link].targets(of: row).forEach(mix) }
    var isEmpty = true
    for list in lists {
      let owned = table.links[list.link].targets(of: row)
      mix(Int32(owned.count))
      if !owned.isEmpty { isEmpty = false }
      for link in list.references {
        for item in owned { graph.tables[list.table].links[link].targets(of: Int(item)).forEach(mix) }
      }
    }
    return isEmpty && !hasBody ? nil : sketch
  }

  /// All values of a record and its rows; nil if any of them is invalid.
  private func values(of row: Int) -> [Value]? {
    guard var values = values(of: row, in: table, references) else { return nil }
    if hasBody {
      let file = graph.file(of: row, in: graph.model.entities[entity].table)
      values.append(.text(file.source.text(file.body)))
    }
    for list in lists {
      for item in table.links[list.link].targets(of: row) {
        let item = self.values(of: Int(item), in: graph.tables[list.table], list.references)
        guard let item else { return nil }
        values.append(.list(item))
      }
    }
    return values
  }

  private func values(of row: Int, in table: Table, _ links: [Int]) -> [Value]? {
    guard !table.marks.contains(row) else { return nil }
    return table.columns.map { $0[row] }
      + links.map { .list(table.links[$0].targets(of: row).map { .number(Decimal(Int($0))) }) }
  }
}
