import Records

/// The known past of each record of a graph.
package struct RecordPasts: Sendable {
  /// The known past of one record.
  package struct Past: Sendable {
    /// The day of the first commit of its values; nil if unknown or not committed.
    package var created: CivilDate?
    /// The day of the last commit of its values; nil if unknown or not committed.
    package var changed: CivilDate?
    /// Its changes, newest first, as indices of an entry and of a change in it.
    package var changes: [(entry: Int32, change: Int32)] = []
  }

  /// The pasts by table, then by row; empty for records inside others.
  package let tables: [[Past]]

  /// Looks up the records of a graph in a history, following each through its former ids as
  /// ``RecordHistory/about(_:)`` does.
  /// - Complexity: O(*n*) in the records and changes.
  package init(_ history: RecordHistory, of graph: RecordGraph) {
    var tables = graph.tables.map { $0.owners == nil ? Array(repeating: Past(), count: $0.count) : [] }
    var tableOfFamily: [String: Int] = [:]
    for entity in graph.model.entities { tableOfFamily[graph.model.family(of: entity)] = entity.table }
    // The record that a name in a change means, if the name is not current or the record is gone.
    var records: [RecordName: RecordHandle?] = [:]
    // The latest names of families by their names on branches.
    var families: [String: String] = [:]
    func record(_ name: RecordName) -> RecordHandle? {
      if let known = records[name] { return known }
      var name = name
      if tableOfFamily[name.family] == nil, let family = families[name.family] {
        name = RecordName(family: family, id: name.id)
        if let known = records[name] { return known }
      }
      guard let table = tableOfFamily[name.family], graph.tables[table].owners == nil else { return nil }
      // A new name may not be committed yet.
      return graph.record(withID: name.id, in: table)
        ?? graph.formerNames[name.id, in: table].map { RecordHandle(table: table, row: $0.row) }
    }
    for (place, entry) in history.entries.enumerated() {
      for (index, change) in entry.changes.enumerated() {
        let former = change.formerRecordName
        guard let record = record(change.recordName) else {
          // The record that had the name before is gone as well.
          if let former { records[former] = .some(nil) }
          continue
        }
        if !change.isOfFamilyAlone {
          tables[record.table][record.row].changes.append((Int32(place), Int32(index)))
        }
        if change.kind == .inserted { tables[record.table][record.row].created = entry.day }
        if change.kind != .deleted, !change.isOfFamilyAlone {
          let changed = tables[record.table][record.row].changed
          tables[record.table][record.row].changed = changed.map { max($0, entry.day) } ?? entry.day
        }
        if let former {
          records[change.recordName] = .some(nil)
          records[former] = record
        }
      }
      for (former, name) in entry.branchNames.records { records[former] = .some(record(name)) }
      for (former, family) in entry.branchNames.families where families[former] == nil {
        families[former] = families[family] ?? family
      }
    }
    self.tables = tables
  }
}

extension RecordGraph {
  /// Stores the known pasts of its records.
  mutating func use(_ pasts: RecordPasts) {
    for (index, past) in pasts.tables.enumerated() where !past.isEmpty {
      tables[index].createdDays = past.map(\.created)
      tables[index].changedDays = past.map(\.changed)
    }
  }
}
