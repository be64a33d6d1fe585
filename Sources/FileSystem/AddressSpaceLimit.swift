import CSystem
import Platform

/// Handles a limit on the address space of the process, as set by `ulimit -v`.
///
/// Swift ends a process that gets no memory, and waits forever if the system cannot create the threads that
/// run its tasks. If there is a limit, both become a message and the exit code for a failed environment.
package enum AddressSpaceLimit {
  /// The exit code for a failed environment, as in BSD's sysexits.
  private static let exitCode: Int32 = 70
  /// The address space of a thread: its stack of 8 MiB, and a guard page.
  private static let bytesOfThread = 9 << 20
  /// The idle time in tenths of a second after which a process that can start no thread is ended.
  private static let maximumIdle = 30

  /// From now on, reports if the limit is reached. Without a limit, it does nothing.
  package static func reportWhenReached() {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(UInt32(RLIMIT_AS.rawValue))
    #else
      let resource = RLIMIT_AS
    #endif
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(Int.max) else { return }
    #if canImport(Glibc)
      // An arena for each thread takes 64 MiB of addresses; one without makes a system call per value.
      mallopt(M_ARENA_MAX, 1)
    #endif
    // The values that the handler reads must be initialized.
    guard hasRoom() else { end() }
    for number in [SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGTRAP] { signal(number, endAtSignal) }
    guard startWatching() else { end() }
  }

  /// Ends the process if it is idle and there is no room for a thread, so that it must be waiting for one.
  private static func startWatching() -> Bool {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, 256 << 10)
    return pthread_create(&thread, &attributes, { _ in AddressSpaceLimit.watch() }, nil) == 0
  }

  private static func watch() -> Never {
    var computed = clock()
    var idle = 0
    while true {
      usleep(100_000)
      let now = clock()
      // This thread itself takes less than a millisecond.
      idle = now - computed < CLOCKS_PER_SEC / 1_000 ? idle + 1 : 0
      computed = now
      if idle >= maximumIdle, !hasRoom() { end() }
    }
  }

  /// Whether there is room for another thread.
  private static func hasRoom() -> Bool {
    let room = mmap(nil, bytesOfThread, PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let room, room != MAP_FAILED else { return false }
    munmap(room, bytesOfThread)
    return true
  }

  /// Prints that there is no more memory and ends the process, using only signal-safe functions.
  private static func end() -> Never {
    let text: StaticString =
      "docket: cannot go on: no more memory within the limit of this process ('ulimit -v')\n"
    _ = write(2, text.utf8Start, text.utf8CodeUnitCount)
    _exit(exitCode)
  }

  /// Ends the process at a signal caused by lack of memory. Any other such signal is a bug in docket, and is
  /// left to the system to report.
  private static let endAtSignal: @convention(c) (Int32) -> Void = { number in
    guard AddressSpaceLimit.hasRoom() else { AddressSpaceLimit.end() }
    signal(number, SIG_DFL)
    raise(number)
  }
}
