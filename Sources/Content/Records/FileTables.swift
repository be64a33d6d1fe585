import Records

/// Which tables the records of a file belong to: that of the file's entity, and those of the entities inside
/// it.
struct FileTables: Sendable {
  /// For each table, the table of the files that contain its records: itself, or its owner's.
  let homes: [Int]
  /// For each table, its index among the tables of these files.
  let parts: [Int]
  /// For each table, the tables of its files' records: itself, then those inside. Empty for a table without
  /// files of its own.
  let contents: [[Int]]

  init(_ model: Model) {
    let homes = model.tables.indices.map { table in
      let owner = model.tables[table].entities.first.flatMap { model.entities[$0].owner }
      return owner.map { model.entities[$0.entity].table } ?? table
    }
    var contents = homes.indices.map { homes[$0] == $0 ? [$0] : [] }
    var parts = homes.map { _ in 0 }
    for (table, home) in homes.enumerated() where home != table {
      parts[table] = contents[home].count
      contents[home].append(table)
    }
    (self.homes, self.parts, self.contents) = (homes, parts, contents)
  }
}
