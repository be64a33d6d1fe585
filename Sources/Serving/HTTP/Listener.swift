import FileSystem
import FlyingSocks

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The sockets of a server: one port of both loopback addresses, and of no other.
package struct Listener: Sendable {
  /// The port.
  package let port: UInt16
  /// 127.0.0.1 and, where the machine has it, ::1.
  let sockets: [Socket]

  /// Listens at a port.
  /// - Parameters:
  ///   - wanted: the port; 0 for any that is free.
  ///   - attempts: how many ports are tried, one after the other, where programs have them.
  /// - Throws: where no port is free.
  package init(port wanted: UInt16, attempts: Int = 100) throws(EnvironmentFailure) {
    for attempt in 0..<attempts {
      guard let candidate = wanted == 0 ? 0 : UInt16(exactly: Int(wanted) + attempt) else { break }
      do throws(BindFailure) {
        (port, sockets) = try Self.listen(at: candidate)
        return
      } catch {
        guard case .other(let reason) = error else { continue }
        throw EnvironmentFailure("listen at", "127.0.0.1:\(candidate)", reason: reason)
      }
    }
    throw EnvironmentFailure(
      "listen at", "127.0.0.1:\(wanted)", reason: "this port and those after it are taken")
  }

  /// Stops listening, where no server does so at its end.
  package func close() {
    for socket in sockets { try? socket.close() }
  }

  /// Listens at one port of both addresses.
  private static func listen(at port: UInt16) throws(BindFailure) -> (UInt16, [Socket]) {
    let first = try listeningSocket(at: loopback(port))
    guard case .ip4(_, let chosen) = try? first.sockname() else { throw .other("the port is unknown") }
    do throws(BindFailure) {
      return (chosen, [first, try listeningSocket(at: .loopback(port: chosen))])
    } catch {
      // Some machines have no IPv6.
      guard case .taken = error else { return (chosen, [first]) }
      try? first.close()
      throw .taken
    }
  }

  private static func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in.inet(port: port)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
