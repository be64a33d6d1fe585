/// Distinguishes the temporary names of one run of docket from those of other runs, and from other names.
///
///     .docket-run-0f3a92b15c7de684       an empty file, made first: it records the run
///     .docket-tmp-0f3a92b15c7de684-17    a file or folder that is not published yet
///
/// A later run removes the temporary names of recorded runs, and no others.
///
/// An export writes a single file to any folder, with the record `.docket-export-0f3a92b15c7de684`. Only a
/// later export to the same folder removes what it left there, without looking into subfolders.
package struct RunToken: Sendable, Equatable {
  private static let recordPrefix = ".docket-run-"
  private static let exportPrefix = ".docket-export-"

  /// The token as 16 hexadecimal digits.
  private let digits: String

  /// Makes the token of a new run.
  package init() {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    self.digits = String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// The token of a recorded run; nil if the name is not a record.
  init?(record name: String) { self.init(name, after: Self.recordPrefix) }

  /// The token of a recorded export; nil if the name is not such a record.
  fileprivate init?(exportRecord name: String) { self.init(name, after: Self.exportPrefix) }

  private init?(_ name: String, after prefix: String) {
    guard name.hasPrefix(prefix) else { return nil }
    digits = String(name.dropFirst(prefix.count))
    let isHexadecimal = digits.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    guard digits.utf8.count == 16, isHexadecimal else { return nil }
  }

  /// The name of the file that records the run, in the folder to change.
  package var record: String { Self.recordPrefix + digits }

  /// The name of the file that records an export, in its output folder.
  package var exportRecord: String { Self.exportPrefix + digits }

  /// A name for a file or folder that is not published yet.
  /// - Parameter number: a number that is unique among the names that exist at the same time in a folder.
  package func temporary(_ number: Int) -> String { "\(prefix)\(number)" }

  /// Whether a name is a temporary name of this run.
  package func isTemporary(_ name: String) -> Bool {
    guard name.hasPrefix(prefix) else { return false }
    let number = name.utf8.dropFirst(prefix.utf8.count)
    return !number.isEmpty && number.allSatisfy { (0x30...0x39).contains($0) }
  }

  private var prefix: String { ".docket-tmp-\(digits)-" }
}

extension OpenFolder {
  /// The runs recorded in the folder, which may have left temporary names.
  package func recordedRuns() throws(EnvironmentFailure) -> [RunToken] {
    var runs: [RunToken] = []
    for name in try names() {
      if let run = RunToken(record: name), try kind(of: name) == .file(size: 0) { runs.append(run) }
    }
    return runs
  }

  /// Removes the temporary names of killed runs in this folder and its subfolders, and their records.
  /// - Returns: whether a run was recorded.
  package func sweepRecordedRuns() throws(EnvironmentFailure) -> Bool {
    let runs = try recordedRuns()
    guard !runs.isEmpty else { return false }
    try sweep(runs)
    for run in runs { try remove(run.record) }
    return true
  }

  /// Removes the temporary names that killed exports have left in this folder, and their records.
  package func sweepRecordedExports() throws(EnvironmentFailure) {
    let names = try names()
    for name in names {
      guard let export = RunToken(exportRecord: name), try kind(of: name) == .file(size: 0) else { continue }
      for other in names where export.isTemporary(other) { try remove(other) }
      try remove(name)
    }
  }

  private func sweep(_ runs: [RunToken]) throws(EnvironmentFailure) {
    for name in try names() {
      if runs.contains(where: { $0.isTemporary(name) }) {
        try remove(name)
      } else if !name.hasPrefix("."), try kind(of: name) == .folder, let inner = try folder(name) {
        try inner.sweep(runs)
      }
    }
  }
}
