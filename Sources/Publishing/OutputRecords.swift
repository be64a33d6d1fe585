import Diagnostics
import FileSystem

/// The manifest and the journal in an output folder.
struct OutputRecords {
  /// The paths that only the journal of an unfinished build lists.
  let unfinished: OwnedFiles
  /// Whether there is such a journal.
  let isUnfinished: Bool
  /// The files of both.
  let owned: OwnedFiles
  /// The builds that may have left temporary names.
  let runs: [RunToken]
  /// The errors for which docket must not write to the folder.
  let refusals: [Diagnostic]

  /// Reads the records. Refuses a folder that docket did not write, or with a site for another audience.
  init(_ root: borrowing OutputRoot, audience: SiteOutput.Audience) throws(EnvironmentFailure) {
    var refusals: [Diagnostic] = []
    let manifest = try Self.read(.manifest, in: root, &refusals)
    let journal = try Self.read(.journal, in: root, &refusals)
    unfinished = journal ?? OwnedFiles([], audience: audience)
    isUnfinished = journal != nil
    owned = (manifest ?? OwnedFiles([], audience: audience)).union(unfinished)
    if let other = [manifest, journal].compactMap({ $0?.audience }).first(where: { $0 != audience }) {
      let summary =
        "this folder holds \(other.description), and \(audience.description) does not belong in it; name another with "
        + "--output, or remove this one"
      refusals.append(root.diagnostic(.foreignFolder, at: "", summary))
    }
    let names = try root.top.names()
    let runs = try root.top.recordedRuns()
    self.runs = runs
    let isOwn = { (name: String) in runs.contains { $0.record == name || $0.isTemporary(name) } }
    if manifest == nil, journal == nil, refusals.isEmpty, !names.allSatisfy(isOwn) {
      let summary = "docket did not write what is in this folder; empty it, or name another with --output"
      refusals = [root.diagnostic(.foreignFolder, at: "", summary)]
    }
    self.refusals = refusals
  }

  private static func read(
    _ format: OwnedFiles.Format, in root: borrowing OutputRoot, _ refusals: inout [Diagnostic]
  ) throws(EnvironmentFailure) -> OwnedFiles? {
    guard let bytes = try root.top.bytes(of: format.name) else { return nil }
    guard let files = OwnedFiles(bytes, as: format) else {
      let summary =
        "the manifest is damaged, or from a newer docket; remove the output folder, or name another with --output"
      refusals.append(root.diagnostic(.damagedManifest, at: format.name, summary))
      return nil
    }
    return files
  }
}

extension OutputRoot {
  /// Writes a manifest or journal durably under a temporary name.
  func staged(
    _ files: OwnedFiles, as format: OwnedFiles.Format, at name: String
  ) throws(EnvironmentFailure) -> StagedFile {
    let file = StagedFile(name, in: top, for: display(format.name), durability: format.durability)
    try file.write(files.bytes(as: format))
    return file
  }

  /// Records the run, then renames the journal into place durably.
  func writeJournal(_ files: OwnedFiles, run: RunToken, temporary: Int) throws(EnvironmentFailure) {
    try top.touch(run.record)
    try staged(files, as: .journal, at: run.temporary(temporary)).rename(to: OutputNames.journal)
  }
}

extension SiteOutput.Audience {
  /// The description in diagnostics.
  fileprivate var description: String {
    switch self {
    case .full: "a site with everything"
    case .public: "a public site"
    case .part: "some pages of a site"
    case .publicPart: "some pages of a public site"
    }
  }
}
