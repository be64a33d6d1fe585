import Diagnostics
import FileSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Standard output and standard error.
struct Console: Sendable {
  /// Where a text goes.
  enum Stream: Int32, Sendable {
    /// Standard output, by its descriptor.
    case output = 1
    /// Standard error, by its descriptor.
    case error = 2
  }

  /// When to colour.
  let color: CommonOptions.Color

  /// Whether what goes to a stream is coloured: on a terminal that knows colours, unless NO_COLOR says otherwise.
  func isColored(_ stream: Stream) -> Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto:
      isatty(stream.rawValue) == 1 && getenv("NO_COLOR") == nil
        && getenv("TERM").map { String(cString: $0) != "dumb" } ?? false
    }
  }

  /// Whether a stream is a terminal.
  func isTerminal(_ stream: Stream) -> Bool { isatty(stream.rawValue) == 1 }

  /// The columns of the terminal that standard output goes to.
  var width: Int {
    var size = winsize()
    guard ioctl(Stream.output.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Asks a question on the terminal.
  /// - Parameter otherwise: the answer where nobody can be asked: standard input is no terminal.
  func confirms(_ question: String, otherwise: Bool) throws(EnvironmentFailure) -> Bool {
    guard isatty(0) == 1 else { return otherwise }
    try write(question + " [y/N] ", to: .error)
    let answer = readLine()?.lowercased().prefix(1) ?? ""
    return ["y", "j", "o", "s"].contains(answer)
  }

  /// Writes bytes, all of them.
  /// - Throws: where the stream is closed or its disk is full.
  func write(_ bytes: [UInt8], to stream: Stream) throws(EnvironmentFailure) {
    guard Self.writeAll(bytes, to: stream.rawValue) else {
      throw EnvironmentFailure(
        "write", stream == .output ? "standard output" : "standard error",
        reason: String(cString: strerror(errno)))
    }
  }

  /// Writes bytes to a descriptor, all of them.
  /// - Returns: false where that failed; `errno` tells why.
  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        platformWrite(descriptor, buffer.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if count < 0, errno != EINTR { return false }
      written += max(0, count)
    }
    return true
  }

  /// Writes a text.
  func write(_ text: String, to stream: Stream) throws(EnvironmentFailure) {
    try write(Array(text.utf8), to: stream)
  }

  /// Writes diagnostics as text, and a line that counts them.
  func report(_ diagnostics: [Diagnostic], to stream: Stream) throws(EnvironmentFailure) {
    guard !diagnostics.isEmpty else { return }
    try write(DiagnosticPrinter(color: isColored(stream)).text(of: diagnostics), to: stream)
  }

  /// Counts errors and warnings: `2 errors, 1 warning`.
  static func count(_ diagnostics: [Diagnostic]) -> String {
    let errors = diagnostics.count { $0.severity == .error }
    let warnings = diagnostics.count - errors
    var parts: [String] = []
    if errors > 0 { parts.append(errors == 1 ? "1 error" : "\(errors) errors") }
    if warnings > 0 { parts.append(warnings == 1 ? "1 warning" : "\(warnings) warnings") }
    return parts.isEmpty ? "no mistakes" : parts.joined(separator: ", ")
  }
}

private func platformWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Glibc)
    Glibc.write(descriptor, bytes, count)
  #elseif canImport(Musl)
    Musl.write(descriptor, bytes, count)
  #else
    Darwin.write(descriptor, bytes, count)
  #endif
}
