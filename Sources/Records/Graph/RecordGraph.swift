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

  /// Makes a graph.
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

/// The records of one family of entities.
package struct Table: Sendable {
  /// The number of records.
  package var count: Int
  /// The first row of each entity of the family, and the number of rows as the last element.
  package var entityStarts: [Int32]
  /// The ids by row; empty for records inside others.
  package var ids: [String]
  /// The rows by id; empty for records inside others.
  package var rowsByID: [String: Int32]
  /// The file of each row, an index into the graph's files; empty for records inside others.
  package var files: [Int32]
  /// Which rows are drafts, if drafts are included; empty if there are none.
  package var drafts: [Bool]
  /// The owners; nil if the records are not inside others.
  package var owners: Owners?
  /// The position of each record in its owner's list, from 1; empty for records with a file of their own.
  package var positions: [Int32]
  /// Where each record inside another begins in its file, in UTF-8 bytes; empty for other records.
  package var fileOffsets: [Int32]
  /// Which records are implied; empty if none are.
  var implied: [Bool] = []
  /// The values, a column for each attribute.
  package var columns: [Column]
  /// The links, a link column for each relationship.
  package var links: [Link]
  /// The marks on what could not be read.
  package var marks = TableMarks()
  /// The columns with computed values that depend on the day of the build.
  package var datedColumns: Set<Int> = []
  /// The rank of each row by id in natural order, from 1; empty if it is unknown and for records inside
  /// others.
  package var idRanks: [UInt32] = []
  /// The day of the first commit of each record's values; empty if no history is known.
  package var createdDays: [CivilDate?] = []
  /// The day of the last commit of each record's values; empty if no history is known.
  package var changedDays: [CivilDate?] = []
  /// For each entity of the family, the rows of its records in its own order, subentities included.
  package var orders: [[Int32]]

  /// Whether a record is implied.
  package func isImplied(_ row: Int) -> Bool { !implied.isEmpty && implied[row] }

  /// The owners of records inside others.
  package struct Owners: Sendable {
    /// The owners' table.
    package var table: Int
    /// The owner of each record.
    package var rows: [Int32]
    /// The first record of each owner, and the number of records as the last element.
    package var firsts: [Int32]

    /// Makes the owners of a table's records, which are in the order of their owners.
    /// - Parameter ownerCount: the number of records in the owners' table.
    /// - Complexity: O(*n*) in the records and the owners.
    package init(table: Int, rows: [Int32], ownerCount: Int) {
      var firsts = [Int32](repeating: 0, count: ownerCount + 1)
      for owner in rows { firsts[Int(owner) + 1] += 1 }
      for owner in 0..<ownerCount { firsts[owner + 1] += firsts[owner] }
      (self.table, self.rows, self.firsts) = (table, rows, firsts)
    }

    /// The records inside an owner.
    package func rows(of owner: Int) -> Range<Int> { Int(firsts[owner])..<Int(firsts[owner + 1]) }
  }

  /// Makes a table.
  /// - Parameter rowsByID: the rows by id, if known; nil to look them up in `ids`.
  package init(
    count: Int, entityStarts: [Int32], ids: [String] = [], rowsByID: [String: Int32]? = nil,
    files: [Int32] = [], drafts: [Bool] = [],
    owners: Owners? = nil, positions: [Int32] = [], fileOffsets: [Int32] = [], columns: [Column],
    links: [Link]
  ) {
    self.count = count
    self.entityStarts = entityStarts
    self.ids = ids
    self.files = files
    self.drafts = drafts
    self.owners = owners
    self.positions = positions
    self.fileOffsets = fileOffsets
    self.columns = columns
    self.links = links
    self.rowsByID =
      rowsByID
      ?? Dictionary(zip(ids, 0..<Int32(ids.count)), uniquingKeysWith: { first, _ in first })
    orders = []
  }
}

/// A Markdown file of Content as it was read.
///
/// This is a class because each link to a record uses it: one pointer instead of two texts.
package final class MarkdownFile: Sendable {
  /// The file; its path is as the user would type it.
  package let source: SourceFile
  /// The length in UTF-8 bytes of the path prefix that leads to Content.
  package let prefix: Int
  /// The bytes of the front matter, without its fences; empty if there is none.
  package let frontMatter: Range<Int>
  /// The bytes of the body.
  package let body: Range<Int>
  /// The lints that the front matter turns off for this record.
  package let lintsOff: Set<DiagnosticID>

  /// Makes a file.
  package init(
    source: SourceFile, prefix: Int, frontMatter: Range<Int>, body: Range<Int>,
    lintsOff: Set<DiagnosticID> = []
  ) {
    self.lintsOff = lintsOff
    self.source = source
    self.prefix = prefix
    self.frontMatter = frontMatter
    self.body = body
  }

  /// The path below Content: `orders/2026/1042.md`.
  package var path: Substring { Substring(source.path.utf8.dropFirst(prefix)) }

  /// The file as if it had no body.
  var withoutBody: MarkdownFile {
    MarkdownFile(
      source: source, prefix: prefix, frontMatter: frontMatter, body: body.upperBound..<body.upperBound,
      lintsOff: lintsOff)
  }

  /// The body as a text, without surrounding blank lines; nil if it is then empty.
  package var bodyText: String? {
    let text = source.bytes[body].trimming { $0 == 0x20 || 0x09...0x0D ~= $0 }
    return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
  }
}
