/// What the environment refused: a full disk, a missing permission. The only thing docket throws.
package struct EnvironmentFailure: Error, CustomStringConvertible {
  /// What was tried, as a verb: `write`.
  package let operation: String
  /// What it was tried on.
  package let path: String
  /// The system's words: `No space left on device`.
  package let reason: String

  /// Makes a failure.
  package init(_ operation: String, _ path: String, reason: String) {
    self.operation = operation
    self.path = path
    self.reason = reason
  }

  /// One line for standard error.
  package var description: String { "cannot \(operation) '\(path)': \(reason)" }
}
