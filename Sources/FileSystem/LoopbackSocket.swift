import Platform

/// Sockets of this machine only: listeners at its loopback addresses, and their connections.
package enum LoopbackSocket {
  package enum Address: Sendable {
    /// 127.0.0.1.
    case ip4
    /// ::1.
    case ip6
  }

  package struct Listening: Sendable {
    /// Its descriptor, which the caller must close.
    package let descriptor: Int32
    package let port: UInt16
  }

  /// Listens at a port of an address. Child processes do not inherit the socket, which would hold the port.
  /// - Parameter port: the port; 0 for any free port.
  /// - Returns: the socket, or the error; `isTaken` if another program uses the port.
  package static func listen(
    at address: Address, port: UInt16
  ) -> Result<Listening, SystemError> {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    return system { socket(address == .ip4 ? AF_INET : AF_INET6, stream, 0) }.flatMap { descriptor in
      keepPrivate(descriptor)
      let made = bind(descriptor, address, port).flatMap { _ in system { listenOnce(descriptor) } }
        .flatMap { _ in self.port(of: descriptor) }
      if case .failure = made { close(descriptor) }
      return made.map { Listening(descriptor: descriptor, port: $0) }
    }
  }

  /// Closes a listening socket or a connection.
  package static func end(_ descriptor: Int32) { close(descriptor) }

  /// Prevents child processes from inheriting a socket.
  package static func keepPrivate(_ descriptor: Int32) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }

  /// Signals the other side of a connection that no more data will be sent.
  package static func shutDownWriting(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Makes writing to a closed connection fail, instead of ending the process.
  package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  // MARK: Addresses

  private static func bind(
    _ descriptor: Int32, _ address: Address, _ port: UInt16
  ) -> Result<Int32, SystemError> {
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    switch address {
    case .ip4:
      var place = sockaddr_in()
      place.sin_family = sa_family_t(AF_INET)
      place.sin_port = port.bigEndian
      place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      return bind(descriptor, &place)
    case .ip6:
      var place = sockaddr_in6()
      place.sin6_family = sa_family_t(AF_INET6)
      place.sin6_port = port.bigEndian
      withUnsafeMutableBytes(of: &place.sin6_addr) { $0[15] = 1 }
      return bind(descriptor, &place)
    }
  }

  private static func bind<Place>(_ descriptor: Int32, _ place: inout Place) -> Result<Int32, SystemError> {
    withUnsafePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        system { bindOnce(descriptor, pointer, socklen_t(MemoryLayout<Place>.size)) }
      }
    }
  }

  private static func port(of descriptor: Int32) -> Result<UInt16, SystemError> {
    // The port has the same position in both kinds of address.
    var place = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    return withUnsafeMutablePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        system { getsockname(descriptor, pointer, &length) }
      }
    }.map { _ in UInt16(bigEndian: place.sin6_port) }
  }
}

extension SystemError {
  /// Whether the port is used by another program.
  package var isTaken: Bool { number == EADDRINUSE }
}
