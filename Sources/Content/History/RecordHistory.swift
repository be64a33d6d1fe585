import Records

/// What each commit changed in the records of a book, newest first, as far as it is known.
///
/// Only written values are included. This type does not know where the history comes from.
package struct RecordHistory: Sendable {
  /// A commit that changed records.
  package struct Entry: Sendable {
    /// The commit's name.
    package let commit: String
    /// The author's day.
    package let day: CivilDate
    /// The author's name.
    package let author: String
    /// The first line of the commit's message.
    package let summary: String
    /// What it changed, by entity and id.
    package var changes: [RecordChange]
    /// For a merge, the records that only some of its branches renamed. It may have these without any change.
    package var branchNames: BranchNames

    package init(
      commit: String, day: CivilDate, author: String, summary: String, changes: [RecordChange],
      branchNames: BranchNames = BranchNames()
    ) {
      self.commit = commit
      self.day = day
      self.author = author
      self.summary = summary
      self.changes = changes
      self.branchNames = branchNames
    }
  }

  /// The commits.
  package private(set) var entries: [Entry]
  /// Whether the changes before the last entry are unknown.
  package let isCut: Bool

  package init(entries: [Entry], isCut: Bool) {
    self.entries = entries
    self.isCut = isCut
  }

  /// The entries about a subject.
  package func about(_ subject: HistorySubject) -> RecordHistory {
    var (follower, result) = (HistoryFollower(subject), RecordHistory(entries: [], isCut: isCut))
    for entry in entries where !follower.isOver {
      if let part = follower.part(of: entry) { result.entries.append(part) }
    }
    return result
  }

  /// The records that had an id, each by its last name; if another record of the family has taken the id
  /// since, that record.
  package func records(formerly id: String) -> [RecordName] {
    var latest: [String: RecordName] = [:]
    for entry in entries.reversed() {
      for change in entry.changes {
        let former = change.formerRecordName ?? change.recordName
        if let place = latest.first(where: { $0.value == former })?.key {
          latest[place] = change.recordName
        } else if former.id == id {
          latest[former.family] = change.recordName
        } else if change.id == id {
          latest[change.family] = change.recordName
        }
      }
      if !entry.branchNames.isEmpty { latest = latest.mapValues(entry.branchNames.name) }
    }
    return latest.values.sorted { ($0.family, $0.id) < ($1.family, $1.id) }
  }
}
