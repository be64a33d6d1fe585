import Diagnostics
import FileSystem

/// Changes a set of files in Content all together or not at all, even if the process is killed.
///
/// The new bytes are written first, beside each file under a name that nothing reads. The journal, with the
/// bytes before and after, is written beside Content. Renaming the journal to its own name commits the
/// change: what follows only renames files, and any process that finds the journal can finish it. Before
/// that, nothing has changed, and what was prepared is undone.
///
/// A change of a single file needs no journal, since the system renames a file in one step, unless its folder is on
/// another file system than Content.
package struct EditJournal: Sendable {
  private let paths: EditPaths

  /// The outcome of a commit.
  package enum Outcome: Sendable, Equatable {
    /// The files are changed.
    case written
    /// Nothing was changed, because the files at these paths below Content have changed meanwhile; except those at
    /// `kept`, which another program changed after they had got their new bytes.
    case conflict([String], kept: [String] = [])
  }

  /// The outcome of recovering from an interrupted edit.
  package enum Recovery: Sendable, Equatable {
    /// The change of this many files has been finished.
    case finished(Int)
    /// No file was changed, or changed files have their old bytes again; the files at these paths were
    /// changed by another program since then and stay as they are.
    case takenBack(kept: [String])

    /// The messages that describe the recovery, line by line.
    /// - Parameter content: Content, as the user would type it.
    package func lines(in content: String) -> [String] {
      switch self {
      case .finished(let count):
        ["an edit of \(counted(count, "file", "files")) was interrupted; it is finished now"]
      case .takenBack(let kept):
        ["an edit was interrupted and has been undone"]
          + kept.map { "\(content)/\($0) was changed by another program since, and is left as it is" }
      }
    }
  }

  /// The journal of a Content folder.
  /// - Parameter content: Content, as the user would type it.
  package init(content: String) { paths = EditPaths(content: content) }

  // MARK: Changing

  /// Makes changes.
  /// - Parameters:
  ///   - changes: the changes, at most one per path.
  ///   - lock: a lock on Content taken before Content was read, so that no other docket process has changed
  ///     what the changes were checked against; nil takes one here.
  ///   - recovered: called if an interrupted edit was finished or undone first.
  /// - Throws: If a file cannot be written; nothing has changed then.
  package func commit(
    _ changes: [FileChange], under lock: FolderLock? = nil, recovered: (Recovery) -> Void = { _ in }
  ) throws(EnvironmentFailure) -> Outcome {
    let changes = changes.filter { $0.before != $0.after }
    let lock = if let lock { lock } else { try FolderLock(paths.content) }
    defer { withExtendedLifetime(lock) {} }
    if let recovery = try recoverLocked() { recovered(recovery) }
    let conflicts = try paths.conflicts(of: changes)
    guard conflicts.isEmpty else { return .conflict(conflicts) }
    guard changes.count == 1, try paths.isOnContentsFileSystem(changes[0]) else {
      return try commitAll(changes)
    }
    return try commitOne(changes[0])
  }

  /// Refuses a journal whose files or folders are reached through a symbolic link that leads out of Content.
  private func refuseLinks(of entry: Entry) throws(EnvironmentFailure) {
    for change in entry.changes { try paths.refuseLinks(of: change) }
    for folder in entry.folders { try paths.refuseToLeave(paths.file(folder)) }
  }

  /// Changes one file without a journal: the system does it in one step.
  private func commitOne(_ change: FileChange) throws(EnvironmentFailure) -> Outcome {
    let path = paths.file(change.path)
    guard let after = change.after else {
      try FileSystem.remove(path, for: path)
      return .written
    }
    let staged = StagedFile(at: paths.single, for: path, durability: .bytes)
    var folders: [String] = []
    func removeFolders() {
      for folder in folders.reversed() { FileSystem.removeFolderIfEmpty(folder) }
    }
    do throws(EnvironmentFailure) {
      try makeFolders(of: [change], adding: &folders)
      try staged.write(after, like: paths.template(of: change))
      let isWritten = try staged.rename(to: path) { () throws(EnvironmentFailure) in
        try paths.state(of: path) == .init(change.before)
      }
      if !isWritten { removeFolders() }
      return isWritten ? .written : .conflict([change.path])
    } catch {
      removeFolders()
      throw error
    }
  }

  private func commitAll(_ changes: [FileChange]) throws(EnvironmentFailure) -> Outcome {
    var entry = Entry(folders: [], changes: changes)
    // The journal has the text of files that others may not be allowed to read.
    let journal = StagedFile(
      at: paths.prepared, for: paths.journal, durability: .bytesAndName, isPrivate: true)
    do throws(EnvironmentFailure) {
      entry.folders = try missingFolders(of: changes)
      try journal.write(entry.encoded)
      try makeFolders(of: changes)
      for (index, change) in changes.enumerated() {
        guard let after = change.after else { continue }
        try staged(change.path, index).write(after, like: paths.template(of: change))
      }
      // This may take seconds if another program has written a lot, and someone may save a file meanwhile.
      FileSystem.synchronizeAll()
      let conflicts = try paths.conflicts(of: changes)
      guard conflicts.isEmpty else {
        try discard(entry)
        return .conflict(conflicts)
      }
      try journal.rename(to: paths.journal)
    } catch {
      // What cannot be removed now is removed by the next command, which finds the journal.
      try? discard(entry)
      throw error
    }
    do throws(EnvironmentFailure) {
      if let foreign = try finish(entry) {
        let kept = try takeBack(entry)
        let written = entry.changes.prefix { $0.path != foreign }.map(\.path)
        return .conflict([foreign], kept: kept.filter(written.contains))
      }
    } catch {
      // An operation that failed may fail again, so the old bytes are restored. If that fails too, the
      // journal stays, and the next command continues.
      var failure = error
      do throws(EnvironmentFailure) {
        for path in try takeBack(entry) {
          failure = failure.adding(
            "\(paths.file(path)) was changed by another program since, and is left as it is")
        }
      } catch {
        throw failure.adding("the change is begun, and the next docket command finishes it; do not repeat it")
      }
      throw failure
    }
    return .written
  }

  /// Gives every file its new bytes and removes the journal.
  /// - Returns: the path below Content of a file that has neither its old nor its new bytes, which stays as
  ///   it is; files after it are not changed, and the journal stays. Nil if everything is done.
  private func finish(_ entry: Entry) throws(EnvironmentFailure) -> String? {
    for (index, change) in entry.changes.enumerated() {
      let path = paths.file(change.path)
      let current = try paths.state(of: path)
      if current == .init(change.after) { continue }
      guard current == .init(change.before) else { return change.path }
      guard let after = change.after else {
        try FileSystem.remove(path, for: path)
        continue
      }
      let staged = self.staged(change.path, index)
      // A process that was finishing the edit may have been killed while it wrote them.
      if try paths.state(of: paths.staged(change.path, index)) != .file(after) {
        try makeFolders(of: [change])
        try staged.write(after, like: paths.template(of: change))
      }
      try staged.rename(to: path)
    }
    try discardCopies(entry)
    FileSystem.synchronizeAll()
    try FileSystem.remove(paths.journal, for: paths.journal)
    return nil
  }

  /// Restores the old bytes of every file that has its new ones and removes the journal.
  /// - Returns: the paths below Content of files that have neither.
  private func takeBack(_ entry: Entry) throws(EnvironmentFailure) -> [String] {
    var kept: [String] = []
    // A restored file gets the permissions of the one that it was moved to, which is removed after it.
    let changes = entry.changes.enumerated()
    for (index, change) in changes.filter({ $1.before != nil }) + changes.filter({ $1.before == nil }) {
      let path = paths.file(change.path)
      let current = try paths.state(of: path)
      if current == .init(change.before) { continue }
      guard current == .init(change.after) else {
        kept.append(change.path)
        continue
      }
      guard let before = change.before else {
        try FileSystem.remove(path, for: path)
        continue
      }
      let former = StagedFile(at: paths.former(change.path, index), for: path, durability: .deferred)
      let copy = entry.changes.first { $0.origin == change.path }
      try former.write(before, like: current == .absent ? copy.map { paths.file($0.path) } : path)
      try former.rename(to: path)
    }
    FileSystem.synchronizeAll()
    try discard(entry)
    try FileSystem.remove(paths.journal, for: paths.journal)
    return kept
  }

  /// Removes the prepared files, folders and, at last, journal.
  private func discard(_ entry: Entry) throws(EnvironmentFailure) {
    try discardCopies(entry)
    for folder in entry.folders.reversed() { FileSystem.removeFolderIfEmpty(paths.file(folder)) }
    try FileSystem.remove(paths.prepared, for: paths.prepared)
  }

  /// Removes new bytes that were not renamed to files, and what a failed undo left behind. The journal stays until they
  /// are gone, because only it says where they are.
  private func discardCopies(_ entry: Entry) throws(EnvironmentFailure) {
    for (index, change) in entry.changes.enumerated() {
      for path in [paths.staged(change.path, index), paths.former(change.path, index)] {
        try FileSystem.remove(path, for: path)
      }
    }
  }

  // MARK: Recovering

  /// The files that an interrupted edit left behind, without symbolic links. Cheap if there are none.
  /// - Throws: `EnvironmentFailure` if it is unknown whether there are any.
  package func leftovers() throws(EnvironmentFailure) -> [String] {
    var found: [String] = []
    for path in paths.leftovers where try FileSystem.status(of: path) != nil { found.append(path) }
    return found
  }

  /// Whether an interrupted edit may have begun to change files.
  package var isCommitted: Bool { (try? FileSystem.status(of: paths.journal) == nil) != true }

  /// Finishes or undoes what an interrupted edit left behind.
  /// - Returns: what was done; nil if nothing had been left.
  /// - Throws: If a file cannot be written, or the journal is not docket's.
  package func recover() throws(EnvironmentFailure) -> Recovery? {
    guard try !leftovers().isEmpty else { return nil }
    // Another process may be recovering right now, and be done when we get the lock.
    let lock = try FolderLock(paths.content)
    defer { withExtendedLifetime(lock) {} }
    return try recoverLocked()
  }

  private func recoverLocked() throws(EnvironmentFailure) -> Recovery? {
    if isCommitted {
      guard let entry = Entry(decoding: try read(paths.journal)) else {
        throw EnvironmentFailure(
          "read", paths.journal,
          reason: "The journal of an interrupted edit is damaged; use git to see what is unfinished, "
            + "then remove the journal"
        )
      }
      try refuseLinks(of: entry)
      if try !isForeign(entry), try finish(entry) == nil { return .finished(entry.changes.count) }
      return .takenBack(kept: try takeBack(entry))
    }
    if try FileSystem.status(of: paths.single) != nil {
      try FileSystem.remove(paths.single, for: paths.single)
      return .takenBack(kept: [])
    }
    guard try FileSystem.status(of: paths.prepared) != nil else { return nil }
    // An incomplete journal was being written, so nothing else had begun. One that leads out of Content is not docket's.
    if let entry = Entry(decoding: try read(paths.prepared)), (try? refuseLinks(of: entry)) != nil {
      try discard(entry)
    } else {
      try discard(Entry(folders: [], changes: []))
    }
    return .takenBack(kept: [])
  }

  /// The bytes of a journal, which docket writes as a file.
  private func read(_ path: String) throws(EnvironmentFailure) -> [UInt8] {
    guard try FileSystem.status(of: path)?.isFile ?? false else {
      throw EnvironmentFailure("read", path, reason: "It is no file, and docket puts nothing else there")
    }
    return try FileSystem.read(path)
  }

  /// Whether another program has changed one of the files.
  private func isForeign(_ entry: Entry) throws(EnvironmentFailure) -> Bool {
    for change in entry.changes {
      let current = try paths.state(of: paths.file(change.path))
      if current != .init(change.before), current != .init(change.after) { return true }
    }
    return false
  }

  // MARK: Files

  /// A file with its new bytes, which the journal also holds.
  private func staged(_ below: String, _ index: Int) -> StagedFile {
    StagedFile(at: paths.staged(below, index), for: paths.file(below), durability: .deferred)
  }

  /// The folders below Content that are missing for new files, outermost first.
  private func missingFolders(of changes: [FileChange]) throws(EnvironmentFailure) -> [String] {
    var folders: [String] = []
    for change in changes where change.after != nil {
      let parts = change.path.split(separator: "/").dropLast()
      for count in parts.indices {
        let folder = parts[...count].joined(separator: "/")
        if !folders.contains(folder), try FileSystem.status(of: paths.file(folder)) == nil {
          folders.append(folder)
        }
      }
    }
    return folders
  }

  private func makeFolders(of changes: [FileChange]) throws(EnvironmentFailure) {
    var made: [String] = []
    try makeFolders(of: changes, adding: &made)
  }

  /// Makes the folders that are missing.
  /// - Parameter made: receives the folders made, outermost first, as the user types them, even on failure.
  private func makeFolders(of changes: [FileChange], adding made: inout [String]) throws(EnvironmentFailure) {
    for folder in try missingFolders(of: changes) where try FileSystem.makeFolder(paths.file(folder)) {
      made.append(paths.file(folder))
    }
  }
}
