import FileSystem
import Records

/// A book that is read again and again while its files change.
///
/// What was read and decoded of each file is kept, and what changed is read again; everything after reading is done anew,
/// so that each book equals one that is loaded from nothing.
///
///     let live = LiveBook(includesDrafts: false)
///     let book = await live.book(of: tree, today: today)
///     var edit = Overlay(over: tree)
///     edit.put(bytes, at: "orders/2026/1042.md")
///     let next = await live.book(of: edit, today: today)
package actor LiveBook {
  /// Whether drafts belong.
  package nonisolated let includesDrafts: Bool
  /// Whether to warn of what an order book rarely means; else each book can be asked for it.
  private let lints: Bool
  private var files = ContentFiles(root: "")
  private var decoded = DecodedFiles()

  /// Makes a live book that nothing was read of yet.
  package init(includesDrafts: Bool, lints: Bool = true) {
    self.includesDrafts = includesDrafts
    self.lints = lints
  }

  /// What a book was made of: two books of one live book whose versions are equal are equal.
  package struct Version: Sendable, Equatable {
    fileprivate let today: CivilDate
    fileprivate let files: ContentFiles
    /// The commit up to which the book tells its changes; nil where it tells none.
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
  ///   - source: the files; another source than the last time is welcome where most of them are the same.
  ///   - today: the day that `today()` is.
  package func book(of source: any ContentSource, today: CivilDate) async -> Book {
    await reading(of: source, today: today).book
  }

  /// The book of a source, as ``book(of:today:)`` gives it, with its version.
  /// - Parameter history: what commits changed, where the book is to tell it.
  package func reading(
    of source: any ContentSource, today: CivilDate, history: KnownHistory? = nil
  ) async -> (book: Book, version: Version) {
    let decoded = decoded
    let files = await ContentFiles.read(source, after: files)
    return await load(files, decoded, of: source, today: today, history)
  }

  /// The book of a source with its version, unless it is one that is at hand.
  /// - Parameters:
  ///   - history: what commits changed, where the book is to tell it.
  ///   - known: the version of the book that is at hand.
  /// - Returns: nil where all is as for `known`. Files are listed and those with other stamps compared for that.
  package func reading(
    of source: any ContentSource, today: CivilDate, history: KnownHistory? = nil, unless known: Version
  ) async -> (book: Book, version: Version)? {
    let decoded = decoded
    let files = await ContentFiles.read(source, after: files)
    guard known == Version(today: today, files: files, commit: history?.commit) else {
      return await load(files, decoded, of: source, today: today, history)
    }
    // The stamps that were seen now tell the next change. What was made of files goes with the numbers of their versions.
    (self.files, self.decoded) = (files, decoded)
    return nil
  }

  private func load(
    _ files: ContentFiles, _ decoded: DecodedFiles, of source: any ContentSource, today: CivilDate,
    _ history: KnownHistory?
  ) async -> (book: Book, version: Version) {
    let loader = ContentLoader(
      source: source, includesDrafts: includesDrafts, today: today, lints: lints, history: history?.history)
    // Documents know how long the path to Content is.
    var decoded = files.root == self.files.root ? decoded : DecodedFiles()
    let book = await loader.load(files, &decoded)
    (self.files, self.decoded) = (files, decoded)
    return (book, Version(today: today, files: files, commit: history?.commit))
  }
}
