import Content
import Diagnostics
import Editing
import FrontMatter
import Records

extension FormValues {
  /// The operations that change a file to the values of a form. Keys that the form does not have stay.
  /// - Parameters:
  ///   - file: the current values of the file.
  ///   - entity: the record's entity, an index into the model's entities.
  ///   - writer: converts typed values to the form in files.
  func operations(
    from file: FormValues, of entity: Int, writer: FieldWriter
  ) -> [RecordOperation] {
    var operations: [RecordOperation] = []
    for (name, kind) in writer.keys(of: entity).keys {
      if case .rows(let list) = kind {
        guard let rows = rows[name] else { continue }
        operations += Self.operations(
          from: file.rows[name] ?? [], to: rows, list: name, of: list.destination, writer: writer)
      } else if let typed = fields[name] {
        operations += Self.operation(name, kind, typed, file.fields[name], row: nil, writer)
      }
    }
    guard !emptied.isEmpty else { return operations }
    // A figure that was emptied for another reference is written as the record has it that is referred to now.
    let typed = Self.typedFields(of: fields, entity, writer)
    for field in writer.completed(typed, entity) where emptied.contains(field.key) {
      operations.removeAll { if case .clear(field.key, nil) = $0 { true } else { false } }
      if field.value.plainText != file.fields[field.key] { operations.append(.set(field, row: nil)) }
    }
    return operations
  }

  /// The new index of each row of the file, for each list of the form; nil for a removed row. In a new record that is a
  /// copy, the file is that of its original.
  func places(of file: FormValues) -> [String: [Int?]] {
    rows.reduce(into: [:]) { places, list in
      places[list.key] = (file.rows[list.key] ?? []).indices.map { was in
        list.value.firstIndex { (like == nil ? $0.was : $0.copied) == was }
      }
    }
  }

  /// The fields of a new record, in the order of its keys.
  func newFields(of entity: Int, writer: FieldWriter) -> [RecordOperation.Field] {
    writer.keys(of: entity).keys.compactMap { name, kind in
      guard case .rows(let list) = kind else {
        return fields[name].flatMap { writer.field(name, kind, $0) }
      }
      guard let rows = rows[name], !rows.isEmpty else { return nil }
      return .init(name, .rows(rows.map { Self.fields(of: $0, list.destination, writer) }))
    }
  }

  private static func operation(
    _ name: String, _ kind: EntityKeys.Kind, _ typed: String, _ current: String?,
    row: RecordOperation.RowIndex?, _ writer: FieldWriter
  ) -> [RecordOperation] {
    guard typed != current ?? "" else { return [] }
    guard let field = writer.field(name, kind, typed) else {
      return current == nil ? [] : [.clear(key: name, row: row)]
    }
    switch field.value {
    case .text(let text) where text == current: return []
    case .list(let texts):
      let steps = changes(of: FormValues.texts(current ?? ""), to: texts, key: field.key, row: row)
      return steps ?? [.set(field, row: row)]
    default: return [.set(field, row: row)]
    }
  }

  /// What to remove from, add to and move in a list, so that the others stay as written; nil if none stays.
  private static func changes(
    of current: [String], to texts: [String], key: String, row: RecordOperation.RowIndex?
  ) -> [RecordOperation]? {
    let kept = current.filter(texts.contains)
    guard !kept.isEmpty, Set(current).count == current.count, Set(texts).count == texts.count else {
      return nil
    }
    var operations: [RecordOperation] = current.filter { !texts.contains($0) }.map {
      .removeText($0, key: key, row: row)
    }
    operations += ListStep.steps(from: kept.compactMap { texts.firstIndex(of: $0) }, to: texts.count).map {
      switch $0 {
      case .move(let index, _, let target):
        .moveText(texts[index], key: key, before: target, row: row)
      case .insert(let index, let target): .addText(texts[index], key: key, before: target, row: row)
      }
    }
    return operations
  }

  private static func fields(
    of row: Row, _ entity: Int, _ writer: FieldWriter
  ) -> [RecordOperation.Field] {
    let typed = typedFields(of: row.fields, entity, writer)
    return row.was == nil ? writer.completed(typed, entity) : typed
  }

  /// The fields of typed values, of a record itself or of a row.
  static func typedFields(
    of typed: [String: String], _ entity: Int, _ writer: FieldWriter
  ) -> [RecordOperation.Field] {
    writer.keys(of: entity).keys.compactMap { name, kind in
      typed[name].flatMap { writer.field(name, kind, $0) }
    }
  }

  // MARK: Rows

  /// The operations on a list: missing rows are removed, others changed in place, and misplaced ones moved.
  private static func operations(
    from current: [Row], to rows: [Row], list: String, of entity: Int, writer: FieldWriter
  ) -> [RecordOperation] {
    func place(_ index: Int) -> RecordOperation.RowIndex { .init(list: list, index: index) }
    // For each remaining row of the file, in order, its index in the form.
    var order: [Int] = []
    var operations: [RecordOperation] = []
    for was in current.indices {
      if let row = rows.firstIndex(where: { $0.was == was }) { order.append(row) }
    }
    if order.isEmpty, !current.isEmpty {
      guard !rows.isEmpty else { return [.clear(key: list)] }
      // The list would go with its last row, and the comments around it. So the old rows go after the new ones came.
      return rows.enumerated().map { index, typed in
        .insertRow(fields(of: typed, entity, writer), place(current.count + index))
      } + current.map { _ in .removeRow(place(0)) }
    }
    for was in current.indices.reversed() where !rows.contains(where: { $0.was == was }) {
      operations.append(.removeRow(place(was)))
    }
    for (index, row) in order.enumerated() {
      guard let was = rows[row].was else { continue }
      var changes: [RecordOperation] = []
      for (name, kind) in writer.keys(of: entity).keys {
        guard let typed = rows[row].fields[name] else { continue }
        changes += operation(name, kind, typed, current[was].fields[name], row: place(index), writer)
      }
      // After a change, missing values are completed from the row's references, as in a new row.
      if !changes.isEmpty {
        let typed = typedFields(of: rows[row].fields, entity, writer)
        for field in writer.completed(typed, entity) where !typed.contains(where: { $0.key == field.key }) {
          changes.removeAll { if case .clear(field.key, _) = $0 { true } else { false } }
          if field.value.plainText != current[was].fields[field.key] {
            changes.append(.set(field, row: place(index)))
          }
        }
      }
      operations += changes
    }
    return operations
      + ListStep.steps(from: order, to: rows.count).map {
        switch $0 {
        case .move(_, let from, let target): .moveRow(place(from), before: target)
        case .insert(let row, let target): .insertRow(fields(of: rows[row], entity, writer), place(target))
        }
      }
  }
}

/// Converts typed values to the form in files.
struct FieldWriter {
  let editor: Editor
  /// The currency of a new row's amounts that name none.
  let currency: Currency

  /// The keys of an entity's records.
  func keys(of entity: Int) -> EntityKeys { EntityKeys(editor.book.graph.model.entities[entity]) }

  /// The field for a typed value; nil if nothing was typed.
  func field(_ name: String, _ kind: EntityKeys.Kind, _ typed: String) -> RecordOperation.Field? {
    guard !typed.trimmingSpaces().isEmpty else { return nil }
    // A name that matches no record, or several, stays as typed: validation reports it.
    func item(_ text: String) -> String {
      (try? editor.item(SourceText(text, name: name), kind).get()) ?? text.trimmingSpaces()
    }
    switch kind {
    case .draft where typed == "false", .rows: return nil
    case _ where kind.holdsTexts: return .init(name, .list(FormValues.texts(typed).map(item)))
    default: return .init(name, .text(item(typed)))
    }
  }

  /// The fields of a new row, completed with values such as the current price of its service.
  func completed(_ fields: [RecordOperation.Field], _ entity: Int) -> [RecordOperation.Field] {
    editor.completed(fields, of: entity, currency: currency)
  }
}
