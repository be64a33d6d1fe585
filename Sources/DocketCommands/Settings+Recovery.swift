import Diagnostics
import Editing
import FileSystem
import History

extension Settings {
  /// Looks up what the options name, once interrupted edits are finished or undone: no command reads half of one.
  /// - Parameters: as of ``init(_:at:output:isPublic:)``.
  static func recovered(
    _ options: CommonOptions, at revision: RevisionOption? = nil, output: String? = nil,
    isPublic: Bool = false
  ) throws -> Settings {
    let settings = try Settings(options, at: revision, output: output, isPublic: isPublic)
    let console = Console(color: settings.color)
    try settings.recoverEdit(console)
    try settings.sweepTemporaryFiles(console)
    return settings
  }

  /// Finishes or undoes an edit that was killed, and says which.
  fileprivate func recoverEdit(_ console: Console) throws {
    let journal = EditJournal(content: content)
    let leftovers = journal.leftovers
    guard !leftovers.isEmpty else { return }
    // Somebody else's branch could carry a journal along to have it carried out.
    if let repository = try? GitRepository(of: content) {
      for path in leftovers where try repository.tracks(path) {
        throw EnvironmentFailure(
          "read", path, reason: "It is in git, and docket never puts an edit there; remove it from git")
      }
    }
    if let recovery = try journal.recover() { report(recovery, console) }
  }

  /// Says what was done with an interrupted edit. Nobody may be listening, which is no reason to stop.
  func report(_ recovery: EditJournal.Recovery, _ console: Console) {
    let lines = recovery.lines(in: content).map { "docket: \($0)\n" }
    try? console.write(lines.joined(), to: .error)
  }

  /// Removes the temporary files that a killed `check --fix` left, and says so. Nothing reads them, so it is
  /// not an error if they cannot be removed.
  fileprivate func sweepTemporaryFiles(_ console: Console) throws {
    let folders = [content, themes]
    func areLeft(in folder: String) -> Bool {
      ((try? OpenFolder.open(folder).recordedRuns()) ?? []).isEmpty == false
    }
    guard folders.contains(where: areLeft), let lock = try? FolderLock(content) else { return }
    let swept = folders.filter { (try? OpenFolder.open($0).sweepRecordedRuns()) ?? false }
    withExtendedLifetime(lock) {}
    guard !swept.isEmpty else { return }
    try console.write(
      "docket: 'check --fix' was interrupted; the files that it had fixed stay fixed\n", to: .error)
  }
}
