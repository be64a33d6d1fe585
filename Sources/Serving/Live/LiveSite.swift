import Content
import Diagnostics
import FileSystem
import History

/// The current site, reread when its files change.
///
/// This is the state shared by requests and the watcher. It hands out snapshots, so that a request that began
/// before a change completes with the same book, and never sees a partial change.
package actor LiveSite {
  /// How the site is read.
  package nonisolated let loading: Loading
  private var current = Snapshot.empty
  private var followers: [Int: AsyncStream<Snapshot>.Continuation] = [:]
  private var nextFollower = 0
  /// The files that may have changed since the last reading.
  private var changed = ChangedFiles.all
  /// Whether the current commit may have changed since the last reading.
  private var mayHaveCommit = false
  /// Whether the system reports changes at once.
  private var hasFileEvents = false
  /// The number of requested readings, and how many of them are satisfied by a reading that began later.
  private var (asked, done) = (0, 0)
  /// Makes readings sequential, so that none shows an older state than a previous one.
  private let turns = Turns()
  /// Finds all diagnostics of the current site; nil if they are known.
  private var unreviewed: (@Sendable () async -> [Diagnostic])?
  /// The review of the current site; nil during a reading, which gets the whole processor.
  private var review: Task<Void, Never>?
  /// The delay before a review: open pages are updated first, and of several saves only the last reviewed.
  private static let pause = Duration.milliseconds(300)

  /// Makes a site that is not read yet.
  package init(_ loading: Loading) {
    self.loading = loading
  }

  /// The current snapshot.
  var snapshot: Snapshot { current }

  /// The current snapshot with all diagnostics.
  func reviewed() async -> Snapshot {
    while !current.isReviewed {
      if let review { await review.value } else { await turns.run {} }
    }
    return current
  }

  /// Rereads changed files, and shows a reading that began after this call. Calls during a reading share the
  /// next one.
  /// - Parameter files: the files that may have changed, those of the current commit included.
  package func refresh(_ files: ChangedFiles = .all) async {
    let (others, mayHaveCommit) = loading.commitFiles.split(files)
    changed.formUnion(others)
    self.mayHaveCommit = self.mayHaveCommit || mayHaveCommit
    asked += 1
    let goal = asked
    await turns.run { await self.read(goal) }
  }

  /// Rereads a file and all files reported as changed; all files if the system reports no changes.
  /// - Parameter path: the file, as the user would type it; nil if unknown.
  func refresh(fileAt path: String?) async {
    await refresh(hasFileEvents ? path.map { .only([$0]) } ?? .all : .all)
  }

  /// Sets whether the system reports changes at once.
  package func setHasFileEvents(_ hasFileEvents: Bool) { self.hasFileEvents = hasFileEvents }

  private func read(_ goal: Int) async {
    guard done < goal else { return }
    let answered = asked
    stopReview()
    let changed = changed
    self.changed = .nothing
    let mayHaveCommit = mayHaveCommit
    self.mayHaveCommit = false
    if let loaded = await loading.load(changed, unless: current.origin, after: current.site) {
      show(loaded)
    } else if mayHaveCommit {
      // The page of changes compares with the last commit.
      for follower in followers.values { follower.yield(current) }
    }
    startReview()
    done = answered
  }

  /// Reads the book with changes laid over its files, and shows it if the changes are then made, while no other docket
  /// process changes the book. All files are read again, because the system may not have reported yet what another
  /// process has just changed.
  /// - Parameters:
  ///   - overlay: the changed files.
  ///   - content: Content, which is locked.
  ///   - make: compares the result with the current snapshot, and makes the changes under the lock; returns the outcome,
  ///     and whether they were made.
  /// - Returns: the outcome; a failure if Content cannot be locked.
  func change<Outcome: Sendable>(
    to overlay: Overlay, locking content: String,
    _ make: @escaping @Sendable (Loaded, Snapshot, FolderLock) async -> (outcome: Outcome, isMade: Bool)
  ) async -> Result<Outcome, EnvironmentFailure> {
    await turns.run {
      do throws(EnvironmentFailure) {
        let lock = try FolderLock(content)
        return .success(await self.change(to: overlay) { await make($0, $1, lock) })
      } catch {
        return .failure(error)
      }
    }
  }

  private func change<Outcome: Sendable>(
    to overlay: Overlay,
    _ make: @Sendable (Loaded, Snapshot) async -> (outcome: Outcome, isMade: Bool)
  ) async -> Outcome {
    stopReview()
    changed = .nothing
    let loaded = await loading.load(overlay, .all, after: current.site)
    let (outcome, isMade) = await make(loaded, current)
    if isMade { show(loaded) }
    startReview()
    return outcome
  }

  private func show(_ loaded: Loaded) {
    unreviewed = loaded.made.review
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
    // Freeing a book takes a while, and no request should wait for it.
    Task.detached { withExtendedLifetime(before) {} }
  }

  /// A stream of snapshots, beginning with the current one. While one is handled, only the latest is kept.
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
