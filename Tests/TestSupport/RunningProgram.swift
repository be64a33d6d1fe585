import CSystem
import Foundation
import Platform
import Synchronization

/// A program that may still be running.
///
/// It is not a `Process` of Foundation, which reads beyond the list of the tests' descriptors where they are many, and
/// ends all tests with it.
package final class RunningProgram: Sendable {
  // What it says goes to files: a pipe that nobody reads would fill and stop it.
  private let folder: TemporaryFolder
  private let process: pid_t
  /// What `waitpid` says; nil while it runs.
  private let status = Mutex<Int32?>(nil)
  private let ended: AsyncStream<Void>

  init(_ program: Program, _ arguments: [String]) throws {
    folder = try TemporaryFolder(["output": "", "error": ""])
    let fixed = ["SOURCE_DATE_EPOCH", "NO_COLOR"]
    let environment = ProcessInfo.processInfo.environment.filter { !fixed.contains($0.key) }
      .merging(program.environment) { $1 }
    process = try Self.start(
      ["/usr/bin/env"] + program.command + arguments, in: program.folder, environment,
      output: folder.path("output"), error: folder.path("error"))
    let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
    self.ended = ended
    Thread.detachNewThread { [self] in
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      self.status.withLock { $0 = status }
      continuation.finish()
    }
  }

  private static func start(
    _ words: [String], in folder: String, _ environment: [String: String], output: String, error: String
  ) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addchdir_np(&actions, folder)
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, error, O_WRONLY, 0)
    // The threads of tests block signals.
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    // No program holds what belongs to another.
    #if canImport(Darwin)
      flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process = pid_t()
    let number = posix_spawn(&process, words[0], &actions, &attributes, &arguments, &variables)
    guard number == 0 else { throw POSIXError(POSIXErrorCode(rawValue: number) ?? .ECHILD) }
    return process
  }

  /// Ends the program as Ctrl-C would.
  package func interrupt() { send(SIGINT) }

  /// Has the program stand still.
  package func pause() { send(SIGSTOP) }

  /// Has the program go on.
  package func resume() { send(SIGCONT) }

  /// Ends the program as the power switch would.
  package func kill() { send(SIGKILL) }

  private func send(_ signal: Int32) {
    guard isRunning else { return }
    _ = Platform.kill(process, signal)
  }

  /// Ends the program as the power switch would, a while after something has come to be.
  ///
  /// It looks every tenth of a millisecond and holds its thread meanwhile: a task that slept would wake when the tests
  /// beside it leave it a thread, which can be long after the moment.
  package func kill(after delay: Duration, _ hasBegun: () -> Bool) {
    while isRunning, !hasBegun() { usleep(100) }
    usleep(UInt32(delay / .microseconds(1)))
    kill()
  }

  /// Whether it has not ended yet.
  package var isRunning: Bool { status.withLock { $0 == nil } }

  /// What has gone to standard output so far.
  package func output() throws -> String { try folder.text("output") }

  /// What has gone to standard error so far.
  package func errors() throws -> String { try folder.text("error") }

  /// Waits for the end.
  package func end() async throws -> Program.Run {
    for await _ in ended {}
    let status = Int(self.status.withLock { $0 } ?? SIGKILL)
    let signal = status & 0x7F
    return Program.Run(
      status: signal == 0 ? status >> 8 & 0xFF : -signal, output: try output(), error: try errors())
  }
}
