import Platform

/// The error of a failed system call.
package struct SystemError: Error {
  /// The value of `errno`.
  let number: Int32

  /// The error for a path that is not a folder.
  package static let notAFolder = SystemError(number: ENOTDIR)

  /// The system's message: `No space left on device`.
  package var reason: String { strerror(number).map { String(cString: $0) } ?? "Error \(number)" }

  /// Whether the error means that nothing made by docket exists at the path.
  var isAbsence: Bool { [ENOENT, ENOTDIR, ELOOP, ENXIO].contains(number) }
}

/// Makes a system call, and repeats it if a signal interrupts it.
package func system<Success: SignedInteger>(_ call: () -> Success) -> Result<Success, SystemError> {
  while true {
    let result = call()
    if result >= 0 { return .success(result) }
    let number = errno
    if number != EINTR { return .failure(SystemError(number: number)) }
  }
}

/// Makes a system call that returns a pointer, and repeats it if a signal interrupts it.
/// - Returns: nil on failure, with the reason in `errno`, which is 0 if there are no more entries.
package func systemPointer<Pointer>(_ call: () -> Pointer?) -> Pointer? {
  while true {
    errno = 0
    if let pointer = call() { return pointer }
    if errno != EINTR { return nil }
  }
}

extension Result where Failure == SystemError, Success: ~Copyable {
  /// The result; throws a failure with the operation and its path.
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
  /// Whether the call failed because nothing exists at the path.
  var isAbsence: Bool {
    if case .failure(let error) = self { error.isAbsence } else { false }
  }
}

// Calls of the C library where a function of the same name would hide the library's.

/// Reads at most as many bytes as fit.
func readOnce(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

/// Writes as many bytes as the system takes at once.
func writeOnce(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

/// Gives a socket its address.
func bindOnce(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
  bind(descriptor, address, size)
}

/// Lets a socket take connections.
func listenOnce(_ descriptor: Int32) -> Int32 { listen(descriptor, SOMAXCONN) }

/// Runs a shell command, and returns its wait status.
func runCommand(_ command: String) -> Int32 { system(command) }
