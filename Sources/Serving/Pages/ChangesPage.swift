import Content
import Diagnostics
import Editing
import FileSystem
import History
import Records

/// What changed in the records since the last commit, as `docket diff` compares them, at `/-/changes`.
struct ChangesPage: Sendable {
  /// The maximum number of records, and of consequential changes, that are shown.
  private static let most = 500

  /// Where it is.
  static let path = "-/changes"

  private let committed: CommittedBook
  private let commits: CommitWatch
  private let today: @Sendable () -> CivilDate

  /// Makes the page of a site.
  init(_ live: LiveSite) {
    committed = CommittedBook(live.loading)
    commits = CommitWatch(live, committed)
    today = live.loading.today
  }

  /// Shows the site again after every commit, which changes no file that is watched, until the task is cancelled.
  func followCommits() async {
    await commits.begin()
    // Sleeps until it is cancelled.
    while (try? await Task.sleep(for: .seconds(3_600))) != nil {}
    await commits.end()
  }

  /// Makes the page.
  func page(_ snapshot: Snapshot, canEdit: Bool) async -> SiteAnswers.Page {
    let what: HTML
    var status = 200
    do throws(HistoryFailure) {
      guard let book = snapshot.book else {
        return DiagnosticsPage.page(503, [])
      }
      let (commit, old) = try await committed.book()
      let names = RecordNames(book, today: today(), canEdit: canEdit)
      what =
        "<p>\(localized: "Since the last commit, {0}.", "<code>\(commit.name.prefix(12))</code>")</p>\n\(list(BookChanges(from: old, to: book), names))"
    } catch {
      switch error {
      case .unavailable(let words):
        what = "<p>\(localized("There is nothing to compare with: {0}.", words))</p>"
      case .environment(let failure):
        status = 500
        what = "<p>\(failure.description)</p>"
      }
    }
    let main: HTML = "\(OwnPages.navigation(canEdit: canEdit))\n<h1>\(localized: "Changes")</h1>\n\(what)"
    return SiteAnswers.Page(status: status, bytes: ownPage(title: localized("Changes"), main: main))
  }

  private func list(_ changes: BookChanges, _ names: RecordNames) -> HTML {
    guard !changes.isEmpty else { return "<p>\(localized: "No record has changed.")</p>" }
    return """
      \(lines("Model and settings", changes.settings))\(lines("Not compared, because they have errors", changes.skipped))\
      \(records(changes.records, names))\
      \(table("What follows", changes.effects.map { (names.page($0.label, $0.entity, $0.id), names.key($0.value.key, of: $0.entity), $0.value) }))\
      \(table("Totals", changes.totals.map { ("\($0.label)", names.key($0.value.key, of: $0.entity), $0.value) }))
      """
  }

  private func lines(_ heading: String, _ lines: [String]) -> HTML {
    guard !lines.isEmpty else { return "" }
    return "<h2>\(localized: heading)</h2>\n<ul>\(lines.map { "<li>\($0)</li>\n" as HTML })</ul>\n"
  }

  private func records(_ records: [RecordChange], _ names: RecordNames) -> HTML {
    guard !records.isEmpty else { return "" }
    let items = records.prefix(Self.most).map { record -> HTML in
      let lines = names.lines(of: record).map { "<li>\($0)</li>\n" as HTML }
      let former: HTML = record.formerID.map { "<code>\($0)</code> → " } ?? ""
      let name =
        record.kind == .deleted
        ? "\(record.label) <code>\(record.id)</code>" as HTML
        : names.name(record.label, record.entity, record.id)
      return """
        <li class="\(record.kind.rawValue)"><b>\(localized: record.kind.rawValue)</b> \(former)\(name)\
        \(lines.isEmpty ? "" : "<ul>\(lines)</ul>" as HTML)</li>

        """
    }
    return "<h2>\(localized: "Records")</h2>\n<ul class=\"changes\">\(items)</ul>\n\(more(records.count))"
  }

  private func more(_ count: Int) -> HTML {
    count > Self.most
      ? "<p>\(localized: "… and {0} more; {1} prints them all", "\(count - Self.most)", "<code>docket diff</code>").</p>\n"
      : ""
  }

  private func table(_ heading: String, _ rows: [(name: HTML, key: String, value: ValueChange)]) -> HTML {
    guard !rows.isEmpty else { return "" }
    let items = rows.prefix(Self.most).map { name, key, value -> HTML in
      """
      <tr><td>\(name)</td><td>\(key)</td><td class="money">\(value.old ?? "–")</td>\
      <td class="money">\(value.new ?? "–")</td></tr>

      """
    }
    return """
      <h2>\(localized: heading)</h2>
      <div class="t"><table><thead><tr><td></td><td></td><th scope="col" class="money">\(localized: "Before")</th>\
      <th scope="col" class="money">\(localized: "Now")</th></tr></thead><tbody>
      \(items)</tbody></table></div>
      \(more(rows.count))
      """
  }
}

/// Looks for commits as long as anyone follows them, once for all who do.
private actor CommitWatch {
  private let live: LiveSite
  private let committed: CommittedBook
  private var followerCount = 0
  private var watch: Task<Void, Never>?

  init(_ live: LiveSite, _ committed: CommittedBook) {
    self.live = live
    self.committed = committed
  }

  func begin() {
    followerCount += 1
    guard watch == nil else { return }
    watch = Task { [live, committed] in
      var last = committed.commit
      while (try? await Task.sleep(for: .seconds(1))) != nil {
        let commit = committed.commit
        if commit != last {
          // If records show their history, they show it with the commit.
          await live.refresh()
          await live.showAgain()
        }
        last = commit
      }
    }
  }

  func end() {
    followerCount -= 1
    guard followerCount == 0 else { return }
    watch?.cancel()
    watch = nil
  }
}

/// The book of the last commit, read when it is first asked for and again after another commit.
private actor CommittedBook {
  private let loading: Loading
  private var read: (commit: Commit, today: CivilDate, book: Task<Book, Never>)?

  init(_ loading: Loading) {
    self.loading = loading
  }

  /// The name of the last commit; nil if there is none.
  nonisolated var commit: String? { try? GitRepository(of: loading.source.root).commit(named: "HEAD").name }

  /// The book.
  /// - Throws: `HistoryFailure` if there is no repository or no commit.
  func book() async throws(HistoryFailure) -> (commit: Commit, book: Book) {
    let repository = try GitRepository(of: loading.source.root)
    let commit = try repository.commit(named: "HEAD")
    let today = loading.today()
    if let read, read.commit == commit, read.today == today { return (commit, await read.book.value) }
    let source = try GitRevision(commit, of: repository)
    let includesDrafts = loading.book.includesDrafts
    let book = Task {
      await ContentLoader(source: source, includesDrafts: includesDrafts, today: today).load()
    }
    read = (commit, today, book)
    return (commit, await book.value)
  }
}
