import ArgumentParser
import Content
import Diagnostics
import FileSystem
import Records
import Serving
import Site

/// `docket serve`
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Show the site in the browser, each save at once.",
    discussion: """
      The pages are made in memory when the browser asks for them; nothing is written to Site. Only this machine \
      can open them. Open pages follow every change of Content and of the theme. Ctrl-C ends it.
      """)

  @OptionGroup var options: CommonOptions

  @Option(
    help: ArgumentHelp("The port; the next free one where it is taken, 0 for any.", valueName: "number"))
  var port: UInt16 = 8080

  @Flag(help: "Open the home page in the browser.")
  var open = false

  @Flag(help: "Let records be edited in the browser: forms to change, add and delete them.")
  var edit = false

  @Flag(help: "Look at all files twice a second instead of waiting for the system to tell.")
  var poll = false

  func run() async throws {
    let settings = try Settings(options)
    let console = Console(color: settings.color)
    let live = LiveSite(loading(settings))
    let listener = try Listener(port: port)
    // Watched first and read then: what changes in between is read again.
    let watcher = Watcher([settings.content, settings.themes], polls: poll)
    await live.refresh()
    let address = "http://localhost:\(listener.port)/"
    if !settings.isQuiet {
      let other = port != 0 && listener.port != port ? " (port \(port) is taken)" : ""
      try console.write("\(address)\(other)\n", to: .output)
      if watcher.method == .polling, !poll {
        try console.write(
          "the system does not tell of changes here; files are looked at twice a second\n", to: .error)
      }
      try console.write("Ctrl-C ends it\n", to: .error)
    }
    if open { try Browser.open(address) }
    let answers = SiteAnswers(
      live: live, access: Access(port: listener.port),
      editing: edit ? FormAnswers(live: live, content: settings.content, output: settings.output) : nil)
    let server = HTTPServer(listener) { await answers.answer($0) }
    try await Interruption.run {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await server.run() }
        group.addTask { for await _ in watcher.changes { await live.refresh() } }
        group.addTask { await followDays(live) }
        defer { group.cancelAll() }
        try await group.next()
      }
    }
  }

  /// Reads the book again when another day begins.
  private func followDays(_ live: LiveSite) async {
    let today = live.loading.today
    var day = today()
    while (try? await Task.sleep(for: .seconds(30))) != nil {
      guard today() != day else { continue }
      day = today()
      await live.refresh()
    }
  }

  /// How the book and its site are read: what was read of a file is kept until it changes.
  private func loading(_ settings: Settings) -> Loading {
    let (fixedDay, day) = (options.today, settings.today)
    // The day is looked at each time, for the server may run for many.
    let today: @Sendable () -> CivilDate = { (try? Settings.today(fixedDay)) ?? day }
    let book = LiveBook(includesDrafts: settings.includesDrafts)
    return Loading(source: settings.source, today: today) { files in
      await book.book(of: files, today: today())
    } site: { book in
      let pipeline = SitePipeline(
        theme: settings.theme, themes: settings.themes, includesDrafts: settings.includesDrafts,
        today: today())
      let (site, diagnostics) = await pipeline.site(of: book)
      return Loaded(book: book, site: site, diagnostics: settings.ordered(book.diagnostics + diagnostics))
    }
  }
}
