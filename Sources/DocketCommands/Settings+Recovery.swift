import ArgumentParser
import Editing
import FileSystem
import History

extension Settings {
  /// Resolves the options after interrupted edits are recovered, so that no command reads a partial edit.
  /// - Parameters: as of ``init(_:at:output:isPublic:waitsForEdits:)``, and:
  ///   - isEditing: whether the command changes records. If an edit was finished, it then does nothing, because it is
  ///     likely that edit again.
  /// - Throws: `ExitCode` in that case.
  static func recovered(
    _ options: CommonOptions, at revision: RevisionOption? = nil, output: String? = nil,
    isPublic: Bool = false, isEditing: Bool = false, waitsForEdits: Bool = true
  ) throws -> Settings {
    let settings = try Settings(
      options, at: revision, output: output, isPublic: isPublic, waitsForEdits: waitsForEdits && !isEditing)
    let recovery = try settings.recoverEdit()
    try settings.sweepTemporaryFiles()
    if isEditing, case .finished? = recovery {
      try settings.stop("nothing else was done; repeat the command if it was for another edit")
    }
    return settings
  }

  /// Finishes or undoes an edit that was killed, and reports it.
  /// - Returns: what was done; nil if nothing had been left.
  fileprivate func recoverEdit() throws -> EditJournal.Recovery? {
    let journal = EditJournal(content: content)
    let leftovers = try journal.leftovers()
    guard !leftovers.isEmpty else { return nil }
    try refuse(inGit: leftovers)
    do {
      let recovery = try journal.recover()
      if let recovery { report(recovery) }
      return recovery
    } catch {
      // What else was left is read by nothing, and need not be removable, as in a read-only copy of the book.
      guard journal.isCommitted else { return nil }
      throw EnvironmentFailure(
        "finish an interrupted edit of", content,
        reason: "\(error)")
    }
  }

  /// Refuses files of an edit that may have come with a branch: one that is untrusted must not be executed.
  private func refuse(inGit leftovers: [String]) throws {
    let repository: GitRepository
    do throws(HistoryFailure) { repository = try GitRepository(of: content) } catch {
      let folders = FileSystem.resolved(content).map { [$0] + $0.foldersAbove } ?? []
      guard folders.contains(where: { FileSystem.kind(of: $0 + "/.git") != nil }) else { return }
      throw EnvironmentFailure(
        "finish an interrupted edit of", content,
        reason: "Whether '\(leftovers[0])' came with a commit is for git to say, and it does not: \(error)")
    }
    for path in leftovers where try repository.tracks(path) {
      throw EnvironmentFailure(
        "read", path, reason: "It is in git, and docket never puts an edit there; remove it from git")
    }
  }

  /// Reports the recovery of an interrupted edit. A closed standard error is ignored.
  func report(_ recovery: EditJournal.Recovery) {
    let lines = recovery.lines(in: content).map { "docket: \($0)\n" }
    try? console.write(lines.joined(), to: .error)
  }

  /// Removes the temporary files of a killed `check --fix`, and reports it. Failing to remove them is not an
  /// error, because nothing reads them.
  fileprivate func sweepTemporaryFiles() throws {
    let folders = [content, themes]
    func areLeft(in folder: String) -> Bool {
      ((try? OpenFolder.open(folder).recordedRuns()) ?? []).isEmpty == false
    }
    guard folders.contains(where: areLeft), let lock = try? FolderLock(content) else { return }
    let swept = folders.filter { (try? OpenFolder.open($0).sweepRecordedRuns()) ?? false }
    withExtendedLifetime(lock) {}
    guard !swept.isEmpty else { return }
    try tell("docket: 'check --fix' was interrupted; the files that it had fixed stay fixed")
  }
}
