import Diagnostics
import Query
import Records

/// What mistakes in files may cause elsewhere: one mistake is one diagnostic, however many records read the value.
struct Causes: Sendable {
  private let graph: RecordGraph
  /// Where mistakes begin, as byte offsets in their files, in order, by path.
  private let faults: [String: [Int]]
  /// The paths of the files that refer to records which could not be read.
  private let incomplete: Set<String>
  /// For each table whether a record of it may be linked to another than it should, or to none.
  private let looseTables: Set<Int>
  /// Whether an entity's declaration has a mistake.
  private let isDeclaredWrongly: Bool

  /// Takes what was found.
  /// - Parameters:
  ///   - graph: the linked records.
  ///   - found: the mistakes found so far.
  ///   - incomplete: the paths of files that refer to records which could not be read.
  init(_ graph: RecordGraph, found: [Diagnostic], incomplete: Set<String>) {
    self.graph = graph
    self.incomplete = incomplete
    faults = Dictionary(
      grouping: found.lazy.filter { $0.severity == .error }.map(\.range), by: \.file.path
    ).mapValues { $0.map(\.bytes.lowerBound).sorted() }
    let loose = Set(found.lazy.filter { Self.loosens($0.id) }.map(\.range.file.path))
    var tables = Set(graph.tables.indices.filter { graph.unread.areMissing(from: $0) })
    // What is declared wrongly is not read.
    let broken = graph.model.entities.filter { $0.declaration.isIncomplete || !$0.declaration.broken.isEmpty }
    tables.formUnion(broken.map(\.table))
    isDeclaredWrongly = !broken.isEmpty
    if !loose.isEmpty {
      for (index, table) in graph.tables.enumerated()
      where table.documents.contains(where: { loose.contains(graph.documents[Int($0)].file.path) }) {
        tables.insert(index)
      }
    }
    for (index, table) in graph.tables.enumerated() {
      if let owners = table.owners, tables.contains(owners.table) { tables.insert(index) }
    }
    looseTables = tables
  }

  /// Whether a mistake may leave a record without a link that it should have.
  private static func loosens(_ id: DiagnosticID) -> Bool {
    switch id {
    case .unknownReference, .referenceToDraft, .unknownKey, .wrongShape, .computedValue: true
    default: false
    }
  }

  /// Whether a list that is computed from its other side may lack records.
  func mayLack(from relationship: Relationship) -> Bool {
    (relationship.origin == .computed || relationship.isWrittenAtBothSides(in: graph.model))
      && graph.model.entities[relationship.destination].family.contains {
        looseTables.contains(graph.model.entities[$0].table)
      }
  }

  /// Whether what an expression reads may be wrong for all records: a list that it follows may lack some.
  func mayMislead(_ links: Set<Expression.LinkDependency>) -> Bool {
    guard !looseTables.isEmpty else { return false }
    return graph.model.entities.contains { entity in
      entity.relationships.contains { relationship in
        links.contains(.init(table: entity.table, link: relationship.link)) && mayLack(from: relationship)
      }
    }
  }

  /// Whether a record has a mistake, or one that the given relationships lead to from it.
  /// - Complexity: O(1) where there are no mistakes; else O(*n*) in the records that the relationships lead to.
  func mayMislead(_ links: Set<Expression.LinkDependency>, _ row: Int, in table: Int) -> Bool {
    guard !faults.isEmpty || !incomplete.isEmpty || isDeclaredWrongly else { return false }
    var seen: Set<[Int]> = [[table, row]]
    var next = [(table: table, row: row)]
    while let (table, row) = next.popLast() {
      let path = graph.document(of: row, in: table).file.path
      if isDeclaredWrongly, isUnread(links, row, in: table) { return true }
      if isFaulty(row, in: table, path) || !links.isEmpty && incomplete.contains(path) { return true }
      // What so many records make is not worth the search.
      guard seen.count < 10_000 else { return true }
      for (index, layout) in graph.model.tables[table].links.enumerated()
      where links.contains(.init(table: table, link: index)) {
        for target in graph.tables[table].links[index].targets(of: row)
        where seen.insert([layout.destination, Int(target)]).inserted {
          next.append((layout.destination, Int(target)))
        }
      }
    }
    return false
  }

  /// Whether some of a record's links are not read, because of a mistake where they are declared.
  private func isUnread(_ links: Set<Expression.LinkDependency>, _ row: Int, in table: Int) -> Bool {
    let entity = graph.model.entities[graph.entity(of: row, in: table)]
    return entity.declaration.isIncomplete
      || entity.relationships.contains {
        entity.excuses($0.name) && links.contains(.init(table: table, link: $0.link))
      }
  }

  /// Whether a mistake lies in a record: in its file, or in its part of the file of the record that it is inside.
  private func isFaulty(_ row: Int, in table: Int, _ path: String) -> Bool {
    guard let faults = faults[path] else { return false }
    guard let owners = graph.tables[table].owners, !graph.tables[table].isImplied(row) else { return true }
    let owner = Int(owners.rows[row])
    let place = Int(graph.tables[table].places[row])
    // The next of the same list, or the first of a list below; what follows the last record of all is taken for its own,
    // so that too few mistakes are told rather than too many.
    var end = Int.max
    for (index, other) in graph.tables.enumerated() {
      guard let firsts = other.owners?.firsts, other.owners?.table == owners.table else { continue }
      let next = index == table ? row + 1 : Int(firsts[owner])
      if next < firsts[owner + 1], other.places[next] > place { end = min(end, Int(other.places[next])) }
    }
    let first = faults.partitioningIndex { $0 >= place }
    return first < faults.count && faults[first] < end
  }
}
