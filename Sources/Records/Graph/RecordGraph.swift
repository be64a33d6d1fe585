import Diagnostics

/// All records, linked: arrays and integer handles that are built once and then only read.
///
/// A record is a row of a table. Its values are in the table's columns, and its links, in both directions, in
/// the table's link columns; the model's attributes and relationships have the index of their column.
package struct RecordGraph: Sendable {
  /// The model in force.
  package var model: Model
  /// A table for each family of the model.
  package var tables: [Table]
  /// The files the records were read from.
  package let files: [MarkdownFile]
  /// The former ids of records.
  package var formerNames = FormerNames()
  /// The rows that predicates may name by the ids they had before an edit.
  package var rowChanges = RowChanges()
  /// For each table the ids of records that the public book leaves out; empty for the full book.
  package internal(set) var privateIDs: [Set<String>] = []

  package init(model: Model, tables: [Table], files: [MarkdownFile]) {
    self.model = model
    self.tables = tables
    self.files = files
  }

  /// The table that holds an entity's records.
  package func table(of entity: Int) -> Table { tables[model.entities[entity].table] }

  /// The rows of an entity's records in its table.
  /// - Parameters:
  ///   - entity: an index into the model's entities.
  ///   - includingSubentities: whether to include records of entities that inherit from it.
  package func rows(of entity: Int, includingSubentities: Bool = true) -> Range<Int> {
    let starts = table(of: entity).entityStarts
    let first = model.tables[model.entities[entity].table].entities.lowerBound
    let last = includingSubentities ? model.entities[entity].family.upperBound : entity + 1
    return Int(starts[entity - first])..<Int(starts[last - first])
  }

  /// The entity of a record, an index into the model's entities.
  package func entity(of row: Int, in table: Int) -> Int {
    let starts = tables[table].entityStarts
    var entity = 0
    while entity + 2 < starts.count, Int(starts[entity + 1]) <= row { entity += 1 }
    return model.tables[table].entities.lowerBound + entity
  }

  /// The id of a record: its file's name, or its owner's id and its position (`2026-0001#2`), or
  /// `2026-0001#paid` if it is implied.
  package func id(of row: Int, in table: Int) -> String {
    // Storing the table in a variable would retain all its arrays.
    guard let owners = tables[table].owners else { return tables[table].ids[row] }
    let owner = id(of: Int(owners.rows[row]), in: owners.table)
    return tables[table].isImplied(row)
      ? owner + OwnedID.implied : owner + "#\(tables[table].positions[row])"
  }

  /// The row of the record with exactly this id; nil if there is none.
  package func row(withID id: String, in table: Int) -> Int? {
    let records = tables[table]
    guard let owners = records.owners else { return records.rowsByID[id].map(Int.init) }
    if id.hasSuffix(OwnedID.implied) {
      let owner = row(withID: String(id.dropLast(OwnedID.implied.count)), in: owners.table)
      return owner.flatMap { owners.rows(of: $0).last }.flatMap { records.isImplied($0) ? $0 : nil }
    }
    guard let owned = OwnedID(id), let owner = row(withID: owned.owner, in: owners.table) else { return nil }
    // The records of a list are adjacent in their table, in the owner's order. Items that could not be read
    // have a position, but no row.
    var rows = owners.rows(of: owner)
    if let last = rows.last, records.isImplied(last) { rows.removeLast() }
    let row = rows.partitioningIndex { records.positions[$0] >= owned.position }
    return row < rows.upperBound && records.positions[row] == owned.position ? row : nil
  }

  /// Where a record inside another begins in its file, in UTF-8 bytes; nil for other records.
  package func fileOffset(of row: Int, in table: Int) -> Int? {
    let records = tables[table]
    return records.fileOffsets.isEmpty || records.isImplied(row) ? nil : Int(records.fileOffsets[row])
  }

  /// Whether a record is a draft; one inside another is a draft if its owner is.
  package func isDraft(_ row: Int, in table: Int) -> Bool {
    guard let owners = tables[table].owners else {
      return tables[table].drafts.isEmpty ? false : tables[table].drafts[row]
    }
    return isDraft(Int(owners.rows[row]), in: owners.table)
  }

  /// The file a record was read from; for a record inside another, its owner's file.
  package func file(of row: Int, in table: Int) -> MarkdownFile {
    guard let owners = tables[table].owners else { return files[Int(tables[table].files[row])] }
    return file(of: Int(owners.rows[row]), in: owners.table)
  }
}
