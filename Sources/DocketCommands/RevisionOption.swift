import ArgumentParser
import Content
import Diagnostics
import History
import Records

/// The option of all commands that only read, to read the book at a revision.
struct RevisionOption: ParsableArguments {
  @Option(
    name: .customLong("at"),
    help: ArgumentHelp(
      "The book as it was: at a branch, a tag, a commit of git, or a day. today() is that day, unless --today names another.",
      valueName: "revision"))
  var revision: String?

  /// The files at a revision, and its day.
  struct Past {
    /// The repository, and the commit.
    let repository: GitRepository
    let commit: Commit
    let content: GitRevision
    /// The site's own themes.
    let themes: any ContentSource
    /// The requested day, else the day of the commit.
    let day: CivilDate?
  }

  /// The book at the revision; nil if no revision is requested.
  /// - Parameters:
  ///   - content: the folder with the records.
  ///   - themes: the folder of the site's own themes; one outside the repository is read as it is now.
  func past(content: String, themes: String) throws(HistoryFailure) -> Past? {
    guard let revision else { return nil }
    let repository = try GitRepository(of: content)
    let commit = try repository.commit(named: revision)
    let content = try GitRevision(commit, of: repository)
    let ownThemes: any ContentSource =
      if let folder = repository.folder(themes) {
        try GitRevision(
          commit, folder: content.place(of: folder), root: themes, isRequired: false, of: repository)
      } else {
        WorkingTree(themes, isRequired: false)
      }
    let day = try repository.day(of: commit)
    return Past(
      repository: repository, commit: commit, content: content, themes: ownThemes,
      day: CivilDate(revision) ?? CivilDate(day))
  }
}

extension Settings {
  /// The repository of Content, and the commit at which the book is read: of `--at`, else the current one.
  func repository() throws(HistoryFailure) -> (GitRepository, Commit) {
    if let past { return (past.repository, past.commit) }
    let repository = try GitRepository(of: content)
    return (repository, try repository.commit(named: "HEAD"))
  }

  /// Whether site.yml requests the changes of each commit.
  var asksForHistory: Bool { historyRange != nil }

  /// The place in site.yml that requests the changes of each commit.
  private var historyRange: SourceRange? {
    guard let bytes = try? source.read("site.yml") else { return nil }
    let read = SiteSettings.read(SourceFile(path: content + "/site.yml", bytes: bytes)).settings
    return read.historyRange
  }

  /// The changes of each commit, if site.yml requests them, for a command that shows none: empty if no expression
  /// reads them, because a long past takes seconds to read.
  func historyForChecking() async -> BookHistory? {
    guard asksForHistory, (try? repository()) != nil else { return nil }
    return await BookHistory.isRead(in: source) ? history().history : .empty
  }

  /// The changes of each commit, if site.yml requests them; a warning if git cannot provide them.
  func history() async -> (history: BookHistory?, diagnostics: [Diagnostic]) {
    guard let range = historyRange else { return (nil, []) }
    func warning(_ words: String) -> Diagnostic {
      Diagnostic(.missingHistory, .warning, at: range, words)
    }
    do throws(HistoryFailure) {
      let (repository, commit) = try repository()
      let history = try await BookHistory.read(
        of: repository, at: commit, model: source, includesDrafts: includesDrafts, isPublic: isPublic)
      var warnings = try await RecordHistory.submodules(of: repository, at: commit, model: source).map {
        warning("no changes are shown of the records in \($0.range.file.path), which is a submodule")
      }
      if history.full.isCut {
        warnings.append(
          warning("the clone is shallow: what came before its first commits is unknown; fetch all of them"))
      }
      return (history, warnings)
    } catch {
      return (nil, [warning("no changes are shown: \(error)")])
    }
  }
}
