import Content
import Diagnostics
import History
import Records
import Serving
import Site

extension ServeCommand {
  /// How the book and its site are read; a file is reread only when it changes.
  func loading(_ settings: Settings) -> Loading {
    let (fixedDay, day) = (options.today, settings.today)
    // The day is determined each time, because the server may run for days.
    let today: @Sendable () -> CivilDate = { (try? Settings.today(fixedDay)) ?? day }
    let history = ServedHistory(settings)
    return Loading(
      source: settings.source, themes: settings.themeSource,
      book: LiveBook(includesDrafts: settings.includesDrafts, findsLints: false), today: today,
      commitFiles: CommitFiles(of: settings.content),
      history: { await history.known() }
    ) { book, shown in
      let pipeline = SitePipeline(
        theme: settings.theme, themes: settings.themeSource, language: settings.language,
        includesDrafts: settings.includesDrafts, today: today())
      let (site, diagnostics) = await pipeline.site(of: book, for: .serving, after: shown)
      let found = await history.diagnostics + book.diagnostics + diagnostics
      return MadeSite(site: site, diagnostics: settings.ordered(found)) {
        settings.ordered(found + (await book.lints()) + site.reconcile())
      }
    }
  }
}

/// The changes of commits, if site.yml requests them; reread after each commit.
private actor ServedHistory {
  /// The reasons that the history is unknown.
  private(set) var diagnostics: [Diagnostic] = []
  private let settings: Settings
  private var last: LiveBook.KnownHistory?

  init(_ settings: Settings) {
    self.settings = settings
  }

  /// The history up to the current commit.
  func known() async -> LiveBook.KnownHistory? {
    guard settings.asksForHistory else {
      (last, diagnostics) = (nil, [])
      return nil
    }
    let commit = try? settings.repository().1.name
    if let last, last.commit == commit { return last }
    let (history, diagnostics) = await settings.history()
    self.diagnostics = diagnostics
    last = history.flatMap { history in
      commit.map { LiveBook.KnownHistory(commit: $0, history: history.full) }
    }
    return last
  }
}
