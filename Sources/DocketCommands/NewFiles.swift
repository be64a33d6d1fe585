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
        try FileSystem.makeFolders(String(path.parentFolder), &folders)
        try StagedFile(at: path, for: path, durability: .deferred).write(file.bytes)
        written.append(path)
      }
    } catch {
      // What stayed would refuse the next try.
      for path in written { try? FileSystem.remove(path, for: path) }
      for folder in folders.reversed() { FileSystem.removeFolderIfEmpty(folder) }
      throw error
    }
  }
}
