import FileSystem

/// A file that a command makes, with the folders above it.
enum NewFile {
  /// Writes a file that is not there yet.
  static func write(_ bytes: [UInt8], to path: String) throws(EnvironmentFailure) {
    var folder = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
      // The part before the first '/' of an absolute path is empty.
      folder +=
        folder.isEmpty ? part.isEmpty ? "/" : String(part) : folder.hasSuffix("/") ? String(part) : "/" + part
      guard !folder.isEmpty, folder != "/", FileSystem.kind(of: folder) == nil else { continue }
      _ = try FileSystem.makeFolder(folder)
    }
    try FileSystem.makeFile(bytes, at: path, for: path, synchronized: false)
  }
}
