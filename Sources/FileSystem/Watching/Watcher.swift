/// Reports changes of single files, and in folders and everything below them.
///
/// If files were only written, added or removed, it reports their paths. In all other cases, such as new or
/// moved folders, lost events or a switch to another branch, it reports that any file may have changed. The
/// reader then compares the stamps of all files, so that no change is missed.
package struct Watcher: Sendable {
  /// The method of detecting changes.
  package enum Method: String, Sendable {
    /// The system reports them.
    case events
    /// All files are checked periodically.
    case polling
  }

  /// The method of detecting changes.
  package let method: Method
  /// An element after each burst of changes.
  package let changes: AsyncStream<Change>

  /// A reported change.
  package enum Change: Sendable {
    /// Files may have changed.
    case files(ChangedFiles)
    /// Files may have changed. From now on all files are polled, because no watch is left for the folders.
    case method
  }

  /// Starts watching.
  /// - Parameters:
  ///   - folders: the folders; a folder that does not exist is watched once it does.
  ///   - files: the single files, which need not exist either.
  ///   - polls: whether to poll all files, because changes on a network drive are not reported.
  package init(_ folders: [String], files: [String] = [], polls: Bool) {
    let places = WatchedPlaces(folders: folders, files: files)
    let (ticks, tick) = AsyncStream.makeStream(of: Watcher.Tick.self)
    if !polls, FolderEvents.start(places, tick) {
      method = .events
      changes = Self.settled(ticks, places)
    } else {
      method = .polling
      changes = FolderPoll.changes(in: places)
    }
  }

  /// A report of the system.
  struct Tick: Sendable {
    /// The changed files.
    var files = ChangedFiles.all
    /// Whether a program still has a changed file open.
    var isUnfinished = false
  }

  /// The time without changes after which a burst ends.
  static let quietTime = Duration.milliseconds(8)

  /// The ends of bursts. A branch switch or a file written in small pieces is not read halfway, unless it
  /// takes more than half a second.
  private static func settled(_ ticks: AsyncStream<Tick>, _ places: WatchedPlaces) -> AsyncStream<Change> {
    let (stream, continuation) = AsyncStream.makeStream(of: Change.self)
    let task = Task {
      let burst = Burst()
      await withDiscardingTaskGroup { group in
        for await tick in ticks {
          guard await burst.add(tick) else { continue }
          group.addTask { continuation.yield(.files(await burst.end())) }
        }
      }
      guard !Task.isCancelled else { return continuation.finish() }
      continuation.yield(.method)
      for await change in FolderPoll.changes(in: places) { continuation.yield(change) }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }
}

/// What a watcher watches.
struct WatchedPlaces: Sendable {
  /// Folders, with everything below them.
  let folders: [String]
  /// Single files.
  let files: [String]
}

#if !os(macOS) && !os(Linux)
  /// On other systems changes are not reported.
  enum FolderEvents {
    static func start(_: WatchedPlaces, _: AsyncStream<Watcher.Tick>.Continuation) -> Bool { false }
  }
#endif

/// A burst of changes in quick succession.
private actor Burst {
  private let clock = ContinuousClock()
  private var isOpen = false
  private var count = 0
  private var start: ContinuousClock.Instant?
  private var last: ContinuousClock.Instant?
  private var isUnfinished = false
  private var files = ChangedFiles.nothing

  /// Adds a change.
  /// - Returns: whether it starts a burst.
  func add(_ tick: Watcher.Tick) -> Bool {
    last = clock.now
    count += 1
    isUnfinished = tick.isUnfinished
    files.formUnion(tick.files)
    guard !isOpen else { return false }
    isOpen = true
    count = 1
    start = last
    return true
  }

  /// Waits until the burst is over.
  /// - Returns: the files changed in it.
  func end() async -> ChangedFiles {
    while let start, let last {
      let quiet = isUnfinished ? .milliseconds(150) : count > 64 ? Watcher.quietTime * 6 : Watcher.quietTime
      let end = min(last + quiet, start + .milliseconds(500))
      let now = clock.now
      guard now < end else { break }
      // Sleeps in short steps, so that closing a file ends the longer wait for it.
      try? await Task.sleep(until: min(end, now + Watcher.quietTime), tolerance: .zero, clock: clock)
      if Task.isCancelled { break }
    }
    isOpen = false
    defer { files = .nothing }
    return files
  }
}
