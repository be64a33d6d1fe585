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
  /// The book with drafts if the shown one leaves them out, and without them otherwise; read if there are drafts.
  private let other: LiveBook
  /// Makes the site of a book. May reuse unchanged parts of the site that is currently shown.
  let site: @Sendable (Book, _ shown: PlannedSite?) async -> MadeSite

  package init(
    source: any ContentSource, themes: any ContentSource, book: LiveBook,
    today: @escaping @Sendable () -> CivilDate, commitFiles: CommitFiles = CommitFiles(),
    history: @escaping @Sendable () async -> LiveBook.KnownHistory? = { nil },
    site: @escaping @Sendable (Book, _ shown: PlannedSite?) async -> MadeSite
  ) {
    self.source = source
    self.themes = themes
    self.today = today
    self.book = book
    other = LiveBook(includesDrafts: !book.includesDrafts, findsLints: false)
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
    Loaded(book: book, made: await site(book, shown), origin: .init(version: version, themes: themes))
  }

  /// Reads the book with edits laid over the files as last read.
  /// - Parameter shown: the book that is currently shown, or the one that edits apply to; its history is reused.
  func book(of edits: Overlay, after shown: Book) async -> Book {
    let isOther = shown.includedDrafts > 0 && !book.includesDrafts
    return await read(isOther ? other : book, of: edits, .nothing, after: shown)
  }

  // MARK: Drafts

  /// The book that edits apply to: drafts have ids, and refer to other records, even if no page shows them.
  /// - Parameter shown: the book that is currently shown.
  func editedBook(_ shown: Book) async -> Book {
    guard !shown.drafts.isEmpty else { return shown }
    var book = await read(other, of: source, .all, after: shown)
    // Forms use the same names as the pages.
    book.graph.model = shown.graph.model
    return book
  }

  /// The errors that an edit would cause in the book that is not shown: with drafts if the shown book leaves them out,
  /// and without them otherwise, such as a reference to a draft.
  /// - Parameters:
  ///   - edited: the book that the edit was made in.
  ///   - after: the shown book after the edit.
  func errorsOfOtherBook(after edit: Edit, of edited: Book, shownAs after: Book) async -> [Diagnostic] {
    guard edited.hasDrafts || after.hasDrafts else { return [] }
    let isEdited = edited.includedDrafts > 0 && !book.includesDrafts
    let before = isEdited ? edited : await read(other, of: source, .all, after: after)
    let after = await read(other, of: edit.overlay(over: source), .nothing, after: after)
    func new(_ found: [Diagnostic], _ known: [Diagnostic]) -> [Diagnostic] {
      found.filter { $0.severity == .error }.without(known)
    }
    let errors =
      edit.refusals(after: after, before: before)
      + new(after.diagnostics, before.diagnostics)
    // Pages can only miss a record that is gone or a draft now.
    let isMissed = edit.changes.contains { $0.after == nil } || after.drafts != before.drafts
    guard errors.isEmpty, isMissed, !before.diagnostics.hasErrors else { return errors }
    return await new(site(after, nil).diagnostics, site(before, nil).diagnostics)
  }

  private func read(
    _ live: LiveBook, of source: any ContentSource, _ changed: ChangedFiles, after shown: Book
  ) async -> Book {
    // Its version is discarded, so it cannot be mistaken for the version of a commit.
    let history = shown.history.map { LiveBook.KnownHistory(commit: "", history: $0) }
    return await live.reading(of: source, changed: changed, today: today(), history: history).book
  }
}
