import Content
import Diagnostics
import FileSystem
import Site

/// The site as it is now, read again when its files change.
///
/// The state that requests and the watcher share. What it hands out are snapshots, so that a request that began before a change
/// ends with the book it began with, and none sees half of one.
package actor LiveSite {
  /// How it is read.
  package nonisolated let loading: Loading
  private var current = Snapshot.empty
  private var followers: [Int: AsyncStream<Snapshot>.Continuation] = [:]
  private var nextFollower = 0
  /// What may have changed since the last reading.
  private var changed = ChangedFiles.all
  /// Whether the system reports changes at once.
  private var hasFileEvents = false
  /// How many readings were asked for, and how many of them are answered by one that began afterwards.
  private var (asked, done) = (0, 0)
  /// Readings are sequential, so that none shows an older state than another.
  private let turns = Turns()
  /// Finds all diagnostics of what is shown; nil if they have been found.
  private var unreviewed: (@Sendable () async -> [Diagnostic])?
  /// The review of what is shown; nil while a reading runs, which gets the processor to itself.
  private var review: Task<Void, Never>?
  /// How long a review waits: open pages are made first, and if saves follow each other closely, only the last is
  /// reviewed.
  private static let pause = Duration.milliseconds(300)

  /// Makes a site that has read nothing yet.
  package init(_ loading: Loading) {
    self.loading = loading
  }

  /// What is shown now.
  var snapshot: Snapshot { current }

  /// What is shown, with all its diagnostics.
  func reviewed() async -> Snapshot {
    while !current.isReviewed {
      if let review { await review.value } else { await turns.run {} }
    }
    return current
  }

  /// Reads what has changed, and shows a reading that began after this call. Calls during a reading share the
  /// next one.
  /// - Parameter files: what may have changed.
  package func refresh(_ files: ChangedFiles = .all) async {
    changed.formUnion(files)
    asked += 1
    let goal = asked
    await turns.run { await self.read(goal) }
  }

  /// Reads what has changed in a file and in all that the system reported; everything if it reports nothing.
  /// - Parameter path: the file, as the user would type it; nil if unknown.
  func refresh(fileAt path: String?) async {
    await refresh(hasFileEvents ? path.map { .some([$0]) } ?? .all : .all)
  }

  /// Says whether the system reports changes at once.
  package func setHasFileEvents(_ hasFileEvents: Bool) { self.hasFileEvents = hasFileEvents }

  private func read(_ goal: Int) async {
    guard done < goal else { return }
    let answered = asked
    stopReview()
    let changed = takeChanged()
    if let loaded = await loading.load(changed, unless: current.origin, after: current.site) { show(loaded) }
    startReview()
    done = answered
  }

  private func takeChanged() -> ChangedFiles {
    defer { changed = .none }
    return changed
  }

  /// Reads the book with changes laid over its files, and shows it if the changes are then made.
  /// - Parameters:
  ///   - overlay: the files as they would be.
  ///   - make: checks their result against what is shown now, and makes the changes; returns the outcome, and
  ///     whether they were made.
  func change<Outcome: Sendable>(
    to overlay: Overlay,
    _ make: @escaping @Sendable (Loaded, Snapshot) async -> (outcome: Outcome, isMade: Bool)
  ) async -> Outcome {
    await turns.run {
      await self.stopReview()
      let changed = await self.takeChanged()
      let loaded = await self.loading.load(overlay, changed, after: self.current.site)
      let (outcome, isMade) = await make(loaded, self.current)
      if isMade { await self.show(loaded) }
      await self.startReview()
      return outcome
    }
  }

  private func show(_ loaded: Loaded) {
    unreviewed = loaded.review
    show(current.after(loaded))
  }

  private func stopReview() {
    review?.cancel()
    review = nil
  }

  private func startReview() {
    guard let unreviewed else { return }
    review = Task {
      guard (try? await Task.sleep(for: Self.pause)) != nil else { return }
      let diagnostics = await unreviewed()
      // Another reading may have begun by now.
      guard !Task.isCancelled else { return }
      self.unreviewed = nil
      show(current.reviewed(diagnostics))
    }
  }

  private func show(_ snapshot: Snapshot) {
    let before = current
    current = snapshot
    for follower in followers.values { follower.yield(snapshot) }
    // Freeing a book takes a while; no request should wait for it.
    Task.detached { withExtendedLifetime(before) {} }
  }

  /// Shows the present site again, because something a page shows beside it has changed.
  func showAgain() {
    for follower in followers.values { follower.yield(current) }
  }

  /// The snapshots from now on, the present one first; of those that come while one is handled, only the last.
  func snapshots() -> AsyncStream<Snapshot> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Snapshot.self, bufferingPolicy: .bufferingNewest(1))
    let number = nextFollower
    nextFollower += 1
    followers[number] = continuation
    continuation.onTermination = { _ in Task { await self.forget(number) } }
    continuation.yield(current)
    return stream
  }

  private func forget(_ follower: Int) { followers[follower] = nil }
}
