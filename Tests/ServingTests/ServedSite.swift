import Foundation
import TestSupport

/// A small site with a `docket serve` that runs as long as a test holds it.
final class ServedSite: Sendable {
  static let files = [
    "Content/site.yml": "title: Shed\n",
    "Content/customers/ann.md": "---\nname: Ann\n---\n",
    "Content/customers/bob.md": "---\nname: Bob & Sons\n---\n",
    "Content/services/paint.md": "---\nname: Paint\n---\n",
    "Content/orders/2026/o1.md": order("2026-01-10", "ann", "made: true\n", "10.00"),
    "Content/orders/2026/o2.md": order("2026-02-20", "bob", "made: false\n", "5.00"),
    "Content/orders/2026/plan.svg":
      "<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>\n",
    "Content/orders/2026/run.js": "alert(1)\n",
    "Content/about.md": "# About\n\nSince 1995.\n",
    "Content/reports/unpaid.md":
      "# Unpaid\n\n```query\nfrom: Order\nwhere: made = true AND paid = false\ncolumns: id, total\n```\n",
    "secret.txt": "nobody may read this\n",
  ]

  static func order(_ date: String, _ customer: String, _ more: String, _ sum: String) -> String {
    "---\ndate: \(date)\ncustomer: \(customer)\n\(more)rows:\n  - {service: paint, sum: \(sum)}\n---\n"
  }

  let folder: TemporaryFolder
  let port: UInt16
  private let program: RunningProgram
  private let place: Turnstile.Place

  /// Starts the server.
  /// - Parameters:
  ///   - watches: how many folders the system tells it of; nil for as many as it tells anyone.
  ///   - path: where programs are looked for; nil for where the tests look.
  ///   - more: files beside those of the small site, or in their place.
  convenience init(
    _ options: String..., watches: Int? = nil, path: String? = nil, adding more: [String: String] = [:]
  ) async throws {
    try await self.init(options: options, watches: watches, path: path, adding: more)
  }

  /// Starts the server, with options in a list.
  init(
    options: [String], watches: Int? = nil, path: String? = nil, adding more: [String: String] = [:]
  ) async throws {
    place = await Turnstile.servers.enter()
    folder = try TemporaryFolder(Self.files.merging(more) { $1 })
    var docket = Program.docket(in: folder.path)
    if let watches {
      let script = "echo \(watches) > /proc/sys/user/max_inotify_watches && exec \"$@\""
      docket = docket.through("unshare", "-Ur", "sh", "-c", script, "sh")
    }
    if let path { docket = docket.through("PATH=\(path)") }
    program = try docket.start(["serve", "--port", "0"] + options)
    // Where all tests begin at once, many servers start at the same time.
    var address = ""
    let start = ContinuousClock.now
    while !address.contains("\n"), program.isRunning, start.duration(to: .now) < .seconds(120) {
      try await Task.sleep(for: .milliseconds(10))
      address = try program.output()
    }
    guard let text = address.split(separator: "/").dropFirst().first?.split(separator: ":").last,
      let port = UInt16(text)
    else {
      let state = program.isRunning ? "is still starting" : "has ended"
      throw Unexpected("the server \(state), and said '\(address)\(try program.errors())'")
    }
    self.port = port
  }

  deinit { program.kill() }

  func ask(_ target: String) async throws -> Answer { try await ServingTests.ask(port, target) }

  /// What it has told on standard error.
  func errors() throws -> String { try program.errors() }

  /// Has the server stand still, and go on.
  func pause() { program.pause() }
  func resume() { program.resume() }

  /// Ends the server as the power switch would.
  func kill() { program.kill() }

  /// Ends the server as Ctrl-C does.
  func interrupt() async throws -> Program.Run {
    program.interrupt()
    return try await program.end()
  }

  /// Waits until something is so, which takes the server a moment.
  func eventually(_ what: String = "", _ isSo: () async throws -> Bool) async throws {
    // Waits get longer, to leave the machine to the server.
    var (wait, waited) = (Duration.milliseconds(10), Duration.zero)
    while waited < .seconds(120) {
      if try await isSo() { return }
      try await Task.sleep(for: wait)
      waited += wait
      wait = min(wait * 1.5, .milliseconds(200))
    }
    throw Unexpected("never so: \(what)")
  }
}

extension String {
  /// A page as a build writes it, without the line that the server adds.
  var withoutAddedLine: String {
    replacing(/(?:<noscript data-tools>[^\n]*<\/noscript>)?<script src="\/-\/live[^\n]*\n/, with: "")
  }
}
