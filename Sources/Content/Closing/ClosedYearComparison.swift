import Diagnostics
import Query
import Records

/// Names what differs between the lines of a closed year and the records as they are.
struct ClosedYearComparison {
  private let records: ClosedRecords
  private let year: ClosedYear
  private var graph: RecordGraph { records.graph }

  init(_ records: ClosedRecords, _ year: ClosedYear) {
    self.records = records
    self.year = year
  }

  /// A record as it is now.
  private struct Current {
    let row: Int
    let values: [String?]
  }

  /// An entity of the closed year that the model still has.
  private struct KeptEntity {
    /// The place in the model.
    let index: Int
    /// The names of what was kept of each record.
    let names: [String]
    /// What these names stand for now, one for each.
    let keys: [ClosedRecords.Key]
  }

  /// What differs, as errors: at the record if there is one, else at its line in the closed year's file.
  /// - Parameter rows: the rows of the year's records, by entity.
  func diagnostics(_ lines: [ClosedYear.Line], _ rows: [Int: [Int32]]) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    var following: [(owner: String, diagnostic: Diagnostic)] = []
    var derivations: [Derivation] = []
    var changedOwners: Set<String> = []
    var wholeOwners: Set<String> = []
    for (name, names) in year.keys {
      let old = lines.filter { $0.entity == name }
      guard let index = graph.model.entity(named: name) else {
        if let line = old.first {
          diagnostics.append(
            Diagnostic(
              .closedRecord, at: year.file[line.place],
              "the model no longer has an entity '\(name)', and \(year.year) was closed with \(old.count) of its records"
            ))
        }
        continue
      }
      let keys = records.keys(names, of: index)
      if let unknown = zip(names, keys).first(where: { if case .unknown = $1 { true } else { false } }) {
        let place = old.first?.place ?? year.start..<year.start
        diagnostics.append(
          Diagnostic(
            .closedRecord, at: year.file[place],
            "\(name) no longer has '\(unknown.0)', and \(year.year) was closed with it"))
        continue
      }
      let isOwned = graph.model.entities[index].owner != nil
      let entity = KeptEntity(index: index, names: names, keys: keys)
      for difference in compare(old, rows[index] ?? [], entity) {
        // The rows of an order that is new, or has left the year, are new or gone with it.
        if isOwned, wholeOwners.contains(difference.id) { continue }
        if difference.isWhole, !isOwned { wholeOwners.insert(difference.id) }
        if !difference.derivations.isEmpty {
          derivations += difference.derivations
        } else if difference.isImplied {
          following.append((difference.id, difference.diagnostic))
        } else {
          changedOwners.insert(difference.id)
          diagnostics.append(difference.diagnostic)
        }
      }
    }
    // What an order implies or derives follows from its rows.
    diagnostics += following.filter { !changedOwners.contains($0.owner) }.map(\.diagnostic)
    diagnostics += rederived(derivations.filter { !changedOwners.contains($0.id) })
    let known = Set(year.keys.map(\.entity))
    for (index, rows) in rows.sorted(by: { $0.key < $1.key })
    where !known.contains(graph.model.entities[index].name) {
      diagnostics += rows.filter { !isInvalid(Int($0), index) }.map { added(Int($0), index) }
    }
    return diagnostics
  }

  /// A derived value that differs in a record in which nothing else does.
  private struct Derivation {
    let id: String
    let index: Int
    let row: Int
    let name: String
    let expression: Expression
    let old: String?
    let new: String?
    let place: Range<Int>
  }

  /// What differs in the record of an id, or in one inside it.
  private struct Difference {
    let id: String
    let isImplied: Bool
    var derivations: [Derivation] = []
    var isWhole = false
    let diagnostic: Diagnostic
  }

  private func compare(
    _ old: [ClosedYear.Line], _ rows: [Int32], _ entity: KeptEntity
  ) -> [Difference] {
    let index = entity.index
    let table = graph.model.entities[index].table
    let kept = records.kept(entity.keys, of: table)
    let current = rows.map { row in Current(row: Int(row), values: kept.values(of: Int(row))) }
    // Records of one id: those inside one owner; of records with files one.
    let oldByID = Dictionary(grouping: old) { $0.values.first.flatMap(\.self) ?? "" }
    let newByID = Dictionary(grouping: current) { $0.values.first.flatMap(\.self) ?? "" }
    var differences: [Difference] = []
    for id in Set(oldByID.keys).union(newByID.keys).sorted() {
      var lines = oldByID[id] ?? []
      var now = newByID[id] ?? []
      var hasLeft = false
      if now.isEmpty, graph.tables[table].owners == nil, let row = graph.row(withID: id, in: table) {
        // It has left the year, or has become a draft or a record of another entity.
        now = [Current(row: row, values: kept.values(of: row))]
        hasLeft = true
      }
      // What is in both is unchanged.
      for line in lines {
        guard let place = now.firstIndex(where: { isSame(line.values, $0.values, entity.keys) })
        else { continue }
        now.remove(at: place)
        lines.remove(at: lines.firstIndex { $0.place == line.place } ?? 0)
      }
      for (line, record) in zip(lines, now) where !isInvalid(record.row, index) {
        let isImplied = graph.tables[table].isImplied(record.row)
        differences.append(
          Difference(
            id: id, isImplied: isImplied, derivations: derivations(of: line, record, id, entity),
            isWhole: hasLeft, diagnostic: changed(line, record, entity)))
      }
      if lines.count > now.count, !isSkipped(id, index) {
        differences += lines[now.count...].map {
          Difference(id: id, isImplied: false, diagnostic: deleted($0, id, entity))
        }
      }
      differences += now.dropFirst(lines.count).filter { !isInvalid($0.row, index) }.map {
        Difference(
          id: id, isImplied: graph.tables[table].isImplied($0.row), isWhole: true,
          diagnostic: added($0.row, index))
      }
    }
    return differences
  }

  /// The derived values that differ, if nothing else does.
  private func derivations(
    of line: ClosedYear.Line, _ record: Current, _ id: String, _ entity: KeptEntity
  ) -> [Derivation] {
    let keys = entity.keys
    var derivations: [Derivation] = []
    for place in keys.indices where !isSame(line.values[place], record.values[place], keys[place]) {
      guard case .column(let column) = keys[place],
        let expression = records.derivation(column, of: entity.index)
      else { return [] }
      derivations.append(
        Derivation(
          id: id, index: entity.index, row: record.row, name: entity.names[place], expression: expression,
          old: line.values[place], new: record.values[place], place: line.place))
    }
    return derivations
  }

  /// Whether values are the same; a reference to a record that has been renamed since is.
  private func isSame(_ old: [String?], _ new: [String?], _ keys: [ClosedRecords.Key]) -> Bool {
    keys.indices.allSatisfy { isSame(old[$0], new[$0], keys[$0]) }
  }

  private func isSame(_ old: String?, _ new: String?, _ key: ClosedRecords.Key) -> Bool {
    if old == new { return true }
    guard case .link(_, let table) = key, let old, let new else { return false }
    // A reference is a list of one. A new id may stand at another place: lists are kept sorted.
    let renamed = KeptValues.ids(in: old).map { graph.id(formerly: $0, in: table) ?? $0 }
    return renamed.sorted() == KeptValues.ids(in: new)
  }

  // MARK: Marks

  /// Whether something of a record could not be read, which has already been reported.
  private func isInvalid(_ row: Int, _ index: Int) -> Bool {
    graph.tables[graph.model.entities[index].table].marks.contains(row)
  }

  private func isSkipped(_ id: String, _ index: Int) -> Bool {
    let table = graph.model.entities[index].table
    if let owners = graph.tables[table].owners {
      guard graph.row(withID: id, in: owners.table) != nil else { return true }
      return false
    }
    return graph.isSkipped(id, in: table)
  }

  // MARK: Diagnostics

  private func changed(
    _ line: ClosedYear.Line, _ record: Current, _ entity: KeptEntity
  ) -> Diagnostic {
    let (names, keys) = (entity.names, entity.keys)
    let places = keys.indices.filter { !isSame(line.values[$0], record.values[$0], keys[$0]) }
    let differences = places.map { place in
      "'\(names[place])' was \(shown(line.values[place])) and is \(shown(record.values[place]))"
    }
    let table = graph.model.entities[entity.index].table
    let locator = Locator(graph.file(of: record.row, in: table))
    let item = graph.fileOffset(of: record.row, in: table)
    let range = places.first.flatMap { locator.value(of: names[$0], item: item) }
    return Diagnostic(
      .closedRecord, at: range ?? locator.start(item: item),
      "\(label(record.row, entity.index)) was changed after \(year.year) was closed: \(differences.joined(separator: "; "))",
      notes: [.init("as it was", at: year.file[line.place])])
  }

  /// One error for each derived attribute whose values changed although nothing that it reads did.
  private func rederived(_ derivations: [Derivation]) -> [Diagnostic] {
    struct Name: Hashable { let index: Int, name: String }
    let groups = Dictionary(grouping: derivations) { Name(index: $0.index, name: $0.name) }
    return groups.sorted { ($0.key.index, $0.key.name) < ($1.key.index, $1.key.name) }.compactMap {
      name, group in
      guard let first = group.first else { return nil }
      let range = first.expression.range
      let others = group.count - 1
      return Diagnostic(
        .closedRecord,
        // The built-in model is not in a file of the book.
        at: range.file.path == BuiltInModel.source.path ? recordRange(first.row, first.index) : range,
        "\(graph.model.entities[name.index].name).\(name.name) is computed differently than when \(year.year) was closed: "
          + "in \(label(first.row, first.index)) it was \(shown(first.old)) and is \(shown(first.new))"
          + (others == 0 ? "" : "; it differs in \(others) more record\(others == 1 ? "" : "s")"),
        notes: [.init("as it was", at: year.file[first.place])])
    }
  }

  private func recordRange(_ row: Int, _ index: Int) -> SourceRange {
    let table = graph.model.entities[index].table
    return Locator(graph.file(of: row, in: table)).start(item: graph.fileOffset(of: row, in: table))
  }

  private func added(_ row: Int, _ index: Int) -> Diagnostic {
    let table = graph.model.entities[index].table
    let names = records.names(of: index) ?? ["id"]
    let values = records.kept(records.keys(names, of: index), of: table).values(of: row)
    return Diagnostic(
      .closedRecord, at: recordRange(row, index),
      "\(label(row, index)) was added after \(year.year) was closed: \(list(values, names))")
  }

  private func deleted(_ line: ClosedYear.Line, _ id: String, _ kept: KeptEntity) -> Diagnostic {
    let entity = graph.model.entities[kept.index]
    let name = entity.label.lowercased() + (entity.owner == nil ? " " : " of ") + id
    return Diagnostic(
      .closedRecord, at: year.file[line.place],
      "\(name) was deleted after \(year.year) was closed: \(list(line.values, kept.names))")
  }

  private func label(_ row: Int, _ index: Int) -> String {
    let entity = graph.model.entities[index]
    return entity.label.lowercased() + " " + graph.id(of: row, in: entity.table)
  }

  /// What is kept of a record in words, without its id.
  private func list(_ values: [String?], _ names: [String]) -> String {
    let parts = zip(names, values).dropFirst().compactMap { name, value in value.map { "\(name) \($0)" } }
    return parts.isEmpty ? "without values" : parts.joined(separator: ", ")
  }

  private func shown(_ value: String?) -> String { value.map { "'\($0)'" } ?? "empty" }
}
