import Diagnostics
import FrontMatter
import Records

// Importing records that are written inside others.

extension Importer {
  /// Adds rows to their owners, and updates rows that lines name by id.
  func addRows(_ csv: CSVFile, _ columns: [Column], of entity: Int, _ result: inout Result) {
    let declared = editor.model.entities[entity]
    guard let owner = declared.owner, let list = editor.model.list(of: declared) else { return }
    // Rows with a date are recognized by it; others would be added again each time.
    guard !isUpdate || columns.contains(where: \.isDate) || columns.id != nil || columns.position != nil
    else {
      return result.edit.refuse(
        .missingValue, at: csv.header[0].range,
        "--update needs a column 'id', or 'position' beside the \(editor.model.entities[owner.entity].name), to "
          + "say which rows are changed; without --update the lines are added")
    }
    let rows = rows(in: csv, columns, of: entity, owner.entity, &result)
    let added = operations(adding: rows.new, of: entity, to: list, &result)
    // Each file is read and verified once, even if several of its rows change.
    for (owner, changes) in rows.changed.sorted(by: { $0.key < $1.key }) {
      result.separately { editor.set(changes, inFileOf: owner, decided: columns.keyNames, in: &$0.edit) }
    }
    for (owner, operations) in added.sorted(by: { $0.key < $1.key }) {
      result.separately { editor.apply(operations, to: owner, in: &$0.edit) }
    }
  }

  /// What the lines of a file do to rows.
  private struct ImportedRows {
    /// The rows that lines change, by the records that have them.
    var changed: [RecordHandle: [(record: RecordHandle, settings: [Editor.Setting])]] = [:]
    /// The rows that lines make.
    var new: [NewRow] = []
    /// How many rows lines add to each record.
    var added: [RecordHandle: Int] = [:]
    /// The ids of the rows that lines change.
    var named: Set<String> = []
    /// The lines in whose texts no owner is named.
    var unmatched: [(place: SourceRange, nearlyID: String?)] = []
  }

  private func rows(
    in csv: CSVFile, _ columns: [Column], of entity: Int, _ ownerEntity: Int, _ result: inout Result
  ) -> ImportedRows {
    var rows = ImportedRows()
    var lines = ordered(csv.rows, by: columns.position)
    let owner = editor.model.entities[ownerEntity].name
    if columns.owner == nil {
      let count = lines.count
      lines.removeAll { line in columns.id.map { value(of: $0, in: line).text.isEmpty } ?? true }
      if lines.count < count {
        result.edit.diagnostics.append(
          Diagnostic(
            .missingValue, at: csv.header[0].range, "a column with the id of each row's \(owner) is missing"))
      }
    }
    for line in lines {
      result.separately { addRow(of: line, columns, entity, ownerEntity, to: &rows, &$0) }
    }
    if let warning = Self.warning(ofLinesWithout: owner, rows.unmatched) {
      result.edit.diagnostics.append(warning)
    }
    return rows
  }

  private func addRow(
    of line: [CSVFile.Field], _ columns: [Column], _ entity: Int, _ ownerEntity: Int,
    to rows: inout ImportedRows, _ result: inout Result
  ) {
    guard namesOneOwner(line, columns, ownerEntity, &rows.unmatched, &result) else { return }
    switch subject(of: line, columns, ownerEntity, entity, rows.added) {
    case .refused(let error): result.edit.diagnostics.append(error)
    case .row(let row, let id):
      guard rows.named.insert(id.text).inserted else {
        return result.edit.refuse(
          .duplicateID, at: id.range, "'\(id.text)' is on an earlier line; one is enough")
      }
      if let assignments = update(row, id, [line], columns, &result) {
        let settings = editor.settings(assignments, of: graph.entity(of: row), &result.edit)
        rows.changed[graph.fileOwner(of: row), default: []].append((row, settings))
      }
    case .newRow(let owner):
      rows.new.append(newRow(in: line, columns, of: entity, owner, &result.edit))
      rows.added[owner, default: 0] += 1
    }
  }

  /// Whether a line whose owner is found in a text has one owner there; adds the place of a text without any.
  private func namesOneOwner(
    _ line: [CSVFile.Field], _ columns: [Column], _ ownerEntity: Int,
    _ unmatched: inout [(place: SourceRange, nearlyID: String?)], _ result: inout Result
  ) -> Bool {
    guard let column = columns.owner, let finder = column.finder else { return true }
    let (text, place) = (self.text(of: column, in: line), line[column.template.columns[0]].range)
    let ids = finder.ids(in: text)
    let name = editor.model.entities[ownerEntity].name
    if let id = finder.unreadableID(in: text) {
      result.edit.refuse(
        .unknownReference, at: place, "unknown \(name) '\(id)', whose file cannot be read")
      return false
    }
    if ids.count > 1 {
      let names = ids.map { "'\($0)'" }.joined(separator: ", ")
      result.edit.diagnostics.append(
        Diagnostic(
          .unknownReference, .warning, at: place,
          "the text names \(names), and the line is left out; a row belongs to one \(name)"))
    } else if ids.isEmpty {
      unmatched.append((place, finder.nearlyID(in: text)))
    }
    return ids.count == 1
  }

  /// One warning for the lines in whose texts no owner is named, which may be no receipts at all.
  private static func warning(
    ofLinesWithout owner: String, _ lines: [(place: SourceRange, nearlyID: String?)]
  ) -> Diagnostic? {
    guard let first = lines.first?.place else { return nil }
    let table = LineTable(of: first.file)
    let numbers = lines.prefix(100).map { "\(table.location(of: $0.place.bytes.lowerBound).line)" }
    let more = lines.count > numbers.count ? " and \(lines.count - numbers.count) more" : ""
    var notes: [Diagnostic.Note] = []
    if lines.count > 1 {
      notes.append(.init("so are \(lines.count) in all: lines \(numbers.joined(separator: ", "))\(more)"))
    }
    if let nearly = lines.lazy.compactMap(\.nearlyID).first {
      notes.append(
        .init(
          "'\(nearly)' ends in one; with letters before it, it may be another number, so it needs a space"))
    }
    return Diagnostic(
      .unknownReference, .warning, at: first,
      "no id of \(owner) is found in the text, and the line is left out", notes: notes)
  }

  /// Lines in the order of the positions that they give, those without one last: what an export sorts otherwise
  /// keeps its places, by which other records name it.
  private func ordered(_ lines: [[CSVFile.Field]], by position: Column?) -> [[CSVFile.Field]] {
    guard let position else { return lines }
    let positions = lines.map { Decimal(value(of: position, in: $0).text) }
    return lines.indices.sorted { a, b in
      guard let first = positions[a], let second = positions[b] else {
        return positions[a] != nil && positions[b] == nil
          || positions[a] == nil && positions[b] == nil && a < b
      }
      return first == second ? a < b : first < second
    }.map { lines[$0] }
  }

  /// The operations that add rows at the ends of their lists, by the records that get them, without rows that
  /// are there already.
  private func operations(
    adding new: [NewRow], of entity: Int, to list: Relationship, _ result: inout Result
  ) -> [RecordHandle: [RecordOperation]] {
    var leftOut = RepeatedLines {
      "the line is left out, because '\($0)' says the same; 'docket add' adds a second one"
    }
    var equal = RepeatedLines { "'\($0)' says the same already" }
    var similar = RepeatedLines { "'\($0)' has the same day and amount; the line is added as another one" }
    var existing: [RecordHandle: ExistingRows] = [:]
    var next: [RecordHandle: Int] = [:]
    for owner in Set(new.map(\.owner)) {
      existing[owner] = ExistingRows(
        graph.destinations(of: list, from: owner).filter { !graph.isImplied($0) })
      next[owner] = editor.indexAfterRows(of: list, in: owner)
    }
    var added: [RecordHandle: [RecordOperation]] = [:]
    for (new, match) in zip(new, matches(of: new, in: entity, among: &existing)) {
      let place = new.line[0].range
      switch match {
      // Rows with a date are equal if they share it; rows without one, such as an hour of labour, may repeat any
      // number of times.
      case .equal where isOnlyNew:
        result.skippedCount += 1
        continue
      case .equal(let row) where new.fields.contains { type(of: $0.key, in: entity) == .date }:
        leftOut.add(name(of: row, in: list), at: place)
        continue
      case .equal(let row): equal.add(name(of: row, in: list), at: place)
      case .similar(let row): similar.add(name(of: row, in: list), at: place)
      case nil: break
      }
      let index = RecordOperation.RowIndex(list: list.name, index: next[new.owner, default: 0])
      if let position = new.position, Decimal(position.text) != Decimal(index.index + 1) {
        result.edit.refuse(
          .unknownReference, at: position.range,
          "a new row of '\(graph.id(of: new.owner))' gets the position \(index.index + 1), not \(position.text); "
            + "--update changes rows that are there, and a column left out (--map position=) gives the next one"
        )
        continue
      }
      let path = String(graph.file(of: new.owner).path)
      for (key, value) in new.cells {
        result.files[path, default: FileOrigin(line: new.line)].add(key, value, row: index)
      }
      added[new.owner, default: []].append(.insertRow(new.fields, index))
      next[new.owner, default: 0] += 1
      result.counts.new += 1
    }
    result.edit.diagnostics += [leftOut, equal, similar].compactMap(\.warning)
    return added
  }

  /// What commands call a row: `payments/2026-0003#1`, since a row of another list may have the same id.
  private func name(of row: RecordHandle, in list: Relationship) -> String {
    list.name + "/" + graph.id(of: row)
  }

  /// The subject of a line.
  private enum Subject {
    /// An existing row, and the id that names it.
    case row(RecordHandle, SourceText)
    /// A new row of a record.
    case newRow(RecordHandle)
    /// The line names a row or an owner that does not exist.
    case refused(Diagnostic)
  }

  /// - Parameter added: how many rows earlier lines add to each record.
  private func subject(
    of line: [CSVFile.Field], _ columns: [Column], _ ownerEntity: Int, _ entity: Int,
    _ added: [RecordHandle: Int]
  ) -> Subject {
    let (table, owner) = (editor.model.entities[entity].table, editor.model.entities[ownerEntity])
    if let id = rowID(in: line, columns, of: entity, owner.table, added) {
      guard let row = graph.row(withID: id.text, in: table) else {
        let isOwnColumn = columns.id.map { value(of: $0, in: line).text == id.text } ?? false
        return .refused(
          Diagnostic(
            .unknownReference, at: id.range,
            "unknown row '\(id.text)'; a new row has no id, and no position or the next one",
            notes: isOwnColumn
              ? [
                .init("a column of other numbers is left out with --map COLUMN=, in a mapping with 'ignore'")
              ]
              : []))
      }
      return .row(RecordHandle(table: table, row: row), id)
    }
    guard let column = columns.owner, case let name = value(of: column, in: line), !name.text.isEmpty else {
      let place = columns.owner.map { value(of: $0, in: line).range } ?? line[0].range
      return .refused(Diagnostic(.missingValue, at: place, "the id of the row's \(owner.name) is missing"))
    }
    guard
      let row = graph.row(withID: name.text, in: owner.table) ?? self.row(named: name.text, of: ownerEntity)
    else {
      if let present = graph.id(formerly: nfc(name.text), in: owner.table) {
        return .refused(
          Diagnostic(
            .unknownReference, at: name.range,
            "'\(name.text)' is the former id of '\(present)'; write that one"))
      }
      return .refused(
        Diagnostic(
          .unknownReference, at: name.range, "unknown \(owner.name) '\(name.text)'",
          notes: name.text.contains(" ")
            ? [
              .init(
                "--map '{COLUMN|find}=\(owner.name)' finds the id in a text, and leaves out lines without one"
              )
            ]
            : []))
    }
    return .newRow(RecordHandle(table: owner.table, row: row))
  }

  /// The record of an entity that a text names other than by its id, such as by a unique reference that a payment
  /// quotes; nil if none does.
  private func row(named text: String, of entity: Int) -> Int? {
    if case .record(let found) = editor.lookup.record(text, of: entity, allowsPart: false) {
      found.row
    } else {
      nil
    }
  }

  /// The new row of a line.
  func newRow(
    in line: [CSVFile.Field], _ columns: [Column], of entity: Int, _ owner: RecordHandle, _ edit: inout Edit
  ) -> NewRow {
    var cells: [(key: String, value: SourceText)] = []
    var fields: [RecordOperation.Field] = []
    for column in columns {
      guard case .key(let key, _) = column.target else { continue }
      let value = value(of: column, in: line)
      cells.append((key, value))
      if let field = field(key, value, from: column, of: entity, &edit) { fields.append(field) }
    }
    let currency = editor.currency(of: owner)
    return NewRow(
      line: line, owner: owner,
      fields: editor.completed(editor.ordered(fields, of: entity), of: entity, currency: currency),
      cells: cells,
      position: columns.position.map { value(of: $0, in: line) }.flatMap { $0.text.isEmpty ? nil : $0 })
  }

  /// The id of the row that a line updates: from its column, or from the owner and the position in its list,
  /// which a spreadsheet may have made `2.0`; nil for a new row.
  /// - Parameters:
  ///   - owners: the table of the owners.
  ///   - added: how many rows earlier lines add to each owner.
  private func rowID(
    in line: [CSVFile.Field], _ columns: [Column], of entity: Int, _ owners: Int,
    _ added: [RecordHandle: Int]
  ) -> SourceText? {
    func text(_ column: Column?) -> SourceText? {
      column.map { value(of: $0, in: line) }.flatMap { $0.text.isEmpty ? nil : $0 }
    }
    if let id = text(columns.id) { return id }
    guard isUpdate, let ownerID = text(columns.owner), let position = text(columns.position),
      let owner = graph.record(withID: nfc(ownerID.text), in: owners),
      let list = editor.model.list(of: editor.model.entities[entity])
    else { return nil }
    let number = Decimal(position.text)
    let rows = graph.destinations(of: list, from: owner)
    let row = rows.first { Decimal(Int(graph.tables[$0.table].positions[$0.row])) == number }
    let next = rows.count { !graph.isImplied($0) } + added[owner, default: 0] + 1
    if Decimal(next) == number, row.map({ isOther(line, columns, than: $0) }) ?? true { return nil }
    let id = row.map { graph.id(of: $0) } ?? "\(nfc(ownerID.text))#\(position.text)"
    return SourceText(id, for: position.range)
  }

  /// Whether a line says something else than a row that only follows from its record: it is a new one then.
  private func isOther(_ line: [CSVFile.Field], _ columns: [Column], than row: RecordHandle) -> Bool {
    var result = Result()
    return graph.isImplied(row) && !changes(line, columns, of: row, &result).isEmpty
  }

  /// Reports a line that assigns a row to another record.
  func refuseMove(
    _ line: [CSVFile.Field], _ columns: [Column], of record: RecordHandle, _ id: SourceText,
    _ edit: inout Edit
  ) {
    guard let owner = graph.owner(of: record),
      let column = columns.owner,
      case let name = value(of: column, in: line), !name.text.isEmpty,
      graph.row(withID: nfc(name.text), in: owner.table) != owner.row
    else { return }
    edit.refuse(
      .wrongShape, at: name.range,
      "'\(id.text)' is one of '\(graph.id(of: owner))', and a row cannot be moved; "
        + "remove it and add it to the other")
  }
}

/// The lines of which the same is to be said, such as those for whose rows there is one already: a bank's file was
/// imported before, or overlaps the previous one.
struct RepeatedLines {
  /// The message of a line, from an id that is added with it.
  private let message: (_ id: String) -> String
  private var count = 0
  private var first: (place: SourceRange, id: String)?

  init(message: @escaping (_ id: String) -> String) {
    self.message = message
  }

  /// Adds a line, with the id of the row that there is already.
  mutating func add(_ id: String = "", at place: SourceRange) {
    count += 1
    if first == nil { first = (place, id) }
  }

  /// One warning for all lines; nil if there are none.
  var warning: Diagnostic? {
    first.map { first in
      let more = count - 1
      return Diagnostic(
        .sameRecord, .warning, at: first.place, message(first.id),
        notes: more == 0 ? [] : [.init("so it is with \(counted(more, "more line", "more lines"))")])
    }
  }
}
