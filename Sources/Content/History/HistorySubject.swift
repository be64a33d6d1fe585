import Records

/// What the entries of a history are asked about.
package enum HistorySubject: Sendable {
  /// All records.
  case everything
  /// The records of an entity.
  case entity(String)
  /// One record, by its current name, or its last one.
  case record(RecordName)
}

/// Finds the entries about a subject, newest first.
///
/// A record is followed back through its former ids. If it is deleted and inserted again, as after a revert,
/// both are taken to be the same record.
package struct HistoryFollower {
  private var subject: HistorySubject
  /// Whether no older entry can be about the subject.
  package private(set) var isOver = false

  /// Begins before the newest entry.
  package init(_ subject: HistorySubject) { self.subject = subject }

  /// The part of the next entry that is about the subject; nil if none is.
  package mutating func part(of entry: RecordHistory.Entry) -> RecordHistory.Entry? {
    var part = entry
    switch subject {
    case .everything: return entry
    case .entity(let name): part.changes.removeAll { $0.entity != name }
    case .record(let name):
      let change = entry.changes.first { $0.recordName == name }
      part.changes = change.map { [$0] } ?? []
      if let former = change?.formerRecordName {
        subject = .record(former)
      } else {
        // Before the former holder of this id gave it up, the id meant that record.
        isOver = entry.changes.contains { $0.formerRecordName == name }
      }
    }
    return part.changes.isEmpty ? nil : part
  }
}
