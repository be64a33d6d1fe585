import Records

/// What happens to other records when some are deleted, by the delete rules of the model's relationships.
///
/// As in Core Data, each relationship of a deleted record determines what happens to its destinations:
/// `cascade` deletes them, `deny` refuses as long as one of them stays, `nullify` removes their references to
/// it. A file cannot contain a dangling reference, so `no-action` refuses like `deny`, and a reference
/// without an inverse in the deleted record is removed. Records inside a deleted one go with its file, unless
/// a rule refuses.
package struct Deletion: Sendable {
  /// A reference to a record, such as one that is deleted.
  package struct Reference: Sendable, Hashable {
    /// The record that holds the reference.
    package let source: RecordHandle
    /// The relationship, an index into the relationships of the record's entity.
    package let relationship: Int
    /// The record that the reference leads to.
    package let target: RecordHandle
  }

  /// Why a record may not be deleted.
  package struct Obstacle: Sendable {
    /// The record that would be deleted.
    let record: RecordHandle
    /// The relationship whose rule refuses, an index into the relationships of the record's entity; nil if
    /// other records require this one, so that their references to it cannot be removed.
    let rule: Int?
    /// The remaining records that keep it, each with its relationship to the record, if it has one.
    package let keepers: [(record: RecordHandle, relationship: Int?)]
  }

  /// The records to delete, including those that follow from the records named.
  package private(set) var records: Set<RecordHandle>
  /// The references to remove from the remaining records.
  package private(set) var references: [Reference] = []
  /// Why nothing may be deleted: rules that refuse, else required references; empty if it may.
  package private(set) var obstacles: [Obstacle] = []

  /// Applies the rules.
  /// - Parameters:
  ///   - records: the records to delete.
  ///   - graph: all records.
  /// - Complexity: O(*n*) in the graph's links.
  init(of records: some Sequence<RecordHandle>, in graph: RecordGraph) {
    self.records = Set(records)
    cascade(in: graph)
    references = graph.references(to: self.records, outside: self.records)
    obstacles = rules(in: graph)
    if obstacles.isEmpty { obstacles = requirements(in: graph) }
  }

  /// Adds the records that are deleted together with the requested ones.
  private mutating func cascade(in graph: RecordGraph) {
    var open = Array(records)
    while let record = open.popLast() {
      // A row that is removed leaves its owner, whatever the rule says.
      for relationship in graph.relationships(of: record) where relationship.origin != .owner {
        let rule = relationship.declaration.deleteRule
        let goesAlong = rule == .cascade || (rule == .nullify && relationship.origin == .owned)
        guard goesAlong else { continue }
        for target in graph.destinations(of: relationship, from: record)
        where records.insert(target).inserted {
          open.append(target)
        }
      }
    }
  }

  /// The obstacles that come from delete rules.
  private func rules(in graph: RecordGraph) -> [Obstacle] {
    records.sorted().flatMap { record in
      graph.relationships(of: record).enumerated().compactMap { index, relationship in
        guard [.deny, .noAction].contains(relationship.declaration.deleteRule) else { return nil }
        let left = graph.destinations(of: relationship, from: record).filter { !records.contains($0) }
        guard !left.isEmpty else { return nil }
        return Obstacle(record: record, rule: index, keepers: left.map { ($0, relationship.inverse) })
      }
    }
  }

  /// The obstacles that come from required references.
  private func requirements(in graph: RecordGraph) -> [Obstacle] {
    let required = references.filter { reference in
      let relationship = graph.relationships(of: reference.source)[reference.relationship]
      return relationship.declaration.isRequired && !relationship.isMany && !graph.isImplied(reference.source)
    }
    return Dictionary(grouping: required, by: \.target).sorted { $0.key < $1.key }.map { record, references in
      Obstacle(record: record, rule: nil, keepers: references.map { ($0.source, $0.relationship) })
    }
  }
}

extension RecordGraph {
  /// The relationships of a record's entity.
  func relationships(of record: RecordHandle) -> [Relationship] {
    model.entities[entity(of: record)].relationships
  }

  /// The records that a relationship of a record leads to.
  package func destinations(of relationship: Relationship, from record: RecordHandle) -> [RecordHandle] {
    let table = model.entities[relationship.destination].table
    return tables[record.table].links[relationship.link].targets(of: record.row).map {
      RecordHandle(table: table, row: Int($0))
    }
  }

  /// The written references from records outside a set to records in it, those of one relationship in the
  /// order of their targets.
  /// - Complexity: O(*n*) in the links that may lead to the set.
  func references(
    to targets: Set<RecordHandle>, outside excluded: Set<RecordHandle>
  ) -> [Deletion.Reference] {
    let tables = Set(targets.map(\.table))
    guard !tables.isEmpty else { return [] }
    var references: [Deletion.Reference] = []
    for (entity, declared) in model.entities.enumerated() {
      for (index, relationship) in declared.relationships.enumerated()
      where relationship.origin == .written && tables.contains(model.entities[relationship.destination].table)
      {
        for row in rows(of: entity, includingSubentities: false) {
          let source = RecordHandle(table: declared.table, row: row)
          guard !excluded.contains(source) else { continue }
          references += destinations(of: relationship, from: source).filter(targets.contains).sorted().map {
            Deletion.Reference(source: source, relationship: index, target: $0)
          }
        }
      }
    }
    return references
  }
}
