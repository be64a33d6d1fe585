import Platform

/// The standard streams of the process.
package enum StandardStream: Int32, Sendable {
  /// The raw values are file descriptors.
  case input = 0, output, error

  /// Whether it is a terminal.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The width of its terminal in columns; nil if unknown.
  package var columns: Int? {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes all bytes.
  /// - Throws: If the stream is closed or its disk is full.
  package func write(_ bytes: [UInt8]) throws(EnvironmentFailure) {
    try bytes.withUnsafeBytes { Descriptor.write($0, to: rawValue) }.orFail(to: "write", "standard \(self)")
  }
}
