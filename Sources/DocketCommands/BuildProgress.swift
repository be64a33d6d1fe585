/// Shows the progress of a build on a terminal if it takes longer than half a second.
struct BuildProgress: Sendable {
  /// The number of files to process.
  let total: Int
  /// The console; progress is shown on standard error.
  let console: Console
  /// Whether to show nothing.
  let isQuiet: Bool

  /// Runs work that reports numbers of finished files, and shows their sum four times a second.
  func run<Result: Sendable>(
    _ work: @escaping @Sendable (@escaping @Sendable (Int) -> Void) async throws -> Result
  ) async throws -> Result {
    guard console.isTerminal(.error), !isQuiet else { return try await work { _ in } }
    let (reports, continuation) = AsyncStream.makeStream(of: Int.self)
    let display = Task {
      let clock = ContinuousClock()
      let start = clock.now
      var last = start
      var done = 0
      var isShown = false
      for await count in reports {
        done += count
        guard clock.now - start > .milliseconds(500), clock.now - last > .milliseconds(250) else { continue }
        last = clock.now
        isShown = true
        try? console.write("\r\u{1B}[K\(done) of \(total) files", to: .error)
      }
      if isShown { try? console.write("\r\u{1B}[K", to: .error) }
    }
    let result: Swift.Result<Result, any Error>
    do {
      result = .success(try await work { continuation.yield($0) })
    } catch {
      result = .failure(error)
    }
    continuation.finish()
    await display.value
    return try result.get()
  }
}
