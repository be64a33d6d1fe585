import Content
import Records

/// What changed in the records between two books: what was written, and what follows from it.
///
///     updated order 2026-0054: paidOn – → 2026-11-22
///     it follows: order 2026-0054: open 242.00 → 0.00
package struct BookChanges: Sendable {
  /// What changed in the model and in the site's settings, one line each.
  package var settings: [String] = []
  /// The records that were inserted, deleted, renamed or updated, by entity in the model's order, then by id.
  package var records: [RecordChange] = []
  /// Values that are computed and changed, of these records and of others.
  package var effects: [Effect] = []
  /// The sums over each entity's records, if they changed.
  package var totals: [TotalChange] = []
  /// The lists whose rows have the list in their names (`payments/2026-0001#1`), by the rows' entities.
  var lists: [String: String] = [:]
  /// Files that could not be read on one of the sides, so that their records are not compared.
  package var skipped: [String] = []

  /// Whether nothing changed that concerns records.
  package var isEmpty: Bool { settings.isEmpty && records.isEmpty && effects.isEmpty && skipped.isEmpty }

  /// What names a record in a command.
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

/// What all records of an entity add up to, before and after.
package struct TotalChange: Sendable, Equatable {
  /// The entity's name.
  package let entity: String
  /// The plural label of its records.
  package let label: String
  /// How the sum of an attribute changed, or under the key `@count` their number.
  package let value: ValueChange
}
