import Diagnostics
import FrontMatter
import Records

// Columns and cells: the key of each column, and the values of its cells.

extension Importer {
  func columns(of csv: CSVFile, _ entity: Int, _ edit: inout Edit) -> [Column]? {
    let names = csv.header.map(\.text)
    var columns: [Column] = []
    var used: Set<Int> = []
    var places: [String: SourceRange] = [:]
    func add(_ column: Column, at place: SourceRange) {
      if let key = column.target.key, let first = places.updateValue(place, forKey: key) {
        edit.refuse(
          .duplicateKey, at: place, "the key '\(key)' has a second column",
          notes: [.init("it has one here", at: first)])
      }
      columns.append(column)
    }
    for (key, source) in mapping.keys {
      guard let template = ImportTemplate(source, columns: names, &edit.diagnostics) else { continue }
      if key.text.isEmpty {
        used.formUnion(template.columns)
        continue
      }
      guard let target = target(key.text, of: entity) else {
        edit.diagnostics.append(unknown(key, entity))
        continue
      }
      used.formUnion(template.columns)
      add(Column(target: target, template: template), at: key.range)
    }
    for (key, value) in mapping.constants {
      guard let target = target(key.text, of: entity) else {
        edit.diagnostics.append(unknown(key, entity))
        continue
      }
      if let error = error(in: value, of: target, entity) { edit.diagnostics.append(error) }
      add(Column(target: target, template: ImportTemplate(constant: value.text)), at: key.range)
    }
    var leftOut: [(name: String, range: SourceRange)] = []
    for (index, field) in csv.header.enumerated() where !used.contains(index) {
      let name = field.text.trimmingBlanks()
      let target = target(name, of: entity)
      // The mapping makes this key from other columns, so a column with the key's name is ignored.
      let isMade = mapping.isWritten && target?.key.map { places[$0] != nil } ?? false
      guard let target, !isMade else {
        if !mapping.keys.isEmpty {
          leftOut.append((name, field.range))
        } else {
          edit.diagnostics.append(
            unknown(
              SourceText(text: name, file: field.range.file, start: field.range.bytes.lowerBound), entity))
        }
        continue
      }
      add(Column(target: target, template: ImportTemplate(column: index)), at: field.range)
    }
    // A mapping in a file leaves out other columns on purpose.
    if let first = leftOut.first, !mapping.isWritten {
      let names = leftOut.map { "'\($0.name)'" }.joined(separator: ", ")
      edit.diagnostics.append(
        Diagnostic(
          .unknownKey, .warning, at: first.range,
          "left out, because no key has that name and no '--map COLUMN=KEY' maps it: \(names)"))
    }
    return edit.diagnostics.hasErrors ? nil : columns
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
    if let dot = name.firstIndex(of: "."),
      let list = declared.presentNames(of: [String(name[..<dot])]).first.flatMap(declared.relationship),
      list.origin == .owned
    {
      guard
        case .key(let key, let kind)? = target(String(name[name.index(after: dot)...]), of: list.destination)
      else { return nil }
      return .row(list: list, key: key, kind)
    }
    let keys = editor.entityKeys[entity]
    for (key, kind) in keys.keys where isNamed(key, label(of: key, in: declared)) { return .key(key, kind) }
    if let home = declared.owner.map({ editor.model.entities[$0.entity] }), isNamed(home.name, home.label) {
      return .owner
    }
    for key in keys.computed + ["title", "position", "draft"] where isNamed(key, label(of: key, in: declared))
    {
      return .computed(key)
    }
    if let present = declared.presentName(of: name) { return target(present, of: entity) }
    let candidates = LanguageWords.names(of: name).compactMap { meaning in keys[meaning].map { (meaning, $0) }
    }
    return candidates.first.map { .key($0.0, $0.1) }
  }

  /// The error in a constant: an unknown reference. A reference to a record that the lines create is valid.
  private func error(in constant: SourceText, of target: Target, _ entity: Int) -> Diagnostic? {
    let (key, home, destination): (String, Int, Int)
    switch target {
    case .key(let name, .reference(let to)): (key, home, destination) = (name, entity, to.destination)
    case .row(let list, let name, .reference(let to)):
      (key, home, destination) = (name, list.destination, to.destination)
    default: return nil
    }
    guard editor.model.entities[destination].table != editor.model.entities[entity].table,
      case .failure(let error) = editor.field(
        Assignment(key: SourceText(key, name: "key"), value: constant), of: home)
    else { return nil }
    return error
  }

  private func label(of key: String, in entity: Entity) -> String {
    entity.attribute(named: key)?.label ?? entity.relationship(named: key)?.label ?? key
  }

  func unknown(_ name: SourceText, _ entity: Int) -> Diagnostic {
    let keys = editor.entityKeys[entity].names
    return Diagnostic(
      .unknownKey, at: name.range,
      "unknown key '\(name.text)' in \(editor.model.entities[entity].name)\(suggestion(nearestName(to: name.text, among: keys)))",
      notes: [
        .init(
          "--map COLUMN=KEY says what a column is, and --map COLUMN= leaves it out; the keys are "
            + keys.joined(separator: ", "))
      ])
  }

  // MARK: Cells

  /// The value of a template in a line, located at the field that a diagnostic should name.
  func value(_ template: ImportTemplate, in line: [CSVFile.Field]) -> SourceText {
    func cell(_ column: Int) -> String { Self.unprotected(line[column].text).trimmingBlanks() }
    let place = template.columns.first.map { line[$0].range } ?? line[0].range
    let texts = template.groups.compactMap { group -> String? in
      var hasValue = false
      var hasColumn = false
      let text = group.map { part in
        switch part {
        case .text(let text): return text
        case .column(let column, let filter):
          hasColumn = true
          let text = cell(column)
          if filter == "?" {
            hasValue = true
            return text.isEmpty ? "false" : "true"
          }
          if !text.isEmpty { hasValue = true }
          return filter == "lower" ? text.lowercased() : filter == "slug" ? slug(text) : text
        }
      }.joined()
      return hasColumn && !hasValue ? nil : text.trimmingBlanks()
    }
    let text = texts.joined(separator: ", ")
    return SourceText(
      text: text, file: place.file, start: place.bytes.lowerBound,
      offsets: (0...text.utf8.count).map {
        $0 == text.utf8.count ? Int32(place.bytes.upperBound) : Int32(place.bytes.lowerBound)
      })
  }

  /// The text of a cell without the apostrophe that prevents a spreadsheet from reading it as a formula.
  private static func unprotected(_ text: String) -> String {
    guard text.utf8.first == UInt8(ascii: "'"), text.utf8.span.isReadAsFormula else { return text }
    return String(text.dropFirst())
  }

  func field(
    _ key: String, _ value: SourceText, of entity: Int, _ edit: inout Edit
  ) -> RecordOperation.Field? {
    guard !value.text.isEmpty else { return nil }
    if let error = refusal(of: value, key, of: entity) {
      edit.diagnostics.append(error)
      return nil
    }
    return edit.take(editor.field(assignment(key, value, of: entity), of: entity)) ?? nil
  }

  /// The error of a cell that is not in the form that the options or the mapping name; nil if it is, or if it
  /// is empty.
  func refusal(of value: SourceText, _ key: String, of entity: Int) -> Diagnostic? {
    guard !value.text.isEmpty, let attribute = editor.model.entities[entity].attribute(named: key) else {
      return nil
    }
    return editor.values.refusal(of: value.text, as: attribute.type).map {
      Diagnostic($0.id, at: value.range, $0.summary)
    }
  }

  /// The assignment for a cell. Exports separate list items by semicolons, so a comma is part of an item.
  func assignment(_ key: String, _ value: SourceText, of entity: Int) -> Assignment {
    let name = SourceText(key, name: "column")
    let declared = editor.model.entities[entity]
    let isList =
      declared.attribute(named: key)?.type == .tags || declared.relationship(named: key)?.isMany ?? false
    let separator = isList && value.text.contains(";") ? UInt8(ascii: ";") : UInt8(ascii: ",")
    return Assignment(key: name, value: value, separator: separator)
  }
}
