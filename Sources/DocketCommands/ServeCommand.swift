import ArgumentParser
import FileSystem
import History
import Serving

/// `docket serve`
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Show the site in the browser, each save at once.",
    discussion: """
      The pages are made in memory when the browser asks for them; nothing is written to Site. Only this machine \
      can open them. Open pages follow every change of Content and of the theme. Ctrl-C ends it.

      With --edit every record's page leads to a form. A save changes only the bytes of what changed, like 'docket set'; \
      what 'docket check' would call an error is shown at its field and not saved. If the file changed in the meantime, both \
      versions are shown, and what was not changed in the form follows the file. Errors are below the last valid page and \
      at /-/problems, changes since the last commit at /-/changes, queries at /-/query.
      """)

  @OptionGroup var options: CommonOptions

  @OptionGroup var destination: OutputOption

  @Option(
    help: ArgumentHelp("The port; the next free one if it is taken, 0 for any.", valueName: "number"))
  var port: UInt16 = 8080

  @Flag(help: "Open the home page in the browser.")
  var open = false

  @Flag(help: "Let records be edited in the browser: forms to change, add and delete them.")
  var edit = false

  @Flag(help: "Check all files twice a second instead of waiting for the system to report changes.")
  var poll = false

  func run() async throws {
    let settings = try Settings.recovered(options, output: destination.output, waitsForEdits: false)
    if edit, destination.output == nil { try settings.checkOutputStays() }
    // Needed for its sockets, the file watcher, and a few browsers.
    try DescriptorLimit.checkAreFree(32)
    let live = LiveSite(loading(settings))
    let listener = try Listener(port: port)
    // The watcher starts before the first reading, so that changes in between cause another one.
    let commits = live.loading.commitFiles
    let watcher = Watcher(
      [settings.content, settings.themes] + commits.folders, files: commits.files, polls: poll)
    await live.setHasFileEvents(watcher.method == .events)
    await live.refresh()
    let access = Access(port: listener.port)
    let answers = SiteAnswers(
      live: live, access: access,
      editing: edit
        ? FormAnswers(live: live, access: access, content: settings.content, output: settings.output) {
          settings.report($0)
        } : nil)
    let server = HTTPServer(listener) { await answers.answer($0) }
    try await Interruption.run {
      try announce(listener, watcher, settings)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await server.run() }
        group.addTask { try await follow(watcher, live, settings) }
        group.addTask { await followDays(live) }
        defer { group.cancelAll() }
        try await group.next()
      }
    }
  }

  /// Prints the address, after which a signal ends the server in order.
  private func announce(_ listener: Listener, _ watcher: Watcher, _ settings: Settings) throws {
    let address = "http://localhost:\(listener.port)/"
    let other = port != 0 && listener.port != port ? " (port \(port) is taken)" : ""
    try settings.say("\(address)\(other)", to: .output)
    if watcher.method == .polling, !poll { try sayItPolls(settings) }
    try settings.say("Ctrl-C ends it")
    if open {
      // The server works without a browser.
      do throws(EnvironmentFailure) { try Browser.open(address) } catch {
        try settings.tell("docket: \(error)")
      }
    }
  }

  /// Rereads the book when files change. It does not wait for a reading, so that changes reported during one share
  /// the next.
  private func follow(_ watcher: Watcher, _ live: LiveSite, _ settings: Settings) async throws {
    try await withThrowingDiscardingTaskGroup { refreshes in
      for await change in watcher.changes {
        switch change {
        case .files(let files): refreshes.addTask { await live.refresh(files) }
        case .method:
          try sayItPolls(settings)
          await live.setHasFileEvents(false)
          await live.refresh()
        }
      }
    }
  }

  private func sayItPolls(_ settings: Settings) throws {
    try settings.say("the system does not report changes here; files are checked twice a second")
  }

  /// Rereads the book when a new day begins.
  private func followDays(_ live: LiveSite) async {
    let today = live.loading.today
    var day = today()
    while (try? await Task.sleep(for: .seconds(30))) != nil {
      guard today() != day else { continue }
      day = today()
      await live.refresh()
    }
  }
}
