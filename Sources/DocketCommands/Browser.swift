import FileSystem

/// The browser of the desktop.
enum Browser {
  /// Opens an address in it.
  /// - Throws: where the program that does so is not there.
  static func open(_ address: String) throws(EnvironmentFailure) {
    #if os(macOS)
      try ChildProcess.start("open", [address])
    #else
      try ChildProcess.start("xdg-open", [address])
    #endif
  }
}
