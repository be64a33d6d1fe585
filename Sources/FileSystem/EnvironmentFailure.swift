/// A failure of the environment, such as a full disk or a missing permission.
package struct EnvironmentFailure: Error, CustomStringConvertible {
  /// The failed operation, as a verb: `write`.
  let operation: String
  /// The path of the operation.
  package let path: String
  /// The system's message: `No space left on device`.
  package let reason: String

  package init(_ operation: String, _ path: String, reason: String) {
    self.operation = operation
    self.path = path
    self.reason = reason
  }

  /// The failure with a further sentence about what it means.
  package func adding(_ sentence: String) -> EnvironmentFailure {
    EnvironmentFailure(operation, path, reason: reason + "; " + sentence)
  }

  /// A one-line message for standard error.
  package var description: String { "cannot \(operation) '\(path)': \(reason)" }
}
