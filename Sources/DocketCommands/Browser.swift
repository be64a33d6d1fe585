import FileSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The browser of the desktop.
enum Browser {
  /// Opens an address in it.
  /// - Throws: where the program that does so is not there.
  static func open(_ address: String) throws(EnvironmentFailure) {
    #if os(macOS)
      let program = "open"
    #else
      let program = "xdg-open"
    #endif
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(address), nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let failure = posix_spawnp(&process, program, nil, nil, &arguments, environ)
    guard failure == 0 else {
      throw EnvironmentFailure("open the browser with", program, reason: String(cString: strerror(failure)))
    }
  }
}
