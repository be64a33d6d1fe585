/// Changes as they are reported, except that changes reported while the previous ones are still being handled
/// become one: handling them takes as long as reading the files once.
package struct WatchedChanges: AsyncSequence, Sendable {
  private let wakes: AsyncStream<Void>
  private let pending = Pending()

  /// Collects the changes of a stream until no one listens any more.
  init(_ changes: AsyncStream<Watcher.Change>) {
    let (wakes, wake) = AsyncStream.makeStream(of: Void.self)
    self.wakes = wakes
    let task = Task { [pending] in
      for await change in changes {
        await pending.add(change)
        wake.yield()
      }
      wake.finish()
    }
    wake.onTermination = { _ in task.cancel() }
  }

  /// Waits for the next change, and takes all that have been reported.
  package struct Iterator: AsyncIteratorProtocol {
    fileprivate var wakes: AsyncStream<Void>.Iterator
    fileprivate let pending: Pending

    package mutating func next() async -> Watcher.Change? {
      while await wakes.next() != nil {
        if let change = await pending.take() { return change }
      }
      return nil
    }
  }

  package func makeAsyncIterator() -> Iterator {
    Iterator(wakes: wakes.makeAsyncIterator(), pending: pending)
  }

  /// The changes reported and not taken yet.
  fileprivate actor Pending {
    private var files: ChangedFiles?
    private var isMethodChanged = false

    func add(_ change: Watcher.Change) {
      switch change {
      case .files(let changed):
        var united = files ?? .nothing
        united.formUnion(changed)
        files = united
      case .method: isMethodChanged = true
      }
    }

    func take() -> Watcher.Change? {
      if let files {
        self.files = nil
        return .files(files)
      }
      defer { isMethodChanged = false }
      return isMethodChanged ? .method : nil
    }
  }
}
