/// Watches for commits while anyone follows them, once for all followers.
actor CommitWatch {
  private let live: LiveSite
  private let committed: CommittedBook
  private var followerCount = 0
  private var watch: Task<Void, Never>?

  init(_ live: LiveSite, _ committed: CommittedBook) {
    self.live = live
    self.committed = committed
  }

  func begin() {
    followerCount += 1
    guard watch == nil else { return }
    watch = Task { [live, committed] in
      var last = committed.commit
      while (try? await Task.sleep(for: .seconds(1))) != nil {
        let commit = committed.commit
        if commit != last {
          // If records show their history, it now includes the commit.
          await live.refresh()
          await live.showAgain()
        }
        last = commit
      }
    }
  }

  func end() {
    followerCount -= 1
    guard followerCount == 0 else { return }
    watch?.cancel()
    watch = nil
  }
}
