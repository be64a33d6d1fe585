import Platform

/// The limit on the number of open files of the process.
package enum DescriptorLimit {
  /// Checks that a few more files can be opened.
  ///
  /// The runtime opens some itself, and silently ends the process if it cannot.
  /// - Parameter needed: the number of files in addition to the standard streams; a command needs seven.
  /// - Throws: If fewer files can be opened.
  package static func checkAreFree(_ needed: Int = 7) throws(EnvironmentFailure) {
    var opened: [Int32] = []
    defer { for number in opened { close(number) } }
    while opened.count < needed {
      switch system({ open("/dev/null", O_RDONLY | O_CLOEXEC) }) {
      case .success(let number): opened.append(number)
      case .failure(let error):
        // Other errors, as in a container without devices, do not indicate a limit.
        guard [EMFILE, ENFILE].contains(error.number) else { return }
        throw EnvironmentFailure(
          "begin", "docket", reason: "\(error.reason); \(needed) more than the standard ones are needed")
      }
    }
  }

  /// Raises the limit as far as docket needs it and the system allows.
  /// - Returns: the resulting limit.
  package static func raised() -> Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limit) == 0 else { return 256 }
    let wanted = min(limit.rlim_max, 8192)
    if limit.rlim_cur < wanted {
      let old = limit.rlim_cur
      limit.rlim_cur = wanted
      if setrlimit(resource, &limit) != 0 { limit.rlim_cur = old }
    }
    return Int(min(limit.rlim_cur, 1 << 20))
  }
}
