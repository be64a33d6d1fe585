#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The streams that a process is started with.
package enum StandardStream: Int32, Sendable {
  /// Their descriptors.
  case input = 0, output, error

  /// Whether it is a terminal.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The columns of its terminal; nil if it has none that is known.
  package var columns: Int? {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes bytes, all of them.
  /// - Throws: If the stream is closed or its disk is full.
  package func write(_ bytes: [UInt8]) throws(EnvironmentFailure) {
    try bytes.withUnsafeBytes { Descriptor.write($0, to: rawValue) }.orFail(to: "write", "standard \(self)")
  }
}
