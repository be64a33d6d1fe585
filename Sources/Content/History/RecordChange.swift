import Records

/// A value before and after, as exact text; nil if there is none.
package struct ValueChange: Sendable, Equatable {
  /// The attribute's or relationship's name.
  package let key: String
  /// What it was.
  package let old: String?
  /// What it is.
  package let new: String?

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
  let family: String
  /// The entity's label.
  package let label: String
  /// The id; for a deleted record, its last id.
  package var id: String
  /// The previous id of a renamed record.
  package var formerID: String?
  /// The previous family, if the model has renamed the record's entity or given it a parent.
  package var formerFamily: String?
  /// The written values that changed; all for an inserted record, none for a deleted record, and those it had
  /// for a deleted row.
  package var values: [ValueChange] = []
  /// The records written inside it that were inserted, deleted or updated; their ids are `LIST#POSITION`.
  package var rows: [RecordChange] = []
  /// Whether the text beneath the front matter changed.
  package var changesBody = false

  package init(
    kind: Kind, entity: String, label: String, family: String, id: String, formerID: String? = nil,
    values: [ValueChange] = []
  ) {
    self.kind = kind
    self.entity = entity
    self.family = family
    self.label = label
    self.id = id
    self.formerID = formerID
    self.values = values
  }

  /// Whether the model alone changed, by giving the record's entity a parent.
  package var isOfFamilyAlone: Bool {
    formerFamily != nil && formerID == nil && values.isEmpty && rows.isEmpty && !changesBody
  }

  /// The record's name; for a deleted record, its last name.
  var recordName: RecordName { RecordName(family: family, id: id) }

  /// The previous name, if the record was renamed.
  package var formerRecordName: RecordName? {
    guard formerID != nil || formerFamily != nil else { return nil }
    return RecordName(family: formerFamily ?? family, id: formerID ?? id)
  }
}
