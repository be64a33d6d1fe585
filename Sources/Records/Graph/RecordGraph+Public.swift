extension RecordGraph {
  /// The records of a smaller model: without the entities, values and links that it lacks, and with only the
  /// bodies that it makes public.
  ///
  /// The values are those that were read; computed ones must be computed again for the smaller model.
  /// - Parameter part: a model with some of this model's entities and some of their properties.
  /// - Complexity: O(*n*) in records, values and links.
  package func reduced(to part: Model) -> RecordGraph {
    let sources = part.tables.map { layout in
      model.entity(named: part.entities[layout.entities.lowerBound].name).map { model.entities[$0].table }
        ?? 0
    }
    var selections = part.tables.indices.map { RowSelection(of: $0, in: part, from: self) }
    for table in selections.indices {
      // Records inside others stay or go with their owners, whose new rows are already known.
      guard let owners = tables[sources[table]].owners,
        let place = sources.firstIndex(of: owners.table)
      else { continue }
      let moved = selections[place].moved
      selections[table].keep { moved[Int(owners.rows[$0])] >= 0 }
    }
    var places = [Int32](repeating: -1, count: files.count)
    var kept: [MarkdownFile] = []
    let reduced = part.tables.indices.map { table in
      var result = tables[sources[table]].reduced(to: selections[table])
      for (row, file) in result.files.enumerated() {
        places[Int(file)] = Int32(truncatingIfNeeded: kept.count)
        let entity = part.entities[selections[table].entities[row]]
        let hasBody = entity.declaration.hasPublicBody ?? false
        kept.append(hasBody ? files[Int(file)] : files[Int(file)].withoutBody)
      }
      result.files = result.files.map { places[Int($0)] }
      if let owners = tables[sources[table]].owners, let place = sources.firstIndex(of: owners.table) {
        let rows = selections[table].rows.map { selections[place].moved[Int(owners.rows[Int($0)])] }
        result.owners = .init(table: place, rows: rows, ownerCount: selections[place].rows.count)
      }
      (result.columns, result.links) = properties(of: table, part, selections)
      return result
    }
    var graph = RecordGraph(model: part, tables: reduced, files: kept)
    graph.privateIDs = part.tables.indices.map { table in
      guard tables[sources[table]].owners == nil else { return [] }
      let left = selections[table].moved.enumerated().filter { $1 < 0 }.map(\.offset)
      return Set(left.map { id(of: $0, in: sources[table]) })
    }
    for name in formerNames {
      guard let table = sources.firstIndex(of: name.table) else { continue }
      let row = Int(selections[table].moved[name.row])
      guard row >= 0 else { continue }
      graph.formerNames.append(FormerName(path: name.path, id: name.id, table: table, row: row))
    }
    return graph
  }

  /// The columns and links of a table of a smaller model.
  private func properties(
    of table: Int, _ part: Model, _ selections: [RowSelection]
  ) -> (columns: [Column], links: [Link]) {
    let (layout, rows) = (part.tables[table], selections[table].rows)
    var columns = layout.columns.map { Column(type: $0, count: rows.count) }
    var links = layout.links.map { Link(isMany: $0.isMany, count: rows.count) }
    for entity in part.entities[layout.entities] {
      guard let source = model.entity(named: entity.name).map({ model.entities[$0] }) else { continue }
      for attribute in entity.attributes {
        guard let column = source.attribute(named: attribute.name.text)?.column else { continue }
        columns[attribute.column] = tables[source.table].columns[column].gathered(rows)
      }
      for relationship in entity.relationships {
        guard let link = source.relationship(named: relationship.name)?.link else { continue }
        let destination = part.entities[relationship.destination].table
        links[relationship.link] = tables[source.table].links[link].gathered(rows)
          .redirected(to: selections[destination].moved)
      }
    }
    return (columns, links)
  }
}

/// The rows of a table that are kept.
private struct RowSelection {
  /// The rows that are kept, ascending.
  private(set) var rows: [Int32] = []
  /// The entity of each kept row, an index into the smaller model's entities.
  private(set) var entities: [Int] = []
  /// The new row of each old row; -1 if it is dropped.
  private(set) var moved: [Int32]
  private let range: Range<Int>

  /// Selects the records of the entities that a smaller model has.
  init(of table: Int, in part: Model, from graph: RecordGraph) {
    range = part.tables[table].entities
    moved = []
    for index in range {
      guard let source = graph.model.entity(named: part.entities[index].name) else { continue }
      if moved.isEmpty { moved = [Int32](repeating: -1, count: graph.table(of: source).count) }
      for row in graph.rows(of: source, includingSubentities: false) {
        rows.append(Int32(truncatingIfNeeded: row))
        entities.append(index)
      }
    }
    number()
  }

  /// Drops rows that do not meet a condition.
  mutating func keep(where isKept: (Int) -> Bool) {
    let kept = rows.indices.filter { isKept(Int(rows[$0])) }
    guard kept.count < rows.count else { return }
    (rows, entities) = (kept.map { rows[$0] }, kept.map { entities[$0] })
    number()
  }

  /// The first row of each entity, and the number of rows.
  var entityStarts: [Int32] {
    var starts = [Int32](repeating: 0, count: range.count + 1)
    for entity in entities { starts[entity - range.lowerBound + 1] += 1 }
    for index in range.indices { starts[index - range.lowerBound + 1] += starts[index - range.lowerBound] }
    return starts
  }

  private mutating func number() {
    for index in moved.indices { moved[index] = -1 }
    for (new, old) in rows.enumerated() { moved[Int(old)] = Int32(truncatingIfNeeded: new) }
  }
}

extension Table {
  /// The table without the dropped rows; its columns and links are empty.
  fileprivate func reduced(to selection: RowSelection) -> Table {
    func gather<Element>(_ values: [Element]) -> [Element] {
      values.isEmpty ? [] : selection.rows.map { values[Int($0)] }
    }
    var result = Table(
      count: selection.rows.count, entityStarts: selection.entityStarts, ids: gather(ids),
      files: gather(files), drafts: gather(drafts), positions: gather(positions),
      fileOffsets: gather(fileOffsets),
      columns: [], links: [])
    result.implied = gather(implied)
    result.marks.skipped = marks.skipped
    return result
  }
}
