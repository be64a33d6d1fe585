import Content
import FileSystem
import FrontMatter
import Records

extension RecordHistory {
  /// Reads the history of a Content folder: one pass over git's log, every version of every record once.
  /// - Parameters:
  ///   - repository: its repository.
  ///   - commit: where to begin; the present one if not given.
  ///   - source: the files, of which the model and the settings hold for all versions.
  ///   - since: leaves out what was committed before this day, as `YYYY-MM-DD`.
  ///   - author: a part of an author's name or address.
  ///   - firstParent: shows all that each merge brought in, and not the commits on the branch that it merged. The
  ///     changes of a value then follow one another, each from the result of the previous one.
  /// - Throws: `HistoryFailure` if git cannot tell.
  package static func read(
    of repository: GitRepository, at commit: Commit? = nil, model source: any ContentSource,
    since: String? = nil, author: String? = nil, firstParent: Bool = false
  ) async throws(HistoryFailure) -> RecordHistory {
    let commit = if let commit { commit } else { try repository.commit(named: "HEAD") }
    let log = try GitLog(of: repository, from: commit, since: since, author: author, firstParent: firstParent)
    let folders = RecordFolders(await model(of: source))
    let versions = try await RecordVersions.read(log, folders, at: commit, of: repository)
    let parts = await inParallel(log.entries.count, by: 64) { part in
      log.entries[part].map { versions.changes(in: $0.files, folders) }
    }
    let entries = zip(log.entries, parts.joined()).compactMap { entry, changes in
      changes.isEmpty
        ? nil
        : Entry(
          commit: entry.commit.name, day: entry.day, author: entry.author, summary: entry.summary,
          changes: changes)
    }
    return RecordHistory(entries: entries, isCut: repository.isShallow)
  }

  /// The model of a source, read from its settings alone.
  static func model(of source: any ContentSource) async -> Model {
    let settings = ["model.yml", "site.yml"].compactMap { name in (try? source.read(name)).map { (name, $0) }
    }
    let files = MemorySource(root: source.root, Dictionary(settings) { first, _ in first })
    return await ContentLoader(source: files, includesDrafts: true, today: .first).model().model
  }
}
