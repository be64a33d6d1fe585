import FileSystem

/// Writes new files for a command, with their parent folders.
enum NewFiles {
  /// Writes files that do not exist yet: all of them, or none if one cannot be written.
  /// - Parameters:
  ///   - files: the paths below the folder, and the bytes.
  ///   - folder: the folder.
  static func write(_ files: [(path: String, bytes: [UInt8])], to folder: String) throws(EnvironmentFailure) {
    var written: [String] = []
    var folders: [String] = []
    do throws(EnvironmentFailure) {
      for file in files {
        let path = folder + "/" + file.path
        try FileSystem.makeFolders(String(path.parentFolder), &folders)
        try StagedFile(at: path, for: path, durability: .deferred).write(file.bytes)
        written.append(path)
      }
    } catch {
      // Files left behind would prevent the next attempt.
      for path in written { try? FileSystem.remove(path, for: path) }
      for folder in folders.reversed() { FileSystem.removeFolderIfEmpty(folder) }
      throw error
    }
  }
}
