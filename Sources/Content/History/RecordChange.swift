import Records

/// A value before and after, as exact text; nil if there is none.
package struct ValueChange: Sendable, Equatable {
  /// The attribute's or relationship's name.
  package let key: String
  /// What it was.
  package let old: String?
  /// What it is.
  package let new: String?

  /// Makes a change.
  package init(key: String, old: String?, new: String?) {
    self.key = key
    self.old = old
    self.new = new
  }
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
  /// The name of the first entity of its family.
  package let family: String
  /// The entity's label.
  package let label: String
  /// The id; for a deleted record the one it had.
  package var id: String
  /// The id before, of a renamed record.
  package var formerID: String?
  /// The family before, of a record whose entity the model calls something else since.
  package var formerFamily: String?
  /// The written values that changed; for an inserted record all, for a deleted one none, for a deleted row those
  /// it had.
  package var values: [ValueChange] = []
  /// The records written inside it that were inserted, deleted or updated; their ids are `LIST#POSITION`.
  package var rows: [RecordChange] = []
  /// Whether the text beneath the front matter changed.
  package var changesBody = false

  /// Makes a change.
  package init(
    kind: Kind, entity: Entity, family: String, id: String, formerID: String? = nil,
    values: [ValueChange] = []
  ) {
    self.kind = kind
    self.entity = entity.name
    self.family = family
    label = entity.label
    self.id = id
    self.formerID = formerID
    self.values = values
  }

  /// The record's name; for a deleted one the one it had.
  package var recordName: RecordName { RecordName(family: family, id: id) }

  /// The name before, of a record that has another one since.
  package var formerRecordName: RecordName? {
    guard formerID != nil || formerFamily != nil else { return nil }
    return RecordName(family: formerFamily ?? family, id: formerID ?? id)
  }
}
