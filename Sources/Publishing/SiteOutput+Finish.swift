import FileSystem

extension SiteOutput {
  /// Finishes the build: removes stale files, publishes staged folders, writes the manifest, and unlocks.
  /// - Parameters:
  ///   - entries: the results of `write` and `copy`, one for each planned path, in any order.
  ///   - record: called when all files are published, and before the manifest, from which the next build knows what
  ///     it removes; if it throws after a change, the build counts as interrupted.
  /// - Throws: If the file system fails, or a planned path was not written; the next build fixes it.
  /// - Complexity: O(*n*) in the bytes of the paths.
  package func finish(_ entries: [Entry], recording record: () throws -> Void = {}) throws -> Summary {
    var written = [Fingerprint?](repeating: nil, count: plan.paths.count)
    for entry in entries where written.indices.contains(entry.index) {
      written[entry.index] = entry.fingerprint
    }
    if let missing = written.firstIndex(of: nil) {
      throw EnvironmentFailure(
        "write", root.display(plan.paths[missing]), reason: "It was planned but never written")
    }
    let changed = entries.count { $0.changed }
    let isRecorded = plan.stale.isEmpty && written == plan.known
    guard changed > 0 || journaling == .begun || !isRecorded else {
      try record()
      root.unlock()
      return Summary(changed: 0, removed: 0)
    }

    let temporary = plan.paths.count
    try beginChanging(temporary: temporary)
    // The last bytes to write. If the disk is full, the build ends here, before anything is removed.
    let manifest =
      isRecorded
      ? nil : try root.staged(manifestFiles(written), as: .manifest, at: run.temporary(temporary))
    let removed = try removeStale()
    for folder in folders.all where folder.state == .staged {
      try root.rename(folder.workPlace, to: folder.place)
    }
    for index in delayed.sorted() {
      try root.rename(folders[of: index].path + run.temporary(index), to: plan.paths[index])
    }
    try record()
    try manifest?.rename(to: OutputNames.manifest)
    // Last the journal: while it is there, the next build names all files as changed or removed.
    try root.top.remove(run.record)
    try root.top.remove(OutputNames.journal)
    root.unlock()
    return Summary(changed: changed, removed: removed)
  }

  /// Frees the disk space of an unfinished build after `write` or `finish` has thrown.
  ///
  /// Published files stay, and so does the journal, for the next build. No task may still be writing.
  package func abandon() { root.abandon(run, folders) }

  private func manifestFiles(_ written: [Fingerprint?]) -> OwnedFiles {
    OwnedFiles(
      plan.ascending.map { OwnedFiles.File(path: plan.paths[$0], fingerprint: written[$0]) },
      audience: audience)
  }

  private func removeStale() throws(EnvironmentFailure) -> Int {
    var removed = 0
    var last: (place: Int, folder: OpenFolder?)?
    for (index, path) in plan.stale.enumerated() where staleFolders[of: index].state == .present {
      let place = staleFolders.place(of: index)
      if last?.place != place { last = (place, try root.openFolder(staleFolders[of: index].place)) }
      let name = OutputNames.parted(path).name
      // If another program replaced the file by a link or folder, that does not belong to docket.
      guard let folder = last?.folder, case .file = try folder.kind(of: name) else { continue }
      if try folder.remove(name) { removed += 1 }
    }
    // In reverse order, inner folders come before outer ones.
    for folder in staleFolders.all.dropFirst().reversed() where folder.state == .present {
      try root.removeFolderIfEmpty(folder.place)
    }
    return removed
  }
}

extension OutputRoot {
  /// Removes everything that a build made under temporary names.
  func abandon(_ run: RunToken, _ folders: OutputFolders) {
    do throws(EnvironmentFailure) {
      try sweep(folders.all, of: [run])
      try top.remove(run.record)
    } catch {
      // The next build removes what the run's record names.
    }
  }
}
