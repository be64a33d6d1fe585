import FileSystem

/// The desktop's browser.
enum Browser {
  /// Opens an address in the browser.
  /// - Throws: If the program that opens addresses is missing.
  static func open(_ address: String) throws(EnvironmentFailure) {
    #if os(macOS)
      try ChildProcess.start("open", [address])
    #else
      try ChildProcess.start("xdg-open", [address])
    #endif
  }
}
