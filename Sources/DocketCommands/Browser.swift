import FileSystem

/// The browser of the desktop.
enum Browser {
  /// Opens an address in it.
  /// - Throws: If the program that does so is missing.
  static func open(_ address: String) throws(EnvironmentFailure) {
    #if os(macOS)
      try ChildProcess.start("open", [address])
    #else
      try ChildProcess.start("xdg-open", [address])
    #endif
  }
}
