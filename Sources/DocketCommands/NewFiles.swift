import FileSystem

/// Files that a command makes, with the folders above them.
enum NewFiles {
  /// Writes files that are not there yet: all of them, or none where one cannot be written.
  /// - Parameters:
  ///   - files: their bytes by their paths below the folder.
  ///   - folder: the folder.
  static func write(_ files: [(path: String, bytes: [UInt8])], to folder: String) throws(EnvironmentFailure) {
    var written: [String] = []
    var folders: [String] = []
    do throws(EnvironmentFailure) {
      for file in files {
        let path = folder + "/" + file.path
        try makeFolders(above: path, &folders)
        try FileSystem.makeFile(file.bytes, at: path, for: path, synchronized: false)
        written.append(path)
      }
    } catch {
      // What stayed would refuse the next try.
      for path in written { try? FileSystem.remove(path, for: path) }
      for folder in folders.reversed() { FileSystem.removeFolderIfEmpty(folder) }
      throw error
    }
  }

  private static func makeFolders(above path: String, _ made: inout [String]) throws(EnvironmentFailure) {
    var folder = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
      // The part before the first '/' of an absolute path is empty.
      folder +=
        folder.isEmpty ? part.isEmpty ? "/" : String(part) : folder.hasSuffix("/") ? String(part) : "/" + part
      guard !folder.isEmpty, folder != "/", FileSystem.kind(of: folder) == nil else { continue }
      if try FileSystem.makeFolder(folder) { made.append(folder) }
    }
  }
}
