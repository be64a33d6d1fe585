extension RecordGraph {
  /// Adds an implied record to the end of each of some owners' lists.
  ///
  /// The records of a list are adjacent in their table, so later ones move, and all links to them are
  /// updated. The new records have no values, and no links except to their owners.
  /// - Parameters:
  ///   - entity: the entity of the new records, which is inside others; an index into the model's entities.
  ///   - owners: the rows of the owners, ascending and distinct.
  /// - Returns: the rows of the new records, in the order of their owners.
  /// - Complexity: O(*n*) in the table's records and the links to them.
  package mutating func addImplied(to entity: Int, owners: [Int32]) -> [Int32] {
    let index = model.entities[entity].table
    guard let list = model.entities[entity].owner, let written = tables[index].owners, !owners.isEmpty else {
      return []
    }
    var plan = Insertion(count: tables[index].count + owners.count)
    var next = 0
    let ownerCount = written.firsts.count - 1
    for owner in 0..<ownerCount {
      let isNew = next < owners.count && Int(owners[next]) == owner
      plan.append(written.rows(of: owner), owner: owner, positions: tables[index].positions, isNew: isNew)
      if isNew { next += 1 }
    }
    for table in tables.indices {
      for (link, layout) in model.tables[table].links.enumerated() where layout.destination == index {
        tables[table].links[link] = tables[table].links[link].redirected(to: plan.moved)
      }
    }
    let inserted = Table.Owners(table: written.table, rows: plan.owners, ownerCount: ownerCount)
    tables[index].insert(plan, owners: inserted)
    let relationship = model.entities[list.entity].relationships[list.relationship]
    tables[written.table].links[relationship.link] = .many(
      offsets: inserted.firsts, targets: Array(0..<Int32(truncatingIfNeeded: plan.sources.count)))
    if let inverse = relationship.inverse {
      tables[index].links[model.entities[entity].relationships[inverse].link] = .one(plan.owners)
    }
    return plan.added
  }
}

/// The mapping of a table's rows when records are added to it.
private struct Insertion {
  /// The old row of each row; -1 for a new one.
  private(set) var sources: [Int32] = []
  /// The owner of each row.
  private(set) var owners: [Int32] = []
  /// The position of each row in its owner's list.
  private(set) var positions: [Int32] = []
  /// The new row of each old row.
  private(set) var moved: [Int32] = []
  /// The new rows.
  private(set) var added: [Int32] = []

  init(count: Int) {
    sources.reserveCapacity(count)
    owners.reserveCapacity(count)
    positions.reserveCapacity(count)
  }

  /// Adds an owner's rows, followed by a new one if there is to be one.
  mutating func append(_ rows: Range<Int>, owner: Int, positions written: [Int32], isNew: Bool) {
    for row in rows {
      moved.append(Int32(truncatingIfNeeded: sources.count))
      append(Int32(truncatingIfNeeded: row), owner, written[row])
    }
    if isNew {
      added.append(Int32(truncatingIfNeeded: sources.count))
      append(-1, owner, (rows.last.map { written[$0] } ?? 0) + 1)
    }
  }

  private mutating func append(_ source: Int32, _ owner: Int, _ position: Int32) {
    sources.append(source)
    owners.append(Int32(truncatingIfNeeded: owner))
    positions.append(position)
  }
}

extension Table {
  /// Makes room for the new records.
  fileprivate mutating func insert(_ plan: Insertion, owners: Owners) {
    count = plan.sources.count
    entityStarts = [0, Int32(truncatingIfNeeded: count)]
    self.owners = owners
    positions = plan.positions
    if !fileOffsets.isEmpty { fileOffsets = plan.sources.map { $0 < 0 ? 0 : fileOffsets[Int($0)] } }
    implied = plan.sources.map { $0 < 0 }
    columns = columns.map { $0.gathered(plan.sources) }
    links = links.map { $0.gathered(plan.sources) }
    marks.move(plan.moved)
  }
}
