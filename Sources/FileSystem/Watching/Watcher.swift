/// Reports that something may have changed in folders and below.
///
/// If only files were written, added or removed it reports their paths. After anything else – a new or moved
/// folder, events that the system lost, a switch to another branch – it reports that any file may have changed:
/// the reader then compares the stamps of all of them, so that nothing can be missed.
package struct Watcher: Sendable {
  /// How changes are noticed.
  package enum Method: String, Sendable {
    /// The system reports them.
    case events
    /// All files are checked again and again.
    case polling
  }

  /// How changes are noticed.
  package let method: Method
  /// An element after each burst of changes. It ends when nobody listens any more.
  package let changes: AsyncStream<Change>

  /// What is reported.
  package enum Change: Sendable {
    /// Something may have changed.
    case files(ChangedFiles)
    /// Something may have changed, and from now on all files are checked again and again: the system reports no
    /// more, because it has no watch left for the present folders.
    case method
  }

  /// Starts to watch.
  /// - Parameters:
  ///   - folders: the folders; one that does not exist is watched as soon as it does.
  ///   - polls: whether to check all files again and again, because the system does not report changes that
  ///     others make on a network drive.
  package init(_ folders: [String], polls: Bool) {
    let (ticks, tick) = AsyncStream.makeStream(of: Watcher.Tick.self)
    if !polls, Self.startEvents(folders, tick) {
      method = .events
      changes = Self.settled(ticks, folders)
    } else {
      method = .polling
      changes = FolderPoll.changes(in: folders)
    }
  }

  /// What the system reported.
  struct Tick: Sendable {
    /// What changed.
    var files = ChangedFiles.all
    /// Whether a program still has open what changed.
    var isUnfinished = false
  }

  /// How long nothing changes before a burst of changes counts as over.
  static let quietTime = Duration.milliseconds(8)

  /// The ends of bursts. A program that switches branches or writes a file bit by bit is not read half way, unless it
  /// takes longer than half a second.
  private static func settled(_ ticks: AsyncStream<Tick>, _ folders: [String]) -> AsyncStream<Change> {
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
      for await change in FolderPoll.changes(in: folders) { continuation.yield(change) }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  #if os(macOS)
    private static func startEvents(_ folders: [String], _ tick: AsyncStream<Tick>.Continuation) -> Bool {
      FolderEvents.start(folders, tick)
    }
  #elseif os(Linux)
    private static func startEvents(_ folders: [String], _ tick: AsyncStream<Tick>.Continuation) -> Bool {
      FolderEvents.start(folders, tick)
    }
  #else
    private static func startEvents(_: [String], _: AsyncStream<Tick>.Continuation) -> Bool { false }
  #endif
}

/// Changes that follow each other closely.
private actor Burst {
  private let clock = ContinuousClock()
  private var isOpen = false
  private var count = 0
  private var start: ContinuousClock.Instant?
  private var last: ContinuousClock.Instant?
  private var isUnfinished = false
  private var files = ChangedFiles.none

  /// Takes a change.
  /// - Returns: whether a burst begins with it.
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
  /// - Returns: what changed in it.
  func end() async -> ChangedFiles {
    while let start, let last {
      let quiet = isUnfinished ? .milliseconds(150) : count > 64 ? Watcher.quietTime * 6 : Watcher.quietTime
      let end = min(last + quiet, start + .milliseconds(500))
      let now = clock.now
      guard now < end else { break }
      // In short steps: a file that is closed meanwhile ends the long wait for it.
      try? await Task.sleep(until: min(end, now + Watcher.quietTime), tolerance: .zero, clock: clock)
      if Task.isCancelled { break }
    }
    isOpen = false
    defer { files = .none }
    return files
  }
}
