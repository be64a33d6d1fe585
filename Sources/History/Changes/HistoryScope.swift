import Content
import Records

/// Which versions of which records a history is about, and what of them: everything, or what a public book has.
///
/// What is out of scope is removed from the versions before they are compared, so that nothing that a history says
/// depends on it.
struct HistoryScope: Sendable {
  /// Compares versions, and shows them as the book that the history is about has them.
  let comparison: VersionComparison
  /// Whether a version that is a draft counts; else it is as if the record was not there.
  let includesDrafts: Bool
  /// The full models: folders of private entities may be in those of public ones.
  private let models: LogModels
  /// The records of the public book that it is about; nil for the full one.
  private let publicBook: RecordGraph?
  /// The former ids of the public book's records, by table.
  private var formerIDs: [Int: Set<String>] = [:]

  /// The scope of the full book's history.
  init(_ models: LogModels, includesDrafts: Bool) {
    comparison = VersionComparison(models: models.all.map(\.model))
    self.includesDrafts = includesDrafts
    self.models = models
    publicBook = nil
  }

  /// The scope of a public book's history.
  /// - Parameter publicBook: its records, linked.
  init(_ models: LogModels, includesDrafts: Bool, publicBook: RecordGraph) {
    comparison = VersionComparison(models: [publicBook.model])
    self.includesDrafts = includesDrafts
    self.models = models
    self.publicBook = publicBook
    for name in publicBook.formerNames { formerIDs[name.table, default: []].insert(name.id) }
  }

  /// The model of the book that it is about.
  var model: Model { comparison.present }

  /// Whether it is about a public book.
  var isPublic: Bool { publicBook != nil }

  /// The indices of the models before a commit, one for each parent, and after it.
  func models(of entry: GitLog.Entry) -> (olds: [Int], new: Int) {
    (entry.formerSettings.map(models.index), models.index(of: entry.settings))
  }

  /// The name of the record in a file; nil for any other file.
  /// - Parameter model: the index of the model by which it is one.
  func name(of path: String, model: Int) -> RecordName? {
    let folders = models.all[model]
    guard let name = folders.name(of: path) else { return nil }
    return isPublic && publicEntity(of: path, folders) == nil ? nil : name
  }

  /// Whether a model has a family.
  func has(family: String, model: Int) -> Bool { models.all[model].model.entity(named: family) != nil }

  /// The public model's entity, with the name that the record in a file had.
  private func publicEntity(of path: String, _ folders: RecordFolders) -> Int? {
    folders.entity(of: path).flatMap { model.entity(named: folders.model.entities[$0].name) }
  }

  /// What the scope has of a version; nil if the file is no record of it.
  /// - Parameter model: the index of the model by which it is read.
  func version(_ record: RecordVersion, at path: String, model: Int) -> VersionComparison.Version? {
    let folders = models.all[model]
    guard let fullIndex = folders.entity(of: path) else { return nil }
    let full = folders.model.entities[fullIndex]
    var record = record
    record.written = comparison.withPresentNames(record.written, of: full, in: folders.model)
    guard isPublic else { return (record, fullIndex, model) }
    guard let index = publicEntity(of: path, folders) else { return nil }
    let entity = self.model.entities[index]
    let currency = full.currency { record.written.values[$0] } ?? folders.model.currency
    // Amounts keep the currency that the public book shows them in.
    let shown = entity.currency { record.written.values[$0] } ?? self.model.currency
    let hasBody = entity.declaration.hasPublicBody ?? false
    return (
      RecordVersion(
        written: publicPart(of: record.written, entity, writtenIn: shown == currency ? nil : currency),
        body: hasBody ? record.body : []),
      index, 0
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
