import Diagnostics
import FrontMatter
import Records

// Importing records with files of their own.

extension Importer {
  /// Adds the records of the lines, and updates those that are there.
  func addRecords(_ csv: CSVFile, _ columns: [Column], of entity: Int, _ result: inout Result) {
    if isUpdate, columns.id == nil, uniqueColumn(columns) == nil {
      return result.edit.refuse(
        .missingValue, at: csv.header[0].range,
        "--update needs a column 'id', or one of unique values, to say what is changed")
    }
    let groups = groups(of: csv.rows, columns, of: entity, &result)
    result.edit.diagnostics += [
      warning(ofEqualLines: groups, columns), warning(ofLinesWithoutID: groups, columns),
    ].compactMap(\.self)
    var importer = self
    let given = Set(groups.compactMap { $0.id.map { nfc($0.text) } })
    importer.editor.madeIDs[editor.model.entities[entity].table] = given
    let known = IDAllocator(editor, entity)
    var ids = known
    for id in given { ids.take(id) }
    var existing = isOnlyNew ? ExistingRecords(of: entity, in: graph) : ExistingRecords()
    let ofCurrency = columns.first { $0.isOfCurrencies && !$0.isOfRow }
    for group in groups {
      // '$5' on a line in another dollar than the book's is no certain amount.
      if let ofCurrency, let line = group.lines.first {
        let code = value(of: ofCurrency, in: line).text
        let currency = code.isEmpty ? editor.model.currency : Currency(code: code)
        importer.editor.values.currencies = currency.map { editor.knowing($0).values.currencies } ?? []
      }
      result.separately { importer.add(group, columns, of: entity, known, &ids, &existing, &$0) }
    }
  }

  /// The lines of one record.
  private struct Group {
    /// The id that they give; nil for one line without an id.
    let id: SourceText?
    var lines: [[CSVFile.Field]]
  }

  /// The lines by the ids that they give, in the order of their first ones. Reports lines whose group is doubtful.
  private func groups(
    of lines: [[CSVFile.Field]], _ columns: [Column], of entity: Int, _ result: inout Result
  ) -> [Group] {
    var groups: [Group] = []
    var places: [String: Int] = [:]
    var named: (id: SourceText, line: [CSVFile.Field])?
    for line in lines {
      guard let id = id(in: line, columns, of: entity) else {
        if let named, let diagnostic = rowWithoutID(line, columns, of: entity, below: named.line, named.id) {
          result.edit.diagnostics.append(diagnostic)
          if diagnostic.severity == .error { continue }
        }
        groups.append(Group(id: nil, lines: [line]))
        continue
      }
      named = (id, line)
      guard let place = places[idFolded(nfc(id.text))] else {
        places[idFolded(nfc(id.text))] = groups.count
        groups.append(Group(id: id, lines: [line]))
        continue
      }
      if let first = groups[place].id?.text, nfc(first) != nfc(id.text) {
        result.edit.diagnostics.append(
          Diagnostic(
            .duplicateID, at: id.range,
            "'\(id.text)' is written '\(first)' on an earlier line; write it alike"))
      } else {
        groups[place].lines.append(line)
      }
    }
    return groups
  }

  /// One warning for the lines that say the same as an earlier one with their id, and add no row to it: equal lines of a
  /// bank are movements of their own.
  private func warning(ofEqualLines groups: [Group], _ columns: [Column]) -> Diagnostic? {
    guard !columns.contains(where: \.isOfRow) else { return nil }
    func texts(_ line: [CSVFile.Field]) -> [String] { columns.map { value(of: $0, in: line).text } }
    let equal = groups.filter { $0.lines.count > 1 }.flatMap { group -> [[CSVFile.Field]] in
      var seen: Set<[String]> = []
      return group.lines.filter { !seen.insert(texts($0)).inserted }
    }
    guard let first = equal.first, let id = columns.id.map({ value(of: $0, in: first) }) else { return nil }
    let more = equal.count > 1 ? "so it is with \(counted(equal.count - 1, "more line", "more lines")); " : ""
    return Diagnostic(
      .sameRecord, .warning, at: first[0].range,
      "the line says the same of '\(id.text)' as an earlier one, and is no other record",
      notes: [.init(more + "what happens twice, such as two equal movements of an account, needs two ids")])
  }

  /// One warning for the lines of which no id can be made, where others have one: nothing tells at the next import that
  /// their records are there.
  private func warning(ofLinesWithoutID groups: [Group], _ columns: [Column]) -> Diagnostic? {
    guard isUpdate || isOnlyNew, let column = columns.id, !column.template.isColumn else { return nil }
    var warning = RepeatedLines { _ in
      "no id can be made of the line, so that each import adds it as a new record"
    }
    for group in groups where group.id == nil { warning.add(at: group.lines[0][0].range) }
    return warning.warning
  }

  /// The id that a line gives, or that of the existing record with its unique value; nil if there is none.
  private func id(in line: [CSVFile.Field], _ columns: [Column], of entity: Int) -> SourceText? {
    if let column = columns.id {
      let id = value(of: column, in: line)
      return id.text.isEmpty ? nil : id
    }
    guard isUpdate || isOnlyNew, let column = uniqueColumn(columns), case .key(let key, _) = column.target,
      case let value = value(of: column, in: line), !value.text.isEmpty,
      case .record(let record) = editor.lookup.record(value.text, of: entity, allowsPart: false),
      isSame(value.text, key, of: record)
    else { return nil }
    return SourceText(graph.id(of: record), for: value.range)
  }

  /// A column of unique values, which say of an existing record what it is; nil if there is none.
  private func uniqueColumn(_ columns: [Column]) -> Column? {
    columns.first { column in
      if case .key(_, .attribute(let attribute)) = column.target { attribute.isUnique } else { false }
    }
  }

  /// Adds the record of a group of lines, or updates it.
  /// - Parameters:
  ///   - known: the ids of the book.
  ///   - ids: these and those that the file gives.
  ///   - existing: the records that lines without an id may repeat.
  private func add(
    _ group: Group, _ columns: [Column], of entity: Int, _ known: IDAllocator, _ ids: inout IDAllocator,
    _ existing: inout ExistingRecords, _ result: inout Result
  ) {
    let table = editor.model.entities[entity].table
    guard let id = group.id else {
      return make(nil, group.lines, columns, of: entity, &ids, &existing, &result)
    }
    if let row = graph.row(withID: nfc(id.text), in: table) {
      let record = RecordHandle(table: table, row: row)
      if let assignments = update(record, id, group.lines, columns, &result) {
        set(record, assignments, in: &result.edit)
      }
    } else if let present = graph.id(formerly: nfc(id.text), in: table) {
      result.edit.refuse(
        .duplicateID, at: id.range, "'\(id.text)' is the former id of '\(present)'; write that one")
    } else if let known = known.written(nfc(id.text)) {
      result.edit.refuse(
        .duplicateID, at: id.range, "'\(id.text)' exists already and is written '\(known)'")
    } else if isUpdate, let known = idWithZeros(before: id.text, in: table) {
      result.edit.refuse(
        .unknownReference, at: id.range,
        "'\(id.text)' is how a spreadsheet shortens '\(known)'; format the column as text before the file is opened"
      )
    } else {
      make(id, group.lines, columns, of: entity, &ids, &existing, &result)
    }
  }

  /// Changes a record to the values of a line. Values with errors do not keep the others from being tried.
  private func set(_ record: RecordHandle, _ assignments: [Assignment], in edit: inout Edit) {
    let entity = graph.entity(of: record)
    var (valid, errors): ([Assignment], [Diagnostic]) = ([], [])
    for assignment in assignments {
      if case .failure(let error) = editor.field(assignment, of: entity) {
        errors.append(error)
      } else {
        valid.append(assignment)
      }
    }
    if !valid.isEmpty { editor.set(record, valid, in: &edit) }
    edit.diagnostics += errors
  }

  /// The id of a record that is a given one with zeros before it; nil if there is none.
  private func idWithZeros(before id: String, in table: Int) -> String? {
    (1...6).lazy.map { String(repeating: "0", count: $0) + id }
      .first { graph.row(withID: $0, in: table) != nil }
  }

  /// The diagnostic of a line without an id that gives a row, below one that has an id: a spreadsheet's merged
  /// cells may have had the id, and the row becomes a record of its own. It is an error if a required value of the
  /// record is missing as well.
  private func rowWithoutID(
    _ line: [CSVFile.Field], _ columns: [Column], of entity: Int, below named: [CSVFile.Field],
    _ id: SourceText
  ) -> Diagnostic? {
    func isFilled(_ column: Column, in line: [CSVFile.Field]) -> Bool {
      column.constant == nil && !value(of: column, in: line).text.isEmpty
    }
    let hasRow = columns.contains { column in
      if case .row = column.target { isFilled(column, in: line) } else { false }
    }
    guard let column = columns.id, hasRow else { return nil }
    let isPart = columns.contains { column in
      guard case .key(let key, _) = column.target,
        editor.model.entities[entity].attribute(named: key)?.isRequired ?? false
      else { return false }
      return !isFilled(column, in: line) && isFilled(column, in: named)
    }
    return Diagnostic(
      .missingValue, isPart ? .error : .warning, at: value(of: column, in: line).range,
      isPart
        ? "the line has no id; write '\(id.text)' here, too, to make it a row of that record, or what is missing"
        : "the line has no id, so it is a record of its own; write '\(id.text)' here to make it a row of that one"
    )
  }

  /// The changes that the lines with one id make to an existing record.
  /// - Returns: the assignments, which are not applied yet; nil if nothing changes.
  func update(
    _ record: RecordHandle, _ id: SourceText, _ lines: [[CSVFile.Field]], _ columns: [Column],
    _ result: inout Result
  ) -> [Assignment]? {
    guard !isOnlyNew else {
      result.skippedCount += lines.count
      return nil
    }
    guard isUpdate else {
      result.edit.refuse(
        .duplicateID, at: id.range,
        "'\(id.text)' exists already; --update changes it, and --only-new leaves it as it is")
      return nil
    }
    let line = merged(lines, columns, of: graph.entity(of: record), &result.edit)
    let changesRows = updateRows(of: record, id, lines, columns, &result)
    refuseMove(line, columns, of: record, id, &result.edit)
    let assignments = changes(line, columns, of: record, &result)
    if !assignments.isEmpty, graph.isImplied(record) {
      result.edit.refuse(
        .computedValue, at: id.range,
        "'\(id.text)' follows from its record and is in no file, but is different here")
    }
    let body = newBody(line, columns, of: record)
    guard !assignments.isEmpty || body != nil || changesRows, !result.edit.diagnostics.hasErrors else {
      return nil
    }
    if let body { editor.setBody(of: record, to: body, in: &result.edit) }
    result.counts.changed += 1
    let path = String(graph.file(of: record).path)
    if result.files[path] == nil { result.files[path] = FileOrigin(line: line) }
    for column in columns {
      let value = value(of: column, in: line)
      switch column.target {
      case .key(let key, _): result.files[path]?.add(key, value, row: editor.rowIndex(of: record))
      case .body: result.files[path]?.add("body", value)
      default: continue
      }
    }
    return assignments
  }

  /// The new body that a line gives a record; nil if it is unchanged or there is no body column.
  private func newBody(_ line: [CSVFile.Field], _ columns: [Column], of record: RecordHandle) -> String? {
    guard let column = columns.body else { return nil }
    let text = value(of: column, in: line).text.withoutWhitespaceAround
    return current("body", of: record) == text ? nil : text
  }

  /// Makes a record from the lines with one id, or from a single line without an id.
  private func make(
    _ id: SourceText?, _ lines: [[CSVFile.Field]], _ columns: [Column], of entity: Int,
    _ ids: inout IDAllocator, _ existing: inout ExistingRecords, _ result: inout Result
  ) {
    let record = record(of: lines, columns, of: entity, &result.edit)
    if isOnlyNew, id == nil, record.lists.isEmpty, repeats(record.fields, of: entity, among: &existing) {
      result.skippedCount += 1
      return
    }
    let fields = record.fields + record.lists.map { .init($0.name, .rows($0.rows)) }
    let given = id.map { nfc($0.text) }
    if let id, let given, let error = Diagnostic.ofID(given, at: id) {
      return result.edit.diagnostics.append(error)
    }
    guard !editor.mayHideIDs(of: entity, &result.edit) else { return }
    guard let name = given ?? idOfComputedTitle(for: fields, &ids, &result) ?? ids.next(for: fields) else {
      result.edit.refuse(
        .missingValue, at: lines[0][0].range, "the line has neither an id nor a title to make one from")
      return
    }
    let completed = editor.completed(
      fields, of: entity, currency: editor.currency(of: entity, with: fields))
    guard let path = editor.addFile(name, of: entity, completed, body: record.body, &result.edit)
    else { return }
    result.files[path] = record.source
    result.computed += record.computed.map {
      ComputedCell(
        table: editor.model.entities[entity].table, id: name, key: $0.key, value: $0.value, isSame: false)
    }
    result.counts.new += 1
  }

  /// The id of a record whose title is computed: made from the title, or provisional as long as that is unknown; nil
  /// if it has none.
  private func idOfComputedTitle(
    for fields: [RecordOperation.Field], _ ids: inout IDAllocator, _ result: inout Result
  ) -> String? {
    let place = result.provisionalIDs.count
    guard let provisional = ids.provisional() else { return nil }
    result.provisionalIDs.append(provisional)
    guard let computedTitles else { return provisional }
    guard computedTitles.indices.contains(place), let title = computedTitles[place] else { return nil }
    return ids.next(for: fields, computedTitle: title)
  }
}
