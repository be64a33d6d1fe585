import Records

/// What happens to other records when some are deleted, by the delete rules of the model's relationships.
///
/// As in Core Data each relationship of a deleted record says what happens to its destinations: `cascade` deletes
/// them, `deny` refuses as long as one of them stays, `nullify` removes the reference from them. A file cannot hold a
/// reference that leads nowhere, so `no-action` refuses like `deny`, and a reference without an inverse in the
/// deleted record is removed. Records written inside a deleted one go with its file, unless a rule refuses.
package struct Deletion: Sendable, Equatable {
  /// A reference that leads to a record that is deleted.
  package struct Reference: Sendable, Hashable {
    /// The record that holds it.
    package let source: RecordHandle
    /// The relationship, an index into those of the record's entity.
    package let relationship: Int
    /// The record that is deleted.
    package let target: RecordHandle
  }

  /// A rule that refuses.
  package struct Refusal: Sendable, Hashable {
    /// The record that would be deleted.
    package let record: RecordHandle
    /// The relationship with the rule, an index into those of the record's entity.
    package let relationship: Int
    /// The records that it leads to and that would stay.
    package let destinations: [RecordHandle]
  }

  /// A record that others require, so that their references to it cannot be removed.
  package struct Need: Sendable, Equatable {
    /// The record that would be deleted.
    package let record: RecordHandle
    /// The required references to it, of records that would stay.
    package let references: [Reference]
  }

  /// The records that are deleted, including those that were named.
  package private(set) var records: Set<RecordHandle>
  /// The references that are removed from the records that stay.
  package private(set) var references: [Reference] = []
  /// The rules by which nothing may be deleted; empty if all is well.
  package private(set) var refusals: [Refusal] = []
  /// The records that are needed, so that nothing may be deleted; empty if all is well.
  package private(set) var needs: [Need] = []

  /// The records that keep the others from being deleted.
  package var keepers: [RecordHandle] {
    refusals.isEmpty ? needs.flatMap { $0.references.map(\.source) } : refusals.flatMap(\.destinations)
  }

  /// Applies the rules.
  /// - Parameters:
  ///   - records: the records to delete.
  ///   - graph: all records.
  /// - Complexity: O(*n*) in the graph's links.
  package init(of records: some Sequence<RecordHandle>, in graph: RecordGraph) {
    self.records = Set(records)
    cascade(in: graph)
    for record in self.records.sorted() { refuse(record, in: graph) }
    findReferences(in: graph)
    let needed = references.filter { reference in
      let relationship = graph.relationships(of: reference.source)[reference.relationship]
      return relationship.declaration.isRequired && !relationship.isMany
        && !graph.isImplied(reference.source)
    }
    needs = Dictionary(grouping: needed, by: \.target).sorted { $0.key < $1.key }.map {
      Need(record: $0, references: $1)
    }
  }

  /// Adds the records that are deleted with them.
  private mutating func cascade(in graph: RecordGraph) {
    var open = Array(records)
    while let record = open.popLast() {
      for relationship in graph.relationships(of: record) {
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

  private mutating func refuse(_ record: RecordHandle, in graph: RecordGraph) {
    for (index, relationship) in graph.relationships(of: record).enumerated()
    where [.deny, .noAction].contains(relationship.declaration.deleteRule) {
      let left = graph.destinations(of: relationship, from: record).filter { !records.contains($0) }
      if !left.isEmpty { refusals.append(Refusal(record: record, relationship: index, destinations: left)) }
    }
  }

  /// Finds the references to deleted records in those that stay.
  private mutating func findReferences(in graph: RecordGraph) {
    let tables = Set(records.map(\.table))
    for (entity, declared) in graph.model.entities.enumerated() {
      for (index, relationship) in declared.relationships.enumerated()
      where relationship.origin == .written
        && tables.contains(graph.model.entities[relationship.destination].table)
      {
        for row in graph.rows(of: entity, includingSubentities: false) {
          let record = RecordHandle(table: declared.table, row: row)
          for target in graph.destinations(of: relationship, from: record)
          where records.contains(target) && !records.contains(record) {
            references.append(Reference(source: record, relationship: index, target: target))
          }
        }
      }
    }
  }
}

extension RecordGraph {
  /// The relationships of a record's entity.
  func relationships(of record: RecordHandle) -> [Relationship] {
    model.entities[entity(of: record)].relationships
  }

  /// The records that a relationship of a record leads to.
  func destinations(of relationship: Relationship, from record: RecordHandle) -> [RecordHandle] {
    let table = model.entities[relationship.destination].table
    return tables[record.table].links[relationship.link].targets(of: record.row).map {
      RecordHandle(table: table, row: Int($0))
    }
  }
}
