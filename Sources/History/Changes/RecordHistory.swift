import Content
import Diagnostics
import Records

/// What each commit changed in the records, newest first.
///
/// Told are values that were written; what follows from them in other records is told by ``BookChanges``. All versions
/// of all records are read as one book, each under the name of its blob, so that every object is read once.
package struct RecordHistory: Sendable {
  /// A commit that changed records.
  package struct Entry: Sendable {
    /// The commit.
    package let commit: Commit
    /// The author's day, as `YYYY-MM-DD`.
    package let day: String
    /// The author's name.
    package let author: String
    /// The first line of the commit's message.
    package let summary: String
    /// What it changed, by path.
    package var changes: [RecordChange]
  }

  /// The commits.
  package private(set) var entries: [Entry] = []
  /// Whether the clone is shallow, so that what came before the last entry is unknown.
  package let isCut: Bool

  /// Reads the history of a Content folder.
  /// - Parameters:
  ///   - repository: its repository.
  ///   - source: the present files, of which the model and the settings hold for all versions.
  ///   - since: leaves out what was committed before this day, as `YYYY-MM-DD`.
  ///   - author: a part of an author's name or address.
  /// - Throws: `HistoryFailure` where git cannot tell.
  package static func read(
    of repository: GitRepository, model source: any ContentSource, since: String? = nil, author: String? = nil
  ) async throws(HistoryFailure) -> RecordHistory {
    let log = try GitLog(of: repository, since: since, author: author)
    let settings = ["model.yml", "site.yml"].compactMap { name in
      (try? source.read(name)).map { (name, $0) }
    }
    var files = Dictionary(settings) { first, _ in first }
    let day = CivilDate(year: 2000, month: 1, day: 1)
    guard let day else { return RecordHistory(isCut: repository.isShallow) }
    let model = await ContentLoader(
      source: MemorySource(root: source.root, files), includesDrafts: true, today: day
    )
    .model().model
    let folders = model.entities.compactMap(\.folder)
    func folder(of path: String) -> String? {
      guard path.hasSuffix(".md"), !path.hasSuffix("/index.md") else { return nil }
      return folders.filter { path.hasPrefix($0 + "/") }.max { $0.utf8.count < $1.utf8.count }
    }
    let all = log.entries.flatMap(\.files).filter { folder(of: $0.path) != nil }
    let objects = try GitObjects(all.flatMap { [$0.old, $0.new].compactMap { $0 } }, of: repository)
    for file in all {
      guard let folder = folder(of: file.path) else { continue }
      for blob in [file.old, file.new].compactMap({ $0 }) {
        if let bytes = objects[blob] { files["\(folder)/\(blob).md"] = Array(bytes) }
      }
    }
    let book = await ContentLoader(
      source: MemorySource(root: source.root, files), includesDrafts: true, today: day
    ).load()
    var history = RecordHistory(isCut: repository.isShallow)
    let versions = Versions(book, folders: folder(of:))
    for entry in log.entries {
      let changes = versions.changes(entry.files)
      guard !changes.isEmpty else { continue }
      history.entries.append(
        Entry(
          commit: entry.commit, day: entry.day, author: entry.author, summary: entry.summary, changes: changes
        ))
    }
    return history
  }

  private init(isCut: Bool) {
    self.isCut = isCut
  }

  /// The entries about one record, which is followed through its former ids, or about the records of an entity.
  /// - Parameter name: an id, or the name of an entity.
  package func about(_ name: String, isEntity: Bool) -> RecordHistory {
    var ids: Set<String> = [name]
    var result = RecordHistory(isCut: isCut)
    for var entry in entries {
      entry.changes = entry.changes.filter { change in
        guard !isEntity else { return change.entity == name }
        guard ids.contains(change.id) else { return false }
        if let former = change.formerID { ids.insert(former) }
        return true
      }
      if !entry.changes.isEmpty { result.entries.append(entry) }
    }
    return result
  }

  /// For each written value of a record the newest commit that set it, by the value's key in the order found.
  ///
  /// Ask a history that is ``about(_:isEntity:)`` the record.
  package var blame: [(key: String, value: String, entry: Entry)] {
    var found: [(key: String, value: String, entry: Entry)] = []
    var seen: Set<String> = []
    for entry in entries {
      for change in entry.changes where change.kind != .deleted {
        for value in change.values where seen.insert(value.key).inserted {
          if let text = value.new { found.append((value.key, text, entry)) }
        }
      }
      // What lies before a deletion is another record's past.
      if entry.changes.contains(where: { $0.kind == .deleted || $0.kind == .inserted }) { break }
    }
    return found
  }
}

/// All versions of all records, by their blobs.
private struct Versions {
  private let side: Side
  private let folder: (String) -> String?

  init(_ book: Book, folders: @escaping (String) -> String?) {
    side = Side(book)
    folder = folders
  }

  /// What a commit changed, by its files.
  func changes(_ files: [GitLog.File]) -> [RecordChange] {
    // A file that is moved is removed at one path and added at another, under the same id.
    var pairs: [(path: String, old: Substring?, new: Substring?)] = []
    var removed: [String: Int] = [:]
    for file in files.sorted(by: { ($0.new == nil ? 0 : 1) < ($1.new == nil ? 0 : 1) }) {
      guard folder(file.path) != nil else { continue }
      if file.new == nil {
        removed[Self.id(file.path)] = pairs.count
        pairs.append((file.path, file.old, nil))
      } else if file.old == nil, let index = removed.removeValue(forKey: Self.id(file.path)) {
        pairs[index] = (file.path, pairs[index].old, file.new)
      } else {
        pairs.append((file.path, file.old, file.new))
      }
    }
    var formerIDs: [String: String] = [:]
    joinRenamed(&pairs, &formerIDs)
    return pairs.compactMap { path, old, new in
      Comparison.change(
        from: name(old, path), to: name(new, path), in: side, id: Self.id(path), formerID: formerIDs[path])
    }.sorted { ($0.entity, $0.id) < ($1.entity, $1.id) }
  }

  /// Makes one change of a record that went and one that came with the same bytes, or that says which it was.
  private func joinRenamed(
    _ pairs: inout [(path: String, old: Substring?, new: Substring?)], _ formerIDs: inout [String: String]
  ) {
    for index in pairs.indices where pairs[index].old == nil {
      guard let blob = pairs[index].new else { continue }
      let former = name(blob, pairs[index].path).flatMap { side.places[$0] }.map {
        WrittenRecord(side.document($0)).formerIDs
      }
      let other = pairs.firstIndex { pair in
        pair.new == nil
          && (pair.old == blob || former.map { $0.contains(Self.id(pair.path)) } ?? false)
      }
      guard let other else { continue }
      formerIDs[pairs[index].path] = Self.id(pairs[other].path)
      pairs[index].old = pairs[other].old
      pairs[other].old = nil
    }
  }

  private func name(_ blob: Substring?, _ path: String) -> Side.Name? {
    guard let blob, let folder = folder(path) else { return nil }
    let entity = side.graph.model.entities.first { $0.folder == folder }
    let table = entity?.table ?? 0
    let family = side.graph.model.entities[side.graph.model.tables[table].entities.lowerBound].name
    let name = Side.Name(family: family, id: String(blob))
    return side.places[name] == nil ? nil : name
  }

  private static func id(_ path: String) -> String {
    String((path.split(separator: "/").last ?? "").dropLast(3))
  }
}
