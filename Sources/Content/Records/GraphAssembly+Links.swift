import Diagnostics
import Records

// Links that records write, and their inverses.

extension GraphAssembly {
  /// Replaces the positions of files by rows, in every written relationship.
  mutating func linkWritten() {
    var done: Set<[Int]> = []
    for entity in model.entities {
      for relationship in entity.relationships
      where relationship.origin == .written && done.insert([entity.table, relationship.link]).inserted {
        tables[entity.table].links[relationship.link] = writtenLink(of: entity.table, relationship)
      }
    }
  }

  private mutating func writtenLink(of table: Int, _ relationship: Relationship) -> Link {
    var links: [Int32] = []
    var offsets: [Int32] = [0]
    var row = 0
    // For each destination, the last row that named it, to find repeated references.
    let destination = index.table(of: relationship.destination)
    var takers = [Int](repeating: -1, count: relationship.isMany ? tables[destination].count : 0)
    for (place, tablePart) in zip(chunksOfTables[table], parts(of: table)) {
      let part = tablePart.links[relationship.link]
      func target(_ reference: Int32) -> Int32 {
        guard reference >= 0 else { return -1 }
        let target = targets[place][Int(reference)]
        if target < 0 {
          reportUnlinked(
            chunks[place].references[Int(reference)], relationship, RecordHandle(table: table, row: row))
        }
        return target
      }
      if relationship.isMany {
        var next = 0
        for count in part.counts {
          for reference in part.targets[next..<next + Int(count)] {
            let target = target(reference)
            if target >= 0, takers[Int(target)] != row {
              takers[Int(target)] = row
              links.append(target)
            }
          }
          next += Int(count)
          row += 1
          offsets.append(Int32(links.count))
        }
      } else {
        for reference in part.targets {
          links.append(target(reference))
          row += 1
        }
      }
    }
    return relationship.isMany ? .many(offsets: offsets, targets: links) : .one(links)
  }

  /// For each chunk, the rows that its references lead to, or -1.
  func rowsOfReferences() async -> [[Int32]] {
    await inParallel(chunks.count, by: 8) { part in
      part.map { chunks[$0].references.map(row) }
    }.flatMap { $0 }
  }

  /// The row that a reference leads to, or -1.
  func row(of reference: Reference) -> Int32 {
    if let place = index.place(of: reference.id, in: reference.destination) {
      return rows[index.table(of: reference.destination)][Int(place)]
    }
    guard let owners = tables[index.table(of: reference.destination)].owners,
      let owned = OwnedID(reference.id), let owner = tables[owners.table].rowsByID[owned.owner]
    else { return -1 }
    let inside = owners.rows(of: Int(owner))
    let row = inside.lowerBound + Int(owned.position) - 1
    return inside.contains(row) ? Int32(truncatingIfNeeded: row) : -1
  }

  /// Reports a reference that leads to no record, unless it leads to a skipped record.
  private mutating func reportUnlinked(
    _ reference: Reference, _ relationship: Relationship, _ source: RecordHandle
  ) {
    marks[source.table].insert(source.row, link: relationship.link)
    guard let range = place(of: source, key: relationship.name, text: reference.id) else { return }
    let entity = model.entities[reference.destination]
    if let place = index.place(of: reference.id, in: reference.destination) {
      if states[entity.table][Int(place)] == .draft {
        let id = index.scan.records[index.starts[entity.table] + Int(place)].id
        diagnostics.append(.referenceToDraft(id, at: range))
      }
      return
    }
    var (id, table) = (reference.id, entity.table)
    if let owners = tables[entity.table].owners, let owned = OwnedID(reference.id) {
      (id, table) = (owned.owner, owners.table)
    }
    guard !marks[table].skipped.contains(id) else { return }
    if let owner = entity.owner {
      if let new = self.id(formerly: id, in: table), let owned = OwnedID(reference.id) {
        diagnostics.append(
          .unknownReference(
            reference.id, at: range, entity: entity.name,
            guess: .former(of: "\(new)#\(owned.position)")))
        return
      }
      let owners = tables[entity.table].owners
      let row = tables[model.entities[owner.entity].table].rowsByID[id].map { Int($0) }
      diagnostics.append(
        .unknownInside(
          reference.id, at: range, entity: entity.name, owner: id,
          count: row.flatMap { owners?.rows(of: $0).count }, owners: index.ids(of: owner.entity)))
      return
    }
    diagnostics.append(
      .unknownReference(
        reference.id, at: range, entity: entity.name, guess: guess(reference.id, reference.destination)))
  }

  /// The record that may be meant by a text that is not an id of the entity.
  private mutating func guess(_ text: String, _ entity: Int) -> ReferenceGuesses.Guess {
    if let new = id(formerly: text, in: model.entities[entity].table) {
      return .former(of: new)
    }
    if !guesses.hasCandidates(of: entity) {
      let declared = model.entities[entity]
      guesses.add(
        .init(folder: declared.folder, ids: index.ids(of: entity), titles: titles(in: declared)), of: entity)
    }
    return guesses.guess(text, entity: entity)
  }

  /// The ids of the records in an entity's table, each with what else names it: its title, unless that is no attribute,
  /// and unique values such as an article's number.
  /// - Complexity: O(*n*) in the records.
  private func titles(in entity: Entity) -> [(id: String, title: String)] {
    let title = entity.titleAttribute?.column
    return entity.attributes.flatMap { attribute -> [(id: String, title: String)] in
      guard attribute.column == title || attribute.isUnique,
        case .text(let values) = tables[entity.table].columns[attribute.column]
      else { return [] }
      return zip(tables[entity.table].ids, values).compactMap { id, text in text.map { (id, $0) } }
    }
  }

  /// The place of a record's reference, or of the record's file.
  mutating func place(of source: RecordHandle, key: String, text: String) -> SourceRange? {
    guard let file = file(of: source) else { return nil }
    let offsets = tables[source.table].fileOffsets
    let place = offsets.isEmpty ? nil : Int(offsets[source.row])
    return Locator.of(file, item: place, reusing: &lastLocator).value(of: key, text: text)
      ?? file.source.range
  }

  /// The file of a record; for one written inside another, its owner's.
  func file(of source: RecordHandle) -> MarkdownFile? {
    var (table, row) = (source.table, source.row)
    if let owners = tables[table].owners { (table, row) = (owners.table, Int(owners.rows[row])) }
    let place = Int(tables[table].files[row])
    let chunk = ranges.partitioningIndex { place < $0.upperBound }
    return chunks[chunk].files[place - ranges[chunk].lowerBound]
  }

  /// Links owners to the records written inside them, both ways.
  mutating func linkOwned() {
    for entity in model.entities {
      guard let list = model.list(of: entity), let owners = tables[entity.table].owners else { continue }
      tables[owners.table].links[list.link] = .many(
        offsets: owners.firsts, targets: Array(0..<Int32(owners.rows.count)))
      if let inverse = list.inverse {
        tables[entity.table].links[entity.relationships[inverse].link] = .one(owners.rows)
      }
    }
  }

  /// Computes the inverse of every relationship that only one side writes.
  mutating func linkBack() {
    for (index, entity) in model.entities.enumerated() {
      for relationship in entity.relationships {
        guard let inverse = relationship.inverse else { continue }
        let destination = model.entities[relationship.destination]
        let back = destination.relationships[inverse]
        if relationship.origin == .computed {
          tables[entity.table].links[relationship.link] = tables[destination.table].links[back.link].inverted(
            destinationCount: tables[entity.table].count)
        } else if relationship.origin == .written, back.origin == .written,
          relationship.isMany == back.isMany,
          (index, relationship.link) <= (relationship.destination, back.link)
        {
          if relationship.isMany {
            unite((entity.table, relationship.link), (destination.table, back.link))
          } else {
            pair(relationship, of: entity.table, back, of: destination.table)
          }
        }
      }
    }
  }

  /// Merges the two sides of a one-to-one relationship; reports a record that two records refer to.
  private mutating func pair(_ one: Relationship, of table: Int, _ other: Relationship, of otherTable: Int) {
    guard case .one(var links) = tables[table].links[one.link],
      case .one(var backs) = tables[otherTable].links[other.link]
    else { return }
    takeTargets(of: one, links, in: table, inverse: other, &backs, otherTable)
    takeTargets(of: other, backs, in: otherTable, inverse: one, &links, table)
    tables[table].links[one.link] = .one(links)
    tables[otherTable].links[other.link] = .one(backs)
  }

  /// Links the targets of one side back; reports a record whose target is linked to another one.
  private mutating func takeTargets(
    of relationship: Relationship, _ links: [Int32], in table: Int, inverse: Relationship,
    _ backs: inout [Int32], _ otherTable: Int
  ) {
    for row in links.indices where links[row] >= 0 {
      let target = Int(links[row])
      if backs[target] < 0 {
        backs[target] = Int32(row)
      } else if backs[target] != Int32(row) {
        reportTaken(
          relationship, inverse: inverse, RecordHandle(table: table, row: row), by: Int(backs[target]),
          target: RecordHandle(table: otherTable, row: target))
      }
    }
  }

  private mutating func reportTaken(
    _ relationship: Relationship, inverse: Relationship, _ source: RecordHandle, by taker: Int,
    target: RecordHandle
  ) {
    marks[source.table].insert(source.row, link: relationship.link)
    func id(_ table: Int, _ row: Int) -> String { tables[table].ids.isEmpty ? "" : tables[table].ids[row] }
    guard let place = place(of: source, key: relationship.name, text: id(target.table, target.row)) else {
      return
    }
    diagnostics.append(
      Diagnostic(
        .wrongCount, at: place,
        "'\(id(target.table, target.row))' already belongs to '\(id(source.table, taker))', and takes only one",
        notes: [
          .init("'\(inverse.name)' takes several with 'many: true'", at: inverse.declaration.name.range)
        ]))
  }

  /// Makes both sides of a many-to-many relationship the union of what either side lists.
  private mutating func unite(_ one: (table: Int, link: Int), _ other: (table: Int, link: Int)) {
    let count = tables[one.table].count
    let back = tables[other.table].links[other.link].inverted(
      destinationCount: count)
    let written = tables[one.table].links[one.link]
    var offsets: [Int32] = [0]
    var targets: [Int32] = []
    // For each destination, the last row that has it.
    var takers = [Int](repeating: -1, count: tables[other.table].count)
    for row in 0..<count {
      for list in [written.targets(of: row), back.targets(of: row)] {
        for target in list where takers[Int(target)] != row {
          takers[Int(target)] = row
          targets.append(target)
        }
      }
      offsets.append(Int32(targets.count))
    }
    let union = Link.many(offsets: offsets, targets: targets)
    tables[one.table].links[one.link] = union
    tables[other.table].links[other.link] = union.inverted(
      destinationCount: tables[other.table].count)
  }
}
