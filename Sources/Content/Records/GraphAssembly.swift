import Diagnostics
import Records

/// Joins the chunks and links them: positions of files become rows, and every relationship gets its inverse.
struct GraphAssembly {
  let model: Model
  let index: RecordIndex
  let chunks: [RecordChunk]
  /// The files of each chunk, as indices into the index's records.
  let ranges: [Range<Int>]
  /// For each table, the chunks of its files or of its owners' files, as indices into the chunks.
  let chunksOfTables: [Range<Int>]
  /// The tables that the records of each file belong to.
  private let fileTables: FileTables
  /// For each chunk, the rows that its references lead to, or -1.
  var targets: [[Int32]] = []
  var tables: [Table] = []
  var diagnostics: [Diagnostic] = []
  /// For each table, the marks on what could not be read.
  var marks: [TableMarks] = []
  /// For each table, the row of the file at each position, or -1 if the file is left out.
  var rows: [[Int32]] = []
  /// For each table, what became of the file at each position.
  var states: [[RecordChunk.State]] = []
  var lastLocator: Locator?
  var guesses = ReferenceGuesses()
  private var formerNames = FormerNames()

  /// Builds the graph.
  /// - Parameters:
  ///   - chunks: all chunks, in the order of the index's records.
  ///   - index: the ids of all records.
  ///   - model: the model that the chunks were read with.
  /// - Returns: the graph, with marks on what could not be read, and the references that lead nowhere.
  /// - Complexity: O(*n*) in records and links.
  static func graph(
    _ chunks: [RecordChunk], index: RecordIndex, model: Model
  ) async -> (graph: RecordGraph, diagnostics: [Diagnostic]) {
    var assembly = GraphAssembly(chunks, index: index, model: model)
    assembly.numberRows()
    let columns = await assembly.joinedColumns()
    for table in model.tables.indices { assembly.joinTable(table, columns: columns[table]) }
    assembly.joinOwned()
    assembly.markRecords()
    assembly.joinFormerNames()
    assembly.targets = await assembly.rowsOfReferences()
    assembly.linkWritten()
    assembly.linkOwned()
    assembly.linkBack()
    assembly.markLists()
    for table in model.tables.indices { assembly.tables[table].marks = assembly.marks[table] }
    var graph = RecordGraph(
      model: model, tables: assembly.tables, files: chunks.flatMap(\.files))
    graph.formerNames = assembly.formerNames
    return (graph, assembly.diagnostics)
  }

  private init(_ chunks: [RecordChunk], index: RecordIndex, model: Model) {
    self.model = model
    self.index = index
    self.chunks = chunks
    var start = 0
    ranges = chunks.map { chunk in
      defer { start += chunk.files.count }
      return start..<start + chunk.files.count
    }
    let tables = FileTables(model)
    fileTables = tables
    var own = model.tables.map { _ in 0..<0 }
    for (place, chunk) in chunks.enumerated() {
      guard let table = chunk.tables.first else { continue }
      own[table] = (own[table].isEmpty ? place : own[table].lowerBound)..<place + 1
    }
    chunksOfTables = tables.homes.map { own[$0] }
  }

  /// The parts of a table, each in a chunk of its own.
  func parts(of table: Int) -> some Collection<TablePart> {
    let part = fileTables.parts[table]
    return chunks[chunksOfTables[table]].lazy.map { $0.parts[part] }
  }

  // MARK: Rows

  private mutating func numberRows() {
    rows = model.tables.indices.map { _ in [] }
    states = model.tables.indices.map { _ in [] }
    var next = [Int32](repeating: 0, count: model.tables.count)
    marks = model.tables.indices.map { _ in TableMarks() }
    for record in index.scan.skipped { marks[model.entities[record.entity].table].skipped.insert(record.id) }
    for (range, chunk) in zip(ranges, chunks) {
      guard let table = chunk.tables.first else { continue }
      for (place, state) in zip(range, chunk.states) {
        let isKept = state == .kept || state == .includedDraft
        if state == .unreadable { marks[table].skipped.insert(index.scan.records[place].id) }
        rows[table].append(isKept ? next[table] : -1)
        states[table].append(state)
        if isKept { next[table] += 1 }
      }
    }
  }

  /// The columns of all tables.
  private func joinedColumns() async -> [[Column]] {
    let places = model.tables.indices.flatMap { table in
      model.tables[table].columns.indices.map { (table: table, column: $0) }
    }
    let columns = await inParallel(places.count, by: 1) { part in
      let (table, column) = places[part.lowerBound]
      var whole = ColumnPart(type: model.tables[table].columns[column])
      whole.reserveCapacity(parts(of: table).reduce(0) { $0 + $1.count })
      var count = 0
      for part in parts(of: table) {
        whole.append(contentsOf: part.columns[column])
        count += part.count
        whole.pad(to: count)
      }
      return whole.column
    }
    var rest = columns[...]
    return model.tables.map { table in
      defer { rest = rest.dropFirst(table.columns.count) }
      return Array(rest.prefix(table.columns.count))
    }
  }

  /// Makes a table without links, of records with their own files or of records inside others.
  private mutating func joinTable(_ table: Int, columns: [Column]) {
    let layout = model.tables[table]
    let parts = Array(parts(of: table))
    let count = parts.reduce(0) { $0 + $1.count }
    var ids: [String] = []
    var files: [Int32] = []
    var drafts: [Bool] = []
    var entityStarts = [Int32](repeating: 0, count: layout.entities.count + 1)
    let start = index.starts[table]
    for (place, row) in rows[table].enumerated() where row >= 0 {
      let record = index.scan.records[start + place]
      ids.append(record.id)
      files.append(Int32(start + place))
      drafts.append(states[table][place] == .includedDraft)
      entityStarts[record.entity - layout.entities.lowerBound + 1] += 1
    }
    for entity in layout.entities.indices {
      let local = entity - layout.entities.lowerBound
      entityStarts[local + 1] += entityStarts[local]
    }
    if ids.isEmpty { entityStarts = entityStarts.indices.map { $0 == 0 ? 0 : Int32(count) } }
    tables.append(
      Table(
        count: count, entityStarts: entityStarts, ids: ids,
        // If no file is left out, positions equal rows.
        rowsByID: ids.count == rows[table].count ? index.places(in: table) : nil, files: files,
        drafts: drafts.contains(true) ? drafts : [],
        positions: parts.flatMap(\.positions), fileOffsets: parts.flatMap(\.fileOffsets), columns: columns,
        links: layout.links.map { Link(isMany: $0.isMany, count: count) }))
  }

  /// Sets the owners of the records that are written inside others.
  private mutating func joinOwned() {
    for entity in model.entities {
      guard let owner = entity.owner else { continue }
      let ownerTable = model.entities[owner.entity].table
      var owners: [Int32] = []
      for (part, range) in zip(parts(of: entity.table), ranges[chunksOfTables[entity.table]]) {
        let base = range.lowerBound - index.starts[ownerTable]
        owners += part.owners.map { rows[ownerTable][base + Int($0)] }
      }
      tables[entity.table].owners = Table.Owners(
        table: ownerTable, rows: owners, ownerCount: tables[ownerTable].count)
    }
  }

  // MARK: Marks

  /// Marks what is invalid in the records of the chunks.
  private mutating func markRecords() {
    var starts = model.tables.map { _ in 0 }
    for (range, chunk) in zip(ranges, chunks) {
      for (table, part) in zip(chunk.tables, chunk.parts) {
        for (row, column) in part.invalidValues {
          marks[table].insert(starts[table] + row, column: column)
        }
        for (row, link) in part.invalidLinks {
          marks[table].insert(starts[table] + row, link: link)
        }
        starts[table] += part.count
      }
      for (entity, file) in chunk.misplaced {
        marks[model.entities[entity].table].skipped.insert(index.scan.records[range.lowerBound + file].id)
      }
    }
    // An attribute or relationship whose declaration is invalid is not read.
    for entity in model.entities {
      for attribute in entity.attributes where entity.hasInvalid(attribute.name.text) {
        marks[entity.table].values[attribute.column] = .all
      }
      for relationship in entity.relationships where entity.hasInvalid(relationship.name) {
        marks[entity.table].links[relationship.link] = .all
      }
    }
  }

  /// Marks lists that may lack records because a record or link they are computed from could not be read.
  private mutating func markLists() {
    // A skipped order also hides its rows.
    let read = marks
    var lacking = read.map { !$0.skipped.isEmpty }
    for entity in model.entities
    where entity.declaration.isInvalid || !entity.declaration.invalidNames.isEmpty {
      lacking[entity.table] = true
    }
    for entity in model.entities {
      guard let owner = entity.owner, let list = model.list(of: entity) else { continue }
      let ownerTable = model.entities[owner.entity].table
      if lacking[ownerTable] || read[ownerTable].links[list.link] != nil { lacking[entity.table] = true }
    }
    for entity in model.entities {
      for relationship in entity.relationships {
        guard let inverse = relationship.inverse,
          relationship.origin == .computed || relationship.isWrittenAtBothSides(in: model)
        else { continue }
        let destination = model.entities[relationship.destination]
        let back = destination.relationships[inverse].link
        if destination.family.contains(where: { lacking[model.entities[$0].table] })
          || read[destination.table].links[back] != nil
        {
          marks[entity.table].links[relationship.link] = .all
        }
      }
    }
  }

  /// Collects the former ids of records, and reports those that another record has or had.
  private mutating func joinFormerNames() {
    for (range, chunk) in zip(ranges, chunks) where !chunk.formerNames.isEmpty {
      guard let table = chunk.tables.first else { continue }
      let start = range.lowerBound - index.starts[table]
      for name in chunk.formerNames {
        let file = chunk.files[Int(name.file)]
        let row = rows[table][start + Int(name.file)]
        guard row >= 0 else { continue }
        let former = FormerName(name.text, in: file.path, table: table, row: Int(row))
        let namesake = formerNames[former.id, in: table]
        let whose: String? =
          if tables[table].rowsByID[former.id] != nil {
            "is now the id of another record"
          } else {
            namesake.map { "was an id of '\(tables[table].ids[$0.row])'" }
          }
        if let whose {
          diagnostics.append(
            Diagnostic(
              .duplicateID, at: name.range,
              "'\(former.id)' \(whose); 'was' names ids that no other record has or had"))
        } else {
          formerNames.append(former)
        }
      }
    }
  }

  /// The current id of the record with a former id.
  func id(formerly id: String, in table: Int) -> String? {
    formerNames[id, in: table].map { tables[table].ids[$0.row] }
  }
}
