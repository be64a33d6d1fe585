import Diagnostics
import FrontMatter
import Records

// Updating records that are on a line for each row, as shops export orders.

extension Importer {
  /// The lines of a record as one: each cell is the first one that is not empty. Reports values of the record itself that
  /// differ between lines.
  func merged(
    _ lines: [[CSVFile.Field]], _ columns: [Column], of entity: Int, _ edit: inout Edit
  ) -> [CSVFile.Field] {
    guard lines.count > 1 else { return lines[0] }
    let merged = lines[0].indices.map { index in
      lines.lazy.map { $0[index] }.first { !$0.text.trimmingBlanks().isEmpty } ?? lines[0][index]
    }
    let whose = columns.id == nil ? "of this record" : "with this id"
    for column in columns where column.constant == nil && !column.template.isCondition {
      let first = value(of: column, in: merged)
      // What a line has no text for, such as another column of the template, is as in the merged line.
      let others = lines.map { line in
        let isEmpty = column.template.columns.allSatisfy { line[$0].text.trimmingBlanks().isEmpty }
        let whole = merged.indices.map { line[$0].text.trimmingBlanks().isEmpty ? merged[$0] : line[$0] }
        return isEmpty ? first : value(of: column, in: whole)
      }.filter { !$0.text.isEmpty && $0.text != first.text }
      guard !others.isEmpty else { continue }
      switch column.target {
      case .key(let key, _):
        // What is no value in the merged line is reported where it is set.
        var scratch = Edit()
        let expected = field(key, first, from: column, of: entity, &scratch)
        for other in others {
          var own = Edit()
          let found = field(key, other, from: column, of: entity, &own)
          edit.diagnostics += own.diagnostics
          guard own.diagnostics.isEmpty, scratch.diagnostics.isEmpty, !isSame(found, expected, of: entity)
          else {
            continue
          }
          edit.diagnostics.append(
            Diagnostic(
              .wrongShape, at: other.range, "'\(key)' differs from that of the first line \(whose)"))
        }
      case .body:
        let expected = first.text.withoutWhitespaceAround
        for other in others where other.text.withoutWhitespaceAround != expected {
          edit.diagnostics.append(
            Diagnostic(
              .wrongShape, at: other.range, "the text differs from that of the first line \(whose)"))
        }
      default: continue
      }
    }
    return merged
  }

  /// Updates the rows of a record: the first line with values for a list is the row written first, and so on. If there are
  /// more lines than rows, and among them the rows as they are, the other lines are new rows. Refuses a list with another
  /// number of rows otherwise, unless one line has the values of all.
  /// - Returns: whether a row changes.
  /// - Complexity: O(*n*) in the lines, besides making the edit.
  func updateRows(
    of record: RecordHandle, _ id: SourceText, _ lines: [[CSVFile.Field]], _ columns: [Column],
    _ result: inout Result
  ) -> Bool {
    var lists: [(list: Relationship, columns: [Column])] = []
    for column in columns {
      guard case .row(let list, let key, let kind) = column.target else { continue }
      var ofRow = column
      ofRow.target = .key(key, kind)
      if let place = lists.firstIndex(where: { $0.list.name == list.name }) {
        lists[place].columns.append(ofRow)
      } else {
        lists.append((list, [ofRow]))
      }
    }
    var isChanged = false
    for (list, columns) in lists {
      let given = lines.filter { line in
        columns.contains { $0.constant == nil && !value(of: $0, in: line).text.isEmpty }
      }
      let rows = editor.writtenRows(of: list, in: record)
      guard !given.isEmpty, given.count > 1 || !joins(rows, given[0], columns) else { continue }
      if given.count == rows.count {
        for (row, line) in zip(rows, given) where change(row, of: record, to: line, columns, &result) {
          isChanged = true
        }
        continue
      }
      let places = places(of: rows, among: given, columns)
      // Lines that join two lists repeat the rows of one, and what has a day may be in the file twice.
      let isAlone = lists.count == 1 && editor.model.entities[list.destination].day == nil
      if isAlone, places.count == rows.count, rows.count < given.count, hasAllRows(list, of: record) {
        insert(given, into: list, of: record, besides: places, columns, &result)
        isChanged = true
      } else {
        let name = editor.model.entities[list.destination].name
        var error = Diagnostic(
          .wrongShape, at: given[min(rows.count, given.count - 1)][0].range,
          "the file has \(given.count) of '\(list.name)' for '\(id.text)', which has \(rows.count); 'docket remove' and "
            + "'docket add', or a file of these alone (--as \(name)), make them as many")
        if isAlone, rows.count < given.count, places.count < rows.count {
          let row = graph.commandName(of: rows[places.count])
          error.notes.append(
            .init(
              "more lines add rows if those that are there are among them in their order, and '\(row)' is not"
            ))
        }
        result.edit.diagnostics.append(error)
      }
    }
    return isChanged
  }

  /// Whether every item of a record's list is a row that could be read.
  private func hasAllRows(_ list: Relationship, of record: RecordHandle) -> Bool {
    !graph.tables[record.table].marks.contains(record.row, link: list.link)
  }

  /// Changes a row of a record to the values of a line.
  /// - Returns: whether it changes.
  private func change(
    _ row: RecordHandle, of record: RecordHandle, to line: [CSVFile.Field], _ columns: [Column],
    _ result: inout Result
  ) -> Bool {
    let assignments = changes(line, columns, of: row, &result)
    guard !assignments.isEmpty else { return false }
    if let index = editor.rowIndex(of: row) { note(line, columns, at: index, of: record, &result) }
    editor.set(row, assignments, decided: columns.rowKeyNames, in: &result.edit)
    return true
  }

  /// The lines of a record's rows, as indices, up to the first row that is on none of the lines below the last as it is.
  private func places(
    of rows: [RecordHandle], among lines: [[CSVFile.Field]], _ columns: [Column]
  ) -> [Int] {
    var places: [Int] = []
    for (index, line) in lines.enumerated() where places.count < rows.count {
      var scratch = Result()
      let assignments = changes(line, columns, of: rows[places.count], &scratch)
      if assignments.isEmpty, scratch.computed.allSatisfy(\.isSame), scratch.edit.diagnostics.isEmpty {
        places.append(index)
      }
    }
    return places
  }

  /// Inserts the lines that are no rows of a record yet, each where it is among the others.
  /// - Parameter places: the lines of the rows that are there.
  private func insert(
    _ lines: [[CSVFile.Field]], into list: Relationship, of record: RecordHandle, besides places: [Int],
    _ columns: [Column], _ result: inout Result
  ) {
    var operations: [RecordOperation] = []
    let known = Set(places)
    for (index, line) in lines.enumerated() where !known.contains(index) {
      let row = newRow(in: line, columns, of: list.destination, record, &result.edit)
      let place = RecordOperation.RowIndex(list: list.name, index: index)
      operations.append(.insertRow(row.fields, place))
      note(line, columns, at: place, of: record, &result)
      for case (.computed(let key), let column) in columns.map({ ($0.target, $0) }) {
        let value = value(of: column, in: line)
        guard !value.text.isEmpty else { continue }
        result.computed.append(
          ComputedCell(
            table: editor.model.entities[list.destination].table, id: "\(graph.id(of: record))#\(index + 1)",
            key: key, value: value, isSame: false))
      }
    }
    editor.apply(operations, to: record, in: &result.edit)
    editor.follow([list.name: places], of: record, in: &result.edit)
  }

  /// Notes where the values of a row come from.
  private func note(
    _ line: [CSVFile.Field], _ columns: [Column], at index: RecordOperation.RowIndex, of record: RecordHandle,
    _ result: inout Result
  ) {
    let path = String(graph.file(of: record).path)
    for case (.key(let key, _), let column) in columns.map({ ($0.target, $0) }) {
      result.files[path, default: FileOrigin(line: line)].add(key, value(of: column, in: line), row: index)
    }
  }
}
