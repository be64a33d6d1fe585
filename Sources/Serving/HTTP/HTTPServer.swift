import FileSystem
import FlyingSocks

/// Accepts connections and answers their requests, until its task is cancelled.
///
/// It uses FlyingFox's sockets and polling. Requests are read here, because FlyingFox's reader limits neither
/// the length of header fields nor the time of a request, and stops if descriptors run out.
package struct HTTPServer: Sendable {
  let listener: Listener
  let answer: @Sendable (Request) async -> Response

  package init(_ listener: Listener, answer: @escaping @Sendable (Request) async -> Response) {
    self.listener = listener
    self.answer = answer
  }

  /// Serves until the task is cancelled, then closes all connections.
  package func run() async throws {
    LoopbackSocket.ignoreBrokenPipes()
    // Half of the descriptors are left for files, git and the runtime, which would end the process.
    let maximum = min(Limits.connections, DescriptorLimit.raised() / 2)
    let pool = SocketPool.make(maxEvents: 256)
    try await pool.prepare()
    let count = ConnectionCount(maximum: maximum)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await pool.run() }
      for socket in listener.sockets {
        let socket = try AsyncSocket(socket: socket, pool: pool)
        group.addTask { await accept(on: socket, count) }
      }
      defer {
        group.cancelAll()
        for socket in listener.sockets { try? socket.close() }
      }
      try await group.next()
    }
  }

  private func accept(on listening: AsyncSocket, _ count: ConnectionCount) async {
    await withDiscardingTaskGroup { group in
      while !Task.isCancelled {
        do {
          let socket = try await listening.accept()
          LoopbackSocket.keepPrivate(socket.socket.file.rawValue)
          guard await count.add() else {
            try? socket.close()
            continue
          }
          group.addTask {
            await Connection(socket: socket, answer: answer).run()
            await count.remove()
          }
        } catch is CancellationError {
          break
        } catch {
          // The client gave up, or no descriptor is left. Other connections continue, and will end.
          try? await Task.sleep(for: .milliseconds(20))
        }
      }
      group.cancelAll()
    }
  }
}

/// The number of open connections.
private actor ConnectionCount {
  private let maximum: Int
  private var count = 0

  init(maximum: Int) {
    self.maximum = maximum
  }

  /// Increments the count unless the maximum is reached.
  func add() -> Bool {
    guard count < maximum else { return false }
    count += 1
    return true
  }

  /// Decrements the count.
  func remove() { count -= 1 }
}
