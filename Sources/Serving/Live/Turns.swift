/// Runs operations one after another, in the order of the calls.
///
/// An actor alone does not ensure that: while one of its methods is suspended, another may run.
actor Turns {
  private var last: Task<Void, Never>?

  init() {}

  /// Runs an operation after all previously requested ones.
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
