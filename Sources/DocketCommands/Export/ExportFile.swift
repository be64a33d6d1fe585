import ArgumentParser
import FileSystem

/// An output file named by the user, which is written as a whole or not at all.
struct ExportFile {
  /// The path as typed.
  private let path: String
  /// The path to replace: if a symbolic link is named, its target.
  private let target: String

  /// Checks whether a file can be written, without writing.
  /// - Parameters:
  ///   - path: the path as typed.
  ///   - content: the folder that must not contain the file.
  ///   - isOwn: whether an existing file with these first bytes, at most 4 KiB, may be replaced.
  /// - Throws: `ValidationError` if the file cannot be written.
  init(_ path: String, outside content: String, replacing isOwn: ([UInt8]) -> Bool = { _ in true }) throws {
    guard !path.isEmpty, !path.hasSuffix("/") else { throw ValidationError("'\(path)' is not a file name") }
    self.path = path
    target = FileSystem.resolved(path) ?? path
    if Settings.lies(target, in: content) {
      throw ValidationError("'\(path)' lies in Content, where it would be read; name another file")
    }
    switch FileSystem.kind(of: target) {
    case nil:
      let folder = String(target.parentFolder)
      guard folder.isEmpty || FileSystem.kind(of: folder) == .folder else {
        throw ValidationError("there is no folder '\(folder)' for '\(path)'; make it first")
      }
    case .file?:
      let beginning = try FileSystem.read(target, limit: 4096)
      guard beginning.isEmpty || isOwn(beginning) else {
        throw ValidationError(
          "'\(path)' exists, and is not such an export by docket; name another file, or remove it")
      }
    case .folder?: throw ValidationError("'\(path)' is a folder; name a file in it")
    case .link?, .other?: throw ValidationError("'\(path)' is not a regular file; name another")
    }
  }

  /// Writes the file, and removes leftovers of killed exports beside it.
  /// - Parameter isLasting: whether to wait until it is on disk.
  func write(_ bytes: [UInt8], isLasting: Bool = true) throws {
    try Self.write([(self, bytes)], isLasting: isLasting)
  }

  /// Writes files of one folder, none of them unless there is room for all.
  /// - Parameter isLasting: as of the other `write`.
  static func write(_ files: [(file: ExportFile, bytes: [UInt8])], isLasting: Bool = true) throws {
    guard let place = files.first?.file.target.folderAbove else { return }
    let lock = try FolderLock(place)
    defer { withExtendedLifetime(lock) {} }
    let folder = try OpenFolder.open(place)
    try folder.sweepRecordedExports()
    let run = RunToken()
    try folder.touch(run.exportRecord)
    defer { _ = try? folder.remove(run.exportRecord) }
    var staged: [StagedFile] = []
    do {
      for (index, (file, bytes)) in files.enumerated() {
        staged.append(
          StagedFile(
            at: file.target.folderPrefix + run.temporary(index), for: file.path,
            durability: isLasting ? .bytes : .deferred))
        try staged[index].write(bytes, like: file.target)
      }
      for (one, (file, _)) in zip(staged, files) { try one.rename(to: file.target) }
    } catch {
      for one in staged { one.remove() }
      throw error
    }
  }
}
