import Foundation
import TestSupport
import Testing

/// A site with an error: a folder of `Fixtures/Invalid` or `Fixtures/Invalid-many`, or what a test makes of it.
struct InvalidSite: Sendable, CustomTestStringConvertible {
  /// `invalid-date/impossible`: the id of the diagnostic, and which form of it this is.
  let name: String
  /// Writes what git does not hold well into a folder, by code.
  var making: (@Sendable (TemporaryFolder) throws -> Void)?

  var testDescription: String { name }

  /// The id of the diagnostic that it is about.
  var id: String { String(name.prefix { $0 != "/" }) }

  static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

  /// The folder of the fixture.
  var fixture: URL { Self.fixtures.appending(path: "Invalid/\(name)") }

  /// Every site, by name.
  static let all: [InvalidSite] = {
    let root = fixtures.appending(path: "Invalid").path
    let paths = (FileManager.default.enumerator(atPath: root)?.allObjects ?? []).compactMap { $0 as? String }
    let stored = paths.filter { $0.hasSuffix("/Content") }.map { InvalidSite(name: String($0.dropLast(8))) }
    return (stored + made).sorted { $0.name < $1.name }
  }()

  /// A copy of the site in a folder of its own.
  func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for part in ["Content", "Themes"] {
      let source = fixture.appending(path: part).path
      if FileManager.default.fileExists(atPath: source) { try folder.copy(source, to: part) }
    }
    try making?(folder)
    try turnOffLints(in: folder)
    return folder
  }

  /// The ids of lints that a minimal site brings with it, which are not what the other sites are about.
  private static let lints = [
    "order-without-rows", "order-without-customer", "date-after-today", "unreferenced-record", "gap-in-ids",
    "same-name", "unlikely-date", "negative-sum", "same-record", "row-without-service", "year-differs",
    "image-as-text", "null-as-text", "curly-quotes", "key-in-text", "unread-record",
  ]

  private func turnOffLints(in folder: TemporaryFolder) throws {
    guard !Self.lints.contains(id), FileManager.default.isReadableFile(atPath: folder.path("Content"))
    else { return }
    let path = folder.path("Content/site.yml")
    let lines = "lints: {" + Self.lints.map { "\($0): false" }.joined(separator: ", ") + "}\n"
    guard let written = try? String(contentsOfFile: path, encoding: .utf8) else {
      guard !FileManager.default.fileExists(atPath: path) else { return }
      return try Data(lines.utf8).write(to: URL(filePath: path))
    }
    // A site.yml that is no YAML stays as it is.
    guard !["yaml-syntax", "several-documents", "yaml-directive", "merge-conflict"].contains(id) else {
      return
    }
    let text = written.hasSuffix("\n") || written.isEmpty ? written : written + "\n"
    try Data((text + lines).utf8).write(to: URL(filePath: path))
  }
}

/// A file that holds what a program is expected to print, beside the fixture.
struct ExpectedText {
  let file: URL

  /// Whether `DOCKET_RECORD=1` asks to write the files anew.
  static let isRecording = ProcessInfo.processInfo.environment["DOCKET_RECORD"] == "1"

  /// The text; empty where it was never recorded.
  var text: String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }

  /// Writes the text anew.
  func record(_ text: String) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
}

/// A diagnostic as it is printed: the line that names it.
struct PrintedDiagnostic: Equatable {
  let path: String
  let line: Int
  let column: Int
  let severity: String
  let summary: String
  let id: String

  /// Reads the diagnostics of an output; lines of source, markers and notes are passed over.
  static func all(in output: String) -> [PrintedDiagnostic] {
    output.split(separator: "\n").compactMap { line in
      guard
        let match = line.wholeMatch(
          of:
            /(?<path>[^ ].*?):(?<line>\d+):(?<column>\d+): (?<severity>error|warning): (?<summary>.*) \[(?<id>[a-z0-9-]+)\]/
        ),
        let row = Int(match.line), let column = Int(match.column)
      else { return nil }
      return PrintedDiagnostic(
        path: String(match.path), line: row, column: column, severity: String(match.severity),
        summary: String(match.summary), id: String(match.id))
    }
  }
}
