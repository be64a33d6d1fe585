import Content
import Diagnostics
import Editing
import FileSystem
import History
import Records
import Site

/// How a book and its site are made from files.
package struct Loading: Sendable {
  /// The files of Content.
  let source: any ContentSource
  /// The files of the site's own themes.
  let themes: any ContentSource
  /// The current day, which `today()` returns.
  package let today: @Sendable () -> CivilDate
  /// Where git keeps the current commit.
  package let commitFiles: CommitFiles
  /// The changes of commits, if the site shows them.
  let history: @Sendable () async -> LiveBook.KnownHistory?
  /// The book, which rereads only changed files.
  let book: LiveBook
  /// Makes the site of a book. May reuse unchanged parts of the site that is currently shown.
  let site: @Sendable (Book, _ shown: PlannedSite?) async -> Made

  /// A site, the diagnostics that decide whether it can be shown, and a function that finds all diagnostics
  /// in report order. The latter takes a third of a reload, and no page waits for it.
  package typealias Made = (
    site: PlannedSite, diagnostics: [Diagnostic], review: @Sendable () async -> [Diagnostic]
  )

  /// Makes a loading.
  package init(
    source: any ContentSource, themes: any ContentSource, book: LiveBook,
    today: @escaping @Sendable () -> CivilDate, commitFiles: CommitFiles = CommitFiles(),
    history: @escaping @Sendable () async -> LiveBook.KnownHistory? = { nil },
    site: @escaping @Sendable (Book, _ shown: PlannedSite?) async -> Made
  ) {
    self.source = source
    self.themes = themes
    self.today = today
    self.book = book
    self.commitFiles = commitFiles
    self.history = history
    self.site = site
  }

  /// Reads a book and makes its site.
  /// - Parameters:
  ///   - source: the files, or edits laid over them.
  ///   - changed: the files that may have changed since the last reading.
  ///   - shown: the site that is currently shown.
  func load(
    _ source: any ContentSource, _ changed: ChangedFiles, after shown: PlannedSite?
  ) async -> Loaded {
    let themes = try? await themes.list(withStamps: true)
    let (book, version) = await book.reading(
      of: source, changed: changed, today: today(), history: history())
    return await loaded(book, version, themes, after: shown)
  }

  /// Reads the files and makes their site.
  /// - Parameters:
  ///   - changed: the files that may have changed since the last reading.
  ///   - known: the origin of the current reading.
  ///   - shown: the site that is currently shown.
  /// - Returns: nil if the files are unchanged.
  func load(
    _ changed: ChangedFiles, unless known: Loaded.Origin?, after shown: PlannedSite?
  ) async -> Loaded? {
    let themes = try? await themes.list(withStamps: true)
    guard let known, known.hasThemes(themes) else { return await load(source, changed, after: shown) }
    let reading = await book.reading(
      of: source, changed: changed, today: today(), history: history(), unless: known.version)
    guard let (book, version) = reading else { return nil }
    return await loaded(book, version, themes, after: shown)
  }

  private func loaded(
    _ book: Book, _ version: LiveBook.Version, _ themes: [ContentEntry]?, after shown: PlannedSite?
  ) async -> Loaded {
    let (site, diagnostics, review) = await site(book, shown)
    return Loaded(
      book: book, site: site, diagnostics: diagnostics, review: review,
      origin: .init(version: version, themes: themes))
  }

  /// Reads the book with edits laid over the files as last read.
  /// - Parameter shown: the book that is currently shown, whose history is reused.
  func book(of edits: Overlay, after shown: Book) async -> Book {
    // Its version is discarded, so it cannot be mistaken for the version of a commit.
    let history = shown.history.map { LiveBook.KnownHistory(commit: "", history: $0) }
    return await book.reading(of: edits, changed: .none, today: today(), history: history).book
  }
}

/// Reads the book with edits applied to a shown book.
struct LiveEditReader: EditReader {
  let loading: Loading
  let shown: Book

  func book(after edit: Edit) async -> Book {
    await loading.book(of: edit.overlay(over: loading.source), after: shown)
  }

  var siteDiagnostics: @Sendable (Book) async -> [Diagnostic] {
    { [loading] book in await loading.site(book, nil).diagnostics }
  }
}

/// The result of one reading of the files: a book, its site, and their diagnostics.
struct Loaded: Sendable {
  /// The book.
  let book: Book
  /// The site, to be shown if there is no error.
  let site: PlannedSite
  /// The diagnostics that decide whether the site can be shown.
  let diagnostics: [Diagnostic]
  /// Finds all diagnostics, in the order in which they are reported.
  let review: @Sendable () async -> [Diagnostic]
  /// The origin of the reading.
  let origin: Origin

  /// Identifies a reading: equal origins give equal sites.
  struct Origin: Sendable {
    fileprivate let version: LiveBook.Version
    /// The files of the themes with their stamps; nil if there are none.
    fileprivate let themes: [ContentEntry]?

    /// Whether the themes are unchanged. A file that has just changed has no stamp, because it may change
    /// again without a new stamp.
    fileprivate func hasThemes(_ others: [ContentEntry]?) -> Bool {
      themes == others && !(themes ?? []).contains { $0.kind == .file && $0.stamp == nil }
    }
  }
}
