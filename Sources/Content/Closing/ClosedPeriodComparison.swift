import Diagnostics
import Query
import Records

/// Reports the differences between the lines of a closed period and the current records.
struct ClosedPeriodComparison {
  let records: ClosedRecords
  let closed: ClosedPeriod
  /// Where the site's currency is written.
  let currencyRange: SourceRange
  /// The currency at the closing of each source that has given amounts another one since.
  private(set) var formerCurrencies: [CurrencySource: Currency] = [:]
  /// The former ids of records that were several when the period was closed and are one now, by table.
  private(set) var mergedIDs: [Int: Set<String>] = [:]
  var graph: RecordGraph { records.graph }

  /// Makes a comparison.
  /// - Parameter currencyRange: where the site's currency is written.
  init(_ records: ClosedRecords, _ closed: ClosedPeriod, currencyRange: SourceRange) {
    self.records = records
    self.closed = closed
    self.currencyRange = currencyRange
  }

  /// A record in its current state.
  struct Current {
    let row: Int
    let values: [String?]
  }

  /// A line of the closed period and its record.
  struct Pair {
    let id: String
    let line: ClosedPeriod.Line
    let record: Current
    /// Whether the record is no longer one of the period.
    let hasLeft: Bool
  }

  /// An entity of the closed period that the model still has.
  struct KeptEntity {
    /// The index in the model.
    let index: Int
    /// The names of the keys that were kept of each record.
    let names: [String]
    /// The current meaning of each name.
    let keys: [ClosedRecords.Key]
  }

  /// The differences as errors, each at its record, or else at its line in the closed period's file.
  /// - Parameter rows: the rows of the period's records, by entity.
  mutating func diagnostics(_ lines: [ClosedPeriod.Line], _ rows: [Int: [Int32]]) -> [Diagnostic] {
    let entities: [(name: String, kept: KeptEntity?)] = closed.keys.map { name, names in
      guard let index = graph.model.entity(named: name) else { return (name, nil) }
      let names = graph.model.entities[index].presentNames(of: names)
      return (name, KeptEntity(index: index, names: names, keys: records.keys(names, of: index)))
    }
    formerCurrencies = formerCurrencies(of: entities, lines, rows)
    mergedIDs = mergedIDs(of: entities, lines)
    var differences = Differences()
    for (name, entity) in entities {
      let old = lines.filter { $0.entity == name }.map(ofPresentOwner)
      guard let entity else {
        if let line = old.first {
          differences.add(
            Diagnostic(
              .closedRecord, at: closed.range(of: line),
              "the model no longer has an entity '\(name)', and \(closed.period) was closed with \(old.count) of its records"
            ))
        }
        continue
      }
      let keys = zip(entity.names, entity.keys)
      if let unknown = keys.first(where: { if case .unknown = $1 { true } else { false } }) {
        let declared = graph.model.entities[entity.index].declaration.name.range
        let line = old.first.map { closed.range(of: $0) } ?? closed.file[closed.start..<closed.start]
        differences.add(
          Diagnostic(
            .closedRecord, at: declared.isOfBuiltInModel ? line : declared,
            "\(name) no longer has '\(unknown.0)', and \(closed.period) was closed with it; declare it again, or its "
              + "new name with 'was: \(unknown.0)'",
            notes: declared.isOfBuiltInModel ? [] : [.init("as it was", at: line)]))
        continue
      }
      let isOwned = graph.model.entities[entity.index].owner != nil
      for difference in compare(old, rows[entity.index] ?? [], entity) {
        differences.add(difference, isOwned: isOwned)
      }
    }
    addRecordsOfOtherEntities(rows, to: &differences)
    let (diagnostics, recomputed, reinterpreted) = differences.resolved()
    return diagnostics + changedByModel(recomputed) + otherCurrencies(reinterpreted)
  }

  /// The line of a record inside another, with the owner's present id if the owner was only renamed.
  private func ofPresentOwner(_ line: ClosedPeriod.Line) -> ClosedPeriod.Line {
    guard let index = graph.model.entity(named: line.entity), let owner = graph.model.entities[index].owner,
      let id = line.values.first.flatMap(\.self),
      let present = graph.id(formerly: id, in: graph.model.entities[owner.entity].table)
    else { return line }
    return ClosedPeriod.Line(
      entity: line.entity, values: [present] + line.values.dropFirst(), bytes: line.bytes)
  }

  /// Adds the records of entities that had none in the period when it was closed.
  private func addRecordsOfOtherEntities(_ rows: [Int: [Int32]], to differences: inout Differences) {
    let known = Set(closed.keys.map(\.entity))
    for (index, rows) in rows.sorted(by: { $0.key < $1.key })
    where !known.contains(graph.model.entities[index].name) {
      let owners = graph.tables[graph.model.entities[index].table].owners
      for row in rows where !graph.hasInvalidPart(Int(row), ofEntity: index) {
        let error = added(Int(row), index)
        if let owner = owners.map({ graph.id(of: Int($0.rows[Int(row)]), in: $0.table) }) {
          differences.add(Difference(id: owner, cause: .record(error)), isOwned: true)
        } else {
          differences.add(error)
        }
      }
    }
  }

  private func compare(
    _ old: [ClosedPeriod.Line], _ rows: [Int32], _ entity: KeptEntity
  ) -> [Difference] {
    let index = entity.index
    let table = graph.model.entities[index].table
    let kept = records.kept(entity.keys, of: table)
    let current = rows.map { row in Current(row: Int(row), values: kept.values(of: Int(row))) }
    // Records that share an id are inside the same owner; a record with a file has its id to itself.
    let oldByID = Dictionary(grouping: old) { $0.values.first.flatMap(\.self) ?? "" }
    let newByID = Dictionary(grouping: current) { $0.values.first.flatMap(\.self) ?? "" }
    var changed: [Pair] = []
    var differences: [Difference] = []
    for id in Set(oldByID.keys).union(newByID.keys).sorted() {
      var lines = oldByID[id] ?? []
      var now = newByID[id] ?? []
      var hasLeft = false
      if now.isEmpty, graph.tables[table].owners == nil, let row = graph.row(withID: id, in: table) {
        // It has left the period, or has become a draft or a record of another entity.
        now = [Current(row: row, values: kept.values(of: row))]
        hasLeft = true
      }
      removeUnchanged(&lines, &now, entity)
      if lines.count > now.count, let dated = dated(lines[now.count...], id, rows, entity) {
        lines.swapAt(now.count, dated.line)
        now.append(Current(row: dated.row, values: kept.values(of: dated.row)))
      }
      for (line, record) in zip(lines, now) where !graph.hasInvalidPart(record.row, ofEntity: index) {
        changed.append(Pair(id: id, line: line, record: record, hasLeft: hasLeft))
      }
      differences += deletions(lines.dropFirst(now.count), id, entity)
      differences += insertions(now.dropFirst(lines.count), id, entity)
    }
    var locator: Locator?
    return differences
      + changed.map { Difference(id: $0.id, isWhole: $0.hasLeft, cause: cause(of: $0, entity, &locator)) }
  }

  /// Removes each record that equals a line, with that line: it is unchanged.
  private func removeUnchanged(
    _ lines: inout [ClosedPeriod.Line], _ records: inout [Current], _ entity: KeptEntity
  ) {
    for line in lines {
      guard let match = records.firstIndex(where: { isSame(line.values, $0.values, entity.keys) })
      else { continue }
      records.remove(at: match)
      lines.remove(at: lines.firstIndex { $0.bytes == line.bytes } ?? 0)
    }
  }

  /// The differences of lines without a record, except where its file cannot be read.
  private func deletions(
    _ lines: ArraySlice<ClosedPeriod.Line>, _ id: String, _ entity: KeptEntity
  ) -> [Difference] {
    guard !lines.isEmpty, !isSkipped(id, entity.index) else { return [] }
    let mayBeImplied = records.implied(entity.index) != nil
    return lines.map { line in
      let error = deleted(line, id, entity)
      return Difference(id: id, isWhole: true, cause: mayBeImplied ? .gone(error) : .record(error))
    }
  }

  /// The differences of records without a line, except of those that are invalid.
  private func insertions(
    _ records: ArraySlice<Current>, _ id: String, _ entity: KeptEntity
  ) -> [Difference] {
    let table = graph.tables[graph.model.entities[entity.index].table]
    return records.filter { !graph.hasInvalidPart($0.row, ofEntity: entity.index) }.map { record in
      let error = added(record.row, entity.index)
      return Difference(
        id: id, isWhole: true, cause: table.isImplied(record.row) ? .implied(error) : .record(error))
    }
  }

  /// The implied record of an owner that left the period because it was given a day in another period.
  /// - Parameter lines: the lines that match no record of the period.
  /// - Returns: the record's row, and the index of its line, which has no day.
  private func dated(
    _ lines: ArraySlice<ClosedPeriod.Line>, _ id: String, _ rows: [Int32], _ entity: KeptEntity
  ) -> (row: Int, line: Int)? {
    guard let implied = records.implied(entity.index), let day = graph.model.entities[entity.index].day,
      let keyIndex = entity.names.firstIndex(of: day.name.text),
      let line = lines.firstIndex(where: { $0.values[keyIndex] == nil })
    else { return nil }
    let list = implied.link(in: graph.model)
    guard let owner = graph.row(withID: id, in: list.table) else { return nil }
    let table = graph.tables[graph.model.entities[entity.index].table]
    let row = graph.tables[list.table].links[list.link].targets(of: owner).first {
      table.isImplied(Int($0)) && !rows.contains($0)
    }
    return row.map { (Int($0), line) }
  }

  /// The reason why a record differs from its line.
  /// - Parameter last: the last file that was looked into, which may be that of the record.
  private func cause(of pair: Pair, _ entity: KeptEntity, _ last: inout Locator?) -> Cause {
    let (line, record) = (pair.line, pair.record)
    func recomputed(_ keyIndex: Int) -> Recomputed {
      Recomputed(
        id: pair.id, index: entity.index, row: record.row, name: entity.names[keyIndex],
        old: line.values[keyIndex], new: record.values[keyIndex],
        range: closed.range(of: line, value: keyIndex)
      )
    }
    let (own, reinterpreted) = differingKeys(of: pair, entity)
    if own.isEmpty, let (keyIndex, source) = reinterpreted {
      return .currency(Reinterpreted(value: recomputed(keyIndex), source: source))
    }
    let values = own.compactMap { keyIndex -> (value: Recomputed, origin: ClosedRecords.Origin)? in
      if let type = otherType(of: keyIndex, line, entity) { return (recomputed(keyIndex), type) }
      guard let origin = records.origin(of: entity.names[keyIndex], of: entity.index),
        origin.isDerived || isLeftOut(entity.names[keyIndex], record, entity, &last)
      else { return nil }
      return (recomputed(keyIndex), origin)
    }
    // A formula of the built-in model never changes, but may read a value that did.
    if values.count == own.count, values.contains(where: { $0.origin.isDerived || !$0.origin.isBuiltIn }) {
      return .model(values)
    }
    let error = changed(line, record, entity, at: own, first: own.first ?? 0)
    return graph.tables[graph.model.entities[entity.index].table].isImplied(record.row)
      ? .implied(error) : .record(error)
  }

  /// The indices of the keys whose values differ themselves, and the first value that differs only in a
  /// currency that no record names.
  private func differingKeys(
    of pair: Pair, _ entity: KeptEntity
  ) -> (own: [Int], reinterpreted: (keyIndex: Int, source: CurrencySource)?) {
    var own: [Int] = []
    var reinterpreted: (keyIndex: Int, source: CurrencySource)?
    for (keyIndex, key) in entity.keys.enumerated()
    where !isSame(pair.line.values[keyIndex], pair.record.values[keyIndex], key) {
      if let source = sourceOfOtherCurrency(at: keyIndex, pair.line, pair.record, entity) {
        reinterpreted = reinterpreted ?? (keyIndex, source)
      } else {
        own.append(keyIndex)
      }
    }
    return (own, reinterpreted)
  }

  /// Whether values are the same; a reference is, too, if the record it leads to was only renamed.
  func isSame(_ old: [String?], _ new: [String?], _ keys: [ClosedRecords.Key]) -> Bool {
    keys.indices.allSatisfy { isSame(old[$0], new[$0], keys[$0]) }
  }

  private func isSame(_ old: String?, _ new: String?, _ key: ClosedRecords.Key) -> Bool {
    if old == new { return true }
    guard case .link(_, let table) = key, let old, let new else { return false }
    // A reference is a list of one id. Lists are kept sorted, so a new id may be at another position.
    let renamed = KeptValues.ids(in: old).map { id in
      let isMerged = mergedIDs[table]?.contains(id) ?? false
      return isMerged ? id : graph.id(formerly: id, in: table) ?? id
    }
    return renamed.sorted() == KeptValues.ids(in: new)
  }

  // MARK: Marks

  /// Whether a record, or the list that holds it, could not be read, which has already been reported.
  /// - Parameter id: the record's id, or its owner's.
  private func isSkipped(_ id: String, _ index: Int) -> Bool {
    let entity = graph.model.entities[index]
    guard let owner = entity.owner, let list = graph.model.list(of: entity) else {
      return graph.isSkipped(id, in: entity.table)
    }
    let home = graph.model.entities[owner.entity]
    guard let row = graph.row(withID: id, in: home.table) else { return graph.isSkipped(id, in: home.table) }
    // It is unknown whether the owner implies a record.
    return graph.tables[home.table].marks.contains(row, link: list.link)
  }

  // MARK: Diagnostics

  /// - Parameter keyIndices: the indices of the keys whose values differ; `first` is one of them.
  private func changed(
    _ line: ClosedPeriod.Line, _ record: Current, _ entity: KeptEntity, at keyIndices: [Int], first: Int
  ) -> Diagnostic {
    let names = entity.names
    let differences = keyIndices.map { keyIndex in
      "'\(names[keyIndex])' was \(shown(line.values[keyIndex])) and is \(shown(record.values[keyIndex]))"
    }
    return Diagnostic(
      .closedRecord, at: recordRange(record.row, entity.index, names[first]),
      "\(label(record.row, entity.index)) was changed after \(closed.period) was closed: \(differences.joined(separator: "; "))",
      notes: [.init("as it was", at: closed.range(of: line, value: first))]
        + [noteOfCopy(line, record, entity, at: first), noteOfDay(entity.index)].compactMap(\.self))
  }

  /// A note that says how a figure that was not copied from another document stays as it was; nil for any other value.
  private func noteOfCopy(
    _ line: ClosedPeriod.Line, _ record: Current, _ entity: KeptEntity, at keyIndex: Int
  ) -> Diagnostic.Note? {
    let name = entity.names[keyIndex]
    let declared = graph.model.entities[entity.index]
    let handle = RecordHandle(table: declared.table, row: record.row)
    guard let copied = declared.attribute(named: name)?.copiedValue, !graph.isImplied(handle),
      let old = line.values[keyIndex],
      graph.locator(of: record.row, in: declared.table).value(of: name) == nil
    else { return nil }
    return .init(
      "'\(name)' follows '\(copied.reference).\(copied.key)' unless the record writes it: "
        + "docket set '\(graph.commandName(of: handle))' '\(name)=\(old)'")
  }

  /// A note that says why records belong to a period although their day may mean something else, such as when a member joined.
  private func noteOfDay(_ index: Int) -> Diagnostic.Note? {
    let entity = graph.model.entities[index]
    guard entity.owner == nil, let day = entity.day, day.name.text != "date" else { return nil }
    return .init(
      "a \(entity.label.lowercased()) belongs to a period by '\(day.name.text)', its first required date; where it is not "
        + "required when a period is closed, such records belong to none", at: day.name.range)
  }

  func change(of value: Recomputed, others: Int) -> String {
    "was \(shown(value.old)) and is \(shown(value.new))"
      + (others == 0 ? "" : "; it differs in \(counted(others, "more record", "more records"))")
  }

  /// Where a value of a record is written, or else where the record begins. For an implied record, where the
  /// value of the owner is that it follows from.
  func recordRange(_ row: Int, _ index: Int, _ name: String? = nil) -> SourceRange {
    let table = graph.model.entities[index].table
    let names =
      graph.tables[table].isImplied(row) ? records.sources(of: name, of: index) : [name].compactMap(\.self)
    return graph.locator(of: row, in: table).place(of: names)
  }

  private func added(_ row: Int, _ index: Int) -> Diagnostic {
    let table = graph.model.entities[index].table
    let names = records.names(of: index) ?? ["id"]
    let values = records.kept(records.keys(names, of: index), of: table).values(of: row)
    return Diagnostic(
      .closedRecord, at: recordRange(row, index),
      "\(label(row, index)) was added after \(closed.period) was closed: \(list(values, names))",
      notes: graph.tables[table].isImplied(row) ? [noteOfMissingDay(row, index)].compactMap(\.self) : [])
  }

  /// A note that says where to write the day of an implied record that has none and so moved to another period.
  private func noteOfMissingDay(_ row: Int, _ index: Int) -> Diagnostic.Note? {
    let entity = graph.model.entities[index]
    guard let day = entity.day, graph.tables[entity.table].columns[day.column][row].date == nil,
      let source = records.sources(of: day.name.text, of: index).first, let owner = entity.owner
    else { return nil }
    let (name, ownerName) = (entity.label.lowercased(), graph.model.entities[owner.entity].label.lowercased())
    return .init(
      "write the \(day.name.text) of the \(name) in '\(source)': without one it counts on the day of the \(ownerName); "
        + "if it was like this when its \(closed.period.noun) was closed, reopen and close that"
    )
  }

  private func deleted(_ line: ClosedPeriod.Line, _ id: String, _ kept: KeptEntity) -> Diagnostic {
    let entity = graph.model.entities[kept.index]
    let name = entity.label.lowercased() + (entity.owner == nil ? " " : " of ") + id
    return Diagnostic(
      .closedRecord, at: closed.range(of: line),
      "\(name) was deleted after \(closed.period) was closed: \(list(line.values, kept.names))")
  }

  func label(_ row: Int, _ index: Int) -> String {
    let entity = graph.model.entities[index]
    return entity.label.lowercased() + " " + graph.id(of: row, in: entity.table)
  }

  /// The kept values of a record in words, without its id.
  private func list(_ values: [String?], _ names: [String]) -> String {
    let parts = zip(names, values).dropFirst().compactMap { name, value in value.map { "\(name) \($0)" } }
    return parts.isEmpty ? "without values" : parts.joined(separator: ", ")
  }

  private func shown(_ value: String?) -> String { value.map { "'\($0)'" } ?? "empty" }
}
