/// The site as it is now, read again when its files change.
///
/// The one thing that changes over time. What it hands out are snapshots, so that a request that began before a change
/// ends with the book it began with, and none sees half of one.
package actor LiveSite {
  /// How it is read.
  package nonisolated let loading: Loading
  private var current = Snapshot.empty
  private var followers: [Int: AsyncStream<Snapshot>.Continuation] = [:]
  private var nextFollower = 0
  /// How many readings were asked for, and how many of them are answered by one that began afterwards.
  private var (asked, done) = (0, 0)
  private var reading: Task<Void, Never>?

  /// Makes a site of which nothing is read yet.
  package init(_ loading: Loading) {
    self.loading = loading
  }

  /// What is shown now.
  var snapshot: Snapshot { current }

  /// Reads the book again.
  /// - Returns: when a reading that began after this call is shown. Calls while another reads share the next one.
  package func refresh() async {
    asked += 1
    let goal = asked
    while done < goal {
      if let reading {
        await reading.value
      } else {
        let task = Task { await read() }
        reading = task
        await task.value
      }
    }
  }

  private func read() async {
    let answered = asked
    let next = current.after(await loading.site(await loading.book(loading.source)))
    current = next
    done = answered
    reading = nil
    for follower in followers.values { follower.yield(next) }
  }

  /// The snapshots from now on, the present one first; of those that come while one is looked at, the last.
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
