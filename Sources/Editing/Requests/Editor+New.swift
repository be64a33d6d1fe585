import Content
import Diagnostics
import FileSystem
import FrontMatter
import Records

extension Editor {
  /// Makes a record in a file of its own.
  ///
  /// Its id is the given one, else the next of the entity's series, else the slug of its title. A required
  /// date defaults to today, and the model's defaults are written into the file.
  /// - Parameter computedTitle: the record's title, if an expression computes it.
  /// - Returns: the edit, and the new record unless the request has errors.
  package func new(
    _ request: NewRecord, computedTitle: String? = nil
  ) -> (edit: Edit, record: NewRecord.Created?) {
    var edit = Edit()
    guard let entity = entity(named: request.entity, &edit) else { return (edit, nil) }
    var fields = fields(request.assignments, of: entity, &edit)
    var origin = FileOrigin(at: (request.original ?? request.entity).range)
    for assignment in request.assignments { origin.add(assignment.key.text, assignment.value) }
    let original = request.original.flatMap { copy($0, to: entity, &fields, &edit) }
    var title = request.name.flatMap { titleField($0, of: entity) }
    if fields.contains(where: { $0.key == title?.key }) { title = nil }
    if let title {
      fields.append(title)
      if let name = request.name { origin.add(title.key, name) }
    }
    fields += missing(from: fields, of: entity)
    rows(request.rows, of: entity, &fields, &origin, &edit)
    let name = title == nil ? request.name : nil
    guard let id = id(name, of: entity, fields, computedTitle: computedTitle, &edit) else {
      return (edit, nil)
    }
    if let original {
      let places = CopiedValues(in: book).places(of: written(in: original), entity)
      let own = OwnRows(of: graph.id(of: original), nowOf: id, entity, places: places, in: model)
      let given = Set(request.assignments.map(\.key.text))
      fields = fields.map { field in
        guard !given.contains(field.key) else { return field }
        guard case .rows(let rows) = field.value else { return own.following(field, of: entity) }
        // Rows that the request adds stand after the copied ones, and say what was given.
        let count = places[field.key, default: []].count { $0 != nil }
        let copies = own.following(.init(field.key, .rows(Array(rows.prefix(count)))), of: entity)
        guard case .rows(let copied) = copies.value else { return field }
        return .init(field.key, .rows(copied + rows.dropFirst(count)))
      }
    }
    fields = completed(fields, of: entity, currency: currency(of: entity, with: fields))
    guard let path = addFile(id, of: entity, fields, in: request.folder, &edit), !edit.diagnostics.hasErrors
    else { return (edit, nil) }
    if let warning = sameName(as: fields, of: entity, at: request.name ?? request.entity) {
      edit.diagnostics.append(warning)
    }
    edit.lines += ordered(fields, of: entity).flatMap { lines(of: $0, record: id, entity) }
    return (edit, NewRecord.Created(path: path, origin: origin))
  }

  /// Makes a record whose id may follow from a computed title (`last + ', ' + first`).
  ///
  /// To learn that title, the book is first read with the record under a provisional id.
  /// - Parameter workspace: reads the book.
  /// - Returns: the same as `new(_:computedTitle:)`.
  package func new(
    _ request: NewRecord, in workspace: Workspace
  ) async -> (edit: Edit, record: NewRecord.Created?) {
    guard request.name == nil, let entity = model.entity(called: request.entity.text),
      model.entities[entity].owner == nil
    else { return new(request) }
    var ids = IDAllocator(self, entity)
    guard let provisional = ids.provisional() else { return new(request) }
    var named = request
    named.name = SourceText(provisional, name: "ID")
    let (edit, record) = new(named)
    guard record != nil else { return (edit, nil) }
    let lookup = RecordLookup(await workspace.book(after: edit), today: today)
    return new(request, computedTitle: lookup.title(ofRecordWithID: provisional, of: entity))
  }

  private func lines(of field: RecordOperation.Field, record: String, _ entity: Int) -> [Edit.Line] {
    guard case .rows(let rows) = field.value,
      let list = model.entities[entity].relationship(named: field.key)
    else { return [.init(record, field.plainText)] }
    return rows.enumerated().map { index, row in
      .init(
        model.rowName(index + 1, of: record, list.destination),
        row.map(\.plainText).joined(separator: ", "))
    }
  }

  /// The entity that a name stands for; its records must have files of their own.
  func entity(named source: SourceText, _ edit: inout Edit) -> Int? {
    let name = source.text
    guard let found = model.entity(called: name) else {
      let nearest = nearestName(to: name, among: model.entityNames)
      edit.refuse(
        .unknownEntity, at: source.range, "unknown entity '\(name)'\(suggestion(nearest))",
        notes: nearest == nil
          ? [.init("the entities are \(model.entityNames.joined(separator: ", "))")] : [])
      return nil
    }
    let entity = model.entities[found]
    if let owner = entity.owner {
      let declared = model.entities[owner.entity]
      edit.refuse(
        .unknownEntity, at: source.range,
        "a \(entity.name) is written in its \(declared.name); 'docket add ID \(declared.relationships[owner.relationship].name) KEY=VALUE …' adds one"
      )
      return nil
    }
    guard !entity.isAbstract else {
      edit.refuse(
        .unknownEntity, at: source.range, "\(entity.name) is abstract and has no records of its own")
      return nil
    }
    return found
  }

  /// The title as a field, if the given name is not in the form of an id (`Karina`, not `karina`) or is in a script
  /// without capital letters, and the title is an attribute.
  private func titleField(_ name: SourceText, of entity: Int) -> RecordOperation.Field? {
    let isCaseless = name.text.contains { $0.isLetter && !$0.isCased }
    guard isCaseless || slug(name.text) != nfc(name.text), let key = titleKey(of: entity) else { return nil }
    return .init(key, .text(String(name.text.trimmingBlanks())))
  }

  /// The warning that a new record has the same title as another, as the lint gives it at the next check.
  private func sameName(
    as fields: [RecordOperation.Field], of entity: Int, at place: SourceText
  ) -> Diagnostic? {
    guard !book.settings.lintsOff.contains(.sameName), let key = titleKey(of: entity),
      let attribute = model.entities[entity].attribute(named: key), attribute.type.isText,
      !attribute.isUnique,
      let title = fields.first(where: { $0.key == key })?.value.plainText,
      let other = lookup.record(titled: title, of: entity)
    else { return nil }
    return Diagnostic(
      .sameName, .warning, at: place.range, "'\(title)' is also the \(key) of '\(graph.id(of: other))'")
  }

  /// Required values that were not given: today's date, and the model's defaults.
  private func missing(from fields: [RecordOperation.Field], of entity: Int) -> [RecordOperation.Field] {
    // Of several days only the record's own is today: a birthday is not.
    let day = model.entities[entity].requiredDay?.column
    return model.entities[entity].attributes.compactMap { attribute in
      let key = attribute.name.text
      guard attribute.expression == nil, !fields.contains(where: { $0.key == key }) else { return nil }
      if let value = attribute.defaultValue { return .init(key, .text(value.text)) }
      return attribute.column == day ? .init(key, .text(today.description)) : nil
    }
  }

  /// Adds the requested rows to their lists.
  private func rows(
    _ rows: [(list: SourceText?, fields: SourceText)], of entity: Int,
    _ fields: inout [RecordOperation.Field], _ origin: inout FileOrigin, _ edit: inout Edit
  ) {
    let currency = currency(of: entity, with: fields)
    let editor = knowing(currency)
    for row in rows {
      guard let relationship = list(row, of: entity, &edit),
        let assignments = edit.take(Assignment.list(row.fields))
      else { continue }
      let new = completed(
        editor.fields(assignments, of: relationship.destination, &edit), of: relationship.destination,
        currency: currency)
      var all = [new]
      if let place = fields.firstIndex(where: { $0.key == relationship.name }) {
        if case .rows(let others) = fields[place].value { all = others + all }
        fields.remove(at: place)
      }
      fields.append(.init(relationship.name, .rows(all)))
      let place = RecordOperation.RowIndex(list: relationship.name, index: all.count - 1)
      for assignment in assignments {
        origin.add(assignment.key.text, assignment.value, row: place)
      }
    }
  }

  /// The list that gets a requested row: the named one, else the first of the entity.
  private func list(
    _ row: (list: SourceText?, fields: SourceText), of entity: Int, _ edit: inout Edit
  ) -> Relationship? {
    if let list = row.list {
      guard let (name, kind) = edit.take(key(list, of: entity, isList: true)) else { return nil }
      if case .rows(let relationship) = kind { return relationship }
      edit.refuse(.wrongShape, at: list.range, "'\(name)' has no rows; it is set with \(name)=…")
      return nil
    }
    if let first = model.entities[entity].relationships.first(where: { $0.origin == .owned }) { return first }
    edit.refuse(.wrongShape, at: row.fields.range, "a \(model.entities[entity].name) has no rows")
    return nil
  }

  /// Copies the values of the original record.
  /// - Returns: the original.
  private func copy(
    _ name: SourceText, to entity: Int, _ fields: inout [RecordOperation.Field], _ edit: inout Edit
  ) -> RecordHandle? {
    guard let record = edit.take(lookup.resolve(name)) else { return nil }
    // A quote becomes an order, where both inherit from one entity: it has the keys that both have.
    guard record.table == model.entities[entity].table else {
      let (own, wanted) = (model.entities[graph.entity(of: record)].name, model.entities[entity].name)
      edit.refuse(.unknownReference, at: name.range, "'\(name.text)' is one of \(own), not of \(wanted)")
      return nil
    }
    let (former, given) = (written(in: record), Set(fields.map(\.key)))
    let copied = CopiedValues(in: book).among(former, of: entity).filter { !given.contains($0.key) }
    // An amount of 48 EUR is not one of 48 USD.
    let isSameCurrency = currency(of: entity, with: fields + copied) == currency(of: record)
    fields += isSameCurrency ? copied : named(currency(of: record), in: copied, of: entity)
    // A customer's figures are not those of another one that is given.
    let outdated = outdatedFigures(
      from: former, to: fields, of: entity, currency: currency(of: entity, with: fields))
    fields.removeAll { outdated.contains($0.key) && !given.contains($0.key) }
    return record
  }

  /// The fields that are written in a record; of one inside another, its own.
  func written(in record: RecordHandle) -> [RecordOperation.Field] {
    fields(of: record, in: lastFields.fields(of: graph.file(of: record)))
  }

  /// The fields of a record among those of the file that it is written in.
  func fields(of record: RecordHandle, in fields: [RecordOperation.Field]) -> [RecordOperation.Field] {
    guard let place = rowIndex(of: record) else { return fields }
    guard case .rows(let rows)? = fields.last(where: { $0.key == place.list })?.value,
      rows.indices.contains(place.index)
    else { return [] }
    return rows[place.index]
  }

  // MARK: Ids

  /// The id of a new record.
  private func id(
    _ name: SourceText?, of entity: Int, _ fields: [RecordOperation.Field], computedTitle: String?,
    _ edit: inout Edit
  ) -> String? {
    let table = model.entities[entity].table
    guard !mayHideIDs(of: entity, &edit) else { return nil }
    let place = name ?? SourceText("", name: "ID")
    if let name {
      // The id is also the name of the file.
      let id = nfc(String(name.text.withoutMarkdownEnding))
      if let error = Diagnostic.ofID(id, at: name) {
        edit.diagnostics.append(error)
        return nil
      }
      guard !isTaken(id, in: table) else {
        let holder = row(inAnyCase: id, in: table).map { graph.file(of: $0, in: table).source.path }
        edit.refuse(
          .duplicateID, at: name.range, "the id '\(id)' is taken by '\(holder ?? id)'")
        return nil
      }
      if let present = graph.id(formerly: id, in: table) {
        edit.refuse(.duplicateID, at: name.range, "'\(id)' is the former id of '\(present)'; choose another")
        return nil
      }
      if !id.contains(where: \.isNumber), var series = series(of: entity) {
        let next = series.next(year: today.parts.year)
        edit.diagnostics.append(
          Diagnostic(
            .invalidID, .warning, at: name.range,
            "the other ids are numbers such as '\(next)'; a value with a space needs quotes in a command"))
      }
      return id
    }
    var ids = IDAllocator(self, entity)
    if let id = ids.next(for: fields, computedTitle: computedTitle) { return id }
    let title = hasTitleOfItsOwn(entity) ? model.entities[entity].declaration.title : nil
    let needed = title.map { "an id or '\($0.text)'" } ?? "an id"
    edit.refuse(.missingValue, at: place.range, "a new \(model.entities[entity].name) needs \(needed)")
    return nil
  }

  /// Whether a record has an id, be it in other case or one that could not be read.
  func isTaken(_ id: String, in table: Int) -> Bool {
    row(inAnyCase: id, in: table) != nil || graph.isSkipped(id, in: table)
  }

  /// The row of the record with an id, or with one that differs only in case; nil if there is none.
  private func row(inAnyCase id: String, in table: Int) -> Int? {
    if let row = graph.tables[table].rowsByID[id] { return Int(row) }
    let folded = idFolded(id)
    return graph.tables[table].ids.firstIndex { $0.utf8.count == id.utf8.count && idFolded($0) == folded }
  }
}
