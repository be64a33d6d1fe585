import Diagnostics
import FileSystem

/// Standard output and standard error.
struct Console: Sendable {
  /// The destination of a text.
  enum Stream: Sendable {
    /// Standard output and standard error.
    case output, error

    fileprivate var standard: StandardStream { self == .output ? .output : .error }
  }

  /// When to colour.
  let color: CommonOptions.Color

  /// Whether to colour a stream: on a terminal that supports colours, unless NO_COLOR is set.
  func isColored(_ stream: Stream) -> Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto:
      stream.standard.isTerminal && Environment.variable("NO_COLOR") == nil
        && Environment.variable("TERM") ?? "dumb" != "dumb"
    }
  }

  /// Whether a stream is a terminal.
  func isTerminal(_ stream: Stream) -> Bool { stream.standard.isTerminal }

  /// The width of the terminal that standard output is connected to, in columns.
  var width: Int { StandardStream.output.columns ?? 80 }

  /// Whether questions can be asked: standard input is a terminal.
  static var canAsk: Bool { StandardStream.input.isTerminal }

  /// Asks a question on the terminal; if that is impossible, the answer is no.
  func confirms(_ question: String) throws(EnvironmentFailure) -> Bool {
    guard Self.canAsk else { return false }
    try write(question + " [y/N] ", to: .error)
    let answer = readLine()?.lowercased().prefix(1) ?? ""
    // The first letters of yes, ja, oui, sí and sim.
    return ["y", "j", "o", "s"].contains(answer)
  }

  /// Writes all bytes.
  /// - Throws: If the stream is closed or its disk is full.
  func write(_ bytes: [UInt8], to stream: Stream) throws(EnvironmentFailure) {
    try stream.standard.write(bytes)
  }

  func write(_ text: String, to stream: Stream) throws(EnvironmentFailure) {
    try write(Array(text.utf8), to: stream)
  }

  /// Writes diagnostics as text.
  func report(_ diagnostics: [Diagnostic], to stream: Stream) throws(EnvironmentFailure) {
    guard !diagnostics.isEmpty else { return }
    try write(DiagnosticPrinter(color: isColored(stream)).text(of: diagnostics), to: stream)
  }

  /// The numbers of errors and warnings: `2 errors, 1 warning`.
  static func count(_ diagnostics: [Diagnostic]) -> String {
    let errors = diagnostics.count { $0.severity == .error }
    let warnings = diagnostics.count - errors
    var parts: [String] = []
    if errors > 0 { parts.append(counted(errors, "error", "errors")) }
    if warnings > 0 { parts.append(counted(warnings, "warning", "warnings")) }
    return parts.isEmpty ? "no errors" : parts.joined(separator: ", ")
  }
}
