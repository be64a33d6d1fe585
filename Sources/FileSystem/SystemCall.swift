#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What the system answered to a call that failed.
package struct SystemError: Error {
  /// The value of `errno`.
  package let number: Int32

  /// The error of a value of `errno`.
  package init(number: Int32) {
    self.number = number
  }

  /// What is not a folder was taken for one.
  package static let notAFolder = SystemError(number: ENOTDIR)

  /// The system's words: `No space left on device`.
  package var reason: String { strerror(number).map { String(cString: $0) } ?? "Error \(number)" }

  /// Whether it says that there is nothing at the path that docket could have made.
  var isAbsence: Bool { [ENOENT, ENOTDIR, ELOOP, ENXIO].contains(number) }
}

/// The result of a system call, which is repeated as long as a signal interrupts it.
package func system<Success: SignedInteger>(_ call: () -> Success) -> Result<Success, SystemError> {
  while true {
    let result = call()
    if result >= 0 { return .success(result) }
    let number = errno
    if number != EINTR { return .failure(SystemError(number: number)) }
  }
}

/// The pointer that a system call returns; the call is repeated as long as a signal interrupts it.
/// - Returns: nil if it failed; `errno` says why, or is 0 if there is no more, as of the entries of a folder.
package func systemPointer<Pointer>(_ call: () -> Pointer?) -> Pointer? {
  while true {
    errno = 0
    if let pointer = call() { return pointer }
    if errno != EINTR { return nil }
  }
}

extension Result where Failure == SystemError, Success: ~Copyable {
  /// The result, whose failure is reported with what was tried and on which path.
  @discardableResult
  package consuming func orFail(
    to operation: String, _ path: @autoclosure () -> String
  ) throws(EnvironmentFailure) -> Success {
    switch consume self {
    case .success(let success): return success
    case .failure(let error): throw EnvironmentFailure(operation, path(), reason: error.reason)
    }
  }
}

extension Result where Failure == SystemError {
  /// Whether the call failed because there is nothing at the path.
  var isAbsence: Bool {
    if case .failure(let error) = self { error.isAbsence } else { false }
  }
}
