import Content
import Diagnostics
import FileSystem
import Query
import Records

/// One side of a comparison of two books.
struct ComparedBook {
  let book: Book
  /// The records with a file of their own.
  let records: [RecordName: RecordHandle]
  /// The currency that texts of amounts leave out; nil if the books' currencies differ, so that none do.
  let home: Currency?
  /// The records whose ids several files have, of which nobody knows which one is meant, and the files.
  private let duplicates: (names: Set<RecordName>, paths: Set<String>)
  /// The rows whose computed values follow from something invalid, by table and column.
  private let invalid: [Int: [Int: InvalidRows]]

  /// Makes one side of a comparison.
  /// - Parameters:
  ///   - book: the book of this side.
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
    let ids = Set(book.diagnostics.compactMap(\.idOfSeveralFiles))
    let several = ids.isEmpty ? [:] : found.filter { ids.contains(idFolded($0.key.id)) }
    duplicates = (
      Set(several.keys), Set(several.values.map { book.graph.file(of: $0).source.path })
    )
    records = several.isEmpty ? found : found.filter { several[$0.key] == nil }
    var invalid: [Int: [Int: InvalidRows]] = [:]
    for item in book.expressions.computed {
      let table = book.graph.model.entities[item.entity].table
      // Entities of a family may share a column.
      invalid[table, default: [:]][item.attribute.column, default: InvalidRows()]
        .formUnion(item.expression.invalidRows(of: table, in: book.graph))
    }
    self.invalid = invalid
  }

  var graph: RecordGraph { book.graph }

  // MARK: Errors

  /// site.yml and model.yml if they have errors, which make the whole book unreliable.
  var invalidSettings: [String] {
    let settings = ["site.yml", "model.yml"].map { book.root + "/" + $0 }
    return settings.filter { path in pathsWithErrors.contains(path) }
  }

  /// The files and folders with errors that no record or page of the book was read from.
  var skippedPaths: Set<String> {
    let paths = pathsWithErrors.filter { !$0.hasSuffix(".yml") }.union(duplicates.paths)
    guard !paths.isEmpty else { return [] }
    let read = records.values.map { graph.file(of: $0).source.path } + book.pages.map(\.file.source.path)
    return paths.subtracting(read)
  }

  private var pathsWithErrors: Set<String> {
    Set(book.diagnostics.filter { $0.severity == .error }.map { String($0.range.file.path) })
  }

  /// Whether a record may be in a file that could not be read, or in one of several.
  func isSkipped(_ name: RecordName) -> Bool {
    if duplicates.names.contains(name) { return true }
    return graph.model.entity(named: name.family).map {
      graph.isSkipped(name.id, in: graph.model.entities[$0].table)
    } ?? false
  }

  /// Whether records of an entity were skipped, or it is unknown which of them are implied.
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
      || !(invalid[entity.table]?[attribute.column]?.isEmpty ?? true)
  }

  /// Whether a value could not be read, or is computed from something that could not.
  /// - Parameter written: the content of the record's file, whose written values are valid; nil if unchanged.
  func isInvalid(_ attribute: Attribute, _ record: RecordHandle, _ written: WrittenRecord?) -> Bool {
    let isInvalid = graph.tables[record.table].marks.values[attribute.column]?.contains(record.row) ?? false
    if isInvalid { return true }
    return written?.values[attribute.name.text] == nil
      && invalid[record.table]?[attribute.column]?.contains(record.row) ?? false
  }

  // MARK: Records

  func entity(_ record: RecordHandle) -> Entity {
    graph.model.entities[graph.entity(of: record.row, in: record.table)]
  }

  /// The exact text of a value, or the written text if the value is invalid; nil if it is null, or computed
  /// from something invalid.
  /// - Parameter written: the content of the record's file; nil if unchanged.
  func text(_ attribute: Attribute, _ record: RecordHandle, _ written: WrittenRecord?) -> String? {
    if isInvalid(attribute, record, written) { return written?.values[attribute.name.text] }
    return value(attribute.column, record).exactText(home: home)
  }

  func value(_ column: Int, _ record: RecordHandle) -> Value {
    graph.tables[record.table].columns[column][record.row]
  }

  /// The written values of a record, together with the values in the book.
  /// - Parameter model: the index of the book's model in a comparison.
  func version(of record: RecordHandle, model: Int) -> VersionComparison.Version {
    let file = graph.file(of: record)
    var written = WrittenRecord(file)
    written.texts = texts(of: record, written)
    for (list, rows) in rows(of: record) {
      guard let items = written.lists[list.name], items.count == rows.count else { continue }
      for (index, row) in rows.enumerated() {
        written.lists[list.name]?[index].texts = texts(of: row, items[index])
      }
    }
    let entity = graph.entity(of: record.row, in: record.table)
    return (RecordVersion(written: written, body: file.comparedBody), entity, model)
  }

  private func texts(of record: RecordHandle, _ written: WrittenRecord) -> [String: String] {
    entity(record).attributes.reduce(into: [:]) { $0[$1.name.text] = text($1, record, written) }
  }

  /// The records written inside another, by the name of their list, in order, without implied records.
  func rows(of record: RecordHandle) -> [(list: Relationship, rows: [RecordHandle])] {
    entity(record).ownedLists.map { list in
      let table = graph.model.entities[list.destination].table
      guard let owners = graph.tables[table].owners else { return (list, []) }
      let written = owners.rows(of: record.row).filter { !graph.tables[table].isImplied($0) }
      return (list, written.map { RecordHandle(table: table, row: $0) })
    }
  }

  /// The records that a record's lists imply, by the name of the list, as far as they are known.
  func implied(by record: RecordHandle) -> [(list: String, row: RecordHandle?)] {
    entity(record).ownedLists.compactMap { list in
      let table = graph.model.entities[list.destination].table
      let isKnown = !(graph.tables[record.table].marks.links[list.link]?.contains(record.row) ?? false)
      guard let owners = graph.tables[table].owners, isKnown else { return nil }
      let row = owners.rows(of: record.row).first { graph.tables[table].isImplied($0) }
      return (list.name, row.map { RecordHandle(table: table, row: $0) })
    }
  }
}

extension Value {
  /// Whether the value has the same exact text as another one, as far as that shows without making the texts.
  func hasText(of other: Value) -> Bool {
    guard case (.money(let amounts), .money(let others)) = (self, other) else { return self == other }
    guard let amount = amounts.single, let second = others.single else { return false }
    return amount.currency == second.currency && amount.number == second.number
      && amount.number.scale == second.number.scale
  }

  /// The canonical text of the value; nil for null and for records.
  /// - Parameter home: the currency to leave out of amounts; nil to write every currency.
  func exactText(home: Currency?) -> String? {
    switch self {
    // 2.0 and 2 are the same number, written in two ways.
    case .number(let number): number.withoutTrailingZeros.description
    case .list(let values): listText(values.compactMap { $0.exactText(home: home) }, separator: ", ")
    default: plainText(home: home)
    }
  }
}

extension Diagnostic {
  /// The folded id that several files have; nil if it is another error.
  fileprivate var idOfSeveralFiles: String? {
    // The error of a former id that several records name is at its place.
    guard id == .duplicateID, range.bytes.isEmpty else { return nil }
    return idFolded(String(range.file.path.fileName.withoutMarkdownEnding))
  }
}
