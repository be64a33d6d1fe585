import FlyingSocks

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Tells the other side that nothing more will be sent.
func shutDownWriting(_ socket: Socket) {
  shutdown(socket.file.rawValue, Int32(SHUT_WR))
}

/// Keeps a socket from being inherited by programs that are started, which would hold its port.
func keepPrivate(_ socket: Socket) {
  _ = fcntl(socket.file.rawValue, F_SETFD, FD_CLOEXEC)
}

/// Prepares the process for many connections: as many descriptors as the system allows, and no signal where the other
/// side of a connection has gone.
func prepareForConnections() {
  signal(SIGPIPE, SIG_IGN)
  var limit = rlimit()
  #if canImport(Glibc)
    let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    let descriptors = RLIMIT_NOFILE
  #endif
  guard getrlimit(descriptors, &limit) == 0 else { return }
  limit.rlim_cur = min(limit.rlim_max, 10_240)
  setrlimit(descriptors, &limit)
}

/// Why a socket could not be bound.
enum BindFailure: Error {
  /// Another program has the port.
  case taken
  /// The machine has no such address, or another reason in the system's words.
  case other(String)
}

/// A socket that listens at an address.
func listeningSocket(at address: some SocketAddress) throws(BindFailure) -> Socket {
  do {
    let socket = try Socket(domain: Int32(type(of: address).family))
    keepPrivate(socket)
    do {
      try socket.setValue(true, for: .localAddressReuse)
      #if canImport(Darwin)
        try socket.setValue(true, for: .noSIGPIPE)
      #endif
      try socket.bind(to: address)
      try socket.listen()
      return socket
    } catch {
      try? socket.close()
      throw error
    }
  } catch SocketError.failed(_, EADDRINUSE, _) {
    throw .taken
  } catch SocketError.failed(_, _, let message) {
    throw .other(message)
  } catch {
    throw .other("\(error)")
  }
}
