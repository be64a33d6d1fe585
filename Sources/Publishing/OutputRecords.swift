import Diagnostics
import FileSystem

/// The manifest and the journal that an output folder holds.
struct OutputRecords {
  /// What the journal of an unfinished build names beyond the manifest.
  let unfinished: OwnedFiles
  /// Whether there is such a journal.
  let isUnfinished: Bool
  /// The files of both.
  let owned: OwnedFiles
  /// Why docket must not write here.
  let refusals: [Diagnostic]

  /// Reads them, and refuses a folder that docket did not write.
  init(_ root: borrowing OutputRoot) throws(EnvironmentFailure) {
    var refusals: [Diagnostic] = []
    let manifest = try Self.read(.manifest, in: root, &refusals)
    let journal = try Self.read(.journal, in: root, &refusals)
    unfinished = journal ?? OwnedFiles([])
    isUnfinished = journal != nil
    owned = (manifest ?? OwnedFiles([])).union(unfinished)
    if manifest == nil, journal == nil, refusals.isEmpty,
      try !root.names(in: "").allSatisfy(OutputNames.isTemporary)
    {
      let summary = "docket did not write what is in this folder; empty it, or name another with --output"
      refusals = [root.diagnostic(.foreignFolder, at: "", summary)]
    }
    self.refusals = refusals
  }

  private static func read(
    _ format: OwnedFiles.Format, in root: borrowing OutputRoot, _ refusals: inout [Diagnostic]
  ) throws(EnvironmentFailure) -> OwnedFiles? {
    guard let bytes = try root.bytes(of: format.name) else { return nil }
    guard let files = OwnedFiles(bytes, as: format) else {
      let summary =
        "the manifest is damaged, or of a newer docket; remove the output folder, or name another with --output"
      refusals.append(root.diagnostic(.damagedManifest, at: format.name, summary))
      return nil
    }
    return files
  }
}

extension OutputRoot {
  /// Writes a manifest or journal through to the disk, under a name not its own yet.
  func makeRecord(
    _ files: OwnedFiles, as format: OwnedFiles.Format, at path: String
  ) throws(EnvironmentFailure) {
    let bytes = files.bytes(as: format)
    try bytes.span.withUnsafeBytes { (buffer) throws(EnvironmentFailure) in
      _ = try makeFile(at: path, for: format.name, from: .bytes(buffer), synchronized: true)
    }
  }

  /// Puts the journal in place and on the disk.
  func writeJournal(_ files: OwnedFiles, temporary: Int) throws(EnvironmentFailure) {
    let path = OutputNames.temporary(temporary)
    try makeRecord(files, as: .journal, at: path)
    try rename(path, to: OutputNames.journal)
    try synchronizeNames()
  }
}
