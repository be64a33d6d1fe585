import Content
import History
import Records

/// The book of the last commit, read on first request and again after another commit.
actor CommittedBook {
  private let loading: Loading
  private var read: (commit: Commit, knownCommit: String?, today: CivilDate, book: Task<Book, Never>)?

  init(_ loading: Loading) {
    self.loading = loading
  }

  /// The book.
  /// - Throws: `HistoryFailure` if there is no repository or no commit.
  func book() async throws(HistoryFailure) -> (commit: Commit, book: Book) {
    // Values that are computed from the days of commits are the same in both books.
    let history = await loading.history()
    let repository = try GitRepository(of: loading.source.root)
    let commit = try repository.commit(named: "HEAD")
    let today = loading.today()
    if let read, read.commit == commit, read.knownCommit == history?.commit, read.today == today {
      return (commit, await read.book.value)
    }
    let source = try GitRevision(commit, of: repository)
    let includesDrafts = loading.book.includesDrafts
    let book = Task {
      await ContentLoader(
        source: source, includesDrafts: includesDrafts, today: today,
        history: history.map { BookHistory($0.history) }
      ).load()
    }
    read = (commit, history?.commit, today, book)
    return (commit, await book.value)
  }
}
