import Foundation

/// A program to run, and how.
package struct Program: Sendable {
  /// What a run left behind.
  package struct Run: Sendable {
    /// The exit code; of a killed program the signal's number, negative.
    package let status: Int
    /// What went to standard output.
    package let output: String
    /// What went to standard error.
    package let error: String
  }

  /// The program and the arguments before those of a run.
  package var command: [String]
  /// The folder it is run in.
  package var folder: String
  /// What is set in its environment, beside what the tests themselves were started with.
  package var environment: [String: String] = [:]

  /// A program that is found in PATH.
  package init(_ command: String..., in folder: String) {
    self.command = command
    self.folder = folder
  }

  /// The built docket: it lies beside the tests.
  ///
  /// The day is fixed, so that no test depends on the day on which it is run.
  package static func docket(in folder: String, today: String? = "2026-11-21") -> Program {
    var program = Program(docketPath, in: folder)
    if let today { program.environment["SOURCE_DATE_EPOCH"] = String(epoch(of: today)) }
    return program
  }

  /// The browser that tests drive, the quickest first, as Tests/Browser/browser.py finds it; nil if there is none.
  package static let browser = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
    .first(where: exists)

  /// The path of the built docket.
  ///
  /// `DOCKET_PROGRAM` names another one than that beside the tests: a release build answers in a fifth of the time.
  package static var docketPath: String {
    if let path = ProcessInfo.processInfo.environment["DOCKET_PROGRAM"] { return path }
    // The bundle is the folder of the executable, or, on a Mac, a folder beside it.
    let bundle = Bundle(for: Marker.self).bundleURL
    let folder = bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
    return folder.appending(path: "docket").path
  }

  /// Seconds from 1970 to noon of a day, in UTC.
  private static func epoch(of day: String) -> Int {
    ((try? Date("\(day)T12:00:00Z", strategy: .iso8601)) ?? Date()).timeIntervalSince1970.wholeSeconds
  }

  private final class Marker {}
}

extension Program {
  /// Whether a program is on this machine.
  package static func exists(_ name: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }

  /// The same program, started by another one.
  package func through(_ command: String...) -> Program {
    var program = self
    program.command = command + program.command
    return program
  }

  /// Runs the program to its end.
  package func run(_ arguments: String...) async throws -> Run { try await run(arguments) }

  /// Runs the program to its end, when not too many others are running.
  package func run(_ arguments: [String]) async throws -> Run {
    let place = await Turnstile.programs.enter()
    defer { withExtendedLifetime(place) {} }
    return try await start(arguments).end()
  }

  /// Starts the program.
  package func start(_ arguments: [String]) throws -> RunningProgram {
    try RunningProgram(self, arguments)
  }
}

extension TimeInterval {
  fileprivate var wholeSeconds: Int { Int(self) }
}
