import Content
import Records

/// Which versions of which records a history is about, and what of them: everything, or what a public book has.
///
/// What is out of scope is removed from the versions before they are compared, so that nothing that a history says
/// depends on it.
struct HistoryScope: Sendable {
  /// Compares versions by the model of the book that the history is about.
  let comparison: VersionComparison
  /// Whether a version that is a draft counts; else it is as if the record was not there.
  let includesDrafts: Bool
  /// The folders of the full model: those of private entities may be in those of public ones.
  private let folders: RecordFolders
  /// The records of the public book that it is about; nil for the full one.
  private let publicBook: RecordGraph?
  /// The former ids of the public book's records, by table.
  private var formerIDs: [Int: Set<String>] = [:]

  /// The scope of the full book's history.
  init(_ folders: RecordFolders, includesDrafts: Bool) {
    comparison = VersionComparison(model: folders.model)
    self.includesDrafts = includesDrafts
    self.folders = folders
    publicBook = nil
  }

  /// The scope of a public book's history.
  /// - Parameter publicBook: its records, linked.
  init(_ folders: RecordFolders, includesDrafts: Bool, publicBook: RecordGraph) {
    comparison = VersionComparison(model: publicBook.model)
    self.includesDrafts = includesDrafts
    self.folders = folders
    self.publicBook = publicBook
    for name in publicBook.formerNames { formerIDs[name.table, default: []].insert(name.id) }
  }

  /// The model of the book that it is about.
  var model: Model { comparison.model }

  /// Whether it is about a public book.
  var isPublic: Bool { publicBook != nil }

  /// The entity of the record in a file, an index into the scope's model; nil for any other file.
  func entity(of path: String) -> Int? {
    let entity = folders.entity(of: path)
    return isPublic ? entity.flatMap { model.entity(named: folders.model.entities[$0].name) } : entity
  }

  /// The name of the record in a file; nil for any other file.
  func name(of path: String) -> RecordName? { entity(of: path) == nil ? nil : folders.name(of: path) }

  /// What the scope has of a version; nil if the file is no record of it.
  func version(_ record: RecordVersion, at path: String) -> VersionComparison.Version? {
    guard let index = entity(of: path) else { return nil }
    guard isPublic else { return (record, index) }
    let entity = model.entities[index]
    guard let full = folders.model.entity(named: entity.name).map({ folders.model.entities[$0] }) else {
      return nil
    }
    let currency = full.currency { record.written.values[$0] } ?? model.currency
    // Amounts keep the currency that the public book shows them in.
    let hidden = entity.currency { record.written.values[$0] } ?? model.currency == currency ? nil : currency
    let hasBody = entity.declaration.hasPublicBody ?? false
    return (
      RecordVersion(
        written: publicPart(of: record.written, entity, writtenIn: hidden), body: hasBody ? record.body : []),
      index
    )
  }

  // MARK: Public books

  /// What a public book has of a record's values.
  /// - Parameter currency: the currency of amounts that name none, if the public book does not know it.
  private func publicPart(of record: WrittenRecord, _ entity: Entity, writtenIn currency: Currency?)
    -> WrittenRecord
  {
    var values: [String: String] = [:]
    values["was"] = record.values["was"]
    for attribute in entity.attributes where attribute.derived == nil {
      let key = attribute.name.text
      values[key] = record.values[key].map { text in
        currency.flatMap { attribute.value(of: text, currency: $0)?.exactText(home: model.currency) } ?? text
      }
    }
    var lists: [String: [WrittenRecord]] = [:]
    for relationship in entity.relationships {
      switch relationship.origin {
      case .written:
        let table = model.entities[relationship.destination].table
        let ids = record.values[relationship.name]?.split(separator: ", ").map(String.init) ?? []
        let known = ids.filter { isPublic(id: $0, in: table) }
        if !known.isEmpty { values[relationship.name] = known.joined(separator: ", ") }
      case .owned:
        lists[relationship.name] = record.lists[relationship.name]?.map {
          publicPart(of: $0, model.entities[relationship.destination], writtenIn: currency)
        }
      case .owner, .computed: break
      }
    }
    return WrittenRecord(values: values, lists: lists)
  }

  /// Whether an id is one that a record of the public book has or had. Of any other it cannot be known whether it was
  /// public.
  private func isPublic(id: String, in table: Int) -> Bool {
    publicBook?.row(withID: id, in: table) != nil || formerIDs[table]?.contains(id) ?? false
  }

  /// Adds the id that a record had before a commit renamed it, if the id after is known to be public.
  mutating func add(formerID: String, of id: String, in table: Int) {
    if isPublic(id: id, in: table) { formerIDs[table, default: []].insert(formerID) }
  }
}
