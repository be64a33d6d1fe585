import Content
import Diagnostics
import FileSystem
import Records

extension RecordHistory {
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
        .unreadableFolder, at: SourceRange(fileAt: source.root + "/" + path),
        "cannot read the folder: \(GitTree.submoduleReason)")
    }
  }

  /// The model of a source, read from its settings only.
  static func model(of source: any ContentSource) async -> Model {
    await LogModels.model(LogModels.settings(of: source), root: source.root).model
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
    var log = try await RecordLog(of: repository, at: commit, model: source)
    let entries = try await log.next() ?? []
    let scope = HistoryScope(log.models, includesDrafts: includesDrafts)
    let full = RecordHistory(entries: await log.changes(of: entries, in: scope), isCut: log.isCut)
    guard isPublic else { return BookHistory(full) }
    return BookHistory(full) { [log] graph in
      let scope = log.scope(ofPublic: graph, entries, includesDrafts: includesDrafts)
      return RecordHistory(entries: await log.changes(of: entries, in: scope), isCut: log.isCut)
    }
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
        !path.hasPrefix(ClosedPeriod.folder + "/")
      else { return false }
      return (try? source.read(path)).map { isRead(by: String(decoding: $0, as: UTF8.self)) } ?? true
    }
  }

  /// Whether an expression in a text may read the day of a change.
  package static func isRead(by text: String) -> Bool { text.contains("created") || text.contains("changed") }
}

extension RecordLog {
  /// The scope of a public book's history.
  /// - Parameter entries: all commits.
  fileprivate func scope(
    ofPublic graph: RecordGraph, _ entries: [GitLog.Entry], includesDrafts: Bool
  ) -> HistoryScope {
    var scope = HistoryScope(models, includesDrafts: includesDrafts, publicBook: graph)
    // Newest first: a former id is known to be public once the id after it is.
    for entry in entries where entry.files.contains(where: { $0.new == nil }) {
      for step in CommitSteps(entry, versions, scope).all {
        guard let formerID = step.former?.id, step.before.reported != nil, let new = step.new else {
          continue
        }
        scope.add(formerID: formerID, of: step.name.id, in: scope.model.entities[new.entity].table)
      }
    }
    return scope
  }
}
