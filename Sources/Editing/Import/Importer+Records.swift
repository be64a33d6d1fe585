import Diagnostics
import FrontMatter
import Records

// Importing records with files of their own.

extension Importer {
  /// Adds the records of the lines, and updates those that are there.
  func addRecords(_ csv: CSVFile, _ columns: [Column], of entity: Int, _ result: inout Result) {
    let isKnown = columns.id != nil || columns.contains(where: \.isUnique)
    if isUpdate, !isKnown {
      return result.edit.refuse(
        .missingValue, at: csv.header[0].range,
        "--update needs a column 'id', or one of unique values, to say what is changed")
    }
    if isOnlyNew, !isKnown, !columns.contains(where: \.isDate) {
      return result.edit.refuse(
        .missingValue, at: csv.header[0].range,
        "--only-new needs a column 'id', one of unique values or one of days, to say what is there already")
    }
    var records = KnownRecords(of: entity)
    let groups = groups(of: csv.rows, columns, among: &records, &result)
    result.edit.diagnostics += [
      warning(ofEqualLines: groups, columns), warning(ofLinesWithoutID: groups, columns),
    ].compactMap(\.self)
    var importer = self
    let given = Set(groups.compactMap { $0.id.map { nfc($0.text) } })
    importer.editor.madeIDs[editor.model.entities[entity].table] = given
    let known = IDAllocator(editor, entity)
    var ids = known
    for id in given { ids.take(id) }
    if isOnlyNew || isUpdate && columns.contains(where: \.isUnique), groups.contains(where: { $0.id == nil }),
      !graph.tables[editor.model.entities[entity].table].marks.skipped.isEmpty
    {
      // A record that cannot be read may be one of these.
      result.edit.diagnostics += editor.refusalsOfSkipped
      return
    }
    let repeated = isOnlyNew ? repeatedGroups(groups, columns, among: &records) : []
    for (index, group) in groups.enumerated() {
      guard !repeated.contains(index) else {
        result.skippedCount += group.lines.count
        continue
      }
      importer.editor.values.currencies = currencies(of: group, columns)
      result.separately { importer.add(group, columns, of: entity, known, &ids, &$0) }
    }
  }

  /// The currencies that a sign may mean: '$5' on a line in another dollar than the book's is no certain amount.
  private func currencies(of group: Group, _ columns: [Column]) -> [Currency] {
    guard let column = columns.first(where: { $0.isOfCurrencies && !$0.isOfRow }) else {
      return editor.values.currencies
    }
    let code = value(of: column, in: group.lines[0]).text
    let currency = code.isEmpty ? editor.model.currency : Currency(code: code)
    return currency.map { editor.knowing($0).values.currencies } ?? []
  }

  /// The groups without an id whose records are there already. Records that say just what a line says are its own; then
  /// the lines that say most choose first, because an empty cell equals any value.
  private func repeatedGroups(
    _ groups: [Group], _ columns: [Column], among known: inout KnownRecords
  ) -> Set<Int> {
    var importer = self
    let records = groups.indices.compactMap { index -> (index: Int, record: ImportedRecord)? in
      guard groups[index].id == nil else { return nil }
      var scratch = Edit()
      importer.editor.values.currencies = currencies(of: groups[index], columns)
      let record = importer.record(of: groups[index].lines, columns, of: known.entity, &scratch)
      return scratch.diagnostics.hasErrors ? nil : (index, record)
    }
    let order = records.sorted { (-$0.record.saidCount, $0.index) < (-$1.record.saidCount, $1.index) }
    // Lines that all say the same keys do not compete.
    let said = Set(records.map(\.record.saidKeys))
    let keys = said.reduce(into: Set<String>()) { $0.formUnion($1) }
    var repeated: Set<Int> = []
    for exactly in said.count > 1 ? [keys, nil] : [nil] {
      for (index, record) in order where !repeated.contains(index) {
        if repeats(record, exactlyOf: exactly, among: &known) { repeated.insert(index) }
      }
    }
    return repeated
  }

  /// The lines of one record.
  private struct Group {
    /// The id that they give; nil for one line without an id.
    let id: SourceText?
    var lines: [[CSVFile.Field]]
  }

  /// The lines by the ids that they give, in the order of their first ones. Reports lines whose group is doubtful.
  private func groups(
    of lines: [[CSVFile.Field]], _ columns: [Column], among known: inout KnownRecords, _ result: inout Result
  ) -> [Group] {
    let entity = known.entity
    var groups: [Group] = []
    var places: [String: Int] = [:]
    // The groups by their unique values.
    var unique: [String: Int] = [:]
    func uniqueValues(of line: [CSVFile.Field]) -> [String] {
      columns.compactMap { uniqueValue(of: $0, in: line, entity) }.map { "\($0.key)\n\($0.text)" }
    }
    var named: (id: SourceText, line: [CSVFile.Field])?
    for line in lines {
      guard let id = id(in: line, columns, among: &known) else {
        if let named, let diagnostic = rowWithoutID(line, columns, of: entity, below: named.line, named.id) {
          result.edit.diagnostics.append(diagnostic)
          if diagnostic.severity == .error { continue }
        }
        let values = uniqueValues(of: line)
        if let place = values.lazy.compactMap({ unique[$0] }).first {
          groups[place].lines.append(line)
          unique.merge(values.map { ($0, place) }) { first, _ in first }
        } else {
          unique.merge(values.map { ($0, groups.count) }) { first, _ in first }
          groups.append(Group(id: nil, lines: [line]))
        }
        continue
      }
      named = (id, line)
      let own = places[idFolded(nfc(id.text))] ?? groups.count
      unique.merge(uniqueValues(of: line).map { ($0, own) }) { first, _ in first }
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
    guard let first = equal.first,
      let id = (columns.id ?? columns.first(where: \.isUnique)).map({ value(of: $0, in: first) })
    else { return nil }
    let more = equal.count > 1 ? "so it is with \(counted(equal.count - 1, "more line", "more lines")); " : ""
    return Diagnostic(
      .sameRecord, .warning, at: first[0].range,
      "the line says the same of '\(id.text)' as an earlier one, and is no other record",
      notes: [.init(more + "what happens twice, such as two equal movements of an account, needs two ids")])
  }

  /// One warning for the lines of which nothing tells at the next import that their records are there, while it does so of
  /// others: no id can be made of them, and they have no unique value.
  private func warning(ofLinesWithoutID groups: [Group], _ columns: [Column]) -> Diagnostic? {
    let isMade = columns.id.map { !$0.template.isColumn } ?? true
    guard isUpdate || isOnlyNew && !columns.contains(where: \.isDate), isMade else { return nil }
    var warning = RepeatedLines { _ in
      "no id can be made of the line, so that each import adds it as a new record"
    }
    for group in groups where group.id == nil {
      let isUnique = columns.contains { $0.isUnique && !value(of: $0, in: group.lines[0]).text.isEmpty }
      if !isUnique { warning.add(at: group.lines[0][0].range) }
    }
    return warning.warning
  }

  /// The id that a line gives, or that of the existing record with its unique value; nil if there is none.
  private func id(
    in line: [CSVFile.Field], _ columns: [Column], among known: inout KnownRecords
  ) -> SourceText? {
    if let column = columns.id, case let id = value(of: column, in: line), !id.text.isEmpty { return id }
    guard isUpdate || isOnlyNew,
      let record = record(withUniqueValueOf: line, columns, among: &known),
      let column = columns.first(where: \.isUnique)
    else { return nil }
    return SourceText(graph.id(of: record), for: value(of: column, in: line).range)
  }

  /// Adds the record of a group of lines, or updates it.
  /// - Parameters:
  ///   - known: the ids of the book.
  ///   - ids: these and those that the file gives.
  private func add(
    _ group: Group, _ columns: [Column], of entity: Int, _ known: IDAllocator, _ ids: inout IDAllocator,
    _ result: inout Result
  ) {
    let table = editor.model.entities[entity].table
    guard let id = group.id else {
      return make(nil, group.lines, columns, of: entity, &ids, &result)
    }
    if let row = graph.row(withID: nfc(id.text), in: table) {
      let record = RecordHandle(table: table, row: row)
      if let assignments = update(record, id, group.lines, columns, &result) {
        set(record, assignments, columns, in: &result.edit)
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
      make(id, group.lines, columns, of: entity, &ids, &result)
    }
  }

  /// Changes a record to the values of a line. Values with errors do not keep the others from being tried.
  private func set(
    _ record: RecordHandle, _ assignments: [Assignment], _ columns: [Column], in edit: inout Edit
  ) {
    let entity = graph.entity(of: record)
    var (valid, errors): ([Assignment], [Diagnostic]) = ([], [])
    for assignment in assignments {
      if case .failure(let error) = editor.field(assignment, of: entity) {
        errors.append(error)
      } else {
        valid.append(assignment)
      }
    }
    if !valid.isEmpty { editor.set(record, valid, decided: columns.keyNames, in: &edit) }
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
    _ ids: inout IDAllocator, _ result: inout Result
  ) {
    let record = record(of: lines, columns, of: entity, &result.edit)
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
