import Content
import Diagnostics
import FileSystem
import FrontMatter
import Records

/// A repository's log with every version of every record, read once to make several histories.
private struct RecordLog: Sendable {
  let log: GitLog
  let models: LogModels
  let versions: RecordVersions
  let isShallow: Bool

  /// Reads the log of a Content folder.
  init(
    _ log: GitLog, at commit: Commit, of repository: GitRepository, model source: any ContentSource
  ) async throws(HistoryFailure) {
    models = try await LogModels(log, at: commit, of: repository, source)
    self.log = try models.completed(log, repository)
    versions = try await RecordVersions.read(self.log, models, at: commit, of: repository)
    isShallow = repository.isShallow
  }

  /// The changes of each commit in the full book.
  func history(includesDrafts: Bool) async -> RecordHistory {
    await history(in: HistoryScope(models, includesDrafts: includesDrafts))
  }

  /// The changes of each commit in a public book.
  func history(ofPublic graph: RecordGraph, includesDrafts: Bool) async -> RecordHistory {
    var scope = HistoryScope(models, includesDrafts: includesDrafts, publicBook: graph)
    // Newest first: a former id is known to be public once the id after it is.
    for entry in log.entries where entry.files.contains(where: { $0.new == nil }) {
      for step in versions.steps(in: entry, scope) {
        guard let formerID = step.former?.id, step.reported != nil, let new = step.new else { continue }
        scope.add(formerID: formerID, of: step.name.id, in: scope.model.entities[new.entity].table)
      }
    }
    return await history(in: scope)
  }

  private func history(in scope: HistoryScope) async -> RecordHistory {
    let parts = await inParallel(log.entries.count, by: 64) { part in
      log.entries[part].map { versions.changes(in: $0, scope) }
    }
    let entries = zip(log.entries, parts.joined()).compactMap { entry, changes in
      changes.isEmpty
        ? nil
        : RecordHistory.Entry(
          commit: entry.commit.name, day: entry.day, author: entry.author, summary: entry.summary,
          changes: changes)
    }
    return RecordHistory(entries: entries, isCut: isShallow)
  }
}

extension RecordHistory {
  /// Reads the history of a Content folder, including records while they were drafts, in one pass over git's
  /// log that reads each version of a record once.
  /// - Parameters:
  ///   - repository: the repository of the folder.
  ///   - commit: the newest commit to include; nil for the current one.
  ///   - source: the files with the present model and settings.
  ///   - since: excludes commits with an earlier author's day.
  ///   - author: part of an author's name or address.
  ///   - firstParent: shows all that each merge brought in, instead of the commits on the merged branch.
  ///     Changes of a value then follow one another, each starting from the previous result.
  /// - Throws: `HistoryFailure` if git cannot tell.
  package static func read(
    of repository: GitRepository, at commit: Commit? = nil, model source: any ContentSource,
    since: CivilDate? = nil, author: String? = nil, firstParent: Bool = false
  ) async throws(HistoryFailure) -> RecordHistory {
    let commit = if let commit { commit } else { try repository.commit(named: "HEAD") }
    let log = try GitLog(
      of: repository, from: commit, since: since, author: author,
      following: firstParent ? .firstParent : .everyParent)
    return try await RecordLog(log, at: commit, of: repository, model: source).history(includesDrafts: true)
  }

  /// An error for each submodule that may contain records, whose history is in another repository.
  /// - Parameters:
  ///   - commit: the commit of the submodules.
  ///   - source: the files, whose model defines the folders of records.
  package static func submodules(
    of repository: GitRepository, at commit: Commit, model source: any ContentSource
  ) async throws(HistoryFailure) -> [Diagnostic] {
    let submodules = try repository.submodules(at: commit)
    guard !submodules.isEmpty else { return [] }
    let folders = RecordFolders(await model(of: source))
    return submodules.filter(folders.mayHold).sorted { $0.precedes($1) }.map { path in
      Diagnostic(
        .unreadableFolder, at: SourceFile(path: source.root + "/" + path, bytes: []).range,
        "cannot read the folder: \(GitTree.submoduleReason)")
    }
  }

  /// The model of a source, read from its settings only.
  static func model(of source: any ContentSource) async -> Model {
    let settings = ["model.yml", "site.yml"].compactMap { name in (try? source.read(name)).map { (name, $0) }
    }
    let files = MemorySource(root: source.root, Dictionary(settings) { first, _ in first })
    return await ContentLoader(source: files, includesDrafts: true, today: .first).model().model
  }
}

extension BookHistory {
  /// Reads the history of a book.
  /// - Parameters:
  ///   - repository: the repository of its Content folder.
  ///   - commit: the newest commit to include.
  ///   - source: the files with the present model and settings.
  ///   - includesDrafts: whether drafts are treated as records. If not, a record's history begins when it is
  ///     no longer a draft, and ends when it becomes one.
  ///   - isPublic: whether to read the history of the public book.
  /// - Throws: `HistoryFailure` if git cannot tell.
  package static func read(
    of repository: GitRepository, at commit: Commit, model source: any ContentSource, includesDrafts: Bool,
    isPublic: Bool
  ) async throws(HistoryFailure) -> BookHistory {
    let log = try await RecordLog(
      GitLog(of: repository, from: commit), at: commit, of: repository, model: source)
    let full = await log.history(includesDrafts: includesDrafts)
    guard isPublic else { return BookHistory(full) }
    return BookHistory(full) { await log.history(ofPublic: $0, includesDrafts: includesDrafts) }
  }

  /// A history without any commit, for what does not depend on the changes.
  package static var empty: BookHistory {
    let history = RecordHistory(entries: [], isCut: false)
    return BookHistory(history) { _ in history }
  }

  /// Whether an expression in the model, the settings or a page may read the day of a change: whether one of
  /// these files has the word `created` or `changed`.
  package static func isRead(in source: any ContentSource) async -> Bool {
    guard let entries = try? await source.list(withStamps: false) else { return true }
    let folders = RecordFolders(await RecordHistory.model(of: source))
    return entries.map(\.path).contains { path in
      guard path.hasSuffix(".md") || path.hasSuffix(".yml"), folders.entity(of: path) == nil,
        !path.hasPrefix(ClosedYear.folder + "/")
      else { return false }
      return (try? source.read(path)).map { isRead(by: String(decoding: $0, as: UTF8.self)) } ?? true
    }
  }

  /// Whether an expression in a text may read the day of a change.
  package static func isRead(by text: String) -> Bool { text.contains("created") || text.contains("changed") }
}
