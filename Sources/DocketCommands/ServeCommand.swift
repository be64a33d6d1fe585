import ArgumentParser
import Content
import Diagnostics
import FileSystem
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

  @Flag(help: "Look at all files twice a second instead of waiting for the system to tell.")
  var poll = false

  func run() async throws {
    let settings = try Settings(options)
    let console = Console(color: settings.color)
    let live = LiveSite { await Self.load(settings) }
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
    let answers = SiteAnswers(live: live, access: Access(port: listener.port))
    let server = HTTPServer(listener) { await answers.answer($0) }
    try await Interruption.run {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await server.run() }
        group.addTask { for await _ in watcher.changes { await live.refresh() } }
        defer { group.cancelAll() }
        try await group.next()
      }
    }
  }

  private static func load(_ settings: Settings) async -> Loaded {
    let book = await settings.pipeline.book(from: settings.source)
    let (site, siteDiagnostics) = await settings.pipeline.site(of: book)
    let diagnostics = settings.ordered(book.diagnostics + siteDiagnostics)
    return Loaded(site: site, diagnostics: diagnostics)
  }
}
