import Content
import Records

/// The changes of records between two books: written changes, and effects that follow from them.
///
///     updated order 2026-0054: paidOn – → 2026-11-22
///     it follows: order 2026-0054: open 242.00 → 0.00
package struct BookChanges: Sendable {
  /// The changes of the model and of the site's settings, one line each.
  package var settings: [String] = []
  /// The records that were inserted, deleted, renamed or updated, by entity in the model's order, then by id.
  package var records: [RecordChange] = []
  /// The computed values that changed, of the changed records and of others.
  package var effects: [Effect] = []
  /// The sums over each entity's records, if they changed.
  package var totals: [TotalChange] = []
  /// The lists that are part of their rows' names (`payments/2026-0001#1`), by the rows' entities.
  var lists: [String: String] = [:]
  /// The files that could not be read on either side, so that their records are not compared.
  package var skipped: [String] = []

  /// Whether nothing changed, and every file was compared.
  package var isEmpty: Bool { settings.isEmpty && records.isEmpty && effects.isEmpty && skipped.isEmpty }

  /// The name of a record as commands accept it.
  func name(of id: String, _ entity: String) -> String {
    guard OwnedID(id) != nil, let list = lists[entity] else { return id }
    return "\(list)/\(id)"
  }
}

/// A computed value that changed.
package struct Effect: Sendable, Equatable {
  /// The entity's name.
  package let entity: String
  /// The entity's label.
  package let label: String
  /// The record's id.
  package let id: String
  /// How the value changed.
  package let value: ValueChange
}

/// The change of a total over all records of an entity.
package struct TotalChange: Sendable, Equatable {
  /// The entity's name.
  package let entity: String
  /// The plural label of its records.
  package let label: String
  /// The change of an attribute's sum or, under the key `@count`, of the number of records.
  package let value: ValueChange
}
