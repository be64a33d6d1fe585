import FileSystem
import Records

/// A book that is read again and again while its files change.
///
/// What was read and decoded from each file is kept until the file changes. Everything after reading is done
/// again, so that each book equals one that is loaded from scratch.
///
///     let live = LiveBook(includesDrafts: false)
///     let book = await live.book(of: tree, today: today)
///     var edit = Overlay(over: tree)
///     edit.put(bytes, at: "orders/2026/1042.md")
///     let next = await live.book(of: edit, today: today)
package actor LiveBook {
  /// Whether drafts are included.
  package nonisolated let includesDrafts: Bool
  /// Whether to find lints while loading; if not, each book finds them on request.
  private let findsLints: Bool
  private var files = ContentFiles(root: "")
  private var decoded = DecodedFiles()
  /// The paths of files that were laid over the source in the last call.
  private var laidOver: [String] = []

  /// Makes a live book that has read nothing yet.
  package init(includesDrafts: Bool, findsLints: Bool) {
    self.includesDrafts = includesDrafts
    self.findsLints = findsLints
  }

  /// Identifies what a book was made from: two books of one live book with equal versions are equal.
  package struct Version: Sendable, Equatable {
    fileprivate let today: CivilDate
    fileprivate let files: ContentFiles
    /// The last commit whose changes the book knows; nil if it knows none.
    fileprivate let commit: String?
  }

  /// What the commits up to a certain one changed.
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
  ///   - source: the files; another source than last time is fast if most files are the same.
  ///   - today: the day that `today()` is.
  package func book(of source: any ContentSource, today: CivilDate) async -> Book {
    await reading(of: source, today: today).book
  }

  /// The book of a source, as ``book(of:today:)`` returns it, with its version.
  /// - Parameters:
  ///   - changed: the files beneath the overlay that may have changed since the last call; unless this is
  ///     `all`, the source beneath must be the same as in the last call.
  ///   - history: what commits changed, if the book should know it.
  package func reading(
    of source: any ContentSource, changed: ChangedFiles = .all, today: CivilDate,
    history: KnownHistory? = nil
  ) async -> (book: Book, version: Version) {
    await load(files(of: source, changed), of: source, today: today, history)
  }

  /// The book of a source with its version; nil if the caller already has it.
  /// - Parameters:
  ///   - changed: what may have changed since the last call, as above.
  ///   - history: what commits changed, if the book should know it.
  ///   - known: the version that the caller has.
  /// - Returns: nil if nothing has changed since `known`.
  package func reading(
    of source: any ContentSource, changed: ChangedFiles = .all, today: CivilDate,
    history: KnownHistory? = nil, unless known: Version
  ) async -> (book: Book, version: Version)? {
    let files = await files(of: source, changed)
    if known == Version(today: today, files: files, commit: history?.commit) { return nil }
    return await load(files, of: source, today: today, history)
  }

  /// The files of a source; if the files that may have changed are known, only these are checked.
  private func files(of source: any ContentSource, _ changed: ChangedFiles) async -> ContentFiles {
    if case .only(let paths) = changed {
      let below = paths.compactMap { $0.path(below: source.root) }
      // Files laid over the source in the last call may now show the source beneath, or other unsaved bytes.
      if let next = files.reading(laidOver + below + source.laidOver, of: source) {
        return keep(next, of: source)
      }
    }
    while true {
      let earlier = files
      let next = await ContentFiles.read(source, after: earlier)
      // Versions count up from one reading to the next, so readings must not overlap.
      if files.lastVersion == earlier.lastVersion { return keep(next, of: source) }
    }
  }

  private func keep(_ next: ContentFiles, of source: any ContentSource) -> ContentFiles {
    // Documents store the length of the path to Content.
    if next.root != files.root { decoded = DecodedFiles() }
    (files, laidOver) = (next, source.laidOver)
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
