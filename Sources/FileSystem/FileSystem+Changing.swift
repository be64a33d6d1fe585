#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension FileSystem {
  /// What is at a path, symbolic links not followed.
  package struct Status: Sendable {
    /// Whether it is a regular file.
    package let isFile: Bool
    /// Whether it is a symbolic link.
    package let isLink: Bool
    /// Whether the file has another name, at this path or elsewhere: a hard link.
    package let hasOtherNames: Bool
    /// Why it may not be changed, ignoring the superuser's right to change everything; nil if it may.
    package let refusal: String?
  }

  /// What is at a path; nil if there is nothing.
  package static func status(of path: String) -> Status? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    return Status(
      isFile: status.st_mode & S_IFMT == S_IFREG, isLink: status.st_mode & S_IFMT == S_IFLNK,
      hasOtherNames: status.st_mode & S_IFMT == S_IFREG && status.st_nlink > 1,
      refusal: status.st_mode & 0o222 == 0 ? "Permission denied" : access(path, W_OK) == 0 ? nil : reason())
  }

  /// Makes a file, in place of a leftover of the same name.
  /// - Parameters:
  ///   - path: where.
  ///   - name: the path that the user knows, for a failure.
  ///   - bytes: what it holds.
  ///   - model: the path of the file whose permissions, owner and extended attributes it gets, if there is one.
  ///   - synchronized: whether to wait until the bytes are on the disk.
  package static func makeFile(
    _ bytes: [UInt8], at path: String, for name: String, like model: String? = nil, synchronized: Bool
  ) throws(EnvironmentFailure) {
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC
    let file = Descriptor(owning: try system { open(path, flags, 0o666) }.orFail(to: "write", name))
    do throws(EnvironmentFailure) {
      try bytes.withUnsafeBytes { file.write($0) }.orFail(to: "write", name)
      if let model, Self.status(of: model)?.isFile ?? false {
        // What cannot be read was not the edit's to begin with.
        let source = Descriptor(
          owning: try system { open(model, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) }.orFail(to: "write", name))
        try file.takeMetadata(of: source, for: name)
      }
      if synchronized { try file.synchronize().orFail(to: "write", name) }
      try file.finish().orFail(to: "write", name)
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Gives a file its name, in one step and in place of the file that had it.
  package static func rename(_ path: String, to target: String, for name: String) throws(EnvironmentFailure) {
    try system { renameat(AT_FDCWD, path, AT_FDCWD, target) }.orFail(to: "write", name)
  }

  /// Removes a file; a missing one is not a failure.
  package static func remove(_ path: String, for name: String) throws(EnvironmentFailure) {
    let result = system { unlink(path) }
    if !result.isAbsence { try result.orFail(to: "remove", name) }
  }

  /// Makes a folder.
  /// - Returns: false if it exists already.
  package static func makeFolder(_ path: String) throws(EnvironmentFailure) -> Bool {
    let result = system { mkdir(path, 0o777) }
    if case .failure(let error) = result, error.number == EEXIST { return false }
    try result.orFail(to: "create", path)
    return true
  }

  /// Makes a folder, with those above it that are not there.
  /// - Parameter made: the folders that were made, the outermost first; also those before a failure.
  package static func makeFolders(_ path: String, _ made: inout [String]) throws(EnvironmentFailure) {
    var result = system { mkdir(path, 0o777) }
    let name = path.utf8.drop { $0 == UInt8(ascii: "/") }
    let last = name.lastIndex { $0 != UInt8(ascii: "/") } ?? name.startIndex
    if result.isAbsence, let slash = name[..<last].lastIndex(of: UInt8(ascii: "/")) {
      try makeFolders(String(path[..<slash]), &made)
      result = system { mkdir(path, 0o777) }
    }
    if case .failure(let error) = result, error.number == EEXIST { return }
    try result.orFail(to: "create", path)
    made.append(path)
  }

  /// Removes a folder if it is empty.
  package static func removeFolderIfEmpty(_ path: String) { rmdir(path) }

  /// Waits until the names in a folder are on the disk.
  package static func synchronizeNames(of folder: String) {
    guard case .success(let number) = system({ open(folder, O_RDONLY | O_CLOEXEC) }) else { return }
    _ = Descriptor(owning: number).synchronize()
  }

  /// Waits until everything that was written is on the disk.
  package static func synchronizeAll() { sync() }
}
