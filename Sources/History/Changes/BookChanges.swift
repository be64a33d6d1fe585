import Records

/// What changed in the records between two books: what was written, and what follows from it.
///
///     updated order 2026-0054: paidOn – → 2026-11-22
///     it follows: order 2026-0054: open 242.00 → 0.00
package struct BookChanges: Sendable {
  /// What changed in the model and in the site's settings, a line each.
  package var settings: [String] = []
  /// The records that were inserted, deleted, renamed or updated, by entity in the model's order, then by id.
  package var records: [RecordChange] = []
  /// Values that are computed and changed, of these records and of others.
  package var effects: [Effect] = []
  /// What the records of each entity add up to, where that changed.
  package var totals: [TotalChange] = []
  /// Files that could not be read on one of the sides, so that their records are not compared.
  package var skipped: [String] = []

  /// Whether nothing changed that concerns records.
  package var isEmpty: Bool { settings.isEmpty && records.isEmpty && effects.isEmpty && skipped.isEmpty }
}

/// How a value was and how it is, as exact text; nil where there is none.
package struct ValueChange: Sendable, Equatable {
  /// The attribute's or relationship's name.
  package let key: String
  /// What it was.
  package let old: String?
  /// What it is.
  package let new: String?
}

/// A record that was inserted, deleted, renamed or updated.
package struct RecordChange: Sendable, Equatable {
  /// What happened to it.
  package enum Kind: String, Sendable {
    case inserted, deleted, renamed, updated
  }

  /// What happened.
  package let kind: Kind
  /// The entity's name.
  package let entity: String
  /// What the entity is called.
  package let label: String
  /// The id; of a deleted record the one it had.
  package let id: String
  /// The id before, of a renamed record.
  package var formerID: String?
  /// The written values that changed; of an inserted record all, of a deleted one none.
  package var values: [ValueChange] = []
  /// The records written inside it that were inserted, deleted or updated; their ids are `LIST#POSITION`.
  package var rows: [RecordChange] = []
  /// Whether the text beneath the front matter changed.
  package var changesBody = false
}

/// A computed value that changed.
package struct Effect: Sendable, Equatable {
  /// The entity's name.
  package let entity: String
  /// What the entity is called.
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
  /// What its records are called together.
  package let label: String
  /// How the sum of an attribute changed, or under the key `@count` their number.
  package let value: ValueChange
}
