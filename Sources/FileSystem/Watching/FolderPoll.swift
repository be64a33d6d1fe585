import Platform

/// Checks single files and all files of folders periodically.
enum FolderPoll {
  /// Yields an element whenever a file's stamp, or the set of files, differs from the previous check.
  ///
  /// It checks twice a second, or less often if checks take long: they use at most a tenth of the time.
  static func changes(in places: WatchedPlaces) -> AsyncStream<Watcher.Change> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Watcher.Change.self, bufferingPolicy: .bufferingNewest(1))
    let first = look(places)
    let task = Task {
      let clock = ContinuousClock()
      var last = first
      while !Task.isCancelled {
        let start = clock.now
        let found = look(places)
        if found.sum != last.sum || last.isRecent { continuation.yield(.files(.all)) }
        last = found
        try? await Task.sleep(for: max(.milliseconds(500), (clock.now - start) * 10))
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  /// The sum of all names and stamps, and whether a file has just been changed.
  private static func look(_ places: WatchedPlaces) -> (sum: UInt64, isRecent: Bool) {
    var result = (sum: UInt64(0), isRecent: false)
    let now = time(nil)
    for folder in places.folders { add(folder, depth: 0, now: now, to: &result) }
    for file in places.files {
      var status = stat()
      if stat(file, &status) == 0 { add(file, status, now: now, to: &result) }
    }
    return result
  }

  private static func add(
    _ folder: String, depth: Int, now: time_t, to result: inout (sum: UInt64, isRecent: Bool)
  ) {
    // A folder that was removed or cannot be read has no files to check.
    guard depth < 64, var stream = try? FolderStream(path: folder) else { return }
    while let (name, _) = try? stream.next() {
      guard !name.hasPrefix(".") else { continue }
      let path = folder + "/" + name
      var status = stat()
      guard stat(path, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        add(path, depth: depth + 1, now: now, to: &result)
      } else {
        add(path, status, now: now, to: &result)
      }
    }
  }

  private static func add(
    _ file: String, _ status: stat, now: time_t, to result: inout (sum: UInt64, isRecent: Bool)
  ) {
    var hasher = Hasher()
    hasher.combine(file)
    hasher.combine(FileSystem.stamp(status))
    // A sum does not depend on the order in which files are listed.
    result.sum &+= UInt64(bitPattern: Int64(hasher.finalize()))
    if status.isRecent(now: now) { result.isRecent = true }
  }
}
