import Content
import Diagnostics
import FrontMatter
import Records

extension Editor {
  /// Finds the key that a typed name stands for.
  /// - Parameter isList: whether to expect a list, which may be named in the singular: `row` for `rows`.
  func key(
    _ source: SourceText, of entity: Int, isList: Bool = false
  ) -> Result<(name: String, kind: EntityKeys.Kind), Diagnostic> {
    func error(
      _ id: DiagnosticID, _ summary: String, _ notes: [Diagnostic.Note] = []
    ) -> Result<(name: String, kind: EntityKeys.Kind), Diagnostic> {
      .failure(Diagnostic(id, at: source.range, summary, notes: notes))
    }
    let declared = model.entities[entity]
    let keys = entityKeys[entity]
    let name = source.text
    if let kind = keys[name] {
      guard isList else { return .success((name, kind)) }
      switch kind {
      case .rows: return .success((name, kind))
      case .reference(let relationship) where relationship.isMany: return .success((name, kind))
      case .attribute(let attribute) where attribute.type == .tags: return .success((name, kind))
      default: return error(.wrongShape, "'\(name)' is not a list; it is set with 'docket set ID \(name)=…'")
      }
    }
    if isList, let plural = keys.names.first(where: { $0 == name + "s" }) {
      return key(SourceText(plural, name: source.file.path), of: entity, isList: true)
    }
    if keys.computed.contains(name) {
      let relationship = declared.relationship(named: name)
      let elsewhere = relationship.map {
        let other = model.entities[$0.destination].name
        return $0.declaration.inverse.map { "; write '\($0.text)' in each \(other) instead" } ?? ""
      }
      return error(.computedValue, "'\(name)' is computed and cannot be written" + (elsewhere ?? ""))
    }
    let translated = LanguageWords.names(of: name).filter {
      keys.names.contains($0) || keys.computed.contains($0)
    }
    let nearest =
      declared.presentName(of: name)
      ?? (translated.count == 1 ? translated[0] : nearestName(to: name, among: keys.names))
    return error(
      .unknownKey, "unknown key '\(name)' in \(declared.name)\(suggestion(nearest))",
      nearest == nil ? [.init("the keys are \(keys.names.joined(separator: ", "))")] : [])
  }

  /// The field that an assignment writes; nil if it clears the key.
  func field(_ assignment: Assignment, of entity: Int) -> Result<RecordOperation.Field?, Diagnostic> {
    let (name, kind): (String, EntityKeys.Kind)
    switch key(assignment.key, of: entity) {
    case .success(let found): (name, kind) = found
    case .failure(let error): return .failure(error)
    }
    if case .rows(let list) = kind {
      let item = model.rowName(1, of: "ID", list.destination)
      return .failure(
        Diagnostic(
          .wrongShape, at: assignment.key.range,
          "'\(name)' is a list of rows; 'docket add ID \(name) KEY=VALUE …' adds one, 'docket remove \(item)' removes the first"
        ))
    }
    guard !assignment.value.text.isEmpty else { return .success(nil) }
    let reader = assignment.isAsInContent ? readingAsInContent : self
    return Result { () throws(Diagnostic) in
      func text(_ source: SourceText) throws(Diagnostic) -> String { try reader.item(source, kind).get() }
      let value: RecordOperation.FieldValue =
        kind.holdsTexts ? .list(try assignment.items.map(text)) : .text(try text(assignment.value))
      return RecordOperation.Field(name, value)
    }
  }

  /// The editor that reads days and numbers as Content writes them, not as a file that is imported does.
  var readingAsInContent: Editor {
    var reader = self
    reader.values.dateFormat = nil
    reader.values.hasDecimalComma = nil
    return reader
  }

  /// A value of a key, or an item of its list, as written in files; the error if a name is not unique.
  package func item(_ source: SourceText, _ kind: EntityKeys.Kind) -> Result<String, Diagnostic> {
    switch kind {
    case .attribute(let attribute): .success(values.written(source.text, as: attribute.type))
    case .draft: .success(values.written(source.text, as: .boolean))
    case .reference(let relationship): reference(source, relationship)
    case .rows, .was: .success(source.text)
    }
  }

  /// The id that a reference names, by id or title.
  private func reference(_ source: SourceText, _ relationship: Relationship) -> Result<String, Diagnostic> {
    let name = nfc(source.text)
    let made = madeIDs[model.entities[relationship.destination].table]
    if made?.contains(name) ?? false { return .success(name) }
    let found = lookup.record(source.text, of: relationship.destination, allowsPart: allowsPartsOfTitles)
    let kind = labelInWords(model.entities[relationship.destination].name).lowercased()
    return lookup.resolve(found, source, kind: kind).map { graph.id(of: $0) }
  }

  // MARK: What follows

  /// The currency of a record's amounts that name none.
  func currency(of record: RecordHandle) -> Currency {
    RecordCurrencies(record.table, of: graph)[record.row]
  }

  /// The editor of a book that has amounts in a currency: with a second dollar `$5` is no certain amount.
  package func knowing(_ currency: Currency) -> Editor {
    guard !values.currencies.contains(currency), !values.currencies.isEmpty else { return self }
    var editor = self
    editor.values.currencies.append(currency)
    return editor
  }

  /// The currency of a new record's amounts that name none.
  /// - Parameter fields: the record's fields.
  func currency(of entity: Int, with fields: [RecordOperation.Field]) -> Currency {
    model.entities[entity].currency(of: fields) ?? model.currency
  }
}

extension EntityKeys.Kind {
  /// Whether a key holds a list of texts.
  package var holdsTexts: Bool {
    switch self {
    case .attribute(let attribute): attribute.type == .tags
    case .reference(let relationship): relationship.isMany
    case .was: true
    case .rows, .draft: false
    }
  }
}

extension Entity {
  /// The currency that fields set for a record's amounts; nil if they set none.
  func currency(of fields: [RecordOperation.Field]) -> Currency? {
    currency { key in fields.last { $0.key == key }?.value.plainText }
  }
}
