extension Theme {
  /// The paths of the built-in theme's files.
  package static var builtInPaths: [String] { builtInThemeFiles.map(\.path) }

  /// A file of the built-in theme.
  /// - Parameter path: its path within the theme.
  package static func builtInFile(_ path: String) -> [UInt8]? {
    builtInThemeFiles.first { $0.path == path }?.content.bytes
  }
}
