/// Work that is done one after the other, in the order in which it was asked for.
///
/// An actor alone does not ensure that: while one of its functions waits, another begins.
actor Turns {
  private var last: Task<Void, Never>?

  /// Makes turns without any work.
  init() {}

  /// Does something after all that was requested before.
  func run<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) async -> Result {
    let before = last
    let task = Task {
      await before?.value
      return await work()
    }
    last = Task { _ = await task.value }
    return await task.value
  }
}
