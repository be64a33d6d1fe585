import Content
import Records

/// Reads the history of a Content folder from the newest commit on, as far as it is asked for.
///
/// It includes records while they were drafts. Each version of a record is read once.
package struct HistoryReader: Sendable {
  private var log: RecordLog
  /// The entries that are read and not taken yet.
  private var entries: ArraySlice<RecordHistory.Entry> = []

  /// Whether the changes before the last entry are unknown.
  package var isCut: Bool { log.isCut }

  /// Makes a reader at the newest commit.
  /// - Parameters:
  ///   - repository: the repository of the Content folder.
  ///   - commit: the newest commit to include; nil for HEAD.
  ///   - source: the files with the present model and settings.
  ///   - since: excludes commits with an earlier author's day.
  ///   - author: part of an author's name or address.
  ///   - firstParent: shows all that each merge brought in, instead of the commits on the merged branch.
  ///     Changes of a value then follow one another, each starting from the previous result.
  ///   - count: the number of commits to read first.
  /// - Throws: `HistoryFailure` if git cannot tell.
  package init(
    of repository: GitRepository, at commit: Commit? = nil, model source: any ContentSource,
    since: CivilDate? = nil, author: String? = nil, firstParent: Bool = false, readingFirst count: Int = 64
  ) async throws(HistoryFailure) {
    log = try await RecordLog(
      of: repository, at: commit, model: source, since: since, author: author,
      following: firstParent ? .firstParent : .everyParent, readingFirst: count)
  }

  /// The next entry; nil after the last.
  /// - Throws: `HistoryFailure` if git cannot tell.
  package mutating func next() async throws(HistoryFailure) -> RecordHistory.Entry? {
    while entries.isEmpty {
      guard try await read() else { return nil }
    }
    return entries.popFirst()
  }

  /// The history of all entries that are not taken yet, which remain to be taken.
  /// - Throws: `HistoryFailure` if git cannot tell.
  package mutating func rest() async throws(HistoryFailure) -> RecordHistory {
    while try await read(all: true) {}
    return RecordHistory(entries: Array(entries), isCut: isCut)
  }

  /// Reads further commits.
  /// - Returns: whether there were any.
  private mutating func read(all: Bool = false) async throws(HistoryFailure) -> Bool {
    guard let commits = try await log.next(all: all) else { return false }
    entries += await log.changes(of: commits, in: HistoryScope(log.models, includesDrafts: true))
    return true
  }
}
