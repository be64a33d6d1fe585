import Content
import Records

/// The log of a Content folder with the versions of its records, read in parts from the newest commit on.
struct RecordLog: Sendable {
  private var log: GitLog
  /// The models of the commits read so far.
  private(set) var models: LogModels
  /// The versions that the commits read so far refer to.
  private(set) var versions = RecordVersions()
  /// The newest commit.
  let commit: Commit
  /// The number of commits to read next. It grows, because each reading starts git a few times.
  private var count: Int

  /// Makes a log of which nothing is read yet.
  /// - Parameters:
  ///   - commit: the newest commit of the log; nil for HEAD.
  ///   - source: the files with the present model and settings.
  ///   - since: excludes commits with an earlier author's day.
  ///   - author: part of an author's name or address.
  ///   - count: the number of commits to read first.
  /// - Throws: `HistoryFailure` if git cannot tell.
  init(
    of repository: GitRepository, at commit: Commit?, model source: any ContentSource,
    since: CivilDate? = nil, author: String? = nil, following: GitLog.Following = .everyParent,
    readingFirst count: Int = .max
  ) async throws(HistoryFailure) {
    let commit = if let commit { commit } else { try repository.commit(named: "HEAD") }
    log = try GitLog(of: repository, from: commit, since: since, author: author, following: following)
    (self.commit, self.count) = (commit, count)
    models = await LogModels(source)
  }

  /// Whether the clone is shallow, so that what came before its first commits is unknown.
  var isCut: Bool { log.repository.isShallow }

  /// Reads the next commits. More are read if a version has errors, and the last readable version before it is not among
  /// them.
  /// - Parameter all: whether to read all that are left.
  /// - Returns: nil if there are no more commits.
  mutating func next(all: Bool = false) async throws(HistoryFailure) -> [GitLog.Entry]? {
    let count = all ? .max : self.count
    self.count = self.count > .max / 4 ? .max : self.count * 4
    guard var entries = try await part(count) else { return nil }
    while true {
      let (substituted, isComplete) = versions.substituting(entries, models)
      guard !isComplete, let more = try await part(.max) else { return substituted }
      entries += more
    }
  }

  private mutating func part(_ count: Int) async throws(HistoryFailure) -> [GitLog.Entry]? {
    try await log.readAhead(count)
    guard let part = try log.next(count) else { return nil }
    try await models.add(part, newest: log.newestSettings, at: commit, of: log.repository)
    let entries = try models.completed(part, log.repository)
    try await versions.add(entries, models, at: commit, of: log.repository)
    return entries
  }

  /// The changes of commits that are read, in a book's history.
  func changes(of entries: [GitLog.Entry], in scope: HistoryScope) async -> [RecordHistory.Entry] {
    // A first commit may have thousands of records, so that commits are no equal parts of the work.
    let commits = await inParallel(entries.count, by: 64) { [versions] part in
      entries[part].map { CommitChanges($0, versions, scope) }
    }.flatMap(\.self)
    let steps = commits.indices.flatMap { commit in commits[commit].steps.indices.map { (commit, $0) } }
    let changes = await inParallel(steps.count, by: 256) { part in
      steps[part].map { commit, step in commits[commit].change(step) }
    }
    var found = [[RecordChange]](repeating: [], count: commits.count)
    for ((commit, _), change) in zip(steps, changes.joined()) {
      if let change { found[commit].append(change) }
    }
    return zip(commits, found).map { $0.entry($1) }
      .filter { !$0.changes.isEmpty || !$0.branchNames.isEmpty }
  }
}

extension GitLog.Entry {
  /// The commit as an entry of a history.
  func asHistory(
    _ changes: [RecordChange], branchNames: BranchNames = BranchNames()
  ) -> RecordHistory.Entry {
    .init(
      commit: commit.name, day: day, author: author, summary: summary, changes: changes,
      branchNames: branchNames)
  }
}
