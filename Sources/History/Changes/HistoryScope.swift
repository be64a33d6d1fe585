import Content
import Records

/// The scope of a history: which versions it covers, and whether in full or as in a public book.
///
/// Anything out of scope is removed from versions before they are compared, so that it has no influence.
struct HistoryScope: Sendable {
  /// Compares versions, and shows them as the book of the history has them.
  let comparison: VersionComparison
  /// Whether drafts count; if not, a draft is treated as absent.
  let includesDrafts: Bool
  /// The full models. Folders of private entities may be inside the folders of public ones.
  private let models: LogModels
  /// The graph of the public book; nil for the full book's history.
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
  /// - Parameter publicBook: the graph of the public book.
  init(_ models: LogModels, includesDrafts: Bool, publicBook: RecordGraph) {
    comparison = VersionComparison(models: [publicBook.model])
    self.includesDrafts = includesDrafts
    self.models = models
    self.publicBook = publicBook
    for name in publicBook.formerNames { formerIDs[name.table, default: []].insert(name.id) }
  }

  /// The model of the history's book.
  var model: Model { comparison.present }

  /// Whether the history is of a public book.
  var isPublic: Bool { publicBook != nil }

  /// The indices of the models before a commit, one for each parent, and of the model after it.
  func models(of entry: GitLog.Entry) -> (olds: [Int], new: Int) {
    (entry.formerSettings.map(models.index), models.index(of: entry.settings))
  }

  /// The name of the record in a file; nil for any other file.
  /// - Parameter model: the index of the model to read the file's path by.
  func name(of path: String, model: Int) -> RecordName? {
    let folders = models.all[model]
    guard let name = folders.name(of: path) else { return nil }
    return isPublic && publicEntity(of: path, folders) == nil ? nil : name
  }

  /// Whether a family may be the present name of another, as after its entity was renamed or got a parent: the model
  /// after has only the present one, which the model before does not have unless the entity joined it.
  func isRenamed(_ former: String, to family: String, _ old: Int, _ new: Int) -> Bool {
    let (before, after) = (models.all[old].model, models.all[new].model)
    return !after.hasFamily(former) && (!before.hasFamily(family) || after.isInFamily(former, family))
  }

  /// The families that only some branches of a merge renamed, by the name that they have on another branch. Their
  /// records are in the same folder.
  func branchFamilies(of entry: GitLog.Entry) -> [String: String] {
    let (olds, new) = models(of: entry)
    guard olds.count > 1 else { return [:] }
    var families: [String: String] = [:]
    let now = models.all[new].model
    for old in Set(olds) where old != new {
      let model = models.all[old].model
      for entity in model.entities where entity.folder != nil {
        let (family, present) = (model.family(of: entity), now.entities.first { $0.folder == entity.folder })
        guard let present = present.map(now.family), isRenamed(family, to: present, old, new) else {
          continue
        }
        families[family] = present
      }
    }
    return families
  }

  /// The public model's entity with the same name as the entity of the record in a file.
  private func publicEntity(of path: String, _ folders: RecordFolders) -> Int? {
    folders.entity(of: path).flatMap { model.entity(named: folders.model.entities[$0].name) }
  }

  /// The part of a version that is in scope; nil if the file is not a record in scope.
  /// - Parameter model: the index of the model to read it by.
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
    // Amounts keep the currency in which the public book shows them.
    let shown = entity.currency { record.written.values[$0] } ?? self.model.currency
    let hasBody = entity.declaration.hasPublicBody ?? false
    return (
      RecordVersion(
        written: publicPart(
          of: record.written, entity, readBy: folders.model, writtenIn: shown == currency ? nil : currency),
        body: hasBody ? record.body : []),
      index, 0
    )
  }

  // MARK: Public books

  /// The part of a record's values that is in a public book.
  /// - Parameter currency: the currency of amounts that name none; nil if the public book shows the same one.
  private func publicPart(
    of record: WrittenRecord, _ entity: Entity, readBy full: Model, writtenIn currency: Currency?
  )
    -> WrittenRecord
  {
    var values: [String: String] = [:]
    values["was"] = record.values["was"]
    // What was a reference is no text now: it may name a private record.
    let references = full.entity(named: entity.name).map { index in
      Set(full.entities[index].relationships.map { comparison.key($0.name, of: full.entities[index]) })
    }
    for attribute in entity.attributes where attribute.derived == nil {
      let key = attribute.name.text
      guard !(references?.contains(key) ?? false) else { continue }
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
          publicPart(
            of: $0, model.entities[relationship.destination], readBy: full, writtenIn: currency)
        }
      case .owner, .computed: break
      }
    }
    return WrittenRecord(values: values, lists: lists)
  }

  /// Whether an id is the current or a former id of a record in the public book. Whether any other id was
  /// public cannot be known.
  private func isPublic(id: String, in table: Int) -> Bool {
    publicBook?.row(withID: id, in: table) != nil || formerIDs[table]?.contains(id) ?? false
  }

  /// Adds the id of a record before a commit renamed it, if the id after is known to be public.
  mutating func add(formerID: String, of id: String, in table: Int) {
    if isPublic(id: id, in: table) { formerIDs[table, default: []].insert(formerID) }
  }
}
