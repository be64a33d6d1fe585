import Content
import Diagnostics
import Query
import Records

/// One of two books that are compared.
struct ComparedBook {
  let book: Book
  /// The records with a file of their own.
  let records: [RecordName: RecordHandle]
  /// The currency that amounts do not name in texts; nil where the books differ in it, so that all amounts name theirs.
  private let home: Currency?
  /// The rows whose computed values follow from something invalid, by table and column.
  private let invalid: [Int: [Int: [Bool]]]

  /// Makes a side.
  /// - Parameters:
  ///   - book: its book.
  ///   - other: the book of the other side.
  init(_ book: Book, comparedWith other: Book) {
    self.book = book
    home = book.graph.model.currency == other.graph.model.currency ? book.graph.model.currency : nil
    var found: [RecordName: RecordHandle] = [:]
    for (table, records) in book.graph.tables.enumerated() where records.owners == nil {
      let model = book.graph.model
      let family = model.family(of: model.entities[model.tables[table].entities.lowerBound])
      for (row, id) in records.ids.enumerated() {
        found[RecordName(family: family, id: id)] = RecordHandle(table: table, row: row)
      }
    }
    records = found
    var invalid: [Int: [Int: [Bool]]] = [:]
    for item in book.expressions.computed {
      let table = book.graph.model.entities[item.entity].table
      guard let rows = item.expression.invalidRows(of: table, in: book.graph) else { continue }
      // Entities of a family share the column.
      let known = invalid[table]?[item.attribute.column]
      invalid[table, default: [:]][item.attribute.column] =
        known.map { zip($0, rows).map { $0 || $1 } } ?? rows
    }
    self.invalid = invalid
  }

  var graph: RecordGraph { book.graph }

  // MARK: Errors

  /// site.yml and model.yml where they have errors: then nothing in the book says what it should.
  var invalidSettings: [String] {
    let settings = ["site.yml", "model.yml"].map { book.root + "/" + $0 }
    return settings.filter { path in pathsWithErrors.contains(path) }
  }

  /// The files and folders with errors that hold no record or page of the book.
  var skippedPaths: Set<String> {
    let paths = pathsWithErrors.filter { !$0.hasSuffix(".yml") }
    guard !paths.isEmpty else { return [] }
    let read = records.values.map { file($0).source.path } + book.pages.map(\.file.source.path)
    return paths.subtracting(read)
  }

  private var pathsWithErrors: Set<String> {
    Set(book.diagnostics.filter { $0.severity == .error }.map { String($0.range.file.path) })
  }

  /// Whether a record may be there, in a file that could not be read.
  func isSkipped(_ name: RecordName) -> Bool {
    graph.model.entity(named: name.family).map {
      graph.isSkipped(name.id, in: graph.model.entities[$0].table)
    } ?? false
  }

  /// Whether records of an entity are missing, or whether it is unknown which of them are implied.
  func lacksRecords(of entity: Entity) -> Bool {
    guard let owner = entity.owner else { return !graph.tables[entity.table].marks.skipped.isEmpty }
    let home = graph.model.entities[owner.entity]
    return lacksRecords(of: home)
      || home.relationships.contains { list in
        list.origin == .owned && graph.model.entities[list.destination].table == entity.table
          && graph.tables[home.table].marks.links[list.link] != nil
      }
  }

  /// Whether any value of a column is invalid.
  func hasInvalid(_ attribute: Attribute, of entity: Entity) -> Bool {
    !(graph.tables[entity.table].marks.values[attribute.column]?.isEmpty ?? true)
      || invalid[entity.table]?[attribute.column]?.contains(true) ?? false
  }

  /// Whether a value could not be read, or follows from something that could not be, unless it is written itself.
  /// - Parameter written: what the record's file says; nil where that did not change.
  func isInvalid(_ attribute: Attribute, _ record: RecordHandle, _ written: WrittenRecord?) -> Bool {
    let isUnread = graph.tables[record.table].marks.values[attribute.column]?.contains(record.row) ?? false
    if isUnread { return true }
    return written?.values[attribute.name.text] == nil
      && invalid[record.table]?[attribute.column]?[record.row] ?? false
  }

  // MARK: Records

  func entity(_ record: RecordHandle) -> Entity {
    graph.model.entities[graph.entity(of: record.row, in: record.table)]
  }

  func file(_ record: RecordHandle) -> MarkdownFile { graph.file(of: record.row, in: record.table) }

  func id(_ record: RecordHandle) -> String { graph.id(of: record.row, in: record.table) }

  /// The exact text of an attribute's value, and what is written where that could not be read; nil where there is none, or
  /// where it follows from something invalid.
  /// - Parameter written: what the record's file says; nil where that did not change.
  func text(_ attribute: Attribute, _ record: RecordHandle, _ written: WrittenRecord?) -> String? {
    if isInvalid(attribute, record, written) { return written?.values[attribute.name.text] }
    return text(graph.tables[record.table].columns[attribute.column][record.row])
  }

  /// What is written in a record, and what the book has for it.
  /// - Parameter model: the index of the book's model in a comparison.
  func version(of record: RecordHandle, model: Int) -> VersionComparison.Version {
    let file = file(record)
    var written = WrittenRecord(file)
    written.texts = texts(of: record, written)
    for (list, rows) in rows(of: record) {
      guard let items = written.lists[list.name], items.count == rows.count else { continue }
      for (index, row) in rows.enumerated() {
        written.lists[list.name]?[index].texts = texts(of: row, items[index])
      }
    }
    let entity = graph.entity(of: record.row, in: record.table)
    return (RecordVersion(written: written, body: file.bodyWithPlainLineEnds), entity, model)
  }

  private func texts(of record: RecordHandle, _ written: WrittenRecord) -> [String: String] {
    entity(record).attributes.reduce(into: [:]) { $0[$1.name.text] = text($1, record, written) }
  }

  /// The exact text of a value.
  func text(_ value: Value) -> String? {
    if case .record(let table, let row) = value { return graph.id(of: row, in: table) }
    return value.exactText(home: home)
  }

  /// The records written inside another, by the name of their list, in the order written. Implied ones are not
  /// among them.
  func rows(of record: RecordHandle) -> [(list: Relationship, rows: [RecordHandle])] {
    entity(record).relationships.filter { $0.origin == .owned }.map { list in
      let table = graph.model.entities[list.destination].table
      guard let owners = graph.tables[table].owners else { return (list, []) }
      let rows = Int(owners.firsts[record.row])..<Int(owners.firsts[record.row + 1])
      let written = rows.filter { OwnedID(graph.id(of: $0, in: table)) != nil }
      return (list, written.map { RecordHandle(table: table, row: $0) })
    }
  }

  /// The records that a list of another implies, by the name of the list. A list of which this is unknown is left
  /// out.
  func implied(by record: RecordHandle) -> [(list: String, row: RecordHandle?)] {
    entity(record).relationships.filter { $0.origin == .owned }.compactMap { list in
      let table = graph.model.entities[list.destination].table
      let isKnown = !(graph.tables[record.table].marks.links[list.link]?.contains(record.row) ?? false)
      guard let owners = graph.tables[table].owners, isKnown else { return nil }
      let rows = Int(owners.firsts[record.row])..<Int(owners.firsts[record.row + 1])
      let row = rows.first { graph.tables[table].isImplied($0) }
      return (list.name, row.map { RecordHandle(table: table, row: $0) })
    }
  }
}

extension Value {
  /// The value in the one form that its type gives it; nil for no value and for records.
  /// - Parameter home: the currency that amounts do not name; nil where all name theirs.
  func exactText(home: Currency?) -> String? {
    switch self {
    case .money(let money):
      var bytes: [UInt8] = []
      money.append(to: &bytes, home: home)
      return String(decoding: bytes, as: UTF8.self)
    case .number(let number):
      // 2.0 and 2 are one number, written in two ways.
      var text = number.description
      guard text.contains(".") else { return text }
      while text.hasSuffix("0") { text.removeLast() }
      return text.hasSuffix(".") ? String(text.dropLast()) : text
    case .list(let values): return values.compactMap { $0.exactText(home: home) }.joined(separator: ", ")
    default: return plainText
    }
  }
}
