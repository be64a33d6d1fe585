/// What the entries of a history are asked about.
package enum HistorySubject: Sendable {
  /// All records.
  case everything
  /// The records of some entities, such as one and its subentities.
  case entities(Set<String>)
  /// One record, by its current name, or its last one. It had the former ids before, be the renaming committed or not.
  case record(RecordName, formerIDs: [String] = [])
}

/// Finds the entries about a subject, newest first.
///
/// A record is followed back through its former ids. If it is deleted and inserted again, as after a revert,
/// both are taken to be the same record.
package struct HistoryFollower {
  private let subject: HistorySubject
  /// The record's names before the entries so far; several if one branch renamed it, and another did not.
  private var names: Set<RecordName> = []
  /// Whether no older entry can be about the subject.
  package private(set) var isOver = false

  /// Begins before the newest entry.
  package init(_ subject: HistorySubject) {
    self.subject = subject
    if case .record(let name, let formerIDs) = subject {
      names = Set([name] + formerIDs.map { RecordName(family: name.family, id: $0) })
    }
  }

  /// The part of the next entry that is about the subject, without records whose entity only got a parent; nil if there
  /// is none.
  package mutating func part(of entry: RecordHistory.Entry) -> RecordHistory.Entry? {
    var part = entry
    switch subject {
    case .everything: break
    case .entities(let names): part.changes.removeAll { !names.contains($0.entity) }
    case .record:
      part.changes.removeAll { !names.contains($0.recordName) }
      let former = Set(part.changes.compactMap(\.formerRecordName))
      let others = names.flatMap(entry.branchNames.names)
      names.subtract(part.changes.lazy.filter { $0.formerRecordName != nil }.map(\.recordName))
      // Before the former holder of an id gave it up, the id meant that record.
      names.subtract(entry.changes.compactMap(\.formerRecordName))
      names.subtract(entry.branchNames.records.keys)
      names.formUnion(former)
      names.formUnion(others)
      isOver = names.isEmpty
    }
    part.changes.removeAll(where: \.isOfFamilyAlone)
    return part.changes.isEmpty ? nil : part
  }
}
