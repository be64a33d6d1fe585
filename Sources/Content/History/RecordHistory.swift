import FrontMatter
import Records

/// What each commit changed in the records of a book, newest first, as far as it is known.
///
/// Only written values are included. Where the history comes from is not known here.
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

    /// Makes an entry.
    package init(commit: String, day: CivilDate, author: String, summary: String, changes: [RecordChange]) {
      self.commit = commit
      self.day = day
      self.author = author
      self.summary = summary
      self.changes = changes
    }
  }

  /// The commits.
  package private(set) var entries: [Entry]
  /// Whether what came before the last entry is unknown.
  package let isCut: Bool

  /// Makes a history.
  package init(entries: [Entry], isCut: Bool) {
    self.entries = entries
    self.isCut = isCut
  }

  /// The entries about the records of an entity.
  package func about(entity: String) -> RecordHistory {
    var result = RecordHistory(entries: [], isCut: isCut)
    for var entry in entries {
      entry.changes.removeAll { $0.entity != entity }
      if !entry.changes.isEmpty { result.entries.append(entry) }
    }
    return result
  }

  /// The entries about one record, which is followed through its former ids. Whether a record that is inserted again is
  /// the one that was deleted, as after a revert, cannot be known: what came before the deletion is included.
  /// - Parameter name: the present name of the record, or the last that it had.
  package func about(_ name: RecordName) -> RecordHistory {
    var name = name
    var result = RecordHistory(entries: [], isCut: isCut)
    for var entry in entries {
      // Before another record gave the id up, it meant that one.
      let isTaken = entry.changes.contains { $0.formerRecordName == name }
      let change = entry.changes.first { $0.recordName == name }
      if let change {
        entry.changes = [change]
        result.entries.append(entry)
      }
      if let former = change?.formerRecordName {
        name = former
      } else if isTaken {
        break
      }
    }
    return result
  }

  /// The records that had an id, each by the last name that it had; if another record of the family has taken the id
  /// since, it is that one.
  package func records(formerly id: String) -> [RecordName] {
    var latest: [String: RecordName] = [:]
    for change in entries.reversed().lazy.flatMap(\.changes) {
      let former = change.formerRecordName ?? change.recordName
      if let place = latest.first(where: { $0.value == former })?.key {
        latest[place] = change.recordName
      } else if former.id == id {
        latest[former.family] = change.recordName
      } else if change.id == id {
        latest[change.family] = change.recordName
      }
    }
    return latest.values.sorted { ($0.family, $0.id) < ($1.family, $1.id) }
  }
}

/// What is known of the past of each record of a graph.
package struct RecordPasts: Sendable {
  /// What is known of one record's past.
  package struct Past: Sendable {
    /// The day of the first commit of its values; nil if unknown or not committed.
    package var created: CivilDate?
    /// The day of the last commit of its values; nil if unknown or not committed.
    package var changed: CivilDate?
    /// Its changes, newest first, as indices of an entry and of a change in it.
    package var changes: [(entry: Int32, change: Int32)] = []
  }

  /// The pasts by table, then by row; empty for records that are written inside others.
  package let tables: [[Past]]

  /// Finds the records of a graph in a history: each is followed through its former ids, as in
  /// ``RecordHistory/about(_:)``.
  /// - Complexity: O(*n*) in the records and changes.
  package init(_ history: RecordHistory, of graph: RecordGraph) {
    var tables = graph.tables.map { $0.owners == nil ? Array(repeating: Past(), count: $0.count) : [] }
    var tableOfFamily: [String: Int] = [:]
    for entity in graph.model.entities { tableOfFamily[graph.model.family(of: entity)] = entity.table }
    // What a change calls a record, if that differs from its present name or the record is gone.
    var records: [RecordName: RecordHandle?] = [:]
    func record(_ name: RecordName) -> RecordHandle? {
      if let known = records[name] { return known }
      guard let table = tableOfFamily[name.family], graph.tables[table].owners == nil else { return nil }
      return graph.tables[table].rowsByID[name.id].map { RecordHandle(table: table, row: Int($0)) }
    }
    for (place, entry) in history.entries.enumerated() {
      for (index, change) in entry.changes.enumerated() {
        let former = change.formerRecordName
        guard let record = record(change.recordName) else {
          // What had the name before is gone as well.
          if let former { records[former] = .some(nil) }
          continue
        }
        tables[record.table][record.row].changes.append((Int32(place), Int32(index)))
        if change.kind == .inserted { tables[record.table][record.row].created = entry.day }
        if change.kind != .deleted {
          let changed = tables[record.table][record.row].changed
          tables[record.table][record.row].changed = changed.map { max($0, entry.day) } ?? entry.day
        }
        if let former {
          records[change.recordName] = .some(nil)
          records[former] = record
        }
      }
    }
    self.tables = tables
  }
}

extension RecordGraph {
  /// Adds what is known of the past of its records.
  mutating func use(_ pasts: RecordPasts) {
    for (index, past) in pasts.tables.enumerated() where !past.isEmpty {
      tables[index].createdDays = past.map(\.created)
      tables[index].changedDays = past.map(\.changed)
    }
  }
}

extension Attribute {
  /// The value of a text as a file would have it; nil if it is not of the attribute's type.
  /// - Parameter currency: the currency of an amount that names none.
  package func value(of text: String, currency: Currency) -> Value? {
    try? ValueReader(self, currency: currency).value(Array(text.utf8).span)
  }
}

extension MarkdownFile {
  /// Reads the bytes of a record's file by themselves; nil if an error stops the reading of the file.
  package static func read(_ bytes: [UInt8], path: String, into yaml: inout FrontMatterDocument)
    -> MarkdownFile?
  {
    MarkdownFileReading.read(path, .success(bytes), prefix: 0, document: &yaml).file
  }
}
