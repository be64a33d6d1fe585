import ArgumentParser
import Diagnostics

extension Result where Failure == Diagnostic {
  /// Checks that an argument has the form that was read, such as `KEY=VALUE`; another is a usage error.
  func checkUsage() throws(ValidationError) {
    if case .failure(let error) = self { throw ValidationError(error.summary) }
  }
}
