import FileSystem

/// Measures how long a command and its stages take.
struct Stopwatch {
  private let start = ContinuousClock.now
  private var last = ContinuousClock.now

  /// The time since the start as text: `0.21 s`.
  var total: String { Self.words(ContinuousClock.now - start) }

  /// Ends a stage, and prints its duration with `--verbose`.
  mutating func lap(_ stage: String, _ settings: Settings) throws(EnvironmentFailure) {
    let now = ContinuousClock.now
    if settings.isVerbose { try settings.tell("\(stage): \(Self.words(now - last))") }
    last = now
  }

  private static func words(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let hundredths = seconds * 100 + attoseconds / 10_000_000_000_000_000
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) s"
  }
}
