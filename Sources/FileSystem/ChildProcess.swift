import CSystem

// `environ` is a variable of the C library, which only an import of its own may call safe.
#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Darwin
#endif

/// Runs other programs.
package enum ChildProcess {
  /// The result of a program that has ended.
  package struct Outcome: Sendable {
    /// The exit code; 128 plus the signal's number if a signal ended it.
    package let status: Int32
    /// The standard output.
    package let output: [UInt8]
    /// The standard error.
    package let errors: [UInt8]
  }

  /// A text quoted as a single word for a shell.
  package static func shellWord(_ text: String) -> String { "'\(text.replacing("'", with: "'\\''"))'" }

  /// Starts a program found in PATH with this process's streams, without waiting for it to end.
  package static func start(_ program: String, _ arguments: [String]) throws(EnvironmentFailure) {
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let number = posix_spawnp(&process, program, nil, nil, &words, environ)
    guard number == 0 else {
      throw EnvironmentFailure("run", program, reason: SystemError(number: number).reason)
    }
  }

  /// Runs a program found in PATH, and waits for it to end.
  ///
  /// Standard input and standard error are unnamed files, so that neither side ever waits for the other.
  /// - Parameters:
  ///   - program: the name of the program.
  ///   - arguments: the arguments after the name.
  ///   - environment: variables to set in addition to those of this process; nil removes a variable.
  ///   - input: the standard input.
  /// - Throws: `EnvironmentFailure` if the program cannot be started. Its exit code is in the result.
  package static func run(
    _ program: String, _ arguments: [String], environment: [String: String?] = [:], input: [UInt8] = []
  ) throws(EnvironmentFailure) -> Outcome {
    func failure(_ number: Int32) -> EnvironmentFailure {
      EnvironmentFailure("run", program, reason: String(cString: strerror(number)))
    }
    let files = [unnamedFile(), unnamedFile()]
    defer { for case let number? in files { close(number) } }
    guard let standardInput = files[0], let standardError = files[1] else { throw failure(errno) }
    // Otherwise another child could keep them open, and the end of this one would not be noticed.
    for number in [standardInput, standardError] { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    if case .failure(let error) = input.withUnsafeBytes({ Descriptor.write($0, to: standardInput) }) {
      throw failure(error.number)
    }
    guard lseek(standardInput, 0, SEEK_SET) == 0 else { throw failure(errno) }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw failure(errno) }
    for number in ends { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    let reader = Descriptor(owning: ends[0])
    let started = start(
      program, arguments, environment,
      streams: [(standardInput, 0), (ends[1], 1), (standardError, 2)])
    close(ends[1])
    guard case .success(let child) = started else {
      guard case .failure(let error) = started else { throw failure(ECHILD) }
      throw failure(error.number)
    }
    let output = readAll(reader.number)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 { guard errno == EINTR else { throw failure(errno) } }
    lseek(standardError, 0, SEEK_SET)
    let signal = status & 0x7f
    return Outcome(
      status: signal == 0 ? status >> 8 & 0xff : 128 + signal, output: output, errors: readAll(standardError))
  }

  /// A new file without a name; nil if it cannot be made. On Linux it is in memory, for a folder of temporary files may
  /// not be there, or not be writable.
  private static func unnamedFile() -> Int32? {
    #if os(Linux)
      let number = memfd_create("docket", 0)
      return number < 0 ? nil : number
    #else
      guard let file = tmpfile() else { return nil }
      defer { fclose(file) }
      let number = dup(fileno(file))
      return number < 0 ? nil : number
    #endif
  }

  /// Runs a shell command with this process's terminal.
  /// - Returns: its exit code, or 128 plus the signal that ended it.
  package static func runShell(_ command: String) -> Int {
    let status = runCommand(command)
    return Int(status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F)
  }

  private static func start(
    _ program: String, _ arguments: [String], _ environment: [String: String?],
    streams: [(from: Int32, to: Int32)]
  ) -> Result<pid_t, SystemError> {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (from, to) in streams { posix_spawn_file_actions_adddup2(&actions, from, to) }
    var variables = environment.compactMap { name, value in value.map { "\(name)=\($0)" } }
    var next = environ
    while let variable = next.pointee {
      let text = String(cString: variable)
      if !environment.keys.contains(String(text.prefix { $0 != "=" })) { variables.append(text) }
      next += 1
    }
    var child = pid_t()
    let number = withPointers(to: [program] + arguments) { arguments in
      withPointers(to: variables) { variables in
        posix_spawnp(&child, program, &actions, nil, arguments, variables)
      }
    }
    return number == 0 ? .success(child) : .failure(SystemError(number: number))
  }

  /// Calls a function with a null-terminated array of C strings.
  private static func withPointers<Result>(
    to texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = texts.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
  }

  /// Reads all bytes up to the end.
  private static func readAll(_ descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
      while true {
        guard case .success(let count) = Descriptor.readPart(of: descriptor, into: buffer), count > 0 else {
          break
        }
        bytes.append(contentsOf: UnsafeRawBufferPointer(buffer)[..<count])
      }
    }
    return bytes
  }
}
