import Content
import Editing
import FrontMatter
import Records

/// Values of fields, some of whose figures follow from what is typed beside them: those of a record itself, or of a row.
protocol FollowingValues {
  /// The value of each key.
  var fields: [String: String] { get set }
  /// The keys whose figures were emptied, because they follow from what was typed.
  var emptied: Set<String> { get set }
  /// The keys whose figures were typed on purpose, so that they stay as they are.
  var kept: Set<String> { get set }
}

extension FollowingValues {
  /// Marks that what was typed into emptied fields stays. Without scripts, nothing else marks it.
  mutating func keepWhatWasTyped() {
    let typed = emptied.filter { !(fields[$0] ?? "").trimmingSpaces().isEmpty }
    emptied.subtract(typed)
    kept.formUnion(typed)
  }

  /// The values with the figures emptied that follow from their difference to those of a file.
  /// - Parameters:
  ///   - old: the values of the file that these come from.
  ///   - record: the record or row that the file says them of; nil if it could not be read.
  ///   - entity: its entity, an index into the model's entities.
  ///   - last: the places in the last file, which are found once for all of its rows.
  fileprivate func following(
    _ old: [String: String], of record: RecordHandle?, _ entity: Int, _ writer: FieldWriter,
    _ last: inout Locator?
  ) -> Self {
    var values = self
    for key in emptied { values.fields[key] = old[key] ?? "" }
    values.emptied = []
    var changes: [String: String?] = values.fields.filter { $0.value != old[$0.key] ?? "" }
    for key in kept { changes[key] = values.fields[key] }
    let computed = record.map { writer.editor.amountsByFormula(following: changes, of: $0, &last) } ?? []
    let outdated = writer.editor.outdatedFigures(
      from: FormValues.typedFields(of: old, entity, writer),
      to: FormValues.typedFields(of: values.fields, entity, writer).filter { !computed.contains($0.key) },
      of: entity, currency: writer.currency)
    for key in outdated + computed where !kept.contains(key) {
      values.fields[key] = ""
      values.emptied.insert(key)
    }
    return values
  }
}

extension FormValues {
  /// The fields whose figures were emptied, because they follow from what was typed.
  var emptiedFields: [FieldName] {
    emptied.sorted().map { .value($0) }
      + rows.sorted { $0.key < $1.key }.flatMap { list, rows in
        rows.flatMap { row in row.emptied.sorted().map { .cell(list: list, row: row.name, key: $0) } }
      }
  }

  /// The figures that were emptied before and are not any more, by their fields.
  func figuresFilled(since before: FormValues) -> [FieldName: String] {
    let filled = Set(before.emptiedFields).subtracting(emptiedFields)
    return texts.reduce(into: [:]) { figures, field in
      if filled.contains(field.name) { figures[field.name] = field.text }
    }
  }

  /// The values with the figures emptied that were copied from a record which the record or row no longer refers to, and
  /// the amounts that equal their formulas and follow from what was typed.
  ///
  /// The record's own values are compared with those of a file that they come from, and each row with its row there. A
  /// figure that was emptied before and no longer follows, because what was typed is as in that file again, is as there
  /// again, too.
  /// - Parameters:
  ///   - file: the values of the file that these come from.
  ///   - record: the record in that file.
  func following(_ file: FormValues, of record: RecordHandle, writer: FieldWriter) -> FormValues {
    var last: Locator?
    let entity = writer.editor.book.graph.entity(of: record)
    var values = following(file.fields, of: record, entity, writer, &last)
    for (name, kind) in writer.keys(of: entity).keys {
      guard case .rows(let list) = kind, let rows = rows[name], let written = file.rows[name] else {
        continue
      }
      let records = writer.editor.rowsByIndex(of: list, in: record)
      values.rows[name] = rows.map { row in
        guard let origin = row.was ?? row.copied, written.indices.contains(origin) else { return row }
        return row.following(written[origin].fields, of: records[origin], list.destination, writer, &last)
      }
    }
    return values
  }
}
