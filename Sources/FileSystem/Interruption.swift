import Dispatch
import Platform

/// Handles Ctrl-C and the signal that terminates a process.
package enum Interruption {
  /// Runs an operation until it ends or a signal arrives; then it is cancelled and given a moment to finish. A signal is
  /// not lost, whenever it arrives after the operation has begun.
  package static func run(_ work: @escaping @Sendable () async throws -> Void) async throws {
    let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
    let queue = DispatchQueue(label: "docket.signals")
    var sources: [any DispatchSourceSignal] = []
    for number in [SIGINT, SIGTERM, SIGHUP] {
      #if !os(Linux)
        // A source does not replace what the signal does by itself; on Linux it does.
        signal(number, SIG_IGN)
      #endif
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { continuation.yield(number) }
      // It is installed a moment later, and says so.
      await withCheckedContinuation { installed in
        source.setRegistrationHandler { installed.resume() }
        source.resume()
      }
      sources.append(source)
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
