/// Work that is done one after the other, in the order in which it was asked for.
///
/// An actor alone does not see to that: while one of its functions waits, another begins.
actor Turns {
  private var last: Task<Void, Never>?

  /// Makes turns that nobody waits for yet.
  init() {}

  /// Does something after all that was asked for before.
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
