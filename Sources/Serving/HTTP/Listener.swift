import FileSystem
import FlyingSocks

/// The sockets of a server: one port on the loopback addresses only.
package struct Listener: Sendable {
  package let port: UInt16
  /// 127.0.0.1 and, if the machine has it, ::1.
  let sockets: [Socket]

  /// Listens at a port.
  /// - Parameters:
  ///   - wanted: the port; 0 for any free port.
  ///   - attempts: the number of consecutive ports to try if they are taken.
  /// - Throws: If no port is free.
  package init(port wanted: UInt16, attempts: Int = 100) throws(EnvironmentFailure) {
    for attempt in 0..<attempts {
      guard let candidate = wanted == 0 ? 0 : UInt16(exactly: Int(wanted) + attempt) else { break }
      switch Self.listen(at: candidate) {
      case .success(let found):
        (port, sockets) = found
        return
      case .failure(let error) where error.isTaken: continue
      case .failure(let error):
        throw EnvironmentFailure("listen at", "127.0.0.1:\(candidate)", reason: error.reason)
      }
    }
    throw EnvironmentFailure(
      "listen at", "127.0.0.1:\(wanted)", reason: "this port and those after it are taken")
  }

  /// Stops listening, unless a server does so when it ends.
  package func close() {
    for socket in sockets { try? socket.close() }
  }

  /// Listens at one port of both addresses.
  private static func listen(at port: UInt16) -> Result<(UInt16, [Socket]), SystemError> {
    func socket(_ listening: LoopbackSocket.Listening) -> Socket {
      Socket(file: .init(rawValue: listening.descriptor))
    }
    return LoopbackSocket.listen(at: .ip4, port: port).flatMap { first in
      switch LoopbackSocket.listen(at: .ip6, port: first.port) {
      case .success(let second): return .success((first.port, [socket(first), socket(second)]))
      case .failure(let error) where error.isTaken:
        LoopbackSocket.end(first.descriptor)
        return .failure(error)
      // Some machines have no IPv6.
      case .failure: return .success((first.port, [socket(first)]))
      }
    }
  }
}
