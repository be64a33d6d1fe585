import Foundation

/// A site in a folder of its own, on which the built docket is run.
final class ModelSite {
  /// What a run left behind.
  struct Run {
    let status: Int32
    let output: String
    let error: String
  }

  private let folder: URL

  /// Makes a site of a folder of Fixtures/OwnModel, with more files or other ones.
  init(_ fixture: String? = nil, adding files: [String: String] = [:]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "docket-model-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if let fixture {
      let source = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures/OwnModel/\(fixture)/Content")
      try FileManager.default.copyItem(at: source, to: folder.appending(path: "Content"))
    }
    for (path, text) in files { try put(path, text) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Writes a file.
  func put(_ path: String, _ text: String) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Reads a file.
  func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: path)), as: UTF8.self)
  }

  /// Whether there is a file.
  func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: path).path)
  }

  /// The paths of the site's pages.
  func pages() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.appending(path: "Site").path)
      .filter { $0.hasSuffix(".html") }.sorted()
  }

  /// Runs docket in the site's folder.
  func docket(_ arguments: String...) throws -> Run { try docket(arguments) }

  /// Runs docket in the site's folder.
  func docket(_ arguments: [String]) throws -> Run {
    let output = folder.appending(path: "output")
    let error = folder.appending(path: "error")
    for file in [output, error] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = Self.program
    process.arguments = arguments + ["--today", "2026-11-21"]
    process.currentDirectoryURL = folder
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: error)
    try process.run()
    process.waitUntilExit()
    return Run(status: process.terminationStatus, output: try text("output"), error: try text("error"))
  }

  /// The built docket, which lies beside the tests.
  private static var program: URL {
    let bundle = Bundle(for: ModelSite.self).bundleURL
    let folder = bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
    return folder.appending(path: "docket")
  }
}
