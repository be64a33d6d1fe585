import Content
import Records

extension VersionComparison {
  /// The new ids of records, by their family and former id.
  typealias Renames = [String: [String: String]]

  /// A change without references that were only updated to a renamed record's new id; nil if nothing remains.
  /// - Parameter model: the model after the change.
  func change(_ change: RecordChange, following renames: Renames, in model: Model) -> RecordChange? {
    guard !renames.isEmpty, change.kind == .updated || change.kind == .renamed,
      let entity = model.entity(named: change.entity)
    else { return change }
    var rest = change
    rest.values.removeAll { value in
      guard let relationship = model.entities[entity].relationship(named: value.key),
        let ids = renames[model.family(of: model.entities[relationship.destination])], let old = value.old
      else { return false }
      return old.split(separator: ", ").map { ids[String($0)] ?? String($0) }.joined(separator: ", ")
        == value.new
    }
    rest.rows = rest.rows.compactMap { self.change($0, following: renames, in: model) }
    let isEmpty = rest.values.isEmpty && rest.rows.isEmpty && !rest.changesBody
    return isEmpty && change.formerRecordName == nil ? nil : rest
  }
}
