import Content
import Diagnostics
import FileSystem
import Records

/// Reads the book as an edit would make it, and finds what would be wrong with it.
package protocol EditReader: Sendable {
  /// Reads the book with an edit laid over its files.
  func book(after edit: Edit) async -> Book
  /// All diagnostics of a book and its site, including links, queries and addresses.
  var siteDiagnostics: @Sendable (Book) async -> [Diagnostic] { get }
}

/// The files that edits are made in, and how a book of them is read and checked.
package struct Workspace: EditReader {
  /// Content.
  package let source: any ContentSource
  /// The day that `today()` is.
  package let today: CivilDate
  package let siteDiagnostics: @Sendable (Book) async -> [Diagnostic]
  /// The book as it is read again with each edit, with drafts and without.
  private let live: (all: LiveBook, published: LiveBook)

  /// Makes a workspace.
  /// - Parameters:
  ///   - findsLints: whether a new lint is found as well, because it stops an edit like an error.
  ///   - siteDiagnostics: everything that is wrong with a book and its site; nil if only the book matters.
  package init(
    source: any ContentSource, today: CivilDate, findsLints: Bool = false,
    siteDiagnostics: (@Sendable (Book) async -> [Diagnostic])? = nil
  ) {
    self.source = source
    self.today = today
    live = (
      LiveBook(includesDrafts: true, findsLints: findsLints),
      LiveBook(includesDrafts: false, findsLints: findsLints)
    )
    self.siteDiagnostics = siteDiagnostics ?? { $0.diagnostics }
  }

  /// Reads the book, including drafts: they are edited like any other record.
  package func book() async -> Book { await book(of: source) }

  /// The book without drafts, which pages, queries and exports show.
  /// - Parameter book: the book as `book()` gave it.
  package func published(_ book: Book) async -> Book {
    book.hasDrafts ? await self.book(of: source, drafts: false) : book
  }

  package func book(after edit: Edit) async -> Book { await book(of: edit.overlay(over: source)) }

  private func book(of source: any ContentSource, drafts: Bool = true) async -> Book {
    await (drafts ? live.all : live.published).book(of: source, today: today)
  }

  /// The errors that an edit would cause: the diagnostics that the book has only with the edit laid over its
  /// files, at their places in the files as they would be.
  /// - Parameters:
  ///   - edit: the edit.
  ///   - book: the book as it is, as `book()` gave it.
  ///   - wholeSite: whether it can change links, queries of pages and addresses, so that these are checked too.
  ///   - judge: further diagnostics of the book as it would be.
  /// - Returns: the diagnostics in the order of a report. Where they hold errors, the edit must not be made.
  package func validate(
    _ edit: Edit, of book: Book, wholeSite: Bool, judging judge: (Book) -> [Diagnostic] = { _ in [] }
  ) async -> [Diagnostic] {
    if let found = edit.found { return found }
    let after = await self.book(after: edit)
    let found = await difference(of: after, from: book, edit, wholeSite: wholeSite)
    return await adding(to: found + judge(after), after, from: book, edit, wholeSite: wholeSite)
  }

  /// Adds what is wrong only if drafts are left out: a reference to one.
  /// - Parameters:
  ///   - found: the diagnostics of the book afterwards, including drafts.
  ///   - after: the book afterwards.
  /// - Returns: all, in the order of a report.
  func adding(
    to found: [Diagnostic], _ after: Book, from book: Book, _ edit: Edit, wholeSite: Bool
  ) async -> [Diagnostic] {
    guard book.hasDrafts || after.hasDrafts, !found.hasErrors else { return found.sortedByPlace() }
    let published = await self.book(of: source, drafts: false)
    let publishedAfter = await self.book(of: edit.overlay(over: source), drafts: false)
    let more = await difference(of: publishedAfter, from: published, edit, wholeSite: wholeSite)
    return (found + more).sortedByPlace()
  }

  private func difference(
    of after: Book, from before: Book, _ edit: Edit, wholeSite: Bool
  ) async -> [Diagnostic] {
    let found = after.diagnostics.without(before.diagnostics, moved: edit.moves)
    // Errors of the book cause those of its site.
    guard wholeSite, !found.hasErrors else { return found }
    let site = await siteDiagnostics(after)
    // Most sites have nothing beside what their books have, and need not be compared.
    guard site.count > after.diagnostics.count else { return found }
    return site.without(await siteDiagnostics(before), moved: edit.moves)
  }
}

extension Book {
  /// Whether one of its records is a draft.
  fileprivate var hasDrafts: Bool {
    graph.tables.contains { !$0.drafts.isEmpty }
  }
}

extension [Diagnostic] {
  /// Those that another list does not have; what is elsewhere in a file now is the same.
  /// - Parameter moved: the new path of each file that has another, with the old one, below Content.
  package func without(_ others: [Diagnostic], moved: [String: String] = [:]) -> [Diagnostic] {
    guard !isEmpty else { return [] }
    var known: [DiagnosticKey: Int] = [:]
    for diagnostic in others {
      known[DiagnosticKey(diagnostic, path: diagnostic.range.file.path), default: 0] += 1
    }
    return filter { diagnostic in
      var path = diagnostic.range.file.path
      for (new, old) in moved where path.hasSuffix("/" + new) {
        path = String(decoding: path.utf8.dropLast(new.utf8.count), as: UTF8.self) + old
      }
      let key = DiagnosticKey(diagnostic, path: path)
      guard let count = known[key], count > 0 else { return true }
      known[key] = count - 1
      return false
    }
  }
}

/// What identifies a diagnostic, wherever in the file it is, and whatever becomes of other records.
private struct DiagnosticKey: Hashable {
  let id: DiagnosticID
  let severity: Diagnostic.Severity
  let path: String
  let essence: String

  init(_ diagnostic: Diagnostic, path: String) {
    id = diagnostic.id
    severity = diagnostic.severity
    self.path = path
    essence = diagnostic.essence
  }
}
