import FileSystem

/// Writes new files for a command, with their parent folders.
enum NewFiles {
  /// The file in a folder that is there until all of the folder's new files are.
  private static let mark = ".docket-new"

  /// Whether a killed command left some of a folder's new files; ``write(_:to:)`` adds the others.
  static func isUnfinished(_ folder: String) -> Bool { FileSystem.kind(of: folder + "/" + mark) == .file }

  /// Writes the files of a new folder: all of them, or none if one cannot be written.
  /// - Parameters:
  ///   - files: the paths below the folder, and the bytes.
  ///   - folder: the folder; files that it has already are kept.
  static func write(_ files: [(path: String, bytes: [UInt8])], to folder: String) throws(EnvironmentFailure) {
    var written: [String] = []
    var folders: [String] = []
    let isBegun = isUnfinished(folder)
    let mark = folder + "/" + mark
    do throws(EnvironmentFailure) {
      try FileSystem.makeFolders(folder, &folders)
      if !isBegun { written.append(mark) }
      try StagedFile(at: mark, for: mark, durability: .deferred).write([])
      for file in files where FileSystem.kind(of: folder + "/" + file.path) == nil {
        written.append(folder + "/" + file.path)
        try write(file.path, file.bytes, to: folder, adding: &folders)
      }
      try FileSystem.remove(mark, for: mark)
    } catch {
      // Files left behind without the mark would prevent the next attempt.
      for path in written { try? FileSystem.remove(path, for: path) }
      for folder in folders.reversed() { FileSystem.removeFolderIfEmpty(folder) }
      throw error
    }
  }

  /// Writes a new file of a folder.
  /// - Parameters:
  ///   - path: the path below the folder.
  ///   - folder: the folder.
  static func write(_ path: String, _ bytes: [UInt8], to folder: String) throws(EnvironmentFailure) {
    var folders: [String] = []
    do throws(EnvironmentFailure) {
      try write(path, bytes, to: folder, adding: &folders)
    } catch {
      for folder in folders.reversed() { FileSystem.removeFolderIfEmpty(folder) }
      throw error
    }
  }

  private static func write(
    _ path: String, _ bytes: [UInt8], to folder: String, adding folders: inout [String]
  ) throws(EnvironmentFailure) {
    let path = folder + "/" + path
    try FileSystem.makeFolders(String(path.parentFolder), &folders)
    let file = StagedFile(
      at: path.folderPrefix + mark + "-" + path.fileName, for: path, durability: .deferred)
    try file.write(bytes)
    try file.rename(to: path)
  }
}
