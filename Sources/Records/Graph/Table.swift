import Diagnostics

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
      ?? Dictionary(keepingFirst: zip(ids, 0..<Int32(ids.count)))
    orders = []
  }
}

extension [Int32] {
  /// The position of each row of a table in this order of rows.
  /// - Parameter absent: the position of a row that is not in it.
  package func ranks(count: Int, absent: Int32 = 0) -> [Int32] {
    var ranks = [Int32](repeating: absent, count: count)
    for (rank, row) in enumerated() { ranks[Int(row)] = Int32(truncatingIfNeeded: rank) }
    return ranks
  }
}
