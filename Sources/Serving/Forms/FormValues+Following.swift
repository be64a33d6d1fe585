import Content
import Editing
import FrontMatter
import Records

// Written amounts of rows that follow from what is typed beside them.

extension FormValues {
  /// The fields whose amounts were emptied, because they follow from what was typed.
  var emptiedFields: [FieldName] {
    rows.sorted { $0.key < $1.key }.flatMap { list, rows in
      rows.flatMap { row in row.emptied.sorted().map { .cell(list: list, row: row.name, key: $0) } }
    }
  }

  /// The amounts that were emptied before and are not any more, by their fields.
  func amountsFilled(since before: FormValues) -> [FieldName: String] {
    let filled = Set(before.emptiedFields).subtracting(emptiedFields)
    var amounts: [FieldName: String] = [:]
    for (list, rows) in rows {
      for row in rows {
        for (key, amount) in row.fields {
          let name = FieldName.cell(list: list, row: row.name, key: key)
          if filled.contains(name) { amounts[name] = amount }
        }
      }
    }
    return amounts
  }

  /// The values with the amounts of rows emptied that were copied from a record which the row no longer refers
  /// to, and those that equal their formulas and follow from what was typed.
  ///
  /// Each row is compared with the row of a file that its values come from. An amount that was emptied before
  /// and no longer follows, because what was typed is as in that row again, is as in that row again, too.
  /// - Parameters:
  ///   - file: the values of the file that the rows come from.
  ///   - record: the record in that file.
  func following(_ file: FormValues, of record: RecordHandle, writer: FieldWriter) -> FormValues {
    var values = self
    var last: Locator?
    for (name, kind) in writer.keys(of: writer.editor.book.graph.entity(of: record)).keys {
      guard case .rows(let list) = kind, let rows = rows[name], let written = file.rows[name] else {
        continue
      }
      let records = writer.editor.rowsByIndex(of: list, in: record)
      values.rows[name] = rows.map { row in
        guard let origin = row.was ?? row.copied, written.indices.contains(origin) else { return row }
        return row.following(written[origin], of: records[origin], list.destination, writer, &last)
      }
    }
    return values
  }
}

extension FormValues.Row {
  /// The row with the amounts emptied that follow from its difference to another row.
  /// - Parameters:
  ///   - old: the row of a file that its values come from.
  ///   - record: the record of that row; nil if it could not be read.
  ///   - entity: the row's entity, an index into the model's entities.
  ///   - last: the places in the last file, which are found once for all of its rows.
  fileprivate func following(
    _ old: FormValues.Row, of record: RecordHandle?, _ entity: Int, _ writer: FieldWriter,
    _ last: inout Locator?
  ) -> FormValues.Row {
    var row = self
    for key in emptied { row.fields[key] = old.fields[key] ?? "" }
    row.emptied = []
    var changes: [String: String?] = row.fields.filter { $0.value != old.fields[$0.key] ?? "" }
    for key in kept { changes[key] = row.fields[key] }
    let computed = record.map { writer.editor.amountsByFormula(following: changes, of: $0, &last) } ?? []
    let outdated = writer.editor.outdatedFigures(
      from: FormValues.typedFields(of: old, entity, writer),
      to: FormValues.typedFields(of: row, entity, writer).filter { !computed.contains($0.key) },
      of: entity, currency: writer.currency)
    for key in outdated + computed where !kept.contains(key) {
      row.fields[key] = ""
      row.emptied.insert(key)
    }
    return row
  }
}
