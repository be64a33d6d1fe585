import FileSystem
import Records

/// A book that is read again and again while its files change.
///
/// What was read and decoded from each file is kept, and what changed is read again; everything after reading is
/// done again, so that each book equals one loaded from scratch.
///
///     let live = LiveBook(includesDrafts: false)
///     let book = await live.book(of: tree, today: today)
///     var edit = Overlay(over: tree)
///     edit.put(bytes, at: "orders/2026/1042.md")
///     let next = await live.book(of: edit, today: today)
package actor LiveBook {
  /// Whether drafts are included.
  package nonisolated let includesDrafts: Bool
  /// Whether to warn about what is valid but unlikely; else each book can be asked for it.
  private let findsLints: Bool
  private var files = ContentFiles(root: "")
  private var decoded = DecodedFiles()
  /// The paths of files that were laid over the source in the last call.
  private var laidOver: Set<String> = []

  /// Makes a live book that has read nothing yet.
  package init(includesDrafts: Bool, findsLints: Bool) {
    self.includesDrafts = includesDrafts
    self.findsLints = findsLints
  }

  /// What a book was made from: two books of one live book with equal versions are equal.
  package struct Version: Sendable, Equatable {
    fileprivate let today: CivilDate
    fileprivate let files: ContentFiles
    /// The commit up to which the book knows its changes; nil if it knows none.
    fileprivate let commit: String?
  }

  /// What commits changed, up to one of them.
  package struct KnownHistory: Sendable {
    /// The last commit.
    package let commit: String
    /// What each of them changed.
    package let history: RecordHistory

    /// Makes a history up to a commit.
    package init(commit: String, history: RecordHistory) {
      self.commit = commit
      self.history = history
    }
  }

  /// The book of a source, read again where its files have changed since the last call.
  /// - Parameters:
  ///   - source: the files; it may be another source than the last time, which helps if most of them are the same.
  ///   - today: the day that `today()` is.
  package func book(of source: any ContentSource, today: CivilDate) async -> Book {
    await reading(of: source, today: today).book
  }

  /// The book of a source, as ``book(of:today:)`` gives it, with its version.
  /// - Parameters:
  ///   - changed: what may have changed since the last call, beneath what is laid over; unless that is
  ///     everything, the source beneath is the same as in the last call.
  ///   - history: what commits changed, if the book should know it.
  package func reading(
    of source: any ContentSource, changed: ChangedFiles = .all, today: CivilDate,
    history: KnownHistory? = nil
  ) async -> (book: Book, version: Version) {
    await load(files(of: source, changed), of: source, today: today, history)
  }

  /// The book of a source with its version, unless the caller has it already.
  /// - Parameters:
  ///   - changed: what may have changed since the last call, as above.
  ///   - history: what commits changed, if the book should know it.
  ///   - known: the version of the book that the caller has.
  /// - Returns: nil if everything is as for `known`.
  package func reading(
    of source: any ContentSource, changed: ChangedFiles = .all, today: CivilDate,
    history: KnownHistory? = nil, unless known: Version
  ) async -> (book: Book, version: Version)? {
    let files = await files(of: source, changed)
    if known == Version(today: today, files: files, commit: history?.commit) { return nil }
    return await load(files, of: source, today: today, history)
  }

  /// The files of a source: only those that may have changed are checked, if that is known.
  private func files(of source: any ContentSource, _ changed: ChangedFiles) async -> ContentFiles {
    if case .some(let paths) = changed {
      let below = paths.compactMap { $0.path(below: source.root) }
      // What was laid over the source in the last call is as it is beneath now, or as it is laid over it now.
      if let next = files.reading(laidOver.union(below).union(source.laidOver), of: source) {
        return keep(next, of: source)
      }
    }
    while true {
      let earlier = files
      let next = await ContentFiles.read(source, after: earlier)
      // Versions are counted from one reading to the next, so readings must not overlap.
      if files.lastVersion == earlier.lastVersion { return keep(next, of: source) }
    }
  }

  private func keep(_ next: ContentFiles, of source: any ContentSource) -> ContentFiles {
    // Documents know how long the path to Content is.
    if next.root != files.root { decoded = DecodedFiles() }
    (files, laidOver) = (next, Set(source.laidOver))
    return next
  }

  private func load(
    _ files: ContentFiles, of source: any ContentSource, today: CivilDate, _ history: KnownHistory?
  ) async -> (book: Book, version: Version) {
    let loader = ContentLoader(
      source: source, includesDrafts: includesDrafts, today: today, findsLints: findsLints,
      history: history.map { BookHistory($0.history) })
    var decoded = decoded
    let book = await loader.load(files, &decoded)
    if files.root == self.files.root { self.decoded = decoded }
    return (book, Version(today: today, files: files, commit: history?.commit))
  }
}
