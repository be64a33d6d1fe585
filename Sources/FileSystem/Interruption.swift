import Dispatch
import Platform

/// Handles Ctrl-C and the signal that terminates a process.
package enum Interruption {
  /// Runs an operation until it ends or a signal arrives; then it is cancelled and given a moment to finish.
  package static func run(_ work: @escaping @Sendable () async throws -> Void) async throws {
    let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
    let queue = DispatchQueue(label: "docket.signals")
    let sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { continuation.yield(number) }
      source.resume()
      return source
    }
    defer { for source in sources { source.cancel() } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await work() }
      group.addTask { for await _ in signals { return } }
      defer { group.cancelAll() }
      do { try await group.next() } catch is CancellationError {}
    }
  }
}
