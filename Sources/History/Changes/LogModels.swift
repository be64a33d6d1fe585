import Content
import Diagnostics
import Records

/// The models for reading the versions of a log: the present one, and the model at the time of each commit.
///
/// A version's folders, lists and default currency are defined by the model of its time. The present model
/// would read 60 euros as 60 francs after the site's currency has changed.
struct LogModels: Sendable {
  /// All models, starting with the present one.
  private(set) var all: [RecordFolders]
  private var indices: [GitLog.Settings: Int] = [:]
  /// The path of Content, as the user would type it.
  private let root: String
  /// The present model's files; nil for a missing one.
  private let present: [[UInt8]?]
  /// The models' indices, by the contents of their files.
  private var known: [[[UInt8]?]: Int]

  /// Makes the models of a log of which nothing is read yet.
  /// - Parameter source: the files with the present model, used for all commits if it is not in git.
  init(_ source: any ContentSource) async {
    root = source.root
    present = Self.settings(of: source)
    known = [present: 0]
    all = [RecordFolders(await Self.model(present, root: root).model)]
  }

  /// Reads the models of further commits.
  /// - Parameter newest: the settings of the newest commit.
  mutating func add(
    _ entries: [GitLog.Entry], newest: GitLog.Settings, at commit: Commit, of repository: GitRepository
  ) async throws(HistoryFailure) {
    let settings = Set(entries.lazy.flatMap { [$0.settings] + $0.formerSettings })
      .filter { indices[$0] == nil }
    let blobs = Set(settings.flatMap { [$0.model, $0.site].compactMap(\.self) }).sorted()
    let contents = try GitObjects.wholeContents(
      of: blobs.map { ($0, repository.prefix + "model.yml") }, at: commit, in: repository)
    let texts = Dictionary(zip(blobs, contents.map { Array($0) })) { first, _ in first }
    for settings in settings.sorted(by: { ($0.model ?? "", $0.site ?? "") < ($1.model ?? "", $1.site ?? "") })
    {
      let files = [
        newest.model == nil && present[0] != nil ? present[0] : settings.model.flatMap { texts[$0] },
        newest.site == nil && present[1] != nil ? present[1] : settings.site.flatMap { texts[$0] },
      ]
      if known[files] == nil { known[files] = await add(files) }
      indices[settings] = known[files]
    }
  }

  /// Adds the model of given settings.
  /// - Returns: its index; the index of the present model if the settings have errors.
  private mutating func add(_ files: [[UInt8]?]) async -> Int {
    let loaded = await Self.model(files, root: root)
    guard !loaded.model.isInvalid, !loaded.diagnostics.hasErrors else { return 0 }
    all.append(RecordFolders(loaded.model))
    return all.count - 1
  }

  /// The files that define a model: model.yml and site.yml; nil for a missing one.
  static func settings(of source: any ContentSource) -> [[UInt8]?] {
    ["model.yml", "site.yml"].map { try? source.read($0) }
  }

  /// Reads a model from model.yml and site.yml alone.
  static func model(_ files: [[UInt8]?], root: String) async -> LoadedModel {
    let named = zip(["model.yml", "site.yml"], files).compactMap { name, bytes in bytes.map { (name, $0) } }
    let source = MemorySource(root: root, Dictionary(named) { first, _ in first })
    return await ContentLoader(source: source, includesDrafts: true, today: .first).model()
  }

  /// The index of the model of given settings.
  func index(of settings: GitLog.Settings) -> Int { indices[settings] ?? 0 }

  /// Whether a file is a record by any model.
  func mayBeRecord(_ path: String) -> Bool { all.contains { $0.entity(of: path) != nil } }

  /// Whether two files may be of one record and one entity, by any model.
  func isOneRecord(_ path: String, _ other: String) -> Bool {
    all.contains { folders in
      folders.entity(of: path) == folders.entity(of: other)
        && folders.name(of: path) == folders.name(of: other)
        && folders.name(of: path) != nil
    }
  }
}

extension LogModels {
  /// Commits of a log, each with the records that it left unchanged but whose meaning it changed with the
  /// model: an amount without a currency changes with the site's currency.
  ///
  /// For merges these records are not determined.
  func completed(
    _ entries: [GitLog.Entry], _ repository: GitRepository
  ) throws(HistoryFailure) -> [GitLog.Entry] {
    var entries = entries
    guard all.count > 1 else { return entries }
    for index in entries.indices where entries[index].parents.count == 1 {
      let entry = entries[index]
      let (old, new) = (self.index(of: entry.formerSettings[0]), self.index(of: entry.settings))
      let folders = old == new ? [] : all[old].folders(readOtherwiseBy: all[new])
      guard !folders.isEmpty else { continue }
      let tree = try repository.succeed(
        ["ls-tree", "-r", "-z", "--full-tree", "\(entry.commit.name):\(entry.folder.dropLast())"]
      ).output
      let changed = Set(entry.files.map(\.path))
      for (path, blob) in GitTree(tree).blobs.sorted(by: { $0.key < $1.key })
      where !changed.contains(path) && folders.contains(where: path.hasPrefix) {
        entries[index].files.append(GitLog.File(path: path, olds: [blob], new: blob))
      }
    }
    return entries
  }
}

extension RecordFolders {
  /// The folders, with a trailing slash, whose records another model may read differently.
  fileprivate func folders(readOtherwiseBy other: RecordFolders) -> [String] {
    let names = Set((model.entities + other.model.entities).map(\.name))
    return names.sorted().flatMap { name -> [String] in
      let (old, new) = (entity(named: name), other.entity(named: name))
      guard let old, let new else { return [old, new].compactMap { $0?.folder.map { $0 + "/" } } }
      return readsAlike(old, new, other.model) ? [] : [old, new].compactMap { $0.folder.map { $0 + "/" } }
    }
  }

  private func entity(named name: String) -> Entity? { model.entity(named: name).map { model.entities[$0] } }

  /// Whether the values written in a record mean the same in an entity of this model and one of another.
  private func readsAlike(_ old: Entity, _ new: Entity, _ other: Model) -> Bool {
    guard old.folder == new.folder, model.family(of: old) == other.family(of: new) else { return false }
    let isAlike = old.attributes.allSatisfy { attribute in
      guard let now = new.attribute(named: attribute.name.text) else { return true }
      return now.type == attribute.type && (now.type != .money || model.currency == other.currency)
    }
    return isAlike
      && old.relationships.allSatisfy { list in
        guard list.origin == .owned, let now = new.relationship(named: list.name), now.origin == .owned else {
          return list.origin != .owned
        }
        return readsAlike(
          model.entities[list.destination], other.entities[now.destination], other)
      }
  }
}
