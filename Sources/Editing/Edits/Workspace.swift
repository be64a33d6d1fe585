import Content
import Diagnostics
import FileSystem
import Records

/// Reads a book with an edit applied, and finds its diagnostics.
package protocol EditReader: Sendable {
  /// Reads the book with an edit laid over its files.
  func book(after edit: Edit) async -> Book
  /// All diagnostics of a book and its site, including links, queries and addresses.
  var siteDiagnostics: @Sendable (Book) async -> [Diagnostic] { get }
}

/// The source that edits apply to, and how its book is read and checked.
package struct Workspace: EditReader {
  /// The files of Content.
  let source: any ContentSource
  /// The day that `today()` returns.
  let today: CivilDate
  package let siteDiagnostics: @Sendable (Book) async -> [Diagnostic]
  /// The books reread with each edit, with and without drafts.
  private let live: (all: LiveBook, published: LiveBook)
  /// Whether new lints stop an edit as errors do.
  private let findsLints: Bool

  /// Makes a workspace.
  /// - Parameters:
  ///   - findsLints: whether to find new lints as well, so that they stop an edit as errors do.
  ///   - siteDiagnostics: finds every diagnostic of a book and its site; those of the book alone if it is left out.
  package init(
    source: any ContentSource, today: CivilDate, findsLints: Bool = false,
    siteDiagnostics: @escaping @Sendable (Book) async -> [Diagnostic] = { $0.diagnostics }
  ) {
    self.source = source
    self.today = today
    self.findsLints = findsLints
    // A book's own lints are limited in number, so that new ones might be left out.
    live = (
      LiveBook(includesDrafts: true, findsLints: false), LiveBook(includesDrafts: false, findsLints: false)
    )
    self.siteDiagnostics = siteDiagnostics
  }

  /// Reads the book, including drafts: they are edited like any other record. Edits are laid over the files as they
  /// are found here.
  @discardableResult
  package func book() async -> Book { await book(of: source) }

  /// The book without drafts, as pages, queries and exports show it.
  /// - Parameter book: the book returned by `book()`.
  package func published(_ book: Book) async -> Book {
    book.hasDrafts ? await self.book(of: source, drafts: false) : book
  }

  package func book(after edit: Edit) async -> Book { await book(after: edit, drafts: true) }

  private func book(after edit: Edit, drafts: Bool) async -> Book {
    await book(of: edit.overlay(over: source), drafts: drafts, changed: .nothing)
  }

  private func book(
    of source: any ContentSource, drafts: Bool = true, changed: ChangedFiles = .all
  ) async -> Book {
    await (drafts ? live.all : live.published).reading(of: source, changed: changed, today: today).book
  }

  /// The diagnostics that an edit would cause: those that the book has only with the edit laid over its
  /// files, located in the edited files.
  /// - Parameters:
  ///   - edit: the edit.
  ///   - book: the current book, as returned by `book()`.
  ///   - wholeSite: whether the edit can affect links, queries of pages and addresses, to check them too.
  ///   - judge: finds further diagnostics of the edited book.
  /// - Returns: the diagnostics in report order. If there are errors among them, the edit must not be made.
  package func validate(
    _ edit: Edit, of book: Book, wholeSite: Bool, judging judge: (Book) -> [Diagnostic] = { _ in [] }
  ) async -> [Diagnostic] {
    if let validated = edit.validated { return validated }
    let after = await self.book(after: edit)
    let found = await difference(of: after, from: book, edit, wholeSite: wholeSite)
    return await adding(to: found + judge(after), after, from: book, edit, wholeSite: wholeSite)
  }

  /// Adds the diagnostics that appear only without drafts, such as references to drafts.
  /// - Parameters:
  ///   - found: the diagnostics of the edited book, including drafts.
  ///   - after: the edited book.
  /// - Returns: all of them, in report order.
  func adding(
    to found: [Diagnostic], _ after: Book, from book: Book, _ edit: Edit, wholeSite: Bool
  ) async -> [Diagnostic] {
    guard book.hasDrafts || after.hasDrafts, !found.hasErrors else { return found.sortedByPlace() }
    let published = await self.book(of: source, drafts: false)
    let publishedAfter = await self.book(after: edit, drafts: false)
    let more = await difference(of: publishedAfter, from: published, edit, wholeSite: wholeSite)
    return (found + more).sortedByPlace()
  }

  private func difference(
    of after: Book, from before: Book, _ edit: Edit, wholeSite: Bool
  ) async -> [Diagnostic] {
    let paths = Set(edit.changes.map { after.root + "/" + $0.path })
    let found =
      after.diagnostics.without(before.diagnostics, moved: edit.moves).map {
        $0.located(in: paths).notedIfBackup(ofRemovedBy: edit, below: after.root)
      }
      + edit.refusals(after: after, before: before)
    // Errors in the book cause errors in its site.
    guard !found.hasErrors else { return found }
    let lints = await lints(of: after, from: before, edit)
    guard wholeSite else { return found + lints }
    let site = await siteDiagnostics(after)
    // Most sites have no diagnostics besides those of their books, so there is nothing to compare.
    guard site.count > after.diagnostics.count else { return found + lints }
    return site.without(await siteDiagnostics(before), moved: edit.moves) + lints
  }

  /// The lints that an edit would cause anywhere in the book, however many there are of one kind; none unless they
  /// stop it.
  func lints(of after: Book, from before: Book, _ edit: Edit) async -> [Diagnostic] {
    guard findsLints else { return [] }
    return await after.unlimitedLints().without(await before.unlimitedLints(), moved: edit.moves)
  }
}

extension Edit {
  /// The errors because of what is unknown: what figures mean, or what records of closed periods were.
  /// - Parameters:
  ///   - after: the edited book.
  ///   - before: the current book.
  package func refusals(after: Book, before: Book) -> [Diagnostic] {
    after.refusals(ofChanging: Set(changes.map(\.path)), before: before, namesFiles: namesFiles)
  }

  /// The lints about what the edit writes that the book did not have before.
  /// - Parameters:
  ///   - after: the edited book.
  ///   - before: the current book.
  package func lints(of after: Book, before: Book) async -> [Diagnostic] {
    let paths = Set(changes.map(\.path))
    let found = await after.lints(of: paths)
    guard !found.isEmpty else { return [] }
    return found.without(await before.lints(of: paths.union(moves.values)), moved: moves).sortedByPlace()
  }
}

extension [Diagnostic] {
  /// The diagnostics that another list does not have. One that only moved within its file is the same, and so is one
  /// that has the new name of a moved file instead of the old one.
  /// - Parameter moved: for each moved file its old path, by the new path, both below Content.
  package func without(_ others: [Diagnostic], moved: [String: String] = [:]) -> [Diagnostic] {
    guard !isEmpty else { return [] }
    let moves = Moves(moved)
    var known: [DiagnosticKey: Int] = [:]
    for diagnostic in others {
      known[DiagnosticKey(diagnostic, path: diagnostic.range.file.path, moves), default: 0] += 1
    }
    return filter { diagnostic in
      let key = DiagnosticKey(diagnostic, path: moves.undone(in: diagnostic.range.file.path), moves)
      guard let count = known[key], count > 0 else { return true }
      known[key] = count - 1
      return false
    }
  }
}

/// The moves of files, by which the same diagnostic may be found in another file or say another name.
private struct Moves {
  /// For each moved file its old path, by the new path, both below Content.
  private let paths: [String: String]
  /// The names that files had or have, the longest first.
  private let names: [Substring]

  init(_ paths: [String: String]) {
    self.paths = paths
    names = Set(paths.filter { $0.fileName != $1.fileName }.flatMap { [$0, $1] }).map(
      \.fileName.withoutMarkdownEnding
    )
    .sorted { $0.utf8.count > $1.utf8.count }
  }

  var isEmpty: Bool { paths.isEmpty }

  /// A path as it was before the moves.
  func undone(in path: String) -> String {
    guard let (new, old) = paths.first(where: { path.hasSuffix("/" + $0.key) }) else { return path }
    return String(decoding: path.utf8.dropLast(new.utf8.count), as: UTF8.self) + old
  }

  /// A text in which each name that a file had or has is replaced by the same character.
  func withoutNames(_ text: String) -> String {
    names.reduce(text) { text, name in
      var result = ""
      var start = text.startIndex
      for range in text.ranges(of: name) {
        let neighbours = text[..<range.lowerBound].suffix(1) + text[range.upperBound...].prefix(1)
        guard !neighbours.contains(where: { $0.isLetter || $0.isNumber }) else { continue }
        result += text[start..<range.lowerBound] + "*"
        start = range.upperBound
      }
      return result + text[start...]
    }
  }
}

/// The identity of a diagnostic, independent of its place in the file and of changes to other records.
private struct DiagnosticKey: Hashable {
  let id: DiagnosticID
  let severity: Diagnostic.Severity
  let path: String
  let essence: String
  /// The value that it is about, because the same may be said of another that the edit writes; nil if it is about more
  /// than one value.
  let value: String?

  /// - Parameter path: the path of its file before the moves.
  init(_ diagnostic: Diagnostic, path: String, _ moves: Moves) {
    id = diagnostic.id
    severity = diagnostic.severity
    self.path = path
    // A link is written in another way where the file that it is in, or leads to, has moved.
    let isLink = [.brokenLink, .referenceToDraft].contains(id) && !moves.isEmpty
    // All links to drafts in a file are wrong in the same way, and the sentence has the link.
    essence = isLink && id == .referenceToDraft ? "" : moves.withoutNames(diagnostic.essence)
    let text = diagnostic.range.text
    let isOfRecord = [.brokenRule, .wrongCount].contains(id) || text.utf8.contains(UInt8(ascii: "\n"))
    value = isOfRecord || isLink ? nil : moves.withoutNames(text)
  }
}
