import Content
import Diagnostics
import FileSystem
import FrontMatter
import Records

// Columns and cells: the key of each column, and the values of its cells.

extension Importer {
  /// The columns of a file: those that the mapping names, and those that have the name of a key.
  /// - Returns: nil if one of them is wrong.
  func columns(of csv: CSVFile, _ entity: Int, _ edit: inout Edit) -> [Column]? {
    var table = ColumnTable(importer: self, entity: entity, header: csv.header)
    for (key, template) in mapping.keys { table.add(template: template, for: key) }
    for (key, value) in mapping.constants { table.add(constant: value, for: key) }
    for index in csv.header.indices { table.add(header: index) }
    table.refuseColumnsOfRows()
    edit.diagnostics += table.diagnostics
    if let warning = table.leftOutWarning { edit.diagnostics.append(warning) }
    return edit.diagnostics.hasErrors ? nil : table.columns
  }

  /// What a column name refers to: a key by its name or label, `rows.service`, `id`, or the owner of a row, which
  /// is called as the row's relationship to it or, if no key is, as its entity.
  func target(_ name: String, of entity: Int) -> Target? {
    let declared = editor.model.entities[entity]
    let folded = folded(name, case: true, marks: true)
    func isNamed(_ key: String, _ label: String) -> Bool {
      Records.folded(key, case: true, marks: true) == folded
        || Records.folded(label, case: true, marks: true) == folded
    }
    if folded == "id" { return .id }
    if declared.owner != nil {
      let isOwner = declared.relationships.contains { $0.origin == .owner && isNamed($0.name, $0.label) }
      if isOwner { return .owner }
    } else if folded == "body", !declared.propertyNames.contains("body") {
      return .body
    }
    let meanings = LanguageWords.names(of: name)
    if let dot = name.firstIndex(of: "."), let list = list(String(name[..<dot]), of: declared) {
      guard
        case .key(let key, let kind)? = target(String(name[name.index(after: dot)...]), of: list.destination)
      else { return nil }
      return .row(list: list, key: key, kind)
    }
    let keys = editor.entityKeys[entity]
    for (key, kind) in keys.keys where isNamed(key, label(of: key, in: declared)) { return .key(key, kind) }
    if let owner = declared.owner.map({ editor.model.entities[$0.entity] }), isNamed(owner.name, owner.label)
    {
      return .owner
    }
    for key in keys.computed + ["title", "position", "draft"] where isNamed(key, label(of: key, in: declared))
    {
      return .computed(key)
    }
    if let present = declared.presentName(of: name) { return target(present, of: entity) }
    if let meaning = meanings.first(where: { keys[$0] != nil }), let kind = keys[meaning] {
      return .key(meaning, kind)
    }
    let owner = declared.owner.map { editor.model.entities[$0.entity].name }
    return owner.map { owner in meanings.contains { $0.lowercased() == owner.lowercased() } } ?? false
      ? .owner : nil
  }

  /// The list of owned records that is called so: by its name, its label or a word for it.
  private func list(_ name: String, of entity: Entity) -> Relationship? {
    let former = entity.presentNames(of: [name]).first
    let names = [name, former].compactMap(\.self) + LanguageWords.names(of: name)
    let folded = Set(names.map { Records.folded($0, case: true, marks: true) })
    return entity.ownedLists.first { list in
      [list.name, list.label].contains { folded.contains(Records.folded($0, case: true, marks: true)) }
    }
  }

  /// The key of a row that a column name would have in an order's row, if it has it in one list alone: `rows.service`.
  func rowKey(_ name: String, of entity: Int) -> String? {
    let found = editor.model.entities[entity].ownedLists.compactMap { list -> String? in
      guard case .key(let key, _)? = target(name, of: list.destination) else { return nil }
      return "\(list.name).\(key)"
    }
    return found.count == 1 ? found[0] : nil
  }

  /// The errors in a mapping's keys and constants that need no file to be found.
  func diagnosticsOfKeys(of entity: Int) -> [Diagnostic] {
    var table = ColumnTable(importer: self, entity: entity, header: nil)
    for (key, template) in mapping.keys { table.add(template: template, for: key) }
    for (key, value) in mapping.constants { table.add(constant: value, for: key) }
    var diagnostics = table.diagnostics
    _ = SkippedLines(mapping.skips, header: nil, &diagnostics)
    return diagnostics
  }

  /// The error in a constant: a text that is no value of its attribute, or an unknown reference. A reference
  /// to a record that the lines create is valid.
  func error(in constant: SourceText, of target: Target, _ entity: Int) -> Diagnostic? {
    guard !constant.text.isEmpty else { return nil }
    let (key, source, destination): (String, Int, Int)
    switch target {
    case .key(_, .attribute(let attribute)), .row(_, _, .attribute(let attribute)):
      // How many digits an amount may have depends on the currency of each record.
      let error = attribute.error(in: constant, currency: editor.model.currency) {
        editor.values.written($0, as: attribute.type)
      }
      return error?.id == .tooManyDigits ? nil : error
    case .key(let name, .reference(let to)): (key, source, destination) = (name, entity, to.destination)
    case .row(let list, let name, .reference(let to)):
      (key, source, destination) = (name, list.destination, to.destination)
    default: return nil
    }
    guard editor.model.entities[destination].table != editor.model.entities[entity].table,
      case .failure(let error) = editor.field(
        Assignment(key: SourceText(key, name: "key"), value: constant), of: source)
    else { return nil }
    return error
  }

  /// Whether an id may be that of a draft, or of a record with an error that is reported elsewhere.
  func isHidden(_ id: String) -> Bool {
    let id = nfc(id)
    return editor.book.drafts.contains { $0.fileName == id + ".md" }
      || graph.tables.indices.contains { graph.isSkipped(id, in: $0) }
  }

  private func label(of key: String, in entity: Entity) -> String {
    entity.attribute(named: key)?.label ?? entity.relationship(named: key)?.label ?? key
  }

  /// - Parameter isMapped: whether a mapping names it, and no column of the file.
  func unknown(_ name: SourceText, _ entity: Int, isMapped: Bool = false) -> Diagnostic {
    let declared = editor.model.entities[entity]
    let keys =
      ["id"] + declared.relationships.filter { $0.origin == .owner }.map(\.name)
      + editor.entityKeys[entity].keys.flatMap { name, kind -> [String] in
        guard case .rows(let list) = kind else { return [name] }
        return editor.entityKeys[list.destination].names.map { "\(name).\($0)" }
      }
    let nearest = rowKey(name.text, of: entity) ?? nearestName(to: name.text, among: keys)
    return Diagnostic(
      .unknownKey, at: name.range, "unknown key '\(name.text)' in \(declared.name)\(suggestion(nearest))",
      notes: [
        .init(
          (isMapped
            ? "" : "--map COLUMN=KEY says what a column is, and --map COLUMN= leaves it out; ")
            + "the keys are "
            + keys.joined(separator: ", "))
      ])
  }

  // MARK: Cells

  /// The value of a column in a line, located at the field, or the constant, that a diagnostic should name.
  func value(of column: Column, in line: [CSVFile.Field]) -> SourceText {
    if let constant = column.constant { return constant }
    let template = column.template
    func cell(_ column: Int) -> String { Self.unprotected(line[column].text).trimmingBlanks() }
    let place = template.columns.first.map { line[$0].range } ?? line[0].range
    let texts = template.groups.compactMap { group -> String? in
      var hasValue = false
      var hasColumn = false
      var written = ""
      for part in group {
        switch part {
        // An empty column between two others leaves one blank, not two.
        case .text(let text): written += written.last == " " ? text.drop { $0 == " " } : text[...]
        case .columns(let columns, let filter):
          hasColumn = true
          let value = columns.lazy.map(cell).first { !$0.isEmpty } ?? ""
          let text = filter?.text(of: value) ?? value
          if !text.isEmpty { hasValue = true }
          written += text
        }
      }
      return hasColumn && !hasValue ? nil : written.trimmingBlanks()
    }
    var text = texts.joined(separator: ", ")
    if let finder = column.finder {
      let ids = finder.ids(in: self.text(of: column, in: line))
      text = ids.count == 1 ? ids[0] : ""
    }
    return SourceText(text, for: place)
  }

  /// The texts of a column in a line, in which an id is to be found.
  func text(of column: Column, in line: [CSVFile.Field]) -> String {
    column.template.groups.joined().compactMap { part -> String? in
      guard case .columns(let columns, _) = part else { return nil }
      return columns.lazy.map { line[$0].text }.first { !$0.trimmingBlanks().isEmpty }
    }.joined(separator: " ")
  }

  /// The text of a cell without the apostrophe that marks it as a text for a spreadsheet, and of the formula
  /// `="00123"`, which keeps the zeros of one.
  static func unprotected(_ text: String) -> String {
    if text.utf8.first == UInt8(ascii: "'"), text.utf8.span.takesApostrophe {
      return String(text.dropFirst())
    }
    guard text.hasPrefix("=\""), text.hasSuffix("\""), text.count > 3,
      case let inside = text.dropFirst(2).dropLast(),
      !inside.contains("\"")
    else { return text }
    return String(inside)
  }

  /// The field for a cell; nil if it is empty. After an error it has the text of the cell, so that the book can be read
  /// with the record, for the other errors in the line.
  func field(
    _ key: String, _ value: SourceText, from column: Column, of entity: Int, _ edit: inout Edit
  ) -> RecordOperation.Field? {
    guard !value.text.isEmpty else { return nil }
    let assignment = assignment(key, value, of: entity, isAsInContent: column.constant != nil)
    let error: Diagnostic
    if let refusal = reader(of: column).refusal(of: value, key, of: entity) {
      error = refusal
    } else {
      switch editor.field(assignment, of: entity) {
      case .success(let field): return field
      case .failure(let failure): error = failure
      }
    }
    edit.diagnostics.append(error)
    let isList = EntityKeys(editor.model.entities[entity])[key]?.holdsTexts ?? false
    return .init(key, isList ? .list(assignment.items.map(\.text)) : .text(value.text))
  }

  /// The error of a cell that is not in the form that the options or the mapping name; nil if it is, or if it
  /// is empty.
  func refusal(of value: SourceText, _ key: String, of entity: Int) -> Diagnostic? {
    guard !value.text.isEmpty, let attribute = editor.model.entities[entity].attribute(named: key) else {
      return nil
    }
    return editor.values.refusal(of: value.text, as: attribute.type).map {
      let note = $0.id == .invalidDate ? Self.noteOfSerialDay(value.text) : nil
      return Diagnostic(
        $0.id, at: value.range, $0.summary, notes: [note.map { .init($0) }].compactMap(\.self))
    }
  }

  /// The assignment for a cell. Exports separate list items by semicolons, so a comma is part of an item.
  func assignment(
    _ key: String, _ value: SourceText, of entity: Int, isAsInContent: Bool = false
  ) -> Assignment {
    let name = SourceText(key, name: "column")
    let declared = editor.model.entities[entity]
    let isList =
      declared.attribute(named: key)?.type == .tags || declared.relationship(named: key)?.isMany ?? false
    let separator = isList && value.text.contains(";") ? UInt8(ascii: ";") : UInt8(ascii: ",")
    return Assignment(key: name, value: value, separator: separator, isAsInContent: isAsInContent)
  }
}

extension SourceText {
  /// A text that stands for a place, at which the diagnostics of all its parts are.
  init(_ text: String, for place: SourceRange) {
    let (start, end) = (Int32(place.bytes.lowerBound), Int32(place.bytes.upperBound))
    self.init(
      text: text, file: place.file, start: place.bytes.lowerBound,
      offsets: [Int32](repeating: start, count: text.utf8.count) + [end])
  }
}
